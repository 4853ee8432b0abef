// Checks the files of dawgdic, because other programs that read them do not.
#pragma once

#include "formats/node_file.hpp"

namespace wordtools {

// Presents a double array as a graph of lists, each of which begins at a base. A node's letter is a
// byte of a key; its value is the place of its unit.
class DawgdicGraph {
 public:
  static constexpr std::size_t max_nodes = 255;
  static constexpr std::size_t longest = 1024;  // bytes of a key

  // `units` has four bytes for each unit. Throws std::invalid_argument.
  explicit DawgdicGraph(std::string_view units) : units_(units) {
    if (size() == 0 || size() % 256)
      throw std::invalid_argument("its number of units is not a multiple of 256");
  }

  std::size_t size() const { return units_.size() / 4; }
  std::uint32_t unit(std::size_t place) const {
    return read_little_endian<std::uint32_t>(&units_[place * 4]);
  }
  // The beginning of the list below a unit.
  std::size_t base(std::size_t place) const {
    const std::uint32_t unit = this->unit(place);
    return place ^ (std::size_t{unit >> 10} << ((unit & 1 << 9) >> 6));
  }

  // Throws GraphError.
  std::size_t read(std::uint32_t base, Node* list) const {
    std::size_t size = 0;
    for (std::uint32_t label = 1; label < 256; ++label) {
      const std::uint32_t place = base ^ label;
      if ((unit(place) & (1u << 31 | 0xFF)) != label) continue;
      Node node{.value = place, .letter = static_cast<std::uint8_t>(label)};
      node.accepts = has_value(place);
      node.child = list_below(place);
      list[size++] = node;
    }
    return size;
  }

  // True if a key ends at a unit. Throws GraphError.
  bool has_value(std::size_t place) const {
    if (!(unit(place) & 1 << 8)) return false;
    if (!(unit(check_base(place)) >> 31)) throw GraphError(place, "has no value where a key ends");
    return true;
  }
  // The base of the list below a unit, or 0 if the list is empty. Throws GraphError.
  std::uint32_t list_below(std::size_t place) const {
    const std::uint32_t base = check_base(place);
    for (std::uint32_t label = 1; label < 256; ++label)
      if ((unit(base ^ label) & (1u << 31 | 0xFF)) == label) return base;
    return 0;
  }

 private:
  std::uint32_t check_base(std::size_t place) const {
    const std::size_t base = this->base(place);
    if (base >= size()) throw GraphError(place, "leads beyond the end of the file");
    if (base == 0) throw GraphError(place, "leads to the beginning of the file");
    return static_cast<std::uint32_t>(base);
  }

  std::string_view units_;
};

struct DawgdicFile {
  std::string bytes;  // with a guide
  std::uint64_t keys = 0;
  bool has_values = false;  // other than 0
};

// A file with these units and their guide. Throws std::invalid_argument.
inline DawgdicFile complete_dawgdic(std::string_view units) {
  const DawgdicGraph graph(units);
  std::string guide(units.size() / 2, '\0');
  std::uint64_t keys = 0;
  bool has_values = false;
  if (graph.has_value(0)) throw GraphError(0, "ends an empty key");
  if (const std::uint32_t root = graph.list_below(0)) {
    const GraphCheck<DawgdicGraph> check(graph, root, DawgdicGraph::longest);
    keys = check.words();
    std::array<Node, DawgdicGraph::max_nodes> list;
    for (const std::uint32_t base : check.order()) {
      const std::size_t size = graph.read(base, list.data());
      for (std::size_t i = 0; i < size; ++i) {
        if (list[i].accepts) has_values |= graph.unit(graph.base(list[i].value)) << 1 != 0;
        if (i + 1 < size) guide[list[i].value * 2 + 1] = static_cast<char>(list[i + 1].letter);
        if (const std::uint32_t below = list[i].child) {
          std::array<Node, DawgdicGraph::max_nodes> next;
          graph.read(below, next.data());
          guide[list[i].value * 2] = static_cast<char>(next[0].letter);
        }
      }
    }
    graph.read(root, list.data());
    guide[0] = static_cast<char>(list[0].letter);
  }
  std::string count;
  append_little_endian(count, static_cast<std::uint32_t>(graph.size()));
  return {count + std::string(units) + count + guide, keys, has_values};
}

}  // namespace wordtools
