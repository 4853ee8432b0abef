// Finds out whether words in a list have small or capital letters, for
// `formats.text.is_all_capitals`. Python classifies each character once.
#pragma once

#include "text/spelling.hpp"

namespace wordtools {

// The kind of a character, or the kinds of characters in words; in Python, `Case`. A letter in
// title case (ǅ) counts as both small and capital.
enum Case : std::uint8_t {
  case_space = 1 << 0,
  case_small = 1 << 1,    // differs from its upper case
  case_capital = 1 << 2,  // differs from its lower case
};

// Finds out which of case_small and case_capital occur in the first words of the lines of `text`,
// which is UTF-8. Words that begin with # or % are comments. Stops at the first small letter.
template <class Classify>
std::uint8_t scan_capitals(std::string_view text, Classify&& classify) {
  constexpr std::uint8_t classified = 1 << 7;
  CharacterTable<std::uint8_t> characters;
  std::array<bool, 0x100> capitals{};  // the ASCII characters that are known to be capitals only
  const auto look_up = [&](char32_t point) {
    std::uint8_t kind = characters.get(point);
    if (kind) return kind;
    characters.set(point, kind = classified | classify(point));
    if (point < 0x80) capitals[point] = kind == (classified | case_capital);
    return kind;
  };
  std::uint8_t kinds = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    bool inside = false;  // the word
    while (at < text.size() && text[at] != '\n') {
      const auto byte = static_cast<unsigned char>(text[at]);
      if (capitals[byte]) {  // as most are
        inside = true;
        ++at;
        continue;
      }
      const std::uint8_t kind = look_up(next_code_point(text, at));
      const bool ends = kind & case_space ? inside : !inside && (byte == '#' || byte == '%');
      if (ends) {
        at = std::min(text.find('\n', at), text.size());
        break;
      }
      if (kind & case_space) continue;
      inside = true;
      kinds |= kind & (case_small | case_capital);
      if (kinds & case_small) return kinds;
    }
  }
  return kinds;
}

}  // namespace wordtools
