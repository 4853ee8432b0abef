// The beginnings of words that a rack can spell by itself, as a tree with a node for each sequence
// of tiles. A blank may stand for any tile.
#pragma once

#include <span>

#include "automaton/automaton.hpp"
#include "plays/kept_values.hpp"

namespace wordtools {

class RackWords {
 public:
  // More nodes than any rack in a real game needs. The tree of two blanks and five other tiles has
  // some 15,000.
  static constexpr std::size_t max_nodes = 500'000;

  struct Node {
    State state;         // to which the tiles lead
    std::uint32_t rest;  // of the rack, as a subset
    std::uint32_t first_child = 0;
    std::uint8_t children = 0;
    Tile tile = 0;             // the last one; a blank is marked
    std::uint16_t ends = 0;    // the lengths in tiles of the words with this beginning, as bits
    std::uint8_t longest = 0;  // tiles of the longest beginning from here on that leads to a state
    TileSet ahead = 0;         // the tiles that follow in this tree
    TileSet later = 0;         // those that follow in the automaton
  };

  // Lists all words that a rack can spell. If there are too many beginnings, lists nothing and
  // returns false. `counts` says how many of each tile the rack has; tile 0 is the blank.
  bool list(const Automaton& automaton, const RackSubsets& subsets,
            const std::array<std::uint8_t, max_tiles + 1>& counts) {
    automaton_ = &automaton;
    lookahead_ = automaton.lookahead();
    subsets_ = &subsets;
    counts_ = counts;
    held_ = 0;
    for (Tile tile = 0; tile <= max_tiles; ++tile)
      if (counts_[tile]) held_ |= TileSet{1} << tile;
    nodes_.assign(1, {automaton.root(), subsets.whole()});
    grow(0, 0);
    if (nodes_.size() <= max_nodes) return true;
    nodes_.clear();
    return false;
  }

  const Node& root() const { return nodes_.front(); }
  std::span<const Node> children(const Node& node) const {
    return {nodes_.data() + node.first_child, node.children};
  }

 private:
  // Adds all nodes below a node that has `depth` tiles.
  void grow(std::size_t at, std::uint8_t depth) {
    const State state = nodes_[at].state;
    const std::uint32_t rest = nodes_[at].rest;
    const std::size_t first = nodes_.size();
    if (first > max_nodes) return;
    for (TileSet left = lookahead_[state].next & (counts_[0] ? ~TileSet{0} : held_); left;
         left &= left - 1) {
      const Tile tile = lowest_tile(left);
      const Arc arc = automaton_->step(state, tile);
      for (const Tile placed : {tile, static_cast<Tile>(tile | blank_tile)}) {
        const Tile held = placed == tile ? tile : 0;
        if (!counts_[held]) continue;
        Node child{target_of(arc), rest - subsets_->stride(held)};
        child.tile = placed;
        child.ends = static_cast<std::uint16_t>(is_final(arc) << (depth + 1));
        nodes_.push_back(child);
      }
    }
    const std::size_t end = nodes_.size();
    for (std::size_t child = first; child < end; ++child) {
      if (nodes_[child].state == no_state) continue;
      const Tile held = nodes_[child].tile & blank_tile ? 0 : nodes_[child].tile;
      if (--counts_[held] == 0) held_ &= ~(TileSet{1} << held);
      grow(child, depth + 1);
      ++counts_[held];
      held_ |= TileSet{1} << held;
    }
    Node& node = nodes_[at];
    node.first_child = static_cast<std::uint32_t>(first);
    node.children = static_cast<std::uint8_t>(end - first);
    node.longest = depth;
    node.later = lookahead_[state].later;
    for (const Node& child : children(node)) {
      node.ends |= child.ends;
      node.longest = std::max(node.longest, child.longest);
      node.ahead |= child.ahead | TileSet{1} << (child.tile & ~blank_tile);
    }
  }

  const Automaton* automaton_ = nullptr;
  const Automaton::Lookahead* lookahead_ = nullptr;
  const RackSubsets* subsets_ = nullptr;
  std::array<std::uint8_t, max_tiles + 1> counts_{};  // of tiles still on the rack
  TileSet held_ = 0;                                  // those tiles
  std::vector<Node> nodes_;
};

}  // namespace wordtools
