// Binds Spelling, WordCategories, Selection and Automaton.
#include "bind/python_types.hpp"

namespace wordtools {

namespace {

// The iterator that `Automaton.iterate_words` returns.
struct WordIterator {
  nb::object owner, selected;  // kept alive
  const PythonAutomaton* automaton;
  const Selection* selection;
  std::optional<Automaton::Cursor> cursor;
  std::uint32_t rank, end;
  std::size_t shortest, longest;  // in tiles

  nb::str next() {
    for (; rank < end; ++rank) {
      if (!cursor)
        cursor.emplace(*automaton->native, rank);
      else
        cursor->next();
      if (cursor->count() < shortest || cursor->count() > longest) continue;
      if (selection && !selection->contains(rank)) continue;
      ++rank;
      std::string text;
      automaton->spelling->append_text(cursor->tiles(), cursor->count(), text);
      return make_str(text);
    }
    throw nb::stop_iteration();
  }
};

// Calls visit(cursor) at each selected word whose rank is at least `first` and less than `end`.
template <class Visit>
void for_each_word(const PythonAutomaton& automaton, std::uint32_t first, std::uint32_t end,
                   const Selection* selection, Visit&& visit) {
  if (first == end) return;
  Automaton::Cursor cursor(*automaton.native, first);
  for (std::uint32_t rank = first;;) {
    if (!selection || selection->contains(rank)) visit(cursor);
    if (++rank == end) return;
    cursor.next();
  }
}

nb::bytes encode_lines(const PythonAutomaton& automaton, std::uint32_t first, std::uint32_t end,
                       const Selection* selection, std::size_t shortest, std::size_t longest) {
  automaton.check_range(first, end);
  check_selection(automaton, selection);
  std::string text;
  without_gil([&] {
    for_each_word(automaton, first, end, selection, [&](const auto& word) {
      if (word.count() < shortest || word.count() > longest) return;
      automaton.spelling->append_text(word.tiles(), word.count(), text);
      text += '\n';
    });
  });
  return make_bytes(text);
}

std::vector<std::uint64_t> count_words_by_length(const PythonAutomaton& automaton,
                                                 const Selection* selection) {
  check_selection(automaton, selection);
  const WithoutGil released;
  if (!selection) return automaton.native->count_words_by_length();
  std::vector<std::uint64_t> words(max_word + 1, 0);
  for_each_word(automaton, 0, automaton.native->size(), selection,
                [&](const auto& word) { ++words[word.count()]; });
  return words;
}

// For a tile, how many words contain it, begin with it and end with it, and how often it occurs.
using TileCounts = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

std::vector<TileCounts> count_tiles(const PythonAutomaton& automaton, const Selection* selection) {
  check_selection(automaton, selection);
  const WithoutGil released;
  std::vector<TileCounts> counts(automaton.spelling->faces().size());
  for_each_word(automaton, 0, automaton.native->size(), selection, [&](const auto& word) {
    TileSet word_tiles = 0;
    for (const Tile tile : std::span(word.tiles(), word.count())) {
      auto& [words, beginning, ending, occurrences] = counts[tile - 1u];
      words += !(word_tiles >> tile & 1);
      word_tiles |= TileSet{1} << tile;
      ++occurrences;
    }
    ++std::get<1>(counts[word.tiles()[0] - 1u]);
    ++std::get<2>(counts[word.tiles()[word.count() - 1] - 1u]);
  });
  return counts;
}

std::vector<std::tuple<State, Tile, bool, State>> list_arcs(const PythonAutomaton& automaton) {
  std::vector<std::tuple<State, Tile, bool, State>> arcs;
  const auto states = automaton.native->list_states();
  for (std::size_t i = states.size(); i-- > 0;)
    for (TileSet left = automaton.native->tiles_of(states[i]); left; left &= left - 1) {
      const Tile tile = lowest_tile(left);
      const Arc arc = automaton.native->step(states[i], tile);
      arcs.emplace_back(states[i], tile, is_final(arc), target_of(arc));
    }
  return arcs;
}

int automaton_contains(PyObject* self, PyObject* word) {
  if (!PyUnicode_Check(word) || !nb::inst_ready(self)) return 0;
  const auto& automaton = *nb::inst_ptr<PythonAutomaton>(self);
  Tile tiles[max_text];
  int count = read_plain(*automaton.spelling, word, tiles);
  if (count < 0) count = read_text(*automaton.spelling, word, tiles);
  return count > 0 && automaton.native->contains(tiles, static_cast<std::size_t>(count));
}

}  // namespace

void bind_lexicon(nb::module_& m) {
  nb::class_<PythonSpelling>(m, "Spelling")
      .def(
          "__init__",
          [](PythonSpelling* self, std::vector<std::string> tiles,
             const std::vector<std::pair<std::string, std::string>>& letters,
             std::string_view settled, const std::vector<std::string>& apart) {
            new (self) PythonSpelling{
                std::make_shared<Spelling>(std::move(tiles), letters, settled, apart)};
          },
          "tiles"_a, "letters"_a, "settled"_a, "apart"_a = std::vector<std::string>())
      .def("to_tiles",
           [](const PythonSpelling& self, nb::str text) -> std::optional<nb::bytes> {
             Tile tiles[max_text];
             const int count = read_text(*self.shared, text, tiles);
             if (count < 0) return std::nullopt;
             return nb::bytes(reinterpret_cast<char*>(tiles), count);
           })
      .def("is_settled",
           [](const PythonSpelling& self, const nb::bytes& text) {
             const WithoutGil released;
             return self.shared->is_settled(view(text));
           })
      .def("to_text", [](const PythonSpelling& self, const nb::bytes& tiles) {
        const Spelling& spelling = *self.shared;
        std::string text;
        for (const char tile : view(tiles))
          if (static_cast<unsigned char>(tile) - 1u >= spelling.faces().size())
            throw nb::value_error("there is no such tile");
        spelling.append_text(read_tiles(tiles), tiles.size(), text);
        return make_str(text);
      });

  nb::class_<WordCategories>(m, "WordCategories")
      .def("__init__",
           [](WordCategories* self, const nb::bytes& planes, std::size_t words, std::size_t count) {
             new (self) WordCategories(view(planes), words, count);
           })
      .def("__len__", &WordCategories::words)
      .def("__getitem__",
           [](const WordCategories& sets, std::size_t rank) {
             if (rank >= sets.words()) throw nb::index_error("there is no such rank");
             return sets.set_number(rank);
           })
      .def("count_words_by_set", &WordCategories::count_words_by_set)
      .def("encode_numbers",
           [](const WordCategories& sets) { return make_bytes(sets.encode_numbers()); });

  nb::class_<Selection>(m, "Selection")
      .def("__init__",
           [](Selection* self, const WordCategories& sets, const nb::bytes& admitted) {
             new (self) Selection(sets, view(admitted));
           })
      .def("__len__", &Selection::size)
      .def("__contains__", [](const Selection& s,
                              std::size_t rank) { return rank < s.universe() && s.contains(rank); })
      .def("count_before",
           [](const Selection& s, std::size_t rank) {
             if (rank > s.universe()) throw nb::index_error("there is no such rank");
             return s.count_before(rank);
           })
      .def("get_rank", [](const Selection& s, std::uint32_t position) {
        if (position >= s.size()) throw nb::index_error("there is no such word");
        return s.get_rank(position);
      });

  nb::class_<WordIterator>(m, "WordIterator")
      .def("__iter__", [](nb::handle self) { return self; })
      .def("__next__", &WordIterator::next, nb::lock_self());

  PyType_Slot slots[] = {{Py_sq_contains, reinterpret_cast<void*>(automaton_contains)},
                         {0, nullptr}};
  nb::class_<PythonAutomaton>(m, "Automaton", nb::type_slots(slots))
      .def_static(
          "from_columns",
          [](const PythonSpelling& self, nb::handle arcs, nb::handle references,
             nb::handle pointers, bool ranked) {
            const PythonBuffer columns[] = {PythonBuffer(arcs, PyBUF_SIMPLE),
                                            PythonBuffer(references, PyBUF_SIMPLE),
                                            PythonBuffer(pointers, PyBUF_SIMPLE)};
            for (const PythonBuffer& column : columns)
              if (!column->readonly)
                throw nb::type_error("the columns are in memory that can change");
            auto native = without_gil([&] {
              return decode_columns(columns[0].view(), columns[1].view(), columns[2].view(),
                                    self.shared->faces().size(), ranked);
            });
            return new PythonAutomaton{std::move(native), self.shared};
          },
          nb::rv_policy::take_ownership, "spelling"_a, "arcs"_a, "references"_a, "pointers"_a,
          nb::kw_only(), "ranked"_a = false)
      .def("__len__", [](const PythonAutomaton& a) { return a.native->size(); })
      .def("count_arcs",
           [](const PythonAutomaton& a) {
             std::size_t arcs = 0;
             for (const State state : a.native->list_states())
               arcs += static_cast<std::size_t>(std::popcount(a.native->tiles_of(state)));
             return arcs;
           })
      .def("count_words_by_length", &count_words_by_length, "selection"_a.none() = nb::none())
      .def("count_tiles", &count_tiles, "selection"_a.none() = nb::none())
      .def("list_arcs", &list_arcs)
      .def("find_rank", &PythonAutomaton::find_rank)
      .def("spell_many", &spell_many, "strings"_a, "compose"_a)
      .def("find_rank_of_tiles",
           [](const PythonAutomaton& a, const nb::bytes& tiles) {
             return a.native->find_rank(read_tiles(tiles), tiles.size());
           })
      .def("find_prefix_range",
           [](const PythonAutomaton& a, const nb::bytes& tiles) {
             return a.native->find_prefix_range(read_tiles(tiles), tiles.size());
           })
      .def("get_word",
           [](const PythonAutomaton& a, std::uint32_t rank) {
             if (rank >= a.native->size()) throw nb::index_error("there is no such rank");
             const Automaton::Cursor cursor(*a.native, rank);
             return nb::bytes(reinterpret_cast<const char*>(cursor.tiles()), cursor.count());
           })
      .def(
          "iterate_words",
          [](nb::object self, std::uint32_t first, std::uint32_t end, nb::object selection,
             std::size_t shortest, std::size_t longest) {
            const auto& automaton = nb::cast<const PythonAutomaton&>(self);
            const auto* selected = get_selection(selection);
            automaton.check_range(first, end);
            check_selection(automaton, selected);
            return WordIterator{self,  selection, &automaton, selected, std::nullopt,
                                first, end,       shortest,   longest};
          },
          "first"_a, "end"_a, "selection"_a.none(), "shortest"_a = 1, "longest"_a = max_word)
      .def("encode_lines", &encode_lines, "first"_a, "end"_a, "selection"_a.none(),
           "shortest"_a = 1, "longest"_a = max_word);
}

}  // namespace wordtools
