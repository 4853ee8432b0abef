// Changes the category sets of words by how they are spelled.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "automaton/automaton.hpp"
#include "automaton/categories.hpp"

namespace wordtools {

// Tiles in which a byte may stand for others.
constexpr char any_tiles = '\xFF', any_tile = '\xFE';

struct SpelledRule {
  std::vector<std::string> patterns;   // one of which a word matches
  std::vector<std::uint16_t> becomes;  // the new set, by set
  // Another word is spelled like this, with the same tiles for `any_tiles`; then each pattern has
  // these once.
  std::string base;
  std::string base_admitted;  // by set: not zero when that word may have it
};

inline bool matches_pattern(std::string_view pattern, std::string_view word) {
  std::size_t at = 0, in = 0, star = std::string_view::npos, resumed = 0;
  while (in < word.size()) {
    if (at < pattern.size() && pattern[at] == any_tiles) {
      star = at++;
      resumed = in;
    } else if (at < pattern.size() && (pattern[at] == word[in] || pattern[at] == any_tile)) {
      ++at, ++in;
    } else if (star != std::string_view::npos) {  // the last `any_tiles` takes one tile more
      at = star + 1;
      in = ++resumed;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of(any_tiles, at) == std::string_view::npos;
}

// The set numbers of all words, of which there are `count` sets.
inline WordCategories settle_spelled(const Automaton& words, const WordCategories& sets,
                                     const SpelledRule& rule, std::size_t count) {
  const std::size_t hole = rule.base.find(any_tiles);
  const auto has_base = [&](std::string_view pattern, std::string_view word) {
    const std::size_t before = pattern.find(any_tiles), after = pattern.size() - before - 1;
    std::string base = rule.base;
    base.replace(hole, 1, word.substr(before, word.size() - before - after));
    if (base.empty() || base.size() > max_word) return false;
    const auto rank = words.find_rank(reinterpret_cast<const Tile*>(base.data()), base.size());
    return rank >= 0 && rule.base_admitted[sets.set_number(static_cast<std::size_t>(rank))];
  };
  const auto is_meant = [&](std::string_view word) {
    return std::any_of(rule.patterns.begin(), rule.patterns.end(), [&](const auto& pattern) {
      return matches_pattern(pattern, word) && (rule.base.empty() || has_base(pattern, word));
    });
  };
  std::vector<std::uint16_t> numbers(words.size());
  if (numbers.empty()) return WordCategories::from_numbers(numbers, count);
  Automaton::Cursor cursor(words, 0);
  for (std::size_t rank = 0; rank < numbers.size(); ++rank, cursor.next()) {
    const auto set = static_cast<std::uint16_t>(sets.set_number(rank));
    const std::string_view word(reinterpret_cast<const char*>(cursor.tiles()), cursor.count());
    numbers[rank] = rule.becomes[set] != set && is_meant(word) ? rule.becomes[set] : set;
  }
  return WordCategories::from_numbers(numbers, count);
}

}  // namespace wordtools
