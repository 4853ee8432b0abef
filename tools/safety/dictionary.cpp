// Fuzzes the readers of Hunspell dictionaries and of lists, through to a finished automaton.
//
// An input is text: a line of settings (format of flags, full strip, skip, then the flags of
// NEEDAFFIX, FORBIDDENWORD, ONLYINCOMPOUND and CIRCUMFIX), a line for each affix rule (P or S,
// cross, flag, continuation flags, strip/add/condition), a blank line, and a .dic.
#include <deque>
#include <set>

#include "intake/form_speller.hpp"
#include "intake/hunspell.hpp"
#include "intake/intake.hpp"
#include "use.hpp"

using namespace wordtools;

namespace {

constexpr std::size_t most_forms = 5000;
struct Enough {};

std::string_view cut(std::string_view& text, char at) {
  const std::size_t end = std::min(text.find(at), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

// Simple rules of admission: letters are A to Z, and every other character has a class.
Intake::AdmissionRules rules() {
  const auto character = [](char32_t point) -> std::uint16_t {
    const char32_t small = point | 32;
    if (small >= 'a' && small <= 'z')
      return static_cast<std::uint16_t>(
          char_letter | (point < 'a' ? char_capital : 0) |
          (std::string_view("aeiou").find(static_cast<char>(small)) < 5 ? char_vowel : 0) |
          (std::string_view("ivxlcdm").find(static_cast<char>(small)) < 7 ? char_numeral : 0));
    if (point == '-') return char_hyphen;
    if (point == '\'') return char_apostrophe;
    if (point == '.') return char_dot;
    if (point == ' ') return char_space;
    return point < 0x80 ? char_symbol : point % 2 ? char_foreign : char_mark;
  };
  const auto shape = [](std::uint32_t shape) -> std::uint8_t {
    if (shape & (shape_unspelled | shape_long | shape_short)) return 1;
    return shape & (shape_numeral | shape_no_vowel | shape_watched) ? Intake::look : Intake::admit;
  };
  const auto entry = [](std::string_view text, std::uint32_t) -> std::uint8_t {
    return text.size() % 2 ? 2 : Intake::admit;
  };
  const auto compose = [](std::string_view text) {
    std::string composed(text);
    std::erase(composed, '\'');
    return composed;
  };
  return {character, shape, entry, compose, [](std::string_view) {}};
}

struct Sink {
  Intake& intake;
  FormSpeller speller;
  std::size_t forms = 0;
  std::size_t line = 0;
  std::set<std::string, std::less<>> seen{};  // of one entry

  std::uint64_t key(const hunspell::Derivation&) const { return 0; }
  void form(const DicEntry& entry, const hunspell::Derivation& derivation) {
    std::string form;
    derivation.write_form(entry.stem, form);
    must(is_utf8(form) && !form.empty());
    if (entry.line != line) seen.clear(), speller.begin_stem(entry.stem);
    line = entry.line;
    must(seen.emplace(form).second);
    if (++forms > most_forms) throw Enough();
    const std::uint8_t preset = line % 2 || intake.is_kept(form) ? Intake::admit : 1;
    const WordPart word = speller.spell(entry.stem, derivation);
    if (word.known) must_be_read_so(form, word.tiles);
    std::uint32_t attested = 0;
    if (preset == Intake::admit && intake.take_form(word, line % 3, attested)) return;
    intake.take_entry(form, entry.line, entry.stem, preset, line % 3);
  }
  void must_be_read_so(std::string_view form, const PackedTiles& word) const {
    Tile tiles[max_text], put_together[PackedTiles::capacity];
    const int count = intake.spelling().read(
        [&](std::size_t i) { return static_cast<unsigned char>(form[i]); }, form.size(), tiles);
    word.unpack(put_together);
    must(count == static_cast<int>(word.count) && std::equal(tiles, tiles + count, put_together));
  }
  void barred(const DicEntry& entry, std::string_view form) {
    if (++forms > most_forms) throw Enough();
    intake.take_entry(form, entry.line, entry.stem, 3);
  }
};

HunspellExpander hunspell_of(std::string_view& text) {
  std::string_view line = cut(text, '\n');
  const auto setting = [&] {
    const Flag flag = line.empty() ? 0 : static_cast<unsigned char>(line[0]);
    line.remove_prefix(!line.empty());
    return flag;
  };
  const auto format = static_cast<FlagFormat>(setting() % 5);
  const bool full_strip = setting() % 2;
  const SpecialFlags special{setting(), setting(), setting(), setting()};
  std::vector<Affix> affixes;
  while (!(line = cut(text, '\n')).empty()) {
    Affix affix;
    affix.prefix = setting() % 2 == 0;
    affix.cross = setting() % 2;
    affix.flag = setting();
    std::string_view more = cut(line, ' ');
    for (const char flag : more) affix.flags.push_back(static_cast<unsigned char>(flag));
    affix.strip = cut(line, '/'), affix.add = cut(line, '/'), affix.condition = line;
    affixes.push_back(std::move(affix));
  }
  std::vector<Flags> aliases;
  if (text.starts_with('A')) aliases = {{'a', 'b'}, {'c'}, {}};
  FormBounds bounds;
  if (text.ends_with('B')) {
    for (char32_t letter = 'a'; letter < 'y'; ++letter) bounds.weights.set(letter, 12);
    bounds.longest = 12 * 15, bounds.levels = 2;
  }
  return HunspellExpander(affixes, format, special, std::move(aliases), full_strip,
                          std::move(bounds));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Spelling spelling = [] {
    std::vector<std::string> tiles;
    std::vector<std::pair<std::string, std::string>> letters;
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
      tiles.push_back({letter});
      letters.push_back({{letter}, {letter, static_cast<char>(letter | 32)}});
    }
    tiles.push_back("CH"), tiles.push_back("LL");
    return Spelling(tiles, letters, "");
  }();
  const std::vector<char> bytes(data, data + size);
  std::string_view text(bytes.data(), bytes.size());
  Intake intake(spelling, rules(), {"", "shape", "look", "barred"}, {"\1\2"}, {"\2\1"}, 64, 64);
  intake.begin_source({"hunspell", 1, 2, 15, false, true, -1, false, size % 2 ? U"-'" : U""});
  try {
    const HunspellExpander hunspell = hunspell_of(text);
    hunspell.expand(text, Sink{intake, FormSpeller(intake, hunspell.rule_count())});
  } catch (const Enough&) {
  } catch (const DictionaryError& error) {
    must(error.line > 0);
  } catch (const std::exception& error) {
    must_refuse(error);
  }
  intake.begin_source({"lines", 2, 1, max_word, true, false});
  intake.read_lines(text, size % 2, "#");
  must(intake.entries_read() >= intake.admitted());

  const auto admitted = intake.admitted();
  const std::size_t alphabet = spelling.faces().size();
  const auto compiled = intake.collector().compile(1);
  must(compiled.sets.size() == compiled.draft.words);
  must(compiled.draft.words + compiled.duplicates == admitted);
  const Columns columns = encode_columns(compiled.draft, alphabet);
  const auto automaton =
      decode_columns(columns.arcs, columns.references, columns.pointers, alphabet);
  must(automaton->size() == compiled.draft.words);
  use(*automaton, alphabet);
  return 0;
}
