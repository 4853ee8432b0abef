// The positions of an endgame and the effects of turns on them.
#pragma once

#include <limits>

#include "players/position.hpp"

namespace wordtools {

// A position with two players whose tiles are known, and an empty bag. Side 0 is to move.
struct EndgamePosition {
  std::string squares;
  std::array<std::string, 2> racks;
  std::array<std::int64_t, 2> scores{};
  std::uint64_t board_key = 0;
  std::size_t scoreless = 0, passes = 0;
  bool out = false, ended = false;  // out: side 1 has just placed its last tile
};

// The tile as it was on the rack: a blank without its letter.
inline std::size_t held(Tile tile) { return tile & blank_tile ? 0 : tile; }

class EndgameRules {
 public:
  static constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max() / 4;

  explicit EndgameRules(const GameRules& rules) : rules_(rules) {}

  // The first position of an endgame. Its tiles determine whether later positions may be shortened.
  EndgamePosition begin(const Position& position) {
    EndgamePosition root;
    root.squares = position.squares();
    const std::size_t mover = position.mover();
    for (const std::size_t side : {0, 1}) {
      root.racks[side] = position.rack(side ? 1 - mover : mover);
      root.scores[side] = position.scores()[side ? 1 - mover : mover];
    }
    root.scoreless = position.scoreless();
    root.passes = position.passes();
    for (std::size_t square = 0; square < root.squares.size(); ++square)
      if (root.squares[square]) root.board_key ^= key_of(square, root.squares[square]);
    is_reducible_ = every_play_scores(root);
    shorten(root);
    return root;
  }

  static std::uint64_t mix(std::uint64_t number) { return Random(number).next(); }

  // The key of a tile on a square.
  static std::uint64_t key_of(std::size_t square, char tile) {
    return mix(square << 8 | static_cast<Tile>(tile));
  }

  // The key of a position. The keys of a rack's tiles are added up, so their order does not matter.
  std::uint64_t key_of(const EndgamePosition& at) const {
    std::uint64_t key = at.board_key;
    for (const std::size_t side : {0, 1})
      for (const char tile : at.racks[side])
        key += mix(std::uint64_t{1} << 32 | side << 8 | static_cast<Tile>(tile));
    key += mix(std::uint64_t{1} << 33 | at.scoreless << 8 | at.passes);
    if (rules_.lowest_score || !rules_.end.scoreless_at_zero)
      for (const std::size_t side : {0, 1})
        key +=
            mix(std::uint64_t{1} << 34 | side << 33 | static_cast<std::uint32_t>(at.scores[side]));
    return key;
  }

  // True if no play can score less than 0 points.
  bool has_no_negatives() const {
    const auto& plays = rules_.plays;
    return std::ranges::all_of(plays.premiums, [](const Premium& p) { return p.points >= 0; }) &&
           std::ranges::all_of(plays.bonus, [](int bonus) { return bonus >= 0; }) &&
           std::ranges::all_of(plays.values, [](int value) { return value >= 0; });
  }

  // True if this many turns without points, or this many passes, end the game.
  bool is_ended(const EndgamePosition& at, std::size_t scoreless, std::size_t passes) const {
    const auto& end = rules_.end;
    const bool counts = end.scoreless_at_zero || at.scores[0] || at.scores[1];
    return (counts && end.scoreless && scoreless >= *end.scoreless) ||
           (end.passed && passes >= *end.passed * 2) || scoreless >= Position::most_scoreless;
  }

  // The points for the tiles left on racks: those of side 0 minus those of side 1.
  std::int64_t settle(const EndgamePosition& at) const {
    std::array<LeftTiles, 2> left;
    for (const std::size_t side : {0, 1}) left[side] = rules_.count_left(at.racks[side]);
    std::array<std::int64_t, 2> points;
    for (const std::size_t side : {0, 1})
      points[side] = rules_.limit_points(
          at.scores[side], at.out && side == 1 ? rules_.count_gains(left[0])
                                               : rules_.count_losses(left[side], at.out));
    return points[0] - points[1];
  }

  // The points that side 0 gains by going out, in addition to the play's score.
  std::int64_t count_out(const EndgamePosition& at) const {
    const LeftTiles left = rules_.count_left(at.racks[1]);
    return rules_.count_gains(left) - rules_.count_losses(left, true);
  }

  // Advances to the position after a turn; returns its points.
  std::int64_t take(const EndgamePosition& at, const Turn& turn, EndgamePosition& next) const {
    next.squares = at.squares;
    next.board_key = at.board_key;
    next.racks = {at.racks[1], at.racks[0]};
    next.scores = {at.scores[1], at.scores[0]};
    next.scoreless = at.scoreless + 1;
    next.passes = at.passes + 1;
    next.out = next.ended = false;
    std::int64_t points = 0;
    if (turn.kind == TurnKind::play) {
      const std::size_t step = turn.down ? rules_.plays.columns : 1;
      for (std::size_t square = turn.square, placed = 0; placed < turn.count; square += step) {
        if (next.squares[square]) continue;
        const Tile tile = turn.tiles[placed++];
        next.squares[square] = static_cast<char>(tile);
        next.board_key ^= key_of(square, static_cast<char>(tile));
        next.racks[1].erase(next.racks[1].find(static_cast<char>(held(tile))), 1);
      }
      points = rules_.limit_points(at.scores[0], turn.score);
      next.scores[1] += points;
      next.passes = 0;
      if (turn.score > 0) next.scoreless = 0;
      next.out = next.racks[1].empty() && !rules_.end.refill;
      next.ended = next.out || rules_.end.refill;
    }
    next.ended |= is_ended(next, next.scoreless, next.passes);
    if (!next.ended) shorten(next);
    return points;
  }

  // Calls `visit` with the empty squares at both ends of each word that a play makes, and of each
  // row of tiles that the play touches.
  template <class Visit>
  void for_each_end(std::string_view squares, const Turn& turn, Visit visit) const {
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

 private:
  // True if every play from these racks scores points, both on this board and on any later one.
  bool every_play_scores(const EndgamePosition& at) const {
    if (!has_no_negatives()) return false;
    const auto& values = rules_.plays.values;
    std::size_t worthless = 0;  // a play with one of them has a tile that is worth points beside it
    for (const auto& rack : at.racks)
      for (const char tile : rack) worthless += values[static_cast<Tile>(tile)] == 0;
    for (const char square : at.squares)
      if (worthless && square && values[held(static_cast<Tile>(square))] == 0) return false;
    const bool counts = rules_.end.scoreless_at_zero || at.scores[0] || at.scores[1];
    return worthless <= 1 && counts;
  }

  std::size_t count_to_end(const EndgamePosition& at) const {
    const auto& end = rules_.end;
    std::size_t left = Position::most_scoreless - std::min(at.scoreless, Position::most_scoreless);
    if (end.scoreless)
      left = std::min(left, *end.scoreless - std::min(*end.scoreless, at.scoreless));
    if (end.passed) left = std::min(left, *end.passed * 2 - std::min(*end.passed * 2, at.passes));
    return left;
  }

  // Omits pairs of passes that make no difference.
  //
  // Passing back and forth leads to positions that differ only in the number of turns without
  // points. Let p be the value of the mover's best play, q that of the other player's best play,
  // and x the value if nothing more is played. With the remaining passes, the value is max(p,
  // min(q, max(p, min(q, … x)))). It is the same for 2, 4, 6 … passes, and the same for 3, 5, 7 …
  // passes. So if every play scores, at most three turns without points are examined.
  void shorten(EndgamePosition& at) const {
    if (!is_reducible_) return;
    for (std::size_t left = count_to_end(at); left > 3; left -= 2) {
      at.scoreless += 2;
      at.passes += 2;
    }
  }

  const GameRules& rules_;
  bool is_reducible_ = false;
};

}  // namespace wordtools
