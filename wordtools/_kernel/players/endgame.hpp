// Finds the best turns of an endgame: two players, and no tiles in the bag, so both racks are
// known.
//
// Uses alpha-beta with iterative deepening, after Knuth and Moore, "An Analysis of Alpha-Beta
// Pruning" (1975): each search orders the turns for the next, deeper one. Positions at the depth
// limit are valued by playing the game out greedily; the last search has no depth limit. When a
// search reaches the end on every line that matters, its result is exact. Values are in points: the
// points that the mover will score from the position on, minus those that the other player will
// score.
//
// Most turns are refuted without examining the next position, because the other player can go out
// with a play that the turn does not touch (endgame_threats.hpp), or can pass until the end
// (endgame_rests.hpp). A position in which every play goes out is valued at once. Plays are
// generated line by line, and stored for reuse.
#pragma once

#include <bit>
#include <chrono>
#include <deque>

#include "players/endgame_rests.hpp"
#include "players/endgame_threats.hpp"
#include "players/line_plays.hpp"
#include "players/processor_clock.hpp"

namespace wordtools {

// The limits of a search. With a limit in nodes, the result is the same on any machine; with a
// limit in seconds, it may not be.
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
      : automaton_(automaton),
        selection_(selection),
        rules_(rules),
        endgame_(rules),
        threats_(rules, endgame_),
        rests_(automaton, selection, rules, endgame_, most_rests),
        known_(rules, most_lines) {}
  EndgameSolver(const EndgameSolver&) = delete;  // its parts refer to one another

  // Solves a position with two players and an empty bag. Even if the result is not exact, its line
  // has at least one turn: the best that the deepest search found.
  Endgame solve(const Position& position, const Limits& limits) {
    limits_ = limits;
    nodes_ = next_look_ = 0;
    stopped_ = timed_ = false;
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(limits.seconds));
    at(0).node = endgame_.begin(position);
    // Requires that the scores of turns do not depend on one another, and that plays do not depend
    // on whether they are the first.
    has_threats_ = !rules_.lowest_score && !rules_.end.refill && at(0).node.board_key;
    has_rest_bounds_ = has_threats_ && endgame_.has_no_negatives();
    slots_ = std::bit_ceil(std::clamp<std::uint64_t>(limits.nodes, 1, most_slots));
    if (table_.size() < slots_) table_.resize(slots_);
    ++generation_;
    Endgame result;
    at(0).is_set = at(0).is_shared = false;
    result.line = {find_greedy(0)};  // so that there is a turn even with the lowest limits
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
  static constexpr std::int64_t infinite = EndgameRules::infinite;
  static constexpr std::uint64_t most_slots = 1 << 21;
  static constexpr std::uint32_t no_turn = 0xFFFFFFFF;
  // The last depth exceeds the length of nearly every game.
  static constexpr std::array<std::uint8_t, 4> depths{1, 2, 4, 200};
  static constexpr std::size_t most_lines = 1 << 16, most_rests = 1 << 17, most_threats = 3;
  static constexpr std::int64_t unplayed_cost = 5;  // in the estimate, of not going out

  // A value outside the window is only a bound. `complete` means that no position had to be
  // estimated.
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
  // A turn by its `number` in the list. `bound` is an upper bound on the value of the position if
  // this turn is taken.
  struct Choice {
    std::int64_t estimate, bound;
    std::uint32_t number;
    bool operator<(const Choice& other) const {
      return estimate != other.estimate ? estimate < other.estimate : number > other.number;
    }
  };

  // A board, with the hashes of its lines in each direction.
  struct Lines {
    Lines(const Automaton& automaton, const Selection* selection, const PlayRules& rules)
        : plays(automaton, selection, rules) {}
    PlayGenerator plays;
    std::array<std::vector<std::uint64_t>, 3> hashes;
  };

  // A position on the line being searched, with the data that the search needs there.
  struct Ply {
    EndgamePosition node;
    bool is_set = false;     // the lines are those of the node
    bool is_shared = false;  // the node has the board of the ply before: the turn was a pass
    std::optional<Lines> own;
    Lines* lines = nullptr;  // those of this ply, or of an earlier one with the same board
    std::vector<Turn> turns;
    std::vector<Choice> choices;
    std::vector<Threat> threats;
    std::vector<Turn> line;
  };

  Ply& at(std::size_t ply) {
    while (plies_.size() <= ply)
      plies_.emplace_back().own.emplace(automaton_, selection_, rules_.plays);
    return plies_[ply];
  }

  void set_board(std::size_t ply) {
    Ply& here = at(ply);
    if (std::exchange(here.is_set, true)) return;
    if (here.is_shared) {
      here.lines = at(ply - 1).lines;
      return;
    }
    Lines& lines = *here.own;
    here.lines = &lines;
    if (ply) {
      const Lines& before = *at(ply - 1).lines;
      lines.plays.set_board(here.node.squares, before.plays);
      lines.hashes = before.hashes;
    } else {
      lines.plays.set_board(here.node.squares);
      for (const Along along : {along_across, along_down})
        lines.hashes[along].resize(lines.plays.count_lines(along));
    }
    for (const auto& line : lines.plays.changed_lines())
      lines.hashes[line.along][line.number] = lines.plays.hash_line(line);
  }

  // For each line, calls `visit` with the plays that a side can make there.
  template <class Visit>
  void for_each_line(std::size_t ply, std::size_t side, Visit visit) {
    set_board(ply);
    const std::string& rack = at(ply).node.racks[side];
    auto& [plays, hashes] = *at(ply).lines;
    std::uint64_t key = 0;
    for (const char tile : rack)
      key += EndgameRules::mix(std::uint64_t{1} << 35 | static_cast<Tile>(tile));
    bool is_set = false;
    const auto set_rack = [&] {
      if (!std::exchange(is_set, true)) plays.set_rack(rack);
    };
    for (const Along along : {along_across, along_down})
      for (std::size_t number = 0; number < hashes[along].size(); ++number) {
        const std::uint64_t line_key = EndgameRules::mix(hashes[along][number] ^ key);
        if (!visit(known_.find(plays, {along, number}, line_key, rack.size(), set_rack))) return;
      }
  }

  // The estimated value of a turn of side 0 that does not go out, excluding its score.
  std::int64_t estimate_kept(const EndgamePosition& node) const {
    return -unplayed_cost - (rules_.end.out_gains + rules_.end.others_lose) *
                                rules_.count_left(node.racks[0]).points;
  }

  // The turn of side 0 that looks best without a search.
  Turn find_greedy(std::size_t ply) {
    ++nodes_;
    const EndgamePosition& node = at(ply).node;
    const std::int64_t out = endgame_.count_out(node), kept = estimate_kept(node);
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

  // Lists the best plays with which side 1 could go out at once, highest score first.
  void list_threats(std::size_t ply) {
    auto& threats = at(ply).threats;
    threats.clear();
    if (!has_threats_) return;
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
    for (std::size_t i = 0; i < count; ++i)
      threats.push_back(threats_.find_threat(at(ply).node, best[i]));
  }

  // Lists the turns of side 0 with bounds on their values.
  void list_turns(std::size_t ply) {
    ++nodes_;
    list_threats(ply);
    Ply& here = at(ply);
    const EndgamePosition& node = here.node;
    auto& turns = here.turns;
    auto& choices = here.choices;
    turns.clear();
    choices.clear();
    const std::int64_t out = endgame_.count_out(node), kept = estimate_kept(node);
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
    const bool may_pass = !endgame_.is_ended(node, node.scoreless + 1, node.passes + 1);
    for (Choice& choice : choices) {
      const Turn& turn = turns[choice.number];
      if (turn.kind == TurnKind::play) {
        if (has_threats_ && turn.count == node.racks[0].size()) choice.bound = choice.estimate;
        if (turn.count == node.racks[0].size() || turn.score <= 0) continue;  // the game may end
      } else if (!may_pass) {
        if (!rules_.lowest_score) choice.bound = endgame_.settle(node);
        continue;
      }
      choice.bound = threats_.bound(node, here.threats, turn);
      choice.estimate = std::min(choice.estimate, choice.bound);
    }
  }

  // Lowers the bounds of turns that leave few tiles, if these bounds are still above alpha.
  void bound_rests(std::size_t ply, std::int64_t alpha) {
    if (!has_rest_bounds_) return;
    Ply& here = at(ply);
    rests_.set_position(here.node, here.turns);
    const bool may_pass =
        !endgame_.is_ended(here.node, here.node.scoreless + 1, here.node.passes + 1);
    for (Choice& choice : here.choices) {
      const Turn& turn = here.turns[choice.number];
      if (choice.bound <= alpha || turn.count == here.node.racks[0].size()) continue;
      if (turn.kind == TurnKind::play ? turn.score <= 0 : !may_pass) continue;
      choice.bound = std::min(choice.bound, rests_.bound(choice.number));
      if (choice.estimate < infinite) choice.estimate = std::min(choice.estimate, choice.bound);
    }
  }

  // The value of a position in which every play goes out, so that no turn changes the board for the
  // next one. Returns nothing if there are other plays.
  std::optional<std::int64_t> value_last_plays(std::size_t ply) {
    if (!has_threats_) return std::nullopt;
    const EndgamePosition& node = at(ply).node;
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
    while (!endgame_.is_ended(node, node.scoreless + passes, node.passes + passes)) ++passes;
    std::int64_t value = endgame_.settle(node);
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

  // Advances by one turn; returns its points.
  std::int64_t take(std::size_t ply, const Turn& turn) {
    Ply& next = at(ply + 1);
    next.is_set = false;
    next.is_shared = turn.kind == TurnKind::pass;
    return endgame_.take(at(ply).node, turn, next.node);
  }

  // True if the search has reached a limit.
  bool is_over() {
    if (nodes_ >= limits_.nodes) stopped_ = true;
    if (limits_.seconds > 0 && nodes_ >= next_look_) {
      next_look_ = nodes_ + 64;
      if (Clock::now() >= deadline_) stopped_ = timed_ = true;
    }
    return stopped_;
  }

  // The value of a position if both players play greedily.
  std::int64_t play_out(std::size_t ply) {
    std::int64_t value = 0, sign = 1;
    for (;; ++ply, sign = -sign) {
      value += sign * take(ply, find_greedy(ply));
      const EndgamePosition& next = at(ply + 1).node;
      if (next.ended) return value - sign * endgame_.settle(next);
    }
  }

  // `cuts` means that the first turn is expected to be worth beta, so that the other turns need no
  // bounds.
  Outcome search(std::size_t ply, std::uint8_t depth, std::int64_t alpha, std::int64_t beta,
                 bool cuts = false) {
    if (ply) at(ply).line.clear();
    if (is_over()) return {};
    const std::uint64_t key = endgame_.key_of(at(ply).node);
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
    // The outcome of taking a turn.
    const auto take_turn = [&](const Turn& turn, std::int64_t low, std::int64_t high,
                               bool cuts_next) {
      const std::int64_t points = take(ply, turn);
      Outcome outcome{endgame_.settle(at(ply + 1).node), true};
      if (at(ply + 1).node.ended)
        at(ply + 1).line.clear();
      else
        outcome = search(ply + 1, depth - 1, points - high, points - low, cuts_next);
      return Outcome{points - outcome.value, outcome.complete};
    };
    const std::uint32_t first = is_known ? entry.turn : no_turn;
    list_turns(ply);
    auto& choices = at(ply).choices;
    if (first < choices.size()) choices[first].estimate = infinite;
    Outcome result{-infinite, true};
    std::uint32_t best = no_turn;
    const std::int64_t floor = alpha;
    const bool is_wide = beta - alpha > 1;
    const auto order = [&] {  // leaves out turns that cannot be worth more than alpha
      std::size_t many = 0;
      for (const Choice& choice : choices) {
        if (choice.bound > alpha)
          choices[many++] = choice;
        else
          result.value = std::max(result.value, choice.bound);
      }
      choices.resize(many);
      std::make_heap(choices.begin(), choices.end());
    };
    if (!cuts) bound_rests(ply, alpha);
    order();
    for (bool is_first = true; !choices.empty(); is_first = false) {
      std::pop_heap(choices.begin(), choices.end());
      const Choice choice = choices.back();
      choices.pop_back();
      Outcome outcome{choice.bound, true};
      if (choice.bound > alpha) {
        const Turn& turn = at(ply).turns[choice.number];
        if (!is_first) outcome = take_turn(turn, alpha, alpha + 1, !cuts);
        if (!stopped_ && (is_first || (outcome.value > alpha && outcome.value < beta)))
          outcome = take_turn(turn, alpha, beta, !is_wide && !cuts);
        if (stopped_) break;
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
      if (cuts && is_first) {
        bound_rests(ply, alpha);
        order();
      }
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
  EndgameRules endgame_;
  ThreatBounds threats_;
  RestBounds rests_;
  LinePlays known_;
  bool has_threats_ = false, has_rest_bounds_ = false;
  std::deque<Ply> plies_;
  std::vector<Entry> table_;
  std::uint64_t slots_ = 0;  // number of entries of the table that the limits can use
  std::uint32_t generation_ = 0;
  Limits limits_;
  Clock::time_point deadline_;
  std::uint64_t nodes_ = 0, next_look_ = 0;
  bool stopped_ = false, timed_ = false;
};

}  // namespace wordtools
