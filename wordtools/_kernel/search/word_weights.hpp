// The values that words can be sorted by: their length, their score, or the probability of drawing
// their tiles.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "search/word_search.hpp"

namespace wordtools {

class WordWeight {
 public:
  WordWeight() = default;
  // `tiles` is the number of known tiles, including the blank.
  explicit WordWeight(std::size_t tiles) : tiles_(tiles) {
    if (tiles == 0 || tiles > max_tiles + 1)
      throw std::invalid_argument("no alphabet has so many tiles");
  }
  virtual ~WordWeight() = default;
  // The number of known tiles, or 0 if the weight does not depend on tiles.
  std::size_t tiles() const { return tiles_; }
  // The weight of a word, which has at most max_word known tiles.
  virtual double weigh(std::string_view word) const = 0;

 private:
  std::size_t tiles_ = 0;
};

class LengthWeight final : public WordWeight {
 public:
  double weigh(std::string_view word) const override { return static_cast<double>(word.size()); }
};

// The sum of the values of a word's tiles.
class ScoreWeight final : public WordWeight {
 public:
  // `values` has the value of each tile; tile 0 is the blank.
  explicit ScoreWeight(std::vector<int> values)
      : WordWeight(values.size()), values_(std::move(values)) {}
  double weigh(std::string_view word) const override {
    double score = 0;
    for (const char tile : word) score += values_[static_cast<Tile>(tile)];
    return score;
  }

 private:
  std::vector<int> values_;
};

// The probability of drawing the tiles of a word from the full bag.
//
// All draws are equally likely. To count the draws that make a word with k blanks, consider a tile
// that occurs c times in the bag and m times in the word. If blanks replace r of these m, there are
// C(c, m - r) ways to choose the others. The sum over all ways to distribute k blanks is a
// coefficient of the product of one polynomial for each tile. It is multiplied by C(blanks, k), the
// number of ways to choose the blanks.
class DrawWeight final : public WordWeight {
 public:
  // `counts` says how many of each tile are in the bag; tile 0 is the blank.
  explicit DrawWeight(const std::vector<std::size_t>& counts) : WordWeight(counts.size()) {
    std::size_t all = 0;
    for (const std::size_t count : counts) {
      choices_.push_back(list_choices(count));
      all += count;
    }
    draws_ = list_choices(all);
    blanks_ = counts[0];
  }

  double weigh(std::string_view word) const override {
    std::array<std::size_t, max_tiles + 1> counts{};
    for (const char tile : word) ++counts[static_cast<Tile>(tile)];
    const std::size_t max_blanks = std::min(blanks_, word.size());
    Choices ways{1};  // by the number of blanks
    for (std::size_t tile = 1; tile < choices_.size(); ++tile) {
      if (counts[tile] == 0) continue;
      Choices more{};
      for (std::size_t k = 0; k <= max_blanks; ++k)
        for (std::size_t r = 0; r <= std::min(counts[tile], max_blanks - k); ++r)
          more[k + r] += ways[k] * choices_[tile][counts[tile] - r];
      ways = more;
    }
    double sum = 0;
    for (std::size_t k = 0; k <= max_blanks; ++k) sum += ways[k] * choices_[0][k];
    return sum > 0 ? sum / draws_[word.size()] : 0;
  }

 private:
  using Choices = std::array<double, max_word + 1>;

  // C(of, n) for each n. Exact below 2^53.
  static Choices list_choices(std::size_t of) {
    Choices choices{1};
    for (std::size_t n = 1; n <= std::min(of, max_word); ++n)
      choices[n] = choices[n - 1] * static_cast<double>(of - n + 1) / static_cast<double>(n);
    return choices;
  }

  std::vector<Choices> choices_;  // by tile
  Choices draws_{};
  std::size_t blanks_ = 0;
};

// Sorts the results of another search by descending weight; words of equal weight stay in the order
// found.
class WeightedSearch final : public WordSearch {
 public:
  WeightedSearch(std::unique_ptr<WordSearch> search, const WordWeight& weight)
      : search_(std::move(search)), weight_(weight) {}

  bool find_more(FoundWords& words) override {
    if (search_) {
      if (search_->find_more(found_)) return true;
      search_.reset();
      sort();
    }
    for (const std::size_t last = std::min(next_ + max_words, order_.size()); next_ < last; ++next_)
      words.add(found_[order_[next_].second]);
    return next_ < order_.size();
  }

 private:
  void sort() {
    order_.reserve(found_.size());
    for (std::size_t i = 0; i < found_.size(); ++i)
      order_.emplace_back(-weight_.weigh(found_[i]), i);
    std::ranges::sort(order_);
  }

  std::unique_ptr<WordSearch> search_;  // until it has found all
  const WordWeight& weight_;
  FoundWords found_;
  std::vector<std::pair<double, std::size_t>> order_;
  std::size_t next_ = 0;
};

}  // namespace wordtools
