// The minimal automaton while a lexicon is compiled, to be written to a file, not to look words up.
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

// There are more things than can be numbered; `what()` names them.
struct TooManyError : std::length_error {
  using std::length_error::length_error;
};

struct DraftAutomaton {
  struct Arc {
    std::uint32_t target : 24 = 0;  // index of the target's first arc; 0: no target
    std::uint32_t tile : 6 = 0;
    std::uint32_t last : 1 = 0;   // the last arc of its state
    std::uint32_t final : 1 = 0;  // a word ends here
    std::uint32_t bits() const { return std::bit_cast<std::uint32_t>(*this); }
    bool operator==(const Arc& other) const { return bits() == other.bits(); }
  };
  static constexpr std::size_t max_arcs = (1u << 24) - 1;

  // State after state, each after the targets of its arcs. A state is its arcs in ascending order
  // of tiles. arcs[0] belongs to no state and leads to the root.
  LargeVector<Arc> arcs{1};
  std::array<std::uint64_t, max_word + 1> words_by_length{};
  std::uint32_t words = 0;

  class Cursor;
};

// Iterates the words in alphabet order; the current one is `tiles()`, `count()` tiles long.
class DraftAutomaton::Cursor {
 public:
  explicit Cursor(const DraftAutomaton& draft) : arcs_(draft.arcs.data()) {}

  // Moves to the next word, or to the first at the first call; false when there is none.
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

// Writes the words of a draft automaton with a byte for each tile.
class LetterWriter {
 public:
  // `letters`: the byte of each tile, from tile 1 on.
  LetterWriter(const DraftAutomaton& draft, std::string letters)
      : word_(draft), letters_(std::move(letters)) {}

  // More words in alphabet order, each followed by a zero; empty at the end. The view is valid
  // until the next call.
  std::string_view write_more() {
    constexpr std::size_t enough = 1 << 16;
    words_.clear();
    while (words_.size() < enough && !done_) {
      if ((done_ = !word_.next())) break;
      for (std::size_t i = 0; i < word_.count(); ++i) words_ += letters_[word_.tiles()[i] - 1u];
      words_ += '\0';
    }
    return words_;
  }

 private:
  DraftAutomaton::Cursor word_;
  std::string letters_, words_;
  bool done_ = false;
};

// Writes the words of a draft automaton as lines of text.
class LineWriter {
 public:
  LineWriter(const DraftAutomaton& draft, const Spelling& spelling)
      : word_(draft), spelling_(spelling) {
    if (spelling.has_multi_letter_tiles()) return;
    for (const auto& face : spelling.faces()) {
      Letter letter{{}, face.size()};
      face.copy(letter.bytes, sizeof letter.bytes);
      letters_.push_back(letter);
    }
  }

  // More words in alphabet order, each followed by a newline; empty at the end. The view is valid
  // until the next call.
  std::string_view write_more() {
    constexpr std::size_t enough = 1 << 16;
    lines_.clear();
    lines_.reserve(enough + 1024);
    while (lines_.size() < enough && !done_) {
      if ((done_ = !word_.next())) break;
      if (letters_.empty()) {
        spelling_.append_text(word_.tiles(), word_.count(), lines_);
        lines_ += '\n';
      } else {
        lines_.append(line_, write_word());
      }
    }
    return lines_;
  }

 private:
  // A character in UTF-8.
  struct Letter {
    char bytes[4];
    std::size_t size;
  };

  // Writes the part of the word that differs from the last word into line_; returns the length.
  std::size_t write_word() {
    std::size_t at = ends_[word_.shared()];
    for (std::size_t i = word_.shared(); i < word_.count(); ++i) {
      const Letter& letter = letters_[word_.tiles()[i] - 1u];
      std::memcpy(line_ + at, letter.bytes, sizeof letter.bytes);
      ends_[i + 1] = at += letter.size;
    }
    line_[at] = '\n';
    return at + 1;
  }

  DraftAutomaton::Cursor word_;
  const Spelling& spelling_;
  bool done_ = false;
  std::string lines_;
  // For alphabets with one letter on each tile: the letters, the word written last, and where each
  // of its letters ends. Empty for other alphabets.
  std::vector<Letter> letters_;
  char line_[(max_word + 1) * sizeof Letter::bytes];
  std::array<std::size_t, max_word + 1> ends_{};
};

}  // namespace wordtools
