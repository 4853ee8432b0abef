// A word packed into a number.
#pragma once

#include "text/spelling.hpp"

namespace wordtools {

// Up to twenty tiles, with six bits each. Joining or comparing words takes only a few instructions,
// whatever their length.
struct PackedTiles {
  static constexpr std::size_t capacity = 20;

  unsigned __int128 number = 0;  // the first tile on top
  std::size_t count = 0;

  static constexpr int shift_of(std::size_t place) { return 6 * int(capacity - 1 - place); }

  // There must be room for the tile, or for the tiles of the other word.
  void append(Tile tile) { number |= static_cast<unsigned __int128>(tile) << shift_of(count++); }
  void append(const PackedTiles& later) {
    number |= later.number >> 6 * count;
    count += later.count;
  }
  // Keeps only the first `remaining` tiles.
  void cut(std::size_t remaining) {
    count = remaining;
    // Shifting by all bits would be undefined.
    number = count == 0 ? 0 : number >> shift_of(count - 1) << shift_of(count - 1);
  }
  // The first ten tiles, and the last ten.
  std::uint64_t upper() const { return static_cast<std::uint64_t>(number >> 60); }
  std::uint64_t lower() const {
    return static_cast<std::uint64_t>(number) & ((std::uint64_t{1} << 60) - 1);
  }
  // Writes `capacity` tiles; those after the last are zeros.
  void unpack(Tile* tiles) const {
    for (std::size_t place = 0; place < capacity; ++place)
      tiles[place] = (place < 10 ? upper() : lower()) >> 6 * (9 - place % 10) & 63;
  }
};

}  // namespace wordtools
