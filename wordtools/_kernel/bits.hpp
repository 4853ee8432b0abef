// Numbers written bit by bit, the lowest bit first.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace wordtools {

// The number in the bytes from `bytes` on, the lowest first.
template <class Number>
Number little_endian(const char* bytes) {
  Number number = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&number, bytes, sizeof number);
  } else {
    for (std::size_t i = 0; i < sizeof number; ++i)
      number |= static_cast<Number>(static_cast<unsigned char>(bytes[i])) << 8 * i;
  }
  return number;
}

class BitWriter {
 public:
  // The low `count` bits of a value, at most 32.
  void bits(std::uint64_t value, int count) {
    pending_ |= value << used_;
    used_ += count;
    if (used_ >= 32) flush(32);
  }
  // Elias's gamma code of a number from 0 to 2^32 - 2: short for small ones.
  void gamma(std::uint32_t value) {
    const int extra = std::bit_width(value + 1) - 1;
    bits(std::uint64_t{1} << extra, extra + 1);
    bits((value + 1) & ((std::uint64_t{1} << extra) - 1), extra);
  }
  // The bytes so far; the last one is filled with zeros.
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

// Reads what BitWriter wrote.
class BitReader {
 public:
  // `bytes` must be followed by eight that can be read, whatever they are.
  explicit BitReader(std::string_view bytes) : bytes_(bytes.data()), end_(bytes.size() * 8) {}

  // At most 32. Throws std::invalid_argument beyond the end.
  std::uint32_t bits(int count) {
    const auto value = window() & ((std::uint64_t{1} << count) - 1);
    skip(static_cast<std::size_t>(count));
    return static_cast<std::uint32_t>(value);
  }
  std::uint32_t gamma() {
    const int extra = std::countr_zero(window() | std::uint64_t{1} << 31);
    skip(static_cast<std::size_t>(extra) + 1);
    return bits(extra) + ((std::uint32_t{1} << extra) - 1);
  }
  // Throws std::invalid_argument unless all bytes were read.
  void finish() const {
    if ((at_ + 7) / 8 * 8 != end_) throw std::invalid_argument("bits left over");
  }

 private:
  // The next 57 bits at least.
  std::uint64_t window() const { return little_endian<std::uint64_t>(bytes_ + at_ / 8) >> at_ % 8; }
  void skip(std::size_t count) {
    at_ += count;
    if (at_ > end_) throw std::invalid_argument("bits that are missing");
  }

  const char* bytes_;
  std::size_t end_, at_ = 0;  // in bits
};

}  // namespace wordtools
