// Where many words come from: Python sequences and iterables, arrays of NumPy's and of Arrow's,
// lines of text.
#pragma once

#include "python.hpp"

namespace wordtools {

// The words of an edition. Python sees it as `Words`.
struct WordsObject {
  PyObject_HEAD PyObject* automaton;  // these three are held, …
  PyObject* selected;
  PyObject* compose;
  const Dawg* dawg;  // … and these are theirs
  const Spelling* spelling;
  const Selection* selection;

  bool has(const Tile* tiles, std::size_t count) const {
    if (!selection) return dawg->contains(tiles, count);
    const auto rank = dawg->rank(tiles, count);
    return rank >= 0 && selection->contains(static_cast<std::size_t>(rank));
  }
  // The way of texts that are not plain: as they are written, then composed. False for what is no
  // text. Throws nb::python_error.
  bool look(nb::handle word) const {
    if (!PyUnicode_Check(word.ptr())) return false;
    Tile tiles[max_text];
    int count = read_text(*spelling, word, tiles);
    if (count > 0 && has(tiles, static_cast<std::size_t>(count))) return true;
    const nb::object composed = nb::borrow(compose)(word);
    if (composed.is(word)) return false;
    count = read_text(*spelling, composed, tiles);
    return count > 0 && has(tiles, static_cast<std::size_t>(count));
  }
};

// For each word a byte: 1 when it is one of `words`, else 0. Throws nb::python_error.
nb::object answer_many(const WordsObject& words, nb::handle asked);
// The same for each line of UTF-8.
nb::object answer_lines(const WordsObject& words, const nb::bytes& data);

}  // namespace wordtools
