// Words: what Lexicon inherits, so that looking a word up needs no Python in between.
//
// A plain CPython type: a class of nanobind's has a metaclass of its own, and could not be a base
// of Lexicon beside collections.abc.Set.
#include "sources.hpp"

namespace wordtools {

namespace {

WordsObject* words_of(PyObject* self) {
  auto* words = reinterpret_cast<WordsObject*>(self);
  if (!words->automaton) {
    PyErr_SetString(PyExc_RuntimeError, "Words.__init__ was not called");
    throw nb::python_error();
  }
  return words;
}

// Runs what may throw where C is expected; `failed` is what tells Python of an error.
template <class Result, class Work>
Result guarded(Result failed, Work&& work) {
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

// Apart, so that `contains` needs to keep little for it.
[[gnu::noinline]] int contains_any(PyObject* self, PyObject* word) {
  return guarded(-1, [&] { return static_cast<int>(words_of(self)->look(word)); });
}

// Words of an edition, and those that are too short for `contains_plain`.
[[gnu::noinline]] int contains_among(PyObject* self, PyObject* word) {
  const auto* words = reinterpret_cast<WordsObject*>(self);
  Tile tiles[max_word];
  const int count = read_plain(*words->spelling, word, tiles);
  return count >= 0 ? words->has(tiles, static_cast<std::size_t>(count)) : contains_any(self, word);
}

int contains(PyObject* self, PyObject* word) {
  const auto* words = reinterpret_cast<WordsObject*>(self);
  if (!PyUnicode_Check(word) || !words->dawg) return contains_any(self, word);
  const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(word));
  if (words->selection || length < 3) return contains_among(self, word);
  const auto found = [&](const auto* text) {
    const int found = contains_plain(*words->spelling, *words->dawg, text, length);
    return found >= 0 ? found : contains_any(self, word);
  };
  switch (PyUnicode_KIND(word)) {
    case PyUnicode_1BYTE_KIND:
      return found(PyUnicode_1BYTE_DATA(word));
    case PyUnicode_2BYTE_KIND:
      return found(PyUnicode_2BYTE_DATA(word));
    default:
      return found(PyUnicode_4BYTE_DATA(word));
  }
}

PyObject* contains_many(PyObject* self, PyObject* words) {
  return guarded<PyObject*>(
      nullptr, [&] { return answer_many(*words_of(self), nb::handle(words)).release().ptr(); });
}

PyObject* contains_lines(PyObject* self, PyObject* data) {
  return guarded<PyObject*>(nullptr, [&]() -> PyObject* {
    if (!PyBytes_Check(data)) {
      PyErr_SetString(PyExc_TypeError, "contains_lines takes bytes");
      throw nb::python_error();
    }
    return answer_lines(*words_of(self), nb::borrow<nb::bytes>(data)).release().ptr();
  });
}

int init(PyObject* self, PyObject* args, PyObject*) {
  return guarded(-1, [&] {
    PyObject *automaton, *selection, *compose;
    if (!PyArg_ParseTuple(args, "OOO", &automaton, &selection, &compose)) throw nb::python_error();
    const auto& held = nb::cast<const Automaton&>(nb::handle(automaton));
    const Selection* selected =
        selection == Py_None ? nullptr : &nb::cast<const Selection&>(nb::handle(selection));
    check_selection(held, selected);
    auto* words = reinterpret_cast<WordsObject*>(self);
    if (words->automaton) throw std::invalid_argument("Words are initialised once");
    words->automaton = Py_NewRef(automaton);
    words->selected = Py_NewRef(selection);
    words->compose = Py_NewRef(compose);
    words->dawg = held.dawg.get();
    words->spelling = held.spelling.get();
    words->selection = selected;
    return 0;
  });
}

PyObject* make(PyTypeObject* type, PyObject*, PyObject*) { return type->tp_alloc(type, 0); }

int traverse(PyObject* self, visitproc visit, void* arg) {
  auto* words = reinterpret_cast<WordsObject*>(self);
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(words->automaton);
  Py_VISIT(words->selected);
  Py_VISIT(words->compose);
  return 0;
}

int clear(PyObject* self) {
  auto* words = reinterpret_cast<WordsObject*>(self);
  words->dawg = nullptr;  // no look-ups from now on: what they need goes
  Py_CLEAR(words->automaton);
  Py_CLEAR(words->selected);
  Py_CLEAR(words->compose);
  return 0;
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  clear(self);
  type->tp_free(self);
  Py_DECREF(type);
}

}  // namespace

void bind_words(nb::module_& m) {
  static PyMethodDef methods[] = {
      {"contains_many", contains_many, METH_O,
       "For each word of an iterable, a NumPy array or Arrow strings, or each line of bytes, a "
       "byte: "
       "1 when it is one, 0 when not."},
      {"contains_lines", contains_lines, METH_O,
       "For each line of UTF-8 a byte: 1 when it is a word, 0 when not."},
      {nullptr, nullptr, 0, nullptr},
  };
  PyType_Slot slots[] = {
      {Py_tp_new, reinterpret_cast<void*>(make)},
      {Py_tp_init, reinterpret_cast<void*>(init)},
      {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
      {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
      {Py_tp_clear, reinterpret_cast<void*>(clear)},
      {Py_tp_methods, methods},
      {Py_sq_contains, reinterpret_cast<void*>(contains)},
      {0, nullptr},
  };
  PyType_Spec spec = {"wordtools._kernel.Words", sizeof(WordsObject), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
  PyObject* type = PyType_FromModuleAndSpec(m.ptr(), &spec, nullptr);
  if (!type) throw nb::python_error();
  m.attr("Words") = nb::steal(type);
}

}  // namespace wordtools
