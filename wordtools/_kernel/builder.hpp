// From words in order to the minimal automaton.
#pragma once

#include "assembly.hpp"

namespace wordtools {

// Makes the minimal automaton of words given in ascending order, in linear time (the incremental
// algorithm of Daciuk, Mihov, Watson and Watson, 2000): as soon as a state can get no more arcs
// it is replaced by an equal one made before, or kept. States are kept in the order the file
// wants: targets first.
class Builder {
 public:
  explicit Builder(std::size_t alphabet) : alphabet_(alphabet), arcs_(1, 0), table_(1 << 12, 0) {}

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
      open_[i].push_back(static_cast<Packed>(tiles[i]) << 24);
    }
    length_ = count;
    open_[count - 1].back() |= final_arc;
    if (++words_ == std::numeric_limits<std::uint32_t>::max())
      throw std::length_error("more than 4,294,967,294 words");
  }

  std::unique_ptr<Dawg> finish() && {
    freeze(0);
    if (!open_[0].empty()) keep(open_[0]);
    std::vector<std::uint32_t>().swap(table_);
    Assembly assembly(alphabet_, arcs_.size());
    std::vector<Built> built(arcs_.size());  // for the first arc of a state
    Built root;
    for (std::uint32_t begin = 1, end; begin < arcs_.size(); begin = end) {
      for (end = begin; !(arcs_[end++] & last_arc);) {
      }
      root = built[begin] = assembly.state([&, at = end](const auto& tell) mutable {
        const Packed arc = arcs_[--at];
        tell(arc_of(arc >> 24 & 63, (arc & final_arc) != 0, nowhere), built[arc & target]);
        return at == begin;
      });
    }
    return std::move(assembly).finish(root);
  }

 private:
  // An arc until then: bits 0-23 the first arc of the target (0: no arcs go on), 24-29 the tile.
  using Packed = std::uint32_t;
  static constexpr Packed final_arc = 1u << 31, last_arc = 1u << 30, target = (1u << 24) - 1;

  // Settles the states of the last word below its first `depth` tiles.
  void freeze(std::size_t depth) {
    for (std::size_t i = length_; i-- > depth + 1;) {
      open_[i - 1].back() |= keep(open_[i]);
      open_[i].clear();
    }
    length_ = std::min(length_, depth);
  }

  std::uint32_t keep(std::vector<Packed>& state) {
    state.back() |= last_arc;
    std::size_t slot = hash(state.data()) & (table_.size() - 1);
    for (; table_[slot]; slot = (slot + 1) & (table_.size() - 1)) {
      const Packed* other = &arcs_[table_[slot]];
      std::size_t i = 0;
      // A state ends with its only last_arc, so equal prefixes cannot run past another's end.
      while (i < state.size() && state[i] == other[i]) ++i;
      if (i == state.size()) return table_[slot];
    }
    if (arcs_.size() + state.size() > target) throw std::length_error("more than 16,777,215 arcs");
    const auto begin = static_cast<std::uint32_t>(arcs_.size());
    table_[slot] = begin;
    arcs_.insert(arcs_.end(), state.begin(), state.end());
    if (++kept_ * 2 > table_.size()) grow();
    return begin;
  }

  static std::uint64_t hash(const Packed* arc) {
    std::uint64_t hash = 0;
    do {
      hash = (hash ^ *arc) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 29;
    } while (!(*arc++ & last_arc));
    return hash;
  }

  void grow() {
    std::vector<std::uint32_t> larger(table_.size() * 2, 0);
    for (std::uint32_t begin = 1, at = 1; at < arcs_.size(); begin = ++at) {
      while (!(arcs_[at] & last_arc)) ++at;
      std::size_t slot = hash(&arcs_[begin]) & (larger.size() - 1);
      while (larger[slot]) slot = (slot + 1) & (larger.size() - 1);
      larger[slot] = begin;
    }
    table_.swap(larger);
  }

  std::size_t alphabet_;
  std::vector<Packed> arcs_;
  std::vector<std::uint32_t> table_;  // open addressing: first arcs of kept states
  std::size_t kept_ = 0;
  std::vector<Packed> open_[max_word];  // states along the last word, not yet settled
  Tile last_[max_word];
  std::size_t length_ = 0;
  std::uint32_t words_ = 0;
};

}  // namespace wordtools
