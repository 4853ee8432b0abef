// An automaton used as the product uses it, every answer held against the others, in a time that
// does not grow with its words.
#pragma once

#include <cstdlib>
#include <optional>

#include "batch.hpp"
#include "builder.hpp"
#include "columns.hpp"
#include "moves.hpp"
#include "search.hpp"

namespace wordtools {

// What is not so is a finding.
inline void must(bool so) {
  if (!so) std::abort();
}

inline void must_refuse(const std::exception& error) {
  // What the kernel throws at wrong input. Anything else is a finding.
  must(dynamic_cast<const std::invalid_argument*>(&error) ||
       dynamic_cast<const std::length_error*>(&error));
}

// An alphabet of so many tiles: Ā, ā, Ă …
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

// Some words in a row, from this rank on; what the automaton says of each.
inline std::vector<Word> words_from(const Dawg& dawg, std::uint32_t first, std::size_t most) {
  std::vector<Word> words;
  Dawg::Cursor cursor(dawg, first);
  for (std::uint32_t rank = first;; ++rank) {
    const Word word(cursor.tiles(), cursor.tiles() + cursor.count());
    must(!word.empty() && (words.empty() || words.back() < word));
    must(dawg.contains(word.data(), word.size()));
    must(dawg.rank(word.data(), word.size()) == rank);
    const auto [begin, end] = dawg.prefix(word.data(), word.size());
    must(begin == rank && end > rank && end <= dawg.size());
    words.push_back(word);
    const bool more = cursor.next();
    must(more == (rank + 1 < dawg.size()));
    if (!more || words.size() == most) return words;
  }
}

// The words, and each with a tile changed.
inline void ask_at_once(const Dawg& dawg, std::size_t alphabet, const std::vector<Word>& words) {
  Batch batch;
  std::string expected;
  for (const Word& word : words)
    for (const bool changed : {false, true}) {
      Tile* tiles = std::ranges::copy(word, batch.room()).out - word.size();
      if (changed) tiles[word.size() / 2] = word[word.size() / 2] % alphabet + 1;
      expected += static_cast<char>(dawg.contains(tiles, word.size()));
      batch.add(word.size());
    }
  std::string answers(expected.size(), '\0');
  batch.answer(dawg, nullptr, answers.data());
  must(answers == expected);
}

// A search that comes to its end soon has found the word.
template <class Condition>
void find(const Dawg& dawg, const Selection* selection, const Spelling& spelling, const Word& word,
          Condition condition) {
  Walk<Condition> search(dawg, selection, std::move(condition), word.size(), word.size());
  Words found;
  std::string text;
  spelling.write(word.data(), word.size(), text);
  if (search.run(spelling, found)) return;
  std::size_t begin = 0;
  for (const std::size_t end : found.ends) {
    if (std::string_view(found.text).substr(begin, end - begin) == text) return;
    begin = end;
  }
  const auto rank = dawg.rank(word.data(), word.size());
  must(selection && !selection->contains(static_cast<std::size_t>(rank)));
}

inline void search(const Dawg& dawg, const Selection* selection, const Spelling& spelling,
                   const Word& word) {
  const std::string_view tiles(reinterpret_cast<const char*>(word.data()), word.size());
  find(dawg, selection, spelling, word, Rack(tiles, tiles.size()));
  find(dawg, selection, spelling, word, Rack(std::string(tiles.substr(1)) + '\0', 1));
  std::vector<Tiles> pattern;
  for (const Tile tile : word) pattern.push_back(Tiles{1} << tile | 2);
  pattern[word.size() / 2] = Pattern::any;
  find(dawg, selection, spelling, word, Pattern(pattern));
}

// Plays of a few tiles, beside the word if the board has room for it.
inline void play(const Dawg& dawg, const Selection* selection, std::size_t alphabet,
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
  MoveSearch moves(dawg, selection, rules, squares, rack, 10);
  const auto total = moves.run();
  must(moves.records().size() == std::min<std::uint64_t>(total, 10) * (12 + side));
}

// Words in order, made into a file and read again.
inline void build(const std::vector<Word>& words, std::size_t alphabet) {
  Builder builder;
  for (const Word& word : words)
    must(builder.add(word.data(), word.size()) == Builder::Came::after);
  const Columns columns = to_columns(std::move(builder).finish(), alphabet);
  const auto dawg = from_columns(columns.arcs, columns.references, columns.pointers, alphabet);
  must(words_from(*dawg, 0, words.size()) == words && dawg->size() == words.size());
}

inline void use(const Dawg& dawg, std::size_t alphabet) {
  std::uint64_t words = 0;
  for (const auto count : dawg.words_by_length()) words += count;
  must(words == dawg.size() && dawg.states().empty() == (words == 0));
  dawg.outlook();

  if (words == 0) return;

  const Spelling spelling = spelling_of(alphabet);
  std::optional<Selection> every_other;
  if (words < 10'000) {
    build(words_from(dawg, 0, words), alphabet);
    std::vector<std::uint16_t> sets(words);
    for (std::size_t rank = 0; rank < words; ++rank) sets[rank] = rank % 2;
    every_other.emplace(Sets::of(sets, 2), std::string_view("\1\0", 2));
  }
  for (const std::uint64_t first : {std::uint64_t{0}, words / 2, words - 1}) {
    const auto some = words_from(dawg, static_cast<std::uint32_t>(first), 50);
    ask_at_once(dawg, alphabet, some);
    for (const bool all : {true, false}) {
      const Selection* selection = all || !every_other ? nullptr : &*every_other;
      search(dawg, selection, spelling, some.back());
      play(dawg, selection, alphabet, some.back());
    }
  }
}

}  // namespace wordtools
