// Gathers words in any order, with repeats, and unites them: sorted, each once, with the union of
// the category sets it came with.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

#include "builder.hpp"

namespace wordtools {

// Category sets as small numbers; a set is a mask of up to 64 categories.
class CategorySets {
 public:
  std::uint16_t number(std::uint64_t mask) {
    const auto [place, fresh] = numbers_.try_emplace(mask, masks_.size());
    if (fresh) {
      if (masks_.size() > 0xFFFF)
        throw std::length_error("more than 65,536 combinations of categories");
      masks_.push_back(mask);
    }
    return static_cast<std::uint16_t>(place->second);
  }
  std::uint16_t unite(std::uint16_t a, std::uint16_t b) {
    return a == b ? a : number(masks_[a] | masks_[b]);
  }
  const std::vector<std::uint64_t>& masks() const { return masks_; }

 private:
  std::map<std::uint64_t, std::size_t> numbers_;
  std::vector<std::uint64_t> masks_;
};

// While words come in order they go straight into the automaton, and none is kept; from the first
// that does not they are gathered and sorted.
class Collector {
 public:
  struct Compiled {
    Draft draft;
    std::vector<std::uint16_t> sets;   // by rank: index into masks
    std::vector<std::uint64_t> masks;  // ascending
    std::uint64_t duplicates = 0;
  };

  CategorySets& categories() { return categories_; }

  void add(const Tile* tiles, std::size_t count, std::uint16_t set) {
    if (count == 0 || count > max_word) throw std::invalid_argument("a word has 1 to 64 tiles");
    if (records_.empty()) {
      if (build(tiles, count, set)) return;
      unbuild();
    }
    gather(tiles, count, set);
  }

  // Empties the collector. `threads` sort at once.
  Compiled compile(unsigned threads) {
    sort(threads);
    Tile tiles[max_word];
    for (const Record& record : records_) {
      for (std::size_t i = 0; i < key_tiles; ++i)
        tiles[i] = record.key >> (6 * (key_tiles - 1 - i)) & 63;
      const std::size_t count = record.count();
      if (count > key_tiles)
        std::memcpy(tiles + key_tiles, &arena_[record.tail()], count - key_tiles);
      build(tiles, count, record.set());
    }
    std::vector<Record>().swap(records_);
    std::vector<Tile>().swap(arena_);
    built_.draft = std::exchange(builder_, Builder()).finish();
    number_by_mask(built_);
    return std::exchange(built_, {});
  }

 private:
  static constexpr std::size_t key_tiles = 10;  // of 6 bits each, in 64

  // A word: its first ten tiles as a number that sorts as they do, and where its other tiles lie.
  struct Record {
    std::uint64_t key;
    std::uint64_t rest;  // 40 bits place in the arena, 8 bits tiles, 16 bits category set
    std::size_t tail() const { return rest >> 24; }
    std::size_t count() const { return rest >> 16 & 0xFF; }
    std::uint16_t set() const { return rest & 0xFFFF; }
  };

  // Takes in a word that does not come before the last one; false when it does.
  bool build(const Tile* tiles, std::size_t count, std::uint16_t set) {
    switch (builder_.add(tiles, count)) {
      case Builder::Came::before:
        return false;
      case Builder::Came::after:
        built_.sets.push_back(set);
        return true;
      case Builder::Came::again:
        built_.sets.back() = categories_.unite(built_.sets.back(), set);
        ++built_.duplicates;
    }
    return true;
  }

  // Gathers what was built.
  void unbuild() {
    const Draft draft = std::exchange(builder_, Builder()).finish();
    const auto sets = std::exchange(built_.sets, {});
    auto set = sets.begin();
    for (Draft::Cursor word(draft); word.next();) gather(word.tiles(), word.count(), *set++);
  }

  void gather(const Tile* tiles, std::size_t count, std::uint16_t set) {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < key_tiles; ++i) key = key << 6 | (i < count ? tiles[i] : 0);
    records_.push_back({key, arena_.size() << 24 | count << 16 | set});
    if (count > key_tiles) arena_.insert(arena_.end(), tiles + key_tiles, tiles + count);
  }

  int compare(const Record& a, const Record& b) const {
    if (a.key != b.key) return a.key < b.key ? -1 : 1;
    const std::size_t x = std::max(a.count(), key_tiles) - key_tiles;
    const std::size_t y = std::max(b.count(), key_tiles) - key_tiles;
    const int tails =
        x && y ? std::memcmp(&arena_[a.tail()], &arena_[b.tail()], std::min(x, y)) : 0;
    return tails ? tails : x < y ? -1 : x > y;
  }

  // Scatters by the first two tiles, then sorts every bucket: buckets fit the cache.
  void sort(unsigned threads) {
    const auto before = [this](const Record& a, const Record& b) { return compare(a, b) < 0; };
    constexpr int shift = 6 * (key_tiles - 2);
    std::vector<std::size_t> begins(64 * 64 + 1, 0);
    for (const Record& record : records_) ++begins[(record.key >> shift) + 1];
    for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
    std::vector<Record> scattered(records_.size());
    auto places = begins;
    for (const Record& record : records_) scattered[places[record.key >> shift]++] = record;
    records_.swap(scattered);
    std::vector<Record>().swap(scattered);

    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t bucket; (bucket = next++) + 1 < begins.size();)
        std::sort(records_.begin() + begins[bucket], records_.begin() + begins[bucket + 1], before);
    };
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
    work();
  }

  // The numbers of sets must not depend on the order in which words came.
  void number_by_mask(Compiled& result) const {
    if (categories_.masks().size() == 1 && !result.sets.empty()) {
      result.masks = categories_.masks();
      return;
    }
    std::vector<bool> used(categories_.masks().size());
    for (const auto set : result.sets) used[set] = true;
    for (std::size_t i = 0; i < used.size(); ++i)
      if (used[i]) result.masks.push_back(categories_.masks()[i]);
    std::sort(result.masks.begin(), result.masks.end());
    std::vector<std::uint16_t> renumbered(used.size());
    for (std::size_t i = 0; i < used.size(); ++i)
      renumbered[i] = static_cast<std::uint16_t>(
          std::lower_bound(result.masks.begin(), result.masks.end(), categories_.masks()[i]) -
          result.masks.begin());
    for (auto& set : result.sets) set = renumbered[set];
  }

  Builder builder_;
  Compiled built_;  // with it
  std::vector<Record> records_;
  std::vector<Tile> arena_;  // the tiles beyond a word's first ten
  CategorySets categories_;
};

}  // namespace wordtools
