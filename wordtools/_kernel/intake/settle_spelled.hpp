// Changes the category sets of words depending on how they are spelled.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "automaton/automaton.hpp"
#include "automaton/categories.hpp"

namespace wordtools {

// The byte that stands for any number of tiles, and the byte that stands for any one tile.
constexpr char any_tiles = '\xFF', any_tile = '\xFE';

struct SpelledRule {
  std::vector<std::string> patterns;   // one of which a word matches; every word if there is none
  std::vector<std::uint16_t> becomes;  // the new set, by set
  // Another word that must exist. In it, `any_tiles` stands for the same tiles as in the matching
  // pattern. If it is not empty, each pattern contains `any_tiles` once.
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

// The patterns of many rules, indexed by their first or last tile, so that each word is compared
// with only a few.
class PatternIndex {
 public:
  explicit PatternIndex(const std::vector<SpelledRule>& rules) {
    for (std::size_t rule = 0; rule < rules.size(); ++rule)
      for (const std::string_view pattern : rules[rule].patterns) add(pattern, rule);
  }

  bool empty() const { return empty_; }

  // Calls a function with each pattern that the word matches, and the number of its rule.
  template <class Function>
  void find(std::string_view word, const Function& visit) const {
    const Content content = gather_content(word);
    const auto first = static_cast<unsigned char>(word.front());
    const auto last = static_cast<unsigned char>(word.back());
    for (const auto* patterns : {&ends_[last], &starts_[first], &others_})
      for (const auto& pattern : *patterns)
        if (content.includes(pattern.content) && word.starts_with(pattern.start) &&
            word.ends_with(pattern.end) && matches_pattern(pattern.text, word))
          visit(pattern.text, pattern.rule);
  }

 private:
  // A bit for each tile of a text, and one for each pair of neighbouring tiles (some pairs share a
  // bit). A word matches a pattern only if it has all of the pattern's bits.
  struct Content {
    std::uint64_t tiles = 0, pairs = 0;

    bool includes(const Content& other) const {
      return !(other.tiles & ~tiles) && !(other.pairs & ~pairs);
    }
  };

  struct Pattern {
    std::string_view text, start, end;  // the tiles before the first sign and after the last
    Content content;
    std::size_t rule;
  };

  static Content gather_content(std::string_view text) {
    Content content;
    std::uint64_t previous = 0;  // no tile
    for (const char sign : text) {
      const bool any = sign == any_tiles || sign == any_tile;
      const std::uint64_t tile = any ? 0 : static_cast<unsigned char>(sign);
      if (tile) content.tiles |= std::uint64_t{1} << (tile & 63);
      // The multiplication distributes the pairs over the bits.
      if (tile && previous)
        content.pairs |= std::uint64_t{1} << ((previous << 8 | tile) * 0x9E3779B97F4A7C15 >> 58);
      previous = tile;
    }
    return content;
  }

  void add(std::string_view text, std::size_t rule) {
    constexpr char both[] = {any_tiles, any_tile};
    const std::string_view signs(both, 2);
    const auto first = std::min(text.find_first_of(signs), text.size());
    const auto last = text.find_last_of(signs);
    const auto end = text.substr(last == std::string_view::npos ? 0 : last + 1);
    auto& patterns = !end.empty() ? ends_[static_cast<unsigned char>(end.back())]
                     : first      ? starts_[static_cast<unsigned char>(text.front())]
                                  : others_;
    patterns.push_back({text, text.substr(0, first), end, gather_content(text), rule});
    empty_ = false;
  }

  std::array<std::vector<Pattern>, 256> starts_, ends_;
  std::vector<Pattern> others_;
  bool empty_ = true;
};

// Applies rules in order, each to the sets that result from the preceding rules, and returns the
// resulting set of each word. `count` is the number of different sets. Compares each spelling only
// once for all rules. Throws std::invalid_argument if a rule does not cover a set that a word may
// have at that point.
inline WordCategories settle_spelled(const Automaton& words, const WordCategories& sets,
                                     const std::vector<SpelledRule>& rules, std::size_t count) {
  std::size_t set_count = sets.count();
  for (const auto& rule : rules) {
    if (rule.becomes.size() < set_count ||
        (!rule.base.empty() && rule.base_admitted.size() != rule.becomes.size()))
      throw std::invalid_argument("a rule lacks a category set");
    if (rule.patterns.empty()) set_count = 0;
    for (const std::size_t set : rule.becomes) set_count = std::max(set_count, set + 1);
  }
  if (sets.words() != words.size() || set_count > count)
    throw std::invalid_argument("the sets are not those of the words");

  struct Candidate {
    std::uint32_t rank, base;  // the base is the word itself when the rule has none
  };
  std::vector<std::vector<Candidate>> candidates(rules.size());
  std::vector<std::uint16_t> numbers(words.size());
  for (std::size_t rank = 0; rank < numbers.size(); ++rank)
    numbers[rank] = static_cast<std::uint16_t>(sets.set_number(rank));
  const PatternIndex index(rules);
  if (!numbers.empty() && !index.empty()) {
    Automaton::Cursor cursor(words, 0);
    for (std::uint32_t rank = 0; rank < numbers.size(); ++rank, cursor.next()) {
      const std::string_view word(reinterpret_cast<const char*>(cursor.tiles()), cursor.count());
      index.find(word, [&](std::string_view pattern, std::size_t rule) {
        if (rules[rule].base.empty()) return candidates[rule].push_back({rank, rank});
        const std::size_t before = pattern.find(any_tiles), after = pattern.size() - before - 1;
        std::string base = rules[rule].base;
        base.replace(base.find(any_tiles), 1, word.substr(before, word.size() - before - after));
        if (base.empty() || base.size() > max_word) return;
        const auto base_rank =
            words.find_rank(reinterpret_cast<const Tile*>(base.data()), base.size());
        if (base_rank >= 0)
          candidates[rule].push_back({rank, static_cast<std::uint32_t>(base_rank)});
      });
    }
  }
  std::vector<std::uint32_t> meant;
  for (std::size_t at = 0; at < rules.size(); ++at) {
    const auto& rule = rules[at];
    if (rule.patterns.empty()) {
      for (auto& number : numbers) number = rule.becomes[number];
      continue;
    }
    meant.clear();
    for (const auto& [rank, base] : candidates[at])
      if ((meant.empty() || meant.back() != rank) &&
          (rule.base.empty() || rule.base_admitted[numbers[base]]))
        meant.push_back(rank);
    for (const auto rank : meant) numbers[rank] = rule.becomes[numbers[rank]];
  }
  return WordCategories::from_numbers(numbers, count);
}

}  // namespace wordtools
