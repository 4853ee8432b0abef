// The automatons in other programs' files, as lists of nodes. They are checked before they are
// walked.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace wordtools {

// An arc of such a file.
struct Node {
  std::uint32_t child = 0;  // the beginning of the list that the node leads to; 0: none
  std::uint32_t value = 0;  // the file's value for the word that ends here
  std::uint8_t letter = 0;  // its label
  bool last = false;        // of its list
  bool accepts = false;     // a word ends here
};

// Thrown if a file is inconsistent; `what()` names the node.
struct GraphError : std::invalid_argument {
  GraphError(std::size_t node, const std::string& fault)
      : std::invalid_argument("node " + std::to_string(node) + " " + fault) {}
};

// Checks every list that can be reached in a graph, and numbers the lists so that each comes after
// the lists that it leads to. `Graph` has three members. Every list begins at a place below
// `size()`. `max_nodes` is the maximum number of nodes in a list. `read(start, nodes)` writes the
// nodes of a list in order and returns their number; it throws GraphError unless they lead to
// places below `size()`.
//
// Each list is read only once, however many paths lead to it. The check needs 21 bytes for each
// list, and four for each place in the graph.
template <class Graph>
class GraphCheck {
 public:
  // `longest` is the maximum number of nodes on a path. Throws GraphError if a path is longer,
  // contains a cycle, or ends without a word.
  GraphCheck(const Graph& graph, std::uint32_t root, std::size_t longest)
      : number_(graph.size(), unseen) {
    std::vector<OpenList> path;
    const auto open = [&](std::uint32_t start) {
      number_[start] = under_way;
      OpenList& list = path.emplace_back();
      list.start = start;
      list.size = graph.read(start, list.nodes.data());
    };
    open(root);
    while (!path.empty()) {
      OpenList& list = path.back();
      if (list.next == list.size) {
        order_.push_back(list.start);
        words_.push_back(list.words);
        heights_.push_back(list.height);
        number_[list.start] = static_cast<std::uint32_t>(order_.size() - 1);
        nodes_ += list.size;
        path.pop_back();
        continue;
      }
      const Node& node = list.nodes[list.next];
      std::uint64_t below = 0;
      std::uint16_t height = 1;
      if (node.child) {
        const std::uint32_t number = number_[node.child];
        if (number == under_way) throw GraphError(node.child, "can be reached from itself");
        if (number == unseen) {
          if (path.size() == longest) throw_too_long(longest);
          open(node.child);
          continue;
        }
        below = words_[number];
        height = static_cast<std::uint16_t>(heights_[number] + 1);
        if (height > longest) throw_too_long(longest);
      } else if (!node.accepts) {
        throw GraphError(list.start, "begins a list in which a path ends without a word");
      }
      list.words = add(list.words, add(below, node.accepts));
      list.height = std::max(list.height, height);
      ++list.next;
    }
  }

  // The beginning of each list, indexed by number. The last list is the root's.
  const std::vector<std::uint32_t>& order() const { return order_; }
  std::uint32_t number_of(std::uint32_t start) const { return number_[start]; }
  // The number of nodes in all lists; a node in two lists counts twice.
  std::size_t nodes() const { return nodes_; }
  // The number of words, or the largest value of this type if there are more.
  std::uint64_t words() const { return words_.back(); }

 private:
  static constexpr auto unseen = std::numeric_limits<std::uint32_t>::max();
  static constexpr auto under_way = unseen - 1;

  struct OpenList {
    std::array<Node, Graph::max_nodes> nodes;
    std::size_t size, next = 0;
    std::uint32_t start;
    std::uint16_t height = 0;
    std::uint64_t words = 0;
  };

  static std::uint64_t add(std::uint64_t a, std::uint64_t b) {
    return a + b < a ? std::numeric_limits<std::uint64_t>::max() : a + b;
  }
  [[noreturn]] static void throw_too_long(std::size_t longest) {
    throw std::invalid_argument("there are words of more than " + std::to_string(longest) +
                                " letters");
  }

  std::vector<std::uint32_t> number_;  // by where a list begins
  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint16_t> heights_;  // nodes on the longest path from each list
  std::size_t nodes_ = 0;
};

}  // namespace wordtools
