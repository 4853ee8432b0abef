// The minimal automaton in memory, laid out for fast walks.
//
// A walk begins at `root()`. `step(state, tile)` is the state's arc with this tile,
// `target_of(arc)` is its target state, and `is_final(arc)` is true if a word ends there. To visit
// all arcs of a state:
//
//   for (TileSet left = automaton.tiles_of(state); left; left &= left - 1)
//     const Arc arc = automaton.step(state, lowest_tile(left));
//
// A word's rank is its position in alphabet order, from 0; a word comes before its extensions.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

#include "automaton/double_array.hpp"

namespace wordtools {

class Automaton {
 public:
  // Assembly has checked the arguments: `arcs` extends at least 64 slots beyond every BASE, and the
  // automaton has `words` words of at most max_word tiles. `alphabet` is the number of tiles, and
  // `before` the result of words_before(), if it is already known.
  Automaton(ZeroedArray<Arc> arcs, State root, std::uint32_t words, std::size_t alphabet,
            std::optional<ZeroedArray<std::uint32_t>> before = {})
      : arcs_(std::move(arcs)),
        root_(root),
        words_(words),
        alphabet_(alphabet),
        before_(std::move(before)) {
    index_three_tile_arcs();
  }

  std::uint32_t size() const { return words_; }
  State root() const { return root_; }

  // The state's arc with this tile; 0 when there is none.
  Arc step(State state, Tile tile) const {
    const Arc arc = arcs_[state + tile];
    return tile_of(arc) == tile ? arc : 0;
  }

  // The tiles of a state's arcs.
  TileSet tiles_of(State state) const {
    TileSet tiles = 0;
    for (std::size_t tile = 1; tile <= alphabet_; ++tile)
      tiles |= static_cast<TileSet>(tile_of(arcs_[state + tile]) == tile) << tile;
    return tiles;
  }

  // The last arc on the path of these tiles (at least one tile); 0 if no word begins with them.
  Arc walk(const Tile* tiles, std::size_t count) const {
    State state = root_;
    std::size_t i = 0;
    if (count >= 3) {
      const Arc arc = walk_three(tiles);
      if (count == 3 || arc == 0) return arc;
      state = target_of(arc);
      i = 3;
    }
    for (;;) {
      const Arc arc = arcs_[state + tiles[i]];
      if (tile_of(arc) != tiles[i]) return 0;
      if (++i == count) return arc;
      state = target_of(arc);
    }
  }

  // The last arc on the path of these three tiles; 0 if no word begins with them.
  Arc walk_three(const Tile* tiles) const {
    return three_tile_arcs_[first_two_tiles_[tiles[0] << 6 | tiles[1]] + tiles[2]];
  }

  // The slot for an arc of this state with this tile, even if the state has no such arc.
  const Arc* slot(State state, Tile tile) const { return arcs_.data() + state + tile; }

  bool contains(const Tile* tiles, std::size_t count) const {
    return count > 0 && is_final(walk(tiles, count));
  }

  // The word's rank, or -1.
  std::int64_t find_rank(const Tile* tiles, std::size_t count) const {
    const auto* before = words_before();
    std::int64_t rank = 0;
    State state = root_;
    for (std::size_t i = 0; i < count; ++i) {
      const Arc arc = step(state, tiles[i]);
      if (!arc) return -1;
      rank += before[state + tiles[i]];
      if (i + 1 == count) return is_final(arc) ? rank : -1;
      rank += is_final(arc);
      state = target_of(arc);
    }
    return -1;
  }

  // The ranks of the words that begin with these tiles, as the range [first, second).
  std::pair<std::uint32_t, std::uint32_t> find_prefix_range(const Tile* tiles,
                                                            std::size_t count) const {
    const auto* before = words_before();
    std::uint32_t first = 0, words = words_;
    State state = root_;
    for (std::size_t i = 0; i < count; ++i) {
      const Arc arc = step(state, tiles[i]);
      if (!arc) return {0, 0};
      first += before[state + tiles[i]];
      state = target_of(arc);
      words = is_final(arc) + count_below(state);
      if (i + 1 < count) first += is_final(arc);
    }
    return {first, first + words};
  }

  // All states with arcs; each comes after the states that it leads to.
  std::vector<State> list_states() const {
    std::vector<State> states;
    if (root_ == no_state) return states;
    struct Open {
      State state;
      TileSet left;
    };
    std::vector<Open> path{{root_, tiles_of(root_)}};
    std::vector<bool> met(arcs_.size());
    met[root_] = true;
    while (!path.empty()) {
      auto& [state, left] = path.back();
      if (left == 0) {
        states.push_back(state);
        path.pop_back();
        continue;
      }
      const State next = target_of(step(state, lowest_tile(left)));
      left &= left - 1;
      if (next == no_state || met[next]) continue;
      met[next] = true;
      path.push_back({next, tiles_of(next)});
    }
    return states;
  }

  // For each state, the tiles of its own arcs, and the tiles of all its continuations. Computed on
  // the first call, because look-ups do not need them.
  struct Lookahead {
    TileSet next, later;
  };
  const Lookahead* lookahead() const {
    std::call_once(looked_, [this] {
      lookahead_.assign(arcs_.size(), {0, 0});
      for (const State state : list_states()) {  // each after its targets
        Lookahead& here = lookahead_[state];
        here.next = here.later = tiles_of(state);
        for (TileSet left = here.next; left; left &= left - 1)
          here.later |= lookahead_[target_of(step(state, lowest_tile(left)))].later;
      }
    });
    return lookahead_.data();
  }

  // The number of words with 0, 1, 2 … tiles.
  std::vector<std::uint64_t> count_words_by_length() const {
    // ways[state][depth]: the number of paths of that many tiles from the root to the state. Counts
    // are pushed from the root towards the ends of words.
    std::vector<std::uint64_t> words(max_word + 1, 0);
    std::vector<std::vector<std::uint64_t>> ways(arcs_.size());
    ways[root_] = {1};
    const auto order = list_states();
    for (std::size_t i = order.size(); i-- > 0;) {
      const std::vector<std::uint64_t> here = std::move(ways[order[i]]);
      for (TileSet left = tiles_of(order[i]); left; left &= left - 1) {
        const Arc arc = step(order[i], lowest_tile(left));
        auto& there = ways[target_of(arc)];
        if (there.size() < here.size() + 1) there.resize(here.size() + 1);
        for (std::size_t depth = 0; depth < here.size(); ++depth) {
          if (is_final(arc)) words[depth + 1] += here[depth];
          if (target_of(arc)) there[depth + 1] += here[depth];
        }
      }
    }
    return words;
  }

  // Iterates words in alphabet order; the current word is `tiles()`, `count()` tiles long.
  class Cursor {
   public:
    // Starts at the word with this rank, which must be below size().
    Cursor(const Automaton& automaton, std::uint32_t rank) : automaton_(&automaton) {
      const auto* before = automaton.words_before();
      for (State state = automaton.root_;;) {
        enter(state);
        TileSet& left = left_[count_ - 1];
        while ((left & (left - 1)) && before[state + lowest_tile(left & (left - 1))] <= rank)
          left &= left - 1;
        rank -= before[state + lowest_tile(left)];
        const Arc arc = take();
        if (is_final(arc) && rank-- == 0) return;
        state = target_of(arc);
      }
    }

    // Moves to the next word; returns false if there is none.
    bool next() {
      for (;;) {
        const State next = target_of(arc_);
        if (next) {
          enter(next);
        } else {
          while (left_[count_ - 1] == 0)
            if (--count_ == 0) return false;
        }
        if (is_final(take())) return true;
      }
    }

    const Tile* tiles() const { return tiles_; }
    std::size_t count() const { return count_; }

   private:
    void enter(State state) {
      states_[count_] = state;
      left_[count_++] = automaton_->tiles_of(state);
    }
    // Follows the next arc of the most recently entered state.
    Arc take() {
      TileSet& left = left_[count_ - 1];
      tiles_[count_ - 1] = lowest_tile(left);
      left &= left - 1;
      return arc_ = automaton_->step(states_[count_ - 1], tiles_[count_ - 1]);
    }

    const Automaton* automaton_;
    State states_[max_word];
    TileSet left_[max_word];  // remaining tiles of each state on the path
    Tile tiles_[max_word];
    std::size_t count_ = 0;
    Arc arc_ = 0;  // the last on the path
  };

  // For the arc in each slot, the number of words that continue from its state with a lower tile.
  // Computed on the first call, because look-ups do not need ranks.
  const std::uint32_t* words_before() const {
    std::call_once(ranked_, [this] {
      if (before_) return;
      ZeroedArray<std::uint32_t> words(arcs_.size());
      ZeroedArray<std::uint32_t> before(arcs_.size());
      if (root_ != no_state) count_words_from(root_, words, before);
      before_ = std::move(before);
    });
    return before_->data();
  }

 private:
  // The number of words that continue from a state. Stores this number in `words` (0: not counted
  // yet), and the counts before each arc of the state in `before`.
  std::uint32_t count_words_from(State state, ZeroedArray<std::uint32_t>& words,
                                 ZeroedArray<std::uint32_t>& before) const {
    std::uint32_t count = 0;
    for (TileSet left = tiles_of(state); left; left &= left - 1) {
      const Arc arc = arcs_[state + lowest_tile(left)];
      const State next = target_of(arc);
      before[state + lowest_tile(left)] = count;
      count += is_final(arc);
      if (next != no_state)
        count += words[next] ? words[next] : count_words_from(next, words, before);
    }
    return words[state] = count;
  }
  std::uint32_t count_below(State state) const {
    std::uint32_t words = 0;
    while (state != no_state) {
      const Tile last = static_cast<Tile>(std::bit_width(tiles_of(state)) - 1);
      words += words_before()[state + last] + is_final(arcs_[state + last]);
      state = target_of(arcs_[state + last]);
    }
    return words;
  }

  void index_three_tile_arcs() {
    three_tile_arcs_.assign(64, 0);
    for (TileSet first = tiles_of(root_); first; first &= first - 1) {
      const State one = target_of(step(root_, lowest_tile(first)));
      for (TileSet second = tiles_of(one); second; second &= second - 1) {
        const State two = target_of(step(one, lowest_tile(second)));
        const TileSet third = tiles_of(two);
        if (third == 0) continue;
        const auto row = static_cast<std::uint32_t>(three_tile_arcs_.size());
        first_two_tiles_[lowest_tile(first) << 6 | lowest_tile(second)] = row;
        three_tile_arcs_.resize(row + alphabet_ + 1);
        for (TileSet left = third; left; left &= left - 1)
          three_tile_arcs_[row + lowest_tile(left)] = step(two, lowest_tile(left));
      }
    }
    three_tile_arcs_.shrink_to_fit();
  }

  ZeroedArray<Arc> arcs_;
  State root_;
  std::uint32_t words_;
  std::size_t alphabet_;
  // The third arcs of all paths from the root. They are copied here because most walks pass through
  // one of them, and they are far apart in arcs_. For each pair of tiles, first_two_tiles_ has the
  // index of the pair's first arc; the arcs of a pair are in the order of their tiles.
  std::array<std::uint32_t, 64 * 64> first_two_tiles_{};
  std::vector<Arc> three_tile_arcs_;
  mutable std::once_flag ranked_, looked_;
  mutable std::optional<ZeroedArray<std::uint32_t>> before_;
  mutable LargeVector<Lookahead> lookahead_;
};

}  // namespace wordtools
