// Stores the categories of words, and the words of an edition, as bits indexed by rank.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "automaton/bit_stream.hpp"

namespace wordtools {

// The number of each word's category set, stored in bit planes: bit r of plane p is bit p of the
// number for rank r. If all words have the same set, this takes no memory.
class WordCategories {
 public:
  // `numbers` has the number of each word's set, in order of rank. Each is below `count`, and takes
  // one byte, or two (little-endian) if there are more than 256 sets. With a single set, `numbers`
  // is empty. Throws std::invalid_argument if `numbers` has any other form.
  WordCategories(std::string_view numbers, std::size_t words, std::size_t count)
      : words_(words), count_(count), planes_(planes_of(count) * plane_bytes(), '\0') {
    const std::size_t width = width_of(count);
    if (numbers.size() != width * words) throw std::invalid_argument("the counts differ");
    std::size_t highest = 0;
    if (width == 1) highest = fill_planes<std::uint8_t>(numbers);
    if (width == 2) highest = fill_planes<std::uint16_t>(numbers);
    if (words && highest >= count)
      throw std::invalid_argument("a word has a category set that does not exist");
  }

  static WordCategories from_numbers(std::span<const std::uint16_t> numbers, std::size_t count) {
    const std::size_t width = width_of(count);
    std::string bytes(width * numbers.size(), '\0');
    for (std::size_t rank = 0; rank < (width ? numbers.size() : 0); ++rank)
      for (std::size_t i = 0; i < width; ++i)
        bytes[rank * width + i] = static_cast<char>(numbers[rank] >> 8 * i & 0xFF);
    return WordCategories(bytes, numbers.size(), count);
  }

  std::size_t words() const { return words_; }
  std::size_t count() const { return count_; }

  // The numbers in the form that the constructor accepts.
  std::string encode_numbers() const {
    const std::size_t width = width_of(count_);
    std::string numbers(width * words_, '\0');
    if (width)
      for_each_number([&, at = std::size_t{0}](std::uint16_t number) mutable {
        for (std::size_t i = 0; i < width; ++i)
          numbers[at++] = static_cast<char>(number >> 8 * i & 0xFF);
      });
    return numbers;
  }
  // The numbers by rank.
  std::vector<std::uint16_t> list_numbers() const {
    std::vector<std::uint16_t> numbers;
    numbers.reserve(words_);
    for_each_number([&](std::uint16_t number) { numbers.push_back(number); });
    return numbers;
  }

  std::size_t set_number(std::size_t rank) const {
    std::size_t number = 0;
    for (std::size_t at = rank / 8, plane = 0; at < planes_.size(); at += plane_bytes(), ++plane)
      number |= static_cast<std::size_t>(planes_[at] >> rank % 8 & 1) << plane;
    return number;
  }
  // Selects the ranks whose set is `admitted`. `ranks` has a bit for each of the 64 ranks of a
  // block.
  std::uint64_t select(std::size_t block, std::string_view admitted, std::uint64_t ranks) const {
    return select(block, admitted, ranks, planes_of(count_), 0);
  }
  // The number of words with each set.
  std::vector<std::size_t> count_words_by_set() const {
    std::vector<std::size_t> sizes(count_, 0);
    for_each_number([&](std::uint16_t number) { ++sizes[number]; });
    return sizes;
  }

 private:
  static std::size_t planes_of(std::size_t count) {
    return count < 2 ? 0 : static_cast<std::size_t>(std::bit_width(count - 1));
  }
  static std::size_t width_of(std::size_t count) { return count < 2 ? 0 : count <= 256 ? 1 : 2; }
  std::size_t plane_bytes() const { return (words_ + 7) / 8; }

  // Like `select`, for ranks whose set numbers agree with `number` in bit `plane` and all higher
  // bits. Splits these ranks by the next lower bit.
  std::uint64_t select(std::size_t block, std::string_view admitted, std::uint64_t ranks,
                       std::size_t plane, std::size_t number) const {
    if (ranks == 0) return 0;
    if (plane-- == 0) return admitted[number] ? ranks : 0;
    std::uint64_t set = 0;
    const std::size_t at = block * 8;
    const auto size = std::min<std::size_t>(8, plane_bytes() - at);
    for (std::size_t i = 0; i < size; ++i)
      set |= std::uint64_t{static_cast<unsigned char>(planes_[plane * plane_bytes() + at + i])}
             << i * 8;
    return select(block, admitted, ranks & ~set, plane, number) |
           select(block, admitted, ranks & set, plane, number | std::size_t{1} << plane);
  }

  // Distributes the bits of the numbers over the planes, eight numbers at a time. Returns the
  // highest number.
  template <class Number>
  std::size_t fill_planes(std::string_view numbers) {
    const std::size_t planes = planes_of(count_), across = plane_bytes();
    char* const out = planes_.data();
    for (std::size_t rank = 0; rank < words_; rank += 8)
      for (std::size_t plane = 0; plane < planes; ++plane) {
        const std::uint64_t bytes = take_eight<Number>(numbers, rank, plane / 8) >> plane % 8;
        out[plane * across + rank / 8] = static_cast<char>(gather_lowest_bits(bytes));
      }
    Number highest = 0;
    for (std::size_t at = 0; at < numbers.size(); at += sizeof(Number))
      highest = std::max(highest, read_little_endian<Number>(&numbers[at]));
    return highest;
  }
  // The lower (part 0) or upper (part 1) bytes of the eight numbers from a rank on; zeros beyond
  // the last number.
  template <class Number>
  static std::uint64_t take_eight(std::string_view numbers, std::size_t rank, std::size_t part) {
    char eight[8] = {};
    if constexpr (sizeof(Number) == 1) {
      numbers.copy(eight, 8, rank);
    } else {
      const std::size_t left = numbers.size() / sizeof(Number) - rank;
      for (std::size_t i = 0; i < std::min<std::size_t>(8, left); ++i)
        eight[i] = numbers[(rank + i) * sizeof(Number) + part];
    }
    return read_little_endian<std::uint64_t>(eight);
  }
  // The lowest bit of each of the eight bytes, in the order of the bytes.
  static std::uint64_t gather_lowest_bits(std::uint64_t bytes) {
    return (bytes & 0x0101010101010101) * 0x0102040810204080 >> 56;
  }
  // The reverse: makes each bit of a byte the lowest bit of one of eight bytes.
  static std::uint64_t spread_bits(std::uint64_t byte) {
    const std::uint64_t single = byte * 0x0101010101010101 & 0x8040201008040201;
    return (single + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101;
  }

  // Calls visit(number) for each rank in order. Gathers the numbers from the planes eight at a
  // time.
  template <class Visit>
  void for_each_number(Visit&& visit) const {
    const std::size_t planes = planes_of(count_), across = plane_bytes();
    for (std::size_t rank = 0; rank < words_; rank += 8) {
      std::uint64_t halves[2] = {0, 0};  // the lower and upper bytes of eight numbers
      for (std::size_t plane = 0; plane < planes; ++plane)
        halves[plane / 8] |=
            spread_bits(static_cast<unsigned char>(planes_[plane * across + rank / 8]))
            << plane % 8;
      for (std::size_t i = 0; i < std::min<std::size_t>(8, words_ - rank); ++i)
        visit(static_cast<std::uint16_t>((halves[0] >> 8 * i & 0xFF) | (halves[1] >> 8 * i & 0xFF)
                                                                           << 8));
    }
  }

  std::size_t words_, count_;
  std::string planes_;
};

// The ranks of an edition's words, with the number of words before each block, used to compute
// positions.
class Selection {
 public:
  // admitted[set] is nonzero if words with that set belong to the edition.
  Selection(const WordCategories& sets, std::string_view admitted)
      : size_(sets.words()), bits_(size_ / 64 + 1, 0), before_(bits_.size() + 1, 0) {
    if (admitted.size() != sets.count())
      throw std::invalid_argument("there must be an answer for each category set");
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      const std::size_t ranks = std::min<std::size_t>(64, size_ - i * 64);
      if (ranks) bits_[i] = sets.select(i, admitted, ~std::uint64_t{0} >> (64 - ranks));
      before_[i + 1] = before_[i] + static_cast<std::uint32_t>(std::popcount(bits_[i]));
    }
  }

  std::size_t universe() const { return size_; }
  std::uint32_t size() const { return before_.back(); }
  bool contains(std::size_t rank) const { return bits_[rank / 64] >> (rank % 64) & 1; }

  // The number of selected words that come before this rank in the lexicon.
  std::uint32_t count_before(std::size_t rank) const {
    const std::uint64_t mask = (std::uint64_t{1} << (rank % 64)) - 1;
    return before_[rank / 64] + static_cast<std::uint32_t>(std::popcount(bits_[rank / 64] & mask));
  }

  // The rank in the lexicon of the selected word at this position, which must be below size().
  std::size_t get_rank(std::uint32_t position) const {
    std::size_t low = 0, high = bits_.size();
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (before_[middle] <= position ? low : high) = middle;
    }
    std::uint64_t word = bits_[low];
    for (std::uint32_t skip = position - before_[low]; skip; --skip) word &= word - 1;
    return low * 64 + static_cast<std::size_t>(std::countr_zero(word));
  }

 private:
  std::size_t size_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> before_;  // selected words before each block of 64
};

}  // namespace wordtools
