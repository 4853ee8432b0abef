// wordtools._kernel as Python sees it. Documented in _kernel.pyi; nothing here decides anything.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "collector.hpp"
#include "columns.hpp"
#include "hunspell.hpp"
#include "intake.hpp"
#include "moves.hpp"
#include "search.hpp"
#include "selection.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace wordtools;

namespace {

using SharedSpelling = std::shared_ptr<const Spelling>;
using SharedSelection = std::shared_ptr<const Selection>;

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
nb::bytes bytes_of(std::string_view text) { return nb::bytes(text.data(), text.size()); }
const Tile* tiles_of(const nb::bytes& bytes) {
  return reinterpret_cast<const Tile*>(bytes.c_str());
}
nb::str text_of(std::string_view text) { return nb::str(text.data(), text.size()); }

// Tiles of a Python str; -1 when the alphabet cannot spell it.
int read_text(const Spelling& spelling, nb::handle text, Tile* tiles) {
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

// An automaton with the spelling its words are read and written by.
struct Automaton {
  std::unique_ptr<const Dawg> dawg;
  SharedSpelling spelling;

  std::int64_t rank(nb::handle text) const {
    Tile tiles[max_text];
    const int count = read_text(*spelling, text, tiles);
    return count <= 0 ? -1 : dawg->rank(tiles, count);
  }
  bool contains(nb::handle text) const {
    Tile tiles[max_text];
    const int count = read_text(*spelling, text, tiles);
    return count > 0 && dawg->contains(tiles, count);
  }
  void check_range(std::uint32_t first, std::uint32_t end) const {
    if (first > end || end > dawg->size()) throw nb::index_error("no such ranks");
  }
};

void check_selection(const Automaton& automaton, const Selection* selection) {
  if (selection && selection->universe() != automaton.dawg->size())
    throw nb::value_error("a selection of another lexicon");
}

struct WordIterator {
  nb::object owner, selected;  // keep both alive
  const Automaton* automaton;
  const Selection* selection;
  std::optional<Dawg::Cursor> cursor;
  std::uint32_t rank, end;
  std::size_t shortest, longest;  // in tiles

  nb::str next() {
    for (; rank < end; ++rank) {
      if (!cursor)
        cursor.emplace(*automaton->dawg, rank);
      else
        cursor->next();
      if (cursor->count() < shortest || cursor->count() > longest) continue;
      if (selection && !selection->contains(rank)) continue;
      ++rank;
      std::string text;
      automaton->spelling->write(cursor->tiles(), cursor->count(), text);
      return text_of(text);
    }
    throw nb::stop_iteration();
  }
};

struct WordSearch {
  nb::object owner, selected;  // keep both alive
  SharedSpelling spelling;
  std::unique_ptr<Search> search;

  template <class Condition>
  WordSearch(nb::object self, nb::object selection, Condition condition, std::size_t shortest,
             std::size_t longest)
      : owner(std::move(self)), selected(std::move(selection)) {
    const auto& automaton = nb::cast<const Automaton&>(owner);
    const auto* chosen = selected.is_none() ? nullptr : &nb::cast<const Selection&>(selected);
    check_selection(automaton, chosen);
    spelling = automaton.spelling;
    nb::gil_scoped_release free;
    search = std::make_unique<Walk<Condition>>(*automaton.dawg, chosen, std::move(condition),
                                               shortest, longest);
  }

  nb::list more() {
    Words words;
    for (bool going = true; going && words.ends.empty();) {
      {
        nb::gil_scoped_release free;
        going = search->run(*spelling, words);
      }
      if (PyErr_CheckSignals()) throw nb::python_error();
    }
    nb::list found;
    std::size_t begin = 0;
    for (const std::size_t end : words.ends) {
      found.append(text_of(std::string_view(words.text).substr(begin, end - begin)));
      begin = end;
    }
    return found;
  }
};

nb::bytes lines(const Automaton& automaton, std::uint32_t first, std::uint32_t end,
                const Selection* selection, std::size_t shortest, std::size_t longest) {
  automaton.check_range(first, end);
  check_selection(automaton, selection);
  std::string text;
  if (first < end) {
    nb::gil_scoped_release free;
    Dawg::Cursor cursor(*automaton.dawg, first);
    for (std::uint32_t rank = first;;) {
      if (cursor.count() >= shortest && cursor.count() <= longest &&
          (!selection || selection->contains(rank))) {
        automaton.spelling->write(cursor.tiles(), cursor.count(), text);
        text += '\n';
      }
      if (++rank == end) break;
      cursor.next();
    }
  }
  return bytes_of(text);
}

// A byte for each line: 1 a word, 0 none.
nb::bytearray contains_lines(const Automaton& automaton, const nb::bytes& data,
                             const Selection* selection) {
  check_selection(automaton, selection);
  std::string answers;
  {
    std::string_view rest = view(data);
    nb::gil_scoped_release free;
    Tile tiles[max_text];
    std::vector<char32_t> points;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      points.clear();
      for (std::size_t at = 0; at < line.size();) points.push_back(next_code_point(line, at));
      const int count =
          automaton.spelling->read([&](std::size_t i) { return points[i]; }, points.size(), tiles);
      bool is_word = false;
      if (count > 0 && selection) {
        const auto rank = automaton.dawg->rank(tiles, count);
        is_word = rank >= 0 && selection->contains(static_cast<std::size_t>(rank));
      } else if (count > 0) {
        is_word = automaton.dawg->contains(tiles, count);
      }
      answers += is_word ? '\1' : '\0';
    }
  }
  return nb::bytearray(answers.data(), answers.size());
}

nb::tuple plays(const Automaton& automaton, const PlayRules& rules, const nb::bytes& squares,
                const nb::bytes& rack, const Selection* selection,
                std::optional<std::size_t> limit) {
  check_selection(automaton, selection);
  if (rules.values.size() != automaton.spelling->faces().size() + 1)
    throw nb::value_error("values of another alphabet");
  MoveSearch search(*automaton.dawg, selection, rules, view(squares), view(rack), limit);
  std::uint64_t total = 0;
  std::string records;
  {
    nb::gil_scoped_release free;
    total = search.run();
    records = search.records();
  }
  return nb::make_tuple(total, bytes_of(records));
}

nb::tuple compiled(Collector& collector, SharedSpelling spelling, unsigned threads) {
  Collector::Compiled result;
  {
    nb::gil_scoped_release free;
    result = collector.compile(threads);
  }
  // Category sets take one byte a word while their numbers fit.
  const std::size_t width = result.masks.size() > 256 ? 2 : 1;
  std::string sets;
  sets.reserve(result.sets.size() * width);
  for (const auto set : result.sets) {
    sets += static_cast<char>(set & 0xFF);
    if (width == 2) sets += static_cast<char>(set >> 8);
  }
  return nb::make_tuple(nb::cast(new Automaton{std::move(result.dawg), std::move(spelling)},
                                 nb::rv_policy::take_ownership),
                        bytes_of(sets), result.masks, result.duplicates);
}

void add_words(Collector& collector, const Spelling& spelling, nb::iterable words,
               std::uint64_t mask) {
  const auto set = collector.categories().number(mask);
  Tile tiles[max_text];
  for (const nb::handle word : words) {
    const int count = read_text(spelling, word, tiles);
    if (count <= 0) {
      PyErr_SetObject(PyExc_ValueError, word.ptr());
      throw nb::python_error();
    }
    collector.add(tiles, count, set);
  }
}

// The collector and the intake with the spelling they need.
struct WordCollector {
  SharedSpelling spelling;
  Collector collector;
};

struct PythonIntake {
  SharedSpelling spelling;
  Intake intake;

  PythonIntake(SharedSpelling s, nb::callable character, nb::callable shape, nb::callable entry,
               nb::callable compose, nb::callable report, std::vector<std::string> reasons,
               const std::vector<nb::bytes>& watched)
      : spelling(std::move(s)),
        intake(*spelling,
               Intake::Rules{[character](char32_t point) {
                               nb::gil_scoped_acquire hold;
                               return nb::cast<std::uint16_t>(
                                   character(static_cast<std::uint32_t>(point)));
                             },
                             [shape](std::uint32_t facts) {
                               nb::gil_scoped_acquire hold;
                               return nb::cast<std::uint8_t>(shape(facts));
                             },
                             [entry](std::string_view text, std::uint32_t facts) {
                               nb::gil_scoped_acquire hold;
                               return nb::cast<std::uint8_t>(entry(text_of(text), facts));
                             },
                             [compose](std::string_view text) {
                               nb::gil_scoped_acquire hold;
                               return nb::cast<std::string>(compose(text_of(text)));
                             },
                             [report](std::string_view rows) {
                               nb::gil_scoped_acquire hold;
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

NB_MODULE(_kernel, m) {
  nb::set_leak_warnings(false);  // what lives until the interpreter ends is no leak
  nb::class_<Spelling>(m, "Spelling")
      .def(nb::init<std::vector<std::string>,
                    const std::vector<std::pair<std::string, std::string>>&>(),
           "tiles"_a, "letters"_a)
      .def("tiles",
           [](const Spelling& spelling, nb::str text) -> std::optional<nb::bytes> {
             Tile tiles[max_text];
             const int count = read_text(spelling, text, tiles);
             if (count < 0) return std::nullopt;
             return nb::bytes(reinterpret_cast<char*>(tiles), count);
           })
      .def("text", [](const Spelling& spelling, const nb::bytes& tiles) {
        std::string text;
        for (const char tile : view(tiles))
          if (static_cast<unsigned char>(tile) - 1u >= spelling.faces().size())
            throw nb::value_error("a tile that is not there");
        spelling.write(tiles_of(tiles), tiles.size(), text);
        return text_of(text);
      });

  nb::class_<Selection>(m, "Selection")
      .def(
          "__init__",
          [](Selection* self, const nb::bytes& sets, std::size_t width, const nb::bytes& admitted) {
            if (width != 1 && width != 2) throw nb::value_error("a set takes one or two bytes");
            new (self) Selection(view(sets), width, view(admitted));
          })
      .def("__len__", &Selection::size)
      .def("__contains__", [](const Selection& s,
                              std::size_t rank) { return rank < s.universe() && s.contains(rank); })
      .def("before",
           [](const Selection& s, std::size_t rank) {
             if (rank > s.universe()) throw nb::index_error("no such rank");
             return s.before(rank);
           })
      .def("rank_of", [](const Selection& s, std::uint32_t place) {
        if (place >= s.size()) throw nb::index_error("no such word");
        return s.rank_of(place);
      });

  nb::class_<WordIterator>(m, "WordIterator")
      .def("__iter__", [](nb::handle self) { return self; })
      .def("__next__", &WordIterator::next);

  nb::class_<PlayRules>(m, "PlayRules")
      .def(
          "__init__",
          [](PlayRules* self, std::size_t columns,
             const std::vector<std::tuple<int, int, int, int>>& premiums, std::vector<int> values,
             std::vector<int> bonus, std::optional<std::size_t> start, std::size_t shortest) {
            PlayRules rules{columns, {}, std::move(values), std::move(bonus), start, shortest};
            for (const auto& [letter, word, points, along] : premiums)
              rules.premiums.push_back({letter, word, points, along});
            rules.check();
            new (self) PlayRules(std::move(rules));
          },
          "columns"_a, "premiums"_a, "values"_a, "bonus"_a, "start"_a.none(), "shortest"_a);
  nb::class_<WordSearch>(m, "Search").def("more", &WordSearch::more);

  nb::class_<Automaton>(m, "Automaton")
      .def_static(
          "from_columns",
          [](SharedSpelling spelling, const nb::bytes& tiles, const nb::bytes& kinds,
             const nb::bytes& pointers) {
            std::unique_ptr<Dawg> dawg;
            {
              nb::gil_scoped_release free;
              dawg =
                  from_columns(view(tiles), view(kinds), view(pointers), spelling->faces().size());
            }
            return new Automaton{std::move(dawg), std::move(spelling)};
          },
          nb::rv_policy::take_ownership)
      .def("columns",
           [](const Automaton& a) {
             const Columns c = to_columns(*a.dawg);
             return nb::make_tuple(bytes_of(c.tiles), bytes_of(c.kinds), bytes_of(c.pointers));
           })
      .def("__len__", [](const Automaton& a) { return a.dawg->size(); })
      .def_prop_ro("arcs", [](const Automaton& a) { return a.dawg->arcs().size() - 1; })
      .def_prop_ro("states",
                   [](const Automaton& a) {
                     std::size_t states = 0;
                     for (const Arc arc : a.dawg->arcs()) states += arc >> 30 & 1;
                     return states;
                   })
      .def("words_by_length", [](const Automaton& a) { return a.dawg->words_by_length(); })
      .def("__contains__", &Automaton::contains)
      .def("rank", &Automaton::rank)
      .def("rank_of_tiles",
           [](const Automaton& a, const nb::bytes& tiles) {
             return a.dawg->rank(tiles_of(tiles), tiles.size());
           })
      .def("prefix",
           [](const Automaton& a, const nb::bytes& tiles) {
             return a.dawg->prefix(tiles_of(tiles), tiles.size());
           })
      .def("word_at",
           [](const Automaton& a, std::uint32_t rank) {
             if (rank >= a.dawg->size()) throw nb::index_error("no such rank");
             const Dawg::Cursor cursor(*a.dawg, rank);
             return nb::bytes(reinterpret_cast<const char*>(cursor.tiles()), cursor.count());
           })
      .def(
          "words",
          [](nb::object self, std::uint32_t first, std::uint32_t end, nb::object selection,
             std::size_t shortest, std::size_t longest) {
            const auto& automaton = nb::cast<const Automaton&>(self);
            const auto* selected =
                selection.is_none() ? nullptr : &nb::cast<const Selection&>(selection);
            automaton.check_range(first, end);
            check_selection(automaton, selected);
            return WordIterator{self,  selection, &automaton, selected, std::nullopt,
                                first, end,       shortest,   longest};
          },
          "first"_a, "end"_a, "selection"_a.none(), "shortest"_a = 1, "longest"_a = max_word)
      .def("lines", &lines, "first"_a, "end"_a, "selection"_a.none(), "shortest"_a = 1,
           "longest"_a = max_word)
      .def("contains_lines", &contains_lines, "data"_a, "selection"_a.none())
      .def("plays", &plays, "rules"_a, "squares"_a, "rack"_a, "selection"_a.none(),
           "limit"_a.none())
      .def(
          "anagrams",
          [](nb::object self, const nb::bytes& rack, nb::object selection, std::size_t shortest,
             std::size_t longest) {
            return WordSearch(self, selection, Rack(view(rack), shortest), shortest, longest);
          },
          "rack"_a, "selection"_a.none(), "shortest"_a, "longest"_a)
      .def(
          "matching",
          [](nb::object self, const std::vector<Tiles>& elements, nb::object selection,
             std::size_t shortest, std::size_t longest) {
            return WordSearch(self, selection, Pattern(elements), shortest, longest);
          },
          "elements"_a, "selection"_a.none(), "shortest"_a, "longest"_a);

  // A DictionaryError's arguments are (line, sentence).
  static PyObject* dictionary_error =
      PyErr_NewException("wordtools._kernel.DictionaryError", PyExc_ValueError, nullptr);
  m.attr("DictionaryError") = nb::borrow(dictionary_error);
  nb::register_exception_translator(
      [](const std::exception_ptr& error, void*) {
        try {
          std::rethrow_exception(error);
        } catch (const DictionaryError& dictionary) {
          PyErr_SetObject(dictionary_error,
                          nb::make_tuple(dictionary.line, dictionary.what()).ptr());
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

  nb::class_<WordCollector>(m, "Collector")
      .def("__init__",
           [](WordCollector* self, SharedSpelling s) {
             new (self) WordCollector{std::move(s), Collector()};
           })
      .def(
          "add",
          [](WordCollector& self, nb::iterable words, std::uint64_t mask) {
            add_words(self.collector, *self.spelling, words, mask);
          },
          "words"_a, "categories"_a = 0)
      .def(
          "compile",
          [](WordCollector& self, unsigned threads) {
            return compiled(self.collector, self.spelling, threads);
          },
          "threads"_a = 2);

  nb::class_<PythonIntake>(m, "Intake")
      .def(nb::init<SharedSpelling, nb::callable, nb::callable, nb::callable, nb::callable,
                    nb::callable, std::vector<std::string>, const std::vector<nb::bytes>&>(),
           "spelling"_a, "character"_a, "shape"_a, "entry"_a, "compose"_a, "report"_a, "reasons"_a,
           "watched"_a)
      .def(
          "open",
          [](PythonIntake& self, std::string name, std::uint64_t categories, std::size_t shortest,
             std::size_t longest, bool official, bool capitals_matter) {
            if (longest > max_word) throw nb::value_error("a word has at most 64 tiles");
            self.intake.open(
                {std::move(name), categories, shortest, longest, official, capitals_matter});
          },
          "name"_a, "categories"_a, "shortest"_a, "longest"_a, "official"_a, "capitals_matter"_a)
      .def(
          "read_lines",
          [](PythonIntake& self, const nb::bytes& data, bool space_ends_word,
             const std::string& comments) {
            nb::gil_scoped_release free;
            self.intake.read_lines(view(data), space_ends_word, comments);
          },
          "data"_a, "space_ends_word"_a, "comments"_a)
      .def(
          "read_words",
          [](PythonIntake& self, const std::vector<nb::str>& words) {
            std::size_t place = 0;
            for (const nb::str& word : words) self.intake.read_word(word.c_str(), ++place);
          },
          "words"_a)
      .def(
          "read_hunspell",
          [](PythonIntake& self, const Hunspell& hunspell, const nb::bytes& dic,
             const std::vector<std::pair<std::string, std::uint8_t>>& drop_tags,
             std::uint8_t barred) {
            nb::gil_scoped_release free;
            hunspell.expand(view(dic), FormSink{self.intake, drop_tags, barred});
          },
          "hunspell"_a, "dic"_a, "drop_tags"_a, "barred"_a)
      .def("trace",
           [](PythonIntake& self, const nb::bytes& tiles) { self.intake.trace(view(tiles)); })
      .def("flush_report", [](PythonIntake& self) { self.intake.flush_report(); })
      .def_prop_ro("read", [](const PythonIntake& self) { return self.intake.read(); })
      .def_prop_ro("admitted", [](const PythonIntake& self) { return self.intake.admitted(); })
      .def_prop_ro("rejected", [](const PythonIntake& self) { return self.intake.rejected(); })
      .def(
          "compile",
          [](PythonIntake& self, unsigned threads) {
            return compiled(self.intake.collector(), self.spelling, threads);
          },
          "threads"_a = 2);

  m.def(
      "largest",
      [](const nb::bytes& sets, std::size_t width) {
        const std::string_view bytes = view(sets);
        std::uint32_t most = 0;
        if (width == 1)
          for (const char c : bytes)
            most = std::max<std::uint32_t>(most, static_cast<unsigned char>(c));
        else
          for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
            most = std::max<std::uint32_t>(most, static_cast<unsigned char>(bytes[i]) |
                                                     static_cast<unsigned char>(bytes[i + 1]) << 8);
        return most;
      },
      "numbers"_a, "width"_a);

  m.attr("MAX_TILES") = max_tiles;
  m.attr("MAX_WORD") = max_word;
  m.attr("MAX_TEXT") = max_text;
  m.attr("ANY") = Pattern::any;
  m.attr("CHAR_LETTER") = static_cast<int>(char_letter);
  m.attr("CHAR_CAPITAL") = static_cast<int>(char_capital);
  m.attr("CHAR_VOWEL") = static_cast<int>(char_vowel);
  m.attr("CHAR_NUMERAL") = static_cast<int>(char_numeral);
  m.attr("CHAR_HYPHEN") = static_cast<int>(char_hyphen);
  m.attr("CHAR_APOSTROPHE") = static_cast<int>(char_apostrophe);
  m.attr("CHAR_DOT") = static_cast<int>(char_dot);
  m.attr("CHAR_SPACE") = static_cast<int>(char_space);
  m.attr("CHAR_SYMBOL") = static_cast<int>(char_symbol);
  m.attr("CHAR_FOREIGN") = static_cast<int>(char_foreign);
  m.attr("CHAR_MARK") = static_cast<int>(char_mark);
  m.attr("SHAPE_LOWER") = static_cast<int>(shape_lower);
  m.attr("SHAPE_FIRST_CAPITAL") = static_cast<int>(shape_first_capital);
  m.attr("SHAPE_LATER_CAPITAL") = static_cast<int>(shape_later_capital);
  m.attr("SHAPE_HYPHEN") = static_cast<int>(shape_hyphen);
  m.attr("SHAPE_EDGE_HYPHEN") = static_cast<int>(shape_edge_hyphen);
  m.attr("SHAPE_APOSTROPHE") = static_cast<int>(shape_apostrophe);
  m.attr("SHAPE_DOT") = static_cast<int>(shape_dot);
  m.attr("SHAPE_SPACE") = static_cast<int>(shape_space);
  m.attr("SHAPE_SYMBOL") = static_cast<int>(shape_symbol);
  m.attr("SHAPE_FOREIGN") = static_cast<int>(shape_foreign);
  m.attr("SHAPE_MARK") = static_cast<int>(shape_mark);
  m.attr("SHAPE_NO_VOWEL") = static_cast<int>(shape_no_vowel);
  m.attr("SHAPE_NUMERAL") = static_cast<int>(shape_numeral);
  m.attr("SHAPE_SHORT") = static_cast<int>(shape_short);
  m.attr("SHAPE_LONG") = static_cast<int>(shape_long);
  m.attr("SHAPE_WATCHED") = static_cast<int>(shape_watched);
  m.attr("SHAPE_OFFICIAL") = static_cast<int>(shape_official);
  m.attr("SHAPE_UNSPELLED") = static_cast<int>(shape_unspelled);
  m.attr("ADMIT") = Intake::admit;
  m.attr("LOOK") = Intake::look;
}
