// Every play that a rack allows on a board.
//
// For each line and each square on it where a word may begin, the automaton is walked along the
// line: through the tiles that lie there, and over empty squares by the tiles of the rack. What
// crosses an empty square was asked before, once: a set of tiles that make a word there (the
// cross-checks of Appel and Jacobson, "The World's Fastest Scrabble Program", 1988). Their left
// parts are not needed: a word's first square is known from the start, so that the score is
// counted on the way.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "dawg.hpp"
#include "play_rules.hpp"
#include "selection.hpp"

namespace wordtools {

// A play that was found; its tiles are those laid, in order.
struct Found {
  std::int64_t score;
  std::uint16_t square;  // the first of the main word
  bool down;
  std::uint8_t length;  // of the main word
  std::array<Tile, max_rack> tiles;

  // The order in which plays are told: the best first, and no two alike.
  bool operator<(const Found& other) const {
    if (score != other.score) return score > other.score;
    if (square != other.square) return square < other.square;
    if (down != other.down) return other.down;
    return tiles < other.tiles;
  }
};

class MoveSearch {
 public:
  static constexpr std::size_t most_found = 4'000'000;

  // `squares`: a byte for each, 0 or the tile that lies there. `rack`: tiles, 0 the blank. Only
  // words of the selection count, if there is one. Throws std::invalid_argument.
  MoveSearch(const Dawg& dawg, const Selection* selection, const PlayRules& rules,
             std::string_view squares, std::string_view rack, std::optional<std::size_t> limit)
      : dawg_(dawg),
        outlook_(dawg.outlook()),
        selection_(selection),
        rules_(rules),
        all_(!limit),
        limit_(std::min(limit.value_or(most_found), most_found)) {
    if (squares.size() != rules.premiums.size())
      throw std::invalid_argument("squares of another board");
    if (rack.size() > rules.bonus.size() - 1)
      throw std::invalid_argument("more tiles than a rack holds");
    for (const char byte : squares) {
      const auto tile = static_cast<Tile>(byte);
      if (tile && !is_tile(tile & ~blank_tile)) throw std::invalid_argument("no such tile");
      squares_.push_back(tile);
    }
    for (const char byte : rack) {
      const auto tile = static_cast<Tile>(byte);
      if (tile && !is_tile(tile)) throw std::invalid_argument("no such tile");
      ++counts_[tile];
      held_ |= bit(tile);
    }
    most_ = rack.size();
    for (std::size_t tile = 1; tile < rules.values.size(); ++tile)
      every_ |= bit(static_cast<Tile>(tile));
  }

  // Finds all plays, or the best `limit`; returns how many there are. Throws std::length_error
  // when they are more than most_found and all are wanted.
  std::uint64_t run() {
    const std::size_t columns = rules_.columns, rows = squares_.size() / columns;
    find_anchors();
    for (const bool down : {false, true}) {
      direction_ = down ? along_down : along_across;
      step_ = down ? columns : 1;
      find_crosses();
      length_ = down ? rows : columns;
      for (std::size_t line = 0; line < (down ? columns : rows); ++line) {
        first_ = down ? line : line * columns;
        search_line();
      }
    }
    std::ranges::sort_heap(found_, std::less());
    return total_;
  }

  // The plays as records of one size, best first: score (8 bytes), square (2), down (1), length
  // (1), and a byte for each square of the longest line: the tile laid, or 0.
  std::string records() const {
    const std::size_t columns = rules_.columns, rows = squares_.size() / columns;
    const std::size_t size = 12 + std::max(rows, columns);
    std::string records(found_.size() * size, '\0');
    char* at = records.data();
    for (const Found& play : found_) {
      std::memcpy(at, &play.score, 8);
      std::memcpy(at + 8, &play.square, 2);
      at[10] = static_cast<char>(play.down);
      at[11] = static_cast<char>(play.length);
      std::size_t laid = 0;
      for (std::size_t i = 0; i < play.length; ++i)
        if (!squares_[play.square + i * (play.down ? columns : 1)])
          at[12 + i] = static_cast<char>(play.tiles[laid++]);
      at += size;
    }
    return records;
  }

 private:
  // What crosses a square: the tiles that make a word there, the points of those that lie there,
  // the factor of the square, and the length of the word (1: nothing crosses).
  struct Cross {
    Tiles allowed;
    std::int64_t points = 0;
    int factor = 1;
    std::size_t length = 1;
  };

  // The score so far: the main word's points and factor, and the points of words that cross it.
  struct Count {
    std::int64_t points = 0, factor = 1, crosses = 0;
  };

  static Tiles bit(Tile tile) { return Tiles{1} << tile; }
  bool is_tile(std::size_t tile) const { return 1 <= tile && tile < rules_.values.size(); }
  int value(Tile tile) const { return rules_.values[tile & blank_tile ? 0 : tile]; }

  // Marks the empty squares of which a play must cover one.
  void find_anchors() {
    const std::size_t columns = rules_.columns;
    anchors_.assign(squares_.size(), false);
    bool empty = true;
    for (std::size_t at = 0; at < squares_.size(); ++at) {
      if (!squares_[at]) continue;
      empty = false;
      if (at >= columns) anchors_[at - columns] = true;
      if (at + columns < squares_.size()) anchors_[at + columns] = true;
      if (at % columns) anchors_[at - 1] = true;
      if ((at + 1) % columns) anchors_[at + 1] = true;
    }
    if (empty && rules_.start) anchors_[*rules_.start] = true;
    if (empty && !rules_.start) anchors_.assign(squares_.size(), true);
    for (std::size_t at = 0; at < squares_.size(); ++at)
      if (squares_[at]) anchors_[at] = false;
  }

  void find_crosses() {
    const std::size_t columns = rules_.columns, rows = squares_.size() / columns;
    const bool down = direction_ == along_across;  // the words that cross
    const std::size_t step = down ? columns : 1;
    crosses_.assign(squares_.size(), Cross{every_});
    for (std::size_t at = 0; at < squares_.size(); ++at) {
      if (!anchors_[at]) continue;  // nothing lies next to the others
      const std::size_t place = down ? at / columns : at % columns;
      std::size_t before = 0, after = 0;
      while (before < place && squares_[at - (before + 1) * step]) ++before;
      while (place + after + 1 < (down ? rows : columns) && squares_[at + (after + 1) * step])
        ++after;
      if (before + after) crosses_[at] = cross(at, step, before, after);
    }
  }

  Cross cross(std::size_t at, std::size_t step, std::size_t before, std::size_t after) const {
    Cross cross{0, 0, 1, before + 1 + after};
    const Premium& premium = rules_.premiums[at];
    const int direction = direction_ == along_across ? along_down : along_across;
    if (premium.along == along_any || (premium.along == direction && !(before && after)))
      cross.factor = premium.word;
    std::array<Tile, max_rows> word;
    const std::size_t begin = at - before * step;
    for (std::size_t i = 0; i < cross.length; ++i) {
      const Tile tile = squares_[begin + i * step];
      word[i] = tile & ~blank_tile;
      if (i != before) cross.points += value(tile);
    }
    // To the gap, then on from each tile that may fill it.
    const State gap = before ? next_of(follow(dawg_.root(), word.data(), before)) : dawg_.root();
    for (Tiles left = outlook_[gap].next; left; left &= left - 1) {
      word[before] = lowest(left);
      if (is_final(follow(gap, &word[before], after + 1)) && selected(word.data(), cross.length))
        cross.allowed |= bit(word[before]);
    }
    return cross;
  }

  // The arc that these tiles, one at least, lead to from a state; 0 when there is none.
  Arc follow(State state, const Tile* tiles, std::size_t count) const {
    Arc arc = 0;
    for (std::size_t i = 0; i < count; ++i) {
      arc = dawg_.step(state, tiles[i]);
      if (!arc) break;
      state = next_of(arc);
    }
    return arc;
  }

  bool selected(const Tile* word, std::size_t count) const {
    return !selection_ || selection_->contains(static_cast<std::size_t>(dawg_.rank(word, count)));
  }

  std::size_t square(std::size_t place) const { return first_ + place * step_; }
  bool is_empty(std::size_t place) const { return !squares_[square(place)]; }
  Tiles in_hand() const { return counts_[0] ? every_ : held_; }

  void search_line() {
    for (begin_ = 0; begin_ < length_; ++begin_) {
      if (begin_ && !is_empty(begin_ - 1)) continue;
      std::size_t laid = 0;
      for (anchor_ = begin_; anchor_ < length_ && !anchors_[square(anchor_)]; ++anchor_)
        laid += is_empty(anchor_);
      if (anchor_ == length_ || laid >= most_) continue;
      if (crosses_[square(anchor_)].allowed & in_hand()) walk(begin_, dawg_.root(), {});
    }
  }

  // Goes on from a state with the square at `at`.
  void walk(std::size_t at, State state, const Count& count) {
    if (at == length_) return;
    if (const Tile there = squares_[square(at)]) {
      Count next = count;
      next.points += value(there);
      word_[at - begin_] = there & ~blank_tile;
      if (const Arc arc = dawg_.step(state, there & ~blank_tile)) arrive(at, arc, next);
    } else if (laid_ < most_) {
      Tiles left = outlook_[state].next & crosses_[square(at)].allowed & in_hand();
      for (; left; left &= left - 1) {
        const Tile tile = lowest(left);
        const Arc arc = dawg_.step(state, tile);
        word_[at - begin_] = tile;
        if (counts_[tile]) lay(at, tile, tile, arc, count);
        if (counts_[0]) lay(at, tile | blank_tile, 0, arc, count);
      }
    }
  }

  // Lays the tile for as long as the walk goes on; `held` is what it was on the rack.
  void lay(std::size_t at, Tile tile, Tile held, Arc arc, Count count) {
    const Premium& premium = rules_.premiums[square(at)];
    const Cross& cross = crosses_[square(at)];
    const std::int64_t points = std::int64_t{value(tile)} * premium.letter + premium.points;
    count.points += points;
    if (premium.along == along_any || (premium.along == direction_ && at == begin_))
      count.factor *= premium.word;
    if (cross.length > 1) count.crosses += (cross.points + points) * cross.factor;
    if (--counts_[held] == 0) held_ &= ~bit(held);
    tiles_[laid_++] = tile;
    arrive(at, arc, count);
    tiles_[--laid_] = 0;
    ++counts_[held];
    held_ |= bit(held);
  }

  void arrive(std::size_t at, Arc arc, const Count& count) {
    if (is_final(arc) && at >= anchor_ && (at + 1 == length_ || is_empty(at + 1))) found(at, count);
    if (next_of(arc)) walk(at + 1, next_of(arc), count);
  }

  // A word of the lexicon ends at `end`, and so does the play.
  void found(std::size_t end, const Count& count) {
    const std::size_t length = end + 1 - begin_,
                      shortest = std::max<std::size_t>(2, rules_.shortest);
    if (length < shortest) return;
    // A single tile that makes words both ways was found across. It lies on the anchor.
    if (laid_ == 1 && direction_ == along_down && crosses_[square(anchor_)].length >= shortest)
      return;
    if (!selected(word_.data(), length)) return;
    const Premium& last = rules_.premiums[square(end)];
    const bool ends_along = is_empty(end) && last.along == direction_;
    const std::int64_t factor = count.factor * (ends_along ? last.word : 1);
    keep({count.points * factor + count.crosses + rules_.bonus[laid_],
          static_cast<std::uint16_t>(square(begin_)), direction_ == along_down,
          static_cast<std::uint8_t>(length), tiles_});
  }

  // The plays kept are a heap, the worst on top.
  void keep(const Found& play) {
    ++total_;
    if (found_.size() < limit_) {
      found_.push_back(play);
      std::ranges::push_heap(found_, std::less());
    } else if (all_) {
      throw std::length_error("more than 4,000,000 plays; set a limit");
    } else if (limit_ && play < found_.front()) {
      std::ranges::pop_heap(found_, std::less());
      found_.back() = play;
      std::ranges::push_heap(found_, std::less());
    }
  }

  const Dawg& dawg_;
  const Dawg::Outlook* outlook_;
  const Selection* selection_;
  const PlayRules& rules_;
  bool all_;
  std::size_t limit_;
  std::vector<Tile> squares_;
  std::vector<bool> anchors_;
  std::vector<Cross> crosses_;  // of the words that cross the direction of the search

  Tiles every_ = 0;                                   // all tiles of the alphabet
  std::array<std::uint8_t, max_tiles + 1> counts_{};  // of the tiles still in hand, 0 the blank
  Tiles held_ = 0;                                    // which those are
  std::size_t most_ = 0;                              // tiles on the rack
  std::array<Tile, max_rack> tiles_{};                // laid so far
  std::size_t laid_ = 0;
  std::array<Tile, max_rows> word_{};  // so far, without blanks' marks

  Along direction_ = along_across;
  std::size_t first_ = 0, step_ = 1, length_ = 0;  // the line's first square, step and squares
  std::size_t begin_ = 0, anchor_ = 0;             // places on it: of the word, of its first anchor

  std::vector<Found> found_;
  std::uint64_t total_ = 0;
};

}  // namespace wordtools
