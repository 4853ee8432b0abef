// Lays states over one another in a single array, without a collision.
//
// A state is a place in the array, its *base*; its arc with tile t lies t further on. States whose
// arcs fall between one another's share room: almost no slot stays empty. A slot tells by its tile
// whose it is, because no two states have the same base.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "spelling.hpp"

namespace wordtools {

// An arc, in its slot: bits 0-5 the tile (0: the slot is empty), bit 6 "a word ends here",
// bits 8-31 the base of the state it leads to. Base 0 is the state that no arc leaves.
using Arc = std::uint32_t;
using State = std::uint32_t;

inline constexpr State nowhere = 0;
inline constexpr State most_states = 1u << 24;  // bases are below
inline constexpr Arc arc_of(Tile tile, bool final, State next) {
  return tile | static_cast<Arc>(final) << 6 | next << 8;
}
inline constexpr Tile tile_of(Arc arc) { return arc & 63; }
inline constexpr bool is_final(Arc arc) { return arc >> 6 & 1; }
inline constexpr State next_of(Arc arc) { return arc >> 8; }

// Zeroed memory that costs nothing until it is touched.
template <class Number>
class Zeros {
 public:
  explicit Zeros(std::size_t size) : size_(size), numbers_(allocate(size)) {}
  std::size_t size() const { return size_; }
  Number& operator[](std::size_t at) { return numbers_.get()[at]; }
  const Number& operator[](std::size_t at) const { return numbers_.get()[at]; }
  const Number* data() const { return numbers_.get(); }
  void grow(std::size_t size) {
    Zeros larger(size);
    std::copy_n(data(), std::min(size_, size), larger.numbers_.get());
    *this = std::move(larger);
  }

 private:
  static Number* allocate(std::size_t size) {
    auto* numbers = static_cast<Number*>(std::calloc(size, sizeof(Number)));
    if (!numbers) throw std::bad_alloc();
    return numbers;
  }
  struct Free {
    void operator()(Number* numbers) const { std::free(numbers); }
  };
  std::size_t size_;
  std::unique_ptr<Number, Free> numbers_;
};

class Placer {
 public:
  // `arcs`: about how many will come.
  explicit Placer(std::size_t arcs)
      : slots_(arcs + arcs / 32 + 1024), taken_(slots_.size() / 64 + 2), bases_(taken_.size()) {
    bases_[0] = 1;
  }

  // Takes in the state that these arcs (one at least) leave; returns its base.
  // Throws std::length_error when the array has no room.
  State place(const Arc* arcs, std::size_t count) {
    std::size_t& first = first_[std::min(count, first_.size() - 1)];
    std::uint64_t fits;
    // What did not fit one state of some size is taken to fit no other: hardly a slot is lost,
    // and the array is walked through once for each size.
    while ((fits = fitting(first, arcs, count)) == 0) ++first;
    const State base = static_cast<State>(first * 64) + std::countr_zero(fits);
    if (base >= most_states) throw std::length_error("more than 16,777,216 arcs");
    bases_[first] |= std::uint64_t{1} << base % 64;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t slot = base + tile_of(arcs[i]);
      slots_[slot] = arcs[i];
      taken_[slot / 64] |= std::uint64_t{1} << slot % 64;
    }
    last_ = std::max<std::size_t>(last_, base);
    return base;
  }

  // The array; 64 slots from every base lie within.
  Zeros<Arc> finish() && {
    if (slots_.size() < last_ + 64) slots_.grow(last_ + 64);
    return std::move(slots_);
  }

 private:
  // Of the 64 bases of a block, those where all arcs have room.
  std::uint64_t fitting(std::size_t block, const Arc* arcs, std::size_t count) {
    if (block + 2 >= taken_.size()) grow();
    std::uint64_t barred = bases_[block];
    for (std::size_t i = 0; i < count; ++i) {
      const Tile tile = tile_of(arcs[i]);
      barred |= taken_[block] >> tile | taken_[block + 1] << 1 << (63 - tile);
    }
    return ~barred;
  }

  void grow() {
    const std::size_t blocks = taken_.size() + taken_.size() / 8 + 16;
    slots_.grow(blocks * 64);
    taken_.grow(blocks);
    bases_.grow(blocks);
  }

  Zeros<Arc> slots_;
  Zeros<std::uint64_t> taken_;          // a bit for each slot
  Zeros<std::uint64_t> bases_;          // a bit for each base
  std::array<std::size_t, 9> first_{};  // by number of arcs: the first block that may have room
  std::size_t last_ = 0;                // base
};

}  // namespace wordtools
