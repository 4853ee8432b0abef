// Binds the players' leaves, turns and games.
#include <nanobind/stl/array.h>

#include <chrono>

#include "bind/python_types.hpp"
#include "formats/klv_writer.hpp"
#include "players/leave_learner.hpp"

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

// The place of tiles in any order. Throws nb::value_error.
std::size_t find_place(const LeaveValues& table, std::string_view leave) {
  std::string tiles(leave);
  std::ranges::sort(tiles);
  if (tiles.size() > table.longest()) throw nb::value_error("the leave is too long");
  for (const char tile : tiles)
    if (static_cast<Tile>(tile) >= table.counts().size())
      throw nb::value_error("there is no such tile");
  return table.find_place(reinterpret_cast<const Tile*>(tiles.data()), tiles.size());
}

nb::tuple describe(const Turn& turn, const PlayGenerator& generator) {
  std::string tiles(reinterpret_cast<const char*>(turn.tiles.data()), turn.count);
  if (turn.kind == TurnKind::play) {
    tiles.assign(turn.length, '\0');
    generator.write_tiles({turn.value, turn.score, turn.square, turn.down, turn.length, turn.tiles},
                          tiles.data());
  }
  return nb::make_tuple(static_cast<int>(turn.kind), turn.value, turn.score, turn.square, turn.down,
                        make_bytes(tiles));
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
                          leaves, limit);
  }
  nb::list described;
  for (const Turn& turn : *turns) described.append(describe(turn, finder->generator()));
  return described;
}

// Plays a game; returns (turns, ending, scores at the end). A turn is (rack, bag, turn as
// find_turns returns it).
nb::tuple play_game(const PythonAutomaton& automaton, const GameRules& rules,
                    const Selection* selection, const std::vector<const LeaveValues*>& leaves,
                    std::uint64_t seed) {
  check_rules(automaton, rules, selection);
  for (const LeaveValues* table : leaves) check_leaves(rules, table);
  if (leaves.empty() || leaves.size() > 9) throw nb::value_error("a game has 1 to 9 players");
  Random random(seed);
  Position position(rules, leaves.size(), random);
  TurnFinder finder(*automaton.native, selection, rules);
  nb::list turns;
  std::vector<std::int64_t> taken(leaves.size());
  while (position.ending() == Ending::none) {
    Turn turn;
    const std::string rack(position.rack(position.mover()));
    {
      const WithoutGil released;
      const auto started = std::chrono::steady_clock::now();
      turn = position.choose_turn(finder, leaves[position.mover()]);
      taken[position.mover()] +=
          std::chrono::nanoseconds(std::chrono::steady_clock::now() - started).count();
    }
    turns.append(
        nb::make_tuple(make_bytes(rack), position.bag(), describe(turn, finder.generator())));
    position.take(turn, random);
  }
  nb::list racks;
  for (std::size_t player = 0; player < leaves.size(); ++player)
    racks.append(make_bytes(position.rack(player)));
  return nb::make_tuple(turns, static_cast<int>(position.ending()), position.settle(), taken,
                        racks);
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
      .def("play_game", &play_game, "rules"_a, "selection"_a.none(), "leaves"_a, "seed"_a);
}

}  // namespace wordtools
