// Looking up many words at once: their walks take turns, so that while one waits for memory the
// others go on.
#pragma once

#include <cstring>

#include "dawg.hpp"
#include "selection.hpp"

namespace wordtools {

// Reads a text in characters of one, two or four bytes into tiles. False when it is longer than
// any word, or when a character is not `plain`: then it takes a closer look.
template <class Character>
bool plain_tiles(const Spelling& spelling, const Character* text, std::size_t length, Tile* tiles) {
  if (length > max_word) return false;
  unsigned unknown = 0;
  for (std::size_t i = 0; i < length; ++i) {
    const Tile tile = spelling.plain(text[i]);
    tiles[i] = tile;
    unknown |= tile - 1u;  // wraps for 0 alone
  }
  return unknown <= 63;
}

// Whether such a text is a word: 1 or 0; -1 when it takes a closer look. Reading goes along with
// the walk: how long the text is, which is hard to guess, is known before the walk is over.
template <class Character>
int contains_plain(const Spelling& spelling, const Dawg& dawg, const Character* text,
                   std::size_t length) {
  if (length < 3 || length > max_word) return -1;
  const Tile first[] = {spelling.plain(text[0]), spelling.plain(text[1]), spelling.plain(text[2])};
  unsigned unknown = (first[0] - 1u) | (first[1] - 1u) | (first[2] - 1u);
  Arc arc = dawg.head(first);
  std::size_t i = 3;
  for (; i < length; ++i) {
    const Tile tile = spelling.plain(text[i]);
    unknown |= tile - 1u;
    arc = *dawg.slot(next_of(arc), tile);
    if (tile_of(arc) != tile) break;
  }
  const bool found = i == length && is_final(arc);
  for (; i < length; ++i) unknown |= spelling.plain(text[i]) - 1u;
  return unknown <= 63 ? found : -1;
}

// Reads characters of UTF-8 up to the first that is not `plain`, and at most max_word; returns
// where it stopped. `count` is how many there were.
inline const char* plain_run(const Spelling& spelling, const char* at, const char* end, Tile* tiles,
                             std::size_t& count) {
  for (count = 0; at < end && count < max_word; ++count) {
    const auto lead = static_cast<unsigned char>(*at);
    char32_t point = lead;
    if (lead >= 0x80) {
      const unsigned char next = at + 1 < end ? static_cast<unsigned char>(at[1]) : 0;
      if (lead < 0xC2 || lead > 0xDF || (next & 0xC0) != 0x80) break;
      point = (lead & 0x1F) << 6 | (next & 0x3F);
    }
    const Tile tile = spelling.plain(point);
    if (tile == 0) break;
    tiles[count] = tile;
    at += 1 + (lead >= 0x80);
  }
  return at;
}

// The same for a whole text; returns the number of tiles, or -1.
inline int plain_tiles_of_utf8(const Spelling& spelling, std::string_view text, Tile* tiles) {
  std::size_t count;
  const char* const end = text.data() + text.size();
  return plain_run(spelling, text.data(), end, tiles, count) == end ? static_cast<int>(count) : -1;
}

class Batch {
 public:
  static constexpr std::size_t most = 1024;  // words

  std::size_t size() const { return size_; }
  bool full() const { return size_ == most; }
  // Room for the tiles of the next word, max_word of them.
  Tile* room() { return &tiles_[begin_[size_]]; }
  // The word whose `count` tiles were put there; none is no word.
  void add(std::size_t count) {
    begin_[size_ + 1] = begin_[size_] + static_cast<std::uint32_t>(count);
    ++size_;
  }

  // Writes for each word 1 when it is one of the automaton's (and selected), else 0; empties.
  void answer(const Dawg& dawg, const Selection* selection, char* answers) {
    // Beyond the last word lie empty ones.
    for (std::size_t i = size_; i % turns; ++i) begin_[i + 1] = begin_[i];
    for (std::size_t first = 0; first < size_; first += turns) {
      Arc arcs[turns];
      walk(dawg, first, arcs);
      for (std::size_t i = first; i < std::min(first + turns, size_); ++i)
        answers[i] = is_final(arcs[i - first]) &&
                     (!selection || selection->contains(static_cast<std::size_t>(
                                        dawg.rank(&tiles_[begin_[i]], begin_[i + 1] - begin_[i]))));
    }
    size_ = 0;
  }

 private:
  static constexpr std::size_t turns = 16;

  // The arcs that words lead to: 0 for those that lead nowhere.
  void walk(const Dawg& dawg, std::size_t first, Arc* arcs) const {
    std::uint32_t longest = 0;
    const Tile* tiles[turns];
    std::uint32_t count[turns];
    for (std::size_t i = 0; i < turns; ++i) {
      tiles[i] = &tiles_[begin_[first + i]];
      count[i] = begin_[first + i + 1] - begin_[first + i];
      longest = std::max(longest, count[i]);
      arcs[i] = count[i] >= 3 ? dawg.head(tiles[i]) : count[i] ? dawg.walk(tiles[i], count[i]) : 0;
    }
    for (std::uint32_t depth = 3; depth < longest; ++depth)
      for (std::size_t i = 0; i < turns; ++i) {
        // A word that is over stays where it is; one that is lost stays at arc 0, whose state has
        // no arcs. The look beyond a word's end falls on other tiles and does no harm.
        const Arc next = dawg.step(next_of(arcs[i]), tiles[i][depth]);
        arcs[i] = depth < count[i] ? next : arcs[i];
      }
  }

  std::size_t size_ = 0;
  std::array<std::uint32_t, most + turns + 1> begin_{};
  std::array<Tile, (most + 1) * max_word> tiles_{};
};

}  // namespace wordtools
