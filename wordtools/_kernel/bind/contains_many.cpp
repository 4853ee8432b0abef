// Looks up many words from any source: Python iterables, NumPy arrays, Arrow arrays, lines of text.
#include "bind/arrow_source.hpp"
#include "bind/word_set.hpp"

namespace wordtools {

namespace {

// Collects words in batches, and their answers in order. Words that are not plain need Python; if
// such a word is added without the GIL, its answer is postponed until `answer_waiting` is called.
class Answers {
 public:
  explicit Answers(const WordSetObject& set) : set_(set) {}

  // Adds a Python object. The GIL must be held.
  void add_object(nb::handle word) {
    const int count = PyUnicode_Check(word.ptr())
                          ? read_plain(*set_.spelling, word.ptr(), batch_->next_tiles())
                          : -1;
    if (count < 0 && set_.contains_text(word)) found_.push_back(answers_.size() + batch_->size());
    add(count);
  }
  // Adds a string, which must stay valid until `answer_waiting`. The GIL need not be held.
  void add_utf8(std::string_view text) {
    const int count = read_plain_utf8(*set_.spelling, text, batch_->next_tiles());
    if (count < 0) waiting_.push_back({answers_.size() + batch_->size(), text, false});
    add(count);
  }
  void add_ucs4(const Py_UCS4* text, std::size_t length) {
    const bool plain = read_plain_tiles(*set_.spelling, text, length, batch_->next_tiles());
    if (!plain)
      waiting_.push_back({answers_.size() + batch_->size(),
                          {reinterpret_cast<const char*>(text), length * sizeof(Py_UCS4)},
                          true});
    add(plain ? static_cast<int>(length) : -1);
  }
  void add_null() { add(-1); }

  bool full() const { return batch_->full(); }
  // Answers the words in the batch; must be called when it is full.
  void flush() {
    const std::size_t done = answers_.size();
    answers_.resize(done + batch_->size());
    batch_->answer_all(*set_.automaton, set_.selection, answers_.data() + done);
  }

  // Answers all words added so far. The GIL must be held.
  void answer_waiting() {
    flush();
    for (const std::size_t place : found_) answers_[place] = 1;
    for (const auto& [place, text, wide] : waiting_)
      answers_[place] = set_.contains_text(wide ? decode_ucs4(text) : decode_str(text));
    found_.clear();
    waiting_.clear();
  }
  nb::object finish() {
    answer_waiting();
    return nb::bytearray(answers_.data(), answers_.size());
  }

 private:
  static nb::str decode_ucs4(std::string_view text) {
    PyObject* read = PyUnicode_FromKindAndData(
        PyUnicode_4BYTE_KIND, text.data(), static_cast<Py_ssize_t>(text.size() / sizeof(Py_UCS4)));
    if (!read) throw nb::python_error();
    return nb::steal<nb::str>(read);
  }
  void add(int count) { batch_->add(static_cast<std::size_t>(std::max(count, 0))); }

  struct Waiting {
    std::size_t place;
    std::string_view text;
    bool wide;
  };
  const WordSetObject& set_;
  std::unique_ptr<LookupBatch> batch_ = std::make_unique_for_overwrite<LookupBatch>();
  std::string answers_;
  std::vector<std::size_t> found_;
  std::vector<Waiting> waiting_;
};

void flush_without_gil(Answers& answers) {
  const WithoutGil released;
  answers.flush();
}

nb::object answer_sequence(const WordSetObject& set, PyObject* sequence) {
  Answers answers(set);
  // Other threads may change the list while the GIL is released, so its items and length are read
  // again.
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence); ++i) {
    PyObject** const items = PySequence_Fast_ITEMS(sequence);
    if (i + 8 < PySequence_Fast_GET_SIZE(sequence)) __builtin_prefetch(items[i + 8]);
    answers.add_object(nb::borrow(items[i]));
    if (answers.full()) flush_without_gil(answers);
  }
  return answers.finish();
}

nb::object answer_iterable(const WordSetObject& set, nb::handle iterable) {
  Answers answers(set);
  for (const nb::handle word : nb::iter(iterable)) {
    answers.add_object(word);
    if (answers.full()) flush_without_gil(answers);
  }
  return answers.finish();
}

// True if this is a one-dimensional, aligned array of UCS-4 strings in this machine's byte order,
// such as a NumPy array of type U.
bool is_ucs4(const Py_buffer& buffer) {
  std::string_view format = buffer.format ? buffer.format : "B";
  if (!format.empty() && (format[0] == '@' || format[0] == '=' ||
                          format[0] == (std::endian::native == std::endian::little ? '<' : '>')))
    format.remove_prefix(1);
  while (!format.empty() && format[0] >= '0' && format[0] <= '9') format.remove_prefix(1);
  const auto aligned = [](auto number) { return number % alignof(Py_UCS4) == 0; };
  return buffer.ndim == 1 && format == "w" && aligned(buffer.itemsize) &&
         aligned(buffer.strides[0]) && aligned(reinterpret_cast<std::uintptr_t>(buffer.buf));
}

nb::object answer_ucs4(const WordSetObject& set, const Py_buffer& buffer) {
  Answers answers(set);
  {
    const WithoutGil released;
    const auto* at = static_cast<const char*>(buffer.buf);
    for (Py_ssize_t i = 0; i < buffer.shape[0]; ++i, at += buffer.strides[0]) {
      const auto* text = reinterpret_cast<const Py_UCS4*>(at);
      std::size_t length = static_cast<std::size_t>(buffer.itemsize) / sizeof(Py_UCS4);
      while (length > 0 && text[length - 1] == 0) --length;
      answers.add_ucs4(text, length);
      if (answers.full()) answers.flush();
    }
  }
  return answers.finish();
}

nb::object answer_arrow(const WordSetObject& set, nb::handle exporter) {
  Answers answers(set);
  ArrowSource source(exporter);
  while (const auto strings = source.next()) {
    {
      const WithoutGil released;
      for (std::int64_t row = 0; row < strings->size(); ++row) {
        const auto text = (*strings)[row];
        text ? answers.add_utf8(*text) : answers.add_null();
        if (answers.full()) answers.flush();
      }
    }
    answers.answer_waiting();
  }
  return answers.finish();
}

}  // namespace

nb::object contains_lines(const WordSetObject& set, const nb::bytes& data) {
  Answers answers(set);
  {
    const WithoutGil released;
    for (std::string_view rest = view(data); !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      while (line.ends_with('\r')) line.remove_suffix(1);
      answers.add_utf8(line);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (answers.full()) answers.flush();
    }
  }
  return answers.finish();
}

nb::object contains_many(const WordSetObject& set, nb::handle words) {
  if (PyBytes_Check(words.ptr())) return contains_lines(set, nb::borrow<nb::bytes>(words));
  const char* const wrong =
      PyUnicode_Check(words.ptr())     ? "contains_many takes many words, not one str"
      : PyByteArray_Check(words.ptr()) ? "contains_many takes lines of text as bytes"
                                       : nullptr;
  if (wrong) {
    PyErr_SetString(PyExc_TypeError, wrong);
    throw nb::python_error();
  }
  if (PyList_CheckExact(words.ptr()) || PyTuple_CheckExact(words.ptr()))
    return answer_sequence(set, words.ptr());
  std::optional<PythonBuffer> buffer;
  try {
    if (PyObject_CheckBuffer(words.ptr())) buffer.emplace(words, PyBUF_RECORDS_RO);
  } catch (const nb::python_error&) {
    // The buffer is not available in this form, so iterate over the objects instead.
  }
  if (buffer && is_ucs4(**buffer)) return answer_ucs4(set, **buffer);
  buffer.reset();
  if (ArrowSource::is_arrow(words)) return answer_arrow(set, words);
  return answer_iterable(set, words);
}

}  // namespace wordtools
