// Reads the forms of a dictionary as tiles, without writing the forms.
//
// The letters that a rule adds are read once for all stems. A stem, and every beginning of it that
// a rule may leave, is read once for all forms of the stem. Each form is joined from such parts. If
// a tile may span two parts, or if the reading of a part depends on more than its letters, the
// whole form must be written and read.
#pragma once

#include "intake/hunspell_rules.hpp"
#include "intake/intake.hpp"

namespace wordtools {

class FormSpeller {
 public:
  // `rules` is the number of rules in the dictionary.
  FormSpeller(Intake& intake, std::size_t rules) : intake_(intake), added_(rules) {}

  void begin_stem(std::string_view stem) {
    read_beginnings(stem, stem_);
    inner_ = nullptr;
  }

  // Spells a form of the current stem. The result is not `known` if the whole form must be written
  // and read.
  WordPart spell(std::string_view stem, const hunspell::Derivation& derivation) {
    const auto* const last = derivation.outer ? derivation.outer : derivation.inner;
    const Beginnings& shorter = derivation.outer ? add_inner(stem, *derivation.inner) : stem_;
    WordPart word = shorter.cut(last ? last->strip : 0);
    if (last) join(word, read_added(*last));
    if (!derivation.prefix) return word;
    if (derivation.prefix->strip) return {.known = false};
    WordPart whole = read_added(*derivation.prefix);
    join(whole, word);
    return whole;
  }

 private:
  // A text together with its beginnings.
  struct Beginnings {
    // Facts about the letters before a place, as in WordPart; `tiles` is the number of their tiles.
    struct Place {
      bool known = false;
      std::uint8_t tiles = 0, last_value = 0;
      std::uint16_t later = 0, all = 0xFFFF;
    };
    std::vector<Place> places;  // by the number of bytes before it
    WordPart whole;             // as far as it is known

    // The text without its last bytes.
    WordPart cut(std::size_t bytes) const {
      const Place& place = places[places.size() - 1 - bytes];
      WordPart part = whole;
      part.known = place.known;
      part.last_value = place.last_value;
      part.later = place.later;
      part.all = place.all;
      part.tiles.cut(place.tiles);
      return part;
    }
  };

  // The stem with its inner suffix, which is kept because many forms share it.
  const Beginnings& add_inner(std::string_view stem, const hunspell::AffixRule& inner) {
    if (inner_ == &inner) return suffixed_;
    inner_ = &inner;
    hunspell::Derivation{nullptr, &inner, nullptr}.write_form(stem, text_);
    read_beginnings(text_, suffixed_);
    return suffixed_;
  }

  const WordPart& read_added(const hunspell::AffixRule& rule) {
    auto& part = added_[rule.number];
    if (!part) {
      read_beginnings(rule.add, scratch_);
      part = scratch_.cut(0);
    }
    return *part;
  }

  // Recognises only beginnings that consist of plain letters and end where a tile ends.
  void read_beginnings(std::string_view text, Beginnings& read) {
    read.places.assign(text.size() + 1, {});
    read.whole = {};
    read.places[0].known = true;
    const Spelling& spelling = intake_.spelling();
    std::array<KnownCharacter, max_letters> letters;
    std::array<std::uint8_t, max_letters> values;
    std::array<std::size_t, max_letters> ends;  // in bytes
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size() && number < max_letters; ++number) {
      const KnownCharacter letter = intake_.look_up(text, at);
      if (!letter.is_plain_letter()) break;
      letters[number] = letter, values[number] = letter.value, ends[number] = at;
    }
    WordPart& part = read.whole;
    Tile tiles[max_letters];
    for (std::size_t next = 0; next < number;) {
      std::size_t count = 0;
      const std::size_t length = spelling.join_next(&values[next], number - next, tiles, count);
      if (length == 0 || part.tiles.count + count > PackedTiles::capacity) return;
      for (std::size_t i = 0; i < count; ++i) part.tiles.append(tiles[i]);
      for (const std::size_t end = next + length; next < end; ++next)
        part.note_letter(letters[next], next == 0);
      read.places[ends[next - 1]] = {true, static_cast<std::uint8_t>(part.tiles.count),
                                     part.last_value, part.later, part.all};
    }
  }

  void join(WordPart& word, const WordPart& later) const {
    if (word.tiles.count == 0 && word.known) {
      word = later;
    } else if (later.tiles.count > 0 || !later.known) {
      word.known = word.known && later.known &&
                   word.tiles.count + later.tiles.count <= PackedTiles::capacity &&
                   !intake_.spelling().may_join(word.last_value, later.first_value);
      if (word.known) word.append(later);
    }
  }

  static constexpr std::size_t max_letters = 3 * PackedTiles::capacity;  // that are read of a text

  Intake& intake_;
  std::vector<std::optional<WordPart>> added_;  // by rule
  Beginnings stem_, suffixed_, scratch_;
  const hunspell::AffixRule* inner_ = nullptr;  // whose suffixed stem is in suffixed_
  std::string text_;
};

}  // namespace wordtools
