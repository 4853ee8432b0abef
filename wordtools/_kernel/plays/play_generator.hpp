// Generates the plays that a rack allows on a board: all of them, or the best.
//
// On each line, and from each square where a word can begin, words are extended square by square:
// over tiles on the board, and over empty squares by placing tiles from the rack. Before it reaches
// a tile on the board, a word consists only of tiles from the rack; such beginnings are listed once
// for all places (RackWords). From there on, the generator walks the automaton. The tiles that
// crossing words allow on an empty square are computed in advance (the cross-checks of Appel and
// Jacobson, "The World's Fastest Scrabble Program", 1988). The left parts of that paper are not
// needed. Since the first square of a word is known from the start, the score is computed along the
// way.
//
// If only the best plays are wanted, each beginning has a bound for each number of tiles that a
// play could still place. The bound consists of the score so far, the best tiles on the premiums
// that follow, and the most that the rest of the rack can be worth, placed or kept (RackBounds).
// Places are searched in descending order of their bounds, until no bound reaches the plays already
// found.
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
#include "plays/kept_values.hpp"
#include "plays/play_rules.hpp"
#include "plays/rack_words.hpp"

namespace wordtools {

// A play. `tiles` are those placed, in order; `value` is the score plus the value of the tiles
// kept.
struct FoundPlay {
  Value value;
  std::int64_t score;
  std::uint16_t square;  // the first of the main word
  bool down;
  std::uint8_t length;  // of the main word
  std::array<Tile, max_rack> tiles;

  // Orders plays in the result, the best first. No two are equal.
  bool operator<(const FoundPlay& other) const {
    if (value != other.value) return value > other.value;
    if (score != other.score) return score > other.score;
    if (square != other.square) return square < other.square;
    if (down != other.down) return other.down;
    return tiles < other.tiles;
  }
};

// How many of each tile a rack has; tile 0 is the blank. Throws std::invalid_argument if a tile is
// above `highest`.
inline std::array<std::uint8_t, max_tiles + 1> count_rack(std::string_view rack,
                                                          std::size_t highest) {
  std::array<std::uint8_t, max_tiles + 1> counts{};
  for (const char byte : rack) {
    const auto tile = static_cast<Tile>(byte);
    if (tile > highest) throw std::invalid_argument("there is no such tile");
    ++counts[tile];
  }
  return counts;
}

// Finds plays on successive boards, recomputing only what a play changes.
class PlayGenerator {
 public:
  static constexpr std::size_t max_plays = 4'000'000;

  // With a selection, only the selected words are allowed.
  PlayGenerator(const Automaton& automaton, const Selection* selection, const PlayRules& rules)
      : automaton_(automaton),
        lookahead_(automaton.lookahead()),
        selection_(selection && selection->size() < selection->universe() ? selection : nullptr),
        rules_(rules),
        columns_(rules.columns),
        rows_(rules.premiums.size() / rules.columns) {
    for (std::size_t tile = 1; tile < rules.values.size(); ++tile)
      every_ |= bit(static_cast<Tile>(tile));
    find_exposed();
  }

  // `squares` has a byte for each square: the tile on it, or 0. Throws std::invalid_argument.
  void set_board(std::string_view squares) {
    if (squares.size() != rules_.premiums.size())
      throw std::invalid_argument("the squares are of another board");
    std::vector<std::size_t> added;
    bool is_later = squares_.size() == squares.size();
    changed_.clear();
    for (std::size_t at = 0; at < squares.size(); ++at) {
      const auto tile = static_cast<Tile>(squares[at]);
      if (tile && !is_tile(tile & ~blank_tile))
        throw std::invalid_argument("there is no such tile");
      const Tile before = is_later ? squares_[at] : 0;
      if (tile == before) continue;
      if (before) is_later = false;
      added.push_back(at);
    }
    squares_.assign(squares.begin(), squares.end());
    const bool was_empty = empty_;
    if (is_later && !was_empty) {
      for (const std::size_t at : added) renew_anchors(at);
    } else {
      find_anchors();
    }
    for (const Along along : {along_across, along_down}) {
      for (std::size_t line = 0; line < count_lines(along); ++line)
        if (!is_later || empty_ != was_empty) changed_.push_back({along, line});
      auto& checks = cross_checks_[along];
      if (is_later) {
        for (const std::size_t at : added) renew_cross_checks(along, at);
      } else {
        checks.assign(squares_.size(), CrossCheck{every_});
        for (std::size_t at = 0; at < squares_.size(); ++at)
          if (near_[at]) checks[at] = find_cross_check(along, at);  // others have no neighbours
      }
    }
  }

  // Sets a board that occurs later in the same game than the board of `before`, a generator with
  // the same words and rules.
  void set_board(std::string_view squares, const PlayGenerator& before) {
    squares_ = before.squares_;
    empty_ = before.empty_;
    near_ = before.near_;
    anchors_ = before.anchors_;
    cross_checks_ = before.cross_checks_;
    set_board(squares);
  }

  // In `rack`, a blank is 0. `kept` has the values of the tiles that plays keep, if they count.
  // Throws std::invalid_argument.
  void set_rack(std::string_view rack, const KeptValues* kept = nullptr,
                const Opening& opening = {}) {
    if (rack.size() > rules_.bonus.size() - 1)
      throw std::invalid_argument("more tiles than a rack holds");
    counts_ = count_rack(rack, rules_.values.size() - 1);
    rack_size_ = rack.size();
    kept_ = kept;
    opening_ = empty_ ? opening : Opening{};
    rack_tiles_ = 0;
    for (Tile tile = 0; tile <= max_tiles; ++tile)
      if (counts_[tile]) rack_tiles_ |= bit(tile);
    subsets_ = RackSubsets(counts_);
    has_rack_words_ = rack_words_.list(automaton_, subsets_, counts_);
  }

  // Finds all plays; returns their number. Throws std::length_error if there are more than
  // max_plays.
  std::uint64_t find_all() { return search_everywhere(max_plays); }
  std::uint64_t count() { return search_everywhere(0); }

  // A row or column of squares, along which plays are made.
  struct Line {
    Along along;
    std::size_t number;
  };
  std::size_t count_lines(Along along) const { return along == along_down ? columns_ : rows_; }
  // The lines on which the last set_board() may have changed plays. Some lines appear more than
  // once.
  const std::vector<Line>& changed_lines() const { return changed_; }

  // Finds the plays on one line, in no particular order.
  void find_on_line(const Line& line) {
    plays_.clear();
    limit_ = max_plays;
    is_pruning_ = false;
    face(line.along);
    for_each_place_on(line, [this] { start_word(); });
  }

  // A hash of everything on the board that affects the plays of a rack on this line.
  std::uint64_t hash_line(const Line& line) const {
    const std::size_t step = line.along == along_down ? columns_ : 1;
    const std::size_t first = line.along == along_down ? line.number : line.number * columns_;
    const std::size_t length = line.along == along_down ? rows_ : columns_;
    const CrossCheck* crosses = cross_checks_[line.along].data();
    std::uint64_t hash = 0;
    const auto add = [&](std::uint64_t number) {
      hash = (hash ^ number) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 29;
    };
    add(std::uint64_t{1} << 40 | line.along << 8 | line.number << 1 | empty_);
    for (std::size_t i = 0, at = first; i < length; ++i, at += step) {
      const CrossCheck& cross = crosses[at];
      if (squares_[at]) {
        add(i << 8 | squares_[at]);
      } else if (cross.length > 1) {
        add(i << 8 | std::uint64_t{1} << 32 | cross.length);
        add(cross.allowed);
        add(static_cast<std::uint64_t>(cross.points) << 8 |
            static_cast<std::uint64_t>(cross.factor));
      }
    }
    return hash;
  }

  // Finds the best `limit` plays that are worth at least `floor`.
  void find_best(std::size_t limit, Value floor = std::numeric_limits<Value>::min() / 2) {
    plays_.clear();
    limit_ = std::min(limit, max_plays);
    if (limit_ == 0) return;
    worst_ = floor;
    is_pruning_ = true;
    rack_bounds_.set_rack(subsets_, rules_.values, kept_);
    dearest_ = find_dearest(every_);
    list_places();
    std::ranges::sort(places_, [](const Place& a, const Place& b) {
      return a.bound != b.bound ? a.bound > b.bound : a.number < b.number;
    });
    for (const Place& place : places_) {
      if (place.bound < worst_) break;
      face(place.along);
      first_ = place.first;
      begin_ = place.begin;
      anchor_ = place.anchor;
      find_gap();
      find_gains();
      start_word();
    }
    std::ranges::sort_heap(plays_, std::less());
  }

  // The plays, best first.
  const std::vector<FoundPlay>& plays() const { return plays_; }

  // A byte for each square of a play's main word: the tile placed, or 0.
  void write_tiles(const FoundPlay& play, char* tiles) const {
    std::size_t placed = 0;
    for (std::size_t i = 0; i < play.length; ++i)
      tiles[i] = squares_[play.square + i * (play.down ? columns_ : 1)]
                     ? '\0'
                     : static_cast<char>(play.tiles[placed++]);
  }

  // The plays as records of equal size, best first. A record has the score (8 bytes), the square
  // (2), the direction (1) and the length (1); then a byte for each square of the longest line,
  // which is the tile placed, or 0.
  std::string encode_records() const {
    const std::size_t size = 12 + std::max(rows_, columns_);
    std::string records(plays_.size() * size, '\0');
    char* at = records.data();
    for (const FoundPlay& play : plays_) {
      std::memcpy(at, &play.score, 8);
      std::memcpy(at + 8, &play.square, 2);
      at[10] = static_cast<char>(play.down);
      at[11] = static_cast<char>(play.length);
      write_tiles(play, at + 12);
      at += size;
    }
    return records;
  }

 private:
  // The word that crosses an empty square: the tiles that complete it, the points of its tiles on
  // the board, its word factor, and its length (1 if no word crosses).
  struct CrossCheck {
    TileSet allowed;
    std::int64_t points = 0;
    int factor = 1;
    std::size_t length = 1;
  };

  // The score so far: the points and factor of the main word, and the points of the words across
  // it.
  struct RunningScore {
    std::int64_t points = 0, factor = 1, crosses = 0;
    Value penalty = 0;
  };

  // The most that a word from this place can have gained after placing a given number of tiles:
  // from tiles on the board, letter premiums and words across, but without the points of the tiles
  // placed. If a word can end there, the struct also holds the word factor, the bonus, and the
  // bounds of the rack.
  struct Gain {
    std::int64_t points = 0, crosses = 0, factor = 1, bonus = 0;
    const Value* rack = nullptr;
  };

  // A square of a line where a word can begin. `number` is its position in the order of listing;
  // `bound` is the most that plays from here can be worth.
  struct Place {
    Along along;
    std::uint32_t number;
    std::size_t first, begin, anchor;
    Value bound;
  };

  static TileSet bit(Tile tile) { return TileSet{1} << tile; }
  bool is_tile(std::size_t tile) const { return 1 <= tile && tile < rules_.values.size(); }
  int value_of(Tile tile) const { return rules_.values[tile & blank_tile ? 0 : tile]; }

  // For each direction, marks the squares that have a letter premium beside them on the line
  // across.
  void find_exposed() {
    for (const Along along : {along_across, along_down}) {
      const std::size_t step = along == along_across ? columns_ : 1;
      const std::size_t places = along == along_across ? rows_ : columns_;
      exposed_[along].assign(rules_.premiums.size(), false);
      for (std::size_t at = 0; at < rules_.premiums.size(); ++at) {
        const std::size_t place = along == along_across ? at / columns_ : at % columns_;
        exposed_[along][at] = (place > 0 && rules_.premiums[at - step].letter > 1) ||
                              (place + 1 < places && rules_.premiums[at + step].letter > 1);
      }
    }
  }

  // Marks the squares beside tiles, and the anchors: empty squares, at least one of which a play
  // must cover.
  void find_anchors() {
    near_.assign(squares_.size(), false);
    empty_ = true;
    for (std::size_t at = 0; at < squares_.size(); ++at) {
      if (!squares_[at]) continue;
      empty_ = false;
      for_each_neighbour(at, [&](std::size_t square) { near_[square] = true; });
    }
    anchors_ = near_;
    if (empty_ && rules_.start) anchors_[*rules_.start] = true;
    if (empty_ ? !rules_.start : !rules_.connected) anchors_.assign(squares_.size(), true);
    for (std::size_t at = 0; at < squares_.size(); ++at)
      if (squares_[at]) anchors_[at] = near_[at] = false;
  }

  // Updates the anchors after a tile is laid on a board that already has tiles.
  void renew_anchors(std::size_t at) {
    near_[at] = anchors_[at] = false;
    for_each_neighbour(at, [&](std::size_t square) {
      if (!squares_[square]) near_[square] = anchors_[square] = true;
    });
  }

  template <class Visit>
  void for_each_neighbour(std::size_t at, Visit visit) const {
    if (at >= columns_) visit(at - columns_);
    if (at + columns_ < squares_.size()) visit(at + columns_);
    if (at % columns_) visit(at - 1);
    if ((at + 1) % columns_) visit(at + 1);
  }

  // After a tile is laid on a square, updates the cross-checks at both ends of the word across.
  void renew_cross_checks(Along along, std::size_t at) {
    const std::size_t step = along == along_across ? columns_ : 1;
    const std::size_t places = along == along_across ? rows_ : columns_;
    const std::size_t place = along == along_across ? at / columns_ : at % columns_;
    cross_checks_[along][at] = {every_};
    changed_.push_back({along, line_of(along, at)});
    std::size_t after = 1, before = 1;
    while (place + after < places && squares_[at + after * step]) ++after;
    while (before <= place && squares_[at - before * step]) ++before;
    for (const bool is_after : {false, true}) {
      if (is_after ? place + after >= places : before > place) continue;
      const std::size_t end = is_after ? at + after * step : at - before * step;
      cross_checks_[along][end] = find_cross_check(along, end);
      changed_.push_back({along, line_of(along, end)});
    }
  }

  std::size_t line_of(Along along, std::size_t at) const {
    return along == along_down ? at % columns_ : at / columns_;
  }

  // The cross-check of an empty square for plays in this direction.
  CrossCheck find_cross_check(Along along, std::size_t at) const {
    const std::size_t step = along == along_across ? columns_ : 1;
    const std::size_t places = along == along_across ? rows_ : columns_;
    const std::size_t place = along == along_across ? at / columns_ : at % columns_;
    std::size_t before = 0, after = 0;
    while (before < place && squares_[at - (before + 1) * step]) ++before;
    while (place + after + 1 < places && squares_[at + (after + 1) * step]) ++after;
    if (before + after == 0) return {every_};
    CrossCheck cross{0, 0, 1, before + 1 + after};
    const Premium& premium = rules_.premiums[at];
    const int crossing = along == along_across ? along_down : along_across;
    if (premium.along == along_any || (premium.along == crossing && !(before && after)))
      cross.factor = premium.word;
    std::array<Tile, max_rows> word;
    const std::size_t begin = at - before * step;
    for (std::size_t i = 0; i < cross.length; ++i) {
      const Tile tile = squares_[begin + i * step];
      word[i] = tile & ~blank_tile;
      if (i != before) cross.points += value_of(tile);
    }
    // Walks up to the gap, then continues from each tile that may fill it.
    const State gap =
        before ? target_of(follow(automaton_.root(), word.data(), before)) : automaton_.root();
    for (TileSet left = lookahead_[gap].next; left; left &= left - 1) {
      word[before] = lowest_tile(left);
      if (is_final(follow(gap, &word[before], after + 1)) && is_selected(word.data(), cross.length))
        cross.allowed |= bit(word[before]);
    }
    return cross;
  }

  // The last arc on the path of these tiles (at least one tile) from a state; 0 if there is no such
  // path.
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
  TileSet available() const { return counts_[0] ? every_ : rack_tiles_; }

  // Selects a direction.
  void face(Along along) {
    direction_ = along;
    step_ = along == along_down ? columns_ : 1;
    length_ = along == along_down ? rows_ : columns_;
    crosses_ = cross_checks_[along].data();
  }

  std::uint64_t search_everywhere(std::size_t limit) {
    plays_.clear();
    limit_ = limit;
    total_ = 0;
    is_pruning_ = false;
    for_each_place([this] { start_word(); });
    std::ranges::sort(plays_, std::less());
    return total_;
  }

  // Calls `visit` at every place from which a word can reach an anchor.
  template <class Visit>
  void for_each_place(Visit visit) {
    for (const Along along : {along_across, along_down}) {
      if (along == along_down && opening_.across) continue;
      face(along);
      for (std::size_t line = 0; line < count_lines(along); ++line)
        for_each_place_on({along, line}, visit);
    }
  }

  // Visits each place on one line in the selected direction.
  template <class Visit>
  void for_each_place_on(const Line& line, Visit visit) {
    first_ = line.along == along_down ? line.number : line.number * columns_;
    for (begin_ = 0; begin_ < length_; ++begin_) {
      if (begin_ && !is_empty(begin_ - 1)) continue;
      std::size_t placed = 0;
      for (anchor_ = begin_; anchor_ < length_ && !anchors_[square(anchor_)]; ++anchor_)
        placed += is_empty(anchor_);
      if (anchor_ == length_) break;  // nor is there one further on
      if (placed >= rack_size_ || !(crosses_[square(anchor_)].allowed & available())) continue;
      find_gap();
      visit();
    }
  }

  // Finds the next tile on the board after this place.
  void find_gap() {
    for (gap_ = 0; begin_ + gap_ < length_ && is_empty(begin_ + gap_);) ++gap_;
    const bool goes_on = begin_ + gap_ < length_;
    const auto bits = [](std::size_t end) { return (1u << std::min<std::size_t>(end, 31)) - 1; };
    through_ = goes_on ? ~bits(gap_) : 0;
    alone_ = bits(goes_on ? gap_ : gap_ + 1) & ~bits(anchor_ - begin_ + 1);
    beyond_gap_ = goes_on ? bit(squares_[square(begin_ + gap_)] & ~blank_tile) : 0;
    const bool touches = anchor_ + 1 < length_ && !is_empty(anchor_ + 1);
    beyond_anchor_ = touches ? bit(squares_[square(anchor_ + 1)] & ~blank_tile) : ~TileSet{0};
  }

  void list_places() {
    places_.clear();
    for_each_place([this] {
      const auto number = static_cast<std::uint32_t>(places_.size());
      find_gains();
      const std::uint32_t sizes =
          gap_ && has_rack_words_ ? find_sizes(rack_words_.root()) : ~std::uint32_t{0};
      const Value bound = find_bound(0, sizes, subsets_.whole(), gains_[0].points, 0);
      if (bound >= worst_) places_.push_back({direction_, number, first_, begin_, anchor_, bound});
    });
  }

  // Finds what words that begin here can gain, assuming that the best tile is on each premium.
  void find_gains() {
    std::int64_t factor = 1;
    std::size_t placed = 0;
    gains_[0] = {};
    sizes_ = 0;
    for (std::size_t at = begin_; at < length_; ++at) {
      const Premium& premium = rules_.premiums[square(at)];
      if (const Tile tile = squares_[square(at)]) {
        gains_[placed].points += value_of(tile);
      } else {
        const CrossCheck& cross = crosses_[square(at)];
        const auto worth = cross.length > 1 ? find_dearest(cross.allowed) : dearest_;
        if (placed == rack_size_ || !worth) break;
        const Gain& before = gains_[placed];
        Gain& gain = gains_[++placed];
        gain = {before.points + *worth * (premium.letter - 1) + premium.points, before.crosses};
        if (cross.length > 1)
          gain.crosses += (cross.points + *worth * premium.letter + premium.points) * cross.factor;
        if (premium.along == along_any || (premium.along == direction_ && at == begin_))
          factor *= premium.word;
      }
      if (!placed || at < anchor_ || (at + 1 < length_ && !is_empty(at + 1))) continue;
      Gain& gain = gains_[placed];
      gain.factor = factor * (is_empty(at) && premium.along == direction_ ? premium.word : 1);
      gain.bonus = rules_.bonus[placed];
      gain.rack = rack_bounds_.find(gain.factor) + (rack_size_ - placed);
      sizes_ |= 1u << placed;
    }
  }

  // An upper bound on the value of a play that has placed `placed` tiles so far, leaving `rest` on
  // the rack, and has scored `points` and `crosses`. The bits of `sizes` are the numbers of tiles
  // that it may have placed in the end.
  Value find_bound(std::size_t placed, std::uint32_t sizes, std::uint32_t rest, std::int64_t points,
                   std::int64_t crosses) const {
    Value bound = std::numeric_limits<Value>::min();
    points -= gains_[placed].points;
    crosses -= gains_[placed].crosses;
    for (sizes &= sizes_; sizes; sizes &= sizes - 1) {
      const Gain& gain = gains_[std::countr_zero(sizes)];
      const std::int64_t score =
          (points + gain.points) * gain.factor + crosses + gain.crosses + gain.bonus;
      bound = std::max(bound, score * point + gain.rack[rest * rack_bounds_.row_size()]);
    }
    return bound;
  }

  // The value of the rack's best tile in this set, if any.
  std::optional<int> find_dearest(TileSet allowed) const {
    std::optional<int> dearest;
    for (TileSet left = rack_tiles_ & (allowed | (allowed ? 1 : 0)); left; left &= left - 1)
      dearest = std::max(dearest.value_or(rules_.values[lowest_tile(left)]),
                         rules_.values[lowest_tile(left)]);
    return dearest;
  }

  // Finds the words that begin here, walking the automaton from the start if the rack has too many
  // beginnings.
  void start_word() {
    kept_subset_ = subsets_.whole();
    if (gap_ && has_rack_words_)
      extend_alone(begin_, rack_words_.root(), {});
    else
      extend(begin_, automaton_.root(), {});
  }

  // How many tiles a word that begins with a node's tiles may place, as a set of bits. The set
  // contains the numbers for words that end before the next tile on the board and, if a word can
  // extend over that tile, all larger numbers.
  std::uint32_t find_sizes(const RackWords::Node& node) const {
    return (node.ends & alone_) | (node.longest >= gap_ && node.later & beyond_gap_ ? through_ : 0);
  }

  // Extends a word that consists only of tiles from the rack over the empty square at `at`.
  void extend_alone(std::size_t at, const RackWords::Node& node, const RunningScore& score) {
    const TileSet allowed = crosses_[square(at)].allowed, later = crosses_[square(anchor_)].allowed;
    for (const RackWords::Node& child : rack_words_.children(node)) {
      const Tile tile = child.tile & ~blank_tile;
      const std::uint32_t sizes = find_sizes(child);
      if (!sizes || !(allowed >> tile & 1) || (at < anchor_ && !(child.ahead & later))) continue;
      RunningScore next = score;
      score_tile(at, child.tile, next);
      // After the gap, the gains include tiles on the board that the word does not reach yet.
      if (is_pruning_ && placed_ + 1 < gap_ &&
          find_bound(placed_ + 1, sizes, child.rest, next.points, next.crosses) < worst_)
        continue;
      const Tile rack_tile = child.tile & blank_tile ? 0 : tile;
      word_[at - begin_] = tile;
      tiles_[placed_++] = child.tile;
      if (--counts_[rack_tile] == 0) rack_tiles_ &= ~bit(rack_tile);
      kept_subset_ = child.rest;
      if (sizes & alone_ & 1u << placed_) add_play(at, next);
      if (placed_ == gap_) {
        if (child.state && at + 1 < length_) extend(at + 1, child.state, next);
      } else if (child.children) {
        extend_alone(at + 1, child, next);
      }
      tiles_[--placed_] = 0;
      ++counts_[rack_tile];
      rack_tiles_ |= bit(rack_tile);
    }
  }

  // True if a word that leads to a state can still become one of the best plays. To become one, the
  // word must extend over the anchor and any tile just beyond it, placing only tiles that can
  // follow the state.
  bool is_promising(std::size_t at, State state, const RunningScore& score) const {
    const TileSet ahead = lookahead_[state].later;
    if (at <= anchor_ && !(ahead & crosses_[square(anchor_)].allowed && ahead & beyond_anchor_))
      return false;
    if (!is_pruning_) return true;
    std::size_t most = placed_ + counts_[0];
    for (TileSet left = ahead & rack_tiles_ & ~bit(0); left; left &= left - 1)
      most += counts_[lowest_tile(left)];
    const std::uint32_t sizes = (2u << std::min(most, rack_size_)) - (2u << placed_);
    return find_bound(placed_, sizes, kept_subset_, score.points, score.crosses) >= worst_;
  }

  // Extends a word that leads to a state over the square at `at`.
  void extend(std::size_t at, State state, const RunningScore& score) {
    if (at == length_) return;
    if (const Tile there = squares_[square(at)]) {
      RunningScore next = score;
      next.points += value_of(there);
      word_[at - begin_] = there & ~blank_tile;
      if (const Arc arc = automaton_.step(state, there & ~blank_tile)) pass(at, arc, next);
    } else if (placed_ < rack_size_ && is_promising(at, state, score)) {
      TileSet left = lookahead_[state].next & crosses_[square(at)].allowed & available();
      for (; left; left &= left - 1) {
        const Tile tile = lowest_tile(left);
        const Arc arc = automaton_.step(state, tile);
        word_[at - begin_] = tile;
        if (counts_[tile]) place(at, tile, tile, arc, score);
        if (counts_[0]) place(at, tile | blank_tile, 0, arc, score);
      }
    }
  }

  // Places a tile (`rack_tile` on the rack), extends the word in every possible way, and takes the
  // tile back.
  void place(std::size_t at, Tile tile, Tile rack_tile, Arc arc, RunningScore score) {
    score_tile(at, tile, score);
    const std::uint32_t stride = subsets_.stride(rack_tile);
    if (--counts_[rack_tile] == 0) rack_tiles_ &= ~bit(rack_tile);
    kept_subset_ -= stride;
    tiles_[placed_++] = tile;
    pass(at, arc, score);
    tiles_[--placed_] = 0;
    kept_subset_ += stride;
    ++counts_[rack_tile];
    rack_tiles_ |= bit(rack_tile);
  }

  void score_tile(std::size_t at, Tile tile, RunningScore& score) const {
    const Premium& premium = rules_.premiums[square(at)];
    const CrossCheck& cross = crosses_[square(at)];
    const std::int64_t points = std::int64_t{value_of(tile)} * premium.letter + premium.points;
    score.points += points;
    if (premium.along == along_any || (premium.along == direction_ && at == begin_))
      score.factor *= premium.word;
    if (cross.length > 1) score.crosses += (cross.points + points) * cross.factor;
    if (opening_.tiles & bit(tile & ~blank_tile) && exposed_[direction_][square(at)])
      score.penalty += opening_.penalty;
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
    if (length < shortest || placed_ == 0) return;
    // If a single tile (on the anchor) makes words in both directions, this play has already been
    // found across.
    if (placed_ == 1 && direction_ == along_down && crosses_[square(anchor_)].length >= shortest)
      return;
    const Premium& last = rules_.premiums[square(end)];
    const bool ends_along = is_empty(end) && last.along == direction_;
    const std::int64_t factor = score.factor * (ends_along ? last.word : 1);
    const std::int64_t total = score.points * factor + score.crosses + rules_.bonus[placed_];
    const Value value = total * point + (kept_ ? kept_->values[kept_subset_] : 0) - score.penalty;
    if (is_pruning_ && value < worst_) return;
    if (!is_selected(word_.data(), length)) return;
    keep({value, total, static_cast<std::uint16_t>(square(begin_)), direction_ == along_down,
          static_cast<std::uint8_t>(length), tiles_});
  }

  // Keeps a play if it is one of the best so far. The best plays are stored in a heap with the
  // worst on top.
  void keep(const FoundPlay& play) {
    ++total_;
    if (!is_pruning_) {
      if (limit_ && plays_.size() == limit_)
        throw std::length_error("more than 4,000,000 plays; set a limit");
      if (limit_) plays_.push_back(play);
      return;
    }
    if (plays_.size() == limit_) {
      if (!(play < plays_.front())) return;
      std::ranges::pop_heap(plays_, std::less());
      plays_.back() = play;
    } else {
      plays_.push_back(play);
    }
    std::ranges::push_heap(plays_, std::less());
    if (plays_.size() == limit_) worst_ = std::max(worst_, plays_.front().value);
  }

  const Automaton& automaton_;
  const Automaton::Lookahead* lookahead_;
  const Selection* selection_;
  const PlayRules& rules_;
  std::size_t columns_, rows_;
  std::vector<Tile> squares_;
  bool empty_ = true;
  std::vector<bool> near_, anchors_;
  std::vector<Line> changed_;
  std::array<std::vector<bool>, 3> exposed_;             // by direction
  std::array<std::vector<CrossCheck>, 3> cross_checks_;  // by the direction of plays

  TileSet every_ = 0;                                 // all tiles of the alphabet
  std::array<std::uint8_t, max_tiles + 1> counts_{};  // of tiles still on the rack; 0 is the blank
  TileSet rack_tiles_ = 0;                            // those tiles
  std::size_t rack_size_ = 0;
  RackSubsets subsets_{{}};
  RackBounds rack_bounds_;
  std::optional<int> dearest_;  // the value of the rack's best tile
  RackWords rack_words_;
  bool has_rack_words_ = false;
  const KeptValues* kept_ = nullptr;
  Opening opening_;
  std::array<Tile, max_rack> tiles_{};  // placed so far
  std::size_t placed_ = 0;
  std::uint32_t kept_subset_ = 0;
  std::array<Tile, max_rows> word_{};  // so far, without the marks of blanks

  Along direction_ = along_across;
  const CrossCheck* crosses_ = nullptr;            // for plays in this direction
  std::size_t first_ = 0, step_ = 1, length_ = 0;  // the line: first square, step, squares
  std::size_t begin_ = 0, anchor_ = 0;             // on the line: the word, and its first anchor

  std::vector<FoundPlay> plays_;
  std::size_t limit_ = 0;
  bool is_pruning_ = false;
  Value worst_ = 0;  // a play of lower value is not among the best
  std::vector<Place> places_;
  std::array<Gain, max_rack + 1> gains_;  // by the number of tiles placed
  std::uint32_t sizes_ = 0;    // the numbers of tiles after which a word can end, as bits
  TileSet beyond_anchor_ = 0;  // the tile on the board after the anchor; all if there is none
  std::size_t gap_ = 0;        // the empty squares from `begin_` to the next tile on the board
  TileSet beyond_gap_ = 0;     // that tile
  std::uint32_t alone_ = 0, through_ = 0;  // sizes of words before it, and over it, as bits
  std::uint64_t total_ = 0;
};

}  // namespace wordtools
