// Looks up many words together. Their walks take turns, so that one walk's wait for memory does not
// delay the others.
#pragma once

#include <cstring>

#include "automaton/automaton.hpp"
#include "automaton/categories.hpp"

namespace wordtools {

// Reads a text as tiles; its characters have one, two or four bytes each. Returns false if the text
// is longer than any word or has a character that is not plain. `Spelling::read` may still be able
// to read it.
template <class Character>
bool read_plain_tiles(const Spelling& spelling, const Character* text, std::size_t length,
                      Tile* tiles) {
  if (length > max_word) return false;
  unsigned unknown = 0;
  for (std::size_t i = 0; i < length; ++i) {
    const Tile tile = spelling.plain_tile(text[i]);
    tiles[i] = tile;
    unknown |= tile - 1u;  // wraps around for 0 only
  }
  return unknown <= 63;
}

// For a plain text of three tiles or more, returns 1 if it is a word and 0 if it is not. Returns -1
// for any other text. A single loop both reads and walks, so that its end, which is hard to
// predict, is known early.
template <class Character>
int contains_plain(const Spelling& spelling, const Automaton& automaton, const Character* text,
                   std::size_t length) {
  if (length < 3 || length > max_word) return -1;
  const Tile first[] = {spelling.plain_tile(text[0]), spelling.plain_tile(text[1]),
                        spelling.plain_tile(text[2])};
  unsigned unknown = (first[0] - 1u) | (first[1] - 1u) | (first[2] - 1u);
  Arc arc = automaton.walk_three(first);
  std::size_t i = 3;
  for (; i < length; ++i) {
    const Tile tile = spelling.plain_tile(text[i]);
    unknown |= tile - 1u;
    arc = *automaton.slot(target_of(arc), tile);
    if (tile_of(arc) != tile) break;
  }
  const bool is_word = i == length && is_final(arc);
  for (; i < length; ++i) unknown |= spelling.plain_tile(text[i]) - 1u;
  return unknown <= 63 ? is_word : -1;
}

// Reads plain UTF-8 as at most max_word tiles. Returns where it stopped and sets `count` to the
// number of tiles.
inline const char* read_plain_prefix(const Spelling& spelling, const char* at, const char* end,
                                     Tile* tiles, std::size_t& count) {
  for (count = 0; at < end && count < max_word; ++count) {
    const auto lead = static_cast<unsigned char>(*at);
    char32_t point = lead;
    if (lead >= 0x80) {
      const unsigned char next = at + 1 < end ? static_cast<unsigned char>(at[1]) : 0;
      if (lead < 0xC2 || lead > 0xDF || (next & 0xC0) != 0x80) break;
      point = (lead & 0x1F) << 6 | (next & 0x3F);
    }
    const Tile tile = spelling.plain_tile(point);
    if (tile == 0) break;
    tiles[count] = tile;
    at += 1 + (lead >= 0x80);
  }
  return at;
}

// Like `read_plain_prefix`, but reads the whole text. Returns the number of tiles, or -1 if the
// text is not plain.
inline int read_plain_utf8(const Spelling& spelling, std::string_view text, Tile* tiles) {
  std::size_t count;
  const char* const end = text.data() + text.size();
  return read_plain_prefix(spelling, text.data(), end, tiles, count) == end
             ? static_cast<int>(count)
             : -1;
}

class LookupBatch {
 public:
  static constexpr std::size_t max = 1024;  // words

  std::size_t size() const { return size_; }
  bool full() const { return size_ == max; }
  // The buffer for the tiles of the next word (at most max_word).
  Tile* next_tiles() { return &tiles_[begin_[size_]]; }
  // Adds the word whose `count` tiles are in this buffer. A word without tiles gets the answer 0.
  void add(std::size_t count) {
    begin_[size_ + 1] = begin_[size_] + static_cast<std::uint32_t>(count);
    ++size_;
  }

  // Writes 1 for each word in the automaton (and in `selection`, if given) and 0 for the others.
  // Empties the batch.
  void answer_all(const Automaton& automaton, const Selection* selection, char* answers) {
    // Fills up the last turn with empty words.
    for (std::size_t i = size_; i % turns; ++i) begin_[i + 1] = begin_[i];
    std::memset(next_tiles(), 0, max_word);  // room for what `walk` may read beyond the last word
    for (std::size_t first = 0; first < size_; first += turns) {
      Arc arcs[turns];
      walk(automaton, first, arcs);
      for (std::size_t i = first; i < std::min(first + turns, size_); ++i)
        answers[i] =
            is_final(arcs[i - first]) &&
            (!selection || selection->contains(static_cast<std::size_t>(automaton.find_rank(
                               &tiles_[begin_[i]], begin_[i + 1] - begin_[i]))));
    }
    size_ = 0;
  }

 private:
  static constexpr std::size_t turns = 16;

  // Finds the last arc of each of `turns` words; the arc is 0 for a text with which no word begins.
  void walk(const Automaton& automaton, std::size_t first, Arc* arcs) const {
    std::uint32_t longest = 0;
    const Tile* tiles[turns];
    std::uint32_t count[turns];
    for (std::size_t i = 0; i < turns; ++i) {
      tiles[i] = &tiles_[begin_[first + i]];
      count[i] = begin_[first + i + 1] - begin_[first + i];
      longest = std::max(longest, count[i]);
      arcs[i] = count[i] >= 3 ? automaton.walk_three(tiles[i])
                : count[i]    ? automaton.walk(tiles[i], count[i])
                              : 0;
    }
    for (std::uint32_t depth = 3; depth < longest; ++depth)
      for (std::size_t i = 0; i < turns; ++i) {
        // A finished word keeps its arc. After a missing arc, a word stays at arc 0, whose target
        // has no arcs. Reading beyond the end of a word is harmless: it only yields tiles of the
        // next one.
        const Arc next = automaton.step(target_of(arcs[i]), tiles[i][depth]);
        arcs[i] = depth < count[i] ? next : arcs[i];
      }
  }

  std::size_t size_ = 0;
  std::array<std::uint32_t, max + turns + 1> begin_{};
  std::array<Tile, (max + 1) * max_word> tiles_;  // not cleared: most calls need few
};

}  // namespace wordtools
