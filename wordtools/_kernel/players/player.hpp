// A player chooses a turn from what it sees of a position.
//
// A player of full strength finds every turn. A weaker player overlooks some plays, especially
// those that make several words or place many tiles. It knows only the commonest words, the same
// words throughout a game, and never finds a play whose main word it does not know. It also
// misjudges values. Chances are drawn from a hash of the turn, so they do not depend on other
// possible turns.
#pragma once

#include "automaton/categories.hpp"
#include "players/endgame.hpp"
#include "players/simulator.hpp"

namespace wordtools {

// Estimates how common words are, from their category sets. Each set has an interval, which begins
// at the share of all words that are commoner than the words with this set, and ends at the share
// of words that are at least as common. Words with the same set are considered equally common.
struct Commonness {
  const WordCategories* sets = nullptr;  // without them, all words are equally common
  std::vector<std::pair<double, double>> intervals;
};

struct PlayerPlan {
  LeaveEstimate leaves;
  double found = 1;                 // the chance to find a play
  double parallel = 1;              // its factor for each word besides the main one
  double longer = 1;                // its factor for each tile placed beyond four
  double vocabulary = 1;            // the share of words known; these are the commonest
  double error = 0;                 // the largest error in a value, in points
  std::uint64_t endgame_nodes = 0;  // 0: plays endgames like other turns
  bool simulates = false;
  SimulationLimits simulation;
  Commonness commonness;
};

class Player {
 public:
  Player(const Automaton& automaton, const Selection* selection, const GameRules& rules,
         const PlayerPlan& plan)
      : automaton_(automaton),
        selection_(selection),
        rules_(rules),
        plan_(plan),
        finder_(automaton, selection, rules) {}

  // Returns the turn of the player to move. `seed` is the seed of the game.
  Turn choose(const Position& position, std::uint64_t seed) {
    const bool knows_tiles = position.players() == 2 && rules_.random_tiles == 0;
    const bool is_stuck = position.scoreless() >= Position::most_scoreless / 2;
    if (is_stuck) return {};
    if (plan_.endgame_nodes && knows_tiles) {
      const double seconds = plan_.simulates ? plan_.simulation.seconds : 0;
      if (position.bag() == 0)
        return solver().solve(position, {plan_.endgame_nodes, seconds}).line.front();
      if (position.bag() == 1)
        if (const auto turn = choose_before_last_tile(position, seconds)) return *turn;
    }
    if (plan_.simulates && position.bag()) {
      if (!simulator_) simulator_.emplace(automaton_, selection_, rules_);
      return simulator_->choose(position, plan_.leaves, plan_.simulation,
                                mix_seed(seed, count_tiles(position)));
    }
    const bool is_weaker = plan_.found < 1 || plan_.parallel < 1 || plan_.longer < 1 ||
                           plan_.vocabulary < 1 || plan_.error > 0;
    return is_weaker ? choose_as_people(position, seed)
                     : position.choose_turn(finder_, plan_.leaves);
  }

 private:
  static constexpr std::size_t most_found = 2000, last_candidates = 6;

  EndgameSolver& solver() {
    if (!solver_) solver_.emplace(automaton_, selection_, rules_);
    return *solver_;
  }

  static std::size_t count_tiles(const Position& position) {
    return position.squares().size() -
           static_cast<std::size_t>(std::ranges::count(position.squares(), '\0'));
  }

  // If one unseen tile is in the bag, solves the endgame for each tile that it may be. Returns the
  // play that wins most often; if there are several such plays, the one with the best mean value.
  // Returns nothing if no play is among the best turns. After `seconds` (0: no limit), returns the
  // best turn found so far.
  std::optional<Turn> choose_before_last_tile(const Position& position, double seconds) {
    const auto started = ProcessorClock::now();
    const auto find_left = [&] {
      return seconds - std::chrono::duration<double>(ProcessorClock::now() - started).count();
    };
    const std::size_t mover = position.mover(), other = 1 - mover;
    std::string unseen(position.rack(other));
    unseen += static_cast<char>(position.last_tile());
    std::ranges::sort(unseen);
    finder_.set_board(position.squares());
    const std::vector<Turn> turns =
        finder_.find(position.rack(mover), position.look(), plan_.leaves, last_candidates);
    const std::vector<std::int64_t> scores{position.scores()[mover], position.scores()[other]};
    std::optional<Turn> best;
    std::pair<std::int64_t, std::int64_t> best_value;
    for (const Turn& turn : turns) {
      if (turn.kind != TurnKind::play) continue;
      std::pair<std::int64_t, std::int64_t> value{0, 0};  // twice the wins, and points
      for (std::size_t i = 0; i < unseen.size();) {
        const auto last = unseen[i];
        const auto copies = static_cast<std::int64_t>(std::ranges::count(unseen, last));
        std::string tiles = unseen;
        tiles.erase(i, 1);
        tiles.insert(tiles.begin(), last);  // stays in the bag
        Position next(rules_, position.squares(), position.rack(mover), tiles, scores, 1,
                      position.scoreless(), position.passes());
        Random random(0);
        next.take(turn, random);
        std::int64_t spread;
        if (next.ending() == Ending::none) {
          const auto after = next.scores();
          const double left = seconds > 0 ? find_left() : 0;
          if (left < 0) return best ? best : turn;
          spread = after[0] - after[1] - solver().solve(next, {last_nodes(), left}).value;
        } else {
          const auto after = next.settle();
          spread = after[0] - after[1];
        }
        value.first += copies * ((spread > 0) + (spread >= 0));
        value.second += copies * spread;
        i += static_cast<std::size_t>(copies);
      }
      if (!best || value > best_value) {
        best = turn;
        best_value = value;
      }
    }
    return best;
  }

  std::uint64_t last_nodes() const { return std::max<std::uint64_t>(plan_.endgame_nodes / 40, 1); }

  // A number from 0 to 1 that depends only on the turn, not on the position.
  static double draw(const Turn& turn, std::uint64_t seed) {
    std::uint64_t key = mix_seed(seed, static_cast<std::uint64_t>(turn.kind) << 17 |
                                           std::uint64_t{turn.down} << 16 | turn.square);
    for (std::size_t i = 0; i < turn.count; ++i) key = mix_seed(key, turn.tiles[i]);
    return to_share(key);
  }
  static double to_share(std::uint64_t key) { return static_cast<double>(key >> 11) * 0x1p-53; }

  // The chance that this player finds a play. Negative if the player does not know the main word.
  double find_chance(const std::string& squares, const Turn& turn, std::uint64_t seed) const {
    if (turn.kind != TurnKind::play) return 1;
    const std::size_t columns = rules_.plays.columns, step = turn.down ? columns : 1,
                      across = turn.down ? 1 : columns;
    double chance = plan_.found;
    std::array<Tile, max_rows> word;
    for (std::size_t i = 0, placed = 0; i < turn.length; ++i) {
      const std::size_t at = turn.square + i * step;
      const bool is_new = !squares[at];
      word[i] = (is_new ? turn.tiles[placed++] : static_cast<Tile>(squares[at])) & ~blank_tile;
      if (!is_new) continue;
      const std::size_t line = turn.down ? at % columns : at / columns,
                        lines = turn.down ? columns : squares.size() / columns;
      if ((line && squares[at - across]) || (line + 1 < lines && squares[at + across]))
        chance *= plan_.parallel;
      if (placed > 4) chance *= plan_.longer;
    }
    return find_rarity(word.data(), turn.length, seed) < plan_.vocabulary ? chance : -1;
  }

  // The share of all words that this player would learn before this word.
  double find_rarity(const Tile* word, std::size_t length, std::uint64_t seed) const {
    std::uint64_t key = mix_seed(seed, length);
    for (std::size_t i = 0; i < length; ++i) key = mix_seed(key, word[i]);
    const auto& [sets, intervals] = plan_.commonness;
    if (!sets) return to_share(key);
    const auto rank = static_cast<std::size_t>(automaton_.find_rank(word, length));
    const auto [first, end] = intervals[sets->set_number(rank)];
    return first + (end - first) * to_share(key);
  }

  // The best turn that this player finds. If the player finds no play, returns the easiest play
  // whose main word is known, or else the best turn that is not a play.
  Turn choose_as_people(const Position& position, std::uint64_t seed) {
    finder_.set_board(position.squares());
    const auto& turns =
        finder_.find(position.rack(position.mover()), position.look(), plan_.leaves, most_found);
    const std::uint64_t now = mix_seed(seed, count_tiles(position) << 1 | position.mover());
    const Turn *best = nullptr, *easiest = nullptr;
    double best_value = 0, ease = -1;
    bool finds_play = false;
    for (const Turn& turn : turns) {
      const double chance = find_chance(position.squares(), turn, seed);
      if (turn.kind == TurnKind::play && chance > ease) {
        easiest = &turn;
        ease = chance;
      }
      if (draw(turn, now) >= chance) continue;
      finds_play |= turn.kind == TurnKind::play;
      const double value =
          static_cast<double>(turn.value) + plan_.error * point * (2 * draw(turn, ~now) - 1);
      if (!best || value > best_value) {
        best = &turn;
        best_value = value;
      }
    }
    return *(easiest && !finds_play ? easiest : best);
  }

  const Automaton& automaton_;
  const Selection* selection_;
  const GameRules& rules_;
  PlayerPlan plan_;
  TurnFinder finder_;
  std::optional<EndgameSolver> solver_;
  std::optional<Simulator> simulator_;
};

}  // namespace wordtools
