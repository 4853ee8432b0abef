// Writes the nodes of Zyzzyva's .dwg files.
#pragma once

#include "automaton/bit_stream.hpp"
#include "automaton/draft_automaton.hpp"

namespace wordtools {

// Each state is written once, in postorder: after the states that it leads to, which are visited in
// the order of their letters. The exception is the root, which comes first in the file, where 256
// nodes are reserved for it.
class DwgWriter {
 public:
  static constexpr std::size_t root_nodes = 256;
  static constexpr std::size_t max_nodes = (1 << 21) - 1;

  // `letters` has the Latin-1 character of each tile, starting with tile 1.
  DwgWriter(const DraftAutomaton& draft, std::string_view letters)
      : draft_(draft), letters_(letters), places_(draft.arcs.size()), nodes_(root_nodes + 1) {
    const std::vector<std::uint32_t> root = pack(draft.arcs[0].target);
    std::copy(root.begin(), root.end(), nodes_.begin() + 1);
    nodes_[root_nodes] |= last;
    nodes_[0] = static_cast<std::uint32_t>(size());
  }

  std::size_t size() const { return nodes_.size() - 1; }

  std::string write() const {
    std::string bytes;
    for (const std::uint32_t node : nodes_) append_little_endian(bytes, node);
    return bytes;
  }

 private:
  static constexpr std::uint32_t last = 1 << 22, accepts = 1 << 23;

  // Makes the nodes of a state, after writing their targets. The depth of recursion is at most the
  // length of a word.
  std::vector<std::uint32_t> pack(std::uint32_t state) {
    if (!state) return {};
    std::size_t end = state;
    while (!draft_.arcs[end].last) ++end;
    std::vector<DraftAutomaton::Arc> arcs(&draft_.arcs[state], &draft_.arcs[end] + 1);
    std::ranges::sort(arcs, {}, [this](const auto& arc) { return letter_of(arc); });
    std::vector<std::uint32_t> packed;
    for (const auto& arc : arcs)
      packed.push_back(letter_of(arc) << 24 | (arc.final ? accepts : 0) | place(arc.target));
    packed.back() |= last;
    return packed;
  }
  std::uint32_t place(std::uint32_t state) {
    if (!state || places_[state]) return places_[state];
    const std::vector<std::uint32_t> packed = pack(state);
    places_[state] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.insert(nodes_.end(), packed.begin(), packed.end());
    return places_[state];
  }
  std::uint32_t letter_of(const DraftAutomaton::Arc& arc) const {
    return static_cast<unsigned char>(letters_[arc.tile - 1u]);
  }

  const DraftAutomaton& draft_;
  std::string_view letters_;
  std::vector<std::uint32_t> places_;  // of states, by index in the draft
  std::vector<std::uint32_t> nodes_;   // the first is their number
};

}  // namespace wordtools
