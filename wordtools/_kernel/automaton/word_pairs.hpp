// Compares the words of two editions, with their categories in each. The editions may belong to one
// lexicon, or to two lexicons with the same tiles.
#pragma once

#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "automaton/automaton.hpp"
#include "automaton/automaton_builder.hpp"
#include "automaton/categories.hpp"

namespace wordtools {

// The words of an edition and their category sets. Without a selection, these are all words of the
// lexicon.
struct EditionWords {
  const Automaton* automaton;
  const WordCategories* sets;
  const Selection* selection;
};

class WordPairs {
 public:
  // The words that have category set `left` in the left edition and `right` in the right one.
  // `absent` means that they are not in that edition.
  struct Combination {
    int left, right;
    std::array<std::uint64_t, max_word + 1> words_by_length{};
  };
  static constexpr int absent = -1;

  // How `collect_lines` writes the words of a combination: the group that they go into, and the
  // texts before and after each word.
  struct Frame {
    std::size_t group;
    std::string before, after;
  };
  // The lines of a group. `length` is the length of the words in the group, or 0 if their lengths
  // differ.
  struct LineGroup {
    std::size_t group, length;
    std::string lines;
  };
  struct MergedWords {
    DraftAutomaton draft;
    LargeVector<std::uint16_t> sets;  // by rank
  };

  WordPairs(const EditionWords& left, const EditionWords& right) : left_(left), right_(right) {
    for (PairCursor pair(left_, right_); pair.next();) {
      const auto [place, is_new] =
          places_.try_emplace(key(pair), static_cast<std::uint32_t>(combinations_.size()));
      if (is_new) combinations_.push_back({pair.left_set(), pair.right_set()});
      ++combinations_[place->second].words_by_length[pair.word().count()];
    }
  }

  // The combinations that occur, in order of first occurrence.
  const std::vector<Combination>& combinations() const { return combinations_; }

  // Writes the words in alphabet order, each in the frame of its combination. Omits words whose
  // combination has no frame. With `by_length`, words of different lengths are in separate groups.
  std::vector<LineGroup> collect_lines(const Spelling& spelling,
                                       const std::vector<std::optional<Frame>>& frames,
                                       bool by_length) const {
    std::map<std::pair<std::size_t, std::size_t>, std::string> groups;
    for (PairCursor pair(left_, right_); pair.next();) {
      const auto& frame = frames.at(places_.at(key(pair)));
      if (!frame) continue;
      const auto& word = pair.word();
      std::string& lines = groups[{frame->group, by_length ? word.count() : 0}];
      lines += frame->before;
      spelling.append_text(word.tiles(), word.count(), lines);
      lines += frame->after;
    }
    std::vector<LineGroup> collected;
    for (auto& [place, lines] : groups)
      collected.push_back({place.first, place.second, std::move(lines)});
    return collected;
  }

  // Makes an automaton of the words whose combination has a number. These words get the category
  // set with that number. Throws TooManyError.
  MergedWords merge(const std::vector<std::optional<std::uint16_t>>& numbers) const {
    AutomatonBuilder builder;
    LargeVector<std::uint16_t> sets;
    for (PairCursor pair(left_, right_); pair.next();) {
      const auto number = numbers.at(places_.at(key(pair)));
      if (!number) continue;
      builder.add(pair.word().tiles(), pair.word().count());
      sets.push_back(*number);
    }
    return {std::move(builder).finish(), std::move(sets)};
  }

 private:
  // Iterates the words of an edition in alphabet order.
  class EditionCursor {
   public:
    explicit EditionCursor(const EditionWords& edition) : edition_(edition) {
      if (edition_.automaton->size()) word_.emplace(*edition_.automaton, 0);
      skip_others();
    }
    bool done() const { return rank_ == edition_.automaton->size(); }
    void next() {
      step();
      skip_others();
    }
    const Tile* tiles() const { return word_->tiles(); }
    std::size_t count() const { return word_->count(); }
    int set() const { return static_cast<int>(edition_.sets->set_number(rank_)); }

   private:
    void step() {
      ++rank_;
      word_->next();
    }
    void skip_others() {
      while (!done() && edition_.selection && !edition_.selection->contains(rank_)) step();
    }

    EditionWords edition_;
    std::optional<Automaton::Cursor> word_;
    std::uint32_t rank_ = 0;
  };

  // Iterates the words of both editions in alphabet order.
  class PairCursor {
   public:
    PairCursor(const EditionWords& left, const EditionWords& right) : left_(left), right_(right) {}

    // Moves to the next word; the first call moves to the first word. Returns false if there is
    // none.
    bool next() {
      if (on_left_) left_.next();
      if (on_right_) right_.next();
      const int order = left_.done() ? 1 : right_.done() ? -1 : compare();
      on_left_ = !left_.done() && order <= 0;
      on_right_ = !right_.done() && order >= 0;
      return on_left_ || on_right_;
    }
    const EditionCursor& word() const { return on_left_ ? left_ : right_; }
    int left_set() const { return on_left_ ? left_.set() : absent; }
    int right_set() const { return on_right_ ? right_.set() : absent; }

   private:
    int compare() const {
      const std::size_t x = left_.count(), y = right_.count();
      const int tiles = std::memcmp(left_.tiles(), right_.tiles(), std::min(x, y));
      return tiles ? tiles : x < y ? -1 : x > y;
    }

    EditionCursor left_, right_;
    bool on_left_ = false, on_right_ = false;
  };

  static std::uint64_t key(const PairCursor& pair) {
    return std::uint64_t{static_cast<std::uint32_t>(pair.left_set())} << 32 |
           static_cast<std::uint32_t>(pair.right_set());
  }

  EditionWords left_, right_;
  std::vector<Combination> combinations_;
  std::unordered_map<std::uint64_t, std::uint32_t> places_;  // in combinations_
};

}  // namespace wordtools
