// The automaton in memory: a minimal acyclic word graph, made to be walked fast.
//
// To walk it: begin at `root()`, ask `step(state, tile)` for the arc with a tile, and go on to
// `next_of(arc)`; `is_final(arc)` says whether a word ends with it. All arcs of a state:
//
//   for (Tiles left = dawg.tiles(state); left; left &= left - 1)
//     const Arc arc = dawg.step(state, lowest(left));
//
// Words have ranks: their places in alphabet order (a word before its extensions), 0-based.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

#include "placer.hpp"

namespace wordtools {

class Dawg {
 public:
  // What Assembly has made and vouches for: 64 slots from every base lie within `arcs`, no word is
  // longer than max_word, and there are `words`. `alphabet`: how many tiles there are.
  Dawg(Zeros<Arc> arcs, State root, std::uint32_t words, std::size_t alphabet)
      : arcs_(std::move(arcs)), root_(root), words_(words), alphabet_(alphabet) {
    index_heads();
  }

  std::uint32_t size() const { return words_; }
  State root() const { return root_; }

  // The arc of a state with this tile; 0 when there is none.
  Arc step(State state, Tile tile) const {
    const Arc arc = arcs_[state + tile];
    return tile_of(arc) == tile ? arc : 0;
  }

  // The tiles of a state's arcs.
  Tiles tiles(State state) const {
    Tiles tiles = 0;
    for (std::size_t tile = 1; tile <= alphabet_; ++tile)
      tiles |= static_cast<Tiles>(tile_of(arcs_[state + tile]) == tile) << tile;
    return tiles;
  }

  // The arc that these tiles lead to, one at least; 0 when they begin no word.
  Arc walk(const Tile* tiles, std::size_t count) const {
    State state = root_;
    std::size_t i = 0;
    if (count >= 3) {
      const Arc arc = head(tiles);
      if (count == 3 || arc == 0) return arc;
      state = next_of(arc);
      i = 3;
    }
    for (;;) {
      const Arc arc = arcs_[state + tiles[i]];
      if (tile_of(arc) != tiles[i]) return 0;
      if (++i == count) return arc;
      state = next_of(arc);
    }
  }

  // The arc that three tiles lead to; 0 when they begin no word.
  Arc head(const Tile* tiles) const { return heads_[rows_[tiles[0] << 6 | tiles[1]] + tiles[2]]; }

  // The slot where a state's arc with this tile would lie, for those who fetch ahead.
  const Arc* slot(State state, Tile tile) const { return arcs_.data() + state + tile; }

  bool contains(const Tile* tiles, std::size_t count) const {
    return count > 0 && is_final(walk(tiles, count));
  }

  // The word's rank, or -1.
  std::int64_t rank(const Tile* tiles, std::size_t count) const {
    const auto* before = ranks();
    std::int64_t rank = 0;
    State state = root_;
    for (std::size_t i = 0; i < count; ++i) {
      const Arc arc = step(state, tiles[i]);
      if (!arc) return -1;
      rank += before[state + tiles[i]];
      if (i + 1 == count) return is_final(arc) ? rank : -1;
      rank += is_final(arc);
      state = next_of(arc);
    }
    return -1;
  }

  // The ranks of the words that begin with these tiles: [first, second).
  std::pair<std::uint32_t, std::uint32_t> prefix(const Tile* tiles, std::size_t count) const {
    const auto* before = ranks();
    std::uint32_t first = 0, words = words_;
    State state = root_;
    for (std::size_t i = 0; i < count; ++i) {
      const Arc arc = step(state, tiles[i]);
      if (!arc) return {0, 0};
      first += before[state + tiles[i]];
      state = next_of(arc);
      words = is_final(arc) + below(state);
      if (i + 1 < count) first += is_final(arc);
    }
    return {first, first + words};
  }

  // Every state that has arcs, those that it leads to before it, as the file has them.
  std::vector<State> states() const {
    std::vector<State> states;
    if (root_ == nowhere) return states;
    struct Open {
      State state;
      Tiles left;
    };
    std::vector<Open> path{{root_, tiles(root_)}};
    std::vector<bool> met(arcs_.size());
    met[root_] = true;
    while (!path.empty()) {
      auto& [state, left] = path.back();
      if (left == 0) {
        states.push_back(state);
        path.pop_back();
        continue;
      }
      const State next = next_of(step(state, lowest(left)));
      left &= left - 1;
      if (next == nowhere || met[next]) continue;
      met[next] = true;
      path.push_back({next, tiles(next)});
    }
    return states;
  }

  // What lies before a walk that has come to a state: the tiles that may be next, and all that come
  // later in any word. By states; made when first asked for, for those who walk much.
  struct Outlook {
    Tiles next, later;
  };
  const Outlook* outlook() const {
    std::call_once(looked_, [this] {
      outlook_.assign(arcs_.size(), {0, 0});
      for (const State state : states()) {  // those it leads to have been looked at
        Outlook& here = outlook_[state];
        here.next = here.later = tiles(state);
        for (Tiles left = here.next; left; left &= left - 1)
          here.later |= outlook_[next_of(step(state, lowest(left)))].later;
      }
    });
    return outlook_.data();
  }

  // How many words have 0, 1, 2 … tiles.
  std::vector<std::uint64_t> words_by_length() const {
    // Paths reach a state in as many ways as words begin so: push counts from the root down.
    std::vector<std::uint64_t> words(max_word + 1, 0);
    std::vector<std::vector<std::uint64_t>> ways(arcs_.size());
    ways[root_] = {1};
    const auto order = states();
    for (std::size_t i = order.size(); i-- > 0;) {
      const std::vector<std::uint64_t> here = std::move(ways[order[i]]);
      for (Tiles left = tiles(order[i]); left; left &= left - 1) {
        const Arc arc = step(order[i], lowest(left));
        auto& there = ways[next_of(arc)];
        if (there.size() < here.size() + 1) there.resize(here.size() + 1);
        for (std::size_t depth = 0; depth < here.size(); ++depth) {
          if (is_final(arc)) words[depth + 1] += here[depth];
          if (next_of(arc)) there[depth + 1] += here[depth];
        }
      }
    }
    return words;
  }

  // Walks words in alphabet order; the current word is `tiles()`, `count()` tiles long.
  class Cursor {
   public:
    // Stands on the word of this rank, which must be below size().
    Cursor(const Dawg& dawg, std::uint32_t rank) : dawg_(&dawg) {
      const auto* before = dawg.ranks();
      for (State state = dawg.root_;;) {
        enter(state);
        Tiles& left = left_[count_ - 1];
        while ((left & (left - 1)) && before[state + lowest(left & (left - 1))] <= rank)
          left &= left - 1;
        rank -= before[state + lowest(left)];
        const Arc arc = take();
        if (is_final(arc) && rank-- == 0) return;
        state = next_of(arc);
      }
    }

    // Moves to the next word; false when there is none.
    bool next() {
      for (;;) {
        const State next = next_of(arc_);
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
      left_[count_++] = dawg_->tiles(state);
    }
    // Goes along the next arc of the state entered last.
    Arc take() {
      Tiles& left = left_[count_ - 1];
      tiles_[count_ - 1] = lowest(left);
      left &= left - 1;
      return arc_ = dawg_->step(states_[count_ - 1], tiles_[count_ - 1]);
    }

    const Dawg* dawg_;
    State states_[max_word];
    Tiles left_[max_word];  // of each state on the path, the tiles still to come
    Tile tiles_[max_word];
    std::size_t count_ = 0;
    Arc arc_ = 0;  // the last one on the path
  };

  // For the arc in each slot, how many words its state has before it. Made when first asked for:
  // plain membership never needs it.
  const std::uint32_t* ranks() const {
    std::call_once(ranked_, [this] {
      Zeros<std::uint32_t> words(arcs_.size());
      Zeros<std::uint32_t> before(arcs_.size());
      if (root_ != nowhere) count_words(root_, words, before);
      before_ = std::move(before);
    });
    return before_->data();
  }

 private:
  // Counts the words from a state on, once (no state is without), and before each of its arcs.
  std::uint32_t count_words(State state, Zeros<std::uint32_t>& words,
                            Zeros<std::uint32_t>& before) const {
    std::uint32_t count = 0;
    for (Tiles left = tiles(state); left; left &= left - 1) {
      const Arc arc = arcs_[state + lowest(left)];
      const State next = next_of(arc);
      before[state + lowest(left)] = count;
      count += is_final(arc);
      if (next != nowhere) count += words[next] ? words[next] : count_words(next, words, before);
    }
    return words[state] = count;
  }
  std::uint32_t below(State state) const {
    std::uint32_t words = 0;
    while (state != nowhere) {
      const Tile last = static_cast<Tile>(std::bit_width(tiles(state)) - 1);
      words += ranks()[state + last] + is_final(arcs_[state + last]);
      state = next_of(arcs_[state + last]);
    }
    return words;
  }

  void index_heads() {
    heads_.assign(64, 0);
    for (Tiles first = tiles(root_); first; first &= first - 1) {
      const State one = next_of(step(root_, lowest(first)));
      for (Tiles second = tiles(one); second; second &= second - 1) {
        const State two = next_of(step(one, lowest(second)));
        const Tiles third = tiles(two);
        if (third == 0) continue;
        const auto row = static_cast<std::uint32_t>(heads_.size());
        rows_[lowest(first) << 6 | lowest(second)] = row;
        heads_.resize(row + alphabet_ + 1);
        for (Tiles left = third; left; left &= left - 1)
          heads_[row + lowest(left)] = step(two, lowest(left));
      }
    }
    heads_.shrink_to_fit();
  }

  Zeros<Arc> arcs_;
  State root_;
  std::uint32_t words_;
  std::size_t alphabet_;
  // The arcs that three tiles lead to, for the beginning of a walk: those lie far apart in arcs_,
  // and every walk meets them. rows_ says for two tiles where the arcs by the third begin.
  std::array<std::uint32_t, 64 * 64> rows_{};
  std::vector<Arc> heads_;
  mutable std::once_flag ranked_, looked_;
  mutable std::optional<Zeros<std::uint32_t>> before_;
  mutable std::vector<Outlook> outlook_;
};

}  // namespace wordtools
