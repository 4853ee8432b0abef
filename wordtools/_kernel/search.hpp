// Words that a rack can lay, and words that fit a pattern.
//
// A search walks the automaton in alphabet order, and beside it a condition: what is left of the
// rack, how much of the pattern is fitted. It goes down each beginning of a word once, however many
// ways the condition has to follow it: no pattern takes longer than to read all words. Where the
// tiles ahead cannot meet the condition it turns back. Between calls of `run` it rests.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dawg.hpp"
#include "selection.hpp"

namespace wordtools {

// The tiles of a rack, in any order. A tile is taken while there is one, then a blank for it.
class Rack {
 public:
  // `tiles`: 0 is a blank. `shortest`: how many of them must be laid.
  Rack(std::string_view tiles, std::size_t shortest) : whole_(shortest >= tiles.size()) {
    for (const char byte : tiles) {
      const auto tile = static_cast<Tile>(byte);
      if (tile > max_tiles) throw std::invalid_argument("no such tile");
      if (tile)
        back(tile);
      else
        ++blanks_;
    }
  }

  // The tiles that may come next.
  Tiles allowed() const { return blanks_ ? ~Tiles{0} : held_; }
  // Whether a word of the tiles taken is one to find.
  bool fits() const { return true; }
  // Whether a word may be that goes on with this tile, and then with some of these.
  bool hopes(Tile tile, Tiles ahead) const {
    const Tiles left = held_ & ~(Tiles{counts_[tile] == 1} << tile);
    return !whole_ | ((left & ~ahead) == 0);
  }
  void take(Tile tile) {
    if (counts_[tile] <= 0) --blanks_;
    if (--counts_[tile] == 0) held_ &= ~(Tiles{1} << tile);
  }
  void back(Tile tile) {
    if (++counts_[tile] <= 0)
      ++blanks_;
    else
      held_ |= Tiles{1} << tile;
  }

 private:
  std::array<int, max_tiles + 1> counts_{};  // below 0: so many blanks stand for it
  std::size_t blanks_ = 0;
  Tiles held_ = 0;  // those counted above 0
  bool whole_;      // all must be laid
};

// A pattern of elements: sets of tiles, of which one comes next, and `any`, for any tiles or none.
// All ways to fit it are followed at once, as bits (Baeza-Yates and Gonnet, "A New Approach to
// Text Searching", 1992).
class Pattern {
 public:
  static constexpr Tiles any = 1;  // there is no tile 0

  explicit Pattern(const std::vector<Tiles>& elements) {
    for (const Tiles element : elements) {
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
      sets_[count_++] = any_first_ ? ~Tiles{0} : 0;
      loops_ = any_first_;
    }
    for (std::size_t i = 0; i < count_; ++i)
      for (std::size_t tile = 1; tile <= max_tiles; ++tile)
        if (sets_[i] >> tile & 1) admitting_[tile] |= std::uint64_t{1} << i;
  }

  // As in Rack.
  Tiles allowed() const {
    if (any_first_ || fitted() & loops_) return ~Tiles{0};
    Tiles tiles = 0;
    for (std::uint64_t next = next_sets(); next; next &= next - 1)
      tiles |= sets_[static_cast<std::size_t>(std::countr_zero(next))];
    return tiles;
  }
  bool fits() const { return fitted() >> (count_ - 1) & 1; }
  bool hopes(Tile tile, Tiles ahead) const {
    return ((fitted_with(tile) & loops_) >> (count_ - 1) & 1) | ((sets_[count_ - 1] & ahead) != 0);
  }
  void take(Tile tile) {
    fitted_[taken_ + 1] = fitted_with(tile);
    ++taken_;
  }
  void back(Tile) { --taken_; }

 private:
  // Bit i: the sets up to number i are fitted by all tiles so far.
  std::uint64_t fitted() const { return fitted_[taken_]; }
  std::uint64_t fitted_with(Tile tile) const {
    return (next_sets() & admitting_[tile]) | (fitted() & loops_);
  }
  // The sets that the next tile may fit.
  std::uint64_t next_sets() const { return fitted() << 1 | (taken_ == 0 || any_first_); }

  std::array<Tiles, max_word> sets_{};
  std::size_t count_ = 0;
  std::uint64_t loops_ = 0;  // bit i: any tiles may follow set i
  bool any_first_ = false;
  std::array<std::uint64_t, max_tiles + 1> admitting_{};  // bit i: set i has the tile

  std::array<std::uint64_t, max_word + 1> fitted_{};  // by 0, 1, 2 … of the tiles taken
  std::size_t taken_ = 0;
};

// Words one after the other, and where each ends.
struct Words {
  std::string text;
  std::vector<std::size_t> ends;
};

class Search {
 public:
  virtual ~Search() = default;
  // Finds more words, for some milliseconds at most; false when it has been everywhere.
  virtual bool run(const Spelling& spelling, Words& words) = 0;
};

template <class Condition>
class Walk final : public Search {
 public:
  // Finds words of the selection, if there is one, of `shortest` to `longest` tiles.
  Walk(const Dawg& dawg, const Selection* selection, Condition condition, std::size_t shortest,
       std::size_t longest)
      : dawg_(dawg),
        selection_(selection),
        outlook_(dawg.outlook()),
        condition_(std::move(condition)),
        shortest_(shortest),
        longest_(std::min(longest, max_word)) {
    if (longest_ > 0) enter(dawg_.root());
  }

  bool run(const Spelling& spelling, Words& words) override {
    for (std::size_t steps = 0; depth_; ++steps) {
      if (steps == most_steps || words.ends.size() == most_words) return true;
      Place& here = path_[depth_ - 1];
      if (!here.left) {
        if (--depth_) condition_.back(tiles_[depth_ - 1]);
        continue;
      }
      const Tile tile = lowest(here.left);
      here.left &= here.left - 1;
      const Arc arc = dawg_.step(here.state, tile);
      const std::size_t length = depth_;
      tiles_[length - 1] = tile;
      condition_.take(tile);
      if (is_final(arc) && length >= shortest_ && condition_.fits() && selected(length)) {
        spelling.write(tiles_.data(), length, words.text);
        words.ends.push_back(words.text.size());
      }
      if (here.onward >> tile & 1)
        enter(next_of(arc));
      else
        condition_.back(tile);
    }
    return false;
  }

 private:
  static constexpr std::size_t most_words = 1024, most_steps = 1 << 18;

  struct Place {
    State state;
    Tiles left;    // the tiles to go on with, still to come
    Tiles onward;  // those that lead further
  };

  // Looks at all tiles at once: what the processor fetches for one it need not wait for with the
  // next, and there is no branch to guess.
  void enter(State state) {
    const bool may_end = depth_ + 1 >= shortest_, may_go_on = depth_ + 1 < longest_;
    Tiles ending = 0, onward = 0;
    for (Tiles tiles = condition_.allowed() & outlook_[state].next; tiles; tiles &= tiles - 1) {
      const Tile tile = lowest(tiles);
      const Arc arc = dawg_.step(state, tile);
      const Tiles ahead = outlook_[next_of(arc)].later;
      ending |= static_cast<Tiles>(may_end & is_final(arc)) << tile;
      const bool hope = (ahead != 0) & condition_.hopes(tile, ahead);
      onward |= static_cast<Tiles>(may_go_on & hope) << tile;
    }
    path_[depth_++] = {state, ending | onward, onward};
  }
  bool selected(std::size_t length) const {
    return !selection_ ||
           selection_->contains(static_cast<std::size_t>(dawg_.rank(tiles_.data(), length)));
  }

  const Dawg& dawg_;
  const Selection* selection_;
  const Dawg::Outlook* outlook_;
  Condition condition_;
  std::size_t shortest_, longest_;
  std::array<Place, max_word> path_;
  std::array<Tile, max_word> tiles_;  // on the path
  std::size_t depth_ = 0;
};

}  // namespace wordtools
