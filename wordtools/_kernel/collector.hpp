// Gathers words in any order, with repeats, and unites them: sorted, each once, with the union of
// the category sets it came with.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <utility>

#include "at_once.hpp"
#include "builder.hpp"
#include "large_pages.hpp"

namespace wordtools {

// Category sets as small numbers; a set is a mask of up to 64 categories.
class CategorySets {
 public:
  // Throws TooMany for the 65,537th.
  std::uint16_t number(std::uint64_t mask) {
    const std::lock_guard lock(mutex_);
    return find_or_add(mask);
  }
  std::uint16_t unite(std::uint16_t a, std::uint16_t b) {
    if (a == b) return a;
    const std::lock_guard lock(mutex_);
    return find_or_add(masks_[a] | masks_[b]);
  }
  const std::vector<std::uint64_t>& masks() const { return masks_; }

 private:
  std::uint16_t find_or_add(std::uint64_t mask) {
    const auto known = numbers_.find(mask);
    if (known != numbers_.end()) return known->second;
    if (masks_.size() > 0xFFFF) throw TooMany("more than 65,536 combinations of categories");
    const auto number = static_cast<std::uint16_t>(masks_.size());
    masks_.push_back(mask);  // first: a mask without its number does no harm
    return numbers_[mask] = number;
  }

  std::mutex mutex_;
  std::map<std::uint64_t, std::uint16_t> numbers_;
  std::vector<std::uint64_t> masks_;
};

// Words that came in order.
struct Run {
  Builder builder;
  LargeVector<std::uint16_t> sets;  // by rank
  std::uint64_t duplicates = 0;

  // Takes in a word that does not come before the last one; false when it does. One that comes
  // again unites its sets by `categories`.
  bool add(const Tile* tiles, std::size_t count, std::uint16_t set, CategorySets& categories) {
    switch (builder.add(tiles, count)) {
      case Builder::Came::before:
        return false;
      case Builder::Came::after:
        sets.push_back(set);
        return true;
      case Builder::Came::again:
        sets.back() = categories.unite(sets.back(), set);
        ++duplicates;
    }
    return true;
  }

  // As Builder does.
  bool append(Run&& later) {
    if (!builder.append(std::move(later.builder))) return false;
    sets.insert(sets.end(), later.sets.begin(), later.sets.end());
    duplicates += later.duplicates;
    return true;
  }
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
        if (run_.add(tiles, count, set, categories_)) return;
        gather(std::exchange(run_, {}));
      }
      gather(tiles, count, set);
    } catch (...) {
      lost_ = true;
      throw;
    }
  }

  bool empty() const { return run_.sets.empty() && gathered_.empty(); }
  // Takes in the words of a run; only when it is empty.
  void add(Run&& run) {
    check();
    run_ = std::move(run);
  }

  // Empties the collector. `threads`: one or two.
  Compiled compile(unsigned threads) {
    check();
    lost_ = true;
    if (!gathered_.empty()) run_ = run_of(sorted(threads), threads);
    Run run = std::exchange(run_, {});
    Compiled compiled{std::move(run.builder).finish(),
                      std::move(run.sets),
                      {},
                      run.duplicates + std::exchange(duplicates_, 0)};
    number_by_mask(compiled);
    lost_ = false;
    return compiled;
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
    Tile first() const { return static_cast<Tile>(key[0] >> shift_of(0)); }
  };

  void check() const {
    if (lost_) throw std::runtime_error("this collector has failed and lost words: begin anew");
  }

  // Of sorted records. Empties the arena.
  Run run_of(const Zeros<Record>& sorted, unsigned threads) {
    const std::span records(sorted.data(), sorted.size());
    Run run, later;
    if (threads > 1) {
      // Words with one first tile stay together.
      const auto middle = records.begin() + records.size() / 2;
      const auto before = [](const Record& record, Tile tile) { return record.first() < tile; };
      const auto begin = std::lower_bound(records.begin(), middle, middle->first(), before);
      const auto end = std::lower_bound(middle, records.end(), middle->first() + 1, before);
      const auto half = middle - begin < end - middle ? begin : end;
      at_once([&] { build(run, {records.begin(), half}); },
              [&] { build(later, {half, records.end()}); });
      if (run.sets.empty())
        run = std::move(later);
      else if (!later.sets.empty())
        run.append(std::move(later));  // which begins with a later tile
    } else {
      build(run, records);
    }
    std::vector<Tile>().swap(arena_);
    return run;
  }

  void build(Run& run, std::span<const Record> records) {
    Tile tiles[max_word];
    for (const Record& record : records) {
      const std::size_t count = record.count();
      for (std::size_t i = 0; i < key_tiles; ++i)  // all: how many there are is hard to guess
        tiles[i] = record.key[i / 10] >> shift_of(i) & 63;
      if (count > key_tiles)
        std::memcpy(tiles + key_tiles, &arena_[record.tail()], count - key_tiles);
      run.add(tiles, count, record.set(), categories_);
    }
  }

  void gather(Run&& run) {
    const Draft draft = std::move(run.builder).finish();
    auto set = run.sets.begin();
    for (Draft::Cursor word(draft); word.next();) gather(word.tiles(), word.count(), *set++);
    duplicates_ += run.duplicates;
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
    threads > 1 ? at_once(work, work) : work();
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
  Run run_;                       // all words, while they come in order
  std::uint64_t duplicates_ = 0;  // of a run that was gathered
  static constexpr std::size_t piece = 1 << 14;
  std::vector<std::vector<Record>> gathered_;  // in pieces: one that grows would be copied
  std::vector<Tile> arena_;                    // the tiles beyond a word's first twenty
  CategorySets categories_;
};

}  // namespace wordtools
