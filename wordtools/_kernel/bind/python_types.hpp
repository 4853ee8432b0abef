// Code shared by the files that bind the kernel to Python: it deals with the GIL, with text and
// bytes, and with the automaton as a Python class. _kernel.pyi documents everything that Python
// sees.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>

#include "automaton/columns.hpp"
#include "automaton/draft_automaton.hpp"
#include "automaton/parallel.hpp"
#include "search/lookup_batch.hpp"

namespace wordtools {

namespace nb = nanobind;
using namespace nb::literals;

using SharedSpelling = std::shared_ptr<const Spelling>;

// `Spelling` in Python. It is held by a std::shared_ptr, because nanobind's own deleter would need
// the main interpreter.
struct PythonSpelling {
  SharedSpelling shared;
};

// A helper thread has no Python thread state, so continuing would corrupt memory.
inline void refuse_helper_thread() {
  if (!HelperThread::is_current()) return;
  std::fputs("wordtools._kernel: a helper thread tried to use Python\n", stderr);
  std::abort();
}

// Releases the GIL for its lifetime, so that other threads can run Python; inside a `WithGil`, this
// thread can, too. We do not use nanobind's own classes: they acquire the GIL of the main
// interpreter, even if another interpreter released its GIL.
class WithoutGil {
 public:
  WithoutGil() {
    refuse_helper_thread();
    assert(PyGILState_Check());
    released = PyEval_SaveThread();
  }
  ~WithoutGil() { PyEval_RestoreThread(std::exchange(released, nullptr)); }
  WithoutGil(const WithoutGil&) = delete;

 private:
  friend class WithGil;
  static inline thread_local PyThreadState* released = nullptr;
};

// Calls `work` without the GIL and returns its result.
template <class Work>
auto without_gil(Work&& work) {
  const WithoutGil released;
  return work();
}

// Holds the GIL for its lifetime, even inside a `WithoutGil`.
class WithGil {
 public:
  WithGil() : released_(std::exchange(WithoutGil::released, nullptr)) {
    refuse_helper_thread();
    if (released_) PyEval_RestoreThread(released_);
    assert(PyGILState_Check());
  }
  ~WithGil() {
    if (released_) WithoutGil::released = PyEval_SaveThread();
  }
  WithGil(const WithGil&) = delete;

 private:
  PyThreadState* released_;
};

inline std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
inline nb::bytes make_bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }
// Throws nb::value_error if no tile has this number.
inline const Tile* read_tiles(const nb::bytes& bytes) {
  for (const char tile : view(bytes))
    if (static_cast<Tile>(tile) > max_tiles) throw nb::value_error("there is no such tile");
  return reinterpret_cast<const Tile*>(bytes.c_str());
}
inline nb::str make_str(std::string_view text) { return nb::str(text.data(), text.size()); }
// Decodes UTF-8, replacing malformed parts with U+FFFD.
inline nb::str decode_str(std::string_view text) {
  PyObject* read =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (!read) throw nb::python_error();
  return nb::steal<nb::str>(read);
}

// Memory that an object exposes through the buffer protocol. Throws nb::python_error if the object
// does not support it.
class PythonBuffer {
 public:
  PythonBuffer(nb::handle object, int flags) {
    if (PyObject_GetBuffer(object.ptr(), &buffer_, flags)) throw nb::python_error();
  }
  ~PythonBuffer() { PyBuffer_Release(&buffer_); }
  PythonBuffer(const PythonBuffer&) = delete;
  const Py_buffer& operator*() const { return buffer_; }
  const Py_buffer* operator->() const { return &buffer_; }
  std::string_view view() const {
    return {static_cast<const char*>(buffer_.buf), static_cast<std::size_t>(buffer_.len)};
  }

 private:
  Py_buffer buffer_;
};

// Calls read(characters, length) with the characters of a str, which have one, two or four bytes
// each.
template <class Read>
auto with_characters(PyObject* text, Read&& read) {
  const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text));
  const void* data = PyUnicode_DATA(text);
  switch (PyUnicode_KIND(text)) {
    case PyUnicode_1BYTE_KIND:
      return read(static_cast<const Py_UCS1*>(data), length);
    case PyUnicode_2BYTE_KIND:
      return read(static_cast<const Py_UCS2*>(data), length);
    default:
      return read(static_cast<const Py_UCS4*>(data), length);
  }
}

// Reads a Python str as tiles; returns their number, or -1 if the alphabet cannot spell it.
inline int read_text(const Spelling& spelling, nb::handle text, Tile* tiles) {
  if (!PyUnicode_Check(text.ptr())) return -1;
  return with_characters(text.ptr(), [&](const auto* characters, std::size_t length) {
    const auto character = [=](std::size_t i) -> char32_t { return characters[i]; };
    return spelling.read(character, length, tiles);
  });
}

// Like `read_text`, but if the text cannot be read directly, composes it with `compose`
// (`Alphabet.compose`) and tries again. Text that can be read directly need not be composed,
// because wordtools.readings refuses any alphabet in which a text and its composed form spell
// different tiles.
inline int read_text(const Spelling& spelling, nb::handle compose, nb::handle text, Tile* tiles) {
  const int count = read_text(spelling, text, tiles);
  return count >= 0 || !PyUnicode_Check(text.ptr())
             ? count
             : read_text(spelling, nb::borrow(compose)(text), tiles);
}

// Like `read_text`, but only for a str in which all characters are plain, which is the usual case;
// returns -1 for any other str.
inline int read_plain(const Spelling& spelling, PyObject* text, Tile* tiles) {
  return with_characters(text, [&](const auto* characters, std::size_t length) {
    return read_plain_tiles(spelling, characters, length, tiles) ? static_cast<int>(length) : -1;
  });
}

// Lets only one thread at a time use an object, with or without the GIL. Throws std::runtime_error
// if another thread is using it: to wait instead could deadlock with a thread that waits for the
// GIL.
class ExclusiveUse {
 public:
  explicit ExclusiveUse(std::atomic_flag& in_use) : in_use_(in_use) {
    if (in_use.test_and_set()) throw std::runtime_error("another thread is using this object");
  }
  ~ExclusiveUse() { in_use_.clear(); }
  ExclusiveUse(const ExclusiveUse&) = delete;

 private:
  std::atomic_flag& in_use_;
};

// `Automaton` in Python, with the spelling that reads and writes its words.
struct PythonAutomaton {
  std::unique_ptr<const Automaton> native;
  SharedSpelling spelling;

  std::int64_t find_rank(nb::handle text) const {
    Tile tiles[max_text];
    const int count = read_text(*spelling, text, tiles);
    return count <= 0 ? -1 : native->find_rank(tiles, count);
  }
  void check_range(std::uint32_t first, std::uint32_t end) const {
    if (first > end || end > native->size()) throw nb::index_error("there are no such ranks");
  }
};

// The selection in a Python object; nullptr for None.
inline const Selection* get_selection(nb::handle selection) {
  return selection.is_none() ? nullptr : &nb::cast<const Selection&>(selection);
}

inline void check_selection(const PythonAutomaton& automaton, const Selection* selection) {
  if (selection && selection->universe() != automaton.native->size())
    throw nb::value_error("the selection is of another lexicon");
}

// `DraftAutomaton` in Python.
struct PythonDraft {
  DraftAutomaton native;
  SharedSpelling spelling;
};

inline nb::object make_draft(DraftAutomaton&& draft, SharedSpelling spelling) {
  return nb::cast(new PythonDraft{std::move(draft), std::move(spelling)},
                  nb::rv_policy::take_ownership);
}

// The tiles and ranks of many texts, as `Automaton.spell_many` documents. Throws
// std::invalid_argument if there is anything but strings, and nb::python_error if Python raises an
// exception.
nb::tuple spell_many(const PythonAutomaton& automaton, nb::handle strings, nb::callable compose);

// Each of these functions adds its classes to the module.
void bind_lexicon(nb::module_& m);
void bind_search(nb::module_& m);
void bind_word_set(nb::module_& m);
void bind_compiler(nb::module_& m);
void bind_formats(nb::module_& m);
void bind_editions(nb::module_& m);
void bind_players(nb::module_& m);

}  // namespace wordtools
