// Binds scan_capitals, Collector, Intake, HunspellExpander and DraftAutomaton.
#include "bind/python_collector.hpp"
#include "bind/python_types.hpp"
#include "intake/form_speller.hpp"
#include "intake/hunspell.hpp"
#include "intake/intake.hpp"
#include "intake/settle_spelled.hpp"
#include "intake/shared_lines.hpp"
#include "text/capitals_scan.hpp"

namespace wordtools {

namespace {

// The iterator that `DraftAutomaton.encode_lines` and `encode_letters` return.
struct PieceIterator {
  nb::object draft;  // kept alive
  WordWriter writer;
  std::unique_ptr<std::atomic_flag> in_use = std::make_unique<std::atomic_flag>();

  nb::bytes next() {
    const ExclusiveUse guard(*in_use);
    const std::string_view text = without_gil([this] { return writer.write_more(); });
    if (text.empty()) throw nb::stop_iteration();
    return make_bytes(text);
  }
};

// The tuple that _kernel.pyi calls Compiled.
nb::tuple compile(Collector& collector, SharedSpelling spelling, unsigned threads,
                  const Collector::Settle& settle = nullptr) {
  auto result = without_gil([&] { return collector.compile(threads, settle); });
  return nb::make_tuple(make_draft(std::move(result.draft), std::move(spelling)),
                        WordCategories::from_numbers(result.sets, result.masks.size()),
                        result.masks, result.duplicates);
}

// A function that acquires the GIL and calls a Python function.
template <class Result>
auto call_python(const nb::callable& function) {
  return [function](const auto&... arguments) {
    const WithGil gil;
    return nb::cast<Result>(function(arguments...));
  };
}

SpelledRule make_rule(const std::vector<nb::bytes>& patterns, std::vector<std::uint16_t> becomes,
                      const nb::bytes& base, const nb::bytes& base_admitted) {
  SpelledRule rule{
      {}, std::move(becomes), std::string(view(base)), std::string(view(base_admitted))};
  for (const auto& pattern : patterns) rule.patterns.emplace_back(view(pattern));
  const auto has_one = [](std::string_view text) {
    return std::count(text.begin(), text.end(), any_tiles) == 1;
  };
  if (!rule.base.empty() &&
      !(has_one(rule.base) && std::all_of(rule.patterns.begin(), rule.patterns.end(), has_one)))
    throw nb::value_error("a base needs patterns in which any tiles stand once");
  return rule;
}

// `Intake` in Python.
struct PythonIntake {
  SharedSpelling spelling;
  Intake intake;
  std::unique_ptr<std::atomic_flag> in_use = std::make_unique<std::atomic_flag>();

  PythonIntake(const PythonSpelling& s, nb::callable classify_character, nb::callable decide_shape,
               nb::callable decide_entry, nb::callable compose, nb::callable report,
               std::vector<std::string> reasons, const std::vector<nb::bytes>& watched,
               const std::vector<nb::bytes>& kept, std::size_t max_gathered)
      : spelling(s.shared),
        intake(*spelling,
               {[ask = call_python<std::uint16_t>(classify_character)](char32_t point) {
                  return ask(static_cast<std::uint32_t>(point));
                },
                call_python<std::uint8_t>(decide_shape), call_python<std::uint8_t>(decide_entry),
                call_python<std::string>(compose),
                [report = call_python<void>(report)](std::string_view rows) {
                  const WithGil gil;
                  report(make_bytes(rows));
                }},
               std::move(reasons), copy_strings(watched), copy_strings(kept), max_gathered) {}

  static std::vector<std::string> copy_strings(const std::vector<nb::bytes>& all) {
    std::vector<std::string> copied;
    for (const auto& one : all) copied.emplace_back(view(one));
    return copied;
  }
};

// An affix rule as Python passes it: (prefix, cross, flag, strip, add, condition, flags, tags).
using AffixTuple =
    std::tuple<bool, bool, Flag, std::string, std::string, std::string, Flags, std::uint64_t>;

// FormBounds as Python passes them: (the weight of each character, the maximum weight of a form,
// the maximum number of its affixes).
using BoundsTuple = std::tuple<std::vector<std::pair<std::uint32_t, std::int16_t>>, int, unsigned>;

FormBounds make_bounds(const std::optional<BoundsTuple>& tuple) {
  FormBounds bounds;
  if (!tuple) return bounds;
  const auto& [weights, longest, levels] = *tuple;
  for (const auto& [point, weight] : weights) bounds.weights.set(point, weight);
  bounds.longest = longest;
  bounds.levels = levels;
  return bounds;
}

// How many forms a rule contributed to, and how many of these forms each witness attests.
struct RuleCount {
  WitnessCounts forms;
  std::uint64_t alone = 0;  // with no other rule
};

// The minimum number of forms between two reports of progress.
inline constexpr std::uint64_t forms_between = 1 << 20;

// Passes the forms of a dictionary to an intake.
struct IntakeSink {
  Intake& intake;
  FormSpeller speller;
  const std::vector<std::pair<std::string, std::uint8_t>>&
      drop_tags;  // tags (empty: none at all), reasons
  std::uint8_t barred_reason;
  const std::vector<std::uint64_t>& line_categories;  // by line from 1; empty: the source's
  // Either empty, or with a value for each line, starting with line 1: the reason for rejecting the
  // entry and its forms; `look` if the entry is a noun, so that its initial capital does not
  // matter; or `admit`.
  std::string_view line_fates;
  const std::function<void(std::size_t, std::uint64_t)> tell;  // takes a line and the forms so far
  const std::uint64_t read_before;
  std::uint64_t told = 0;
  std::size_t line = 0;
  std::uint8_t tagged = Intake::admit;
  std::vector<RuleCount> counts{};  // of each rule, and at the end of stems alone
  std::string text{}, rules{};
  // The latest forms taken, whose witnesses are still being looked up.
  struct Waiting {
    hunspell::Derivation derivation{};
    std::uint64_t search = 0;
  };
  std::array<Waiting, 16> waiting{};
  std::size_t begun = 0;

  std::uint64_t key(const hunspell::Derivation& derivation) const {
    if (!intake.tracing()) return derivation.tags();
    std::uint64_t numbers = 0;  // a trace reports every derivation
    derivation.for_each_rule(
        [&](const hunspell::AffixRule& rule) { numbers = numbers << 20 | (rule.number + 1); });
    return numbers;
  }

  void form(const DicEntry& entry, const hunspell::Derivation& derivation) {
    if (entry.line != line) {
      line = entry.line;
      const std::uint64_t forms = intake.entries_read() - read_before;
      if (forms >= told + forms_between) tell(line, told = forms);
      speller.begin_stem(entry.stem);
      tagged = Intake::admit;
      for (const auto& [tag, reason] : drop_tags)
        if (tag.empty() ? entry.tags.empty() : has_tag(entry.tags, tag)) tagged = reason;
      const std::uint8_t preset = intake.begin_fate(line_fates, line - 1);
      if (tagged == Intake::admit) tagged = preset;
    }
    std::uint64_t tags = derivation.tags();
    if (tags == 0 && entry.line <= line_categories.size()) tags = line_categories[entry.line - 1];
    std::uint64_t search = 0;
    if (tagged == Intake::admit &&
        intake.take_form(speller.spell(entry.stem, derivation), tags, search))
      return begin_counting(derivation, search);

    derivation.write_form(entry.stem, text);
    if (intake.tracing()) {
      rules.clear();
      derivation.for_each_rule([this](const hunspell::AffixRule& rule) {
        rules.append(rules.empty() ? "" : " ").append(std::to_string(rule.number));
      });
    }
    const std::uint8_t preset =
        tagged != Intake::admit && intake.is_kept(text) ? Intake::admit : tagged;
    const auto taken = intake.take_entry(text, entry.line, entry.stem, preset, tags, rules);
    if (taken) count(derivation, *taken);
  }

  // Counts the form that was begun `waiting.size()` forms before, and this form later.
  void begin_counting(const hunspell::Derivation& derivation, std::uint64_t search) {
    Waiting& oldest = waiting[begun++ % waiting.size()];
    if (begun > waiting.size()) count(oldest.derivation, intake.attest(oldest.search));
    oldest = {derivation, search};
  }

  // Counts the forms that have only been begun.
  void finish_counting() {
    for (const Waiting& form : std::span(waiting).first(std::min(begun, waiting.size())))
      count(form.derivation, intake.attest(form.search));
    begun = 0;
  }

  void count(const hunspell::Derivation& derivation, std::uint32_t attested) {
    std::size_t parts = 0;
    RuleCount* last = &counts.back();
    derivation.for_each_rule([&](const hunspell::AffixRule& rule) {
      ++parts;
      last = &counts[rule.number];
      last->forms.add(attested);
    });
    if (parts == 0) last->forms.add(attested);
    if (parts < 2) ++last->alone;
  }

  void barred(const DicEntry& entry, std::string_view form) {
    intake.take_entry(form, entry.line, entry.stem, barred_reason);
  }

  // True if the text contains the tag, and not just as a part of a longer tag.
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

// Turns the forms of a dictionary into Python objects, for study and tests.
struct ListSink {
  nb::list forms, barred_forms;
  std::uint64_t key(const hunspell::Derivation&) const { return 0; }
  void form(const DicEntry& entry, const hunspell::Derivation& derivation) {
    std::string form;
    derivation.write_form(entry.stem, form);
    forms.append(nb::make_tuple(make_str(form), entry.line));
  }
  void barred(const DicEntry& entry, std::string_view form) {
    barred_forms.append(nb::make_tuple(make_str(form), entry.line));
  }
};

void bind_flags(nb::module_& m) {
  nb::enum_<Case>(m, "Case", nb::is_flag(), nb::is_arithmetic())
      .value("SPACE", case_space)
      .value("SMALL", case_small)
      .value("CAPITAL", case_capital);
  nb::enum_<Character>(m, "Character", nb::is_flag(), nb::is_arithmetic())
      .value("LETTER", char_letter)
      .value("CAPITAL", char_capital)
      .value("VOWEL", char_vowel)
      .value("NUMERAL", char_numeral)
      .value("HYPHEN", char_hyphen)
      .value("APOSTROPHE", char_apostrophe)
      .value("DOT", char_dot)
      .value("SPACE", char_space)
      .value("SYMBOL", char_symbol)
      .value("FOREIGN", char_foreign)
      .value("MARK", char_mark)
      .value("ALSO", char_also);
  nb::enum_<Shape>(m, "Shape", nb::is_flag(), nb::is_arithmetic())
      .value("LOWER", shape_lower)
      .value("FIRST_CAPITAL", shape_first_capital)
      .value("LATER_CAPITAL", shape_later_capital)
      .value("HYPHEN", shape_hyphen)
      .value("EDGE_HYPHEN", shape_edge_hyphen)
      .value("APOSTROPHE", shape_apostrophe)
      .value("DOT", shape_dot)
      .value("SPACE", shape_space)
      .value("SYMBOL", shape_symbol)
      .value("FOREIGN", shape_foreign)
      .value("MARK", shape_mark)
      .value("NO_VOWEL", shape_no_vowel)
      .value("NUMERAL", shape_numeral)
      .value("SHORT", shape_short)
      .value("LONG", shape_long)
      .value("WATCHED", shape_watched)
      .value("OFFICIAL", shape_official)
      .value("UNSPELLED", static_cast<Shape>(shape_unspelled));
}

}  // namespace

void bind_compiler(nb::module_& m) {
  bind_flags(m);
  m.attr("ADMIT") = Intake::admit;
  m.attr("LOOK") = Intake::look;

  // The arguments of a DictionaryError are (line, message).
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
        } catch (const TooManyError& too_many) {
          PyErr_SetString(type("TooManyError").ptr(), too_many.what());
        }
      },
      nullptr);

  m.def(
      "keep_lines_once",
      [](const std::vector<nb::bytes>& contents, const std::vector<std::uint64_t>& masks) {
        if (contents.size() != masks.size()) throw nb::value_error("each content needs a mask");
        std::vector<std::string_view> views;
        for (const auto& content : contents) views.push_back(view(content));
        nb::list kept;
        for (const auto& lines : without_gil([&] { return keep_lines_once(views, masks); }))
          kept.append(nb::make_tuple(make_bytes(lines.content), lines.masks));
        return kept;
      },
      "contents"_a, "masks"_a);

  nb::class_<HunspellExpander>(m, "HunspellExpander")
      .def(
          "__init__",
          [](HunspellExpander* self, const std::vector<AffixTuple>& rules,
             const std::string& format, const std::tuple<Flag, Flag, Flag, Flag>& special,
             std::vector<Flags> aliases, bool full_strip,
             const std::optional<BoundsTuple>& bounds) {
            std::vector<Affix> affixes;
            for (const auto& rule : rules) affixes.push_back(std::make_from_tuple<Affix>(rule));
            const auto& [need_affix, forbidden, only_in_compound, circumfix] = special;
            new (self) HunspellExpander(affixes, flag_format(format),
                                        {need_affix, forbidden, only_in_compound, circumfix},
                                        std::move(aliases), full_strip, make_bounds(bounds));
          },
          "rules"_a, "flag_format"_a, "special"_a, "aliases"_a, "full_strip"_a,
          "bounds"_a = nb::none())
      .def("expand", [](const HunspellExpander& hunspell, const nb::bytes& dic) {
        ListSink sink;
        hunspell.expand(view(dic), sink);
        return nb::make_tuple(sink.forms, sink.barred_forms);
      });

  nb::class_<PieceIterator>(m, "PieceIterator")
      .def("__iter__", [](nb::handle self) { return self; })
      .def("__next__", &PieceIterator::next);

  nb::class_<PythonDraft>(m, "DraftAutomaton")
      .def("__len__", [](const PythonDraft& self) { return self.native.words; })
      .def_prop_ro("arcs", [](const PythonDraft& self) { return self.native.arcs.size() - 1; })
      .def_prop_ro("words_by_length",
                   [](const PythonDraft& self) {
                     const auto& words = self.native.words_by_length;
                     return std::vector<std::uint64_t>(words.begin(), words.end());
                   })
      .def("encode_lines",
           [](nb::object self) {
             const auto& draft = nb::cast<const PythonDraft&>(self);
             return PieceIterator{self, WordWriter(draft.native, *draft.spelling)};
           })
      .def("encode_letters",
           [](nb::object self, const nb::bytes& letters) {
             const auto& draft = nb::cast<const PythonDraft&>(self);
             if (letters.size() != draft.spelling->faces().size())
               throw nb::value_error("there must be a letter for each tile");
             return PieceIterator{self, WordWriter(draft.native, view(letters))};
           })
      .def("encode_columns", [](const PythonDraft& self) {
        const auto c =
            without_gil([&] { return encode_columns(self.native, self.spelling->faces().size()); });
        return nb::make_tuple(make_bytes(c.arcs), make_bytes(c.references), make_bytes(c.pointers));
      });

  m.def("scan_capitals", [](const nb::bytes& text, const nb::callable& classify_case) {
    const auto ask = call_python<std::uint8_t>(classify_case);
    const WithoutGil released;
    return static_cast<Case>(scan_capitals(
        view(text), [&](char32_t point) { return ask(static_cast<std::uint32_t>(point)); }));
  });

  m.def("is_arrow", &ArrowSource::is_arrow, nb::arg().none());
  nb::class_<PythonCollector>(m, "Collector")
      .def(
          "__init__",
          [](PythonCollector* self, const PythonSpelling& s, nb::callable compose,
             std::size_t max_gathered) {
            new (self) PythonCollector{s.shared, std::move(compose), Collector(max_gathered), {}};
          },
          nb::arg(), nb::arg(), "max_gathered"_a = Collector::many)
      .def("add", &PythonCollector::add, "words"_a, "categories"_a = 0)
      .def("add_lines", &PythonCollector::add_lines, "data"_a, "categories"_a = 0, "threads"_a = 2)
      .def("add_arrow", &PythonCollector::add_arrow, "words"_a, "categories"_a = 0)
      .def(
          "compile",
          [](PythonCollector& self, unsigned threads) {
            const ExclusiveUse guard(self.in_use);
            return compile(self.collector, self.spelling, threads);
          },
          "threads"_a = 2);

  m.attr("ANY_TILES") = static_cast<unsigned char>(any_tiles);
  m.attr("ANY_TILE") = static_cast<unsigned char>(any_tile);
  nb::class_<SpelledRule>(m, "SpelledRule")
      .def(
          "__init__",
          [](SpelledRule* self, const std::vector<nb::bytes>& patterns,
             std::vector<std::uint16_t> becomes, const nb::bytes& base,
             const nb::bytes& base_admitted) {
            new (self) SpelledRule(make_rule(patterns, std::move(becomes), base, base_admitted));
          },
          "patterns"_a, "becomes"_a, "base"_a = make_bytes(""), "base_admitted"_a = make_bytes(""));
  m.def(
      "settle_spelled",
      [](const PythonDraft& draft, const WordCategories& sets,
         const std::vector<SpelledRule>& rules, std::size_t count) {
        return without_gil([&] { return settle_spelled(draft.native, sets, rules, count); });
      },
      "draft"_a, "sets"_a, "rules"_a, "count"_a);

  nb::class_<PythonIntake>(m, "Intake")
      .def(nb::init<const PythonSpelling&, nb::callable, nb::callable, nb::callable, nb::callable,
                    nb::callable, std::vector<std::string>, const std::vector<nb::bytes>&,
                    const std::vector<nb::bytes>&, std::size_t>(),
           "spelling"_a, "classify_character"_a, "decide_shape"_a, "decide_entry"_a, "compose"_a,
           "report"_a, "reasons"_a, "watched"_a, "kept"_a, "max_gathered"_a = Collector::many)
      .def(
          "begin_source",
          [](PythonIntake& self, std::string name, std::uint64_t categories, std::size_t shortest,
             std::size_t longest, bool official, bool capitals_matter, int witness, bool brackets,
             const std::string& ignored) {
            const ExclusiveUse guard(*self.in_use);
            if (longest > max_word) throw nb::value_error("a word has at most 64 tiles");
            if (witness >= 32) throw nb::value_error("there can be at most 32 witnesses");
            const auto points = decode_code_points(ignored);
            self.intake.begin_source({std::move(name), categories, shortest, longest, official,
                                      capitals_matter, witness, brackets,
                                      std::u32string(points.begin(), points.end())});
          },
          "name"_a, nb::kw_only(), "categories"_a, "shortest"_a, "longest"_a, "official"_a,
          "capitals_matter"_a, "witness"_a = -1, "brackets"_a = false, "ignored"_a = "")
      .def(
          "read_lines",
          [](PythonIntake& self, const nb::bytes& data, bool space_ends_word,
             const std::string& comments, const std::vector<std::uint64_t>& categories,
             const nb::bytes& line_fates) {
            const ExclusiveUse guard(*self.in_use);
            const WithoutGil released;
            self.intake.read_lines(view(data), space_ends_word, comments, categories,
                                   view(line_fates));
          },
          "data"_a, "space_ends_word"_a, "comments"_a,
          "categories"_a = std::vector<std::uint64_t>{}, "line_fates"_a = nb::bytes(""))
      .def(
          "read_hunspell",
          [](PythonIntake& self, const HunspellExpander& hunspell, const nb::bytes& dic,
             const std::vector<std::pair<std::string, std::uint8_t>>& drop_tags,
             std::uint8_t barred, const std::vector<std::uint64_t>& line_categories,
             const nb::bytes& line_fates, const nb::callable& tell) {
            const ExclusiveUse guard(*self.in_use);
            IntakeSink sink{self.intake,
                            FormSpeller(self.intake, hunspell.rule_count()),
                            drop_tags,
                            barred,
                            line_categories,
                            view(line_fates),
                            call_python<void>(tell),
                            self.intake.entries_read()};
            sink.counts.resize(hunspell.rule_count() + 1);
            const std::uint64_t left_out =
                without_gil([&] { return hunspell.expand(view(dic), sink); });
            sink.finish_counting();
            self.intake.begin_fate({}, 0);
            nb::list counts;
            for (std::size_t number = 0; number < sink.counts.size(); ++number) {
              const RuleCount& rule = sink.counts[number];
              if (rule.forms.words)
                counts.append(nb::make_tuple(number, rule.forms.words, rule.alone,
                                             rule.forms.list_attested()));
            }
            return nb::make_tuple(counts, left_out);
          },
          "hunspell"_a, "dic"_a, "drop_tags"_a, "barred"_a, "line_categories"_a, "line_fates"_a,
          "tell"_a)
      .def("trace",
           [](PythonIntake& self, const nb::bytes& tiles) {
             const ExclusiveUse guard(*self.in_use);
             self.intake.trace(view(tiles));
           })
      .def("flush_report",
           [](PythonIntake& self) {
             const ExclusiveUse guard(*self.in_use);
             self.intake.flush_report();
           })
      .def_prop_ro("entries_read",
                   [](const PythonIntake& self) { return self.intake.entries_read(); })
      .def_prop_ro("source_counts",
                   [](const PythonIntake& self) {
                     const WitnessCounts& counts = self.intake.source_counts();
                     return nb::make_tuple(counts.words, counts.list_attested());
                   })
      .def_prop_ro("admitted", [](const PythonIntake& self) { return self.intake.admitted(); })
      .def_prop_ro("longest", [](const PythonIntake& self) { return self.intake.longest(); })
      .def_prop_ro("first_out_of_order",
                   [](const PythonIntake& self) { return self.intake.first_out_of_order(); })
      .def_prop_ro("rejected", [](const PythonIntake& self) { return self.intake.rejected(); })
      .def(
          "compile",
          [](PythonIntake& self, unsigned threads, const nb::object& settle) {
            const ExclusiveUse guard(*self.in_use);
            Collector::Settle ask;
            if (!settle.is_none())
              ask = call_python<std::optional<std::uint64_t>>(nb::borrow<nb::callable>(settle));
            return compile(self.intake.collector(), self.spelling, threads, ask);
          },
          "threads"_a = 2, "settle"_a = nb::none());
}

}  // namespace wordtools
