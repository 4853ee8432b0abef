// Finds words that meet conditions: that a rack can make them, that they match a pattern, or that
// they have certain tiles.
//
// A search walks the automaton in alphabet order and keeps the state of a condition up to date: the
// tiles left on the rack, the part of the pattern that is matched, or the tiles that are missing.
// The search visits each beginning of a word once, regardless of the number of ways in which this
// beginning matches, so that no pattern takes longer than listing all words. If the tiles ahead
// cannot meet the condition, the search turns back. It pauses between calls of `find_more`.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "automaton/automaton.hpp"
#include "automaton/categories.hpp"

namespace wordtools {

// The condition that a rack can make a word. A tile is used before a blank that could stand for it.
class RackCondition {
 public:
  // In `tiles`, a blank is 0. `whole` means that a word must use all of the tiles.
  RackCondition(std::string_view tiles, bool whole) : whole_(whole) {
    for (const char byte : tiles) {
      const auto tile = static_cast<Tile>(byte);
      if (tile > max_tiles) throw std::invalid_argument("there is no such tile");
      if (tile)
        put_back(tile);
      else
        ++blanks_;
    }
  }

  // The tiles that can come next.
  TileSet allowed() const { return blanks_ ? ~TileSet{0} : held_; }
  // True if a word that consists of the tiles taken so far meets the condition.
  bool is_met() const { return true; }
  // True if the condition can be met by taking this tile, and after it only tiles in `ahead`.
  bool can_lead_on(Tile tile, TileSet ahead) const {
    const TileSet left = held_ & ~(TileSet{counts_[tile] == 1} << tile);
    return !whole_ | ((left & ~ahead) == 0);
  }
  void take(Tile tile) {
    if (counts_[tile] <= 0) --blanks_;
    if (--counts_[tile] == 0) held_ &= ~(TileSet{1} << tile);
  }
  void put_back(Tile tile) {
    if (++counts_[tile] <= 0)
      ++blanks_;
    else
      held_ |= TileSet{1} << tile;
  }

 private:
  std::array<int, max_tiles + 1> counts_{};  // of each tile; -n: n blanks stand for it
  std::size_t blanks_ = 0;
  TileSet held_ = 0;  // the tiles with counts above 0
  bool whole_;        // a word must use all tiles
};

// The condition that a word matches a pattern. The elements of a pattern are sets of tiles, each of
// which matches one tile, and `any`, which matches any number of tiles. All ways to match are
// followed together, as bits (Baeza-Yates and Gonnet, "A New Approach to Text Searching", 1992).
class PatternCondition {
 public:
  static constexpr TileSet any = 1;  // there is no tile 0

  explicit PatternCondition(const std::vector<TileSet>& elements) {
    for (const TileSet element : elements) {
      if (element == any && count_)
        loops_ |= std::uint64_t{1} << (count_ - 1);
      else if (element == any)
        any_first_ = true;
      else if (count_ == max_word)
        throw std::invalid_argument("a pattern has at most 64 tiles");
      else
        sets_[count_++] = element;
    }
    if (count_ == 0) {  // no word is empty
      sets_[count_++] = any_first_ ? ~TileSet{0} : 0;
      loops_ = any_first_;
    }
    for (std::size_t i = 0; i < count_; ++i)
      for (std::size_t tile = 1; tile <= max_tiles; ++tile)
        if (sets_[i] >> tile & 1) admitting_[tile] |= std::uint64_t{1} << i;
  }

  // As in RackCondition.
  TileSet allowed() const {
    if (any_first_ || fitted() & loops_) return ~TileSet{0};
    TileSet tiles = 0;
    for (std::uint64_t next = next_sets(); next; next &= next - 1)
      tiles |= sets_[static_cast<std::size_t>(std::countr_zero(next))];
    return tiles;
  }
  bool is_met() const { return fitted() >> (count_ - 1) & 1; }
  bool can_lead_on(Tile tile, TileSet ahead) const {
    return ((fitted_with(tile) & loops_) >> (count_ - 1) & 1) | ((sets_[count_ - 1] & ahead) != 0);
  }
  void take(Tile tile) {
    fitted_[taken_ + 1] = fitted_with(tile);
    ++taken_;
  }
  void put_back(Tile) { --taken_; }

 private:
  // Bit i is set if the tiles so far match the pattern up to and including set i.
  std::uint64_t fitted() const { return fitted_[taken_]; }
  std::uint64_t fitted_with(Tile tile) const {
    return (next_sets() & admitting_[tile]) | (fitted() & loops_);
  }
  // The sets that the next tile may match.
  std::uint64_t next_sets() const { return fitted() << 1 | (taken_ == 0 || any_first_); }

  std::array<TileSet, max_word> sets_{};
  std::size_t count_ = 0;
  std::uint64_t loops_ = 0;  // bit i: any tiles may follow set i
  bool any_first_ = false;
  std::array<std::uint64_t, max_tiles + 1> admitting_{};  // bit i: set i contains the tile

  std::array<std::uint64_t, max_word + 1> fitted_{};  // after 0, 1, 2 … tiles
  std::size_t taken_ = 0;
};

// The condition that a word contains these tiles, in any order and possibly among others.
class InclusionCondition {
 public:
  explicit InclusionCondition(std::string_view tiles) {
    for (const char byte : tiles) {
      const auto tile = static_cast<Tile>(byte);
      if (tile == 0 || tile > max_tiles) throw std::invalid_argument("there is no such tile");
      put_back(tile);
    }
  }

  // As in RackCondition.
  TileSet allowed() const { return ~TileSet{0}; }
  bool is_met() const { return missing_ == 0; }
  bool can_lead_on(Tile tile, TileSet ahead) const {
    return (missing_ & ~(TileSet{counts_[tile] == 1} << tile) & ~ahead) == 0;
  }
  void take(Tile tile) {
    if (--counts_[tile] == 0) missing_ &= ~(TileSet{1} << tile);
  }
  void put_back(Tile tile) {
    if (++counts_[tile] == 1) missing_ |= TileSet{1} << tile;
  }

 private:
  std::array<int, max_tiles + 1> counts_{};  // of each tile that is missing; -n: n too many
  TileSet missing_ = 0;                      // the tiles with counts above 0
};

using AnyCondition = std::variant<RackCondition, PatternCondition, InclusionCondition>;

// The condition that a word meets several conditions at once.
class AllConditions {
 public:
  explicit AllConditions(std::vector<AnyCondition> parts) : parts_(std::move(parts)) {}

  // As in RackCondition.
  TileSet allowed() const {
    TileSet tiles = ~TileSet{0};
    for (const auto& part : parts_)
      tiles &= std::visit([](const auto& condition) { return condition.allowed(); }, part);
    return tiles;
  }
  bool is_met() const {
    return std::ranges::all_of(parts_, [](const auto& part) {
      return std::visit([](const auto& condition) { return condition.is_met(); }, part);
    });
  }
  bool can_lead_on(Tile tile, TileSet ahead) const {
    return std::ranges::all_of(parts_, [=](const auto& part) {
      return std::visit([=](const auto& condition) { return condition.can_lead_on(tile, ahead); },
                        part);
    });
  }
  void take(Tile tile) {
    for (auto& part : parts_) std::visit([=](auto& condition) { condition.take(tile); }, part);
  }
  void put_back(Tile tile) {
    for (auto& part : parts_) std::visit([=](auto& condition) { condition.put_back(tile); }, part);
  }

 private:
  std::vector<AnyCondition> parts_;
};

// The tiles of the words found so far, one word after another.
class FoundWords {
 public:
  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i ? ends_[i - 1] : 0;
    return std::string_view(tiles_).substr(begin, ends_[i] - begin);
  }
  void add(std::string_view word) {
    tiles_ += word;
    ends_.push_back(tiles_.size());
  }

 private:
  std::string tiles_;
  std::vector<std::size_t> ends_;
};

class WordSearch {
 public:
  virtual ~WordSearch() = default;
  // Appends more words, searching for a few milliseconds at most. Returns false once all words have
  // been found.
  virtual bool find_more(FoundWords& words) = 0;

 protected:
  static constexpr std::size_t max_words = 1024;  // that one call appends
};

template <class Condition>
class ConditionSearch final : public WordSearch {
 public:
  // Finds words with `shortest` to `longest` tiles; if there is a selection, only words in it.
  ConditionSearch(const Automaton& automaton, const Selection* selection, Condition condition,
                  std::size_t shortest, std::size_t longest)
      : automaton_(automaton),
        selection_(selection),
        lookahead_(automaton.lookahead()),
        condition_(std::move(condition)),
        shortest_(shortest),
        longest_(std::min(longest, max_word)) {
    if (longest_ > 0) enter(automaton_.root());
  }

  bool find_more(FoundWords& words) override {
    const std::size_t enough = words.size() + max_words;
    for (std::size_t steps = 0; depth_; ++steps) {
      if (steps == max_steps || words.size() == enough) return true;
      Step& here = path_[depth_ - 1];
      if (!here.left) {
        if (--depth_) condition_.put_back(tiles_[depth_ - 1]);
        continue;
      }
      const Tile tile = lowest_tile(here.left);
      here.left &= here.left - 1;
      const Arc arc = automaton_.step(here.state, tile);
      const std::size_t length = depth_;
      tiles_[length - 1] = tile;
      condition_.take(tile);
      if (is_final(arc) && length >= shortest_ && condition_.is_met() && is_selected(length))
        words.add({reinterpret_cast<const char*>(tiles_.data()), length});
      if (here.onward >> tile & 1)
        enter(target_of(arc));
      else
        condition_.put_back(tile);
    }
    return false;
  }

 private:
  static constexpr std::size_t max_steps = 1 << 18;

  struct Step {
    State state;
    TileSet left;    // the tiles that are still to be followed
    TileSet onward;  // those that lead to longer words
  };

  // Examines all arcs of a state together, so that memory accesses overlap without branches.
  void enter(State state) {
    const bool may_end = depth_ + 1 >= shortest_, may_go_on = depth_ + 1 < longest_;
    TileSet ending = 0, onward = 0;
    for (TileSet tiles = condition_.allowed() & lookahead_[state].next; tiles; tiles &= tiles - 1) {
      const Tile tile = lowest_tile(tiles);
      const Arc arc = automaton_.step(state, tile);
      const TileSet ahead = lookahead_[target_of(arc)].later;
      ending |= static_cast<TileSet>(may_end & is_final(arc)) << tile;
      const bool leads_on = (ahead != 0) & condition_.can_lead_on(tile, ahead);
      onward |= static_cast<TileSet>(may_go_on & leads_on) << tile;
    }
    path_[depth_++] = {state, ending | onward, onward};
  }
  bool is_selected(std::size_t length) const {
    return !selection_ || selection_->contains(static_cast<std::size_t>(
                              automaton_.find_rank(tiles_.data(), length)));
  }

  const Automaton& automaton_;
  const Selection* selection_;
  const Automaton::Lookahead* lookahead_;
  Condition condition_;
  std::size_t shortest_, longest_;
  std::array<Step, max_word> path_;
  std::array<Tile, max_word> tiles_;  // on the path
  std::size_t depth_ = 0;
};

}  // namespace wordtools
