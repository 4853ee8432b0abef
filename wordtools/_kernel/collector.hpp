// Gathers words in any order, with repeats, and unites them: sorted, each once, with the union of
// the category sets it came with.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include "builder.hpp"
#include "large_pages.hpp"

namespace wordtools {

// Category sets as small numbers; a set is a mask of up to 64 categories.
class CategorySets {
 public:
  // Throws TooMany for the 65,537th.
  std::uint16_t number(std::uint64_t mask) {
    const auto known = numbers_.find(mask);
    if (known != numbers_.end()) return known->second;
    if (masks_.size() > 0xFFFF) throw TooMany("more than 65,536 combinations of categories");
    const auto number = static_cast<std::uint16_t>(masks_.size());
    masks_.push_back(mask);  // first: a mask without its number does no harm
    return numbers_[mask] = number;
  }
  std::uint16_t unite(std::uint16_t a, std::uint16_t b) {
    return a == b ? a : number(masks_[a] | masks_[b]);
  }
  const std::vector<std::uint64_t>& masks() const { return masks_; }

 private:
  std::map<std::uint64_t, std::uint16_t> numbers_;
  std::vector<std::uint64_t> masks_;
};

// While words come in order they go straight into the automaton, and none is kept; from the first
// that does not they are gathered and sorted.
class Collector {
 public:
  struct Compiled {
    Draft draft;
    LargeVector<std::uint16_t> sets;   // by rank: index into masks
    std::vector<std::uint64_t> masks;  // ascending
    std::uint64_t duplicates = 0;
  };

  CategorySets& categories() { return categories_; }

  // Throws TooMany; once it or `compile` has thrown anything, words are lost, and both throw
  // std::runtime_error.
  void add(const Tile* tiles, std::size_t count, std::uint16_t set) {
    if (count == 0 || count > max_word) throw std::invalid_argument("a word has 1 to 64 tiles");
    check();
    try {
      if (gathered_.empty()) {
        if (build(tiles, count, set)) return;
        unbuild();
      }
      gather(tiles, count, set);
    } catch (...) {
      lost_ = true;
      throw;
    }
  }

  // Empties the collector. `threads` sort at once.
  Compiled compile(unsigned threads) {
    check();
    lost_ = true;
    const Zeros<Record> records = sorted(threads);
    Tile tiles[max_word];
    for (const Record& record : std::span(records.data(), records.size())) {
      const std::size_t count = record.count();
      for (std::size_t i = 0; i < key_tiles; ++i)  // all: how many there are is hard to guess
        tiles[i] = record.key[i / 10] >> shift_of(i) & 63;
      if (count > key_tiles)
        std::memcpy(tiles + key_tiles, &arena_[record.tail()], count - key_tiles);
      build(tiles, count, record.set());
    }
    std::vector<Tile>().swap(arena_);
    built_.draft = std::exchange(builder_, Builder()).finish();
    number_by_mask(built_);
    lost_ = false;
    return std::exchange(built_, {});
  }

 private:
  static constexpr std::size_t key_tiles = 20;
  static constexpr std::size_t shift_of(std::size_t place) { return 6 * (9 - place % 10); }

  // A word: its first twenty tiles, six bits each, as two numbers that sort as they do, and where
  // its other tiles lie.
  struct Record {
    std::uint64_t key[2];
    std::uint64_t rest;  // 40 bits place in the arena, 8 bits tiles, 16 bits category set
    std::size_t tail() const { return rest >> 24; }
    std::size_t count() const { return rest >> 16 & 0xFF; }
    std::uint16_t set() const { return rest & 0xFFFF; }
  };

  void check() const {
    if (lost_) throw std::runtime_error("this collector has failed and lost words: begin anew");
  }

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
    std::uint64_t key[2] = {0, 0};
    for (std::size_t i = 0; i < std::min(count, key_tiles); ++i)
      key[i / 10] |= std::uint64_t{tiles[i]} << shift_of(i);
    if (gathered_.empty() || gathered_.back().size() == piece) {
      gathered_.emplace_back();
      gathered_.back().reserve(piece);
    }
    gathered_.back().push_back({{key[0], key[1]}, arena_.size() << 24 | count << 16 | set});
    if (count > key_tiles) arena_.insert(arena_.end(), tiles + key_tiles, tiles + count);
  }

  int compare(const Record& a, const Record& b) const {
    for (const int half : {0, 1})
      if (a.key[half] != b.key[half]) return a.key[half] < b.key[half] ? -1 : 1;
    const std::size_t x = std::max(a.count(), key_tiles) - key_tiles;
    const std::size_t y = std::max(b.count(), key_tiles) - key_tiles;
    const int tails =
        x && y ? std::memcmp(&arena_[a.tail()], &arena_[b.tail()], std::min(x, y)) : 0;
    return tails ? tails : x < y ? -1 : x > y;
  }

  // Scatters by the first two tiles, then sorts every bucket: buckets fit the cache. Empties
  // gathered_.
  Zeros<Record> sorted(unsigned threads) {
    const auto bucket_of = [](const Record& record) { return record.key[0] >> 48; };
    std::vector<std::size_t> begins(64 * 64 + 1, 0);
    for (const auto& records : gathered_)
      for (const Record& record : records) ++begins[bucket_of(record) + 1];
    for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
    Zeros<Record> scattered(begins.back());
    auto places = begins;
    for (auto& records : std::exchange(gathered_, {})) {
      for (const Record& record : records) scattered[places[bucket_of(record)]++] = record;
      std::vector<Record>().swap(records);
    }

    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t bucket; (bucket = next++) + 1 < begins.size();)
        std::sort(&scattered[begins[bucket]], &scattered[begins[bucket + 1]],
                  [this](const Record& a, const Record& b) { return compare(a, b) < 0; });
    };
    std::vector<std::jthread> others;
    try {
      for (unsigned i = 1; i < threads && begins.back(); ++i) others.emplace_back(work);
    } catch (const std::system_error&) {
      // No more threads here: then with those there are.
    }
    work();
    others.clear();  // waits for them
    return scattered;
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

  bool lost_ = false;
  Builder builder_;
  Compiled built_;  // with it
  static constexpr std::size_t piece = 1 << 14;
  std::vector<std::vector<Record>> gathered_;  // in pieces: one that grows would be copied
  std::vector<Tile> arena_;                    // the tiles beyond a word's first twenty
  CategorySets categories_;
};

}  // namespace wordtools
