// Finds the facts about raw entries that admission rules need.
#pragma once

#include <cstdint>
#include <string_view>

#include "intake/packed_tiles.hpp"

namespace wordtools {

// The kinds of characters; in Python, `Character`. A foreign letter may also be a capital.
enum Character : std::uint16_t {
  char_letter = 1 << 0,  // spells a letter of the alphabet
  char_capital = 1 << 1,
  char_vowel = 1 << 2,
  char_numeral = 1 << 3,  // i v x l c d m
  char_hyphen = 1 << 4,
  char_apostrophe = 1 << 5,
  char_dot = 1 << 6,
  char_space = 1 << 7,
  char_symbol = 1 << 8,   // digit, sign, control or invisible character
  char_foreign = 1 << 9,  // a letter, but not one of the alphabet's
  char_mark = 1 << 10,    // a letter of the alphabet with a mark that does not fold
  char_also = 1 << 11,    // begins a text that `compose` replaces
  char_lower = 1 << 12,   // a letter that is no capital; set by the kernel itself
};

// The facts about an entry that the rules need; in Python, `Shape`.
enum Shape : std::uint32_t {
  shape_lower = 1 << 0,  // has a letter that is not a capital
  shape_first_capital = 1 << 1,
  shape_later_capital = 1 << 2,  // has a capital after its first character
  shape_hyphen = 1 << 3,
  shape_edge_hyphen = 1 << 4,  // begins or ends with a hyphen
  shape_apostrophe = 1 << 5,
  shape_dot = 1 << 6,
  shape_space = 1 << 7,
  shape_symbol = 1 << 8,
  shape_foreign = 1 << 9,  // has a letter that is not on any tile
  shape_mark = 1 << 10,
  shape_no_vowel = 1 << 11,
  shape_numeral = 1 << 12,  // a Roman numeral, correctly written
  shape_short = 1 << 13,
  shape_long = 1 << 14,
  shape_watched = 1 << 15,   // its tiles are on a list of the rules
  shape_official = 1 << 16,  // from a game's own list
  shape_end = 1 << 17,
};

inline constexpr std::uint32_t shape_unspelled = shape_hyphen | shape_apostrophe | shape_dot |
                                                 shape_space | shape_symbol | shape_foreign |
                                                 shape_mark;

// True if the text is a correctly written Roman numeral from 1 to 3999.
inline bool is_numeral(std::string_view text) {
  std::size_t at = 0;
  const auto digit = [&](char one, char five, char ten) {
    const auto is = [&](std::size_t i, char c) { return i < text.size() && (text[i] | 32) == c; };
    if (is(at, one) && (is(at + 1, five) || is(at + 1, ten))) return void(at += 2);
    if (is(at, five)) ++at;
    for (int i = 0; i < 3 && is(at, one); ++i) ++at;
  };
  for (int i = 0; i < 3 && at < text.size() && (text[at] | 32) == 'm'; ++i) ++at;
  digit('c', 'd', 'm');
  digit('x', 'l', 'c');
  digit('i', 'v', 'x');
  return !text.empty() && at == text.size();
}

struct KnownCharacter {
  std::uint16_t classes = 0;  // Character flags; 0: not asked yet
  std::uint8_t value = 0;

  // True if the character is always a letter of the alphabet, whatever the context.
  bool is_plain_letter() const {
    return (classes & (char_letter | char_hyphen | char_apostrophe | char_dot | char_space |
                       char_symbol | char_foreign | char_mark | char_also)) == char_letter;
  }
};

// A part of a word that has only plain letters, with the facts needed to join it to other parts.
// These are its contribution to the shape of the entry, and its first and last letters, which may
// share a tile with letters of a neighbouring part.
struct WordPart {
  bool known = true;  // false: nothing is known
  std::uint8_t first_value = 0, last_value = 0;
  std::uint16_t first = 0, later = 0, all = 0xFFFF;  // Character flags, as in gather_shape
  PackedTiles tiles{};

  void note_letter(KnownCharacter letter, bool is_first) {
    if (is_first) first_value = letter.value;
    last_value = letter.value;
    (is_first ? first : later) |= letter.classes;
    all &= letter.classes;
  }
  // Neither part may be empty.
  void append(const WordPart& next) {
    last_value = next.last_value;
    later |= next.first | next.later;
    all &= next.all;
    tiles.append(next.tiles);
  }
};

}  // namespace wordtools
