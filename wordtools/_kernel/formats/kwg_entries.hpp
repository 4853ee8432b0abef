// The distinct entries of a KWG, before they have places as nodes.
//
// An entry consists of a tile, whether a word ends there, the list that it leads to, and the rest
// of its own list. Entries are equal if all four parts are equal, so lists share their tails, and
// the GADDAG shares as much as possible with the DAWG. Each entry's number is greater than those of
// the entries that it leads to; 0 stands for no entry.
//
// The paths of the GADDAG for CARE are ERAC, RAC@, AC@ and C@, where @ is tile 0. A path that ends
// in @ continues in the DAWG.
#pragma once

#include <array>

#include "automaton/state_register.hpp"

namespace wordtools {

struct KwgEntry {
  static constexpr std::size_t max_count = 1 << 24;
  static constexpr const char* too_many = "more than 16,777,215 nodes";
  static constexpr bool last = true;  // for StateRegister, an entry is a state with one arc

  std::uint64_t child : 24 = 0;
  std::uint64_t next : 24 = 0;  // in its list
  std::uint64_t tile : 6 = 0;
  std::uint64_t accepts : 1 = 0;
  std::uint64_t : 9;
  std::uint64_t bits() const {
    return std::uint64_t{child} | std::uint64_t{next} << 24 | std::uint64_t{tile} << 48 |
           std::uint64_t{accepts} << 54;
  }
  bool operator==(const KwgEntry& other) const { return bits() == other.bits(); }
};

class KwgEntries {
 public:
  explicit KwgEntries(const DraftAutomaton& draft, bool gaddag) {
    add_dawg(draft);
    if (gaddag) add_gaddag(draft);
  }

  std::size_t size() const { return entries_.size(); }
  const KwgEntry& operator[](std::size_t number) const { return entries_[number]; }
  // The first entries of the two root lists; 0 if there are no words.
  std::uint32_t dawg() const { return dawg_; }
  std::uint32_t gaddag() const { return gaddag_; }

 private:
  // A path of the GADDAG: the beginning of one or more words, backwards. Its first twenty tiles are
  // packed into two numbers, with six bits for each tile, so that the numbers sort like the tiles.
  // Further tiles are stored separately.
  struct Path {
    std::uint64_t key[2];
    std::uint64_t dawg : 24;  // where it continues forwards, or 0
    std::uint64_t accepts : 1;
    std::uint64_t length : 7;
    std::uint64_t rest : 32;  // where its other tiles begin
  };
  static constexpr std::size_t key_tiles = 20;
  static constexpr std::size_t buckets = 64 * 64;  // by the first two tiles
  static constexpr int shift_of(std::size_t place) {
    return 6 * (9 - static_cast<int>(place % 10));
  }

  std::uint32_t add(const KwgEntry& entry) { return known_.find_or_add(entries_, &entry, 1); }

  // The states of a draft are already in the order that entries need.
  void add_dawg(const DraftAutomaton& draft) {
    states_.resize(draft.arcs.size());
    for (std::size_t begin = 1, end = 1; begin < draft.arcs.size(); begin = end) {
      while (!draft.arcs[end++].last) {
      }
      std::uint32_t entry = 0;
      for (std::size_t at = end; at-- > begin;) {
        const auto arc = draft.arcs[at];
        entry = add(
            {.child = states_[arc.target], .next = entry, .tile = arc.tile, .accepts = arc.final});
      }
      states_[begin] = entry;
    }
    dawg_ = states_[draft.arcs[0].target];
  }

  // Calls visit(key, depth, arc) for each beginning of a word: `key` is its key in Path, `arc` is
  // its last arc, and `tiles_` holds its tiles.
  template <class Visit>
  void visit_beginnings(const DraftAutomaton& draft, std::uint32_t state, std::size_t depth,
                        std::array<std::uint64_t, 2> key, Visit& visit) {
    for (std::size_t at = state;; ++at) {
      const auto arc = draft.arcs[at];
      tiles_[depth] = arc.tile;
      const std::array<std::uint64_t, 2> longer{
          key[0] >> 6 | std::uint64_t{arc.tile} << shift_of(0), key[1] >> 6 | (key[0] & 63)
                                                                                  << shift_of(0)};
      visit(longer, depth + 1, arc);
      if (arc.target) visit_beginnings(draft, arc.target, depth + 1, longer, visit);
      if (arc.last) break;
    }
  }

  // The paths in order. A first walk counts them, so that a second walk can put each into its
  // bucket.
  LargeVector<Path> list_paths(const DraftAutomaton& draft) {
    std::vector<std::size_t> begins(buckets + 1);
    const auto bucket_of = [](std::uint64_t key) { return key >> shift_of(1); };
    const auto count = [&](const auto& key, std::size_t, auto) { ++begins[bucket_of(key[0]) + 1]; };
    const std::uint32_t root = draft.arcs[0].target;
    visit_beginnings(draft, root, 0, {0, 0}, count);
    for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
    LargeVector<Path> paths(begins.back());
    auto ends = begins;
    const auto put = [&](const auto& key, std::size_t depth, DraftAutomaton::Arc arc) {
      paths[ends[bucket_of(key[0])]++] = {
          {key[0], key[1]}, states_[arc.target], arc.final, depth, rest_.size()};
      for (std::size_t i = key_tiles; i < depth; ++i) rest_.push_back(tiles_[depth - 1 - i]);
    };
    visit_beginnings(draft, root, 0, {0, 0}, put);
    for (std::size_t i = 0; i < buckets; ++i)
      std::sort(paths.begin() + begins[i], paths.begin() + begins[i + 1],
                [this](const Path& a, const Path& b) { return is_before(a, b); });
    return paths;
  }

  bool is_before(const Path& a, const Path& b) const {
    if (a.key[0] != b.key[0]) return a.key[0] < b.key[0];
    if (a.key[1] != b.key[1]) return a.key[1] < b.key[1];
    const auto rest = [this](const Path& path) {
      const std::size_t size = std::max<std::size_t>(path.length, key_tiles) - key_tiles;
      return std::basic_string_view<Tile>(rest_.data() + path.rest, size);
    };
    return rest(a) < rest(b);
  }

  void add_gaddag(const DraftAutomaton& draft) {
    if (!draft.words) return;
    std::size_t length = 0;  // of the path added last
    for (const Path& path : list_paths(draft)) {
      Tile tiles[max_word];
      for (std::size_t i = 0; i < path.length; ++i)
        tiles[i] =
            i < key_tiles ? path.key[i / 10] >> shift_of(i) & 63 : rest_[path.rest + i - key_tiles];
      std::size_t common = 0;
      while (common < std::min<std::size_t>(length, path.length) && tiles_[common] == tiles[common])
        ++common;
      close_below(common, length);
      for (std::size_t i = common; i < path.length; ++i) {
        tiles_[i] = tiles[i];
        open_[i].push_back({.tile = tiles[i]});
      }
      length = path.length;
      open_[length - 1].back().accepts = path.accepts;
      if (path.dawg) open_[length].push_back({.child = path.dawg});
    }
    close_below(0, length);
    gaddag_ = close(open_[0]);
  }

  // Turns the lists beyond `depth` on the last path, which has `length` tiles, into entries.
  void close_below(std::size_t depth, std::size_t length) {
    for (; length > depth; --length) open_[length - 1].back().child = close(open_[length]);
  }
  std::uint32_t close(std::vector<KwgEntry>& list) {
    std::uint32_t entry = 0;
    for (; !list.empty(); list.pop_back()) {
      list.back().next = entry;
      entry = add(list.back());
    }
    return entry;
  }

  LargeVector<KwgEntry> entries_{1};
  StateRegister<KwgEntry> known_;
  LargeVector<std::uint32_t> states_;  // the first entry of each state of the draft
  std::uint32_t dawg_ = 0, gaddag_ = 0;
  std::array<Tile, max_word> tiles_{};
  std::vector<Tile> rest_;
  std::array<std::vector<KwgEntry>, max_word + 1> open_;  // lists along the last path
};

}  // namespace wordtools
