// The values of the tiles that a play keeps on the rack.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "plays/play_rules.hpp"

namespace wordtools {

// A value in thousandths of a point. It is an integer so that sums do not depend on the order of
// addition.
using Value = std::int64_t;
inline constexpr Value point = 1000;

// Numbers the subsets of a rack. Adding a tile of a given kind always raises the number by the same
// step, the `stride` of that kind. The empty subset has number 0, and the whole rack has the
// highest number.
class RackSubsets {
 public:
  // `counts` says how many of each tile are on the rack; tile 0 is the blank.
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
  // How many tiles of this kind a subset has.
  std::uint32_t count(std::uint32_t subset, Tile tile) const {
    return subset / strides_[tile] % (counts_[tile] + 1u);
  }

  // Writes the tiles of a subset in ascending order; returns their number.
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

// The value added to a play's score for the subset of the rack that it keeps.
struct KeptValues {
  RackSubsets subsets;
  std::vector<Value> values;  // by subset
};

// An upper bound on what the rest of a rack can still contribute once some tiles are placed: the
// points of the tiles yet to be placed, and the value of those finally kept.
class RackBounds {
 public:
  // `worths` has the points that each tile is worth. `kept` has the values of the same subsets;
  // without it, kept tiles are worth 0.
  void set_rack(const RackSubsets& subsets, const std::vector<int>& worths,
                const KeptValues* kept) {
    kept_ = kept;
    kinds_ = &subsets.kinds();
    sizes_.assign(1, 0);
    worths_.assign(1, 0);
    for (const RackSubsets::Kind& kind : *kinds_) {
      for (std::uint32_t subset = 0; subset < kind.stride * kind.count; ++subset) {
        sizes_.push_back(static_cast<std::uint8_t>(sizes_[subset] + 1));
        worths_.push_back(worths_[subset] + worths[kind.tile]);
      }
    }
    tables_.clear();
  }

  // The points of a subset's tiles.
  std::int64_t worth(std::uint32_t subset) const { return worths_[subset]; }

  // For each subset, the bounds with this word factor, indexed by the number of tiles kept in the
  // end. Each is the bound for the best smaller subset with that many tiles.
  const Value* find(std::int64_t factor) {
    for (const Table& table : tables_)
      if (table.factor == factor) return table.bounds.data();
    const std::size_t row = row_size();
    Table& table = tables_.emplace_back(factor);
    table.bounds.assign(sizes_.size() * row, none);
    for (std::size_t subset = 0; subset < sizes_.size(); ++subset)
      table.bounds[subset * row + sizes_[subset]] =
          (kept_ ? kept_->values[subset] : 0) - factor * worths_[subset] * point;
    for (const RackSubsets::Kind& kind : *kinds_)
      for (std::size_t from = 0; from < sizes_.size(); from += kind.stride * (kind.count + 1u))
        for (std::size_t i = from * row; i < (from + kind.stride * kind.count) * row; ++i) {
          Value& larger = table.bounds[i + kind.stride * row];
          larger = std::max(larger, table.bounds[i]);
        }
    for (std::size_t subset = 0; subset < sizes_.size(); ++subset)
      for (std::size_t kept = 0; kept <= sizes_[subset]; ++kept)
        table.bounds[subset * row + kept] += factor * worths_[subset] * point;
    return table.bounds.data();
  }
  // The number of bounds that each subset has.
  std::size_t row_size() const { return sizes_.back() + 1u; }

 private:
  static constexpr Value none = std::numeric_limits<Value>::min() / 4;

  struct Table {
    std::int64_t factor;
    std::vector<Value> bounds;
  };
  const KeptValues* kept_ = nullptr;
  const std::vector<RackSubsets::Kind>* kinds_ = nullptr;
  std::vector<std::uint8_t> sizes_;   // by subset
  std::vector<std::int64_t> worths_;  // by subset
  std::vector<Table> tables_;
};

// Adjustments for an empty board. A play loses `penalty` for each tile in `tiles` (the vowels) that
// it places beside a letter premium, which the opponent could then use. With `across`, only plays
// across are found, because plays down would be the same.
struct Opening {
  TileSet tiles = 0;
  Value penalty = 0;
  bool across = false;
};

}  // namespace wordtools
