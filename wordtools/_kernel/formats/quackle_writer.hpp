// Writes the nodes of version 1 Quackle .dawg files.
//
// Quackle builds a tree of the words and numbers its nodes. It numbers the nodes of a list in
// order, then all nodes below the first of them, then all below the second, and so on. Nodes are
// equal if they have equal letters, values and nodes below them. Equal nodes all refer to the list
// of the first of them. Quackle writes the lists in the same order, with one exception: if a node
// refers to another node's list that is not yet written, that list is written at once, and again
// when its turn comes. This writer stores equal nodes as one *kind*, together with the facts that
// it needs about the tree.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>

#include "automaton/draft_automaton.hpp"

namespace wordtools {

class QuackleWriter {
 public:
  static constexpr std::size_t max_nodes = 1 << 24;

  // `values` has a number for each word, in order of rank. Its low bits are the word's playability;
  // bit 24 says whether the word is in the smaller dictionary. Without values, each word has
  // playability 1.
  QuackleWriter(const DraftAutomaton& draft, std::optional<std::span<const std::uint32_t>> values)
      : draft_(draft), values_(values), known_(values ? 0 : draft.arcs.size()) {
    kinds_.push_back({});  // no node
    kinds_.push_back({.children = make_list(draft.arcs[0].target)});
    root_ = static_cast<std::uint32_t>(kinds_.size() - 1);
    number(root_, true);
    nodes_.push_back(root_);
    place(root_);
  }

  std::size_t size() const { return nodes_.size(); }

  std::string write() const {
    std::string bytes;
    bytes.reserve(nodes_.size() * 7);
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
      const Kind& kind = kinds_[nodes_[at]];
      const bool last = at == 0 || ends_[at];
      // The letter of the root is Quackle's blank, which is numbered four below the first letter.
      const std::uint32_t letter = at ? kind.tile - 1u : 0xFC;
      append(bytes, kind.place);
      bytes += static_cast<char>(letter | last << 6 | kind.value >> 24 << 7);
      append(bytes, kind.value & 0xFFFFFF);
    }
    return bytes;
  }

 private:
  struct Kind {
    std::uint32_t value = 0;
    std::uint32_t children = 0;  // the index of its list; 0: none
    std::uint32_t place = 0;     // of its list in the file
    std::uint32_t parent = 0;    // the kind above the first such node of the tree
    Tile tile = 0;
    bool met = false;             // there is a first node
    bool numbered = false;        // so are the nodes below one
    bool numbered_first = false;  // which is the first
    bool written = false;
  };

  static void append(std::string& bytes, std::uint32_t number) {
    for (int shift = 16; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFF);
  }

  // The list of a state's continuations; rank_ is the rank of the next word.
  std::uint32_t make_list(std::uint32_t state) {
    if (!state) return 0;
    if (!values_ && known_[state]) return known_[state];
    std::vector<std::uint32_t> kinds;
    for (std::size_t at = state;; ++at) {
      const auto arc = draft_.arcs[at];
      Kind kind{.tile = static_cast<Tile>(arc.tile)};
      if (arc.final) kind.value = values_ ? (*values_)[rank_++] : 1;
      kind.children = make_list(arc.target);
      kinds.push_back(find_or_add(kind));
      if (arc.last) break;
    }
    const std::u32string key(kinds.begin(), kinds.end());
    const auto [entry, added] =
        list_numbers_.try_emplace(key, static_cast<std::uint32_t>(lists_.size()));
    if (added) lists_.push_back(std::move(kinds));
    if (!values_) known_[state] = entry->second;
    return entry->second;
  }
  std::uint32_t find_or_add(const Kind& kind) {
    const std::uint64_t key =
        std::uint64_t{kind.children} << 32 | kind.tile << 25 | kind.value;  // 32, 7 and 25 bits
    const auto [entry, added] =
        kind_numbers_.try_emplace(key, static_cast<std::uint32_t>(kinds_.size()));
    if (added) kinds_.push_back(kind);
    return entry->second;
  }
  std::span<const std::uint32_t> children(std::uint32_t kind) const {
    return lists_[kinds_[kind].children];
  }

  // Numbers the nodes below a node of this kind. `first` means that it is the first such node.
  void number(std::uint32_t kind, bool first) {
    kinds_[kind].numbered = true;
    kinds_[kind].numbered_first = first;
    for (const std::uint32_t child : children(kind)) {
      if (kinds_[child].met) continue;
      kinds_[child].met = true;
      kinds_[child].parent = kind;
    }
    for (const std::uint32_t child : children(kind))
      if (!kinds_[child].numbered) number(child, kinds_[child].parent == kind);
  }

  // Writes the list below the first node of this kind, and everything below that list.
  void place(std::uint32_t kind) {
    kinds_[kind].written = true;
    if (children(kind).empty()) return;
    if (nodes_.size() > max_nodes) return;  // too many already
    kinds_[kind].place = static_cast<std::uint32_t>(nodes_.size());
    nodes_.insert(nodes_.end(), children(kind).begin(), children(kind).end());
    ends_.resize(nodes_.size());
    ends_.back() = true;
    for (const std::uint32_t child : children(kind)) {
      const bool is_first = kinds_[child].parent == kind && kinds_[kind].numbered_first;
      if (is_first || !kinds_[child].written) place(child);
    }
  }

  const DraftAutomaton& draft_;
  std::optional<std::span<const std::uint32_t>> values_;
  std::size_t rank_ = 0;
  std::vector<std::uint32_t> known_;  // the list of each state, without values
  std::vector<Kind> kinds_;
  std::vector<std::vector<std::uint32_t>> lists_{1};
  std::unordered_map<std::uint64_t, std::uint32_t> kind_numbers_;
  std::unordered_map<std::u32string, std::uint32_t> list_numbers_;
  std::uint32_t root_;
  std::vector<std::uint32_t> nodes_;  // the kind of each
  std::vector<bool> ends_;            // whether each is the last of its list
};

}  // namespace wordtools
