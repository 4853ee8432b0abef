// Computes upper bounds on the values of turns after which the other player can go out.
#pragma once

#include <bitset>

#include "players/endgame_position.hpp"

namespace wordtools {

// A play with which a player can go out. `squares` are those on which another tile could change it.
struct Threat {
  std::int64_t score;
  std::bitset<max_rows * max_columns> squares;
};

class ThreatBounds {
 public:
  static constexpr std::int64_t infinite = EndgameRules::infinite;

  ThreatBounds(const GameRules& rules, const EndgameRules& endgame)
      : rules_(rules), endgame_(endgame) {}

  Threat find_threat(const EndgamePosition& at, const Turn& turn) const {
    Threat threat{turn.score, {}};
    endgame_.for_each_end(at.squares, turn,
                          [&](std::size_t square) { threat.squares.set(square); });
    const std::size_t step = turn.down ? rules_.plays.columns : 1;
    for (std::size_t i = 0; i < turn.length; ++i) threat.squares.set(turn.square + i * step);
    return threat;
  }

  // The bound for a pass, or for a play that does not go out. `threats` are the plays with which
  // the other player can go out, highest score first.
  std::int64_t bound(const EndgamePosition& at, const std::vector<Threat>& threats,
                     const Turn& turn) const {
    for (const Threat& threat : threats) {
      if (is_parried(at, threat, turn)) continue;
      LeftTiles left = rules_.count_left(at.racks[0]);
      for (std::size_t i = 0; i < turn.count; ++i) {
        left.points -= rules_.plays.values[held(turn.tiles[i])];
        left.blanks -= held(turn.tiles[i]) == 0;
      }
      return turn.score - threat.score - rules_.count_gains(left) + rules_.count_losses(left, true);
    }
    return infinite;
  }

 private:
  bool is_parried(const EndgamePosition& at, const Threat& threat, const Turn& turn) const {
    const std::size_t step = turn.down ? rules_.plays.columns : 1;
    for (std::size_t square = turn.square, placed = 0; placed < turn.count; square += step) {
      if (at.squares[square]) continue;
      if (threat.squares[square]) return true;
      ++placed;
    }
    return false;
  }

  const GameRules& rules_;
  const EndgameRules& endgame_;
};

}  // namespace wordtools
