// From words in order to the minimal automaton.
#pragma once

#include <limits>

#include "draft.hpp"

namespace wordtools {

// Makes the minimal automaton of words given in ascending order, in linear time (the incremental
// algorithm of Daciuk, Mihov, Watson and Watson, 2000): as soon as a state can get no more arcs
// it is replaced by an equal one made before, or kept.
class Builder {
 public:
  // How a word comes, beside the one before it.
  enum class Came { after, again, before };

  // Takes in a word of 1 to max_word tiles if it comes after the one before it.
  Came add(const Tile* tiles, std::size_t count) {
    const std::size_t least = std::min(count, length_);
    std::size_t common = 0;
    while (common < least && tiles[common] == last_[common]) ++common;
    if (common == count) return count == length_ ? Came::again : Came::before;
    if (common < length_ && tiles[common] < last_[common]) return Came::before;
    settle(common);
    for (std::size_t i = common; i < count; ++i) {
      last_[i] = tiles[i];
      open_[i].add(tiles[i]);
    }
    length_ = count;
    open_[count - 1].last().final = true;
    ++draft_.words_by_length[count];
    count_words(1);
    return Came::after;
  }

  // Takes in the words of another; after that every word comes before the last one. Both must have
  // words; false, and nothing is taken, unless all of the other's begin with later tiles.
  bool append(Builder&& later) {
    const Open& root = later.open_[0];
    if (last_[0] >= root.arcs[0].tile) return false;
    settle(0);
    later.settle(0);
    const auto& arcs = later.draft_.arcs;
    LargeVector<std::uint32_t> kept(arcs.size());  // where they are here, by where they begin there
    Open state;
    for (std::size_t at = 1, begin = 1; at < arcs.size(); ++at) {
      state.add(arcs[at], kept);
      if (!arcs[at].last) continue;
      kept[begin] = keep(state);
      begin = at + 1;
    }
    for (std::size_t i = 0; i < root.size; ++i) open_[0].add(root.arcs[i], kept);
    for (std::size_t count = 1; count <= max_word; ++count)
      draft_.words_by_length[count] += later.draft_.words_by_length[count];
    count_words(later.draft_.words);
    last_[0] = std::numeric_limits<Tile>::max();
    length_ = 1;
    return true;
  }

  Draft finish() && {
    settle(0);
    if (draft_.words) draft_.arcs[0].target = keep(open_[0]);
    return std::move(draft_);
  }

 private:
  // A state along the last word, which may get more arcs.
  struct Open {
    std::array<Draft::Arc, max_tiles> arcs;
    std::size_t size = 0;

    void add(Tile tile) { arcs[size++] = {.tile = tile}; }
    // An arc of another automaton, whose states are kept there.
    void add(Draft::Arc arc, const LargeVector<std::uint32_t>& kept) {
      arc.target = kept[arc.target];
      arcs[size++] = arc;
    }
    Draft::Arc& last() { return arcs[size - 1]; }
  };

  void count_words(std::uint32_t more) {
    if (more >= std::numeric_limits<std::uint32_t>::max() - draft_.words)
      throw TooMany("more than 4,294,967,294 words");
    draft_.words += more;
  }

  // The states of the last word below its first `depth` tiles get no more arcs.
  void settle(std::size_t depth) {
    for (; length_ > depth + 1; --length_)
      open_[length_ - 2].last().target = keep(open_[length_ - 1]);
  }

  // Where the arcs of an equal state begin. Empties the open one.
  std::uint32_t keep(Open& state) {
    auto& arcs = draft_.arcs;
    state.last().last = true;
    const Draft::Arc* const first = state.arcs.data();
    const std::size_t size = std::exchange(state.size, 0);
    std::size_t slot = slot_of(first);
    for (; table_[slot]; slot = next(slot))
      // A state ends with its only last arc, so equal arcs cannot run past another's end.
      if (std::equal(first, first + size, &arcs[table_[slot]])) return table_[slot];
    const std::size_t begin = arcs.size();
    if (begin + size > Draft::most_arcs) throw TooMany("more than 16,777,215 arcs");
    arcs.insert(arcs.end(), first, first + size);
    table_[slot] = static_cast<std::uint32_t>(begin);
    if (++kept_ * 2 > table_.size()) grow();
    return static_cast<std::uint32_t>(begin);
  }

  std::size_t slot_of(const Draft::Arc* arc) const {
    std::uint64_t hash = 0;
    do {
      hash = (hash ^ arc->bits()) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 29;
    } while (!arc++->last);
    return hash & (table_.size() - 1);
  }
  std::size_t next(std::size_t slot) const { return (slot + 1) & (table_.size() - 1); }

  void grow() {
    const auto& arcs = draft_.arcs;
    table_.assign(table_.size() * 2, 0);
    for (std::uint32_t begin = 1, at = 1; at < arcs.size(); begin = ++at) {
      while (!arcs[at].last) ++at;
      std::size_t slot = slot_of(&arcs[begin]);
      while (table_[slot]) slot = next(slot);
      table_[slot] = begin;
    }
  }

  Draft draft_;
  LargeVector<std::uint32_t> table_ = LargeVector<std::uint32_t>(1 << 12);  // kept states by hash
  std::size_t kept_ = 0;
  std::array<Open, max_word> open_;
  Tile last_[max_word];
  std::size_t length_ = 0;
};

}  // namespace wordtools
