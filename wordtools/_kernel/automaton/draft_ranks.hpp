// The ranks of the words of a draft automaton.
#pragma once

#include "automaton/draft_automaton.hpp"

namespace wordtools {

// A word's rank is its position in alphabet order, from 0. Must not outlive the draft.
class DraftRanks {
 public:
  // A state on the way to a word (0 if no word continues), and the rank of the first word beyond
  // it.
  struct Place {
    std::uint32_t state, rank;
  };

  explicit DraftRanks(const DraftAutomaton& draft)
      : arcs_(draft.arcs), before_(arcs_.size()), words_(arcs_.size()) {
    std::uint32_t words = 0;
    for (std::size_t at = 1, state = 1; at < arcs_.size(); ++at) {
      before_[at] = words;
      words += arcs_[at].final + words_[arcs_[at].target];
      if (!arcs_[at].last) continue;
      words_[state] = std::exchange(words, 0);
      state = at + 1;
    }
  }

  Place root() const { return {arcs_[0].target, 0}; }
  // The place that an arc of this place's state leads to.
  Place follow(Place place, std::size_t arc) const {
    return {arcs_[arc].target, rank(place, arc) + arcs_[arc].final};
  }
  // The rank of the word that ends with this arc of this place's state.
  std::uint32_t rank(Place place, std::size_t arc) const { return place.rank + before_[arc]; }

  // The rank of the word that these tiles (at least one) complete; -1 if there is none.
  std::int64_t find_rank(Place place, std::string_view tiles) const {
    for (;; tiles.remove_prefix(1)) {
      std::size_t arc = place.state;
      if (arc == 0) return -1;
      while (arcs_[arc].tile != static_cast<Tile>(tiles[0]))
        if (arcs_[arc++].last) return -1;
      if (tiles.size() == 1) return arcs_[arc].final ? rank(place, arc) : std::int64_t{-1};
      place = follow(place, arc);
    }
  }

 private:
  const LargeVector<DraftAutomaton::Arc>& arcs_;
  LargeVector<std::uint32_t> before_;  // by arc: the words of its state's arcs before it
  LargeVector<std::uint32_t> words_;   // by state: the words beyond it
};

}  // namespace wordtools
