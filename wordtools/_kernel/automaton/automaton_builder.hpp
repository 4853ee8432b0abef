// Builds the minimal automaton from words in alphabet order.
#pragma once

#include <limits>

#include "automaton/state_register.hpp"

namespace wordtools {

// Uses the incremental algorithm for sorted words by Daciuk, Mihov, Watson and Watson ("Incremental
// Construction of Minimal Acyclic Finite-State Automata", 2000), which takes linear time. Once a
// state cannot gain more arcs, it is replaced with an equal registered state, or registered if
// there is none.
class AutomatonBuilder {
 public:
  // The position of a word in alphabet order, relative to the word added before it.
  enum class Order { after, repeated, before };

  // Adds a word of 1 to max_word tiles if it comes after the last added word. Returns its position
  // relative to that word.
  Order add(const Tile* tiles, std::size_t count) {
    const std::size_t shorter = std::min(count, length_);
    std::size_t common = 0;
    while (common < shorter && tiles[common] == last_[common]) ++common;
    if (common == count) return count == length_ ? Order::repeated : Order::before;
    if (common < length_ && tiles[common] < last_[common]) return Order::before;
    minimise_below(common);
    for (std::size_t i = common; i < count; ++i) {
      last_[i] = tiles[i];
      open_[i].add(tiles[i]);
    }
    length_ = count;
    open_[count - 1].last().final = true;
    ++draft_.words_by_length[count];
    count_words(1);
    return Order::after;
  }

  // Adds all words of another builder. Both builders must have words, and neither accepts more
  // words afterwards. Returns false and adds nothing unless all words of the other builder begin
  // with later tiles.
  bool append(AutomatonBuilder&& later) {
    const OpenState& root = later.open_[0];
    if (last_[0] >= root.arcs[0].tile) return false;
    minimise_below(0);
    later.minimise_below(0);
    const auto& arcs = later.draft_.arcs;
    LargeVector<std::uint32_t> moved(arcs.size());  // a state's new index, by its index there
    OpenState state;
    for (std::size_t at = 1, begin = 1; at < arcs.size(); ++at) {
      state.add(arcs[at], moved);
      if (!arcs[at].last) continue;
      moved[begin] = replace_or_register(state);
      begin = at + 1;
    }
    for (std::size_t i = 0; i < root.size; ++i) open_[0].add(root.arcs[i], moved);
    for (std::size_t count = 1; count <= max_word; ++count)
      draft_.words_by_length[count] += later.draft_.words_by_length[count];
    count_words(later.draft_.words);
    last_[0] = std::numeric_limits<Tile>::max();
    length_ = 1;
    return true;
  }

  DraftAutomaton finish() && {
    minimise_below(0);
    if (draft_.words) draft_.arcs[0].target = replace_or_register(open_[0]);
    return std::move(draft_);
  }

 private:
  // A state on the path of the last word, which may gain more arcs.
  struct OpenState {
    std::array<DraftAutomaton::Arc, max_tiles> arcs;
    std::size_t size = 0;

    void add(Tile tile) { arcs[size++] = {.tile = tile}; }
    // Adds an arc of another builder.
    void add(DraftAutomaton::Arc arc, const LargeVector<std::uint32_t>& moved) {
      arc.target = moved[arc.target];
      arcs[size++] = arc;
    }
    DraftAutomaton::Arc& last() { return arcs[size - 1]; }
  };

  void count_words(std::uint32_t more) {
    if (more >= std::numeric_limits<std::uint32_t>::max() - draft_.words)
      throw TooManyError("more than 4,294,967,294 words");
    draft_.words += more;
  }

  // Registers the states on the path of the last word that come after its first `depth` tiles.
  void minimise_below(std::size_t depth) {
    for (; length_ > depth + 1; --length_)
      open_[length_ - 2].last().target = replace_or_register(open_[length_ - 1]);
  }

  // Returns the index of the registered state that equals this one, and empties this one.
  std::uint32_t replace_or_register(OpenState& state) {
    state.last().last = true;
    return states_.find_or_add(draft_.arcs, state.arcs.data(), std::exchange(state.size, 0));
  }

  DraftAutomaton draft_;
  StateRegister<DraftAutomaton::Arc> states_;
  std::array<OpenState, max_word> open_;
  Tile last_[max_word];
  std::size_t length_ = 0;
};

}  // namespace wordtools
