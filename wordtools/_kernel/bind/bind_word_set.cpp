// Binds WordSet, the base class of Lexicon, so that no Python code runs between `word in lexicon`
// and the walk through the automaton.
//
// It is a plain CPython type: a nanobind class has its own metaclass, so Lexicon could not inherit
// from it and from collections.abc.Set.
#include "bind/word_set.hpp"

namespace wordtools {

namespace {

const WordSetObject& get_set(PyObject* self) {
  const auto* set = reinterpret_cast<WordSetObject*>(self);
  if (!set->automaton) {
    PyErr_SetString(PyExc_RuntimeError, "WordSet.__init__ was not called");
    throw nb::python_error();
  }
  return *set;
}

// Runs code that may throw on behalf of a C caller. If it throws, sets Python's error and returns
// `failed`.
template <class Result, class Work>
Result catch_errors(Result failed, Work&& work) {
  try {
    return work();
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  }
  return failed;
}

// Not inlined, so that `contains` needs to save few registers.
[[gnu::noinline]] int contains_any(PyObject* self, PyObject* word) {
  return catch_errors(-1, [&] { return static_cast<int>(get_set(self).contains_text(word)); });
}

// Does the look-ups that `contains_plain` cannot do: those in an edition, and those of words that
// are too short.
[[gnu::noinline]] int contains_selected(PyObject* self, PyObject* word) {
  const auto* set = reinterpret_cast<WordSetObject*>(self);
  Tile tiles[max_word];
  const int count = read_plain(*set->spelling, word, tiles);
  return count >= 0 ? set->contains(tiles, static_cast<std::size_t>(count))
                    : contains_any(self, word);
}

int contains(PyObject* self, PyObject* word) {
  const auto* set = reinterpret_cast<WordSetObject*>(self);
  if (!PyUnicode_Check(word) || !set->automaton) return contains_any(self, word);
  if (set->selection || PyUnicode_GET_LENGTH(word) < 3) return contains_selected(self, word);
  return with_characters(word, [=](const auto* characters, std::size_t length) {
    const int answer = contains_plain(*set->spelling, *set->automaton, characters, length);
    return answer >= 0 ? answer : contains_any(self, word);
  });
}

PyObject* call_contains_many(PyObject* self, PyObject* words) {
  return catch_errors<PyObject*>(
      nullptr, [&] { return contains_many(get_set(self), nb::handle(words)).release().ptr(); });
}

PyObject* call_contains_lines(PyObject* self, PyObject* data) {
  return catch_errors<PyObject*>(nullptr, [&]() -> PyObject* {
    if (!PyBytes_Check(data)) {
      PyErr_SetString(PyExc_TypeError, "contains_lines takes bytes");
      throw nb::python_error();
    }
    return contains_lines(get_set(self), nb::borrow<nb::bytes>(data)).release().ptr();
  });
}

int init(PyObject* self, PyObject* args, PyObject*) {
  return catch_errors(-1, [&] {
    PyObject *owner, *selected, *compose;
    if (!PyArg_ParseTuple(args, "OOO", &owner, &selected, &compose)) throw nb::python_error();
    const auto& automaton = nb::cast<const PythonAutomaton&>(nb::handle(owner));
    const Selection* selection = get_selection(selected);
    check_selection(automaton, selection);
    auto* set = reinterpret_cast<WordSetObject*>(self);
    if (set->automaton) throw std::invalid_argument("a WordSet is initialised only once");
    set->owner = Py_NewRef(owner);
    set->selected = Py_NewRef(selected);
    set->compose = Py_NewRef(compose);
    set->automaton = automaton.native.get();
    set->spelling = automaton.spelling.get();
    set->selection = selection;
    return 0;
  });
}

PyObject* allocate(PyTypeObject* type, PyObject*, PyObject*) { return type->tp_alloc(type, 0); }

int traverse(PyObject* self, visitproc visit, void* arg) {
  auto* set = reinterpret_cast<WordSetObject*>(self);
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(set->owner);
  Py_VISIT(set->selected);
  Py_VISIT(set->compose);
  return 0;
}

int clear(PyObject* self) {
  auto* set = reinterpret_cast<WordSetObject*>(self);
  set->automaton = nullptr;  // no more look-ups, since their memory is now released
  Py_CLEAR(set->owner);
  Py_CLEAR(set->selected);
  Py_CLEAR(set->compose);
  return 0;
}

void deallocate(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  clear(self);
  type->tp_free(self);
  Py_DECREF(type);
}

}  // namespace

void bind_word_set(nb::module_& m) {
  static PyMethodDef methods[] = {
      {"contains_many", call_contains_many, METH_O,
       "For each word of an iterable, a NumPy array or Arrow strings, or each line of bytes, a "
       "byte: 1 when the set contains it, else 0."},
      {"contains_lines", call_contains_lines, METH_O,
       "For each line of UTF-8 a byte: 1 when the set contains it, else 0."},
      {nullptr, nullptr, 0, nullptr},
  };
  PyType_Slot slots[] = {
      {Py_tp_new, reinterpret_cast<void*>(allocate)},
      {Py_tp_init, reinterpret_cast<void*>(init)},
      {Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
      {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
      {Py_tp_clear, reinterpret_cast<void*>(clear)},
      {Py_tp_methods, methods},
      {Py_sq_contains, reinterpret_cast<void*>(contains)},
      {0, nullptr},
  };
  PyType_Spec spec = {"wordtools._kernel.WordSet", sizeof(WordSetObject), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
  PyObject* type = PyType_FromModuleAndSpec(m.ptr(), &spec, nullptr);
  if (!type) throw nb::python_error();
  m.attr("WordSet") = nb::steal(type);
}

}  // namespace wordtools
