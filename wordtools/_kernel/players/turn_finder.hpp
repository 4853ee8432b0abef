// Finds the best turns in a position by static value: the score plus the value of the tiles kept.
//
// While the bag has tiles, the table of leaves gives the value of the tiles kept. With an empty
// bag, going out gains the points for the others' tiles; not going out loses 10 points and the cost
// of the kept tiles (as in macondo and MAGPIE).
#pragma once

#include "players/game_rules.hpp"
#include "players/leave_values.hpp"
#include "plays/play_generator.hpp"

namespace wordtools {

enum class TurnKind : std::uint8_t { play, exchange, pass };

// A turn. For a play, `tiles` has the tiles placed, in order, with blanks marked; for an exchange,
// the tiles exchanged, in ascending order.
struct Turn {
  TurnKind kind = TurnKind::pass;
  bool down = false;
  std::uint8_t length = 0;   // of the main word
  std::uint8_t count = 0;    // of the tiles
  std::uint16_t square = 0;  // the first of the main word
  std::int64_t score = 0;
  Value value = 0;
  std::array<Tile, max_rack> tiles{};

  // Orders turns, better turns first. Among turns of equal value, plays come before exchanges (an
  // exchange of more tiles first), and a pass comes last. No two turns compare equal.
  bool operator<(const Turn& other) const {
    if (value != other.value) return value > other.value;
    if (kind != other.kind) return kind < other.kind;
    if (score != other.score) return score > other.score;
    if (square != other.square) return square < other.square;
    if (down != other.down) return other.down;
    if (kind == TurnKind::exchange && count != other.count) return count > other.count;
    return tiles < other.tiles;
  }
};

// What a player knows apart from the board and the rack. `unseen` has the opponents' tiles if the
// bag is empty; `exchanges` is the number of exchanges that the player has made.
struct Outlook {
  std::size_t players = 2;
  std::size_t bag = 0;
  LeftTiles unseen;
  std::size_t exchanges = 0;
};

class TurnFinder {
 public:
  TurnFinder(const Automaton& automaton, const Selection* selection, const GameRules& rules)
      : rules_(rules), generator_(automaton, selection, rules.plays) {}

  void set_board(std::string_view squares) { generator_.set_board(squares); }
  // Sets a board that occurs later in the same game than the board of `before`, a finder with the
  // same words and rules.
  void set_board(std::string_view squares, const TurnFinder& before) {
    generator_.set_board(squares, before.generator_);
  }
  const PlayGenerator& generator() const { return generator_; }

  // The best `limit` turns, best first. In `rack`, a blank is 0. Without a table of leaves, kept
  // tiles are worth nothing.
  const std::vector<Turn>& find(std::string_view rack, const Outlook& outlook,
                                const LeaveEstimate& leaves, std::size_t limit) {
    const auto counts = count_rack(rack, rules_.counts.size() - 1);
    KeptValues kept{RackSubsets(counts), {}};
    value_subsets(kept, leaves);
    turns_.clear();
    add_other_turns(rack.size(), kept, outlook);
    keep_best(limit);
    value_plays(kept, outlook);
    generator_.set_rack(rack, &kept, {rules_.vowels, 700, rules_.mirrored});
    const bool is_full = limit && turns_.size() == limit;
    generator_.find_best(limit, is_full ? turns_.back().value : lowest);
    for (const FoundPlay& play : generator_.plays()) {
      Turn turn{TurnKind::play, play.down,  play.length, 0,
                play.square,    play.score, play.value,  play.tiles};
      while (turn.count < max_rack && turn.tiles[turn.count]) ++turn.count;
      turns_.push_back(turn);
    }
    keep_best(limit);
    return turns_;
  }

 private:
  static constexpr Value lowest = std::numeric_limits<Value>::min() / 2;

  void keep_best(std::size_t limit) {
    const std::size_t kept = std::min(turns_.size(), limit);
    std::ranges::partial_sort(turns_, turns_.begin() + static_cast<std::ptrdiff_t>(kept),
                              std::less());
    turns_.resize(kept);
  }

  // Sets the value of each subset to its value as a leave. A leave too long for the table is valued
  // as if its tiles were independent: the sum of the values of its leaves with one tile fewer,
  // divided by its length minus one.
  static void value_subsets(KeptValues& kept, const LeaveEstimate& leaves) {
    kept.values.assign(kept.subsets.size(), 0);
    if (!leaves.table && !leaves.blank) return;
    const std::size_t longest = leaves.table ? leaves.table->longest() : max_rack;
    std::array<Tile, max_rack> tiles;
    for (std::uint32_t subset = 0; subset < kept.subsets.size(); ++subset) {
      const std::size_t count = kept.subsets.list(subset, tiles.data());
      if (count <= longest) {
        kept.values[subset] = leaves.value(tiles.data(), count);
      } else if (count > 1) {
        Value sum = 0;
        for (std::size_t i = 0; i < count; ++i)
          sum += kept.values[subset - kept.subsets.stride(tiles[i])];
        kept.values[subset] = sum / static_cast<Value>(count - 1);
      }
    }
  }

  // Adds a pass and all exchanges.
  void add_other_turns(std::size_t size, const KeptValues& kept, const Outlook& outlook) {
    Turn pass;
    pass.value = outlook.bag ? kept.values.back() : value_end(kept, kept.subsets.whole(), outlook);
    turns_.push_back(pass);
    const auto& rule = rules_.exchange;
    if (outlook.bag < std::max<std::size_t>(rule.bag, 1)) return;
    if (rule.most && outlook.exchanges >= *rule.most) return;
    const bool is_free = !rule.free || outlook.exchanges < *rule.free;
    std::array<Tile, max_rack> rest;
    for (std::uint32_t subset = 0; subset < kept.subsets.whole(); ++subset) {
      Turn turn;
      turn.kind = TurnKind::exchange;
      turn.count =
          static_cast<std::uint8_t>(kept.subsets.list(kept.subsets.whole() - subset, rest.data()));
      if (rule.whole_rack && turn.count != size) continue;
      if (!rule.returned_first && turn.count > outlook.bag) continue;
      std::copy_n(rest.data(), turn.count, turn.tiles.data());
      turn.score = is_free ? 0 : -rule.cost;
      turn.value = kept.values[subset] + turn.score * point;
      turns_.push_back(turn);
    }
  }

  // Near the end of a game, replaces the values of leaves with what kept tiles are worth after a
  // play.
  void value_plays(KeptValues& kept, const Outlook& outlook) const {
    if (outlook.bag && !rules_.end.refill) return;
    std::array<Tile, max_rack> tiles;
    for (std::uint32_t subset = 0; subset < kept.subsets.size(); ++subset) {
      const std::size_t count = kept.subsets.list(subset, tiles.data());
      if (rules_.end.refill && count + outlook.bag < rules_.rack())
        kept.values[subset] = 0;  // the game ends, and nothing is deducted
      else if (!outlook.bag)
        kept.values[subset] = value_end(kept, subset, outlook);
    }
  }

  // The value of keeping tiles when the bag is empty.
  Value value_end(const KeptValues& kept, std::uint32_t subset, const Outlook& outlook) const {
    const auto& end = rules_.end;
    if (end.refill) return 0;
    if (subset == 0) {
      const Value others = static_cast<Value>(std::max<std::size_t>(outlook.players, 2) - 1);
      const Value lost =
          (end.others_lose ? outlook.unseen.points : 0) + end.blank_costs * outlook.unseen.blanks;
      return (end.out_gains * outlook.unseen.points + end.out_bonus) * point +
             lost * point / others;
    }
    std::array<Tile, max_rack> tiles;
    const std::size_t count = kept.subsets.list(subset, tiles.data());
    std::int64_t points = 0, blanks = 0;
    for (std::size_t i = 0; i < count; ++i) {
      points += rules_.plays.values[tiles[i]];
      blanks += tiles[i] == 0;
    }
    return -(10 + (end.out_gains + end.others_lose) * points + end.blank_costs * blanks) * point;
  }

  const GameRules& rules_;
  PlayGenerator generator_;
  std::vector<Turn> turns_;
};

}  // namespace wordtools
