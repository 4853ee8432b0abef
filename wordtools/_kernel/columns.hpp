// The automaton as it lies in a lexicon file: columns that a general compressor packs well.
//
// States stand in the order of Dawg, targets first. Read from the front, a state that nothing
// leads to yet waits on a stack; a state's "fresh" arcs take the latest ones from there and need
// no pointer. The other arcs name their target by the state's number. Both can only name states
// that are already there: reading needs no recursion and can meet no cycle.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "dawg.hpp"

namespace wordtools {

struct Columns {
  std::string tiles;     // a byte for each arc: its tile
  std::string kinds;     // a byte for each arc: bits 0 last, 1 final, 2-3 goes on: see below
  std::string pointers;  // three planes (high, middle, low bytes) of state numbers, 1-based
};

enum Onward : std::uint8_t { on_nowhere = 0, on_fresh = 1, on_pointer = 2 };

inline Columns to_columns(const Dawg& dawg) {
  const auto& arcs = dawg.arcs();
  std::vector<std::uint32_t> number(arcs.size(), 0);  // of the state whose first arc this is
  std::uint32_t states = 0;
  for (std::size_t at = 1; at < arcs.size(); ++at)
    if (at == 1 || arcs[at - 1] & arc_last) number[at] = ++states;

  Columns columns;
  std::vector<std::uint32_t> pointers, waiting;
  for (std::size_t begin = 1, end = 1; begin < arcs.size(); begin = end) {
    while (!(arcs[end++] & arc_last)) {
    }
    // The last state built below this one is its last fresh target, and so on backwards.
    std::vector<bool> fresh(end - begin);
    for (std::size_t at = end; at-- > begin;) {
      fresh[at - begin] = !waiting.empty() && number[arcs[at] & arc_target] == waiting.back();
      if (fresh[at - begin]) waiting.pop_back();
    }
    waiting.push_back(number[begin]);
    for (std::size_t at = begin; at < end; ++at) {
      const std::uint32_t target = number[arcs[at] & arc_target];
      const auto onward = target == 0 ? on_nowhere : fresh[at - begin] ? on_fresh : on_pointer;
      if (onward == on_pointer) pointers.push_back(target);
      columns.tiles += static_cast<char>(tile_of(arcs[at]));
      columns.kinds +=
          static_cast<char>((arcs[at] >> 30 & 1) | (arcs[at] >> 31) << 1 | onward << 2);
    }
  }
  for (const int shift : {16, 8, 0})
    for (const std::uint32_t pointer : pointers)
      columns.pointers += static_cast<char>(pointer >> shift & 0xFF);
  return columns;
}

// Throws std::invalid_argument when the columns do not fit each other or make no automaton of
// `alphabet` tiles: everything that Dawg relies on is checked here, in one pass.
inline std::unique_ptr<Dawg> from_columns(std::string_view tiles, std::string_view kinds,
                                          std::string_view pointers, std::size_t alphabet) {
  const auto refuse = [](const char* why) { throw std::invalid_argument(why); };
  const std::size_t size = tiles.size(), count = pointers.size() / 3;
  if (size != kinds.size() || pointers.size() % 3) refuse("columns of different lengths");
  if (size >= arc_target) refuse("too many arcs");

  struct State {
    std::uint32_t begin = 0;   // its first arc
    std::uint32_t height = 0;  // tiles in the longest word from here
    std::uint32_t words = 0;
  };
  std::vector<Arc> arcs(size + 1, 0);
  std::vector<State> states(1);        // state 0: no arcs go on
  std::vector<std::uint32_t> waiting;  // numbers of states that nothing leads to yet
  const auto* high = reinterpret_cast<const unsigned char*>(pointers.data());
  std::size_t next = 0;
  for (std::size_t begin = 0, end = 0; begin < size; begin = end) {
    std::size_t fresh = 0;
    do {
      if (end == size) refuse("a state without its last arc");
      fresh += (kinds[end] >> 2 & 3) == on_fresh;
    } while (!(kinds[end++] & 1));
    if (fresh > waiting.size()) refuse("more targets than states");
    auto taken = waiting.end() - static_cast<std::ptrdiff_t>(fresh);
    State state{static_cast<std::uint32_t>(begin + 1), 0, 0};
    std::uint64_t words = 0;
    Tile before = 0;
    for (std::size_t at = begin; at < end; ++at) {
      const Tile tile = static_cast<Tile>(tiles[at]);
      const auto kind = static_cast<std::uint8_t>(kinds[at]);
      if (tile <= before || tile > alphabet) refuse("arcs out of order");
      before = tile;
      std::uint32_t target = 0;
      if (kind >> 2 == on_fresh) {
        target = *taken++;
      } else if (kind >> 2 == on_pointer) {
        if (next == count) refuse("more pointers than there are");
        target = high[next] << 16 | high[count + next] << 8 | high[2 * count + next];
        if (target == 0 || target >= states.size()) refuse("a pointer to no state");
        ++next;
      } else if (kind >> 2 != on_nowhere || !(kind & 2)) {
        refuse("an end without a word");
      }
      const State& below = states[target];
      state.height = std::max(state.height, below.height + 1);
      words += (kind >> 1 & 1) + below.words;
      arcs[at + 1] =
          below.begin | static_cast<Arc>(tile) << 24 | (kind & 1u) << 30 | (kind & 2u) << 30;
    }
    if (state.height > max_word) refuse("a word that is too long");
    if (words > std::numeric_limits<std::uint32_t>::max()) refuse("too many words");
    state.words = static_cast<std::uint32_t>(words);
    waiting.resize(waiting.size() - fresh);
    waiting.push_back(static_cast<std::uint32_t>(states.size()));
    states.push_back(state);
  }
  if (next != count) refuse("pointers left over");
  if (waiting.size() > 1) refuse("states that nothing leads to");
  const State& root = states[waiting.empty() ? 0 : waiting[0]];
  return std::make_unique<Dawg>(std::move(arcs), root.begin, root.words);
}

}  // namespace wordtools
