// Converts text to tiles and back.
//
// A letter is what one character spells; a tile is what a player puts on the board. Most tiles show
// one letter, but some show several (CH, L·L). Each character has a *value*. A value from 1 to 63
// is itself a tile. A value of 64 or above stands for a letter that may begin a tile of several
// letters, or that has no tile of its own. Most alphabets have no such letters and are read without
// looking ahead.
//
// Where the parts of a compound word meet, letters that look like one tile may be two. For such
// words, an alphabet may list *stretches* with their tiles, which take precedence.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/utf8.hpp"

namespace wordtools {

inline constexpr std::size_t max_tiles = 63;      // six bits, zero is "no tile"
inline constexpr std::size_t max_word = 64;       // tiles in the longest word
inline constexpr std::size_t max_text = 256;      // characters in the longest text that is read
inline constexpr std::uint8_t first_letter = 64;  // values from here on are letters, not tiles

using Tile = std::uint8_t;

// Lets a table with std::string keys be searched for a std::string_view.
struct TextHash : std::hash<std::string_view> {
  using is_transparent = void;
};

// A value for every code point, in pages of 256 that are allocated on first write.
template <class Value>
class CharacterTable {
 public:
  CharacterTable() = default;
  CharacterTable(CharacterTable&&) = default;
  CharacterTable(const CharacterTable&) = delete;

  Value get(char32_t point) const {
    const std::size_t page = point >> 8;
    if (page >= pages_.size() || !pages_[page]) return Value{};
    return (*pages_[page])[point & 0xFF];
  }
  void set(char32_t point, Value value) {
    const std::size_t page = point >> 8;
    if (page >= pages_.size()) pages_.resize(page + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<std::array<Value, 256>>();
    (*pages_[page])[point & 0xFF] = value;
  }

 private:
  std::vector<std::unique_ptr<std::array<Value, 256>>> pages_;
};

// The tiles of an alphabet, in order, and the characters that spell their letters.
class Spelling {
 public:
  // `tiles` has the face of each tile, in alphabet order. `letters` has each letter on a face, with
  // the characters that spell it. `settled` has the characters that composition never joins with
  // one another. `apart` has stretches of words, with brackets around the letters of each tile.
  // Throws std::invalid_argument if the alphabet contradicts itself.
  Spelling(std::vector<std::string> tiles,
           const std::vector<std::pair<std::string, std::string>>& letters,
           std::string_view settled, const std::vector<std::string>& apart = {})
      : faces_(std::move(tiles)) {
    if (faces_.empty() || faces_.size() > max_tiles)
      throw std::invalid_argument("an alphabet has from 1 to 63 tiles");
    std::vector<char32_t> symbols;  // every letter on a tile
    const auto find_symbol = [&](char32_t point) {
      return static_cast<std::size_t>(std::ranges::find(symbols, point) - symbols.begin());
    };
    for (const auto& face : faces_) {
      std::vector<std::uint8_t> spelled;
      for (const char32_t point : decode_code_points(face)) {
        const std::size_t s = find_symbol(point);
        if (s == symbols.size()) symbols.push_back(point);
        spelled.push_back(static_cast<std::uint8_t>(s));
      }
      if (spelled.empty()) throw std::invalid_argument("a tile shows at least one letter");
      spelled_.push_back(std::move(spelled));
    }
    if (symbols.size() > 255 - first_letter)
      throw std::invalid_argument("the tiles show more than 191 different letters");
    single_.assign(symbols.size(), 0);
    longer_.resize(symbols.size());
    for (std::size_t i = 0; i < faces_.size(); ++i) {
      const auto& spelled = spelled_[i];
      const auto tile = static_cast<Tile>(i + 1);
      if (spelled.size() == 1) {
        if (single_[spelled[0]]) throw std::invalid_argument("two tiles show the same letter");
        single_[spelled[0]] = tile;
      } else {
        auto& rivals = longer_[spelled[0]];
        auto place = rivals.begin();
        while (place != rivals.end() && spelled_[*place - 1].size() >= spelled.size()) {
          if (spelled_[*place - 1] == spelled)
            throw std::invalid_argument("two tiles show the same letters");
          ++place;
        }
        rivals.insert(place, tile);
      }
    }
    // Letters of longer tiles do not have a tile as their value, since reading them requires
    // looking ahead.
    std::vector<bool> ambiguous(symbols.size());
    for (const auto& spelled : spelled_)
      if (spelled.size() > 1)
        for (const auto s : spelled) ambiguous[s] = true;
    for (std::size_t s = 0; s < symbols.size(); ++s)
      letter_values_.push_back(
          !ambiguous[s] && single_[s] ? single_[s] : static_cast<std::uint8_t>(first_letter + s));
    for (const auto& [letter, characters] : letters) {
      const auto face = decode_code_points(letter);
      if (face.size() != 1) throw std::invalid_argument("a letter is one character");
      const std::size_t s = find_symbol(face[0]);
      if (s == symbols.size()) throw std::invalid_argument("a letter is not on any tile");
      for (const char32_t point : decode_code_points(characters))
        values_.set(point, letter_values_[s]);
    }
    for (const char32_t point : decode_code_points(settled)) {
      if (point >= plain_.size()) continue;
      settled_[point] = true;
      if (values_.get(point) < first_letter) plain_[point] = values_.get(point);
    }
    ascii_settled_ = true;
    for (char32_t point = 0; point < 0x80; ++point) ascii_settled_ &= settled_[point];
    Stretches stretches;  // each is read without the others
    for (const auto& stretch : apart) stretches.insert(read_stretch(stretch));
    for (const auto& [values, kept] : stretches) {
      begins_stretch_[static_cast<std::uint8_t>(values[0])] = true;
      longest_stretch_ = std::max(longest_stretch_, values.size());
    }
    stretches_ = std::move(stretches);
    for (const auto& spelled : spelled_)
      for (std::size_t i = 1; i < spelled.size(); ++i)
        joins_[letter_values_[spelled[i - 1]]][letter_values_[spelled[i]]] = true;
    for (const auto& [values, kept] : stretches_)
      for (std::size_t i = 1; i < values.size(); ++i)
        joins_[static_cast<std::uint8_t>(values[i - 1])][static_cast<std::uint8_t>(values[i])] =
            true;
    for (std::size_t i = 0; i < faces_.size(); ++i) {
      const auto& rivals = longer_[spelled_[i][0]];  // longest first
      begins_more_[i + 1] =
          begins_stretch_[letter_values_[spelled_[i][0]]] ||
          (!rivals.empty() && spelled_[rivals[0] - 1].size() > spelled_[i].size());
    }
  }

  const std::vector<std::string>& faces() const { return faces_; }

  // True if a tile shows several letters, so that adjacent tiles may be read as another tile.
  bool has_multi_letter_tiles() const {
    return std::ranges::any_of(spelled_, [](const auto& letters) { return letters.size() > 1; });
  }

  // The tile of a *plain* character; 0 for any other. A character is plain if it is settled and its
  // value is a tile. Most texts have only plain characters, which are read with this table alone.
  Tile plain_tile(char32_t point) const { return point < plain_.size() ? plain_[point] : 0; }

  // True if composition never changes the character in a text that consists of such characters.
  // False for all other characters, including some that composition does not change either.
  bool is_settled(char32_t point) const { return point < settled_.size() && settled_[point]; }

  // True if the text is valid UTF-8 and has only settled characters.
  bool is_settled(std::string_view text) const {
    for (std::size_t at = 0; at < text.size();) {
      if (ascii_settled_ && (at = skip_ascii(text, at)) == text.size()) break;
      const std::size_t next = skip_code_point(text, at);
      if (next == text.npos || !is_settled(next_code_point(text, at))) return false;
    }
    return true;
  }

  // The value of a character, or 0 if it spells no letter.
  std::uint8_t value_of(char32_t point) const { return values_.get(point); }

  // Joins letters into tiles in place, preferring the longest listed stretch and then the longest
  // tile. `as_one` ignores stretches. Returns false if a letter is not a tile and begins none here.
  bool join(std::uint8_t* values, std::size_t& count, bool as_one = false) const {
    std::size_t out = 0;
    for (std::size_t at = 0; at < count;) {
      if (values[at] < first_letter && (!begins_stretch_[values[at]] || as_one)) {
        values[out++] = values[at++];
        continue;
      }
      const std::size_t length = join_next(values + at, count - at, values, out, as_one);
      if (length == 0) return false;
      at += length;
    }
    count = out;
    return true;
  }

  // Appends the tile or stretch that begins at `values` to `tiles`, which already has `out` tiles.
  // Returns the number of letters read, or 0 if no tile begins there. May overwrite letters that it
  // has read.
  std::size_t join_next(const std::uint8_t* values, std::size_t count, Tile* tiles,
                        std::size_t& out, bool as_one = false) const {
    if (begins_stretch_[values[0]] && !as_one) {
      if (const auto* stretch = find_stretch(values, count)) {
        out = std::ranges::copy(stretch->second, tiles + out).out - tiles;
        return stretch->first.size();
      }
    }
    if (values[0] < first_letter) {
      tiles[out++] = values[0];
      return 1;
    }
    const auto [tile, length] = find_longest(values, count);
    if (tile == 0) return 0;
    tiles[out++] = tile;
    return length;
  }

  // True if a tile or stretch has these letters side by side. If none has, a text can be split
  // between these letters, and its two parts can be read separately.
  bool may_join(std::uint8_t value, std::uint8_t next) const { return joins_[value][next]; }

  // Reads a text of `length` code points into `tiles`, which has room for max_text. next(i) returns
  // the code point at index i. Brackets enclose the letters of one tile: [CH] is the tile CH, and
  // [C][H] are two tiles. Returns the number of tiles, or -1 if this alphabet cannot spell the text
  // or the text is longer than max_text.
  template <class Next>
  int read(Next&& next, std::size_t length, Tile* tiles) const {
    std::uint8_t run[max_text];
    std::size_t waiting = 0;
    int count = 0;
    const auto flush = [&](bool as_one) {
      if (!join(run, waiting, as_one) || count + waiting > max_text) return false;
      for (std::size_t i = 0; i < waiting; ++i) tiles[count++] = run[i];
      waiting = 0;
      return true;
    };
    for (std::size_t i = 0; i < length; ++i) {
      char32_t point = next(i);
      if (point == '[') {
        if (!flush(false)) return -1;
        for (++i; i < length && (point = next(i)) != ']'; ++i) {
          const std::uint8_t value = values_.get(point);
          if (value == 0 || waiting == sizeof run) return -1;
          run[waiting++] = value;
        }
        const int before = count;
        if (i == length || !flush(true) || count != before + 1) return -1;
        continue;
      }
      const std::uint8_t value = values_.get(point);
      if (value == 0 || waiting == sizeof run) return -1;
      run[waiting++] = value;
    }
    return flush(false) ? count : -1;
  }

  // Appends the text of a word: the faces of its tiles, in brackets if the text would be ambiguous
  // without them.
  void append_text(const Tile* tiles, std::size_t count, std::string& text) const {
    for (std::size_t i = 0; i < count;) {
      if (!begins_more_[tiles[i]]) {
        text += faces_[tiles[i++] - 1];
        continue;
      }
      const auto [number, misread] = look_ahead(tiles + i, count - i);
      for (const std::size_t end = i + number; i < end; ++i) {
        const auto& face = faces_[tiles[i] - 1];
        text += misread ? '[' + face + ']' : face;
      }
    }
  }

 private:
  // Maps strings of letter values to the tiles that they spell.
  using Stretches = std::unordered_map<std::string, std::string, TextHash, std::equal_to<>>;

  // The values of the letters on these tiles, ending with the tile that has letter number
  // `max_letters`.
  std::string spell_letters(const Tile* tiles, std::size_t count, std::size_t max_letters) const {
    std::string values;
    for (std::size_t i = 0; i < count && values.size() < max_letters; ++i)
      for (const auto s : spelled_[tiles[i] - 1]) values += static_cast<char>(letter_values_[s]);
    return values;
  }

  Stretches::value_type read_stretch(const std::string& stretch) const {
    Tile tiles[max_text];
    const auto points = decode_code_points(stretch);
    const int count = read([&](std::size_t i) { return points[i]; }, points.size(), tiles);
    if (count < 0) throw std::invalid_argument("apart: the tiles cannot spell " + stretch);
    const auto number = static_cast<std::size_t>(count);
    const std::string values = spell_letters(tiles, number, max_text);
    std::string joined = values, kept(tiles, tiles + number);
    std::size_t left = joined.size();
    if (join(reinterpret_cast<std::uint8_t*>(joined.data()), left) &&
        joined.substr(0, left) == kept)
      throw std::invalid_argument("apart: " + stretch + " is already read this way");
    return {values, kept};
  }

  // The longest stretch that the letters at `values` begin with, or nullptr.
  const Stretches::value_type* find_stretch(const std::uint8_t* values, std::size_t count) const {
    const std::string_view letters(reinterpret_cast<const char*>(values), count);
    for (std::size_t length = std::min(count, longest_stretch_); length > 1; --length) {
      const auto match = stretches_.find(letters.substr(0, length));
      if (match != stretches_.end()) return &*match;
    }
    return nullptr;
  }

  // The longest tile that the letters at `values` begin with, and its number of letters.
  std::pair<Tile, std::size_t> find_longest(const std::uint8_t* values, std::size_t count) const {
    const std::uint8_t head = values[0] - first_letter;
    for (const Tile tile : longer_[head]) {
      const auto& spelled = spelled_[tile - 1];
      if (spelled.size() > count) continue;
      std::size_t i = 1;
      while (i < spelled.size() && values[i] == first_letter + spelled[i]) ++i;
      if (i == spelled.size()) return {tile, i};
    }
    return {single_[head], 1};
  }

  // How many of the next tiles would be read together if they were written without brackets, and
  // whether they would be misread.
  std::pair<std::size_t, bool> look_ahead(const Tile* tiles, std::size_t count) const {
    if (begins_stretch_[letter_values_[spelled_[tiles[0] - 1][0]]]) {
      const std::string letters = spell_letters(tiles, count, longest_stretch_);
      const auto* values = reinterpret_cast<const std::uint8_t*>(letters.data());
      if (const auto* stretch = find_stretch(values, letters.size())) {
        const std::string& kept = stretch->second;
        if (kept.size() <= count && std::equal(kept.begin(), kept.end(), tiles))
          return {kept.size(), false};
        std::size_t number = 0, covered = 0;
        while (covered < stretch->first.size()) covered += spelled_[tiles[number++] - 1].size();
        return {number, true};
      }
    }
    const std::size_t misread = count_misread(tiles, count);
    return {std::max<std::size_t>(misread, 1), misread > 0};
  }

  // How many of the next tiles would be read as one other tile if they were written without
  // brackets, or 0.
  std::size_t count_misread(const Tile* tiles, std::size_t count) const {
    const auto& head = spelled_[tiles[0] - 1];
    for (const Tile rival : longer_[head[0]]) {
      const auto& wanted = spelled_[rival - 1];
      if (wanted.size() <= head.size()) break;  // longest first, so no later one is longer
      std::size_t matched = 0, used = 0;
      while (matched < wanted.size() && used < count) {
        bool same = true;
        for (const auto s : spelled_[tiles[used] - 1]) {
          if (matched == wanted.size()) break;
          same = same && s == wanted[matched++];
        }
        if (!same) break;
        if (++used && matched == wanted.size()) return used;
      }
    }
    return 0;
  }

  std::vector<std::string> faces_;
  std::vector<std::vector<std::uint8_t>> spelled_;  // the letters of each tile
  std::vector<Tile> single_;                        // for each letter its own tile, or 0
  std::vector<std::vector<Tile>> longer_;           // tiles of several letters, by the first
  std::vector<std::uint8_t> letter_values_;         // the value of each letter
  Stretches stretches_;
  std::bitset<256> begins_stretch_;  // by the value of the first letter
  std::size_t longest_stretch_ = 0;  // in letters
  std::bitset<256> begins_more_;     // tiles that may begin a stretch, or a longer tile's letters
  // Indexed by the values of two letters: true if a tile or stretch has these letters side by side.
  std::vector<std::bitset<256>> joins_ = std::vector<std::bitset<256>>(256);
  CharacterTable<std::uint8_t> values_;
  std::array<Tile, 0x800> plain_{};  // up to the last character of two bytes in UTF-8
  std::bitset<0x800> settled_;
  bool ascii_settled_ = false;  // all of it
};

}  // namespace wordtools
