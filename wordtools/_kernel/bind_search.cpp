// Binds word search and plays: they become methods of Automaton.
#include "play_generator.hpp"
#include "python_types.hpp"
#include "word_search.hpp"

namespace wordtools {

namespace {

// What Python sees as `WordSearch`.
struct PythonSearch {
  nb::object owner, selected;  // kept alive
  SharedSpelling spelling;
  std::unique_ptr<WordSearch> search;
  std::unique_ptr<std::atomic_flag> in_use = std::make_unique<std::atomic_flag>();

  template <class Condition>
  PythonSearch(nb::object self, nb::object selection, Condition condition, std::size_t shortest,
               std::size_t longest)
      : owner(std::move(self)), selected(std::move(selection)) {
    const auto& automaton = nb::cast<const PythonAutomaton&>(owner);
    const auto* chosen = selected.is_none() ? nullptr : &nb::cast<const Selection&>(selected);
    check_selection(automaton, chosen);
    spelling = automaton.spelling;
    const WithoutGil released;
    search = std::make_unique<ConditionSearch<Condition>>(*automaton.native, chosen,
                                                          std::move(condition), shortest, longest);
  }

  nb::list find_more() {
    const ExclusiveUse guard(*in_use);
    FoundWords words;
    for (bool unfinished = true; unfinished && words.ends.empty();) {
      {
        const WithoutGil released;
        unfinished = search->find_more(*spelling, words);
      }
      if (PyErr_CheckSignals()) throw nb::python_error();
    }
    nb::list found;
    std::size_t begin = 0;
    for (const std::size_t end : words.ends) {
      found.append(make_str(std::string_view(words.text).substr(begin, end - begin)));
      begin = end;
    }
    return found;
  }
};

nb::tuple find_plays(const PythonAutomaton& automaton, const PlayRules& rules,
                     const nb::bytes& squares, const nb::bytes& rack, const Selection* selection,
                     std::optional<std::size_t> limit) {
  check_selection(automaton, selection);
  if (rules.values.size() != automaton.spelling->faces().size() + 1)
    throw nb::value_error("the values are of another alphabet");
  PlayGenerator generator(*automaton.native, selection, rules, view(squares), view(rack), limit);
  std::uint64_t total = 0;
  std::string records;
  {
    const WithoutGil released;
    total = generator.generate();
    records = generator.encode_records();
  }
  return nb::make_tuple(total, make_bytes(records));
}

}  // namespace

void bind_search(nb::module_& m) {
  nb::class_<PlayRules>(m, "PlayRules")
      .def(
          "__init__",
          [](PlayRules* self, std::size_t columns,
             const std::vector<std::tuple<int, int, int, int>>& premiums, std::vector<int> values,
             std::vector<int> bonus, std::optional<std::size_t> start, std::size_t shortest) {
            PlayRules rules{columns, {}, std::move(values), std::move(bonus), start, shortest};
            for (const auto& [letter, word, points, along] : premiums)
              rules.premiums.push_back({letter, word, points, along});
            rules.check();
            new (self) PlayRules(std::move(rules));
          },
          "columns"_a, "premiums"_a, "values"_a, "bonus"_a, "start"_a.none(), "shortest"_a);
  nb::class_<PythonSearch>(m, "WordSearch").def("find_more", &PythonSearch::find_more);

  nb::borrow<nb::class_<PythonAutomaton>>(nb::type<PythonAutomaton>())
      .def("find_plays", &find_plays, "rules"_a, "squares"_a, "rack"_a, "selection"_a.none(),
           "limit"_a.none())
      .def(
          "search_rack",
          [](nb::object self, const nb::bytes& rack, nb::object selection, std::size_t shortest,
             std::size_t longest) {
            return PythonSearch(self, selection, RackCondition(view(rack), shortest), shortest,
                                longest);
          },
          "rack"_a, "selection"_a.none(), "shortest"_a, "longest"_a)
      .def(
          "search_pattern",
          [](nb::object self, const std::vector<TileSet>& elements, nb::object selection,
             std::size_t shortest, std::size_t longest) {
            return PythonSearch(self, selection, PatternCondition(elements), shortest, longest);
          },
          "elements"_a, "selection"_a.none(), "shortest"_a, "longest"_a);

  m.attr("ANY") = PatternCondition::any;
}

}  // namespace wordtools
