// Computes upper bounds on the values of turns that leave one or two tiles.
//
// The other player may always pass. So a turn is worth at most its score plus the most that the
// player can then score, playing alone, with the tiles left (the *rest*). Plays from the rest fall
// into two groups. Plays in the first group touch the turn's tiles, directly or through one
// another. Plays in the second group would be possible without the turn, and would score the same.
// The rest is divided between the groups in every possible way. For each division, the scores of
// both groups' best plays are added, even if these plays stand in each other's way.
//
// The result for the first group depends only on the squares around the turn. It is cached together
// with the content of those squares, because the same turn recurs in thousands of positions that
// differ elsewhere.
#pragma once

#include <bit>

#include "players/endgame_position.hpp"

namespace wordtools {

class RestBounds {
 public:
  static constexpr std::int64_t infinite = EndgameRules::infinite;

  // No play may score less than 0 points. `slots` is the size of the cache.
  RestBounds(const Automaton& automaton, const Selection* selection, const GameRules& rules,
             const EndgameRules& endgame, std::size_t slots)
      : automaton_(automaton),
        selection_(selection),
        rules_(rules),
        endgame_(endgame),
        words_((rules.plays.premiums.size() + 63) / 64),
        sets_(slots / ways),
        known_(slots),
        known_squares_(slots * words_),
        occupied_(words_),
        seen_(words_) {}

  // Sets the position. `turns` are the turns of side 0, including all its plays.
  void set_position(const EndgamePosition& at, const std::vector<Turn>& turns) {
    at_ = &at;
    turns_ = &turns;
    is_ready_ = false;
    longest_ = at.racks[0].size() <= most_tiles ? 2 : 1;
  }

  // The bound for the turn with this number in `turns`, a play or pass that leaves tiles. Infinite
  // if it leaves too many tiles.
  std::int64_t bound(std::size_t number) {
    const Turn& turn = (*turns_)[number];
    const std::size_t left = at_->racks[0].size() - turn.count;
    if (left > longest_) return infinite;
    if (!std::exchange(is_ready_, true)) {
      hash_squares();
      sum_up_plays();
    }
    const Rest rest = rest_of(turn);
    Sums beside;
    if (sums_rests_ && turn.count == 1)
      beside = beside_[number];
    else if (turn.count)
      beside = find_beside(turn, rest);
    const auto value_left = [&](std::size_t from, std::size_t count) {
      const std::string_view tiles(reinterpret_cast<const char*>(rest.tiles.data()) + from, count);
      return rules_.count_losses(rules_.count_left(tiles), false) -
             rules_.count_losses(rules_.count_left(at_->racks[1]), false);
    };
    const std::int64_t out = endgame_.count_out(*at_);
    std::array<std::int64_t, 2> best, single;
    for (std::size_t i = 0; i < rest.count; ++i) {
      single[i] = singles_[rest.tiles[i]];
      best[i] = std::max(single[i], beside.one[i]);
    }
    std::int64_t value = value_left(0, rest.count);
    if (rest.count == 1) return turn.score + std::max(value, best[0] + out);
    for (const std::size_t i : {0, 1}) value = std::max(value, best[i] + value_left(1 - i, 1));
    const std::int64_t both = std::max({pair(rest.tiles[0], rest.tiles[1]), beside.both,
                                        single[0] + beside.one[1], single[1] + beside.one[0]});
    return turn.score + std::max(value, both + out);
  }

 private:
  static constexpr std::int64_t none = -infinite, no_word = -1;  // no points are below 0
  static constexpr std::size_t ways = 4;
  static constexpr std::size_t most_tiles = 4;  // on a rack, to look at turns that leave two
  static constexpr std::size_t no_square = static_cast<std::size_t>(-1);

  // The tiles that a turn leaves.
  struct Rest {
    std::size_t count = 0;
    std::array<Tile, 2> tiles{};
  };
  // The most points that plays can score with either tile of a rest, and with both tiles.
  struct Sums {
    std::array<std::int64_t, 2> one{none, none};
    std::int64_t both = none;
  };
  // The cached results of turns that share this slot, each with the hash of the squares that it
  // depends on.
  struct Set {
    std::array<std::uint64_t, ways> keys{};
    std::size_t next_way = 0;
  };
  struct Known {
    std::uint64_t hash = 0;
    Sums sums;
  };

  // The tiles left by a turn that places all tiles but one or two.
  Rest rest_of(const Turn& turn) const {
    std::array<Tile, max_rack> placed;
    for (std::size_t i = 0; i < turn.count; ++i) placed[i] = static_cast<Tile>(held(turn.tiles[i]));
    Rest rest;
    std::size_t count = turn.count;
    for (const char tile : at_->racks[0]) {
      std::size_t i = 0;
      while (i < count && placed[i] != static_cast<Tile>(tile)) ++i;
      if (i < count)
        placed[i] = placed[--count];
      else
        rest.tiles[rest.count++] = static_cast<Tile>(tile);
    }
    return rest;
  }

  std::int64_t& pair(Tile one, Tile other) {
    return pairs_[std::min(one, other) * (max_tiles + 1) + std::max(one, other)];
  }

  // Finds, for each tile and each pair of tiles, the highest score of plays that are possible
  // without another turn.
  void sum_up_plays() {
    const std::string& rack = at_->racks[0];
    for (const char tile : rack) {
      singles_[static_cast<Tile>(tile)] = none;
      if (longest_ > 1)
        for (const char other : rack)
          pair(static_cast<Tile>(tile), static_cast<Tile>(other)) = none;
    }
    const auto raise = [](std::int64_t& value, std::int64_t to) { value = std::max(value, to); };
    for (const Turn& turn : *turns_) {
      const auto first = static_cast<Tile>(held(turn.tiles[0]));
      if (turn.count == 1) raise(singles_[first], turn.score);
      if (longest_ > 1 && turn.count == 2)
        raise(pair(first, static_cast<Tile>(held(turn.tiles[1]))), turn.score);
    }
    sums_rests_ = false;
    if (longest_ < 2) return;
    for (std::size_t i = 0; i < rack.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const auto one = static_cast<Tile>(rack[i]), other = static_cast<Tile>(rack[j]);
        raise(pair(one, other), singles_[one] + singles_[other]);
      }
    sums_rests_ = rack.size() <= 3;
    beside_.resize(turns_->size());
    for (std::size_t number = 0; number < turns_->size(); ++number) {
      const Turn& turn = (*turns_)[number];
      if (turn.count != 1) continue;
      const auto first = static_cast<Tile>(held(turn.tiles[0]));
      if (sums_rests_) {
        const Rest rest = rest_of(turn);
        const Sums& beside = beside_[number] = find_beside(turn, rest);
        for (std::size_t i = 0; i < rest.count; ++i)
          raise(pair(first, rest.tiles[i]), turn.score + beside.one[i]);
        continue;
      }
      bool is_left = false;  // true after the tile that is placed
      for (std::size_t i = 0; i < rack.size(); ++i) {
        const auto other = static_cast<Tile>(rack[i]);
        if (other == first && !std::exchange(is_left, true)) continue;
        if (i == 0 || rack[i - 1] != rack[i] || other == first)
          raise(pair(first, other), turn.score + find_beside(turn, {1, {other}}).one[0]);
      }
    }
  }

  // The most points that plays from the rest can score if they touch the turn's tiles, directly or
  // through one another.
  Sums find_beside(const Turn& turn, const Rest& rest) {
    std::uint64_t key =
        EndgameRules::mix(std::uint64_t{turn.square} << 32 | std::uint64_t{turn.length} << 24 |
                          std::uint64_t{turn.down} << 16 | rest.tiles[0] << 8 |
                          static_cast<unsigned>(rest.count == 2 ? rest.tiles[1] | 128 : 0));
    for (std::size_t i = 0; i < turn.count; ++i) key = (key ^ turn.tiles[i]) * 0x9E3779B97F4A7C15;
    key = EndgameRules::mix(key);
    auto& [keys, next_way] = sets_[key & (sets_.size() - 1)];
    const std::size_t first = (key & (sets_.size() - 1)) * ways;
    for (std::size_t way = 0; way < ways; ++way)
      if (keys[way] == key &&
          known_[first + way].hash == hash_of(&known_squares_[(first + way) * words_]))
        return known_[first + way].sums;
    const std::size_t way = next_way++ % ways, slot = first + way;
    keys[way] = key;
    Known& known = known_[slot];
    std::ranges::fill(seen_, 0);
    lay(turn);
    list_ends(turn);
    known.sums = {};
    for (std::size_t end = 0; end < ends_.size(); ++end)
      for (std::size_t i = 0; i < rest.count; ++i)
        known.sums.one[i] = std::max(known.sums.one[i], score_end(end, i, rest.tiles[i]));
    if (rest.count == 2) known.sums.both = find_both(rest, known.sums);
    std::ranges::copy(seen_, &known_squares_[slot * words_]);
    known.hash = hash_of(seen_.data());
    return known.sums;
  }

  void hash_squares() {
    const std::string& squares = at_->squares;
    keys_.resize(squares.size());
    std::ranges::fill(occupied_, 0);
    for (std::size_t square = 0; square < squares.size(); ++square) {
      if (!squares[square]) continue;
      occupied_[square / 64] |= std::uint64_t{1} << square % 64;
      keys_[square] = EndgameRules::key_of(square, squares[square]);
    }
  }

  // The hash of the content of a set of squares.
  std::uint64_t hash_of(const std::uint64_t* squares) const {
    std::uint64_t hash = 0;
    for (std::size_t word = 0; word < words_; ++word)
      for (std::uint64_t left = squares[word] & occupied_[word]; left; left &= left - 1)
        hash ^= keys_[word * 64 + static_cast<std::size_t>(std::countr_zero(left))];
    return hash;
  }

  // A blank is laid without a letter, and fits everywhere.
  static char laid(Tile tile) { return static_cast<char>(tile ? tile : blank_tile); }

  void lay(const Turn& turn) {
    squares_ = at_->squares;
    const std::size_t step = turn.down ? rules_.plays.columns : 1;
    for (std::size_t square = turn.square, placed = 0; placed < turn.count; square += step)
      if (!squares_[square]) squares_[square] = static_cast<char>(turn.tiles[placed++]);
  }

  // Lists the ends of a turn: the squares where a tile would touch the turn's tiles.
  void list_ends(const Turn& turn) {
    ends_.clear();
    endgame_.for_each_end(at_->squares, turn, [&](std::size_t square) {
      if (std::ranges::find(ends_, square) == ends_.end()) ends_.push_back(square);
    });
    const std::size_t step = turn.down ? rules_.plays.columns : 1;
    for (std::size_t i = 0; i < turn.length; ++i) see(turn.square + i * step);
    for (const std::size_t square : ends_) see(square);
    points_.resize(ends_.size() * 4);
  }

  // Marks a square, and all squares that words through it depend on.
  void see(std::size_t square) {
    const auto mark = [&](std::size_t at) { seen_[at / 64] |= std::uint64_t{1} << at % 64; };
    mark(square);
    for (const bool down : {false, true})
      for (const bool forward : {false, true}) walk(square, down, forward, mark);
  }

  // The most points that both tiles can score. One of them is on an end. The other, whether placed
  // earlier, in the same turn or later, is on another end, or on the next empty square in some
  // direction.
  std::int64_t find_both(const Rest& rest, const Sums& sums) {
    std::int64_t best = sums.one[0] + sums.one[1];
    for (std::size_t end = 0; end < ends_.size(); ++end)
      for (const bool down : {false, true})
        for (const bool forward : {false, true}) {
          const std::size_t next = walk(ends_[end], down, forward, [](std::size_t) {});
          if (next == no_square) continue;
          see(next);
          for (const std::size_t i : {0, 1}) {
            if (i && rest.tiles[0] == rest.tiles[1]) break;
            best = std::max(best, score_both(end, i, rest, next, down));
          }
        }
    return best;
  }

  // Visits the squares in a direction up to the next empty square. Returns that square, or
  // no_square.
  template <class Visit>
  std::size_t walk(std::size_t square, bool down, bool forward, Visit visit) const {
    const std::size_t columns = rules_.plays.columns, rows = squares_.size() / columns;
    const std::size_t step = down ? columns : 1, places = down ? rows : columns;
    std::size_t place = down ? square / columns : square % columns;
    while (forward ? ++place < places : place-- > 0) {
      square = forward ? square + step : square - step;
      visit(square);
      if (!squares_[square]) return square;
    }
    return no_square;
  }

  // The points scored by placing a tile on an end.
  std::int64_t score_end(std::size_t end, std::size_t i, Tile tile) {
    const std::size_t square = ends_[end];
    squares_[square] = laid(tile);
    std::int64_t* points = &points_[end * 4 + i * 2];
    for (const bool down : {false, true}) points[down] = score_word(square, down, square, square);
    squares_[square] = 0;
    return add(points[0], points[1]);
  }

  // Adds up the points of the words that a tile makes, if they are all in the lexicon.
  std::int64_t add(std::int64_t one, std::int64_t other) const {
    if (one == none || other == none || (one == no_word && other == no_word)) return none;
    return rules_.plays.bonus[1] + std::max<std::int64_t>(one, 0) +
           std::max<std::int64_t>(other, 0);
  }

  // The most points that two tiles can score in one play or two: tile i on an end, and the other
  // tile on another square of the same line.
  std::int64_t score_both(std::size_t end, std::size_t i, const Rest& rest, std::size_t other,
                          bool down) {
    const std::size_t square = ends_[end];
    const std::int64_t cross = points_[end * 4 + i * 2 + !down];
    if (cross == none) return none;
    squares_[other] = laid(rest.tiles[1 - i]);
    const std::int64_t other_cross = score_word(other, !down, other, other);
    std::int64_t best = none;
    if (other_cross != none) {
      const std::int64_t other_main = score_word(other, down, other, other);
      squares_[square] = laid(rest.tiles[i]);
      const std::int64_t main = score_word(square, down, square, other);
      if (main != none) {
        best = rules_.plays.bonus[2] + main + std::max<std::int64_t>(cross, 0) +
               std::max<std::int64_t>(other_cross, 0);
        best = std::max(best, add(points_[end * 4 + i * 2 + down], cross) +
                                  add(score_word(other, down, other, other), other_cross));
        best = std::max(best, add(other_main, other_cross) +
                                  add(score_word(square, down, square, square), cross));
      }
      squares_[square] = 0;
    }
    squares_[other] = 0;
    return best;
  }

  // The points of the word through a square, with the premiums of the squares on which tiles were
  // placed. `none` if the word is not in the lexicon.
  std::int64_t score_word(std::size_t square, bool down, std::size_t one, std::size_t other) const {
    const std::size_t columns = rules_.plays.columns, rows = squares_.size() / columns;
    const std::size_t step = down ? columns : 1, places = down ? rows : columns;
    std::size_t first = down ? square / columns : square % columns;
    for (; first && squares_[square - step]; --first) square -= step;
    std::array<Tile, max_rows> word;
    std::size_t length = 0;
    std::int64_t points = 0, factor = 1;
    bool has_blank = false;
    for (; first + length < places && squares_[square]; square += step, ++length) {
      const auto tile = static_cast<Tile>(squares_[square]);
      word[length] = tile & ~blank_tile;
      has_blank |= word[length] == 0;
      const std::int64_t value = rules_.plays.values[held(tile)];
      if (square == one || square == other) {
        const Premium& premium = rules_.plays.premiums[square];
        points += value * premium.letter + premium.points;
        factor *= premium.word;
      } else {
        points += value;
      }
    }
    if (length < 2) return no_word;
    return has_blank || is_in_lexicon(word.data(), length) ? points * factor : none;
  }

  bool is_in_lexicon(const Tile* word, std::size_t length) const {
    if (!selection_) return automaton_.contains(word, length);
    const std::int64_t rank = automaton_.find_rank(word, length);
    return rank >= 0 && selection_->contains(static_cast<std::size_t>(rank));
  }

  const Automaton& automaton_;
  const Selection* selection_;
  const GameRules& rules_;
  const EndgameRules& endgame_;
  const EndgamePosition* at_ = nullptr;
  const std::vector<Turn>* turns_ = nullptr;
  bool is_ready_ = false;
  std::size_t longest_ = 2;  // of a rest that is looked at
  // The most points that a play can score now, indexed by its tiles.
  std::array<std::int64_t, max_tiles + 1> singles_{};
  std::array<std::int64_t, (max_tiles + 1) * (max_tiles + 1)> pairs_{};
  // The results of find_beside() for turns that place one tile and leave a rest.
  std::vector<Sums> beside_;
  bool sums_rests_ = false;
  std::size_t words_;  // of 64 squares
  std::vector<Set> sets_;
  std::vector<Known> known_;
  std::vector<std::uint64_t> known_squares_, keys_, occupied_, seen_;
  std::vector<std::int64_t> points_;
  std::string squares_;  // after the turn
  std::vector<std::size_t> ends_;
};

}  // namespace wordtools
