// Which words of a lexicon belong to an edition: a bit for each rank, counted in blocks so that
// an edition has ranks of its own.
#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace wordtools {

class Selection {
 public:
  // `sets`: the category set of each rank, `width` bytes each, little-endian; `admitted[set]` is
  // non-zero when words of that set belong.
  Selection(std::string_view sets, std::size_t width, std::string_view admitted)
      : size_(sets.size() / width), bits_(size_ / 64 + 1, 0), before_(bits_.size() + 1, 0) {
    for (std::size_t rank = 0; rank < size_; ++rank) {
      std::size_t set = static_cast<unsigned char>(sets[rank * width]);
      if (width == 2)
        set |= static_cast<std::size_t>(static_cast<unsigned char>(sets[rank * 2 + 1])) << 8;
      if (set >= admitted.size()) throw std::invalid_argument("a category set that is not there");
      if (admitted[set]) bits_[rank / 64] |= std::uint64_t{1} << (rank % 64);
    }
    for (std::size_t i = 0; i < bits_.size(); ++i)
      before_[i + 1] = before_[i] + static_cast<std::uint32_t>(std::popcount(bits_[i]));
  }

  std::size_t universe() const { return size_; }
  std::uint32_t size() const { return before_.back(); }
  bool contains(std::size_t rank) const { return bits_[rank / 64] >> (rank % 64) & 1; }

  // How many selected words lie before this rank of the lexicon.
  std::uint32_t before(std::size_t rank) const {
    const std::uint64_t mask = (std::uint64_t{1} << (rank % 64)) - 1;
    return before_[rank / 64] + static_cast<std::uint32_t>(std::popcount(bits_[rank / 64] & mask));
  }

  // The lexicon's rank of the selected word number `place`, which must be below size().
  std::size_t rank_of(std::uint32_t place) const {
    std::size_t low = 0, high = bits_.size();
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (before_[middle] <= place ? low : high) = middle;
    }
    std::uint64_t word = bits_[low];
    for (std::uint32_t skip = place - before_[low]; skip; --skip) word &= word - 1;
    return low * 64 + static_cast<std::size_t>(std::countr_zero(word));
  }

 private:
  std::size_t size_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> before_;  // selected words before each block of 64
};

}  // namespace wordtools
