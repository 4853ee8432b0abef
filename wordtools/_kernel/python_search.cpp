// Word search and plays of a rack for Python: they add their methods to Automaton.
#include "moves.hpp"
#include "python.hpp"
#include "search.hpp"

namespace wordtools {

namespace {

struct WordSearch {
  nb::object owner, selected;  // keep both alive
  SharedSpelling spelling;
  std::unique_ptr<Search> search;
  std::unique_ptr<std::atomic_flag> used = std::make_unique<std::atomic_flag>();

  template <class Condition>
  WordSearch(nb::object self, nb::object selection, Condition condition, std::size_t shortest,
             std::size_t longest)
      : owner(std::move(self)), selected(std::move(selection)) {
    const auto& automaton = nb::cast<const Automaton&>(owner);
    const auto* chosen = selected.is_none() ? nullptr : &nb::cast<const Selection&>(selected);
    check_selection(automaton, chosen);
    spelling = automaton.spelling;
    const WithoutGil free;
    search = std::make_unique<Walk<Condition>>(*automaton.dawg, chosen, std::move(condition),
                                               shortest, longest);
  }

  nb::list more() {
    const Alone alone(*used);
    Words words;
    for (bool going = true; going && words.ends.empty();) {
      {
        const WithoutGil free;
        going = search->run(*spelling, words);
      }
      if (PyErr_CheckSignals()) throw nb::python_error();
    }
    nb::list found;
    std::size_t begin = 0;
    for (const std::size_t end : words.ends) {
      found.append(text_of(std::string_view(words.text).substr(begin, end - begin)));
      begin = end;
    }
    return found;
  }
};

nb::tuple plays(const Automaton& automaton, const PlayRules& rules, const nb::bytes& squares,
                const nb::bytes& rack, const Selection* selection,
                std::optional<std::size_t> limit) {
  check_selection(automaton, selection);
  if (rules.values.size() != automaton.spelling->faces().size() + 1)
    throw nb::value_error("values of another alphabet");
  MoveSearch search(*automaton.dawg, selection, rules, view(squares), view(rack), limit);
  std::uint64_t total = 0;
  std::string records;
  {
    const WithoutGil free;
    total = search.run();
    records = search.records();
  }
  return nb::make_tuple(total, bytes_of(records));
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
  nb::class_<WordSearch>(m, "Search").def("more", &WordSearch::more);

  nb::borrow<nb::class_<Automaton>>(nb::type<Automaton>())
      .def("plays", &plays, "rules"_a, "squares"_a, "rack"_a, "selection"_a.none(),
           "limit"_a.none())
      .def(
          "anagrams",
          [](nb::object self, const nb::bytes& rack, nb::object selection, std::size_t shortest,
             std::size_t longest) {
            return WordSearch(self, selection, Rack(view(rack), shortest), shortest, longest);
          },
          "rack"_a, "selection"_a.none(), "shortest"_a, "longest"_a)
      .def(
          "matching",
          [](nb::object self, const std::vector<Tiles>& elements, nb::object selection,
             std::size_t shortest, std::size_t longest) {
            return WordSearch(self, selection, Pattern(elements), shortest, longest);
          },
          "elements"_a, "selection"_a.none(), "shortest"_a, "longest"_a);

  m.attr("ANY") = Pattern::any;
}

}  // namespace wordtools
