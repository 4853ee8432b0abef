// Generates every play that a rack allows on a board.
//
// For each line, and each square on it where a word can begin, the automaton is walked along the
// line: through the tiles on the board, and over empty squares with tiles of the rack. The tiles
// that crossing words allow on an empty square are computed once, beforehand (the cross-checks of
// Appel and Jacobson, "The World's Fastest Scrabble Program", 1988). Their left parts are not
// needed: since the first square of a word is known from the start, its score is computed along the
// way.
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

#include "automaton/automaton.hpp"
#include "automaton/categories.hpp"
#include "plays/play_rules.hpp"

namespace wordtools {

// A play; `tiles` are those placed, in order.
struct FoundPlay {
  std::int64_t score;
  std::uint16_t square;  // the first of the main word
  bool down;
  std::uint8_t length;  // of the main word
  std::array<Tile, max_rack> tiles;

  // The order of plays in the result: the best first; no two are equal.
  bool operator<(const FoundPlay& other) const {
    if (score != other.score) return score > other.score;
    if (square != other.square) return square < other.square;
    if (down != other.down) return other.down;
    return tiles < other.tiles;
  }
};

class PlayGenerator {
 public:
  static constexpr std::size_t max_plays = 4'000'000;

  // `squares`: a byte for each, 0 or the tile on it. `rack`: tiles, 0 for a blank. With a selection
  // only its words are allowed. Throws std::invalid_argument.
  PlayGenerator(const Automaton& automaton, const Selection* selection, const PlayRules& rules,
                std::string_view squares, std::string_view rack, std::optional<std::size_t> limit)
      : automaton_(automaton),
        lookahead_(automaton.lookahead()),
        selection_(selection),
        rules_(rules),
        all_(!limit),
        limit_(std::min(limit.value_or(max_plays), max_plays)) {
    if (squares.size() != rules.premiums.size())
      throw std::invalid_argument("the squares are of another board");
    if (rack.size() > rules.bonus.size() - 1)
      throw std::invalid_argument("more tiles than a rack holds");
    for (const char byte : squares) {
      const auto tile = static_cast<Tile>(byte);
      if (tile && !is_tile(tile & ~blank_tile))
        throw std::invalid_argument("there is no such tile");
      squares_.push_back(tile);
    }
    for (const char byte : rack) {
      const auto tile = static_cast<Tile>(byte);
      if (tile && !is_tile(tile)) throw std::invalid_argument("there is no such tile");
      ++counts_[tile];
      held_ |= bit(tile);
    }
    rack_size_ = rack.size();
    for (std::size_t tile = 1; tile < rules.values.size(); ++tile)
      every_ |= bit(static_cast<Tile>(tile));
  }

  // Generates all plays, or the best `limit` of them; returns their number. Throws
  // std::length_error for more than max_plays without a limit.
  std::uint64_t generate() {
    const std::size_t columns = rules_.columns, rows = squares_.size() / columns;
    find_anchors();
    for (const bool down : {false, true}) {
      direction_ = down ? along_down : along_across;
      step_ = down ? columns : 1;
      find_cross_checks();
      length_ = down ? rows : columns;
      for (std::size_t line = 0; line < (down ? columns : rows); ++line) {
        first_ = down ? line : line * columns;
        generate_line();
      }
    }
    std::ranges::sort_heap(plays_, std::less());
    return total_;
  }

  // The plays as records of one size, best first: score (8 bytes), square (2), down (1), length
  // (1), and a byte for each square of the longest line: the tile placed, or 0.
  std::string encode_records() const {
    const std::size_t columns = rules_.columns, rows = squares_.size() / columns;
    const std::size_t size = 12 + std::max(rows, columns);
    std::string records(plays_.size() * size, '\0');
    char* at = records.data();
    for (const FoundPlay& play : plays_) {
      std::memcpy(at, &play.score, 8);
      std::memcpy(at + 8, &play.square, 2);
      at[10] = static_cast<char>(play.down);
      at[11] = static_cast<char>(play.length);
      std::size_t placed = 0;
      for (std::size_t i = 0; i < play.length; ++i)
        if (!squares_[play.square + i * (play.down ? columns : 1)])
          at[12 + i] = static_cast<char>(play.tiles[placed++]);
      at += size;
    }
    return records;
  }

 private:
  // The word that crosses an empty square: the tiles that complete it, the points of its tiles on
  // the board, its word premium, and its length (1: no word crosses).
  struct CrossCheck {
    TileSet allowed;
    std::int64_t points = 0;
    int factor = 1;
    std::size_t length = 1;
  };

  // The score so far: the main word's points and factor, and the points of the words across it.
  struct RunningScore {
    std::int64_t points = 0, factor = 1, crosses = 0;
  };

  static TileSet bit(Tile tile) { return TileSet{1} << tile; }
  bool is_tile(std::size_t tile) const { return 1 <= tile && tile < rules_.values.size(); }
  int value_of(Tile tile) const { return rules_.values[tile & blank_tile ? 0 : tile]; }

  // Marks the anchors, the empty squares of which a play must cover at least one.
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
    if (empty ? !rules_.start : !rules_.connected) anchors_.assign(squares_.size(), true);
    for (std::size_t at = 0; at < squares_.size(); ++at)
      if (squares_[at]) anchors_[at] = false;
  }

  void find_cross_checks() {
    const std::size_t columns = rules_.columns, rows = squares_.size() / columns;
    const bool down = direction_ == along_across;  // the direction of the words that cross
    const std::size_t step = down ? columns : 1;
    cross_checks_.assign(squares_.size(), CrossCheck{every_});
    for (std::size_t at = 0; at < squares_.size(); ++at) {
      if (!anchors_[at]) continue;  // other squares have no neighbours
      const std::size_t place = down ? at / columns : at % columns;
      std::size_t before = 0, after = 0;
      while (before < place && squares_[at - (before + 1) * step]) ++before;
      while (place + after + 1 < (down ? rows : columns) && squares_[at + (after + 1) * step])
        ++after;
      if (before + after) cross_checks_[at] = make_cross_check(at, step, before, after);
    }
  }

  CrossCheck make_cross_check(std::size_t at, std::size_t step, std::size_t before,
                              std::size_t after) const {
    CrossCheck cross{0, 0, 1, before + 1 + after};
    const Premium& premium = rules_.premiums[at];
    const int direction = direction_ == along_across ? along_down : along_across;
    if (premium.along == along_any || (premium.along == direction && !(before && after)))
      cross.factor = premium.word;
    std::array<Tile, max_rows> word;
    const std::size_t begin = at - before * step;
    for (std::size_t i = 0; i < cross.length; ++i) {
      const Tile tile = squares_[begin + i * step];
      word[i] = tile & ~blank_tile;
      if (i != before) cross.points += value_of(tile);
    }
    // Up to the gap, then on from each tile that may fill it.
    const State gap =
        before ? target_of(follow(automaton_.root(), word.data(), before)) : automaton_.root();
    for (TileSet left = lookahead_[gap].next; left; left &= left - 1) {
      word[before] = lowest_tile(left);
      if (is_final(follow(gap, &word[before], after + 1)) && is_selected(word.data(), cross.length))
        cross.allowed |= bit(word[before]);
    }
    return cross;
  }

  // The arc at the end of these tiles, at least one, from a state on; 0 when there is none.
  Arc follow(State state, const Tile* tiles, std::size_t count) const {
    Arc arc = 0;
    for (std::size_t i = 0; i < count; ++i) {
      arc = automaton_.step(state, tiles[i]);
      if (!arc) break;
      state = target_of(arc);
    }
    return arc;
  }

  bool is_selected(const Tile* word, std::size_t count) const {
    return !selection_ ||
           selection_->contains(static_cast<std::size_t>(automaton_.find_rank(word, count)));
  }

  std::size_t square(std::size_t place) const { return first_ + place * step_; }
  bool is_empty(std::size_t place) const { return !squares_[square(place)]; }
  TileSet available() const { return counts_[0] ? every_ : held_; }

  void generate_line() {
    for (begin_ = 0; begin_ < length_; ++begin_) {
      if (begin_ && !is_empty(begin_ - 1)) continue;
      std::size_t placed = 0;
      for (anchor_ = begin_; anchor_ < length_ && !anchors_[square(anchor_)]; ++anchor_)
        placed += is_empty(anchor_);
      if (anchor_ == length_ || placed >= rack_size_) continue;
      if (cross_checks_[square(anchor_)].allowed & available())
        extend(begin_, automaton_.root(), {});
    }
  }

  // Extends a word, which has led to a state, over the square at `at`.
  void extend(std::size_t at, State state, const RunningScore& score) {
    if (at == length_) return;
    if (const Tile there = squares_[square(at)]) {
      RunningScore next = score;
      next.points += value_of(there);
      word_[at - begin_] = there & ~blank_tile;
      if (const Arc arc = automaton_.step(state, there & ~blank_tile)) pass(at, arc, next);
    } else if (placed_ < rack_size_) {
      TileSet left = lookahead_[state].next & cross_checks_[square(at)].allowed & available();
      for (; left; left &= left - 1) {
        const Tile tile = lowest_tile(left);
        const Arc arc = automaton_.step(state, tile);
        word_[at - begin_] = tile;
        if (counts_[tile]) place(at, tile, tile, arc, score);
        if (counts_[0]) place(at, tile | blank_tile, 0, arc, score);
      }
    }
  }

  // Places a tile, which was `held` on the rack, extends the word in all ways, and takes it back.
  void place(std::size_t at, Tile tile, Tile held, Arc arc, RunningScore score) {
    const Premium& premium = rules_.premiums[square(at)];
    const CrossCheck& cross = cross_checks_[square(at)];
    const std::int64_t points = std::int64_t{value_of(tile)} * premium.letter + premium.points;
    score.points += points;
    if (premium.along == along_any || (premium.along == direction_ && at == begin_))
      score.factor *= premium.word;
    if (cross.length > 1) score.crosses += (cross.points + points) * cross.factor;
    if (--counts_[held] == 0) held_ &= ~bit(held);
    tiles_[placed_++] = tile;
    pass(at, arc, score);
    tiles_[--placed_] = 0;
    ++counts_[held];
    held_ |= bit(held);
  }

  void pass(std::size_t at, Arc arc, const RunningScore& score) {
    if (is_final(arc) && at >= anchor_ && (at + 1 == length_ || is_empty(at + 1)))
      add_play(at, score);
    if (target_of(arc)) extend(at + 1, target_of(arc), score);
  }

  // Adds the play whose main word ends at `end`.
  void add_play(std::size_t end, const RunningScore& score) {
    const std::size_t length = end + 1 - begin_,
                      shortest = std::max<std::size_t>(2, rules_.shortest);
    if (length < shortest) return;
    // A single tile that makes words in both directions was found across. It is on the anchor.
    if (placed_ == 1 && direction_ == along_down &&
        cross_checks_[square(anchor_)].length >= shortest)
      return;
    if (!is_selected(word_.data(), length)) return;
    const Premium& last = rules_.premiums[square(end)];
    const bool ends_along = is_empty(end) && last.along == direction_;
    const std::int64_t factor = score.factor * (ends_along ? last.word : 1);
    keep({score.points * factor + score.crosses + rules_.bonus[placed_],
          static_cast<std::uint16_t>(square(begin_)), direction_ == along_down,
          static_cast<std::uint8_t>(length), tiles_});
  }

  // Keeps a play if it is among the best; the plays are a heap with the worst on top.
  void keep(const FoundPlay& play) {
    ++total_;
    if (plays_.size() < limit_) {
      plays_.push_back(play);
      std::ranges::push_heap(plays_, std::less());
    } else if (all_) {
      throw std::length_error("more than 4,000,000 plays; set a limit");
    } else if (limit_ && play < plays_.front()) {
      std::ranges::pop_heap(plays_, std::less());
      plays_.back() = play;
      std::ranges::push_heap(plays_, std::less());
    }
  }

  const Automaton& automaton_;
  const Automaton::Lookahead* lookahead_;
  const Selection* selection_;
  const PlayRules& rules_;
  bool all_;
  std::size_t limit_;
  std::vector<Tile> squares_;
  std::vector<bool> anchors_;
  std::vector<CrossCheck> cross_checks_;  // of the words that cross the direction of the search

  TileSet every_ = 0;                                 // all tiles of the alphabet
  std::array<std::uint8_t, max_tiles + 1> counts_{};  // of tiles still on the rack; 0 is the blank
  TileSet held_ = 0;                                  // those tiles
  std::size_t rack_size_ = 0;
  std::array<Tile, max_rack> tiles_{};  // placed so far
  std::size_t placed_ = 0;
  std::array<Tile, max_rows> word_{};  // so far, without the marks of blanks

  Along direction_ = along_across;
  std::size_t first_ = 0, step_ = 1, length_ = 0;  // the line: first square, step, squares
  std::size_t begin_ = 0, anchor_ = 0;             // on the line: the word, and its first anchor

  std::vector<FoundPlay> plays_;
  std::uint64_t total_ = 0;
};

}  // namespace wordtools
