// The minimal automaton as compiling makes it: to be written to a file, not to look words up in.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "large_pages.hpp"
#include "spelling.hpp"

namespace wordtools {

// More of something than can be numbered; `what()` says of what.
struct TooMany : std::length_error {
  using std::length_error::length_error;
};

struct Draft {
  struct Arc {
    std::uint32_t target : 24 = 0;  // where the arcs of its state begin; 0: no arcs go on
    std::uint32_t tile : 6 = 0;
    std::uint32_t last : 1 = 0;   // of its state
    std::uint32_t final : 1 = 0;  // a word ends with it
    std::uint32_t bits() const { return std::bit_cast<std::uint32_t>(*this); }
    bool operator==(const Arc& other) const { return bits() == other.bits(); }
  };
  static constexpr std::size_t most_arcs = (1u << 24) - 1;

  // States one after the other, each as its arcs by ascending tile, those it leads to before it.
  // The first arc is of none: it leads to the root.
  LargeVector<Arc> arcs{1};
  std::array<std::uint64_t, max_word + 1> words_by_length{};
  std::uint32_t words = 0;

  class Cursor;
};

// Goes through the words in alphabet order; the current one is `tiles()`, `count()` tiles long.
class Draft::Cursor {
 public:
  explicit Cursor(const Draft& draft) : arcs_(draft.arcs.data()) {}

  // Goes to the next word, at first to the first one; false when there is none.
  bool next() {
    kept_ = count_;
    do {
      if (arcs_[path_[count_]].target) {
        path_[count_ + 1] = arcs_[path_[count_]].target;
        ++count_;
      } else {
        while (count_ && arcs_[path_[count_]].last) --count_;
        if (count_ == 0) return false;
        ++path_[count_];
        kept_ = std::min(kept_, count_ - 1);
      }
      tiles_[count_ - 1] = arcs_[path_[count_]].tile;
    } while (!arcs_[path_[count_]].final);
    return true;
  }

  const Tile* tiles() const { return tiles_; }
  std::size_t count() const { return count_; }
  // How many of its first tiles the word before had too.
  std::size_t kept() const { return kept_; }

 private:
  const Arc* arcs_;
  std::uint32_t path_[max_word + 1] = {};
  Tile tiles_[max_word];
  std::size_t count_ = 0, kept_ = 0;
};

// A draft's words as text.
class Lines {
 public:
  Lines(const Draft& draft, const Spelling& spelling) : word_(draft), spelling_(spelling) {
    if (spelling.joins()) return;
    for (const auto& face : spelling.faces()) {
      Letter letter{{}, face.size()};
      face.copy(letter.bytes, sizeof letter.bytes);
      letters_.push_back(letter);
    }
  }

  // Some more of the words, a newline after each; nothing when there are no more. Good until asked
  // again.
  std::string_view more() {
    constexpr std::size_t enough = 1 << 16;
    lines_.clear();
    lines_.reserve(enough + 1024);
    while (lines_.size() < enough && !done_) {
      if ((done_ = !word_.next())) break;
      if (letters_.empty()) {
        spelling_.write(word_.tiles(), word_.count(), lines_);
        lines_ += '\n';
      } else {
        lines_.append(line_, spell());
      }
    }
    return lines_;
  }

 private:
  // One character of UTF-8.
  struct Letter {
    char bytes[4];
    std::size_t size;
  };

  // Writes into line_ what differs from the word before; returns how long it is.
  std::size_t spell() {
    std::size_t at = ends_[word_.kept()];
    for (std::size_t i = word_.kept(); i < word_.count(); ++i) {
      const Letter& letter = letters_[word_.tiles()[i] - 1u];
      std::memcpy(line_ + at, letter.bytes, sizeof letter.bytes);
      ends_[i + 1] = at += letter.size;
    }
    line_[at] = '\n';
    return at + 1;
  }

  Draft::Cursor word_;
  const Spelling& spelling_;
  bool done_ = false;
  std::string lines_;
  // For alphabets whose tiles show a letter each: these, the last word, and where its letters end.
  std::vector<Letter> letters_;
  char line_[(max_word + 1) * sizeof Letter::bytes];
  std::array<std::size_t, max_word + 1> ends_{};
};

}  // namespace wordtools
