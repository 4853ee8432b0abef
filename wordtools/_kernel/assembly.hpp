// Puts an automaton together, state by state, and checks what is told about it.
#pragma once

#include <limits>

#include "dawg.hpp"

namespace wordtools {

// A state that is in its place; without a base: none, no arcs go on.
struct Built {
  State base : 24 = nowhere;
  std::uint32_t height : 8 = 0;  // tiles in the longest word from here
  std::uint32_t words = 0;
};

class Assembly {
 public:
  // `arcs`: about how many will come.
  Assembly(std::size_t alphabet, std::size_t arcs) : alphabet_(alphabet), placer_(arcs) {}

  // Takes in another state. `next(tell)` tells its next arc by a call of `tell(arc, target)`, where
  // the arc leads nowhere yet, and returns true when it was the last. Throws std::invalid_argument
  // unless tiles descend and every arc ends a word or goes on, and for words too many or too long;
  // std::length_error when there is no more room.
  template <class Next>
  Built state(Next&& next) {
    Arc arcs[max_tiles];
    std::size_t count = 0, above = alphabet_ + 1;
    std::uint32_t height = 0;
    std::uint64_t words = 0;
    // One condition each, not two: what is rarely true must not make two guesses of one.
    const auto tell = [&](Arc arc, const Built& target) {
      const std::size_t tile = tile_of(arc);
      if ((tile >= above) | (tile == 0)) throw std::invalid_argument("arcs out of order");
      if (!is_final(arc) & (target.base == nowhere))
        throw std::invalid_argument("an end without a word");
      above = tile;
      height = std::max<std::uint32_t>(height, target.height + 1);
      words += is_final(arc) + std::uint64_t{target.words};
      arcs[count++] = arc | static_cast<Arc>(target.base) << 8;
    };
    while (!next(tell)) {
    }
    if (height > max_word) throw std::invalid_argument("a word that is too long");
    if (words > std::numeric_limits<std::uint32_t>::max())
      throw std::invalid_argument("too many words");
    return {placer_.place(arcs, count), height, static_cast<std::uint32_t>(words)};
  }

  std::unique_ptr<Dawg> finish(Built root) && {
    return std::make_unique<Dawg>(std::move(placer_).finish(), State{root.base}, root.words,
                                  alphabet_);
  }

 private:
  std::size_t alphabet_;
  Placer placer_;
};

}  // namespace wordtools
