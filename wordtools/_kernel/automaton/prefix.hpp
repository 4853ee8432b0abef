// A prefix: tiles that begin words, the place in the automaton that they lead to, and the words
// that begin with them.
#pragma once

#include <optional>

#include "automaton/automaton.hpp"
#include "automaton/categories.hpp"

namespace wordtools {

class Prefix {
 public:
  // The empty prefix. `selection` is the words to consider, or nullptr for all words.
  Prefix(const Automaton& automaton, const Selection* selection)
      : automaton_(&automaton),
        selection_(selection),
        state_(automaton.size() ? automaton.root() : no_state),
        end_(automaton.size()) {}

  // The prefix extended by one tile; nothing if no word begins with it.
  std::optional<Prefix> step(Tile tile) const {
    const Arc arc = state_ == no_state ? 0 : automaton_->step(state_, tile);
    if (!arc) return std::nullopt;
    const auto* before = automaton_->words_before();
    const TileSet later = automaton_->tiles_of(state_) & ~((TileSet{2} << tile) - 1);
    Prefix next = *this;
    next.state_ = target_of(arc);
    next.is_final_ = is_final(arc);
    next.first_ = first_ + is_final_ + before[state_ + tile];
    if (later) next.end_ = first_ + is_final_ + before[state_ + lowest_tile(later)];
    next.tiles_[next.count_++] = tile;
    if (next.words() == 0) return std::nullopt;
    return next;
  }

  // The tiles that follow the prefix in some word.
  TileSet next_tiles() const {
    if (state_ == no_state) return 0;
    TileSet tiles = automaton_->tiles_of(state_);
    if (selection_)
      for (TileSet left = tiles; left; left &= left - 1)
        if (!step(lowest_tile(left))) tiles &= ~(left & -left);
    return tiles;
  }

  bool is_word() const { return is_final_ && (!selection_ || selection_->contains(first_)); }
  // The number of words that begin with the prefix.
  std::uint32_t words() const {
    return selection_ ? selection_->count_before(end_) - selection_->count_before(first_)
                      : end_ - first_;
  }
  const Tile* tiles() const { return tiles_; }
  std::size_t count() const { return count_; }

 private:
  const Automaton* automaton_;
  const Selection* selection_;
  State state_;
  bool is_final_ = false;          // a word of the lexicon ends here
  std::uint32_t first_ = 0, end_;  // the ranks of the lexicon's words with this prefix
  Tile tiles_[max_word];
  std::size_t count_ = 0;
};

}  // namespace wordtools
