// The minimal automaton during compilation. It can be written to a file, but not searched.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "automaton/memory.hpp"
#include "text/spelling.hpp"

namespace wordtools {

// Thrown if there are too many things to number; `what()` names them.
struct TooManyError : std::length_error {
  using std::length_error::length_error;
};

struct DraftAutomaton {
  struct Arc {
    static constexpr std::size_t max_count = (1u << 24) - 1;
    static constexpr const char* too_many = "more than 16,777,215 arcs";

    std::uint32_t target : 24 = 0;  // index of the target's first arc; 0: no target
    std::uint32_t tile : 6 = 0;
    std::uint32_t last : 1 = 0;   // the last arc of its state
    std::uint32_t final : 1 = 0;  // a word ends here
    std::uint32_t bits() const { return std::bit_cast<std::uint32_t>(*this); }
    bool operator==(const Arc& other) const { return bits() == other.bits(); }
  };

  // The arcs of all states. Each state comes after the targets of its arcs; its arcs are in
  // ascending order of their tiles. arcs[0] belongs to no state and leads to the root.
  LargeVector<Arc> arcs{1};
  std::array<std::uint64_t, max_word + 1> words_by_length{};
  std::uint32_t words = 0;

  class Cursor;
};

// Iterates the words in alphabet order; the current one is `tiles()`, `count()` tiles long.
class DraftAutomaton::Cursor {
 public:
  explicit Cursor(const DraftAutomaton& draft) : arcs_(draft.arcs.data()) {}

  // Moves to the next word; the first call moves to the first word. Returns false if there is none.
  bool next() {
    shared_ = count_;
    do {
      if (arcs_[path_[count_]].target) {
        path_[count_ + 1] = arcs_[path_[count_]].target;
        ++count_;
      } else {
        while (count_ && arcs_[path_[count_]].last) --count_;
        if (count_ == 0) return false;
        ++path_[count_];
        shared_ = std::min(shared_, count_ - 1);
      }
      tiles_[count_ - 1] = arcs_[path_[count_]].tile;
    } while (!arcs_[path_[count_]].final);
    return true;
  }

  const Tile* tiles() const { return tiles_; }
  std::size_t count() const { return count_; }
  // The number of leading tiles that the word shares with the one before it.
  std::size_t shared() const { return shared_; }

 private:
  const Arc* arcs_;
  std::uint32_t path_[max_word + 1] = {};
  Tile tiles_[max_word];
  std::size_t count_ = 0, shared_ = 0;
};

// Writes the words of a draft automaton, each followed by a byte that ends it.
class WordWriter {
 public:
  // Writes each word as a line of text.
  WordWriter(const DraftAutomaton& draft, const Spelling& spelling)
      : word_(draft), spelling_(&spelling), end_('\n') {
    if (spelling.has_multi_letter_tiles()) return;
    for (const std::string_view face : spelling.faces()) add_letter(face);
  }
  // Writes a byte of `letters` for each tile (the first is for tile 1), and a zero byte after each
  // word.
  WordWriter(const DraftAutomaton& draft, std::string_view letters) : word_(draft), end_('\0') {
    for (std::size_t i = 0; i < letters.size(); ++i) add_letter(letters.substr(i, 1));
  }

  // The next words in alphabet order; empty at the end. The view is valid until the next call.
  std::string_view write_more() {
    constexpr std::size_t enough = 1 << 16;
    text_.clear();
    text_.reserve(enough + 1024);
    while (text_.size() < enough && !done_) {
      if ((done_ = !word_.next())) break;
      if (letters_.empty()) {
        spelling_->append_text(word_.tiles(), word_.count(), text_);
        text_ += end_;
      } else {
        text_.append(written_, write_word());
      }
    }
    return text_;
  }

 private:
  // A character encoded in UTF-8.
  struct Letter {
    char bytes[4];
    std::size_t size;
  };

  void add_letter(std::string_view text) {
    Letter letter{{}, text.size()};
    text.copy(letter.bytes, sizeof letter.bytes);
    letters_.push_back(letter);
  }

  // Updates written_ to the current word: writes only what follows the tiles shared with the last
  // one. Returns the length.
  std::size_t write_word() {
    std::size_t at = ends_[word_.shared()];
    for (std::size_t i = word_.shared(); i < word_.count(); ++i) {
      const Letter& letter = letters_[word_.tiles()[i] - 1u];
      std::memcpy(written_ + at, letter.bytes, sizeof letter.bytes);
      ends_[i + 1] = at += letter.size;
    }
    written_[at] = end_;
    return at + 1;
  }

  DraftAutomaton::Cursor word_;
  const Spelling* spelling_ = nullptr;  // where some tiles have several letters
  char end_;
  bool done_ = false;
  std::string text_;
  // If all tiles are single letters, these hold the letters, the most recently written word, and
  // the end of each of its letters. Otherwise they are empty.
  std::vector<Letter> letters_;
  char written_[(max_word + 1) * sizeof Letter::bytes];
  std::array<std::size_t, max_word + 1> ends_{};
};

}  // namespace wordtools
