// Binds searches for words and plays, as methods of Automaton.
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>

#include "bind/python_types.hpp"
#include "plays/play_generator.hpp"
#include "search/hooks.hpp"
#include "search/word_search.hpp"
#include "search/word_weights.hpp"

namespace wordtools {

namespace {

// The faces of the tiles in a set.
nb::tuple list_faces(const std::vector<nb::str>& faces, TileSet set) {
  nb::list tiles;
  for (; set; set &= set - 1) tiles.append(faces[lowest_tile(set) - 1u]);
  return nb::tuple(tiles);
}

std::vector<nb::str> make_faces(const Spelling& spelling) {
  std::vector<nb::str> faces;
  for (const std::string& face : spelling.faces()) faces.push_back(make_str(face));
  return faces;
}

void check_weight(const PythonAutomaton& automaton, const WordWeight& weight) {
  if (weight.tiles() && weight.tiles() != automaton.spelling->faces().size() + 1)
    throw nb::value_error("the tiles are of another alphabet");
}

// `WordSearch` in Python.
struct PythonSearch {
  nb::object automaton, selection, weight;  // kept alive
  std::unique_ptr<WordSearch> search;
  std::unique_ptr<std::atomic_flag> in_use = std::make_unique<std::atomic_flag>();

  PythonSearch(nb::object self, std::vector<AnyCondition> conditions, nb::object selected,
               std::size_t shortest, std::size_t longest, nb::object given_weight)
      : automaton(std::move(self)),
        selection(std::move(selected)),
        weight(std::move(given_weight)) {
    const auto* searched = get_selection(selection);
    check_selection(words(), searched);
    const WordWeight* order = get_weight();
    if (order) check_weight(words(), *order);
    const Automaton& native = *words().native;
    const WithoutGil released;
    const auto begin = [&]<class Condition>(Condition condition) -> std::unique_ptr<WordSearch> {
      return std::make_unique<ConditionSearch<Condition>>(native, searched, std::move(condition),
                                                          shortest, longest);
    };
    search = conditions.size() == 1 ? std::visit(begin, std::move(conditions[0]))
                                    : begin(AllConditions(std::move(conditions)));
    if (order) search = std::make_unique<WeightedSearch>(std::move(search), *order);
  }

  const PythonAutomaton& words() const { return nb::cast<const PythonAutomaton&>(automaton); }
  const WordWeight* get_weight() const {
    return weight.is_none() ? nullptr : &nb::cast<const WordWeight&>(weight);
  }

  // Finds more words and returns `show(word, text)` for each.
  template <class Show>
  nb::list find_more(Show&& show) {
    const ExclusiveUse guard(*in_use);
    const auto& spelling = *words().spelling;
    FoundWords words;
    std::string text;
    std::vector<std::size_t> ends;
    for (bool unfinished = true; unfinished && words.empty();) {
      {
        const WithoutGil released;
        unfinished = search->find_more(words);
        for (std::size_t i = 0; i < words.size(); ++i) {
          spelling.append_text(reinterpret_cast<const Tile*>(words[i].data()), words[i].size(),
                               text);
          ends.push_back(text.size());
        }
      }
      if (PyErr_CheckSignals()) throw nb::python_error();
    }
    nb::list results;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      results.append(
          show(words[i], make_str(std::string_view(text).substr(begin, ends[i] - begin))));
      begin = ends[i];
    }
    return results;
  }

  nb::list find_more_words() {
    return find_more([](std::string_view, nb::str text) { return text; });
  }
  nb::list find_more_with_hooks() {
    const auto* searched = get_selection(selection);
    const auto* order = get_weight();
    const auto faces = make_faces(*words().spelling);
    return find_more([&](std::string_view word, nb::str text) {
      const Hooks hooks = find_hooks(*words().native, searched, word);
      return nb::make_tuple(text, list_faces(faces, hooks.front), list_faces(faces, hooks.back),
                            hooks.inner_front, hooks.inner_back, order ? order->weigh(word) : 0.0);
    });
  }
};

nb::tuple find_plays(const PythonAutomaton& automaton, const PlayRules& rules,
                     const nb::bytes& squares, const nb::bytes& rack, const Selection* selection,
                     std::optional<std::size_t> limit) {
  check_selection(automaton, selection);
  if (rules.values.size() != automaton.spelling->faces().size() + 1)
    throw nb::value_error("the values are of another alphabet");
  std::uint64_t total = 0;
  std::string records;
  {
    const WithoutGil released;
    PlayGenerator generator(*automaton.native, selection, rules);
    generator.set_board(view(squares));
    generator.set_rack(view(rack));
    if (limit && *limit) {
      generator.find_best(*limit);
      total = generator.plays().size();
    } else {
      total = limit ? generator.count() : generator.find_all();
    }
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
             std::vector<int> bonus, std::optional<std::size_t> start, std::size_t shortest,
             bool connected) {
            PlayRules rules{columns, {},       std::move(values), std::move(bonus),
                            start,   shortest, connected};
            for (const auto& [letter, word, points, along] : premiums)
              rules.premiums.push_back({letter, word, points, along});
            rules.check();
            new (self) PlayRules(std::move(rules));
          },
          "columns"_a, "premiums"_a, "values"_a, "bonus"_a, "start"_a.none(), "shortest"_a,
          "connected"_a);
  nb::class_<RackCondition>(m, "RackCondition")
      .def(
          "__init__",
          [](RackCondition* self, const nb::bytes& tiles, bool whole) {
            new (self) RackCondition(view(tiles), whole);
          },
          "tiles"_a, "whole"_a);
  nb::class_<PatternCondition>(m, "PatternCondition")
      .def(nb::init<const std::vector<TileSet>&>(), "elements"_a);
  nb::class_<InclusionCondition>(m, "InclusionCondition")
      .def(
          "__init__",
          [](InclusionCondition* self, const nb::bytes& tiles) {
            new (self) InclusionCondition(view(tiles));
          },
          "tiles"_a);
  nb::class_<WordWeight>(m, "WordWeight")
      .def_static("length",
                  []() -> std::unique_ptr<WordWeight> { return std::make_unique<LengthWeight>(); })
      .def_static(
          "score",
          [](std::vector<int> values) -> std::unique_ptr<WordWeight> {
            return std::make_unique<ScoreWeight>(std::move(values));
          },
          "values"_a)
      .def_static(
          "probability",
          [](const std::vector<std::size_t>& counts) -> std::unique_ptr<WordWeight> {
            return std::make_unique<DrawWeight>(counts);
          },
          "counts"_a)
      .def("weigh", [](const WordWeight& weight, const nb::bytes& word) {
        if (word.size() > max_word) throw nb::value_error("there is no such word");
        const Tile* tiles = read_tiles(word);
        for (std::size_t i = 0; i < word.size(); ++i)
          if (tiles[i] == 0 || (weight.tiles() && tiles[i] >= weight.tiles()))
            throw nb::value_error("there is no such tile");
        return weight.weigh(view(word));
      });
  nb::class_<PythonSearch>(m, "WordSearch")
      .def("find_more", &PythonSearch::find_more_words)
      .def("find_more_with_hooks", &PythonSearch::find_more_with_hooks);

  nb::borrow<nb::class_<PythonAutomaton>>(nb::type<PythonAutomaton>())
      .def("find_plays", &find_plays, "rules"_a, "squares"_a, "rack"_a, "selection"_a.none(),
           "limit"_a.none())
      .def(
          "find_hooks",
          [](const PythonAutomaton& automaton, const nb::bytes& tiles, const Selection* selection) {
            check_selection(automaton, selection);
            read_tiles(tiles);
            const auto faces = make_faces(*automaton.spelling);
            Hooks hooks;
            if (tiles.size() <= max_word)
              hooks = find_hooks(*automaton.native, selection, view(tiles));
            return nb::make_tuple(list_faces(faces, hooks.front), list_faces(faces, hooks.back));
          },
          "tiles"_a, "selection"_a.none())
      .def(
          "search",
          [](nb::object self, std::vector<AnyCondition> conditions, nb::object selection,
             std::size_t shortest, std::size_t longest, nb::object weight) {
            return PythonSearch(std::move(self), std::move(conditions), std::move(selection),
                                shortest, longest, std::move(weight));
          },
          "conditions"_a, "selection"_a.none(), "shortest"_a, "longest"_a,
          "weight"_a.none() = nb::none());

  m.attr("ANY") = PatternCondition::any;
}

}  // namespace wordtools
