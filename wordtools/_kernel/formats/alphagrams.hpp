// Finds the distinct alphagrams of words: their tiles in alphabet order.
#pragma once

#include "intake/collector.hpp"

namespace wordtools {

inline DraftAutomaton make_alphagrams(const DraftAutomaton& draft) {
  Collector alphagrams;
  const std::uint16_t set = alphagrams.categories().assign_number(0);
  Tile tiles[max_word];
  for (DraftAutomaton::Cursor word(draft); word.next();) {
    Tile* const end = std::copy_n(word.tiles(), word.count(), tiles);
    std::sort(tiles, end);
    alphagrams.add(tiles, word.count(), set);
  }
  return std::move(alphagrams.compile(1).draft);
}

// True if the tiles of every word are in alphabet order.
inline bool are_alphagrams(const DraftAutomaton& draft) {
  return std::all_of(draft.arcs.begin() + 1, draft.arcs.end(), [&](const auto& arc) {
    return !arc.target || draft.arcs[arc.target].tile >= arc.tile;
  });
}

}  // namespace wordtools
