// The rules of a game that a player weighs: what PlayRules leaves out.
#pragma once

#include "plays/kept_values.hpp"

namespace wordtools {

struct GameRules {
  PlayRules plays;
  std::vector<std::size_t> counts;  // of each tile in the set, 0 the blank
  std::vector<bool> swaps;          // squares that exchange the opponents' tiles
  TileSet vowels = 0;
  bool mirrored = false;  // an empty board is the same across and down
  std::size_t random_tiles = 0;
  std::optional<std::int64_t> lowest_score;

  struct Exchange {
    std::size_t bag;  // the tiles that the bag must hold
    std::optional<std::size_t> most, free;
    std::int64_t cost;
    bool returned_first, whole_rack;
  } exchange;

  struct End {
    bool refill;  // ends when the bag cannot refill a rack
    std::optional<std::size_t> scoreless, passed;
    bool scoreless_at_zero, exchange_passes;
    std::int64_t out_gains, out_bonus;
    bool others_lose, all_lose;
    std::int64_t blank_costs;
  } end;

  std::size_t rack() const { return plays.bonus.size() - 1; }
};

// Tiles that are worth points to somebody at the end: the sum of their values, and the blanks.
struct LeftTiles {
  std::int64_t points = 0, blanks = 0;
};

}  // namespace wordtools
