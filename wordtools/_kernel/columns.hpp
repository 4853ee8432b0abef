// The automaton as it lies in a lexicon file: columns that a general compressor packs well.
//
// States stand in the order of Dawg, targets first. Read from the front, a state that nothing
// leads to yet waits on a stack; a state's "fresh" arcs take the latest ones from there and need
// no pointer. The other arcs name their target by the state's number. Both can only name states
// that are already there: reading needs no recursion and can meet no cycle.
#pragma once

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
      columns.kinds += static_cast<char>((arcs[at] >> 30 & 1) | (arcs[at] >> 31) << 1 | onward << 2);
    }
  }
  for (const int shift : {16, 8, 0})
    for (const std::uint32_t pointer : pointers)
      columns.pointers += static_cast<char>(pointer >> shift & 0xFF);
  return columns;
}

// Throws std::invalid_argument when the columns do not fit each other or make no automaton.
inline std::unique_ptr<Dawg> from_columns(std::string_view tiles, std::string_view kinds,
                                          std::string_view pointers) {
  const auto refuse = [](const char* why) { throw std::invalid_argument(why); };
  if (tiles.size() != kinds.size() || pointers.size() % 3) refuse("columns of different lengths");
  if (tiles.size() >= arc_target) refuse("too many arcs");
  const std::size_t count = pointers.size() / 3;
  const auto pointer = [&](std::size_t i) {
    const auto plane = [&](std::size_t p) { return static_cast<unsigned char>(pointers[p * count + i]); };
    return static_cast<std::uint32_t>(plane(0) << 16 | plane(1) << 8 | plane(2));
  };
  std::vector<Arc> arcs(1, 0);
  arcs.reserve(tiles.size() + 1);
  std::vector<std::uint32_t> begins(1, 0), waiting;  // first arcs of states; those not reached yet
  std::size_t next = 0;
  for (std::size_t at = 0; at < tiles.size();) {
    // The fresh arcs of one state take the latest waiting states, in order.
    std::size_t end = at, fresh = 0;
    do {
      fresh += (kinds[end] >> 2 & 3) == on_fresh;
    } while (!(kinds[end++] & 1) && end < tiles.size());
    if (fresh > waiting.size()) refuse("more targets than states");
    std::size_t taken = waiting.size() - fresh;
    const auto begin = static_cast<std::uint32_t>(arcs.size());
    for (; at < end; ++at) {
      const unsigned char tile = tiles[at], kind = kinds[at];
      if (tile > max_tiles || kind > 0xF) refuse("a value out of range");
      std::uint32_t target = 0;
      if (kind >> 2 == on_fresh) {
        target = waiting[taken++];
      } else if (kind >> 2 == on_pointer) {
        if (next == count || pointer(next) >= begins.size()) refuse("a pointer to no state");
        target = begins[pointer(next++)];
      } else if (kind >> 2 != on_nowhere) {
        refuse("a value out of range");
      }
      arcs.push_back(target | static_cast<Arc>(tile) << 24 | (kind & 1 ? arc_last : 0) |
                     (kind & 2 ? arc_final : 0));
    }
    waiting.resize(waiting.size() - fresh);
    begins.push_back(begin);
    waiting.push_back(begin);
  }
  if (next != count) refuse("pointers left over");
  if (waiting.size() > 1) refuse("states that nothing leads to");
  const std::uint32_t root = waiting.empty() ? 0 : waiting[0];
  return std::make_unique<Dawg>(std::move(arcs), root);
}

}  // namespace wordtools
