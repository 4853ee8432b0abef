// The hooks of a word: tiles that make another word if they are added in front of it or after it.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "automaton/automaton.hpp"
#include "automaton/categories.hpp"

namespace wordtools {

struct Hooks {
  TileSet front = 0, back = 0;
  // True if the tiles without the first, or without the last, are a word.
  bool inner_front = false, inner_back = false;
};

// The hooks of at most max_word tiles, which need not form a word. `selection` is the words to
// consider, or nullptr for all words.
inline Hooks find_hooks(const Automaton& automaton, const Selection* selection,
                        std::string_view word) {
  std::array<Tile, max_word + 2> tiles;  // the word, with room for a hook on both sides
  std::ranges::copy(word, tiles.begin() + 1);
  const std::size_t count = word.size();
  Hooks hooks;
  if (automaton.size() == 0) return hooks;
  const auto is_word = [&](std::size_t begin, std::size_t length) {
    if (!automaton.contains(&tiles[begin], length)) return false;
    return !selection || selection->contains(
                             static_cast<std::size_t>(automaton.find_rank(&tiles[begin], length)));
  };
  for (TileSet left = automaton.tiles_of(automaton.root()); left; left &= left - 1) {
    tiles[0] = lowest_tile(left);
    if (is_word(0, count + 1)) hooks.front |= TileSet{1} << tiles[0];
  }
  const State state = count ? target_of(automaton.walk(&tiles[1], count)) : automaton.root();
  if (state != no_state)
    for (TileSet left = automaton.tiles_of(state); left; left &= left - 1) {
      tiles[count + 1] = lowest_tile(left);
      if (is_word(1, count + 1)) hooks.back |= TileSet{1} << tiles[count + 1];
    }
  if (count > 1) {
    hooks.inner_front = is_word(2, count - 1);
    hooks.inner_back = is_word(1, count - 1);
  }
  return hooks;
}

}  // namespace wordtools
