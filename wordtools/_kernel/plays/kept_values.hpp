// The values of tiles that a play keeps on the rack.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "plays/play_rules.hpp"

namespace wordtools {

// A value in thousandths of a point, because integers give the same sum in any order.
using Value = std::int64_t;
inline constexpr Value point = 1000;

// The subsets of a rack, each with a number, to which every tile of one kind adds the same step.
// The whole rack has the highest number, no tiles have 0.
class RackSubsets {
 public:
  // `counts`: the number of each tile on the rack, 0 for the blank.
  explicit RackSubsets(const std::array<std::uint8_t, max_tiles + 1>& counts) : counts_(counts) {
    for (std::size_t tile = 0; tile < counts.size(); ++tile) {
      if (!counts[tile]) continue;
      strides_[tile] = size_;
      kinds_.push_back({static_cast<Tile>(tile), counts[tile], size_});
      size_ *= counts[tile] + 1u;
    }
  }

  struct Kind {
    Tile tile;
    std::uint8_t count;
    std::uint32_t stride;
  };

  std::uint32_t size() const { return size_; }
  std::uint32_t whole() const { return size_ - 1; }
  std::uint32_t stride(Tile tile) const { return strides_[tile]; }
  const std::vector<Kind>& kinds() const { return kinds_; }
  // The number of tiles of a kind in a subset.
  std::uint32_t count(std::uint32_t subset, Tile tile) const {
    return subset / strides_[tile] % (counts_[tile] + 1u);
  }

  // The tiles of a subset in ascending order; returns their number.
  std::size_t list(std::uint32_t subset, Tile* tiles) const {
    std::size_t size = 0;
    for (const Kind& kind : kinds_)
      for (auto left = subset / kind.stride % (kind.count + 1u); left; --left)
        tiles[size++] = kind.tile;
    return size;
  }

 private:
  std::array<std::uint8_t, max_tiles + 1> counts_;
  std::array<std::uint32_t, max_tiles + 1> strides_{};
  std::vector<Kind> kinds_;
  std::uint32_t size_ = 1;
};

// The value added to a play's score, by the subset of the rack that it keeps.
struct KeptValues {
  RackSubsets subsets;
  std::vector<Value> values;                  // by subset
  std::array<Value, max_rack + 1> highest{};  // by the number of tiles placed

  // Call when `values` are complete.
  void find_highest(std::size_t rack_size) {
    highest.fill(std::numeric_limits<Value>::min() / 4);
    std::array<Tile, max_rack> tiles;
    for (std::uint32_t subset = 0; subset < subsets.size(); ++subset) {
      Value& best = highest[rack_size - subsets.list(subset, tiles.data())];
      best = std::max(best, values[subset]);
    }
  }
};

// The differences on an empty board. A play loses `penalty` for each of `tiles` (vowels) beside a
// letter premium that the opponent can use. With `across`, only plays across are found, because
// those down are the same.
struct Opening {
  TileSet tiles = 0;
  Value penalty = 0;
  bool across = false;
};

}  // namespace wordtools
