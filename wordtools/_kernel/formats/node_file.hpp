// Reads files that consist of an array of nodes: KWG, KBWG, KAD, Zyzzyva's .dwg and Quackle's
// .dawg.
#pragma once

#include <span>

#include "automaton/bit_stream.hpp"
#include "automaton/node_graph.hpp"
#include "automaton/state_register.hpp"

namespace wordtools {

enum class NodeForm : std::uint8_t { kwg, kbwg, dwg, quackle };

// The nodes of a file, unpacked one by one as they are read.
class NodeArray {
 public:
  // Ignores bytes after the last complete node.
  NodeArray(std::string_view bytes, NodeForm form)
      : bytes_(bytes), form_(form), size_(bytes.size() / bytes_of(form)) {
    if (size_ >= 1u << 31) throw std::invalid_argument("there are too many nodes");
  }

  std::size_t size() const { return size_; }

  Node operator[](std::size_t at) const {
    const char* const bytes = &bytes_[at * bytes_of(form_)];
    if (form_ == NodeForm::quackle) return unpack_quackle(bytes);
    const std::uint32_t word = read_little_endian<std::uint32_t>(bytes);
    const auto bit = [=](int place) { return (word >> place & 1) != 0; };
    if (form_ == NodeForm::kbwg)
      return {word >> 8, 0, static_cast<std::uint8_t>(word & 63), bit(6), bit(7)};
    const auto letter = static_cast<std::uint8_t>(word >> 24);
    if (form_ == NodeForm::kwg) return {word & 0x3FFFFF, 0, letter, bit(22), bit(23)};
    return {word & 0x1FFFFF, 0, letter, bit(22), bit(23)};
  }

  // True if these may be the nodes of a KWG or KBWG: the first node only points to the root, and
  // all nodes are in range.
  bool looks_like_kwg() const {
    if (size_ == 0 || bytes_.size() % 4) return false;
    const Node root = (*this)[0];
    if (root.letter || !root.last || root.accepts) return false;
    for (std::size_t at = 0; at < size_; ++at)
      if ((*this)[at].child >= size_ || (*this)[at].letter > max_tiles) return false;
    return true;
  }

 private:
  static std::size_t bytes_of(NodeForm form) { return form == NodeForm::quackle ? 7 : 4; }
  static Node unpack_quackle(const char* bytes) {
    const auto byte = [=](int i) { return std::uint32_t{static_cast<unsigned char>(bytes[i])}; };
    const std::uint32_t playability = byte(4) << 16 | byte(5) << 8 | byte(6);
    return {byte(0) << 16 | byte(1) << 8 | byte(2), byte(3) >> 7 << 24 | playability,
            static_cast<std::uint8_t>(byte(3) & 63), (byte(3) & 64) != 0, playability != 0};
  }

  std::string_view bytes_;
  NodeForm form_;
  std::size_t size_;
};

// The nodes of a file, with the tiles of an alphabet instead of letters, and in the order of the
// tiles.
class TileGraph {
 public:
  static constexpr std::size_t max_nodes = max_tiles + 1;
  static constexpr std::uint8_t no_tile = 0xFF;

  // `tiles` has the tile of each letter, or `no_tile`. Tile 0 is the separator of a GADDAG.
  TileGraph(const NodeArray& nodes, std::string_view tiles, bool ascending)
      : nodes_(nodes), tiles_(tiles), ascending_(ascending) {
    if (tiles.size() != 256) throw std::invalid_argument("there must be a tile for each letter");
  }

  std::size_t size() const { return nodes_.size(); }

  // Throws GraphError if the nodes are inconsistent, or if their letters must be ascending and are
  // not.
  std::size_t read(std::uint32_t start, Node* list) const {
    std::uint64_t met = 0;
    std::size_t size = 0;
    for (std::size_t at = start;; ++at) {
      if (at >= nodes_.size()) throw GraphError(start, "begins a list that does not end");
      Node node = nodes_[at];
      const auto tile = static_cast<std::uint8_t>(tiles_[node.letter]);
      if (tile == no_tile)
        throw GraphError(at, "has letter " + std::to_string(node.letter) +
                                 ", which is no tile of this alphabet");
      if (met >> tile & 1) throw GraphError(at, "repeats a letter of its list");
      if (ascending_ && met >> tile) throw GraphError(at, "is out of order");
      if (node.child >= nodes_.size()) throw GraphError(at, "leads beyond the end of the file");
      met |= std::uint64_t{1} << tile;
      node.letter = tile;
      list[size++] = node;
      if (node.last) break;
    }
    if (!ascending_)
      std::sort(list, list + size,
                [](const Node& a, const Node& b) { return a.letter < b.letter; });
    return size;
  }

 private:
  const NodeArray& nodes_;
  std::string_view tiles_;
  bool ascending_;
};

// Limits that apply when a file is read.
struct ReadingLimits {
  std::uint64_t words, arcs;
};

// Makes an automaton of the words in a file.
class NodeReader {
 public:
  // Throws GraphError and TooManyError.
  NodeReader(const TileGraph& graph, std::uint32_t root, const ReadingLimits& limits)
      : graph_(graph), check_(graph, root, max_word) {
    if (check_.words() > std::min<std::uint64_t>(limits.words, max_words))
      throw TooManyError("more words than a file of this size can hold");
    if (check_.nodes() > limits.arcs)
      throw TooManyError("more arcs than a file of this size can hold");
  }

  DraftAutomaton make_draft() const {
    DraftAutomaton draft;
    draft.arcs.reserve(check_.nodes() + 1);
    std::vector<std::uint32_t> states(check_.order().size());  // in the draft, by list
    StateRegister<DraftAutomaton::Arc> distinct;
    std::array<DraftAutomaton::Arc, TileGraph::max_nodes> arcs;
    for (std::size_t number = 0; number < states.size(); ++number) {
      const std::size_t size = read(number);
      for (std::size_t i = 0; i < size; ++i) {
        const Node& node = list_[i];
        arcs[i] = {.target = node.child ? states[check_.number_of(node.child)] : 0,
                   .tile = node.letter,
                   .last = i + 1 == size,
                   .final = node.accepts};
      }
      states[number] = distinct.find_or_add(draft.arcs, arcs.data(), size);
    }
    draft.arcs[0].target = states.back();
    draft.words = static_cast<std::uint32_t>(check_.words());
    count_words_by_length(draft);
    return draft;
  }

  // The value of each word, in alphabet order.
  std::vector<std::uint32_t> list_values() const {
    std::vector<std::uint32_t> values;
    values.reserve(check_.words());
    std::vector<std::vector<Node>> path;
    std::vector<std::size_t> next;
    const auto open = [&](std::size_t number) {
      const std::size_t size = read(number);
      path.emplace_back(list_.begin(), list_.begin() + size);
      next.push_back(0);
    };
    open(check_.order().size() - 1);
    while (!path.empty()) {
      if (next.back() == path.back().size()) {
        path.pop_back();
        next.pop_back();
        continue;
      }
      const Node node = path.back()[next.back()++];
      if (node.accepts) values.push_back(node.value);
      if (node.child) open(check_.number_of(node.child));
    }
    return values;
  }

 private:
  static constexpr std::uint32_t max_words = std::numeric_limits<std::uint32_t>::max() - 1;

  std::size_t read(std::size_t number) const {
    return graph_.read(check_.order()[number], list_.data());
  }

  // Counts the words of each length: for one length after another, finds how many beginnings of
  // words lead to each list.
  void count_words_by_length(DraftAutomaton& draft) const {
    std::vector<std::uint32_t> ways(check_.order().size()), longer(ways.size());
    ways.back() = 1;
    bool more = true;
    for (std::size_t length = 1; more; ++length) {
      more = false;
      for (std::size_t number = ways.size(); number-- > 0;) {
        const std::uint32_t here = std::exchange(ways[number], 0);
        if (!here) continue;
        const std::size_t size = read(number);
        for (std::size_t i = 0; i < size; ++i) {
          if (list_[i].accepts) draft.words_by_length[length] += here;
          if (!list_[i].child) continue;
          longer[check_.number_of(list_[i].child)] += here;
          more = true;
        }
      }
      ways.swap(longer);
    }
  }

  const TileGraph& graph_;
  GraphCheck<TileGraph> check_;
  mutable std::array<Node, TileGraph::max_nodes> list_;
};

// The number of paths in a GADDAG.
inline std::uint64_t count_gaddag_paths(const TileGraph& graph, std::uint32_t root) {
  return GraphCheck<TileGraph>(graph, root, max_word + 1).words();
}

}  // namespace wordtools
