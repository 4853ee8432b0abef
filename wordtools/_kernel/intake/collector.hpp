// Builds an automaton from words in any order, which may be repeated. A word added with several
// category sets gets their union.
#pragma once

#include <algorithm>
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
    const std::lock_guard lock(mutex_);
    return find_or_add(masks_[a] | masks_[b]);
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
};

// Words added in alphabet order, as an automaton that can still grow.
struct SortedRun {
  AutomatonBuilder builder;
  LargeVector<std::uint16_t> sets;  // by rank
  std::uint64_t duplicates = 0;

  // Adds a word and returns true, unless the word comes before the last one. If a word is repeated,
  // unites its sets.
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
// word out of order on, words are gathered in memory and sorted at the end. When the number
// gathered reaches a maximum, they are turned into an automaton, so the memory needed depends on
// the number of distinct words, not on repeats.
class Collector {
 public:
  static constexpr std::size_t many = std::size_t{1} << 24;

  // `max_gathered` is a number of words, which is rounded up to whole pieces.
  explicit Collector(std::size_t max_gathered = many)
      : max_pieces_((max_gathered + piece - 1) / piece) {}

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

  // Throws TooManyError. Once this or `compile` has thrown, the words are lost, and both throw
  // std::runtime_error when called.
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
  bool gathers() const { return !gathered_.empty() || !runs_.empty(); }
  // Like `add` above, but only for a collector that gathers.
  void add(const PackedTiles& word, std::uint16_t set) {
    check_usable();
    failed_ = true;
    gather(WordRecord{{word.upper(), word.lower()}, word.count << 16 | set});
    failed_ = false;
  }

  bool empty() const { return run_.sets.empty() && gathered_.empty() && runs_.empty(); }
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
      runs_.push_back(end_run());
      run_ = merge_runs(settle);
    } else if (!gathered_.empty()) {
      ZeroedArray<WordRecord> sorted = sort_gathered(threads);
      const std::span records(&sorted[0], sorted.size());
      run_ = build_run(settle ? settle_records(records, settle) : records, threads);
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
    Tile first() const { return static_cast<Tile>(key[0] >> shift_of(0)); }
  };

  void check_usable() const {
    if (failed_)
      throw std::runtime_error("this collector failed before and lost words; use a new one");
  }

  // The automaton of sorted records. Empties the arena.
  SortedRun build_run(std::span<const WordRecord> records, unsigned threads) {
    SortedRun run, later;
    if (threads > 1 && !records.empty()) {
      // Splits the records where the first tile changes, as near to the middle as possible.
      const auto middle = records.begin() + records.size() / 2;
      const auto before = [](const WordRecord& record, Tile tile) { return record.first() < tile; };
      const auto begin = std::lower_bound(records.begin(), middle, middle->first(), before);
      const auto end = std::lower_bound(middle, records.end(), middle->first() + 1, before);
      const auto half = middle - begin < end - middle ? begin : end;
      run_parallel([&] { append_records(run, {records.begin(), half}); },
                   [&] { append_records(later, {half, records.end()}); });
      if (run.sets.empty())
        run = std::move(later);
      else if (!later.sets.empty())
        run.append(std::move(later));  // whose words begin with later tiles
    } else {
      append_records(run, records);
    }
    std::vector<Tile>().swap(arena_);
    return run;
  }

  // The words gathered so far.
  SortedRun end_run() {
    ZeroedArray<WordRecord> sorted = sort_gathered(1);
    return build_run({&sorted[0], sorted.size()}, 1);
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

  // For each word that is kept, moves one record with the word's settled set to the front.
  std::span<const WordRecord> settle_records(std::span<WordRecord> sorted, const Settle& settle) {
    SettledSets settled(categories_, settle);
    std::size_t kept = 0;
    for (std::size_t at = 0, next; at < sorted.size(); at = next) {
      std::uint16_t set = sorted[at].set();
      for (next = at + 1; next < sorted.size() && compare(sorted[at], sorted[next]) == 0; ++next)
        set = categories_.unite(set, sorted[next].set());
      const auto lasting = settled.find(set);
      if (!lasting) continue;
      sorted[kept] = sorted[at];
      sorted[kept++].rest = (sorted[at].rest & ~std::uint64_t{0xFFFF}) | *lasting;
    }
    return sorted.first(kept);
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
    if (gathered_.empty() || gathered_.back().size() == piece) {
      if (gathered_.size() == max_pieces_) runs_.push_back(end_run());
      gathered_.emplace_back();
      gathered_.back().reserve(piece);
    }
    record.rest |= arena_.size() << 24;
    gathered_.back().push_back(record);
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

  // Distributes records into buckets by their first two tiles; each bucket can then be sorted in
  // the cache. Empties gathered_.
  ZeroedArray<WordRecord> sort_gathered(unsigned threads) {
    const auto bucket_of = [](const WordRecord& record) { return record.key[0] >> 48; };
    std::vector<std::size_t> begins(64 * 64 + 1, 0);
    for (const auto& records : gathered_)
      for (const WordRecord& record : records) ++begins[bucket_of(record) + 1];
    for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
    ZeroedArray<WordRecord> scattered(begins.back());
    auto places = begins;
    for (auto& records : std::exchange(gathered_, {})) {
      for (const WordRecord& record : records) scattered[places[bucket_of(record)]++] = record;
      std::vector<WordRecord>().swap(records);
    }

    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t bucket; (bucket = next++) + 1 < begins.size();)
        std::sort(&scattered[begins[bucket]], &scattered[begins[bucket + 1]],
                  [this](const WordRecord& a, const WordRecord& b) { return compare(a, b) < 0; });
    };
    threads > 1 ? run_parallel(work, work) : work();
    return scattered;
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
  std::size_t max_pieces_;
  std::vector<SortedRun> runs_;   // of words that were gathered
  SortedRun run_;                 // all words, as long as they come in order
  std::uint64_t duplicates_ = 0;  // in a run whose words were gathered
  static constexpr std::size_t piece = 1 << 14;
  std::vector<std::vector<WordRecord>> gathered_;  // in pieces: one vector would be copied to grow
  std::vector<Tile> arena_;                        // the tiles beyond a word's first twenty
  CategorySetRegistry categories_;
};

}  // namespace wordtools
