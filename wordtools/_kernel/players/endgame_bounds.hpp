// Upper bounds on the values of endgame turns, found without examining the next position.
#pragma once

#include <bitset>

#include "players/endgame_position.hpp"

namespace wordtools {

// A play with which a player can go out. A tile on one of these squares could change it.
struct Threat {
  std::int64_t score;
  std::bitset<max_rows * max_columns> squares;
};

class EndgameBounds {
 public:
  static constexpr std::int64_t infinite = EndgameRules::infinite;

  EndgameBounds(const Automaton& automaton, const Selection* selection, const GameRules& rules,
                const EndgameRules& endgame)
      : automaton_(automaton), selection_(selection), rules_(rules), endgame_(endgame) {}

  Threat find_threat(const EndgamePosition& at, const Turn& turn) const {
    Threat threat{turn.score, {}};
    for_each_end(at, turn, [&](std::size_t square) { threat.squares.set(square); });
    const std::size_t step = turn.down ? rules_.plays.columns : 1;
    for (std::size_t i = 0; i < turn.length; ++i) threat.squares.set(turn.square + i * step);
    return threat;
  }

  // The bound of a play that does not go out, or of a pass, if the other can go out next.
  // `threats`: those of the other, highest score first.
  std::int64_t bound_by_threats(const EndgamePosition& at, const std::vector<Threat>& threats,
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

  // The bound of a turn that leaves a single tile, since the other may always pass: with this tile,
  // the player goes out by one of `turns` (all turns of the position), or beside the turn's tiles.
  // Infinite for other turns. No value may fall below 0 points.
  std::int64_t bound_by_last_tile(const EndgamePosition& at, const std::vector<Turn>& turns,
                                  const Turn& turn) {
    if (at.racks[0].size() != turn.count + 1u) return infinite;
    std::string rest = at.racks[0];
    for (std::size_t i = 0; i < turn.count; ++i)
      rest.erase(rest.find(static_cast<char>(held(turn.tiles[i]))), 1);
    const auto tile = static_cast<Tile>(rest[0]);
    std::int64_t best = turn.count ? find_best_beside(at, turn, tile) : -infinite;
    for (const Turn& other : turns)
      if (other.count == 1 && held(other.tiles[0]) == tile) best = std::max(best, other.score);
    const std::int64_t stays = rules_.count_losses(rules_.count_left(rest), false) -
                               rules_.count_losses(rules_.count_left(at.racks[1]), false);
    return turn.score + std::max(stays, best + endgame_.count_out(at));
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

  // Calls `visit` with the empty squares before and after each word that a play makes, and each run
  // of tiles that it touches.
  template <class Visit>
  void for_each_end(const EndgamePosition& at, const Turn& turn, Visit visit) const {
    const std::string& squares = at.squares;
    const std::size_t columns = rules_.plays.columns, rows = squares.size() / columns;
    const auto visit_ends = [&](std::size_t begin, std::size_t length, bool down) {
      const std::size_t step = down ? columns : 1, places = down ? rows : columns;
      std::size_t before = down ? begin / columns : begin % columns, after = before + length;
      std::size_t end = begin + length * step;
      for (; before && squares[begin - step]; --before) begin -= step;
      for (; after < places && squares[end]; ++after) end += step;
      if (before) visit(begin - step);
      if (after < places) visit(end);
    };
    visit_ends(turn.square, turn.length, turn.down);
    const std::size_t step = turn.down ? columns : 1;
    for (std::size_t i = 0; i < turn.length; ++i) {
      const std::size_t square = turn.square + i * step;
      if (!squares[square]) visit_ends(square, 1, !turn.down);
    }
  }

  // The most points of a tile placed next to a play, or to a run of tiles that the play touches.
  std::int64_t find_best_beside(const EndgamePosition& at, const Turn& turn, Tile tile) {
    squares_ = at.squares;
    const std::size_t step = turn.down ? rules_.plays.columns : 1;
    for (std::size_t square = turn.square, placed = 0; placed < turn.count; square += step)
      if (!squares_[square]) squares_[square] = static_cast<char>(turn.tiles[placed++]);
    std::int64_t best = -infinite;
    for_each_end(at, turn,
                 [&](std::size_t square) { best = std::max(best, score_tile(square, tile)); });
    return best;
  }

  // The most points that a tile can score on an empty square; −infinite if it makes a word that the
  // lexicon does not have. A blank counts as making words everywhere.
  std::int64_t score_tile(std::size_t square, Tile tile) const {
    const Premium& premium = rules_.plays.premiums[square];
    const std::size_t columns = rules_.plays.columns, rows = squares_.size() / columns;
    std::int64_t score = rules_.plays.bonus[1];
    for (const bool down : {false, true}) {
      const std::size_t step = down ? columns : 1, places = down ? rows : columns;
      std::size_t first = down ? square / columns : square % columns, begin = square;
      for (; first && squares_[begin - step]; --first) begin -= step;
      std::int64_t points = rules_.plays.values[tile] * premium.letter + premium.points;
      std::array<Tile, max_rows> word;
      std::size_t length = 0;
      for (std::size_t next = begin; first + length < places; next += step, ++length) {
        const auto there = static_cast<Tile>(squares_[next]);
        if (!there && next != square) break;
        word[length] = next == square ? tile : there & ~blank_tile;
        if (next != square) points += rules_.plays.values[held(there)];
      }
      if (length < 2) continue;
      if (tile && !is_in_lexicon(word.data(), length)) return -infinite;
      score += points * premium.word;
    }
    return score;
  }

  bool is_in_lexicon(const Tile* word, std::size_t length) const {
    if (!selection_) return automaton_.contains(word, length);
    const std::int64_t rank = automaton_.find_rank(word, length);
    return rank >= 0 && selection_->contains(static_cast<std::size_t>(rank));
  }

  const Automaton& automaton_;
  const Selection* selection_;
  const GameRules& rules_;
  const EndgameRules& endgame_;
  std::string squares_;  // after a play
};

}  // namespace wordtools
