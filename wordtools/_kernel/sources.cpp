#include "sources.hpp"

#include "arrow_source.hpp"

namespace wordtools {

namespace {

// Gathers words into batches and answers into one string, in their order. Words that are not plain
// are answered by `look`, which needs Python: those that come from text without Python wait for it.
class Answers {
 public:
  explicit Answers(const WordsObject& words) : words_(words) {}

  // Only with the GIL held: a word that is a Python object.
  void object(nb::handle word) {
    const int count =
        PyUnicode_Check(word.ptr()) ? read_plain(*words_.spelling, word.ptr(), batch_->room()) : -1;
    if (count < 0 && words_.look(word)) found_.push_back(answers_.size() + batch_->size());
    add(count);
  }
  // The others: text that stays where it is until `settle`.
  void utf8(std::string_view text) {
    const int count = plain_tiles_of_utf8(*words_.spelling, text, batch_->room());
    if (count < 0) waiting_.push_back({answers_.size() + batch_->size(), text, false});
    add(count);
  }
  void ucs4(const Py_UCS4* text, std::size_t length) {
    const bool plain = plain_tiles(*words_.spelling, text, length, batch_->room());
    if (!plain)
      waiting_.push_back({answers_.size() + batch_->size(),
                          {reinterpret_cast<const char*>(text), length * sizeof(Py_UCS4)},
                          true});
    add(plain ? static_cast<int>(length) : -1);
  }
  void none() { add(-1); }

  bool full() const { return batch_->full(); }
  // When it is full.
  void flush() {
    const std::size_t done = answers_.size();
    answers_.resize(done + batch_->size());
    batch_->answer(*words_.dawg, words_.selection, answers_.data() + done);
  }

  // With the GIL held again, while the texts are where they were: answers what waits.
  void settle() {
    flush();
    for (const std::size_t place : found_) answers_[place] = 1;
    for (const auto& [place, text, wide] : waiting_) {
      answers_[place] = words_.look(wide ? ucs4_text(text) : decoded(text));
    }
    found_.clear();
    waiting_.clear();
  }
  nb::object finish() {
    settle();
    return nb::bytearray(answers_.data(), answers_.size());
  }

 private:
  static nb::str ucs4_text(std::string_view text) {
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
  const WordsObject& words_;
  std::unique_ptr<Batch> batch_ = std::make_unique<Batch>();
  std::string answers_;
  std::vector<std::size_t> found_;
  std::vector<Waiting> waiting_;
};

void flush_without_gil(Answers& answers) {
  const WithoutGil free;
  answers.flush();
}

#ifndef Py_GIL_DISABLED
nb::object answer_sequence(const WordsObject& words, PyObject* sequence) {
  Answers answers(words);
  // Others may change a list whenever the GIL is free: look again where it is and how long.
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence); ++i) {
    PyObject** const items = PySequence_Fast_ITEMS(sequence);
    if (i + 8 < PySequence_Fast_GET_SIZE(sequence)) __builtin_prefetch(items[i + 8]);
    answers.object(nb::borrow(items[i]));
    if (answers.full()) flush_without_gil(answers);
  }
  return answers.finish();
}
#endif

nb::object answer_iterable(const WordsObject& words, nb::handle iterable) {
  Answers answers(words);
  for (const nb::handle word : nb::iter(iterable)) {
    answers.object(word);
    if (answers.full()) flush_without_gil(answers);
  }
  return answers.finish();
}

// True for one dimension of strings in this machine's UCS-4, as NumPy's arrays of type U are, that
// lie where the machine wants them.
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

nb::object answer_ucs4(const WordsObject& words, const Py_buffer& buffer) {
  Answers answers(words);
  {
    const WithoutGil free;
    const auto* at = static_cast<const char*>(buffer.buf);
    for (Py_ssize_t i = 0; i < buffer.shape[0]; ++i, at += buffer.strides[0]) {
      const auto* text = reinterpret_cast<const Py_UCS4*>(at);
      std::size_t length = static_cast<std::size_t>(buffer.itemsize) / sizeof(Py_UCS4);
      while (length > 0 && text[length - 1] == 0) --length;
      answers.ucs4(text, length);
      if (answers.full()) answers.flush();
    }
  }
  return answers.finish();
}

nb::object answer_arrow(const WordsObject& words, nb::handle exporter) {
  Answers answers(words);
  ArrowSource source(exporter);
  while (const auto strings = source.next()) {
    {
      const WithoutGil free;
      for (std::int64_t row = 0; row < strings->size(); ++row) {
        const auto text = (*strings)[row];
        text ? answers.utf8(*text) : answers.none();
        if (answers.full()) answers.flush();
      }
    }
    answers.settle();
  }
  return answers.finish();
}

}  // namespace

nb::object answer_lines(const WordsObject& words, const nb::bytes& data) {
  Answers answers(words);
  {
    const WithoutGil free;
    for (std::string_view rest = view(data); !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      while (line.ends_with('\r')) line.remove_suffix(1);
      answers.utf8(line);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (answers.full()) answers.flush();
    }
  }
  return answers.finish();
}

nb::object answer_many(const WordsObject& words, nb::handle asked) {
  if (PyBytes_Check(asked.ptr())) return answer_lines(words, nb::borrow<nb::bytes>(asked));
  const char* const wrong =
      PyUnicode_Check(asked.ptr())     ? "contains_many takes many words, not one str"
      : PyByteArray_Check(asked.ptr()) ? "contains_many takes lines of text as bytes"
                                       : nullptr;
  if (wrong) {
    PyErr_SetString(PyExc_TypeError, wrong);
    throw nb::python_error();
  }
#ifndef Py_GIL_DISABLED
  if (PyList_CheckExact(asked.ptr()) || PyTuple_CheckExact(asked.ptr()))
    return answer_sequence(words, asked.ptr());
#endif
  std::optional<Buffer> buffer;
  try {
    if (PyObject_CheckBuffer(asked.ptr())) buffer.emplace(asked, PyBUF_RECORDS_RO);
  } catch (const nb::python_error&) {
    // Not lent so: then one object after the other.
  }
  if (buffer && is_ucs4(**buffer)) return answer_ucs4(words, **buffer);
  buffer.reset();
  if (ArrowSource::is(asked)) return answer_arrow(words, asked);
  return answer_iterable(words, asked);
}

}  // namespace wordtools
