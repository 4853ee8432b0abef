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
#include <span>
#include <stdexcept>
#include <vector>

#include "large_pages.hpp"
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

using Tiles = std::uint64_t;  // a set of tiles: bit t for tile t
inline Tile lowest(Tiles tiles) { return static_cast<Tile>(std::countr_zero(tiles)); }

class Placer {
 public:
  // `arcs`: about how many will come.
  explicit Placer(std::size_t arcs)
      : slots_(arcs + arcs / 32 + 1024), taken_(slots_.size() / 64), bases_(taken_.size()) {
    bases_[0] = 1;
  }

  // Finds room for states of `count` arcs each, one at least: for each of `states` that has these
  // `tiles` writes the base to `bases`. Throws std::length_error when the array has no room.
  void place(std::size_t count, std::span<const std::uint16_t> states, const Tiles* tiles,
             State* bases) {
    if (states.empty()) return;
    // What did not fit one state of some size is taken to fit no other: hardly a slot is lost,
    // and the array is walked through once for each size.
    std::size_t& first = first_[std::min(count, first_.size() - 1)];
    Room room = room_in(first);
    for (const auto state : states) {
      std::uint64_t fits;
      while ((fits = room.fitting(tiles[state])) == 0) {
        put(first, room);
        room = room_in(++first);
      }
      const int bit = std::countr_zero(fits);
      bases[state] = static_cast<State>(first * 64 + bit);
      room.bases |= fits & -fits;
      room.low |= tiles[state] << bit;
      room.high |= tiles[state] >> 1 >> (63 - bit);
    }
    put(first, room);
  }

  // The array; 64 slots from every base lie within. What is placed later may move it.
  Arc* slots() { return &slots_[0]; }
  Zeros<Arc> finish() && { return std::move(slots_); }

 private:
  // What is taken in two blocks of 64 slots, and of the first the bases.
  struct Room {
    std::uint64_t low, high, bases;
    // Of the first block's bases, those where arcs with these tiles have room.
    std::uint64_t fitting(Tiles tiles) const {
      std::uint64_t barred = bases;
      for (; tiles; tiles &= tiles - 1)
        barred |= low >> lowest(tiles) | high << 1 << (63 - lowest(tiles));
      return ~barred;
    }
  };
  Room room_in(std::size_t block) {
    if (block >= most_states / 64) throw std::length_error("more than 16,777,216 arcs");
    if (block + 2 >= taken_.size()) grow();
    return {taken_[block], taken_[block + 1], bases_[block]};
  }
  void put(std::size_t block, const Room& room) {
    taken_[block] = room.low;
    taken_[block + 1] = room.high;
    bases_[block] = room.bases;
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
};

}  // namespace wordtools
