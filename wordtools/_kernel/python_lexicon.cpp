// Spelling, Sets, Selection and Automaton for Python.
#include "python.hpp"

namespace wordtools {

namespace {

struct WordIterator {
  nb::object owner, selected;  // keep both alive
  const Automaton* automaton;
  const Selection* selection;
  std::optional<Dawg::Cursor> cursor;
  std::uint32_t rank, end;
  std::size_t shortest, longest;  // in tiles

  nb::str next() {
    for (; rank < end; ++rank) {
      if (!cursor)
        cursor.emplace(*automaton->dawg, rank);
      else
        cursor->next();
      if (cursor->count() < shortest || cursor->count() > longest) continue;
      if (selection && !selection->contains(rank)) continue;
      ++rank;
      std::string text;
      automaton->spelling->write(cursor->tiles(), cursor->count(), text);
      return text_of(text);
    }
    throw nb::stop_iteration();
  }
};

nb::bytes lines(const Automaton& automaton, std::uint32_t first, std::uint32_t end,
                const Selection* selection, std::size_t shortest, std::size_t longest) {
  automaton.check_range(first, end);
  check_selection(automaton, selection);
  std::string text;
  if (first < end) {
    const WithoutGil free;
    Dawg::Cursor cursor(*automaton.dawg, first);
    for (std::uint32_t rank = first;;) {
      if (cursor.count() >= shortest && cursor.count() <= longest &&
          (!selection || selection->contains(rank))) {
        automaton.spelling->write(cursor.tiles(), cursor.count(), text);
        text += '\n';
      }
      if (++rank == end) break;
      cursor.next();
    }
  }
  return bytes_of(text);
}

int automaton_contains(PyObject* self, PyObject* word) {
  if (!PyUnicode_Check(word) || !nb::inst_ready(self)) return 0;
  const auto& automaton = *nb::inst_ptr<Automaton>(self);
  Tile tiles[max_text];
  int count = read_plain(*automaton.spelling, word, tiles);
  if (count < 0) count = read_text(*automaton.spelling, word, tiles);
  return count > 0 && automaton.dawg->contains(tiles, static_cast<std::size_t>(count));
}

}  // namespace

void bind_lexicon(nb::module_& m) {
  nb::class_<PythonSpelling>(m, "Spelling")
      .def(
          "__init__",
          [](PythonSpelling* self, std::vector<std::string> tiles,
             const std::vector<std::pair<std::string, std::string>>& letters,
             std::string_view settled) {
            new (self)
                PythonSpelling{std::make_shared<Spelling>(std::move(tiles), letters, settled)};
          },
          "tiles"_a, "letters"_a, "settled"_a)
      .def("tiles",
           [](const PythonSpelling& self, nb::str text) -> std::optional<nb::bytes> {
             Tile tiles[max_text];
             const int count = read_text(*self.shared, text, tiles);
             if (count < 0) return std::nullopt;
             return nb::bytes(reinterpret_cast<char*>(tiles), count);
           })
      .def("text", [](const PythonSpelling& self, const nb::bytes& tiles) {
        const Spelling& spelling = *self.shared;
        std::string text;
        for (const char tile : view(tiles))
          if (static_cast<unsigned char>(tile) - 1u >= spelling.faces().size())
            throw nb::value_error("a tile that is not there");
        spelling.write(tiles_of(tiles), tiles.size(), text);
        return text_of(text);
      });

  nb::class_<Sets>(m, "Sets")
      .def("__init__", [](Sets* self, const nb::bytes& planes, std::size_t words,
                          std::size_t count) { new (self) Sets(view(planes), words, count); })
      .def("__len__", &Sets::words)
      .def("__getitem__",
           [](const Sets& sets, std::size_t rank) {
             if (rank >= sets.words()) throw nb::index_error("no such rank");
             return sets.number(rank);
           })
      .def("sizes", &Sets::sizes)
      .def("numbers", [](const Sets& sets) { return bytes_of(sets.numbers()); });

  nb::class_<Selection>(m, "Selection")
      .def("__init__",
           [](Selection* self, const Sets& sets, const nb::bytes& admitted) {
             new (self) Selection(sets, view(admitted));
           })
      .def("__len__", &Selection::size)
      .def("__contains__", [](const Selection& s,
                              std::size_t rank) { return rank < s.universe() && s.contains(rank); })
      .def("before",
           [](const Selection& s, std::size_t rank) {
             if (rank > s.universe()) throw nb::index_error("no such rank");
             return s.before(rank);
           })
      .def("rank_of", [](const Selection& s, std::uint32_t place) {
        if (place >= s.size()) throw nb::index_error("no such word");
        return s.rank_of(place);
      });

  nb::class_<WordIterator>(m, "WordIterator")
      .def("__iter__", [](nb::handle self) { return self; })
      .def("__next__", &WordIterator::next, nb::lock_self());

  PyType_Slot slots[] = {{Py_sq_contains, reinterpret_cast<void*>(automaton_contains)},
                         {0, nullptr}};
  nb::class_<Automaton>(m, "Automaton", nb::type_slots(slots))
      .def_static(
          "from_columns",
          [](const PythonSpelling& self, nb::handle arcs, nb::handle references,
             nb::handle pointers) {
            const Buffer columns[] = {Buffer(arcs, PyBUF_SIMPLE), Buffer(references, PyBUF_SIMPLE),
                                      Buffer(pointers, PyBUF_SIMPLE)};
            for (const Buffer& column : columns)
              if (!column->readonly) throw nb::type_error("bytes that may change");
            std::unique_ptr<Dawg> dawg;
            {
              const WithoutGil free;
              dawg = from_columns(columns[0].view(), columns[1].view(), columns[2].view(),
                                  self.shared->faces().size());
            }
            return new Automaton{std::move(dawg), self.shared};
          },
          nb::rv_policy::take_ownership)
      .def("__len__", [](const Automaton& a) { return a.dawg->size(); })
      .def_prop_ro("arcs",
                   [](const Automaton& a) {
                     std::size_t arcs = 0;
                     for (const State state : a.dawg->states())
                       arcs += static_cast<std::size_t>(std::popcount(a.dawg->tiles(state)));
                     return arcs;
                   })
      .def_prop_ro("states", [](const Automaton& a) { return a.dawg->states().size(); })
      .def("words_by_length", [](const Automaton& a) { return a.dawg->words_by_length(); })
      .def("rank", &Automaton::rank)
      .def("rank_of_tiles",
           [](const Automaton& a, const nb::bytes& tiles) {
             return a.dawg->rank(tiles_of(tiles), tiles.size());
           })
      .def("prefix",
           [](const Automaton& a, const nb::bytes& tiles) {
             return a.dawg->prefix(tiles_of(tiles), tiles.size());
           })
      .def("word_at",
           [](const Automaton& a, std::uint32_t rank) {
             if (rank >= a.dawg->size()) throw nb::index_error("no such rank");
             const Dawg::Cursor cursor(*a.dawg, rank);
             return nb::bytes(reinterpret_cast<const char*>(cursor.tiles()), cursor.count());
           })
      .def(
          "words",
          [](nb::object self, std::uint32_t first, std::uint32_t end, nb::object selection,
             std::size_t shortest, std::size_t longest) {
            const auto& automaton = nb::cast<const Automaton&>(self);
            const auto* selected =
                selection.is_none() ? nullptr : &nb::cast<const Selection&>(selection);
            automaton.check_range(first, end);
            check_selection(automaton, selected);
            return WordIterator{self,  selection, &automaton, selected, std::nullopt,
                                first, end,       shortest,   longest};
          },
          "first"_a, "end"_a, "selection"_a.none(), "shortest"_a = 1, "longest"_a = max_word)
      .def("lines", &lines, "first"_a, "end"_a, "selection"_a.none(), "shortest"_a = 1,
           "longest"_a = max_word);
}

}  // namespace wordtools
