// Binds WordPairs and Cursor, which compare and combine editions and walk through them tile by
// tile.
#include "automaton/prefix.hpp"
#include "automaton/unite_words.hpp"
#include "automaton/word_pairs.hpp"
#include "bind/python_types.hpp"

namespace wordtools {

namespace {

EditionWords get_edition(nb::handle words, nb::handle sets_of_words, nb::handle selected) {
  const auto& automaton = nb::cast<const PythonAutomaton&>(words);
  const auto& sets = nb::cast<const WordCategories&>(sets_of_words);
  const Selection* selection = get_selection(selected);
  check_selection(automaton, selection);
  if (sets.words() != automaton.native->size())
    throw nb::value_error("the category sets are of another lexicon");
  return {automaton.native.get(), &sets, selection};
}

// `WordPairs` in Python.
struct PythonPairs {
  nb::tuple owners;  // kept alive
  SharedSpelling spelling;
  std::optional<WordPairs> native;

  PythonPairs(nb::object left, nb::object left_sets, nb::object left_selection, nb::object right,
              nb::object right_sets, nb::object right_selection)
      : owners(
            nb::make_tuple(left, left_sets, left_selection, right, right_sets, right_selection)) {
    const EditionWords one = get_edition(left, left_sets, left_selection);
    const EditionWords two = get_edition(right, right_sets, right_selection);
    spelling = nb::cast<const PythonAutomaton&>(left).spelling;
    if (spelling->faces() != nb::cast<const PythonAutomaton&>(right).spelling->faces())
      throw nb::value_error("the lexicons have different tiles");
    const WithoutGil released;
    native.emplace(one, two);
  }
};

using FrameTuple = std::tuple<std::size_t, nb::bytes, nb::bytes>;

nb::list collect_lines(const PythonPairs& self,
                       const std::vector<std::optional<FrameTuple>>& frame_tuples, bool by_length) {
  std::vector<std::optional<WordPairs::Frame>> frames;
  for (const auto& frame : frame_tuples) {
    frames.emplace_back();
    if (!frame) continue;
    const auto& [group, before, after] = *frame;
    frames.back() = {group, std::string(view(before)), std::string(view(after))};
  }
  if (frames.size() != self.native->combinations().size())
    throw nb::value_error("there must be a frame or None for each combination");
  const auto groups =
      without_gil([&] { return self.native->collect_lines(*self.spelling, frames, by_length); });
  nb::list listed;
  for (const auto& [group, length, lines] : groups)
    listed.append(nb::make_tuple(group, length, make_bytes(lines)));
  return listed;
}

nb::tuple merge(const PythonPairs& self, const std::vector<std::optional<std::uint16_t>>& numbers) {
  if (numbers.size() != self.native->combinations().size())
    throw nb::value_error("there must be a number or None for each combination");
  std::size_t count = 0;
  for (const auto number : numbers)
    if (number) count = std::max(count, std::size_t{*number} + 1);
  auto merged = without_gil([&] { return self.native->merge(numbers); });
  return nb::make_tuple(make_draft(std::move(merged.draft), self.spelling),
                        WordCategories::from_numbers(merged.sets, count));
}

PythonDraft* unite(const nb::iterable& automatons) {
  const nb::tuple kept(automatons);  // while the GIL is released, a list could change
  std::vector<const Automaton*> natives;
  SharedSpelling spelling;
  for (const nb::handle object : kept) {
    const auto& automaton = nb::cast<const PythonAutomaton&>(object);
    natives.push_back(automaton.native.get());
    spelling = automaton.spelling;
  }
  if (natives.empty()) throw nb::value_error("there is nothing to unite");
  const WithoutGil released;
  return new PythonDraft{unite_words(natives), spelling};
}

// `Cursor` in Python.
struct PythonCursor {
  nb::object owner, selected, compose;  // kept alive
  const Spelling* spelling;
  Prefix prefix;

  std::optional<PythonCursor> step(nb::str text) const {
    Tile tiles[max_text];
    const int count = read_text(*spelling, compose, text, tiles);
    std::optional<Prefix> place = prefix;
    if (count < 0) return std::nullopt;
    for (int i = 0; place && i < count; ++i) place = place->step(tiles[i]);
    if (!place) return std::nullopt;
    return PythonCursor{owner, selected, compose, spelling, *place};
  }

  nb::tuple list_tiles() const {
    nb::list faces;
    for (TileSet left = prefix.next_tiles(); left; left &= left - 1)
      faces.append(make_str(spelling->faces()[lowest_tile(left) - 1u]));
    return nb::tuple(faces);
  }

  nb::str text() const {
    std::string text;
    spelling->append_text(prefix.tiles(), prefix.count(), text);
    return make_str(text);
  }
};

}  // namespace

void bind_editions(nb::module_& m) {
  nb::class_<PythonPairs>(m, "WordPairs")
      .def(nb::init<nb::object, nb::object, nb::object, nb::object, nb::object, nb::object>(),
           "left"_a, "left_sets"_a, "left_selection"_a.none(), "right"_a, "right_sets"_a,
           "right_selection"_a.none())
      .def_prop_ro("combinations",
                   [](const PythonPairs& self) {
                     nb::list all;
                     for (const auto& [left, right, words] : self.native->combinations()) {
                       nb::dict lengths;
                       for (std::size_t n = 0; n <= max_word; ++n)
                         if (words[n]) lengths[nb::int_(n)] = words[n];
                       all.append(nb::make_tuple(left, right, lengths));
                     }
                     return all;
                   })
      .def("collect_lines", &collect_lines, "frames"_a, "by_length"_a = false)
      .def("merge", &merge, "numbers"_a);

  m.def("unite_words", &unite, "automatons"_a, nb::rv_policy::take_ownership);

  nb::class_<PythonCursor>(m, "Cursor")
      .def(
          "__init__",
          [](PythonCursor* self, nb::object owner, nb::object selected, nb::callable compose) {
            const auto& automaton = nb::cast<const PythonAutomaton&>(owner);
            const auto* selection = get_selection(selected);
            check_selection(automaton, selection);
            const Prefix root(*automaton.native, selection);
            new (self) PythonCursor{owner, selected, compose, automaton.spelling.get(), root};
          },
          "automaton"_a, "selection"_a.none(), "compose"_a)
      .def("step", &PythonCursor::step, "tiles"_a)
      .def_prop_ro("tiles", &PythonCursor::list_tiles)
      .def_prop_ro("text", &PythonCursor::text)
      .def_prop_ro("is_word", [](const PythonCursor& self) { return self.prefix.is_word(); })
      .def("__len__", [](const PythonCursor& self) { return self.prefix.words(); })
      .def("__repr__", [](const PythonCursor& self) {
        return nb::str("<Cursor {}: {} words>").format(self.text(), self.prefix.words());
      });
}

}  // namespace wordtools
