// What the files that show the kernel to Python share. Documented in _kernel.pyi; nothing in them
// decides anything.
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

#include "batch.hpp"
#include "columns.hpp"

namespace wordtools {

namespace nb = nanobind;
using namespace nb::literals;

using SharedSpelling = std::shared_ptr<const Spelling>;

// What Python sees as `Spelling`: shared by us and not by nanobind, whose deleter would ask for the
// main interpreter.
struct PythonSpelling {
  SharedSpelling shared;
};

// While it lives other threads may use Python, and so may this one, `WithGil`. nanobind takes the
// GIL for the main interpreter, which need not be the one that let it go.
class WithoutGil {
 public:
  WithoutGil() { parted = PyEval_SaveThread(); }
  ~WithoutGil() { PyEval_RestoreThread(std::exchange(parted, nullptr)); }
  WithoutGil(const WithoutGil&) = delete;

 private:
  friend class WithGil;
  static inline thread_local PyThreadState* parted = nullptr;
};

// For a call of Python, in a thread that may be `WithoutGil`.
class WithGil {
 public:
  WithGil() : parted_(std::exchange(WithoutGil::parted, nullptr)) {
    if (parted_) PyEval_RestoreThread(parted_);
  }
  ~WithGil() {
    if (parted_) WithoutGil::parted = PyEval_SaveThread();
  }
  WithGil(const WithGil&) = delete;

 private:
  PyThreadState* parted_;
};

inline std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
inline nb::bytes bytes_of(std::string_view text) { return nb::bytes(text.data(), text.size()); }
// Throws nb::value_error for what is the number of no tile.
inline const Tile* tiles_of(const nb::bytes& bytes) {
  for (const char tile : view(bytes))
    if (static_cast<Tile>(tile) > max_tiles) throw nb::value_error("a tile that is not there");
  return reinterpret_cast<const Tile*>(bytes.c_str());
}
inline nb::str text_of(std::string_view text) { return nb::str(text.data(), text.size()); }
// Text of UTF-8 that may be malformed: U+FFFD stands for what is.
inline nb::str decoded(std::string_view text) {
  PyObject* read =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (!read) throw nb::python_error();
  return nb::steal<nb::str>(read);
}

// What an object lends of its memory. Throws nb::python_error when it lends none so.
class Buffer {
 public:
  Buffer(nb::handle object, int flags) {
    if (PyObject_GetBuffer(object.ptr(), &lent_, flags)) throw nb::python_error();
  }
  ~Buffer() { PyBuffer_Release(&lent_); }
  Buffer(const Buffer&) = delete;
  const Py_buffer& operator*() const { return lent_; }
  const Py_buffer* operator->() const { return &lent_; }
  std::string_view view() const {
    return {static_cast<const char*>(lent_.buf), static_cast<std::size_t>(lent_.len)};
  }

 private:
  Py_buffer lent_;
};

// Tiles of a Python str; -1 when the alphabet cannot spell it.
inline int read_text(const Spelling& spelling, nb::handle text, Tile* tiles) {
  if (!PyUnicode_Check(text.ptr())) return -1;
  const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text.ptr()));
  const void* data = PyUnicode_DATA(text.ptr());
  switch (PyUnicode_KIND(text.ptr())) {
    case PyUnicode_1BYTE_KIND: {
      const auto* points = static_cast<const Py_UCS1*>(data);
      return spelling.read([=](std::size_t i) -> char32_t { return points[i]; }, length, tiles);
    }
    case PyUnicode_2BYTE_KIND: {
      const auto* points = static_cast<const Py_UCS2*>(data);
      return spelling.read([=](std::size_t i) -> char32_t { return points[i]; }, length, tiles);
    }
    default: {
      const auto* points = static_cast<const Py_UCS4*>(data);
      return spelling.read([=](std::size_t i) -> char32_t { return points[i]; }, length, tiles);
    }
  }
}

// The same when every character is `plain`, else -1: the way of most texts.
inline int read_plain(const Spelling& spelling, PyObject* text, Tile* tiles) {
  const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text));
  const void* data = PyUnicode_DATA(text);
  bool plain;
  switch (PyUnicode_KIND(text)) {
    case PyUnicode_1BYTE_KIND:
      plain = plain_tiles(spelling, static_cast<const Py_UCS1*>(data), length, tiles);
      break;
    case PyUnicode_2BYTE_KIND:
      plain = plain_tiles(spelling, static_cast<const Py_UCS2*>(data), length, tiles);
      break;
    default:
      plain = plain_tiles(spelling, static_cast<const Py_UCS4*>(data), length, tiles);
  }
  return plain ? static_cast<int>(length) : -1;
}

// Holds what one thread at a time may use, with the GIL or without it. Throws std::runtime_error
// when another has it: it does not wait, so that none waits for one that waits for the GIL.
class Alone {
 public:
  explicit Alone(std::atomic_flag& used) : used_(used) {
    if (used.test_and_set()) throw std::runtime_error("another thread is using it");
  }
  ~Alone() { used_.clear(); }
  Alone(const Alone&) = delete;

 private:
  std::atomic_flag& used_;
};

// An automaton with the spelling its words are read and written by.
struct Automaton {
  std::unique_ptr<const Dawg> dawg;
  SharedSpelling spelling;

  std::int64_t rank(nb::handle text) const {
    Tile tiles[max_text];
    const int count = read_text(*spelling, text, tiles);
    return count <= 0 ? -1 : dawg->rank(tiles, count);
  }
  void check_range(std::uint32_t first, std::uint32_t end) const {
    if (first > end || end > dawg->size()) throw nb::index_error("no such ranks");
  }
};

inline void check_selection(const Automaton& automaton, const Selection* selection) {
  if (selection && selection->universe() != automaton.dawg->size())
    throw nb::value_error("a selection of another lexicon");
}

// Each adds its classes to the module.
void bind_lexicon(nb::module_& m);
void bind_search(nb::module_& m);
void bind_words(nb::module_& m);
void bind_compiler(nb::module_& m);

}  // namespace wordtools
