// The automaton in memory: a minimal acyclic word graph with word counts.
//
// An arc is 32 bits: bits 0-23 the first arc of the target state (0: no arcs go on), bits 24-29
// the tile, bit 30 "last arc of its state", bit 31 "a word ends here". A state is its run of arcs,
// ascending by tile. Every state lies behind the states it leads to: a pass from the front sees
// targets first.
// Words have ranks: their places in alphabet order (a word before its extensions), 0-based.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "spelling.hpp"

namespace wordtools {

using Arc = std::uint32_t;
using State = std::uint32_t;  // its first arc; 0: no arcs go on
using Tiles = std::uint64_t;  // a set of tiles: bit t for tile t

inline constexpr Arc arc_final = 1u << 31;
inline constexpr Arc arc_last = 1u << 30;
inline constexpr Arc arc_target = (1u << 24) - 1;
inline constexpr Tile tile_of(Arc arc) { return arc >> 24 & 63; }
inline constexpr bool is_final(Arc arc) { return arc & arc_final; }
inline constexpr State next_of(Arc arc) { return arc & arc_target; }
inline Tile lowest(Tiles tiles) { return static_cast<Tile>(std::countr_zero(tiles)); }

class Dawg {
 public:
  // What Builder or from_columns has made and vouches for: `arcs[0]` is a filler, so that target 0
  // can mean "none"; `root` is the first arc of the root state, 0 for no words; `size` words.
  Dawg(std::vector<Arc> arcs, std::uint32_t root, std::uint32_t size)
      : arcs_(std::move(arcs)), root_(root), size_(size) {}

  std::uint32_t size() const { return size_; }
  std::uint32_t root() const { return root_; }
  const std::vector<Arc>& arcs() const { return arcs_; }

  // The arc of a state with this tile; 0 when there is none.
  Arc step(State state, Tile tile) const {
    const Arc* arc = find(state, tile);
    return arc ? *arc : 0;
  }

  // The tiles of a state's arcs.
  Tiles tiles(State state) const {
    Tiles tiles = 0;
    if (state == 0) return tiles;
    for (const Arc* arc = &arcs_[state];; ++arc) {
      tiles |= Tiles{1} << tile_of(*arc);
      if (*arc & arc_last) return tiles;
    }
  }

  bool contains(const Tile* tiles, std::size_t count) const {
    if (count == 0) return false;
    std::uint32_t state = root_;
    for (std::size_t i = 0;; ++i) {
      const Arc* arc = find(state, tiles[i]);
      if (!arc) return false;
      if (i + 1 == count) return *arc & arc_final;
      state = *arc & arc_target;
    }
  }

  // The word's rank, or -1.
  std::int64_t rank(const Tile* tiles, std::size_t count) const {
    const auto* before = ranks();
    std::int64_t rank = 0;
    std::uint32_t state = root_;
    for (std::size_t i = 0; i < count; ++i) {
      const Arc* arc = find(state, tiles[i]);
      if (!arc) return -1;
      rank += before[arc - arcs_.data()];
      if (i + 1 == count) return *arc & arc_final ? rank : -1;
      rank += *arc >> 31;
      state = *arc & arc_target;
    }
    return -1;
  }

  // The ranks of the words that begin with these tiles: [first, second).
  std::pair<std::uint32_t, std::uint32_t> prefix(const Tile* tiles, std::size_t count) const {
    const auto* before = ranks();
    std::uint32_t first = 0, state = root_, words = size_;
    for (std::size_t i = 0; i < count; ++i) {
      const Arc* arc = find(state, tiles[i]);
      if (!arc) return {0, 0};
      first += before[arc - arcs_.data()];
      state = *arc & arc_target;
      words = (*arc >> 31) + below(state);
      if (i + 1 < count) first += *arc >> 31;
    }
    return {first, first + words};
  }

  // How many words have 0, 1, 2 … tiles.
  std::vector<std::uint64_t> words_by_length() const {
    // Paths reach a state in as many ways as words begin so: push counts from the root down.
    std::vector<std::uint64_t> words(max_word + 1, 0);
    std::vector<std::vector<std::uint64_t>> ways(arcs_.size());
    if (root_) ways[root_] = {1};
    std::uint32_t end = static_cast<std::uint32_t>(arcs_.size());
    while (end > 1) {
      std::uint32_t begin = end - 1;
      while (begin > 1 && !(arcs_[begin - 1] & arc_last)) --begin;
      const std::vector<std::uint64_t> here = std::move(ways[begin]);
      for (std::uint32_t at = begin; at < end && !here.empty(); ++at) {
        auto& there = ways[arcs_[at] & arc_target];
        if (arcs_[at] & arc_target && there.size() < here.size() + 1) there.resize(here.size() + 1);
        for (std::size_t depth = 0; depth < here.size(); ++depth) {
          if (arcs_[at] & arc_final) words[depth + 1] += here[depth];
          if (arcs_[at] & arc_target) there[depth + 1] += here[depth];
        }
      }
      end = begin;
    }
    return words;
  }

  // For each state, the tiles that come after it in any word. Made when first asked for.
  const Tiles* ahead() const {
    std::call_once(looked_ahead_, [this] {
      ahead_.assign(arcs_.size(), 0);
      look_ahead(root_);
    });
    return ahead_.data();
  }

  // Walks words in alphabet order; the current word is `tiles()`, `count()` tiles long.
  class Cursor {
   public:
    // Stands on the word of this rank, which must be below size().
    Cursor(const Dawg& dawg, std::uint32_t rank) : dawg_(&dawg) {
      const auto* before = dawg.ranks();
      std::uint32_t state = dawg.root_;
      for (;;) {
        std::uint32_t at = state;
        while (!(dawg.arcs_[at] & arc_last) && before[at + 1] <= rank) ++at;
        rank -= before[at];
        push(at);
        if (dawg.arcs_[at] & arc_final && rank-- == 0) return;
        state = dawg.arcs_[at] & arc_target;
      }
    }

    // Moves to the next word; false when there is none.
    bool next() {
      for (;;) {
        const Arc arc = dawg_->arcs_[path_[count_ - 1]];
        if (arc & arc_target) {
          push(arc & arc_target);
        } else {
          for (;;) {
            const std::uint32_t at = path_[--count_];
            if (!(dawg_->arcs_[at] & arc_last)) {
              push(at + 1);
              break;
            }
            if (count_ == 0) return false;
          }
        }
        if (dawg_->arcs_[path_[count_ - 1]] & arc_final) return true;
      }
    }

    const Tile* tiles() const { return tiles_; }
    std::size_t count() const { return count_; }

   private:
    void push(std::uint32_t at) {
      path_[count_] = at;
      tiles_[count_++] = tile_of(dawg_->arcs_[at]);
    }

    const Dawg* dawg_;
    std::uint32_t path_[max_word];
    Tile tiles_[max_word];
    std::size_t count_ = 0;
  };

 private:
  const Arc* find(std::uint32_t state, Tile tile) const {
    if (state == 0) return nullptr;
    for (const Arc* arc = &arcs_[state];; ++arc) {
      if (tile_of(*arc) == tile) return arc;
      if (*arc & arc_last) return nullptr;
    }
  }

  std::uint32_t below(std::uint32_t state) const {
    if (state == 0) return 0;
    const auto* before = ranks();
    std::uint32_t at = state;
    while (!(arcs_[at] & arc_last)) ++at;
    const std::uint32_t target = arcs_[at] & arc_target;
    return before[at] + (arcs_[at] >> 31) + below(target);
  }

  Tiles look_ahead(State state) const {
    if (ahead_[state]) return ahead_[state];
    Tiles ahead = tiles(state);
    for (Tiles left = tiles(state); left; left &= left - 1)
      ahead |= look_ahead(next_of(step(state, lowest(left))));
    return ahead_[state] = ahead;
  }

  // For every arc, how many words its state has before it. Made when first asked for: plain
  // membership never needs it.
  const std::uint32_t* ranks() const {
    std::call_once(ranked_, [this] {
      std::vector<std::uint32_t> total(arcs_.size(), 0);
      auto before = std::make_unique<std::uint32_t[]>(arcs_.size() + 1);
      std::uint32_t words = 0;
      for (std::uint32_t begin = 1, at = 1; at < arcs_.size(); ++at) {
        before[at] = words;
        words += (arcs_[at] >> 31) + total[arcs_[at] & arc_target];
        if (arcs_[at] & arc_last) {
          total[begin] = words;
          words = 0;
          begin = at + 1;
        }
      }
      before_ = std::move(before);
    });
    return before_.get();
  }

  std::vector<Arc> arcs_;
  std::uint32_t root_;
  std::uint32_t size_;
  mutable std::once_flag ranked_, looked_ahead_;
  mutable std::unique_ptr<std::uint32_t[]> before_;
  mutable std::vector<Tiles> ahead_;
};

// Makes the minimal automaton of words given in ascending order, in linear time (the incremental
// algorithm of Daciuk, Mihov, Watson and Watson, 2000): as soon as a state can get no more arcs
// it is replaced by an equal one made before, or kept. States are kept in the order the file
// wants: targets first.
class Builder {
 public:
  Builder() : arcs_(1, 0), table_(1 << 12, 0) {}

  // Throws std::invalid_argument unless `tiles` comes after the word before it.
  void add(const Tile* tiles, std::size_t count) {
    if (count == 0 || count > max_word) throw std::invalid_argument("a word has 1 to 64 tiles");
    std::size_t common = 0;
    while (common < count && common < length_ && tiles[common] == last_[common]) ++common;
    if (common == count || (common < length_ && tiles[common] < last_[common]))
      throw std::invalid_argument("words out of order");
    freeze(common);
    for (std::size_t i = common; i < count; ++i) {
      last_[i] = tiles[i];
      open_[i].push_back(static_cast<Arc>(tiles[i]) << 24);
    }
    length_ = count;
    open_[count - 1].back() |= arc_final;
    if (++words_ == std::numeric_limits<std::uint32_t>::max())
      throw std::length_error("more than 4,294,967,294 words");
  }

  std::unique_ptr<Dawg> finish() && {
    freeze(0);
    const std::uint32_t root = open_[0].empty() ? 0 : keep(open_[0]);
    std::vector<Arc>().swap(open_[0]);
    std::vector<std::uint32_t>().swap(table_);
    arcs_.shrink_to_fit();
    return std::make_unique<Dawg>(std::move(arcs_), root, words_);
  }

 private:
  // Settles the states of the last word below its first `depth` tiles.
  void freeze(std::size_t depth) {
    for (std::size_t i = length_; i-- > depth + 1;) {
      open_[i - 1].back() |= keep(open_[i]);
      open_[i].clear();
    }
    length_ = std::min(length_, depth);
  }

  std::uint32_t keep(std::vector<Arc>& state) {
    state.back() |= arc_last;
    std::size_t slot = hash(state.data()) & (table_.size() - 1);
    for (; table_[slot]; slot = (slot + 1) & (table_.size() - 1)) {
      const Arc* other = &arcs_[table_[slot]];
      std::size_t i = 0;
      // A state ends with its only arc_last, so equal prefixes cannot run past another's end.
      while (i < state.size() && state[i] == other[i]) ++i;
      if (i == state.size()) return table_[slot];
    }
    if (arcs_.size() + state.size() > arc_target)
      throw std::length_error("more than 16,777,215 arcs");
    const auto begin = static_cast<std::uint32_t>(arcs_.size());
    table_[slot] = begin;
    arcs_.insert(arcs_.end(), state.begin(), state.end());
    if (++kept_ * 2 > table_.size()) grow();
    return begin;
  }

  static std::uint64_t hash(const Arc* arc) {
    std::uint64_t hash = 0;
    do {
      hash = (hash ^ *arc) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 29;
    } while (!(*arc++ & arc_last));
    return hash;
  }

  void grow() {
    std::vector<std::uint32_t> larger(table_.size() * 2, 0);
    for (std::uint32_t begin = 1, at = 1; at < arcs_.size(); begin = ++at) {
      while (!(arcs_[at] & arc_last)) ++at;
      std::size_t slot = hash(&arcs_[begin]) & (larger.size() - 1);
      while (larger[slot]) slot = (slot + 1) & (larger.size() - 1);
      larger[slot] = begin;
    }
    table_.swap(larger);
  }

  std::vector<Arc> arcs_;
  std::vector<std::uint32_t> table_;  // open addressing: first arcs of kept states
  std::size_t kept_ = 0;
  std::vector<Arc> open_[max_word];  // states along the last word, not yet settled
  Tile last_[max_word];
  std::size_t length_ = 0;
  std::uint32_t words_ = 0;
};

}  // namespace wordtools
