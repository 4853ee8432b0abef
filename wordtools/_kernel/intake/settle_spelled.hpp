// Changes the category sets of words depending on how they are spelled.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "automaton/categories.hpp"
#include "intake/pattern_search.hpp"

namespace wordtools {

struct SpelledRule {
  std::vector<std::string> patterns;   // one of which a word matches; every word if there is none
  std::vector<std::uint16_t> becomes;  // the new set, by set
  // Another word that must exist, or empty if none must. In this word, `any_tiles` stands for the
  // same tiles as in the matching pattern, so each pattern must then contain `any_tiles` once.
  std::string base;
  std::string base_admitted;  // by set: not zero when that word may have it

  // The base of a word that matches a pattern.
  std::string make_base(std::string_view pattern, std::string_view word) const {
    const std::size_t before = pattern.find(any_tiles), after = pattern.size() - before - 1;
    std::string made = base;
    made.replace(made.find(any_tiles), 1, word.substr(before, word.size() - before - after));
    return made;
  }
};

// Returns, for each of the `count` sets that a word may have before the first rule, whether any
// rule changes this set.
inline std::vector<bool> find_changing_sets(const std::vector<SpelledRule>& rules,
                                            std::size_t count) {
  std::vector<bool> later;  // the same for the rules after one
  for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
    std::vector<bool> changing(rule->becomes.size());
    for (std::size_t set = 0; set < changing.size(); ++set) {
      const std::size_t next = rule->becomes[set];
      changing[set] = rule->patterns.empty() ? next < later.size() && later[next]
                                             : next != set || (set < later.size() && later[set]);
    }
    later = std::move(changing);
  }
  later.resize(count);
  return later;
}

// Applies rules in order, each to the sets that result from the preceding rules, and returns the
// resulting set of each word. `count` is the number of different sets. Throws std::invalid_argument
// if a rule does not cover a set that a word may have at that point.
inline WordCategories settle_spelled(const DraftAutomaton& draft, const WordCategories& sets,
                                     const std::vector<SpelledRule>& rules, std::size_t count) {
  std::size_t set_count = sets.count();
  for (const auto& rule : rules) {
    if (rule.becomes.size() < set_count ||
        (!rule.base.empty() && rule.base_admitted.size() != rule.becomes.size()))
      throw std::invalid_argument("a rule lacks a category set");
    if (rule.patterns.empty()) set_count = 0;
    for (const std::size_t set : rule.becomes) set_count = std::max(set_count, set + 1);
  }
  if (sets.words() != draft.words || set_count > count)
    throw std::invalid_argument("the sets are not those of the words");

  struct Candidate {
    std::uint32_t rank, base;  // the base is the word itself when the rule has none
  };
  std::vector<std::vector<Candidate>> candidates(rules.size());
  std::vector<std::uint16_t> numbers = sets.list_numbers();
  std::vector<std::string_view> patterns;
  std::vector<std::size_t> rule_of;  // by pattern
  for (std::size_t rule = 0; rule < rules.size(); ++rule)
    for (const std::string_view pattern : rules[rule].patterns) {
      patterns.push_back(pattern);
      rule_of.push_back(rule);
    }
  if (!patterns.empty()) {
    const std::vector<bool> changing = find_changing_sets(rules, sets.count());
    const DraftRanks ranks(draft);
    PatternSearch search(draft, ranks);
    for (std::size_t begin = 0, taken; begin < patterns.size(); begin += taken) {
      taken = search.take(std::span(patterns).subspan(begin));
      search.find([&](std::size_t number, std::uint32_t rank) {
        if (!changing[numbers[rank]]) return;
        const std::size_t at = rule_of[begin + number];
        if (rules[at].base.empty()) return candidates[at].push_back({rank, rank});
        const std::string_view word = search.word();
        const std::string base = rules[at].make_base(patterns[begin + number], word);
        if (base.empty()) return;
        // The base often begins like the word.
        const auto differing =
            std::mismatch(base.begin(), base.end() - 1, word.begin(), word.end() - 1);
        const auto shared = static_cast<std::size_t>(differing.first - base.begin());
        const auto base_rank =
            ranks.find_rank(search.place(shared), std::string_view(base).substr(shared));
        if (base_rank >= 0) candidates[at].push_back({rank, static_cast<std::uint32_t>(base_rank)});
      });
    }
  }
  std::vector<std::pair<std::uint32_t, std::uint16_t>> changes;  // ranks and new sets
  for (std::size_t at = 0; at < rules.size(); ++at) {
    const auto& rule = rules[at];
    if (rule.patterns.empty()) {
      for (auto& number : numbers) number = rule.becomes[number];
      continue;
    }
    changes.clear();
    for (const auto& [rank, base] : candidates[at])
      if (rule.base.empty() || rule.base_admitted[numbers[base]])
        changes.emplace_back(rank, rule.becomes[numbers[rank]]);
    for (const auto& [rank, number] : changes) numbers[rank] = number;
  }
  return WordCategories::from_numbers(numbers, count);
}

}  // namespace wordtools
