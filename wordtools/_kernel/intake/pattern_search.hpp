// Finds the words of a draft automaton that match patterns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "automaton/draft_ranks.hpp"

namespace wordtools {

// The byte that stands for any number of tiles, and the byte that stands for any one tile.
constexpr char any_tiles = '\xFF', any_tile = '\xFE';

// Matches several patterns at once. Each pattern has a row of bits, numbered from 0: bit n is set
// when the word so far matches the first n tiles of the pattern. Follows only arcs that lead to a
// matching word.
class PatternSearch {
 public:
  PatternSearch(const DraftAutomaton& draft, const DraftRanks& ranks)
      : arcs_(draft.arcs), ranks_(ranks), leading_(arcs_.size()) {}

  // Takes as many of these patterns as there are bits for, starting with the first; they replace
  // those taken before. Returns their number.
  std::size_t take(std::span<const std::string_view> patterns) {
    moved_.fill(0);
    begins_ = kept_ = all_ends_ = 0;
    ends_.clear();
    for (std::size_t bit = 0; ends_.size() < patterns.size();)
      if (!add(patterns[ends_.size()], bit)) break;
    Bits leading = 0;
    for (std::size_t at = 1, state = 1; at < arcs_.size(); ++at) {
      const auto arc = arcs_[at];
      const Bits after = leading_[arc.target] | (arc.final ? all_ends_ : 0);
      leading |= (after >> 1 & moved_[arc.tile]) | (after & kept_);
      if (!arc.last) continue;
      leading_[state] = std::exchange(leading, 0);
      state = at + 1;
    }
    return ends_.size();
  }

  // Calls visit(pattern, rank) for each matching word, in alphabet order, and for each pattern that
  // it matches; patterns are numbered from 0. During the call, `word` and `place` describe this
  // word.
  template <class Visit>
  void find(const Visit& visit) {
    path_[0] = ranks_.root();
    if (begins_ & leading_[path_[0].state]) find_beyond(0, begins_, visit);
  }

  std::string_view word() const { return {reinterpret_cast<const char*>(tiles_), count_}; }
  // The place after this many tiles of the word, which must be fewer than all its tiles.
  DraftRanks::Place place(std::size_t tiles) const { return path_[tiles]; }

 private:
  using Bits = unsigned __int128;

  // Takes a pattern if there is room for it from `bit` on.
  bool add(std::string_view pattern, std::size_t& bit) {
    const auto tiles = pattern.size() - static_cast<std::size_t>(
                                            std::count(pattern.begin(), pattern.end(), any_tiles));
    if (tiles > max_word) {  // no word matches it
      ends_.push_back(0);
      return true;
    }
    if (bit + tiles >= 128) return false;
    begins_ |= Bits{1} << bit;
    for (const char sign : pattern) {
      if (sign == any_tiles) {
        kept_ |= Bits{1} << bit;
        continue;
      }
      for (std::size_t tile = 1; tile < moved_.size(); ++tile)
        if (sign == any_tile || static_cast<Tile>(sign) == tile) moved_[tile] |= Bits{1} << bit;
      ++bit;
    }
    ends_.push_back(Bits{1} << bit++);
    all_ends_ |= ends_.back();
    return true;
  }

  template <class Visit>
  void find_beyond(std::size_t depth, Bits matched, const Visit& visit) {
    const DraftRanks::Place here = path_[depth];
    for (std::size_t at = here.state;; ++at) {
      const auto arc = arcs_[at];
      const Bits next = (matched & moved_[arc.tile]) << 1 | (matched & kept_);
      tiles_[depth] = static_cast<Tile>(arc.tile);
      if (arc.final && (next & all_ends_)) {
        count_ = depth + 1;
        for (std::size_t number = 0; number < ends_.size(); ++number)
          if (next & ends_[number]) visit(number, ranks_.rank(here, at));
      }
      if (next & leading_[arc.target]) {
        path_[depth + 1] = ranks_.follow(here, at);
        find_beyond(depth + 1, next, visit);
      }
      if (arc.last) return;
    }
  }

  const LargeVector<DraftAutomaton::Arc>& arcs_;
  const DraftRanks& ranks_;
  std::array<Bits, max_tiles + 1> moved_;  // by tile: the bits that it moves on
  Bits kept_, begins_, all_ends_;          // kept: by every tile, because of `any_tiles`
  std::vector<Bits> ends_;                 // by pattern: its last bit
  LargeVector<Bits> leading_;              // by state: the bits from which it leads to a match
  std::array<DraftRanks::Place, max_word + 1> path_;
  Tile tiles_[max_word];
  std::size_t count_ = 0;
};

}  // namespace wordtools
