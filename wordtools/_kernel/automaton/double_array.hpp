// The double array: all states of an automaton overlaid in one array of slots.
//
// A state's position in the array is its BASE; its arc with tile t is in slot BASE + t. The arcs of
// each state fill gaps between those of others, so almost no slot is empty. The tile in a slot is
// its CHECK: since states have different BASEs, slot BASE + t with tile t can only be that state's
// arc.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "automaton/memory.hpp"
#include "text/spelling.hpp"

namespace wordtools {

// An arc as stored in its slot. Bits 0-5 are the tile (0 if the slot is empty), bit 6 is set if a
// word ends here, and bits 8-31 are the BASE of the target, the state that the arc leads to.
using Arc = std::uint32_t;
using State = std::uint32_t;  // its BASE

inline constexpr State no_state = 0;           // the target of arcs that end all their words
inline constexpr State max_states = 1u << 24;  // every BASE is below
inline constexpr Arc make_arc(Tile tile, bool final, State target) {
  return tile | static_cast<Arc>(final) << 6 | target << 8;
}
inline constexpr Tile tile_of(Arc arc) { return arc & 63; }
inline constexpr bool is_final(Arc arc) { return arc >> 6 & 1; }
inline constexpr State target_of(Arc arc) { return arc >> 8; }

using TileSet = std::uint64_t;  // a set of tiles: bit t for tile t
inline Tile lowest_tile(TileSet tiles) { return static_cast<Tile>(std::countr_zero(tiles)); }

// Finds a BASE for every state.
class StatePlacer {
 public:
  // `arcs` is the approximate number of arcs.
  explicit StatePlacer(std::size_t arcs)
      : slots_(arcs + arcs / 32 + 1024), taken_(slots_.size() / 64), bases_(taken_.size()) {
    bases_[0] = 1;
  }

  // Places states that each have `count` arcs (at least one). For each index i in `states`,
  // tiles[i] are the tiles of the state's arcs; its BASE is written to bases[i]. Throws
  // std::length_error if the array is full.
  void place(std::size_t count, std::span<const std::uint16_t> states, const TileSet* tiles,
             State* bases) {
    if (states.empty()) return;
    // Once a block has no room for a state of some size, it is considered full for all states of
    // that size. This wastes few slots, and the array is scanned only once per size.
    std::size_t& first = first_[std::min(count, first_.size() - 1)];
    Window window = load(first);
    for (const auto state : states) {
      std::uint64_t fits;
      while ((fits = window.find_bases(tiles[state])) == 0) {
        store(first, window);
        window = load(++first);
      }
      const int bit = std::countr_zero(fits);
      bases[state] = static_cast<State>(first * 64 + bit);
      window.bases |= fits & -fits;
      window.low |= tiles[state] << bit;
      window.high |= tiles[state] >> 1 >> (63 - bit);
    }
    store(first, window);
  }

  // The slots of the array.
  std::size_t size() const { return slots_.size(); }
  // The array, which extends at least 64 slots beyond every BASE. `place` may move it in memory.
  Arc* slots() { return &slots_[0]; }
  ZeroedArray<Arc> finish() && { return std::move(slots_); }

 private:
  // The occupied slots of two adjacent blocks of 64, and the BASEs in the first block.
  struct Window {
    std::uint64_t low, high, bases;
    // The positions in the first block that can be the BASE of a state with these tiles.
    std::uint64_t find_bases(TileSet tiles) const {
      std::uint64_t barred = bases;
      for (; tiles; tiles &= tiles - 1)
        barred |= low >> lowest_tile(tiles) | high << 1 << (63 - lowest_tile(tiles));
      return ~barred;
    }
  };
  Window load(std::size_t block) {
    if (block >= max_states / 64) throw std::length_error("more than 16,777,216 arcs");
    if (block + 2 >= taken_.size()) grow();
    return {taken_[block], taken_[block + 1], bases_[block]};
  }
  void store(std::size_t block, const Window& window) {
    taken_[block] = window.low;
    taken_[block + 1] = window.high;
    bases_[block] = window.bases;
  }

  void grow() {
    const std::size_t blocks = taken_.size() + taken_.size() / 8 + 16;
    slots_.grow(blocks * 64);
    taken_.grow(blocks);
    bases_.grow(blocks);
  }

  ZeroedArray<Arc> slots_;
  ZeroedArray<std::uint64_t> taken_;    // a bit for each slot
  ZeroedArray<std::uint64_t> bases_;    // a bit for each position that is a BASE
  std::array<std::size_t, 9> first_{};  // by number of arcs: the first block that may have room
};

}  // namespace wordtools
