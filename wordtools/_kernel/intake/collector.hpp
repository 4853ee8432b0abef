// Builds an automaton from words in any order, which may be repeated. A word added with several
// category sets gets their union.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "automaton/automaton_builder.hpp"
#include "automaton/memory.hpp"
#include "automaton/parallel.hpp"
#include "intake/packed_tiles.hpp"

namespace wordtools {

// Assigns small numbers to category sets, which are masks of up to 64 categories.
class CategorySetRegistry {
 public:
  // The number of a set. Throws TooManyError for the 65,537th set; so does `unite`.
  std::uint16_t assign_number(std::uint64_t mask) {
    const std::lock_guard lock(mutex_);
    return find_or_add(mask);
  }
  // The number of the union of two sets.
  std::uint16_t unite(std::uint16_t a, std::uint16_t b) {
    if (a == b) return a;
    const std::uint64_t sets =
        std::uint64_t{1} << 48 | std::uint64_t{a} << 32 | std::uint64_t{b} << 16;
    std::atomic<std::uint64_t>& recent = recent_[(a * 31u + b) % recent_.size()];
    const std::uint64_t united = recent.load(std::memory_order_relaxed);
    if ((united & ~std::uint64_t{0xFFFF}) == sets) return united & 0xFFFF;
    const std::lock_guard lock(mutex_);
    const std::uint16_t number = find_or_add(masks_[a] | masks_[b]);
    recent.store(sets | number, std::memory_order_relaxed);
    return number;
  }
  const std::vector<std::uint64_t>& masks() const { return masks_; }

 private:
  std::uint16_t find_or_add(std::uint64_t mask) {
    const auto entry = numbers_.find(mask);
    if (entry != numbers_.end()) return entry->second;
    if (masks_.size() > 0xFFFF) throw TooManyError("more than 65,536 combinations of categories");
    const auto number = static_cast<std::uint16_t>(masks_.size());
    masks_.push_back(mask);  // first, since it does no harm if adding the number throws
    return numbers_[mask] = number;
  }

  std::mutex mutex_;
  std::map<std::uint64_t, std::uint16_t> numbers_;
  std::vector<std::uint64_t> masks_;
  // Recent unions. Each is a single number (a bit, both sets, and their union), so that threads
  // never see half of it.
  std::array<std::atomic<std::uint64_t>, 256> recent_{};
};

// Words added in alphabet order, as an automaton that can still grow.
struct SortedRun {
  AutomatonBuilder builder;
  LargeVector<std::uint16_t> sets;  // by rank
  std::uint64_t duplicates = 0;

  // Adds a word and returns true; if the word comes before the last one, only returns false. If a
  // word is repeated, unites its sets.
  bool add(const Tile* tiles, std::size_t count, std::uint16_t set,
           CategorySetRegistry& categories) {
    switch (builder.add(tiles, count)) {
      case AutomatonBuilder::Order::before:
        return false;
      case AutomatonBuilder::Order::after:
        sets.push_back(set);
        return true;
      case AutomatonBuilder::Order::repeated:
        sets.back() = categories.unite(sets.back(), set);
        ++duplicates;
    }
    return true;
  }

  // Adds all words of a run, if they all begin with later tiles; see AutomatonBuilder::append.
  bool append(SortedRun&& later) {
    if (!builder.append(std::move(later.builder))) return false;
    sets.insert(sets.end(), later.sets.begin(), later.sets.end());
    duplicates += later.duplicates;
    return true;
  }
};

// As long as words arrive in alphabet order, they go straight into the automaton. From the first
// word out of order on, words are gathered in memory and sorted at the end. When the number of
// gathered words reaches a maximum, they are turned into an automaton, so the memory needed depends
// on the number of distinct words, not on repeats.
class Collector {
 public:
  static constexpr std::size_t many = std::size_t{1} << 24;

  explicit Collector(std::size_t max_gathered = many) : max_gathered_(max_gathered) {}

  struct CompiledWords {
    DraftAutomaton draft;
    LargeVector<std::uint16_t> sets;   // by rank: index into masks
    std::vector<std::uint64_t> masks;  // ascending
    std::uint64_t duplicates = 0;
  };

  // Returns the new category set of the words that have a given set, or nothing to drop these
  // words. It is called once for each set.
  using Settle = std::function<std::optional<std::uint64_t>(std::uint64_t)>;

  CategorySetRegistry& categories() { return categories_; }

  // Throws TooManyError. Once this function or `compile` has thrown, the words are lost, and every
  // later call of either function throws std::runtime_error.
  void add(const Tile* tiles, std::size_t count, std::uint16_t set) {
    if (count == 0 || count > max_word) throw std::invalid_argument("a word has 1 to 64 tiles");
    check_usable();
    failed_ = true;  // unless nothing throws
    if (gathers()) {
      gather(tiles, count, set);
    } else if (!run_.add(tiles, count, set, categories_)) {
      gather(std::exchange(run_, {}));
      gather(tiles, count, set);
    }
    failed_ = false;
  }

  // True once words have arrived out of order; from then on `add` does not check their order.
  bool gathers() const { return gathered_ || !runs_.empty(); }
  // Like `add` above, but only for a collector that gathers.
  void add(const PackedTiles& word, std::uint16_t set) {
    check_usable();
    failed_ = true;
    gather(WordRecord{{word.upper(), word.lower()}, word.count << 16 | set});
    failed_ = false;
  }

  bool empty() const { return run_.sets.empty() && !gathers(); }
  // Adds the words of a run to an empty collector.
  void add(SortedRun&& run) {
    check_usable();
    run_ = std::move(run);
  }

  // Empties the collector. `threads` is one or two. `settle` may change the final category set of a
  // word.
  CompiledWords compile(unsigned threads, const Settle& settle = nullptr) {
    check_usable();
    failed_ = true;
    if (settle && !run_.sets.empty()) gather(std::exchange(run_, {}));
    if (!runs_.empty()) {
      if (gathered_) runs_.push_back(end_run(1));
      run_ = merge_runs(settle);
    } else if (gathered_) {
      run_ = end_run(threads, settle);
    }
    SortedRun run = std::exchange(run_, {});
    CompiledWords compiled{std::move(run.builder).finish(),
                           std::move(run.sets),
                           {},
                           run.duplicates + std::exchange(duplicates_, 0)};
    number_by_mask(compiled);
    failed_ = false;
    return compiled;
  }

 private:
  static constexpr std::size_t key_tiles = PackedTiles::capacity;
  static constexpr std::size_t shift_of(std::size_t place) { return 6 * (9 - place % 10); }

  // A word. Its first twenty tiles are packed into two numbers, with six bits for each tile, so
  // that the numbers sort like the tiles; `rest` has the place of its other tiles.
  struct WordRecord {
    std::uint64_t key[2];
    std::uint64_t
        rest;  // from the top: 40 bits index into the arena, 8 tile count, 16 category set
    std::size_t tail() const { return rest >> 24; }
    std::size_t count() const { return rest >> 16 & 0xFF; }
    std::uint16_t set() const { return rest & 0xFFFF; }
  };
  using Bucket = std::vector<WordRecord>;

  void check_usable() const {
    if (failed_)
      throw std::runtime_error("this collector failed before and lost words; use a new one");
  }

  // The words gathered so far. Empties the buckets and the arena.
  SortedRun end_run(unsigned threads, const Settle& settle = nullptr) {
    sort_buckets(threads);
    if (settle) settle_buckets(settle);
    SortedRun run, later;
    const std::span<Bucket> buckets(buckets_);
    if (threads > 1) {
      const std::size_t middle = find_middle();
      run_parallel([&] { append_buckets(run, buckets.first(middle)); },
                   [&] { append_buckets(later, buckets.subspan(middle)); });
      if (run.sets.empty())
        run = std::move(later);
      else if (!later.sets.empty())
        run.append(std::move(later));  // whose words begin with later tiles
    } else {
      append_buckets(run, buckets);
    }
    gathered_ = 0;
    std::vector<Tile>().swap(arena_);
    return run;
  }

  // The bucket where the first tile changes, as near to the middle of the words as possible.
  std::size_t find_middle() const {
    std::size_t words = 0, nearest = 0, middle = 0, before = 0;
    for (const Bucket& bucket : buckets_) words += bucket.size();
    for (std::size_t at = 0; at < buckets_.size(); before += buckets_[at++].size())
      if (at % 64 == 0 && std::min(before, words - before) > nearest)
        nearest = std::min(before, words - before), middle = at;
    return middle;
  }

  // The words of all runs. Empties runs_.
  SortedRun merge_runs(const Settle& settle) {
    struct Source {
      DraftAutomaton draft;
      LargeVector<std::uint16_t> sets;
      DraftAutomaton::Cursor at{draft};
      std::size_t rank = 0;
      std::string_view word() const {
        return {reinterpret_cast<const char*>(at.tiles()), at.count()};
      }
    };
    std::vector<std::unique_ptr<Source>> sources;
    SortedRun merged;
    for (SortedRun& run : std::exchange(runs_, {})) {
      merged.duplicates += run.duplicates;
      sources.emplace_back(new Source{std::move(run.builder).finish(), std::move(run.sets)});
    }
    const auto advance = [](const auto& source) { return source->at.next(); };
    std::erase_if(sources, [&](const auto& source) { return !advance(source); });
    SettledSets settled(categories_, settle);
    while (!sources.empty()) {
      const auto before = [](const auto& a, const auto& b) { return a->word() < b->word(); };
      const Source* first = std::min_element(sources.begin(), sources.end(), before)->get();
      const std::string word(first->word());
      std::uint16_t set = first->sets[first->rank];
      std::erase_if(sources, [&](const auto& source) {
        if (source->word() != word) return false;
        if (source.get() != first) ++merged.duplicates;
        set = categories_.unite(set, source->sets[source->rank++]);
        return !advance(source);
      });
      if (const auto lasting = settled.find(set))
        merged.add(reinterpret_cast<const Tile*>(word.data()), word.size(), *lasting, categories_);
    }
    return merged;
  }

  // The new category sets; calls `settle` once for each old set.
  class SettledSets {
   public:
    SettledSets(CategorySetRegistry& categories, const Settle& settle)
        : categories_(categories), settle_(settle) {}

    std::optional<std::uint16_t> find(std::uint16_t set) {
      if (!settle_) return set;
      if (settled_.size() <= set) settled_.resize(std::size_t{set} + 1, unknown);
      if (settled_[set] == unknown) {
        const auto mask = settle_(categories_.masks()[set]);
        settled_[set] = mask ? categories_.assign_number(*mask) : dropped;
      }
      if (settled_[set] == dropped) return std::nullopt;
      return static_cast<std::uint16_t>(settled_[set]);
    }

   private:
    static constexpr std::uint32_t unknown = 1 << 16, dropped = unknown + 1;
    CategorySetRegistry& categories_;
    const Settle& settle_;
    std::vector<std::uint32_t> settled_;  // by set
  };

  // Leaves one record for each word that is kept, with its settled set, in the sorted buckets.
  void settle_buckets(const Settle& settle) {
    SettledSets settled(categories_, settle);
    for (Bucket& sorted : buckets_) {
      auto kept = sorted.begin();
      for (auto at = sorted.begin(), next = at; at != sorted.end(); at = next) {
        std::uint16_t set = at->set();
        for (next = at + 1; next != sorted.end() && compare(*at, *next) == 0; ++next)
          set = categories_.unite(set, next->set());
        const auto lasting = settled.find(set);
        if (!lasting) continue;
        *kept = *at;
        kept++->rest = (at->rest & ~std::uint64_t{0xFFFF}) | *lasting;
      }
      sorted.erase(kept, sorted.end());
    }
  }

  // Adds the words of sorted buckets, and empties these.
  void append_buckets(SortedRun& run, std::span<Bucket> buckets) {
    run.sets.reserve(gathered_);  // memory that is not written to costs nothing
    for (Bucket& bucket : buckets) append_records(run, std::exchange(bucket, {}));
  }

  void append_records(SortedRun& run, std::span<const WordRecord> records) {
    Tile tiles[max_word];
    for (const WordRecord& record : records) {
      const std::size_t count = record.count();
      for (std::size_t i = 0; i < key_tiles; ++i)  // always all: a branch would be mispredicted
        tiles[i] = record.key[i / 10] >> shift_of(i) & 63;
      if (count > key_tiles)
        std::memcpy(tiles + key_tiles, &arena_[record.tail()], count - key_tiles);
      run.add(tiles, count, record.set(), categories_);
    }
  }

  void gather(SortedRun&& run) {
    const DraftAutomaton draft = std::move(run.builder).finish();
    auto set = run.sets.begin();
    for (DraftAutomaton::Cursor word(draft); word.next();)
      gather(word.tiles(), word.count(), *set++);
    duplicates_ += run.duplicates;
  }

  void gather(const Tile* tiles, std::size_t count, std::uint16_t set) {
    std::uint64_t key[2] = {0, 0};
    for (std::size_t i = 0; i < std::min(count, key_tiles); ++i)
      key[i / 10] |= std::uint64_t{tiles[i]} << shift_of(i);
    gather(WordRecord{{key[0], key[1]}, count << 16 | set});
    if (count > key_tiles) arena_.insert(arena_.end(), tiles + key_tiles, tiles + count);
  }

  // The caller appends the tiles that do not fit in the record to the arena.
  void gather(WordRecord record) {
    if (gathered_ == max_gathered_) runs_.push_back(end_run(1));
    record.rest |= arena_.size() << 24;
    buckets_[record.key[0] >> 48].push_back(record);
    ++gathered_;
  }

  int compare(const WordRecord& a, const WordRecord& b) const {
    for (const int half : {0, 1})
      if (a.key[half] != b.key[half]) return a.key[half] < b.key[half] ? -1 : 1;
    const std::size_t x = std::max(a.count(), key_tiles) - key_tiles;
    const std::size_t y = std::max(b.count(), key_tiles) - key_tiles;
    const int tails =
        x && y ? std::memcmp(&arena_[a.tail()], &arena_[b.tail()], std::min(x, y)) : 0;
    return tails ? tails : x < y ? -1 : x > y;
  }

  void sort_buckets(unsigned threads) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t at; (at = next++) < buckets_.size();)
        std::sort(buckets_[at].begin(), buckets_[at].end(),
                  [this](const WordRecord& a, const WordRecord& b) { return compare(a, b) < 0; });
    };
    threads > 1 ? run_parallel(work, work) : work();
  }

  // Renumbers sets in the order of their masks, so that numbers do not depend on the order in which
  // words arrive.
  void number_by_mask(CompiledWords& result) const {
    if (categories_.masks().size() == 1 && !result.sets.empty()) {
      result.masks = categories_.masks();
      return;
    }
    std::vector<bool> used(categories_.masks().size());
    for (const auto set : result.sets) used[set] = true;
    for (std::size_t i = 0; i < used.size(); ++i)
      if (used[i]) result.masks.push_back(categories_.masks()[i]);
    std::sort(result.masks.begin(), result.masks.end());
    std::vector<std::uint16_t> new_number(used.size());
    for (std::size_t i = 0; i < used.size(); ++i)
      new_number[i] = static_cast<std::uint16_t>(
          std::lower_bound(result.masks.begin(), result.masks.end(), categories_.masks()[i]) -
          result.masks.begin());
    for (auto& set : result.sets) set = new_number[set];
  }

  bool failed_ = false;
  std::size_t max_gathered_;
  std::vector<SortedRun> runs_;   // of words that were gathered
  SortedRun run_;                 // all words, as long as they come in order
  std::uint64_t duplicates_ = 0;  // in a run whose words were gathered
  // One bucket for each pair of first tiles, so that a bucket can be sorted in the cache.
  std::vector<Bucket> buckets_ = std::vector<Bucket>(64 * 64);
  std::size_t gathered_ = 0;  // records in the buckets
  std::vector<Tile> arena_;   // the tiles beyond a word's first twenty
  CategorySetRegistry categories_;
};

}  // namespace wordtools
