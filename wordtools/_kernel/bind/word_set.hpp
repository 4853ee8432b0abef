// `WordSet` in Python, which looks up words in an edition.
#pragma once

#include "bind/python_types.hpp"

namespace wordtools {

struct WordSetObject {
  PyObject_HEAD PyObject* owner;  // the PythonAutomaton; this and the next two are kept alive …
  PyObject* selected;
  PyObject* compose;
  const Automaton* automaton;  // … for these, which are their content
  const Spelling* spelling;
  const Selection* selection;

  bool contains(const Tile* tiles, std::size_t count) const {
    if (!selection) return automaton->contains(tiles, count);
    const auto rank = automaton->find_rank(tiles, count);
    return rank >= 0 && selection->contains(static_cast<std::size_t>(rank));
  }
  // Looks up a text that need not be plain. False for anything but a str. Throws nb::python_error.
  bool contains_text(nb::handle word) const {
    Tile tiles[max_text];
    const int count = read_text(*spelling, compose, word, tiles);
    return count > 0 && contains(tiles, static_cast<std::size_t>(count));
  }
};

// Returns a byte for each word: 1 if the set contains it, 0 if not. Accepts any iterable of words,
// a NumPy or Arrow array, or lines of text. Throws nb::python_error.
nb::object contains_many(const WordSetObject& set, nb::handle words);
// Like `contains_many`, for each line of UTF-8.
nb::object contains_lines(const WordSetObject& set, const nb::bytes& data);

}  // namespace wordtools
