// Uses an automaton as the product does, and cross-checks all answers, in a time that does not grow
// with the number of words.
#pragma once

#include <cstdlib>
#include <optional>

#include "automaton/automaton_builder.hpp"
#include "automaton/columns.hpp"
#include "automaton/prefix.hpp"
#include "automaton/word_pairs.hpp"
#include "plays/play_generator.hpp"
#include "search/hooks.hpp"
#include "search/lookup_batch.hpp"
#include "search/word_search.hpp"

namespace wordtools {

// Anything false is a finding.
inline void must(bool so) {
  if (!so) std::abort();
}

inline void must_refuse(const std::exception& error) {
  // The exceptions that the kernel throws for wrong input; any other is a finding.
  must(dynamic_cast<const std::invalid_argument*>(&error) ||
       dynamic_cast<const std::length_error*>(&error));
}

// An alphabet of this many tiles: Ā, ā, Ă …
inline Spelling spelling_of(std::size_t alphabet) {
  std::vector<std::string> faces;
  std::vector<std::pair<std::string, std::string>> letters;
  std::string settled;
  for (std::size_t i = 0; i < alphabet; ++i) {
    append_code_point(faces.emplace_back(), static_cast<char32_t>(0x100 + i));
    letters.emplace_back(faces.back(), faces.back());
    settled += faces.back();
  }
  return Spelling(std::move(faces), letters, settled);
}

using Word = std::vector<Tile>;

// Checks and returns at most `most` words from a rank on.
inline std::vector<Word> words_from(const Automaton& automaton, std::uint32_t first,
                                    std::size_t most) {
  std::vector<Word> words;
  Automaton::Cursor cursor(automaton, first);
  for (std::uint32_t rank = first;; ++rank) {
    const Word word(cursor.tiles(), cursor.tiles() + cursor.count());
    must(!word.empty() && (words.empty() || words.back() < word));
    must(automaton.contains(word.data(), word.size()));
    must(automaton.find_rank(word.data(), word.size()) == rank);
    const auto [begin, end] = automaton.find_prefix_range(word.data(), word.size());
    must(begin == rank && end > rank && end <= automaton.size());
    words.push_back(word);
    const bool more = cursor.next();
    must(more == (rank + 1 < automaton.size()));
    if (!more || words.size() == most) return words;
  }
}

// Looks up the words, and each with one tile changed, in a batch.
inline void ask_at_once(const Automaton& automaton, std::size_t alphabet,
                        const std::vector<Word>& words) {
  LookupBatch batch;
  std::string expected;
  for (const Word& word : words)
    for (const bool changed : {false, true}) {
      Tile* tiles = std::ranges::copy(word, batch.next_tiles()).out - word.size();
      if (changed) tiles[word.size() / 2] = word[word.size() / 2] % alphabet + 1;
      expected += static_cast<char>(automaton.contains(tiles, word.size()));
      batch.add(word.size());
    }
  std::string answers(expected.size(), '\0');
  batch.answer_all(automaton, nullptr, answers.data());
  must(answers == expected);
}

// A search that ends at the first call must have found the word.
template <class Condition>
void find(const Automaton& automaton, const Selection* selection, const Word& word,
          Condition condition) {
  ConditionSearch<Condition> search(automaton, selection, std::move(condition), word.size(),
                                    word.size());
  FoundWords found;
  if (search.find_more(found)) return;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (std::ranges::equal(found[i], word, {}, [](char tile) { return static_cast<Tile>(tile); }))
      return;
  const auto rank = automaton.find_rank(word.data(), word.size());
  must(selection && !selection->contains(static_cast<std::size_t>(rank)));
}

inline void search(const Automaton& automaton, const Selection* selection, const Word& word) {
  const std::string_view tiles(reinterpret_cast<const char*>(word.data()), word.size());
  const RackCondition rack(tiles, true);
  const InclusionCondition half(tiles.substr(word.size() / 2));
  std::vector<TileSet> elements;
  for (const Tile tile : word) elements.push_back(TileSet{1} << tile | 2);
  elements[word.size() / 2] = PatternCondition::any;
  const PatternCondition pattern(elements);
  find(automaton, selection, word, rack);
  find(automaton, selection, word, RackCondition(std::string(tiles.substr(1)) + '\0', false));
  find(automaton, selection, word, half);
  find(automaton, selection, word, pattern);
  find(automaton, selection, word, AllConditions({rack, half, pattern}));
}

// The hooks of a word without its last tile must have that tile.
inline void hook(const Automaton& automaton, const Selection* selection, const Word& word) {
  const std::string_view tiles(reinterpret_cast<const char*>(word.data()), word.size());
  const Hooks hooks = find_hooks(automaton, selection, tiles.substr(0, word.size() - 1));
  const auto rank = static_cast<std::size_t>(automaton.find_rank(word.data(), word.size()));
  must((hooks.back >> word.back() & 1) == (!selection || selection->contains(rank)));
  const bool is_shorter = automaton.contains(word.data(), word.size() - 1);
  must(!find_hooks(automaton, selection, tiles).inner_back || is_shorter);
}

// Generates plays of a few tiles, beside the word if the board has room for it.
inline void play(const Automaton& automaton, const Selection* selection, std::size_t alphabet,
                 const Word& word) {
  constexpr std::size_t side = 7;
  const PlayRules rules{side,
                        std::vector<Premium>(side * side, {2, 1, 0, along_any}),
                        std::vector<int>(alphabet + 1, 1),
                        {0, 0, 0, 50},
                        std::nullopt,
                        2};
  std::string squares(side * side, '\0');
  for (std::size_t i = 0; i < word.size() && word.size() <= side; ++i)
    squares[3 * side + i] = static_cast<char>(word[i]);
  const std::string rack{static_cast<char>(word.front()), static_cast<char>(word.back()), '\0'};
  PlayGenerator generator(automaton, selection, rules);
  generator.set_board(squares);
  generator.set_rack(rack);
  const auto total = generator.count();
  generator.find_best(10);
  must(generator.encode_records().size() == std::min<std::uint64_t>(total, 10) * (12 + side));
}

// Walks to a word tile by tile.
inline void walk(const Automaton& automaton, const Selection* selection, const Word& word) {
  const auto rank = static_cast<std::size_t>(automaton.find_rank(word.data(), word.size()));
  std::optional<Prefix> place(Prefix(automaton, selection));
  for (const Tile tile : word) {
    const bool goes_on = place->next_tiles() >> tile & 1;
    place = place->step(tile);
    must(place.has_value() == goes_on);
    if (!place) return must(selection && !selection->contains(rank));
  }
  const auto [first, end] = automaton.find_prefix_range(word.data(), word.size());
  must(place->is_word() == (!selection || selection->contains(rank)));
  must(place->words() <= end - first && (selection || place->words() == end - first));
}

// Merges all words with some of them into the others.
inline void pair(const Automaton& automaton, const WordCategories& sets, const Selection& some) {
  const WordPairs pairs({&automaton, &sets, nullptr}, {&automaton, &sets, &some});
  std::vector<std::optional<std::uint16_t>> numbers;
  std::uint64_t words = 0;
  for (const auto& each : pairs.combinations()) {
    must(each.left >= 0 && (each.right == each.left || each.right == WordPairs::absent));
    numbers.push_back(each.right == WordPairs::absent ? std::optional<std::uint16_t>(0)
                                                      : std::nullopt);
    for (const auto count : each.words_by_length) words += count;
  }
  must(words == automaton.size());
  const auto merged = pairs.merge(numbers);
  must(merged.draft.words == automaton.size() - some.size());
  must(merged.sets.size() == merged.draft.words);
}

// Builds an automaton of sorted words, encodes it, and reads it again.
inline void build(const std::vector<Word>& words, std::size_t alphabet) {
  AutomatonBuilder builder;
  for (const Word& word : words)
    must(builder.add(word.data(), word.size()) == AutomatonBuilder::Order::after);
  const Columns columns = encode_columns(std::move(builder).finish(), alphabet);
  const auto automaton =
      decode_columns(columns.arcs, columns.references, columns.pointers, alphabet, true);
  must(words_from(*automaton, 0, words.size()) == words && automaton->size() == words.size());
}

inline void use(const Automaton& automaton, std::size_t alphabet) {
  std::uint64_t words = 0;
  for (const auto count : automaton.count_words_by_length()) words += count;
  must(words == automaton.size() && automaton.list_states().empty() == (words == 0));
  automaton.lookahead();

  if (words == 0) return;

  std::optional<Selection> every_other;
  if (words < 10'000) {
    build(words_from(automaton, 0, words), alphabet);
    std::vector<std::uint16_t> sets(words);
    for (std::size_t rank = 0; rank < words; ++rank) sets[rank] = rank % 2;
    const auto categories = WordCategories::from_numbers(sets, 2);
    every_other.emplace(categories, std::string_view("\1\0", 2));
    pair(automaton, categories, *every_other);
  }
  for (const std::uint64_t first : {std::uint64_t{0}, words / 2, words - 1}) {
    const auto some = words_from(automaton, static_cast<std::uint32_t>(first), 50);
    ask_at_once(automaton, alphabet, some);
    for (const bool all : {true, false}) {
      const Selection* selection = all || !every_other ? nullptr : &*every_other;
      search(automaton, selection, some.back());
      hook(automaton, selection, some.back());
      walk(automaton, selection, some.back());
      play(automaton, selection, alphabet, some.back());
    }
  }
}

}  // namespace wordtools
