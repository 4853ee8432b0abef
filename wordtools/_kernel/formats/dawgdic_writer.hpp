// Writes dawgdic dictionaries, which DAWG, DAWG2 and DAWG-Python read. A dictionary is a double
// array whose labels are the UTF-8 bytes of words. A dictionary for completion also has a guide.
//
// A state has a *base*. The unit of its arc with a certain label is at base ^ label. If a word ends
// at the state, the unit of the word's value is at the base itself. A unit refers to a state by the
// exclusive or of its own place and the state's base. A unit has only 21 bits for this number; if
// the number needs more, its last eight bits must be zeros. Where this is not possible, a copy of
// the state is written elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "automaton/bit_stream.hpp"
#include "automaton/state_register.hpp"

namespace wordtools {

// The minimal automaton of keys. A key is a byte string with a value; keys must be added in order.
class ByteAutomaton {
 public:
  // An arc. Label 0 marks the end of a key; `target` is then the value of the key.
  struct Arc {
    static constexpr std::size_t max_count = std::numeric_limits<std::uint32_t>::max();
    static constexpr const char* too_many = "more than 4,294,967,295 arcs";

    std::uint32_t target;
    std::uint8_t label;
    bool last = false;
    std::uint64_t bits() const { return std::uint64_t{target} << 8 | label; }
    bool operator==(const Arc&) const = default;
  };

  void add(std::string_view key, std::uint32_t value) {
    std::size_t common = 0;
    while (common < std::min(key.size(), last_.size()) && key[common] == last_[common]) ++common;
    close_below(common);
    if (open_.size() <= key.size()) open_.resize(key.size() + 1);
    for (std::size_t i = common; i < key.size(); ++i)
      open_[i].push_back({0, static_cast<std::uint8_t>(key[i])});
    open_[key.size()].push_back({value, 0});
    last_ = key;
  }
  // Finishes the automaton. Its root is then the index of the root's first arc, or 0 if there are
  // no keys.
  void finish() {
    close_below(0);
    if (!open_.empty() && !open_[0].empty()) root_ = close(open_[0]);
  }

  std::uint32_t root() const { return root_; }
  // The arcs of a state, in ascending order of labels.
  std::span<const Arc> arcs(std::uint32_t state) const {
    std::size_t end = state;
    while (!arcs_[end].last) ++end;
    return {&arcs_[state], end + 1 - state};
  }
  std::size_t size() const { return arcs_.size(); }

 private:
  void close_below(std::size_t depth) {
    for (std::size_t length = last_.size(); length > depth; --length)
      open_[length - 1].back().target = close(open_[length]);
  }
  std::uint32_t close(std::vector<Arc>& state) {
    state.back().last = true;
    const std::uint32_t place = states_.find_or_add(arcs_, state.data(), state.size());
    state.clear();
    return place;
  }

  LargeVector<Arc> arcs_{{}};  // the first belongs to no state
  StateRegister<Arc> states_;
  std::vector<std::vector<Arc>> open_;  // states along the last key
  std::string last_;
  std::uint32_t root_ = 0;
};

class DawgdicWriter {
 public:
  // Throws TooManyError.
  explicit DawgdicWriter(const ByteAutomaton& keys) : keys_(keys) {
    place_states();
    mark_unused();
  }

  std::string write(bool guide) const {
    std::string bytes;
    append_little_endian(bytes, static_cast<std::uint32_t>(units_.size()));
    for (const std::uint32_t unit : units_) append_little_endian(bytes, unit);
    if (!guide) return bytes;
    append_little_endian(bytes, static_cast<std::uint32_t>(units_.size()));
    for (const Steps& steps : steps_) {
      bytes += static_cast<char>(steps.child);
      bytes += static_cast<char>(steps.sibling);
    }
    return bytes;
  }

 private:
  static constexpr std::uint32_t block = 256;
  static constexpr std::uint32_t has_value = 1 << 8, extension = 1 << 9, is_value = 1u << 31;
  static constexpr std::uint32_t near = 1 << 21;       // offsets below are written as they are
  static constexpr std::uint32_t max_units = 1 << 28;  // units
  static constexpr std::size_t open_blocks = 16;       // in which free units are looked for

  // The guide entry of a unit: the first label below it, and the label that follows the unit's own
  // (0 if there is none).
  struct Steps {
    std::uint8_t child = 0, sibling = 0;
  };

  static bool can_lead(std::uint32_t unit, std::uint32_t base) {
    const std::uint32_t offset = unit ^ base;
    return offset < near || (offset & 0xFF) == 0;
  }
  void lead(std::uint32_t unit, std::uint32_t base) {
    const std::uint32_t offset = unit ^ base;
    units_[unit] |= offset < near ? offset << 10 : offset >> 8 << 10 | extension;
  }

  void place_states() {
    add_block();
    used_[0] = true;
    std::vector<std::uint32_t> bases(keys_.size());  // of states that have one
    struct Open {
      std::uint32_t unit, state;
    };
    std::vector<Open> waiting;
    if (keys_.root()) {
      waiting.push_back({0, keys_.root()});
    } else {
      lead(0, 1);
      bases_used_[1] = true;
    }
    while (!waiting.empty()) {
      const auto [unit, state] = waiting.back();
      waiting.pop_back();
      const auto arcs = keys_.arcs(state);
      const bool ends = arcs[0].label == 0;
      if (ends) units_[unit] |= has_value;
      if (arcs.size() > ends) steps_[unit].child = arcs[ends].label;
      if (bases[state] && can_lead(unit, bases[state])) {
        lead(unit, bases[state]);
        continue;
      }
      const std::uint32_t base = find_base(unit, arcs);
      bases[state] = base;
      bases_used_[base] = true;
      lead(unit, base);
      for (std::size_t i = 0; i < arcs.size(); ++i) {
        const std::uint32_t place = base ^ arcs[i].label;
        used_[place] = true;
        units_[place] = arcs[i].label ? arcs[i].label : is_value | arcs[i].target;
        if (i + 1 < arcs.size() && arcs[i].label) steps_[place].sibling = arcs[i + 1].label;
      }
      for (std::size_t i = arcs.size(); i-- > ends;)
        waiting.push_back({base ^ arcs[i].label, arcs[i].target});
    }
  }

  // A base for which the units of all arcs are free, in one of the last blocks or a new block.
  std::uint32_t find_base(std::uint32_t unit, std::span<const ByteAutomaton::Arc> arcs) {
    const auto fits = [&](std::uint32_t base) {
      return base && !bases_used_[base] && can_lead(unit, base) &&
             std::ranges::none_of(arcs, [&](const auto& arc) { return used_[base ^ arc.label]; });
    };
    while (units_.size() - first_open_ > open_blocks * block) first_open_ += block;
    for (auto place = first_open_; place < units_.size(); place = next_free(place + 1))
      if (!used_[place] && fits(place ^ arcs[0].label)) return place ^ arcs[0].label;
    add_block();
    // In an empty block, any base fits whose last bits are those of the unit.
    return static_cast<std::uint32_t>(units_.size() - block) | (unit & 0xFF);
  }
  std::uint32_t next_free(std::uint32_t place) const {
    while (place < units_.size() && used_[place]) ++place;
    return place;
  }
  void add_block() {
    if (units_.size() == max_units) throw TooManyError("more than 268,435,456 units");
    units_.resize(units_.size() + block);
    used_.resize(units_.size());
    bases_used_.resize(units_.size());
    steps_.resize(units_.size());
  }

  // Gives each unused unit a label that no state looks for there: the label of an arc to this place
  // from a base that no state has. A block with unused units has such a base, because each state
  // uses at least one unit of its block.
  void mark_unused() {
    for (std::uint32_t begin = 0; begin < units_.size(); begin += block) {
      std::uint32_t base = begin;
      while (base < begin + block && bases_used_[base]) ++base;
      for (std::uint32_t place = begin; place < begin + block; ++place)
        if (!used_[place]) units_[place] = (place ^ base) & 0xFF;
    }
  }

  const ByteAutomaton& keys_;
  LargeVector<std::uint32_t> units_;
  LargeVector<Steps> steps_;
  std::vector<std::uint8_t> used_, bases_used_;  // units; bases
  std::uint32_t first_open_ = 0;
};

// The words of a draft as keys. `values` has their values in order of rank; if it is empty, all
// values are 0.
inline ByteAutomaton make_keys(const DraftAutomaton& draft, const Spelling& spelling,
                               std::span<const std::uint32_t> values) {
  std::string text;
  std::vector<std::size_t> ends;
  text.reserve(draft.words * std::size_t{12});
  for (DraftAutomaton::Cursor word(draft); word.next();) {
    spelling.append_text(word.tiles(), word.count(), text);
    ends.push_back(text.size());
  }
  const auto key = [&](std::uint32_t rank) {
    const std::size_t begin = rank ? ends[rank - 1] : 0;
    return std::string_view(text).substr(begin, ends[rank] - begin);
  };
  std::vector<std::uint32_t> ranks(ends.size());
  std::iota(ranks.begin(), ranks.end(), 0u);
  const auto before = [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); };
  if (!std::ranges::is_sorted(ranks, before)) std::ranges::sort(ranks, before);
  ByteAutomaton keys;
  for (const std::uint32_t rank : ranks) keys.add(key(rank), values.empty() ? 0 : values[rank]);
  keys.finish();
  return keys;
}

}  // namespace wordtools
