// The best turns of an endgame: two players, no tiles in the bag, so both racks are known.
//
// Alpha-beta with iterative deepening, after Knuth and Moore, "An Analysis of Alpha-Beta Pruning"
// (1975): the search of one depth orders the turns of the next. A position beyond the depth is
// valued by playing it out greedily. When a search of some depth reaches the end of the game on
// every line that matters, its result is exact. Values are points: the mover's less the other's,
// from the position on.
//
// Passing back and forth leads to positions that differ only in the number of turns without points.
// With p, the value of the mover's best play, q that of the other's, and x the value if nothing
// more is played, passes that are left give max(p, min(q, max(p, min(q, … x)))), which is the same
// for 2, 4, 6 … of them, and for 3, 5, 7 …. So no more than three turns without points are looked
// at, if every play scores.
#pragma once

#include <bit>
#include <chrono>
#include <deque>

#include "players/position.hpp"

namespace wordtools {

// Where a search ends. A number of nodes gives the same result anywhere, a time does not.
struct Limits {
  std::uint64_t nodes = 0;
  double seconds = 0;  // 0: no limit
};

struct Endgame {
  std::vector<Turn> line;  // the best turns of both, the mover's first
  std::int64_t value = 0;
  bool exact = false;
  bool timed = false;  // the clock ended the search: another run may find another turn
  std::uint64_t nodes = 0;
};

class EndgameSolver {
 public:
  EndgameSolver(const Automaton& automaton, const Selection* selection, const GameRules& rules)
      : automaton_(automaton), selection_(selection), rules_(rules) {}

  // Solves a position of two players with an empty bag. Without an exact result, the line has at
  // least the turn that the deepest search found best.
  Endgame solve(const Position& position, const Limits& limits) {
    limits_ = limits;
    nodes_ = 0;
    stopped_ = timed_ = false;
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(limits.seconds));
    Node& root = at(0).node;
    root = {};
    root.squares = position.squares();
    const std::size_t mover = position.mover();
    for (const std::size_t side : {0, 1}) {
      root.racks[side] = position.rack(side ? 1 - mover : mover);
      root.scores[side] = position.scores()[side ? 1 - mover : mover];
    }
    root.scoreless = position.scoreless();
    root.passes = position.passes();
    is_reducible_ = every_play_scores(root);
    shorten(root);
    slots_ = std::bit_ceil(std::clamp<std::uint64_t>(limits.nodes, 1, most_slots));
    if (table_.size() < slots_) table_.resize(slots_);
    ++generation_;
    Endgame result;
    list_turns(0);  // so that there is a turn, whatever the limits
    result.line = {at(0).choices.front().turn};
    for (std::uint8_t depth = 1;; depth += depth < 2 ? 1 : 2 + depth / 6) {
      at(0).line.clear();
      const Outcome outcome = search(0, depth, -infinite, infinite);
      if (!at(0).line.empty()) {
        result.line = at(0).line;
        result.value = outcome.value;
      }
      result.exact = outcome.complete && !stopped_;
      if (result.exact || stopped_ || depth > most_depth) break;
    }
    result.nodes = nodes_;
    result.timed = timed_;
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max() / 4;
  static constexpr std::uint64_t most_slots = 1 << 20;
  static constexpr std::uint32_t no_turn = 0xFFFFFFFF;
  static constexpr std::uint8_t most_depth = 200;
  static constexpr std::int64_t unplayed_cost = 5;  // of not going out, in the estimate

  // Side 0 is to move.
  struct Node {
    std::string squares;
    std::array<std::string, 2> racks;
    std::array<std::int64_t, 2> scores{};
    std::size_t scoreless = 0, passes = 0;
    bool out = false, ended = false;  // out: side 1 has just placed its last tile
  };
  // The value is a bound if it is not within the window. Complete: no position was estimated.
  struct Outcome {
    std::int64_t value = 0;
    bool complete = false;
  };
  enum class Bound : std::uint8_t { exact, lower, upper };
  struct Entry {
    std::uint64_t key = 0;
    std::int64_t value = 0;
    std::uint32_t generation = 0;
    std::uint32_t turn = no_turn;  // by its number as generated
    std::uint8_t depth = 0;
    Bound bound = Bound::exact;
    bool complete = false;
  };
  struct Choice {
    Turn turn;  // its value is the estimate by which turns are ordered
    std::uint32_t number;
  };

  // One of the positions from the first on, with what the search of it uses.
  struct Ply {
    Node node;
    PlayGenerator plays;
    std::vector<Choice> choices;
    std::vector<Turn> line;
  };

  static std::uint64_t mix(std::uint64_t number) { return Random(number).next(); }

  // The key of a position. Tiles of a rack are added up, in any order.
  std::uint64_t key_of(const Node& node) const {
    std::uint64_t key = 0;
    for (std::size_t at = 0; at < node.squares.size(); ++at)
      if (node.squares[at]) key ^= mix(at << 8 | static_cast<Tile>(node.squares[at]));
    for (const std::size_t side : {0, 1})
      for (const char tile : node.racks[side])
        key += mix(std::uint64_t{1} << 32 | side << 8 | static_cast<Tile>(tile));
    key += mix(std::uint64_t{1} << 33 | node.scoreless << 8 | node.passes);
    if (rules_.lowest_score || !rules_.end.scoreless_at_zero)
      for (const std::size_t side : {0, 1})
        key += mix(std::uint64_t{1} << 34 | side << 33 |
                   static_cast<std::uint32_t>(node.scores[side]));
    return key;
  }

  Ply& at(std::size_t ply) {
    while (plies_.size() <= ply)
      plies_.push_back({{}, PlayGenerator(automaton_, selection_, rules_.plays), {}, {}});
    return plies_[ply];
  }

  // True if no play of these racks can be without points, on this board or a later one.
  bool every_play_scores(const Node& node) const {
    const auto& plays = rules_.plays;
    for (const Premium& premium : plays.premiums)
      if (premium.points < 0) return false;
    for (const int bonus : plays.bonus)
      if (bonus < 0) return false;
    std::size_t worthless = 0;  // a play with one of them has a tile that is worth points beside it
    for (const auto& rack : node.racks)
      for (const char tile : rack) {
        if (plays.values[static_cast<Tile>(tile)] < 0) return false;
        worthless += plays.values[static_cast<Tile>(tile)] == 0;
      }
    for (const char square : node.squares) {
      const auto tile = static_cast<Tile>(square);
      const int value = plays.values[tile & blank_tile ? 0 : tile];
      if (tile && value < 0) return false;
      if (worthless && tile && value == 0) return false;
    }
    const bool counts = rules_.end.scoreless_at_zero || node.scores[0] || node.scores[1];
    return worthless <= 1 && counts;
  }

  std::size_t count_to_end(const Node& node) const {
    const auto& end = rules_.end;
    std::size_t left =
        Position::most_scoreless - std::min(node.scoreless, Position::most_scoreless);
    if (end.scoreless)
      left = std::min(left, *end.scoreless - std::min(*end.scoreless, node.scoreless));
    if (end.passed) left = std::min(left, *end.passed * 2 - std::min(*end.passed * 2, node.passes));
    return left;
  }

  // Leaves out pairs of passes that make no difference.
  void shorten(Node& node) const {
    if (!is_reducible_) return;
    for (std::size_t left = count_to_end(node); left > 3; left -= 2) {
      node.scoreless += 2;
      node.passes += 2;
    }
  }

  // The points for tiles left: side 0's less side 1's.
  std::int64_t settle(const Node& node) const {
    std::array<LeftTiles, 2> left;
    for (const std::size_t side : {0, 1}) left[side] = rules_.count_left(node.racks[side]);
    std::array<std::int64_t, 2> points;
    for (const std::size_t side : {0, 1})
      points[side] = rules_.limit_points(
          node.scores[side], node.out && side == 1 ? rules_.count_gains(left[0])
                                                   : rules_.count_losses(left[side], node.out));
    return points[0] - points[1];
  }

  // Lists the turns of side 0, the most promising first.
  void list_turns(std::size_t ply) {
    ++nodes_;
    Ply& here = at(ply);
    const Node& node = here.node;
    if (ply)
      here.plays.set_board(node.squares, at(ply - 1).plays);
    else
      here.plays.set_board(node.squares);
    here.plays.set_rack(node.racks[0]);
    here.plays.find_all();
    auto& choices = here.choices;
    choices.clear();
    const LeftTiles own = rules_.count_left(node.racks[0]),
                    others = rules_.count_left(node.racks[1]);
    const std::int64_t out = rules_.count_gains(others) - rules_.count_losses(others, true);
    const std::int64_t cost = rules_.end.out_gains + rules_.end.others_lose;
    for (const FoundPlay& play : here.plays.plays()) {
      Turn turn{TurnKind::play, play.down, play.length, 0, play.square, play.score, 0, play.tiles};
      std::int64_t kept = own.points;
      for (; turn.count < max_rack && turn.tiles[turn.count]; ++turn.count)
        kept -= rules_.plays.values[held(turn.tiles[turn.count])];
      turn.value =
          turn.score + (turn.count == node.racks[0].size() ? out : -(unplayed_cost + cost * kept));
      choices.push_back({turn, static_cast<std::uint32_t>(choices.size())});
    }
    Turn pass;
    pass.value = -(unplayed_cost + cost * own.points);
    choices.push_back({pass, static_cast<std::uint32_t>(choices.size())});
    std::ranges::sort(choices, [](const Choice& one, const Choice& other) {
      return one.turn.value != other.turn.value ? one.turn.value > other.turn.value
                                                : one.number < other.number;
    });
  }

  static std::size_t held(Tile tile) { return tile & blank_tile ? 0 : tile; }

  // Advances by a turn; returns its points.
  std::int64_t take(std::size_t ply, const Turn& turn) {
    Node& next = at(ply + 1).node;
    const Node& node = at(ply).node;
    next.squares = node.squares;
    next.racks = {node.racks[1], node.racks[0]};
    next.scores = {node.scores[1], node.scores[0]};
    next.scoreless = node.scoreless + 1;
    next.passes = node.passes + 1;
    next.out = next.ended = false;
    std::int64_t points = 0;
    if (turn.kind == TurnKind::play) {
      const std::size_t step = turn.down ? rules_.plays.columns : 1;
      for (std::size_t square = turn.square, placed = 0; placed < turn.count; square += step) {
        if (next.squares[square]) continue;
        const Tile tile = turn.tiles[placed++];
        next.squares[square] = static_cast<char>(tile);
        next.racks[1].erase(next.racks[1].find(static_cast<char>(held(tile))), 1);
      }
      points = rules_.limit_points(node.scores[0], turn.score);
      next.scores[1] += points;
      next.passes = 0;
      if (turn.score > 0) next.scoreless = 0;
      next.out = next.racks[1].empty() && !rules_.end.refill;
      next.ended = next.out || rules_.end.refill;
    }
    const auto& end = rules_.end;
    const bool counts = end.scoreless_at_zero || next.scores[0] || next.scores[1];
    next.ended |= (counts && end.scoreless && next.scoreless >= *end.scoreless) ||
                  (end.passed && next.passes >= *end.passed * 2) ||
                  next.scoreless >= Position::most_scoreless;
    if (!next.ended) shorten(next);
    return points;
  }

  // True if a limit is reached.
  bool is_over() {
    if (nodes_ >= limits_.nodes) stopped_ = true;
    if (limits_.seconds > 0 && nodes_ % 64 == 0 && Clock::now() >= deadline_)
      stopped_ = timed_ = true;
    return stopped_;
  }

  // The value of a position if both play greedily.
  std::int64_t play_out(std::size_t ply) {
    std::int64_t value = 0, sign = 1;
    for (;; ++ply, sign = -sign) {
      list_turns(ply);
      value += sign * take(ply, at(ply).choices.front().turn);
      const Node& next = at(ply + 1).node;
      if (next.ended) return value - sign * settle(next);
    }
  }

  Outcome search(std::size_t ply, std::uint8_t depth, std::int64_t alpha, std::int64_t beta) {
    if (ply) at(ply).line.clear();
    if (is_over()) return {};
    const std::uint64_t key = key_of(at(ply).node);
    Entry& entry = table_[key % slots_];
    const bool is_known = entry.generation == generation_ && entry.key == key;
    if (ply && is_known && (entry.complete || entry.depth >= depth) &&
        (entry.bound == Bound::exact ||
         (entry.bound == Bound::lower ? entry.value >= beta : entry.value <= alpha)))
      return {entry.value, entry.complete};
    if (depth == 0) {
      const std::int64_t value = play_out(ply);
      entry = {key, value, generation_, no_turn, 0, Bound::exact, false};
      return {value, false};
    }
    const std::uint32_t first = is_known ? entry.turn : no_turn;
    list_turns(ply);
    auto& choices = at(ply).choices;
    if (const auto best = std::ranges::find(choices, first, &Choice::number); best != choices.end())
      std::rotate(choices.begin(), best, best + 1);
    Outcome result{-infinite, true};
    std::uint32_t best = no_turn;
    const std::int64_t floor = alpha;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const std::int64_t points = take(ply, choices[i].turn);
      Outcome outcome{0, true};
      if (at(ply + 1).node.ended) {
        outcome.value = -settle(at(ply + 1).node);
        at(ply + 1).line.clear();
      } else {
        const auto reply = [&](std::int64_t low, std::int64_t high) {
          outcome = search(ply + 1, depth - 1, points - high, points - low);
          outcome.value = -outcome.value;
        };
        if (i) reply(alpha, alpha + 1);
        if (!i || (points + outcome.value > alpha && points + outcome.value < beta))
          reply(alpha, beta);
        if (stopped_) break;
      }
      outcome.value += points;
      if (outcome.value > result.value) {
        result.value = outcome.value;
        best = choices[i].number;
        if (outcome.value > alpha) {
          auto& line = at(ply).line;
          line.assign(1, choices[i].turn);
          line.insert(line.end(), at(ply + 1).line.begin(), at(ply + 1).line.end());
        }
        alpha = std::max(alpha, outcome.value);
      }
      if (alpha >= beta) {
        result.complete = outcome.complete;
        break;
      }
      result.complete &= outcome.complete;
    }
    if (stopped_) return {result.value, false};
    const Bound bound = result.value >= beta    ? Bound::lower
                        : result.value <= floor ? Bound::upper
                                                : Bound::exact;
    entry = {key, result.value, generation_, best, depth, bound, result.complete};
    return result;
  }

  const Automaton& automaton_;
  const Selection* selection_;
  const GameRules& rules_;
  std::deque<Ply> plies_;
  std::vector<Entry> table_;
  std::uint64_t slots_ = 0;  // of the table, that the limits make use of
  std::uint32_t generation_ = 0;
  bool is_reducible_ = false;
  Limits limits_;
  Clock::time_point deadline_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false, timed_ = false;
};

}  // namespace wordtools
