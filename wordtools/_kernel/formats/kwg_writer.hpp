// Assigns places to the entries of a KWG and writes its nodes.
#pragma once

#include <numeric>

#include "formats/kwg_entries.hpp"

namespace wordtools {

// The order of nodes: as current programs write them (`rows`), or as earlier ones did (`legacy`).
enum class KwgLayout : std::uint8_t { rows, legacy };

class KwgWriter {
 public:
  // `wide`: KBWG.
  KwgWriter(const KwgEntries& entries, bool gaddag, bool wide, KwgLayout layout)
      : entries_(entries), gaddag_(gaddag), wide_(wide), layout_(layout) {
    measure_lists();
    places_.resize(entries.size());
    taken_ = gaddag ? 2 : 1;
    if (layout == KwgLayout::legacy) {
      place(entries.dawg());
      place(entries.gaddag());
    } else {
      add_row(taken_);
      for (const std::uint32_t entry : list_by_importance()) place(entry);
      taken_ = (fills_.size() - 1) * row + fills_.back();
    }
  }

  // The number of nodes in the file.
  std::size_t size() const { return taken_; }

  // The bytes of the file. `size()` must fit in the node numbers of the format.
  std::string write() const {
    std::string bytes(taken_ * 4, '\0');
    put(bytes, 0, pack(root(entries_.dawg()), true));
    if (gaddag_) put(bytes, 1, pack(root(entries_.gaddag()), true));
    for (std::uint32_t head = 1; head < entries_.size(); ++head) {
      if (heads_[head] != head) continue;
      std::size_t place = places_[head];
      for (std::uint32_t at = head; at; at = entries_[at].next) {
        KwgEntry entry = entries_[at];
        entry.child = places_[entry.child];
        put(bytes, place++, pack(entry, !entries_[at].next));
      }
    }
    return bytes;
  }

 private:
  static constexpr std::uint32_t row = 16;  // nodes
  static constexpr std::uint32_t under_way = std::numeric_limits<std::uint32_t>::max();

  KwgEntry root(std::uint32_t first) const { return {.child = places_[first]}; }

  std::uint32_t pack(KwgEntry entry, bool last) const {
    const auto child = static_cast<std::uint32_t>(entry.child);
    const auto tile = static_cast<std::uint32_t>(entry.tile);
    const auto accepts = static_cast<std::uint32_t>(entry.accepts);
    return wide_ ? tile | std::uint32_t{last} << 6 | accepts << 7 | child << 8
                 : child | std::uint32_t{last} << 22 | accepts << 23 | tile << 24;
  }
  static void put(std::string& bytes, std::size_t node, std::uint32_t word) {
    for (int i = 0; i < 4; ++i) bytes[node * 4 + i] = static_cast<char>(word >> 8 * i & 0xFF);
  }

  void measure_lists() {
    lengths_.resize(entries_.size());
    heads_.resize(entries_.size());
    for (std::size_t entry = 1; entry < entries_.size(); ++entry)
      lengths_[entry] = static_cast<std::uint8_t>(lengths_[entries_[entry].next] + 1);
    // An entry has a higher number than the rest of its list. This loop counts downwards, so if
    // several entries have the same rest, the lowest of them is processed last and decides.
    for (auto entry = static_cast<std::uint32_t>(entries_.size()); --entry;) {
      if (!heads_[entry]) heads_[entry] = entry;
      heads_[entries_[entry].next] = heads_[entry];
    }
    heads_[0] = 0;
  }

  // Lists all entries. Entries of the DAWG come before all others. Within each of these two groups,
  // entries with more paths come first, and if the numbers of paths are equal, entries with longer
  // lists.
  std::vector<std::uint32_t> list_by_importance() const {
    std::vector<std::uint32_t> ways(entries_.size());
    ways[entries_.dawg()] = ways[entries_.gaddag()] = 1;
    const auto add = [&](std::uint64_t entry, std::uint32_t more) {
      ways[entry] = more > ~ways[entry] ? ~std::uint32_t{0} : ways[entry] + more;
    };
    for (std::size_t entry = entries_.size(); --entry;) {
      add(entries_[entry].next, ways[entry]);
      add(entries_[entry].child, ways[entry]);
    }
    std::vector<bool> in_dawg(entries_.size());
    struct Ranked {
      std::uint64_t importance;
      std::uint32_t entry;
    };
    LargeVector<Ranked> ranked;
    ranked.reserve(entries_.size());
    for (std::uint32_t entry = 1; entry < entries_.size(); ++entry) {
      in_dawg[entry] = !gaddag_ || entry <= entries_.dawg() || in_dawg[entries_[entry].next];
      ranked.push_back(
          {std::uint64_t{in_dawg[entry]} << 40 | std::uint64_t{ways[entry]} << 8 | lengths_[entry],
           entry});
    }
    std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
      return a.importance != b.importance ? a.importance > b.importance : a.entry < b.entry;
    });
    std::vector<std::uint32_t> order;
    order.reserve(ranked.size());
    for (const Ranked& item : ranked) order.push_back(item.entry);
    return order;
  }

  // Places the longest list that contains the entry and, recursively, the lists that this list
  // leads to.
  void place(std::uint32_t entry) {
    const std::uint32_t head = heads_[entry];
    if (!head || places_[head]) return;
    places_[head] = under_way;
    std::uint32_t room = layout_ == KwgLayout::rows ? take_room(lengths_[head]) : 0;
    for (std::uint32_t at = head; at; at = entries_[at].next) place(entries_[at].child);
    if (layout_ == KwgLayout::legacy) room = std::exchange(taken_, taken_ + lengths_[head]);
    places_[head] = 0;
    for (std::uint32_t at = head; at && !places_[at]; at = entries_[at].next) places_[at] = room++;
  }

  // The place of the first of `length` free nodes, in the fullest row that has room for them.
  std::uint32_t take_room(std::uint32_t length) {
    if (length <= row) {
      for (std::uint32_t fill = row - length + 1; fill-- > 0;) {
        if (rows_by_fill_[fill].empty()) continue;
        const std::uint32_t number = rows_by_fill_[fill].back();
        rows_by_fill_[fill].pop_back();
        fill_row(number, fill + length);
        return number * row + fill;
      }
    } else if (fills_.size() % 2) {
      add_row(0);
    }
    const auto first = static_cast<std::uint32_t>(fills_.size() * row);
    for (; length; length -= std::min(length, row)) add_row(std::min(length, row));
    return first;
  }
  void add_row(std::uint32_t fill) {
    fills_.push_back(0);
    fill_row(static_cast<std::uint32_t>(fills_.size() - 1), fill);
  }
  void fill_row(std::uint32_t number, std::uint32_t fill) {
    fills_[number] = static_cast<std::uint8_t>(fill);
    if (fill < row) rows_by_fill_[fill].push_back(number);
  }

  const KwgEntries& entries_;
  bool gaddag_, wide_;
  KwgLayout layout_;
  std::vector<std::uint8_t> lengths_;  // entries from each to the end of its list
  std::vector<std::uint32_t> heads_;   // the first entry of the longest list that each is in
  std::vector<std::uint32_t> places_;  // 0: none yet
  std::uint32_t taken_ = 0;            // nodes that have places
  std::vector<std::uint8_t> fills_;    // of rows
  std::array<std::vector<std::uint32_t>, row> rows_by_fill_;
};

}  // namespace wordtools
