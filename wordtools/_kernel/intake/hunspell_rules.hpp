// Prepares the affix rules of a Hunspell dictionary and tries them on words.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <utility>

#include "text/utf8.hpp"

namespace wordtools {

using Flag = std::uint32_t;
using Flags = std::vector<Flag>;

// One rule of a PFX or SFX group. `flags` are its continuation flags. `tags` is a mask of
// categories that its forms get instead of the dictionary's.
struct Affix {
  bool prefix = false;
  bool cross = false;
  Flag flag = 0;
  std::string strip, add, condition;
  Flags flags;
  std::uint64_t tags = 0;
};

namespace hunspell {

// Sorts numbers and removes repeats.
inline void sort_distinct(std::vector<std::size_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// One place of a condition: `.`, a letter, `[abc]` or `[^abc]`. Within brackets only a leading `^`
// is special.
struct Place {
  std::u32string letters;
  bool negated = false;  // `.` is "none of no letters"

  bool allows(char32_t letter) const {
    return (letters.find(letter) != std::u32string::npos) != negated;
  }
  bool is_letter() const { return !negated && letters.size() == 1; }
};

inline std::vector<Place> parse_condition(std::string_view condition) {
  std::vector<Place> out;
  if (condition == ".") return out;  // no condition at all
  while (!condition.empty()) {
    const char32_t letter = cut_front(condition);
    Place& place = out.emplace_back();
    if (letter == U'.') {
      place.negated = true;
    } else if (letter != U'[') {
      place.letters = letter;
    } else {
      if (condition.starts_with('^')) place.negated = (condition.remove_prefix(1), true);
      while (!condition.empty()) {
        const char32_t member = cut_front(condition);
        if (member == U']') break;
        place.letters += member;
      }
    }
  }
  return out;
}

// How much a rule changes a word's weight (FormBounds). `gain` is the change that the rule alone
// makes; `min_gain` also counts the following suffix that shortens the word most.
struct Growth {
  int gain = 0, min_gain = 0;
};

// The hash of a word or form: the number whose digits are its bytes, modulo 2^64. A rule can
// therefore compute the hash of a form from the hash of the word, without reading either.
struct FormHash {
  static constexpr std::uint64_t base = 0x9E3779B97F4A7C15;  // odd: it can be divided by

  std::uint64_t number = 0;
  std::uint64_t power = 1;  // the base, raised to the number of bytes

  FormHash() = default;
  FormHash(std::uint64_t number, std::uint64_t power) : number(number), power(power) {}
  explicit FormHash(std::string_view text) {
    for (const char byte : text) {
      number = number * base + static_cast<unsigned char>(byte);
      power *= base;
    }
  }
  bool is_of_nothing() const { return power == 1; }

  // 1 / base^bytes.
  static std::uint64_t divide_by_power(std::size_t bytes) {
    std::uint64_t inverse = base, result = 1;  // of the base, by Newton's method
    for (int step = 0; step < 6; ++step) inverse *= 2 - base * inverse;
    for (; bytes > 0; --bytes) result *= inverse;
    return result;
  }
};

// An Affix prepared for use: its condition and the letters that it strips are combined in one
// pattern, which is matched from the end of the word inwards.
struct AffixRule {
  std::size_t number = 0;  // among the rules that the expander was given
  std::uint64_t tags = 0;
  std::size_t key = 0;       // bytes at the word's end that the index has matched already
  std::vector<Place> inner;  // the rest of the pattern
  std::size_t places = 0;    // in the condition
  bool lenient = false;      // the last of them may be beyond the word
  std::size_t strip = 0;     // bytes
  std::string add;
  bool prefix = false;
  std::uint64_t hash_scale = 1, hash_shift = 0;
  Growth growth;
  std::size_t group = 0;
  bool cross = false, need_affix = false, only_in_compound = false, circumfix = false;
  std::vector<std::size_t> groups;                // granted by its continuation flags, sorted
  std::vector<std::size_t> prefixing, suffixing;  // those of them with prefixes, with suffixes

  void prepare_hash(std::string_view stripped) {
    const FormHash added(add), taken(stripped);
    const std::uint64_t shorter = FormHash::divide_by_power(stripped.size());
    hash_scale = added.power * shorter;
    hash_shift =
        prefix ? (added.number - taken.number) * shorter : added.number - taken.number * hash_scale;
  }
  // The hash of the form that this rule makes from a word.
  FormHash change(const FormHash& word) const {
    return {prefix ? word.number + hash_shift * word.power : word.number * hash_scale + hash_shift,
            word.power * hash_scale};
  }

  bool grants(std::size_t which) const {
    return std::binary_search(groups.begin(), groups.end(), which);
  }
};

// How much work has been done so far.
struct Effort {
  std::uint64_t tried = 0;     // rules and groups of them, whether they applied or not
  std::uint64_t made = 0;      // forms that they made
  std::uint64_t left_out = 0;  // rules that would have made too long a form
};

// The rules that have the same flag and change the same end of a word, in a trie of the bytes that
// each rule requires there. Only rules whose literal bytes a word has are tried on it.
class RuleIndex {
 public:
  explicit RuleIndex(bool at_front) : at_front_(at_front), nodes_(1) {}

  bool empty() const { return size_ == 0; }
  // The smallest growth of any rule.
  const Growth& growth() const { return growth_; }

  void insert(std::string_view key, std::size_t rule) {
    std::size_t node = 0;
    for (std::size_t depth = 0; depth < key.size(); ++depth) {
      const char byte = end_byte(key, depth);
      std::size_t next = child(node, byte);
      if (next == 0) {
        next = nodes_.size();
        nodes_[node].children.emplace_back(byte, next);
        nodes_.emplace_back();
      }
      node = next;
    }
    nodes_[node].rules.push_back({rule, {}});
    ++size_;
  }

  // Must be called once all rules are inserted and their growth is known.
  void note_growth(const std::vector<AffixRule>& rules) {
    growth_ = {INT_MAX, INT_MAX};
    for (Node& node : nodes_)
      for (auto& [number, growth] : node.rules) {
        growth = rules[number].growth;
        growth_ = {std::min(growth_.gain, growth.gain),
                   std::min(growth_.min_gain, growth.min_gain)};
      }
  }

  // Calls meet(rule) for every rule that applies to `word` and whose growth does not exceed `room`.
  // `measure` selects the growth: `gain` or `min_gain`.
  template <class Meet>
  void apply(const std::vector<AffixRule>& rules, std::string_view word, bool full_strip,
             int Growth::* measure, int room, Effort& effort, Meet&& meet) const {
    ++effort.tried;
    if (growth_.*measure > room) {
      effort.left_out += size_;
      return;
    }
    std::size_t node = 0;
    for (std::size_t depth = 0;; ++depth) {
      for (const auto& [number, growth] : nodes_[node].rules) {
        ++effort.tried;
        if (growth.*measure > room) {
          ++effort.left_out;
          continue;
        }
        const AffixRule& rule = rules[number];
        if (word.size() + full_strip > rule.strip && fits(rule, word)) meet(rule);
      }
      if (depth == word.size() || (node = child(node, end_byte(word, depth))) == 0) return;
    }
  }

 private:
  struct Node {
    std::vector<std::pair<char, std::size_t>> children;
    std::vector<std::pair<std::size_t, Growth>> rules;
  };

  char end_byte(std::string_view text, std::size_t depth) const {
    return at_front_ ? text[depth] : text[text.size() - 1 - depth];
  }

  std::size_t child(std::size_t node, char byte) const {  // 0: none
    for (const auto& [label, target] : nodes_[node].children)
      if (label == byte) return target;
    return 0;
  }

  bool fits(const AffixRule& rule, std::string_view word) const {
    at_front_ ? word.remove_prefix(rule.key) : word.remove_suffix(rule.key);
    for (const Place& place : rule.inner) {
      if (word.empty()) return rule.lenient && &place == &rule.inner.back();
      if (!place.allows(at_front_ ? cut_front(word) : cut_back(word))) return false;
    }
    return true;
  }

  bool at_front_;
  std::size_t size_ = 0;
  Growth growth_;
  std::vector<Node> nodes_;
};

// The rules that make a form from its stem; nullptr for an affix that the form does not have.
struct Derivation {
  const AffixRule* prefix = nullptr;
  const AffixRule* inner = nullptr;  // the suffix next to the stem
  const AffixRule* outer = nullptr;

  // Calls visit(rule) for each rule, from the stem outwards.
  template <class Visit>
  void for_each_rule(Visit&& visit) const {
    for (const AffixRule* rule : {inner, outer, prefix})
      if (rule) visit(*rule);
  }
  // Writes the form that these rules make from a stem.
  void write_form(std::string_view stem, std::string& form) const {
    form.assign(stem);
    for (const AffixRule* rule : {inner, outer})
      if (rule) form.resize(form.size() - rule->strip), form.append(rule->add);
    if (prefix) form.replace(0, prefix->strip, prefix->add);
  }
  std::uint64_t tags() const {
    std::uint64_t all = 0;
    for_each_rule([&](const AffixRule& rule) { all |= rule.tags; });
    return all;
  }
};

struct RuleGroup {
  RuleIndex prefixes{true}, suffixes{false};
  std::vector<std::size_t> grants;  // groups of suffixes that its prefixes grant
};

}  // namespace hunspell

}  // namespace wordtools
