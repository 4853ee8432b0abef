// Binds the players' leaves, turns and games.
#include <nanobind/stl/array.h>

#include <chrono>

#include "bind/python_types.hpp"
#include "formats/klv_writer.hpp"
#include "players/leave_learner.hpp"
#include "players/player.hpp"

namespace wordtools {

namespace {

struct PythonLearner {
  nb::object rules;  // kept alive
  LeaveLearner learner;
  std::atomic_flag in_use;

  PythonLearner(nb::object rules, std::size_t players)
      : rules(rules), learner(nb::cast<const GameRules&>(rules), players) {}
};

void check_rules(const PythonAutomaton& automaton, const GameRules& rules,
                 const Selection* selection) {
  check_selection(automaton, selection);
  if (rules.counts.size() != automaton.spelling->faces().size() + 1)
    throw nb::value_error("the rules are of another alphabet");
}

void check_leaves(const GameRules& rules, const LeaveValues* leaves) {
  if (leaves && leaves->counts().size() != rules.counts.size())
    throw nb::value_error("the leaves are of another alphabet");
}

void check_plan(const PythonAutomaton& automaton, const GameRules& rules, const PlayerPlan& plan) {
  check_leaves(rules, plan.leaves.table);
  if (plan.commonness.sets && plan.commonness.sets->words() != automaton.native->size())
    throw nb::value_error("the category sets are of another lexicon");
}

// The place of a leave in the table; the leave's tiles may be in any order. Throws nb::value_error.
std::size_t find_place(const LeaveValues& table, std::string_view leave) {
  std::string tiles(leave);
  std::ranges::sort(tiles);
  if (tiles.size() > table.longest()) throw nb::value_error("the leave is too long");
  for (const char tile : tiles)
    if (static_cast<Tile>(tile) >= table.counts().size())
      throw nb::value_error("there is no such tile");
  return table.find_place(reinterpret_cast<const Tile*>(tiles.data()), tiles.size());
}

// A turn on a board, in the form that find_turns returns.
nb::tuple describe(const Turn& turn, const GameRules& rules, std::string_view squares) {
  std::string tiles(reinterpret_cast<const char*>(turn.tiles.data()), turn.count);
  if (turn.kind == TurnKind::play) {
    tiles.assign(turn.length, '\0');
    for (std::size_t i = 0, placed = 0; i < turn.length; ++i)
      if (!squares[turn.square + i * (turn.down ? rules.plays.columns : 1)])
        tiles[i] = static_cast<char>(turn.tiles[placed++]);
  }
  return nb::make_tuple(static_cast<int>(turn.kind), turn.value, turn.score, turn.square, turn.down,
                        make_bytes(tiles));
}

void check_tiles(const GameRules& rules, std::string_view squares, std::string_view rack,
                 std::string_view unseen) {
  if (squares.size() != rules.plays.premiums.size())
    throw nb::value_error("the squares are of another board");
  for (const char tile : squares)
    if ((static_cast<Tile>(tile) & ~blank_tile) >= rules.counts.size() ||
        static_cast<Tile>(tile) == blank_tile)
      throw nb::value_error("there is no such tile");
  if (rack.size() > rules.rack()) throw nb::value_error("more tiles than a rack holds");
  for (const std::string_view tiles : {rack, unseen})
    for (const char tile : tiles)
      if (static_cast<Tile>(tile) >= rules.counts.size())
        throw nb::value_error("there is no such tile");
}

// Solves an endgame; returns (turns of both players, value, whether it is exact, whether the clock
// ended the search, nodes).
nb::tuple solve_endgame(const PythonAutomaton& automaton, const GameRules& rules,
                        const nb::bytes& squares, const nb::bytes& rack, const nb::bytes& other,
                        const Selection* selection, std::array<std::int64_t, 2> scores,
                        std::size_t scoreless, std::size_t passes, std::uint64_t nodes,
                        double seconds) {
  check_rules(automaton, rules, selection);
  check_tiles(rules, view(squares), view(rack), view(other));
  check_tiles(rules, view(squares), view(other), {});
  const Position position(rules, view(squares), view(rack), view(other), {scores[0], scores[1]}, 0,
                          scoreless, passes);
  const Endgame endgame = without_gil([&] {
    return EndgameSolver(*automaton.native, selection, rules).solve(position, {nodes, seconds});
  });
  nb::list line;
  Position after = position;
  Random random(0);
  for (const Turn& turn : endgame.line) {
    line.append(describe(turn, rules, after.squares()));
    after.take(turn, random);
  }
  return nb::make_tuple(line, endgame.value, endgame.exact, endgame.timed, endgame.nodes);
}

nb::list find_turns(const PythonAutomaton& automaton, const GameRules& rules,
                    const nb::bytes& squares, const nb::bytes& rack, const Selection* selection,
                    std::size_t players, std::size_t bag, std::int64_t unseen_points,
                    std::int64_t unseen_blanks, std::size_t exchanges, const LeaveValues* leaves,
                    std::size_t limit) {
  check_rules(automaton, rules, selection);
  check_leaves(rules, leaves);
  std::optional<TurnFinder> finder;
  const std::vector<Turn>* turns = nullptr;
  {
    const WithoutGil released;
    finder.emplace(*automaton.native, selection, rules);
    finder->set_board(view(squares));
    turns = &finder->find(view(rack), {players, bag, {unseen_points, unseen_blanks}, exchanges},
                          {leaves}, limit);
  }
  nb::list described;
  for (const Turn& turn : *turns) described.append(describe(turn, rules, view(squares)));
  return described;
}

// Plays a game; returns (turns, ending, scores at the end). Each turn is (rack, bag, turn in the
// form that find_turns returns).
nb::tuple play_game(const PythonAutomaton& automaton, const GameRules& rules,
                    const Selection* selection, const std::vector<const PlayerPlan*>& plans,
                    std::uint64_t seed) {
  check_rules(automaton, rules, selection);
  if (plans.empty() || plans.size() > 9) throw nb::value_error("a game has 1 to 9 players");
  std::deque<Player> players;
  for (const PlayerPlan* plan : plans) {
    check_plan(automaton, rules, *plan);
    players.emplace_back(*automaton.native, selection, rules, *plan);
  }
  Random random(seed);
  Position position(rules, plans.size(), random);
  nb::list turns;
  std::vector<std::int64_t> taken(plans.size());
  while (position.ending() == Ending::none) {
    Turn turn;
    const std::string rack(position.rack(position.mover()));
    {
      const WithoutGil released;
      const auto started = std::chrono::steady_clock::now();
      turn = players[position.mover()].choose(position, mix_seed(seed, position.mover()));
      taken[position.mover()] +=
          std::chrono::nanoseconds(std::chrono::steady_clock::now() - started).count();
    }
    turns.append(nb::make_tuple(make_bytes(rack), position.bag(),
                                describe(turn, rules, position.squares())));
    position.take(turn, random);
  }
  nb::list racks;
  for (std::size_t player = 0; player < plans.size(); ++player)
    racks.append(make_bytes(position.rack(player)));
  return nb::make_tuple(turns, static_cast<int>(position.ending()), position.settle(), taken,
                        racks);
}

// The turn that a player chooses in this position; `unseen` are the tiles in the bag and on the
// other racks.
nb::tuple choose_turn(const PythonAutomaton& automaton, const GameRules& rules,
                      const nb::bytes& squares, const nb::bytes& rack, const nb::bytes& unseen,
                      const Selection* selection, const PlayerPlan& plan,
                      std::vector<std::int64_t> scores, std::size_t bag, std::uint64_t seed) {
  check_rules(automaton, rules, selection);
  check_plan(automaton, rules, plan);
  check_tiles(rules, view(squares), view(rack), view(unseen));
  if (scores.empty() || scores.size() > 9) throw nb::value_error("a game has 1 to 9 players");
  if (bag > unseen.size()) throw nb::value_error("the bag has more tiles than are unseen");
  const Position position(rules, view(squares), view(rack), view(unseen), std::move(scores), bag);
  const Turn turn = without_gil(
      [&] { return Player(*automaton.native, selection, rules, plan).choose(position, seed); });
  return describe(turn, rules, view(squares));
}

}  // namespace

void bind_players(nb::module_& m) {
  nb::class_<GameRules>(m, "GameRules")
      .def(
          "__init__",
          [](GameRules* self, const PlayRules& plays, std::vector<std::size_t> counts,
             const nb::bytes& swaps, const nb::bytes& vowels, bool mirrored,
             std::size_t random_tiles, std::optional<std::int64_t> lowest_score,
             std::size_t exchange_bag, std::optional<std::size_t> exchange_most,
             std::optional<std::size_t> exchange_free, std::int64_t exchange_cost,
             bool returned_first, bool whole_rack, bool refill,
             std::optional<std::size_t> scoreless, std::optional<std::size_t> passed,
             bool scoreless_at_zero, bool exchange_passes, std::int64_t out_gains,
             std::int64_t out_bonus, bool others_lose, bool all_lose, std::int64_t blank_costs) {
            if (counts.size() != plays.values.size())
              throw nb::value_error("there must be a count for each value");
            for (const std::size_t count : counts)
              if (count > 999) throw nb::value_error("a set has at most 999 tiles of a kind");
            if (swaps.size() != plays.premiums.size())
              throw nb::value_error("the squares are of another board");
            TileSet vowel_set = 0;
            for (const char vowel : view(vowels)) {
              if (static_cast<Tile>(vowel) >= counts.size()) throw nb::value_error("no such tile");
              vowel_set |= TileSet{1} << static_cast<Tile>(vowel);
            }
            const std::string_view marks = view(swaps);
            new (self) GameRules{plays,
                                 std::move(counts),
                                 std::vector<bool>(marks.begin(), marks.end()),
                                 vowel_set,
                                 mirrored,
                                 random_tiles,
                                 lowest_score,
                                 {exchange_bag, exchange_most, exchange_free, exchange_cost,
                                  returned_first, whole_rack},
                                 {refill, scoreless, passed, scoreless_at_zero, exchange_passes,
                                  out_gains, out_bonus, others_lose, all_lose, blank_costs}};
          },
          "plays"_a, "counts"_a, nb::kw_only(), "swaps"_a, "vowels"_a, "mirrored"_a,
          "random_tiles"_a, "lowest_score"_a.none(), "exchange_bag"_a, "exchange_most"_a.none(),
          "exchange_free"_a.none(), "exchange_cost"_a, "returned_first"_a, "whole_rack"_a,
          "refill"_a, "scoreless"_a.none(), "passed"_a.none(), "scoreless_at_zero"_a,
          "exchange_passes"_a, "out_gains"_a, "out_bonus"_a, "others_lose"_a, "all_lose"_a,
          "blank_costs"_a);

  nb::class_<LeaveValues>(m, "LeaveValues")
      .def(nb::init<std::vector<std::size_t>, std::size_t>(), "counts"_a, "rack"_a)
      .def_prop_ro("longest", &LeaveValues::longest)
      .def(
          "set_many",
          [](LeaveValues& table, const nb::bytes& leaves, const nb::bytes& values) {
            if (values.size() % 4) throw nb::value_error("a value has four bytes");
            std::vector<std::int32_t> numbers(values.size() / 4);
            if (!numbers.empty()) std::memcpy(numbers.data(), values.c_str(), values.size());
            const WithoutGil released;
            table.set_many(view(leaves), numbers.data(), numbers.size());
          },
          "leaves"_a, "values"_a)
      .def("list_leaves",
           [](const LeaveValues& table) {
             std::string leaves;
             std::vector<std::int32_t> values;
             {
               const WithoutGil released;
               table.list(leaves, values);
             }
             return nb::make_tuple(make_bytes(leaves),
                                   nb::bytes(values.data(), values.size() * sizeof(std::int32_t)));
           })
      .def("encode_klv_nodes",
           [](const LeaveValues& table) {
             return make_bytes(without_gil([&] { return write_klv_nodes(table.make_draft()); }));
           })
      .def(
          "get",
          [](const LeaveValues& table, const nb::bytes& leave) {
            return table.get(find_place(table, view(leave)));
          },
          "leave"_a);

  nb::class_<PlayerPlan>(m, "PlayerPlan")
      .def(
          "__init__",
          [](PlayerPlan* self, const LeaveValues* leaves, double found, double parallel,
             double longer, double vocabulary, double error, std::uint64_t endgame_nodes,
             double leave_share, double blank, bool simulates, std::size_t samples, double seconds,
             std::size_t candidates, std::size_t turns, const WordCategories* sets,
             std::vector<std::pair<double, double>> commonness) {
            for (const double share : {found, parallel, longer, vocabulary, leave_share})
              if (!(share >= 0 && share <= 1)) throw nb::value_error("a chance is from 0 to 1");
            for (const double points : {error, blank})
              if (!(points >= 0 && points <= 1000))
                throw nb::value_error("errors and values of blanks are from 0 to 1000");
            if (!(seconds >= 0)) throw nb::value_error("times are not negative");
            if (simulates && !samples && !(seconds > 0))
              throw nb::value_error("a simulation has a number of samples or a time");
            if (commonness.size() != (sets ? sets->count() : 0))
              throw nb::value_error("each category set has a commonness");
            new (self) PlayerPlan{{leaves, std::llround(1000 * leave_share),
                                   std::llround(static_cast<double>(point) * blank)},
                                  found,
                                  parallel,
                                  longer,
                                  vocabulary,
                                  error,
                                  endgame_nodes,
                                  simulates,
                                  {samples, seconds, candidates, turns},
                                  {sets, std::move(commonness)}};
          },
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 16>(), "leaves"_a.none(), nb::kw_only(),
          "found"_a = 1.0, "parallel"_a = 1.0, "longer"_a = 1.0, "vocabulary"_a = 1.0,
          "error"_a = 0.0, "endgame_nodes"_a = 0, "leave_share"_a = 1.0, "blank"_a = 0.0,
          "simulates"_a = false, "samples"_a = 0, "seconds"_a = 0.0, "candidates"_a = 12,
          "turns"_a = 2, "sets"_a.none() = nb::none(),
          "commonness"_a = std::vector<std::pair<double, double>>());

  nb::class_<PythonLearner>(m, "LeaveLearner")
      .def(
          "__init__",
          [](PythonLearner* self, nb::typed<nb::object, GameRules> rules, std::size_t players) {
            if (players < 1 || players > 9) throw nb::value_error("a game has 1 to 9 players");
            new (self) PythonLearner(rules, players);
          },
          "rules"_a, "players"_a)
      .def(
          "play",
          [](PythonLearner& self, const PythonAutomaton& automaton, const Selection* selection,
             const LeaveValues* leaves, std::uint64_t seed, std::uint64_t first,
             std::uint64_t games, std::size_t threads) {
            const auto& rules = nb::cast<const GameRules&>(self.rules);
            check_rules(automaton, rules, selection);
            check_leaves(rules, leaves);
            if (threads < 1 || threads > 256) throw nb::value_error("1 to 256 threads");
            const ExclusiveUse guard(self.in_use);
            const WithoutGil released;
            self.learner.play(*automaton.native, selection, leaves, seed, first, games, threads);
          },
          "automaton"_a, "selection"_a.none(), "leaves"_a.none(), "seed"_a, "first"_a, "games"_a,
          "threads"_a)
      .def("learn",
           [](PythonLearner& self) {
             const ExclusiveUse guard(self.in_use);
             const WithoutGil released;
             return self.learner.learn();
           })
      .def("save",
           [](PythonLearner& self) {
             const ExclusiveUse guard(self.in_use);
             return make_bytes(without_gil([&] { return self.learner.save(); }));
           })
      .def(
          "load",
          [](PythonLearner& self, const nb::bytes& sums) {
            const ExclusiveUse guard(self.in_use);
            self.learner.load(view(sums));
          },
          "sums"_a)
      .def(
          "count_samples",
          [](PythonLearner& self, const nb::bytes& leave) {
            const ExclusiveUse guard(self.in_use);
            return self.learner.samples(find_place(self.learner.table(), view(leave)));
          },
          "leave"_a)
      .def_prop_ro("turns", [](const PythonLearner& self) { return self.learner.turns(); })
      .def_prop_ro("mean", [](const PythonLearner& self) { return self.learner.mean(); });

  nb::borrow<nb::class_<PythonAutomaton>>(nb::type<PythonAutomaton>())
      .def("find_turns", &find_turns, "rules"_a, "squares"_a, "rack"_a, "selection"_a.none(),
           nb::kw_only(), "players"_a, "bag"_a, "unseen_points"_a, "unseen_blanks"_a, "exchanges"_a,
           "leaves"_a.none(), "limit"_a)
      .def("solve_endgame", &solve_endgame, "rules"_a, "squares"_a, "rack"_a, "other_rack"_a,
           "selection"_a.none(), nb::kw_only(), "scores"_a, "scoreless"_a, "passes"_a, "nodes"_a,
           "seconds"_a)
      .def("play_game", &play_game, "rules"_a, "selection"_a.none(), "players"_a, "seed"_a)
      .def("choose_turn", &choose_turn, "rules"_a, "squares"_a, "rack"_a, "unseen"_a,
           "selection"_a.none(), "player"_a, nb::kw_only(), "scores"_a, "bag"_a, "seed"_a);
}

}  // namespace wordtools
