// Writes and reads numbers as streams of bits, the lowest bit first.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace wordtools {

// The little-endian number that is stored at `bytes`.
template <class Number>
Number read_little_endian(const char* bytes) {
  Number number = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&number, bytes, sizeof number);
  } else {
    for (std::size_t i = 0; i < sizeof number; ++i)
      number |= static_cast<Number>(static_cast<unsigned char>(bytes[i])) << 8 * i;
  }
  return number;
}

// Appends a number as four bytes, the lowest first.
inline void append_little_endian(std::string& bytes, std::uint32_t number) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(number >> 8 * i & 0xFF);
}

class BitWriter {
 public:
  // Writes an integer that is `count` bits long (at most 32).
  void write_bits(std::uint64_t value, int count) {
    pending_ |= value << used_;
    used_ += count;
    if (used_ >= 32) flush(32);
  }
  // Writes a number from 0 to 2^32 - 2 in Elias gamma code, which is short for small numbers.
  void write_gamma(std::uint32_t value) {
    const int extra = std::bit_width(value + 1) - 1;
    write_bits(std::uint64_t{1} << extra, extra + 1);
    write_bits((value + 1) & ((std::uint64_t{1} << extra) - 1), extra);
  }
  // Returns the bytes; the last one is padded with zero bits.
  std::string finish() && {
    flush((used_ + 7) / 8 * 8);
    return std::move(bytes_);
  }

 private:
  void flush(int count) {
    char bytes[4];
    for (int i = 0; i < 4; ++i) bytes[i] = static_cast<char>(pending_ >> 8 * i);
    bytes_.append(bytes, static_cast<std::size_t>(count / 8));
    pending_ >>= count;
    used_ -= count;
  }

  std::string bytes_;
  std::uint64_t pending_ = 0;
  int used_ = 0;
};

// Reads the output of a BitWriter.
class BitReader {
 public:
  // At least eight readable bytes must follow `bytes`; their content does not matter.
  explicit BitReader(std::string_view bytes) : bytes_(bytes.data()), end_(bytes.size() * 8) {}

  // Reads an integer that is `count` bits long (at most 32). Throws std::invalid_argument if fewer
  // bits are left.
  std::uint32_t read_bits(int count) {
    const auto value = window() & ((std::uint64_t{1} << count) - 1);
    skip(static_cast<std::size_t>(count));
    return static_cast<std::uint32_t>(value);
  }
  std::uint32_t read_gamma() {
    const int extra = std::countr_zero(window() | std::uint64_t{1} << 31);
    skip(static_cast<std::size_t>(extra) + 1);
    return read_bits(extra) + ((std::uint32_t{1} << extra) - 1);
  }
  // Throws std::invalid_argument unless all bytes have been read.
  void finish() const {
    if ((at_ + 7) / 8 * 8 != end_) throw std::invalid_argument("bits are left over");
  }

 private:
  // The next bits; at least 57 of them are valid.
  std::uint64_t window() const {
    return read_little_endian<std::uint64_t>(bytes_ + at_ / 8) >> at_ % 8;
  }
  void skip(std::size_t count) {
    at_ += count;
    if (at_ > end_) throw std::invalid_argument("bits are missing");
  }

  const char* bytes_;
  std::size_t end_, at_ = 0;  // in bits
};

}  // namespace wordtools
