// The rules that a player needs to value turns, beyond PlayRules.
#pragma once

#include <string_view>

#include "plays/kept_values.hpp"

namespace wordtools {

// What the tiles left at the end are worth: the sum of their values, and the number of blanks.
struct LeftTiles {
  std::int64_t points = 0, blanks = 0;
};

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

  LeftTiles count_left(std::string_view rack) const {
    LeftTiles left;
    for (const char tile : rack) {
      left.points += plays.values[static_cast<Tile>(tile)];
      left.blanks += tile == 0;
    }
    return left;
  }
  // The points that the player who went out gets for the tiles of all others.
  std::int64_t count_gains(const LeftTiles& others) const {
    return end.out_gains * others.points + end.out_bonus;
  }
  // The points that each of the other players gets for their own tiles. `out` is true if a player
  // went out.
  std::int64_t count_losses(const LeftTiles& own, bool out) const {
    return -((out ? end.others_lose : end.all_lose) ? own.points : 0) -
           end.blank_costs * own.blanks;
  }
  // How many points a score really gains or loses, given that no score can fall below the lowest
  // score allowed.
  std::int64_t limit_points(std::int64_t score, std::int64_t points) const {
    if (!lowest_score || points >= 0) return points;
    return std::max(points, std::min<std::int64_t>(0, *lowest_score - score));
  }
};

}  // namespace wordtools
