// A game in progress in which every tile is known. Turns have the effects that wordtools.game
// defines.
#pragma once

#include "players/random.hpp"
#include "players/turn_finder.hpp"

namespace wordtools {

enum class Ending : std::uint8_t { none, out, refill, scoreless, passed, stopped };

class Position {
 public:
  // If no rule ends a game, it stops after this many scoreless turns in a row. After half as many,
  // players pass, so that they do not exchange endlessly.
  static constexpr std::size_t most_scoreless = 24;

  // Makes the first position: shuffles the bag, and draws a rack for each player.
  Position(const GameRules& rules, std::size_t players, Random& random)
      : rules_(rules),
        squares_(rules.plays.premiums.size(), '\0'),
        racks_(players),
        scores_(players),
        exchanges_(players) {
    std::vector<Tile> letters;
    for (std::size_t tile = 0; tile < rules.counts.size(); ++tile) {
      bag_.insert(bag_.end(), rules.counts[tile], static_cast<Tile>(tile));
      if (tile && rules.counts[tile]) letters.push_back(static_cast<Tile>(tile));
    }
    for (std::size_t i = 0; i < rules.random_tiles && !letters.empty(); ++i)
      bag_.push_back(letters[random.below(letters.size())]);
    random.shuffle(bag_);
    for (auto& rack : racks_) draw(rack);
  }

  // A position in which only the mover's rack is known. `unseen` has the tiles in the bag and on
  // the other racks. The other racks are filled from `unseen` until `bag` tiles are left. deal()
  // redistributes these tiles.
  Position(const GameRules& rules, std::string_view squares, std::string_view rack,
           std::string_view unseen, std::vector<std::int64_t> scores, std::size_t bag,
           std::size_t scoreless = 0, std::size_t passes = 0)
      : rules_(rules),
        squares_(squares),
        racks_(scores.size()),
        bag_(unseen.begin(), unseen.end()),
        scores_(std::move(scores)),
        exchanges_(racks_.size()),
        scoreless_(scoreless),
        passes_(passes) {
    racks_[0].assign(rack.begin(), rack.end());
    std::ranges::sort(racks_[0]);
    for (std::size_t player = 1; player < players(); ++player)
      while (bag_.size() > bag && racks_[player].size() < rules.rack()) {
        racks_[player].push_back(bag_.back());
        bag_.pop_back();
      }
  }

  const std::string& squares() const { return squares_; }
  std::string_view rack(std::size_t player) const {
    return {reinterpret_cast<const char*>(racks_[player].data()), racks_[player].size()};
  }
  std::size_t players() const { return racks_.size(); }
  std::size_t mover() const { return mover_; }
  std::size_t bag() const { return bag_.size(); }
  // The next tile of the bag, which must not be empty.
  Tile last_tile() const { return bag_.back(); }
  Ending ending() const { return ending_; }
  // Does not count the tiles left on racks.
  const std::vector<std::int64_t>& scores() const { return scores_; }

  // How many turns in a row, counted back from the last one, scored no points, and how many were
  // passes under the rules.
  std::size_t scoreless() const { return scoreless_; }
  std::size_t passes() const { return passes_; }

  // The part of the position that the player to move can see.
  Outlook look() const {
    return {players(), bag_.size(), bag_.empty() ? count_others(mover_) : LeftTiles{},
            exchanges_[mover_]};
  }

  // The best turn of the player to move; a pass if the game is stuck.
  Turn choose_turn(TurnFinder& finder, const LeaveEstimate& leaves) const {
    if (scoreless_ >= most_scoreless / 2) return {};
    finder.set_board(squares_);
    return finder.find(rack(mover_), look(), leaves, 1).front();
  }

  // Puts the mover's tiles back into the bag and draws as many new ones.
  void redraw(Random& random) {
    const std::size_t size = racks_[mover_].size();
    bag_.insert(bag_.end(), racks_[mover_].begin(), racks_[mover_].end());
    racks_[mover_].clear();
    for (std::size_t i = 0; i < size; ++i) {
      std::swap(bag_[random.below(bag_.size())], bag_.back());
      racks_[mover_].push_back(bag_.back());
      bag_.pop_back();
    }
    std::ranges::sort(racks_[mover_]);
  }

  // Deals again the tiles that the mover cannot see: those on the other racks and in the bag.
  void deal(Random& random) {
    for (std::size_t player = 0; player < players(); ++player)
      if (player != mover_) bag_.insert(bag_.end(), racks_[player].begin(), racks_[player].end());
    std::ranges::sort(bag_);
    random.shuffle(bag_);
    for (std::size_t player = 0; player < players(); ++player) {
      if (player == mover_) continue;
      const auto end = bag_.end(), begin = end - static_cast<std::ptrdiff_t>(racks_[player].size());
      racks_[player].assign(begin, end);
      std::ranges::sort(racks_[player]);
      bag_.erase(begin, end);
    }
  }

  // Advances to the position after a turn from TurnFinder.
  void take(const Turn& turn, Random& random) {
    auto& rack = racks_[mover_];
    for (std::size_t i = 0; i < turn.count; ++i) {
      const Tile held = turn.tiles[i] & blank_tile ? 0 : turn.tiles[i];
      rack.erase(std::ranges::find(rack, held));
    }
    if (turn.kind == TurnKind::play) {
      take_play(turn, random);
    } else {
      if (turn.kind == TurnKind::exchange) {
        ++exchanges_[mover_];
        add_points(mover_, turn.score);
        exchange(rack, {turn.tiles.begin(), turn.tiles.begin() + turn.count}, random);
      }
      const bool counts = turn.kind == TurnKind::pass || rules_.end.exchange_passes;
      passes_ = counts ? passes_ + 1 : 0;
      ++scoreless_;
    }
    mover_ = (mover_ + 1) % players();
    if (ending_ == Ending::none) ending_ = find_ending();
  }

  // The scores at the end, including the tiles left on racks.
  std::vector<std::int64_t> settle() const {
    std::vector<std::int64_t> settled = scores_;
    const bool out = ending_ == Ending::out;
    for (std::size_t player = 0; player < players(); ++player) {
      const std::int64_t points = out && player == out_
                                      ? rules_.count_gains(count_others(player))
                                      : rules_.count_losses(rules_.count_left(rack(player)), out);
      settled[player] += rules_.limit_points(scores_[player], points);
    }
    return settled;
  }

 private:
  // The tiles left to all players except this one.
  LeftTiles count_others(std::size_t player) const {
    LeftTiles others;
    for (std::size_t other = 0; other < players(); ++other) {
      if (other == player) continue;
      const LeftTiles left = rules_.count_left(rack(other));
      others.points += left.points;
      others.blanks += left.blanks;
    }
    return others;
  }

  void draw(std::vector<Tile>& rack) {
    while (rack.size() < rules_.rack() && !bag_.empty()) {
      rack.push_back(bag_.back());
      bag_.pop_back();
    }
    std::ranges::sort(rack);
  }

  void put_back(const std::vector<Tile>& tiles, Random& random) {
    for (const Tile tile : tiles) {
      bag_.push_back(tile);
      std::swap(bag_[random.below(bag_.size())], bag_.back());
    }
  }

  // Puts the exchanged tiles into the bag and draws as many.
  void exchange(std::vector<Tile>& rack, const std::vector<Tile>& tiles, Random& random) {
    if (rules_.exchange.returned_first) put_back(tiles, random);
    for (std::size_t i = 0; i < tiles.size() && !bag_.empty(); ++i) {
      rack.push_back(bag_.back());
      bag_.pop_back();
    }
    if (!rules_.exchange.returned_first) put_back(tiles, random);
    std::ranges::sort(rack);
  }

  void take_play(const Turn& turn, Random& random) {
    const std::size_t step = turn.down ? rules_.plays.columns : 1;
    bool swaps = false;
    std::size_t at = turn.square;
    for (std::size_t placed = 0; placed < turn.count; at += step) {
      if (squares_[at]) continue;
      squares_[at] = static_cast<char>(turn.tiles[placed++]);
      swaps |= rules_.swaps[at];
    }
    add_points(mover_, turn.score);
    draw(racks_[mover_]);
    passes_ = 0;
    scoreless_ = turn.score > 0 ? 0 : scoreless_ + 1;
    if (swaps && bag_.size() >= rules_.exchange.bag) swap_others(random);
    if (bag_.empty() && racks_[mover_].empty() && !rules_.end.refill) {
      ending_ = Ending::out;
      out_ = mover_;
    }
    if (rules_.end.refill && racks_[mover_].size() < rules_.rack()) ending_ = Ending::refill;
  }

  // The opponents set all their tiles aside and draw as many new ones. They get old tiles back only
  // when the bag is empty.
  void swap_others(Random& random) {
    std::vector<Tile> aside;
    std::vector<std::size_t> sizes;
    for (std::size_t player = 0; player < players(); ++player) {
      sizes.push_back(racks_[player].size());
      if (player == mover_) continue;
      aside.insert(aside.end(), racks_[player].begin(), racks_[player].end());
      racks_[player].clear();
    }
    random.shuffle(aside);
    for (std::size_t player = 0; player < players(); ++player) {
      while (racks_[player].size() < sizes[player]) {
        auto& source = bag_.empty() ? aside : bag_;
        racks_[player].push_back(source.back());
        source.pop_back();
      }
      std::ranges::sort(racks_[player]);
    }
    put_back(aside, random);
  }

  void add_points(std::size_t player, std::int64_t points) {
    scores_[player] += rules_.limit_points(scores_[player], points);
  }

  Ending find_ending() const {
    const auto& end = rules_.end;
    const bool counts = end.scoreless_at_zero ||
                        std::ranges::any_of(scores_, [](std::int64_t score) { return score != 0; });
    if (counts && end.scoreless && scoreless_ >= *end.scoreless) return Ending::scoreless;
    if (end.passed && passes_ >= *end.passed * players()) return Ending::passed;
    return scoreless_ >= most_scoreless ? Ending::stopped : Ending::none;
  }

  const GameRules& rules_;
  std::string squares_;
  std::vector<std::vector<Tile>> racks_;
  std::vector<Tile> bag_;  // drawn from the end
  std::vector<std::int64_t> scores_;
  std::vector<std::size_t> exchanges_;
  std::size_t mover_ = 0, scoreless_ = 0, passes_ = 0, out_ = 0;
  Ending ending_ = Ending::none;
};

}  // namespace wordtools
