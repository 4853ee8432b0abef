// Collector, Intake and Hunspell for Python.
#include "collecting.hpp"
#include "hunspell.hpp"
#include "intake.hpp"
#include "python.hpp"

namespace wordtools {

namespace {

// The words taken in. Python sees it as `Draft`.
struct PythonDraft {
  Draft draft;
  SharedSpelling spelling;
};

// A draft's lines.
struct LineIterator {
  nb::object draft;  // kept alive
  Lines lines;
  std::unique_ptr<std::atomic_flag> used = std::make_unique<std::atomic_flag>();

  nb::bytes next() {
    const Alone alone(*used);
    std::string_view text;
    {
      const WithoutGil free;
      text = lines.more();
    }
    if (text.empty()) throw nb::stop_iteration();
    return bytes_of(text);
  }
};

nb::tuple compiled(Collector& collector, SharedSpelling spelling, unsigned threads) {
  Collector::Compiled result;
  {
    const WithoutGil free;
    result = collector.compile(threads);
  }
  return nb::make_tuple(nb::cast(new PythonDraft{std::move(result.draft), std::move(spelling)},
                                 nb::rv_policy::take_ownership),
                        Sets::of(result.sets, result.masks.size()), result.masks,
                        result.duplicates);
}

struct PythonIntake {
  SharedSpelling spelling;
  Intake intake;
  std::unique_ptr<std::atomic_flag> used = std::make_unique<std::atomic_flag>();

  PythonIntake(const PythonSpelling& s, nb::callable character, nb::callable shape,
               nb::callable entry, nb::callable compose, nb::callable report,
               std::vector<std::string> reasons, const std::vector<nb::bytes>& watched)
      : spelling(s.shared),
        intake(*spelling,
               Intake::Rules{[character](char32_t point) {
                               const WithGil hold;
                               return nb::cast<std::uint16_t>(
                                   character(static_cast<std::uint32_t>(point)));
                             },
                             [shape](std::uint32_t facts) {
                               const WithGil hold;
                               return nb::cast<std::uint8_t>(shape(facts));
                             },
                             [entry](std::string_view text, std::uint32_t facts) {
                               const WithGil hold;
                               return nb::cast<std::uint8_t>(entry(text_of(text), facts));
                             },
                             [compose](std::string_view text) {
                               const WithGil hold;
                               return nb::cast<std::string>(compose(text_of(text)));
                             },
                             [report](std::string_view rows) {
                               const WithGil hold;
                               report(bytes_of(rows));
                             }},
               std::move(reasons), strings(watched)) {}

  static std::vector<std::string> strings(const std::vector<nb::bytes>& all) {
    std::vector<std::string> copied;
    for (const auto& one : all) copied.emplace_back(view(one));
    return copied;
  }
};

// A rule as Python writes it: (prefix, cross, flag, strip, add, condition, flags).
using AffixTuple = std::tuple<bool, bool, Flag, std::string, std::string, std::string, Flags>;

// Sorts the forms of a dictionary into an intake.
struct FormSink {
  Intake& intake;
  const std::vector<std::pair<std::string, std::uint8_t>>& drop_tags;  // tag, reason
  std::uint8_t barred_reason;
  std::size_t line = 0;
  std::uint8_t tagged = Intake::admit;
  std::size_t forms = 0;
  static constexpr std::size_t most_forms = 250'000'000;  // some dictionaries make them without end

  void form(const Entry& entry, std::string_view form) {
    if (++forms > most_forms)
      throw DictionaryError(entry.line,
                            "up to here it makes 250,000,000 forms; skip some flags (skip_flags)");
    if (entry.line != line) {
      line = entry.line;
      tagged = Intake::admit;
      for (const auto& [tag, reason] : drop_tags)
        if (has_tag(entry.tags, tag)) tagged = reason;
    }
    intake.entry(form, entry.line, entry.stem, tagged);
  }
  void barred(const Entry& entry, std::string_view form) {
    intake.entry(form, entry.line, entry.stem, barred_reason);
  }

  // True when the tag stands in the text as a whole, not as a part of a longer one.
  static bool has_tag(std::string_view tags, std::string_view tag) {
    const auto joins = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    for (std::size_t at = tags.find(tag); at != tags.npos; at = tags.find(tag, at + 1)) {
      const std::size_t end = at + tag.size();
      if ((at == 0 || !joins(tags[at - 1])) && (end == tags.size() || !joins(tags[end])))
        return true;
    }
    return false;
  }
};

// The forms of a dictionary as Python objects, for study and tests.
struct ListSink {
  nb::list forms, barreds;
  void form(const Entry& entry, std::string_view form) {
    forms.append(nb::make_tuple(text_of(form), entry.line));
  }
  void barred(const Entry& entry, std::string_view form) {
    barreds.append(nb::make_tuple(text_of(form), entry.line));
  }
};

}  // namespace

void bind_compiler(nb::module_& m) {
  // A DictionaryError's arguments are (line, sentence).
  m.attr("DictionaryError") =
      nb::steal(PyErr_NewException("wordtools._kernel.DictionaryError", PyExc_ValueError, nullptr));
  m.attr("TooManyError") =
      nb::steal(PyErr_NewException("wordtools._kernel.TooManyError", PyExc_ValueError, nullptr));
  nb::register_exception_translator(
      [](const std::exception_ptr& error, void*) {
        const auto type = [](const char* name) {
          return nb::object(nb::module_::import_("wordtools._kernel").attr(name));
        };
        try {
          std::rethrow_exception(error);
        } catch (const DictionaryError& dictionary) {
          PyErr_SetObject(type("DictionaryError").ptr(),
                          nb::make_tuple(dictionary.line, dictionary.what()).ptr());
        } catch (const TooMany& many) {
          PyErr_SetString(type("TooManyError").ptr(), many.what());
        }
      },
      nullptr);

  nb::class_<Hunspell>(m, "Hunspell")
      .def("__init__",
           [](Hunspell* self, const std::vector<AffixTuple>& rules, const std::string& format,
              const std::tuple<Flag, Flag, Flag, Flag>& special, std::vector<Flags> aliases,
              const Flags& skip, bool full_strip) {
             std::vector<Affix> affixes;
             for (const auto& [prefix, cross, flag, strip, add, condition, flags] : rules)
               affixes.push_back({prefix, cross, flag, strip, add, condition, flags});
             const auto& [need_affix, forbidden, only_in_compound, circumfix] = special;
             new (self) Hunspell(affixes, flag_format(format),
                                 {need_affix, forbidden, only_in_compound, circumfix},
                                 std::move(aliases), skip, full_strip);
           })
      .def("expand", [](const Hunspell& hunspell, const nb::bytes& dic) {
        ListSink sink;
        hunspell.expand(view(dic), sink);
        return nb::make_tuple(sink.forms, sink.barreds);
      });

  nb::class_<LineIterator>(m, "LineIterator")
      .def("__iter__", [](nb::handle self) { return self; })
      .def("__next__", &LineIterator::next);

  nb::class_<PythonDraft>(m, "Draft")
      .def("__len__", [](const PythonDraft& self) { return self.draft.words; })
      .def_prop_ro("arcs", [](const PythonDraft& self) { return self.draft.arcs.size() - 1; })
      .def("words_by_length",
           [](const PythonDraft& self) {
             const auto& words = self.draft.words_by_length;
             return std::vector<std::uint64_t>(words.begin(), words.end());
           })
      .def("lines",
           [](nb::object self) {
             const auto& made = nb::cast<const PythonDraft&>(self);
             return LineIterator{self, Lines(made.draft, *made.spelling)};
           })
      .def("columns", [](const PythonDraft& self) {
        Columns c;
        {
          const WithoutGil free;
          c = to_columns(self.draft, self.spelling->faces().size());
        }
        return nb::make_tuple(bytes_of(c.arcs), bytes_of(c.references), bytes_of(c.pointers));
      });

  m.def("is_arrow", &ArrowSource::is, nb::arg().none());
  nb::class_<WordCollector>(m, "Collector")
      .def("__init__",
           [](WordCollector* self, const PythonSpelling& s, nb::callable compose) {
             new (self) WordCollector{s.shared, std::move(compose), {}, {}};
           })
      .def("add", &WordCollector::add, "words"_a, "categories"_a = 0)
      .def("add_lines", &WordCollector::add_lines, "data"_a, "categories"_a = 0, "threads"_a = 2)
      .def("add_arrow", &WordCollector::add_arrow, "words"_a, "categories"_a = 0)
      .def(
          "compile",
          [](WordCollector& self, unsigned threads) {
            const Alone alone(self.used);
            return compiled(self.collector, self.spelling, threads);
          },
          "threads"_a = 2);

  nb::class_<PythonIntake>(m, "Intake")
      .def(nb::init<const PythonSpelling&, nb::callable, nb::callable, nb::callable, nb::callable,
                    nb::callable, std::vector<std::string>, const std::vector<nb::bytes>&>(),
           "spelling"_a, "character"_a, "shape"_a, "entry"_a, "compose"_a, "report"_a, "reasons"_a,
           "watched"_a)
      .def(
          "open",
          [](PythonIntake& self, std::string name, std::uint64_t categories, std::size_t shortest,
             std::size_t longest, bool official, bool capitals_matter) {
            const Alone alone(*self.used);
            if (longest > max_word) throw nb::value_error("a word has at most 64 tiles");
            self.intake.open(
                {std::move(name), categories, shortest, longest, official, capitals_matter});
          },
          "name"_a, "categories"_a, "shortest"_a, "longest"_a, "official"_a, "capitals_matter"_a)
      .def(
          "read_lines",
          [](PythonIntake& self, const nb::bytes& data, bool space_ends_word,
             const std::string& comments) {
            const Alone alone(*self.used);
            const WithoutGil free;
            self.intake.read_lines(view(data), space_ends_word, comments);
          },
          "data"_a, "space_ends_word"_a, "comments"_a)
      .def(
          "read_words",
          [](PythonIntake& self, const std::vector<std::string>& words) {
            const Alone alone(*self.used);
            std::size_t place = 0;
            for (const auto& word : words) self.intake.read_word(word, ++place);
          },
          "words"_a)
      .def(
          "read_hunspell",
          [](PythonIntake& self, const Hunspell& hunspell, const nb::bytes& dic,
             const std::vector<std::pair<std::string, std::uint8_t>>& drop_tags,
             std::uint8_t barred) {
            const Alone alone(*self.used);
            const WithoutGil free;
            hunspell.expand(view(dic), FormSink{self.intake, drop_tags, barred});
          },
          "hunspell"_a, "dic"_a, "drop_tags"_a, "barred"_a)
      .def("trace",
           [](PythonIntake& self, const nb::bytes& tiles) {
             const Alone alone(*self.used);
             self.intake.trace(view(tiles));
           })
      .def("flush_report",
           [](PythonIntake& self) {
             const Alone alone(*self.used);
             self.intake.flush_report();
           })
      .def_prop_ro("read", [](const PythonIntake& self) { return self.intake.read(); })
      .def_prop_ro("admitted", [](const PythonIntake& self) { return self.intake.admitted(); })
      .def_prop_ro("rejected", [](const PythonIntake& self) { return self.intake.rejected(); })
      .def(
          "compile",
          [](PythonIntake& self, unsigned threads) {
            const Alone alone(*self.used);
            return compiled(self.intake.collector(), self.spelling, threads);
          },
          "threads"_a = 2);
}

}  // namespace wordtools
