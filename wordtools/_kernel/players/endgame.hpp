// The best turns of an endgame: two players, no tiles in the bag, so both racks are known.
//
// Alpha-beta with iterative deepening, after Knuth and Moore, "An Analysis of Alpha-Beta Pruning"
// (1975): the search of one depth orders the turns of the next. A position beyond the depth is
// valued by playing it out greedily; the last search goes to the end of the game. When a search
// reaches it on every line that matters, its result is exact. Values are points: the mover's less
// the other's, from the position on.
//
// Most turns are refuted without a look at the next position, by what the other can do anyway: go
// out with a play that the turn does not touch, or pass until the end. Positions in which all plays
// are last ones are valued at once. Plays are generated line by line, and remembered.
//
// Passing back and forth leads to positions that differ only in the number of turns without points.
// With p, the value of the mover's best play, q that of the other's, and x the value if nothing
// more is played, passes that are left give max(p, min(q, max(p, min(q, … x)))), which is the same
// for 2, 4, 6 … of them, and for 3, 5, 7 …. So no more than three turns without points are looked
// at, if every play scores.
#pragma once

#include <bit>
#include <bitset>
#include <chrono>
#include <deque>

#include "players/line_plays.hpp"
#include "players/position.hpp"
#include "players/processor_clock.hpp"

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
      : automaton_(automaton), selection_(selection), rules_(rules), known_(rules, most_lines) {}

  // Solves a position of two players with an empty bag. Without an exact result, the line has at
  // least the turn that the deepest search found best.
  Endgame solve(const Position& position, const Limits& limits) {
    limits_ = limits;
    nodes_ = next_look_ = 0;
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
    root.board_key = 0;
    for (std::size_t square = 0; square < root.squares.size(); ++square)
      if (root.squares[square]) root.board_key ^= key_of(square, root.squares[square]);
    is_reducible_ = every_play_scores(root);
    // Scores must not depend on one another, nor plays on the first one.
    has_threats_ = !rules_.lowest_score && !rules_.end.refill && root.board_key;
    has_last_bounds_ = has_threats_ && has_no_negatives();
    shorten(root);
    slots_ = std::bit_ceil(std::clamp<std::uint64_t>(limits.nodes, 1, most_slots));
    if (table_.size() < slots_) table_.resize(slots_);
    ++generation_;
    Endgame result;
    at(0).is_set = false;
    result.line = {find_greedy(0)};  // so that there is a turn, whatever the limits
    for (const std::uint8_t depth : depths) {
      at(0).line.clear();
      const Outcome outcome = search(0, depth, -infinite, infinite);
      if (!at(0).line.empty()) {
        result.line = at(0).line;
        result.value = outcome.value;
      }
      result.exact = outcome.complete && !stopped_;
      if (result.exact || stopped_) break;
    }
    result.nodes = nodes_;
    result.timed = timed_;
    return result;
  }

 private:
  using Clock = ProcessorClock;
  static constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max() / 4;
  static constexpr std::uint64_t most_slots = 1 << 21;
  static constexpr std::uint32_t no_turn = 0xFFFFFFFF;
  // The last one is deeper than nearly every game is long.
  static constexpr std::array<std::uint8_t, 4> depths{1, 2, 4, 200};
  static constexpr std::size_t most_lines = 1 << 16, most_threats = 3;
  static constexpr std::int64_t unplayed_cost = 5;  // in the estimate, of not going out

  // Side 0 is to move.
  struct Node {
    std::string squares;
    std::array<std::string, 2> racks;
    std::array<std::int64_t, 2> scores{};
    std::uint64_t board_key = 0;
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
  // A turn by its number as listed. No value of the position is above `bound` if it is taken.
  struct Choice {
    std::int64_t estimate, bound;
    std::uint32_t number;
    bool operator<(const Choice& other) const {
      return estimate != other.estimate ? estimate < other.estimate : number > other.number;
    }
  };

  // A play with which a player can go out. A tile on one of these squares could change it.
  struct Threat {
    std::int64_t score;
    std::bitset<max_rows * max_columns> squares;
  };

  // One of the positions from the first on, with what the search of it uses.
  struct Ply {
    Node node;
    bool is_set = false;  // plays and hashes are those of the node
    PlayGenerator plays;
    std::array<std::vector<std::uint64_t>, 3> hashes;  // of lines, by direction
    std::vector<Turn> turns;
    std::vector<Choice> choices;
    std::vector<Threat> threats;
    std::vector<Turn> line;
  };

  static std::uint64_t mix(std::uint64_t number) { return Random(number).next(); }

  static std::uint64_t key_of(std::size_t square, char tile) {
    return mix(square << 8 | static_cast<Tile>(tile));
  }

  // The key of a position. Tiles of a rack are added up, in any order.
  std::uint64_t key_of(const Node& node) const {
    std::uint64_t key = node.board_key;
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
      plies_.push_back(
          {{}, false, PlayGenerator(automaton_, selection_, rules_.plays), {}, {}, {}, {}, {}});
    return plies_[ply];
  }

  // True if nothing is worth less than 0 points.
  bool has_no_negatives() const {
    const auto& plays = rules_.plays;
    return std::ranges::all_of(plays.premiums, [](const Premium& p) { return p.points >= 0; }) &&
           std::ranges::all_of(plays.bonus, [](int bonus) { return bonus >= 0; }) &&
           std::ranges::all_of(plays.values, [](int value) { return value >= 0; });
  }

  // True if no play of these racks can be without points, on this board or a later one.
  bool every_play_scores(const Node& node) const {
    if (!has_no_negatives()) return false;
    const auto& values = rules_.plays.values;
    std::size_t worthless = 0;  // a play with one of them has a tile that is worth points beside it
    for (const auto& rack : node.racks)
      for (const char tile : rack) worthless += values[static_cast<Tile>(tile)] == 0;
    for (const char square : node.squares)
      if (worthless && square && values[held(static_cast<Tile>(square))] == 0) return false;
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

  void set_board(std::size_t ply) {
    Ply& here = at(ply);
    if (std::exchange(here.is_set, true)) return;
    if (ply) {
      const Ply& before = at(ply - 1);
      here.plays.set_board(here.node.squares, before.plays);
      here.hashes = before.hashes;
    } else {
      here.plays.set_board(here.node.squares);
      for (const Along along : {along_across, along_down})
        here.hashes[along].resize(here.plays.count_lines(along));
    }
    for (const auto& line : here.plays.changed_lines())
      here.hashes[line.along][line.number] = here.plays.hash_line(line);
  }

  // Calls `visit` with the plays of a side on each line.
  template <class Visit>
  void for_each_line(std::size_t ply, std::size_t side, Visit visit) {
    set_board(ply);
    Ply& here = at(ply);
    const std::string& rack = here.node.racks[side];
    std::uint64_t key = 0;
    for (const char tile : rack) key += mix(std::uint64_t{1} << 35 | static_cast<Tile>(tile));
    bool is_set = false;
    for (const Along along : {along_across, along_down})
      for (std::size_t number = 0; number < here.hashes[along].size(); ++number)
        if (!visit(known_.find(here.plays, {along, number}, mix(here.hashes[along][number] ^ key),
                               rack.size(), [&] {
                                 if (!std::exchange(is_set, true)) here.plays.set_rack(rack);
                               })))
          return;
  }

  // What side 0 makes by going out, besides the score, and what a point kept costs it otherwise.
  std::int64_t count_out(const Node& node) const {
    return rules_.count_gains(rules_.count_left(node.racks[1])) -
           rules_.count_losses(rules_.count_left(node.racks[1]), true);
  }
  std::int64_t estimate_kept(const Node& node) const {
    return -unplayed_cost - (rules_.end.out_gains + rules_.end.others_lose) *
                                rules_.count_left(node.racks[0]).points;
  }

  // The turn of side 0 that looks best at once.
  Turn find_greedy(std::size_t ply) {
    ++nodes_;
    const Node& node = at(ply).node;
    const std::int64_t out = count_out(node), kept = estimate_kept(node);
    Turn best;
    std::int64_t value = kept;
    for_each_line(ply, 0, [&](const LinePlays::Plays& plays) {
      if (plays.outs && plays.turns.front().score + out > value) {
        best = plays.turns.front();
        value = best.score + out;
      }
      if (plays.outs < plays.turns.size() && plays.turns[plays.outs].value + kept > value) {
        best = plays.turns[plays.outs];
        value = best.value + kept;
      }
      return true;
    });
    return best;
  }

  // The best plays with which side 1 could go out at once.
  void list_threats(std::size_t ply) {
    auto& threats = at(ply).threats;
    threats.clear();
    if (!has_threats_) return;
    const Node& node = at(ply).node;
    std::array<Turn, most_threats> best;
    std::size_t count = 0;
    for_each_line(ply, 1, [&](const LinePlays::Plays& plays) {
      for (std::size_t i = 0; i < plays.outs; ++i) {
        if (count == most_threats && plays.turns[i].score <= best[count - 1].score) break;
        count += count < most_threats;
        std::size_t place = count - 1;
        for (; place && best[place - 1].score < plays.turns[i].score; --place)
          best[place] = best[place - 1];
        best[place] = plays.turns[i];
      }
      return true;
    });
    for (std::size_t i = 0; i < count; ++i) {
      threats.push_back({best[i].score, {}});
      auto& squares = threats.back().squares;
      const std::size_t columns = rules_.plays.columns, rows = node.squares.size() / columns;
      const std::size_t step = best[i].down ? columns : 1, across = best[i].down ? 1 : columns;
      const std::size_t place = best[i].down ? best[i].square / columns : best[i].square % columns;
      const std::size_t line = best[i].down ? best[i].square % columns : best[i].square / columns;
      if (place) squares.set(best[i].square - step);
      if (place + best[i].length < (best[i].down ? rows : columns))
        squares.set(best[i].square + best[i].length * step);
      for (std::size_t k = 0; k < best[i].length; ++k) {
        const std::size_t square = best[i].square + k * step;
        squares.set(square);
        if (node.squares[square]) continue;
        const std::size_t lines = best[i].down ? columns : rows;
        std::size_t before = 1, after = 1;
        while (before <= line && node.squares[square - before * across]) ++before;
        while (line + after < lines && node.squares[square + after * across]) ++after;
        if (before <= line) squares.set(square - before * across);
        if (line + after < lines) squares.set(square + after * across);
      }
    }
  }

  // Lists the turns of side 0.
  void list_turns(std::size_t ply) {
    ++nodes_;
    list_threats(ply);
    Ply& here = at(ply);
    const Node& node = here.node;
    auto& turns = here.turns;
    auto& choices = here.choices;
    turns.clear();
    choices.clear();
    const std::int64_t out = count_out(node), kept = estimate_kept(node);
    for_each_line(ply, 0, [&](const LinePlays::Plays& plays) {
      for (std::size_t i = 0; i < plays.turns.size(); ++i) {
        const Turn& turn = plays.turns[i];
        choices.push_back({i < plays.outs ? turn.score + out : turn.value + kept, infinite,
                           static_cast<std::uint32_t>(turns.size())});
        turns.push_back(turn);
      }
      return true;
    });
    choices.push_back({kept, infinite, static_cast<std::uint32_t>(turns.size())});
    turns.push_back({});
    const bool may_pass = !is_ended(node, node.scoreless + 1, node.passes + 1);
    for (Choice& choice : choices) {
      const Turn& turn = turns[choice.number];
      if (turn.kind == TurnKind::play ? turn.count == node.racks[0].size() || turn.score <= 0
                                      : !may_pass)
        continue;  // the game may end
      choice.bound = std::min(find_bound(here, turn), bound_last_tile(here, turn));
      choice.estimate = std::min(choice.estimate, choice.bound);
    }
  }

  // What a turn that leaves a single tile can be worth at most: the other may always pass.
  std::int64_t bound_last_tile(Ply& here, const Turn& turn) {
    const Node& node = here.node;
    if (!has_last_bounds_ || node.racks[0].size() != turn.count + 1u) return infinite;
    std::string rest = node.racks[0];
    for (std::size_t i = 0; i < turn.count; ++i)
      rest.erase(rest.find(static_cast<char>(held(turn.tiles[i]))), 1);
    std::int64_t best = -infinite;
    for (const Turn& other : here.turns)
      if (other.count == 1 && held(other.tiles[0]) == static_cast<Tile>(rest[0]))
        best = std::max(best, other.score);
    if (turn.count) best = std::max(best, bound_beside(node, turn, static_cast<Tile>(rest[0])));
    const LeftTiles left = rules_.count_left(node.racks[1]);
    const std::int64_t stays =
        rules_.count_losses(rules_.count_left(rest), false) - rules_.count_losses(left, false);
    return turn.score + std::max(stays, best + count_out(node));
  }

  // The most points of a tile beside those of a play, as if every word were valid.
  std::int64_t bound_beside(const Node& node, const Turn& turn, Tile tile) {
    squares_ = node.squares;
    const std::size_t columns = rules_.plays.columns, rows = squares_.size() / columns;
    const std::size_t step = turn.down ? columns : 1;
    for (std::size_t square = turn.square, placed = 0; placed < turn.count; square += step)
      if (!squares_[square]) squares_[square] = static_cast<char>(turn.tiles[placed++]);
    // The empty square after a run of tiles; none at the edge of the board.
    const auto find_end = [&](std::size_t square, bool down,
                              bool back) -> std::optional<std::size_t> {
      const std::size_t places = down ? rows : columns;
      for (std::size_t place = down ? square / columns : square % columns;;) {
        if (place == (back ? 0 : places - 1)) return std::nullopt;
        place += back ? -1 : 1;
        square += (down ? columns : 1) * (back ? -1 : 1);
        if (!squares_[square]) return square;
      }
    };
    const auto count_run = [&](std::size_t square, bool down, std::int64_t& points) {
      const std::size_t places = down ? rows : columns, along = down ? columns : 1;
      const std::size_t place = down ? square / columns : square % columns;
      std::size_t tiles = 0;
      for (std::size_t i = 1; i <= place && squares_[square - i * along]; ++i, ++tiles)
        points += rules_.plays.values[held(squares_[square - i * along])];
      for (std::size_t i = 1; place + i < places && squares_[square + i * along]; ++i, ++tiles)
        points += rules_.plays.values[held(squares_[square + i * along])];
      return tiles;
    };
    std::int64_t best = -infinite;
    const auto look_at = [&](std::optional<std::size_t> square) {
      if (!square) return;
      const Premium& premium = rules_.plays.premiums[*square];
      std::int64_t score = rules_.plays.bonus[1];
      for (const bool down : {false, true}) {
        std::int64_t points = rules_.plays.values[tile] * premium.letter + premium.points;
        if (count_run(*square, down, points)) score += points * premium.word;
      }
      best = std::max(best, score);
    };
    for (const bool back : {false, true}) {
      look_at(find_end(turn.square, turn.down, back));
      for (std::size_t i = 0; i < turn.length; ++i) {
        const std::size_t square = turn.square + i * step;
        if (!node.squares[square]) look_at(find_end(square, !turn.down, back));
      }
    }
    return best;
  }

  // What a play that does not go out can be worth at most, because the other can go out.
  std::int64_t find_bound(const Ply& here, const Turn& turn) const {
    const std::size_t step = turn.down ? rules_.plays.columns : 1;
    for (const Threat& threat : here.threats) {
      bool is_parried = false;
      for (std::size_t square = turn.square, placed = 0; placed < turn.count && !is_parried;
           square += step) {
        if (here.node.squares[square]) continue;
        is_parried = threat.squares[square];
        ++placed;
      }
      if (is_parried) continue;
      LeftTiles left = rules_.count_left(here.node.racks[0]);
      for (std::size_t i = 0; i < turn.count; ++i) {
        left.points -= rules_.plays.values[held(turn.tiles[i])];
        left.blanks -= held(turn.tiles[i]) == 0;
      }
      return turn.score - threat.score - rules_.count_gains(left) + rules_.count_losses(left, true);
    }
    return infinite;
  }

  static std::size_t held(Tile tile) { return tile & blank_tile ? 0 : tile; }

  // Whether so many turns without points, or passes, end the game.
  bool is_ended(const Node& node, std::size_t scoreless, std::size_t passes) const {
    const auto& end = rules_.end;
    const bool counts = end.scoreless_at_zero || node.scores[0] || node.scores[1];
    return (counts && end.scoreless && scoreless >= *end.scoreless) ||
           (end.passed && passes >= *end.passed * 2) || scoreless >= Position::most_scoreless;
  }

  // The value of a position in which every play is one with which a player goes out, so that no
  // turn changes the board for the next one; none if there are other plays.
  std::optional<std::int64_t> value_last_plays(std::size_t ply) {
    if (!has_threats_) return std::nullopt;
    const Node& node = at(ply).node;
    std::array<Turn, 2> outs;
    std::array<std::int64_t, 2> values{-infinite, -infinite};
    bool has_others = false;
    for (const std::size_t side : {0, 1}) {
      for_each_line(ply, side, [&](const LinePlays::Plays& plays) {
        has_others |= plays.outs < plays.turns.size();
        if (plays.outs && plays.turns.front().score > values[side]) {
          outs[side] = plays.turns.front();
          values[side] = outs[side].score;
        }
        return !has_others;
      });
      if (has_others) return std::nullopt;
      const LeftTiles left = rules_.count_left(node.racks[1 - side]);
      if (values[side] != -infinite)
        values[side] += rules_.count_gains(left) - rules_.count_losses(left, true);
    }
    ++nodes_;
    std::size_t passes = 1;
    while (!is_ended(node, node.scoreless + passes, node.passes + passes)) ++passes;
    std::int64_t value = settle(node);
    auto& line = at(ply).line;
    line.assign(passes, {});
    for (std::size_t turn = passes; turn-- > 0;) {
      const std::size_t side = turn % 2;
      const std::int64_t gained = side ? -values[1] : values[0];
      if (side ? gained > value : gained < value) continue;
      value = gained;
      line.resize(turn);
      line.push_back(outs[side]);
    }
    return value;
  }

  // Advances by a turn; returns its points.
  std::int64_t take(std::size_t ply, const Turn& turn) {
    Node& next = at(ply + 1).node;
    const Node& node = at(ply).node;
    at(ply + 1).is_set = false;
    next.squares = node.squares;
    next.board_key = node.board_key;
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
        next.board_key ^= key_of(square, static_cast<char>(tile));
        next.racks[1].erase(next.racks[1].find(static_cast<char>(held(tile))), 1);
      }
      points = rules_.limit_points(node.scores[0], turn.score);
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

  // True if a limit is reached.
  bool is_over() {
    if (nodes_ >= limits_.nodes) stopped_ = true;
    if (limits_.seconds > 0 && nodes_ >= next_look_) {
      next_look_ = nodes_ + 64;
      if (Clock::now() >= deadline_) stopped_ = timed_ = true;
    }
    return stopped_;
  }

  // The value of a position if both play greedily.
  std::int64_t play_out(std::size_t ply) {
    std::int64_t value = 0, sign = 1;
    for (;; ++ply, sign = -sign) {
      value += sign * take(ply, find_greedy(ply));
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
    if (const auto value = value_last_plays(ply)) return {*value, true};
    if (depth == 0) {
      const std::int64_t value = play_out(ply);
      entry = {key, value, generation_, no_turn, 0, Bound::exact, false};
      return {value, false};
    }
    const std::uint32_t first = is_known ? entry.turn : no_turn;
    list_turns(ply);
    auto& choices = at(ply).choices;
    if (first < choices.size()) choices[first].estimate = infinite;
    std::make_heap(choices.begin(), choices.end());
    Outcome result{-infinite, true};
    std::uint32_t best = no_turn;
    const std::int64_t floor = alpha;
    for (std::size_t left = choices.size(); left; --left) {
      std::pop_heap(choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(left));
      const Choice& choice = choices[left - 1];
      Outcome outcome{choice.bound, true};
      if (choice.bound > alpha) {
        const std::int64_t points = take(ply, at(ply).turns[choice.number]);
        outcome = {0, true};
        if (at(ply + 1).node.ended) {
          outcome.value = -settle(at(ply + 1).node);
          at(ply + 1).line.clear();
        } else {
          const auto reply = [&](std::int64_t low, std::int64_t high) {
            outcome = search(ply + 1, depth - 1, points - high, points - low);
            outcome.value = -outcome.value;
          };
          const bool is_first = left == choices.size();
          if (!is_first) reply(alpha, alpha + 1);
          if (is_first || (points + outcome.value > alpha && points + outcome.value < beta))
            reply(alpha, beta);
          if (stopped_) break;
        }
        outcome.value += points;
      }
      if (outcome.value > result.value) {
        result.value = outcome.value;
        best = choice.number;
        if (outcome.value > alpha) {
          auto& line = at(ply).line;
          line.assign(1, at(ply).turns[choice.number]);
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
  LinePlays known_;
  bool has_threats_ = false, has_last_bounds_ = false;
  std::string squares_;
  std::deque<Ply> plies_;
  std::vector<Entry> table_;
  std::uint64_t slots_ = 0;  // of the table, that the limits make use of
  std::uint32_t generation_ = 0;
  bool is_reducible_ = false;
  Limits limits_;
  Clock::time_point deadline_;
  std::uint64_t nodes_ = 0, next_look_ = 0;
  bool stopped_ = false, timed_ = false;
};

}  // namespace wordtools
