// The values of leaves, which are the tiles that stay on a rack after a turn.
//
// A leave consists of tiles in ascending order, with blanks first. The table is one array. Among
// all leaves with m tiles, the place of t1 ≤ t2 ≤ … is C(t1, 1) + C(t2 + 1, 2) + … (the
// combinatorial number system). There are places even for leaves that would need more copies of a
// tile than the set contains.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "automaton/automaton_builder.hpp"
#include "plays/kept_values.hpp"

namespace wordtools {

class LeaveValues {
 public:
  static constexpr std::size_t max_places = 20'000'000;
  static constexpr std::int32_t max_value = 1'000'000;  // a thousand points

  // `counts` says how many of each tile the set has; tile 0 is the blank. Leaves have fewer tiles
  // than a rack; the maximum is lowered further if it would give too many leaves. Initially, all
  // leaves are worth 0. Throws std::invalid_argument.
  LeaveValues(std::vector<std::size_t> counts, std::size_t rack) : counts_(std::move(counts)) {
    if (counts_.size() < 2 || counts_.size() > max_tiles + 1)
      throw std::invalid_argument("1 to 63 tiles and the blank have counts");
    if (rack < 1 || rack > max_rack) throw std::invalid_argument("a rack has 1 to 15 tiles");
    for (std::size_t n = 0; n < choices_.size(); ++n) {
      choices_[n][0] = 1;
      for (std::size_t k = 1; k <= max_rack; ++k)
        choices_[n][k] = n ? choices_[n - 1][k - 1] + choices_[n - 1][k] : 0;
    }
    begins_ = {0, 1};  // no tiles: one leave
    for (longest_ = 0; longest_ + 1 < rack; ++longest_) {
      const std::uint64_t end = begins_.back() + choices_[counts_.size() + longest_][longest_ + 1];
      if (end > max_places) break;
      begins_.push_back(end);
    }
    values_.assign(begins_.back(), 0);
  }

  const std::vector<std::size_t>& counts() const { return counts_; }
  std::size_t longest() const { return longest_; }
  std::size_t places() const { return values_.size(); }

  // The place of a leave of at most longest() tiles, which are in ascending order.
  std::size_t find_place(const Tile* tiles, std::size_t count) const {
    std::size_t place = begins_[count];
    for (std::size_t i = 0; i < count; ++i) place += choices_[tiles[i] + i][i + 1];
    return place;
  }
  Value get(std::size_t place) const { return values_[place]; }
  void set(std::size_t place, Value value) {
    values_[place] = static_cast<std::int32_t>(std::clamp<Value>(value, -max_value, max_value));
  }

  // Calls visit(tiles, count, place) for each possible leave of at least one tile, in ascending
  // order. A leave comes before longer leaves that begin with its tiles.
  template <class Visit>
  void for_each(Visit visit) const {
    std::array<Tile, max_rack> tiles;
    std::vector<std::size_t> left = counts_;
    visit_from(0, tiles, 0, begins_[0], left, visit);
  }

  // Sets the values of leaves. Each leave consists of tile numbers plus 1, followed by a zero.
  // Other leaves keep their values. If a leave is impossible with the set of tiles, or a value is
  // out of range, changes nothing and throws std::invalid_argument.
  void set_many(std::string_view leaves, const std::int32_t* values, std::size_t count) {
    std::vector<std::size_t> places;
    places.reserve(count);
    for (std::size_t begin = 0; begin < leaves.size();) {
      const std::size_t end = leaves.find('\0', begin);
      const std::string where = "leave " + std::to_string(places.size() + 1);
      if (end == leaves.npos) throw std::invalid_argument(where + " is cut off");
      std::array<Tile, max_rack> tiles{};
      const std::size_t size = end - begin;
      if (size == 0 || size > longest_)
        throw std::invalid_argument(where + " has " + std::to_string(size) + " tiles");
      std::array<std::size_t, max_tiles + 1> used{};
      for (std::size_t i = 0; i < size; ++i) {
        const auto tile = static_cast<Tile>(leaves[begin + i] - 1);
        if (tile >= counts_.size() || ++used[tile] > counts_[tile])
          throw std::invalid_argument(where + " has more of a tile than the set");
        std::size_t at = i;  // in ascending order
        for (; at && tiles[at - 1] > tile; --at) tiles[at] = tiles[at - 1];
        tiles[at] = tile;
      }
      places.push_back(find_place(tiles.data(), size));
      begin = end + 1;
    }
    if (places.size() != count) throw std::invalid_argument("there must be a value for each leave");
    for (std::size_t i = 0; i < count; ++i)
      if (values[i] < -max_value || values[i] > max_value)
        throw std::invalid_argument("leave " + std::to_string(i + 1) +
                                    " is worth more than 1,000 points");
    for (std::size_t i = 0; i < count; ++i) values_[places[i]] = values[i];
  }

  // Lists the possible leaves, in the form that set_many takes, and their values.
  void list(std::string& leaves, std::vector<std::int32_t>& values) const {
    for_each([&](const Tile* tiles, std::size_t count, std::size_t place) {
      for (std::size_t i = 0; i < count; ++i) leaves += static_cast<char>(tiles[i] + 1);
      leaves += '\0';
      values.push_back(values_[place]);
    });
  }

  // The possible leaves as words that consist of tile numbers plus 1. Throws std::length_error if
  // there are more than 62 kinds of tiles besides the blank.
  DraftAutomaton make_draft() const {
    if (counts_.size() > max_tiles)
      throw std::length_error("there are more than 62 kinds of tiles");
    AutomatonBuilder builder;
    std::array<Tile, max_rack> word;
    for_each([&](const Tile* tiles, std::size_t count, std::size_t) {
      for (std::size_t i = 0; i < count; ++i) word[i] = static_cast<Tile>(tiles[i] + 1);
      builder.add(word.data(), count);
    });
    return std::move(builder).finish();
  }

 private:
  template <class Visit>
  void visit_from(Tile first, std::array<Tile, max_rack>& tiles, std::size_t count,
                  std::size_t rank, std::vector<std::size_t>& left, Visit& visit) const {
    if (count == longest_) return;
    for (std::size_t tile = first; tile < counts_.size(); ++tile) {
      if (!left[tile]) continue;
      tiles[count] = static_cast<Tile>(tile);
      const std::size_t longer = rank + choices_[tile + count][count + 1];
      visit(static_cast<const Tile*>(tiles.data()), count + 1, begins_[count + 1] + longer);
      --left[tile];
      visit_from(static_cast<Tile>(tile), tiles, count + 1, longer, left, visit);
      ++left[tile];
    }
  }

  std::vector<std::size_t> counts_;
  std::array<std::array<std::uint64_t, max_rack + 1>, max_tiles + max_rack + 1> choices_;
  std::size_t longest_ = 0;
  std::vector<std::size_t> begins_;   // the places of the leaves of each length
  std::vector<std::int32_t> values_;  // in thousandths of a point
};

// How a player estimates a leave. The table's value has a weight of `share` thousandths; the rest
// of the weight goes to a simpler value, which is `blank` for each blank. Without a table, only
// blanks count.
struct LeaveEstimate {
  const LeaveValues* table = nullptr;
  std::int64_t share = 1000;
  Value blank = 0;

  // The tiles must be in ascending order, and at most as many as the longest leaves of the table
  // have.
  Value value(const Tile* tiles, std::size_t count) const {
    const Value blanks = blank * std::count(tiles, tiles + count, Tile{0});
    if (!table) return blanks;
    return (share * table->get(table->find_place(tiles, count)) + (1000 - share) * blanks) / 1000;
  }
};

}  // namespace wordtools
