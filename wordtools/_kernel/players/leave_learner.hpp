// Learns the values of leaves from games that static players play against each other.
//
// The value of a leave is the mean value of the best turns from racks with this leave, minus the
// value of the average turn. In these games, a player's whole rack is redrawn before each turn, so
// the other tiles on the rack are random, as they are after a turn that keeps the leave. A turn
// counts for every leave that its rack contains, once for each way of picking the leave's tiles.
#pragma once

#include <atomic>
#include <cmath>
#include <thread>

#include "automaton/bit_stream.hpp"
#include "players/position.hpp"

namespace wordtools {

class LeaveLearner {
 public:
  LeaveLearner(const GameRules& rules, std::size_t players)
      : rules_(rules),
        players_(players),
        table_(rules.counts, rules.rack()),
        sums_(table_.places()),
        counts_(table_.places()) {}

  // Plays the games with the numbers first … first + games - 1, using `leaves` if given, and counts
  // their turns. The result does not depend on the number of threads.
  void play(const Automaton& automaton, const Selection* selection, const LeaveValues* leaves,
            std::uint64_t seed, std::uint64_t first, std::uint64_t games, std::size_t threads) {
    automaton.lookahead();
    std::atomic<std::uint64_t> next = first;
    std::vector<std::vector<Observation>> observed(std::max<std::size_t>(threads, 1));
    const auto work = [&](std::vector<Observation>& observations) {
      TurnFinder finder(automaton, selection, rules_);
      for (std::uint64_t game; (game = next++) < first + games;)
        play_game(finder, leaves, mix_seed(seed, game), observations);
    };
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < observed.size(); ++i)
      helpers.emplace_back([&, i] { work(observed[i]); });
    work(observed[0]);
    helpers.clear();
    for (const auto& observations : observed)
      for (const Observation& observation : observations) count(observation);
  }

  std::uint64_t turns() const { return counts_[0]; }

  // The mean value of a turn, in points.
  double mean() const {
    return counts_[0] ? static_cast<double>(sums_[0]) / counts_[0] / point : 0;
  }

  // A table of all leaves, without their values.
  const LeaveValues& table() const { return table_; }
  // How often the leave at this place was on a rack.
  std::uint32_t samples(std::size_t place) const { return counts_[place]; }

  // The learned values. The value of a leave that was seen in few turns is shrunk towards the one
  // that shorter leaves predict, and the more so, the more values vary between turns rather than
  // between leaves.
  LeaveValues learn() const {
    LeaveValues learned(rules_.counts, rules_.rack());
    if (!counts_[0]) return learned;
    const double overall = static_cast<double>(sums_[0]) / counts_[0];
    const double variance =
        std::max(0.0, static_cast<double>(squares_) / counts_[0] * 100 - overall * overall);
    for (std::size_t length = 1; length <= table_.longest(); ++length) {
      double surprise = 0, seen = 0, leaves = 0;  // surprise: squared errors of predictions
      const auto compare = [&](const Tile* tiles, std::size_t count, std::size_t place) {
        if (count != length || !counts_[place]) return;
        const double n = counts_[place];
        const double off = sums_[place] / n - overall - predict(learned, tiles, count);
        surprise += n * off * off;
        seen += n;
        ++leaves;
      };
      table_.for_each(compare);
      const double spread = seen > 0 ? std::max(0.0, (surprise - variance * leaves) / seen) : 0;
      const auto set = [&](const Tile* tiles, std::size_t count, std::size_t place) {
        if (count != length) return;
        const double predicted = predict(learned, tiles, count), n = counts_[place];
        const double weight = n > 0 && spread > 0 ? n * spread / (n * spread + variance) : 0;
        const double observed = n > 0 ? sums_[place] / n - overall : 0;
        learned.set(place, std::llround(predicted + weight * (observed - predicted)));
      };
      table_.for_each(set);
    }
    return learned;
  }

  // The sums so far, from which `load` resumes. Each counted place has three numbers: its distance
  // from the preceding one, its count and its sum.
  std::string save() const {
    std::string bytes;
    append(bytes, squares_);
    std::uint64_t last = 0;
    for (std::size_t place = 0; place < counts_.size(); ++place) {
      if (!counts_[place]) continue;
      append(bytes, place - std::exchange(last, place));
      append(bytes, counts_[place]);
      append(bytes, static_cast<std::uint64_t>(sums_[place]));
    }
    return bytes;
  }

  // Resumes from saved sums. Throws std::invalid_argument.
  void load(std::string_view bytes) {
    if (bytes.size() % 8 || bytes.size() / 8 % 3 != 1)
      throw std::invalid_argument("the sums are cut off");
    const auto read = [&](std::size_t i) {
      return read_little_endian<std::uint64_t>(&bytes[i * 8]);
    };
    std::ranges::fill(sums_, 0);
    std::ranges::fill(counts_, 0);
    squares_ = read(0);
    std::uint64_t place = 0;
    for (std::size_t i = 1; i < bytes.size() / 8; i += 3) {
      if (read(i) >= counts_.size() - place) throw std::invalid_argument("the sums are of others");
      place += read(i);
      counts_[place] = static_cast<std::uint32_t>(read(i + 1));
      sums_[place] = static_cast<std::int64_t>(read(i + 2));
    }
  }

 private:
  struct Observation {
    std::array<Tile, max_rack> rack;
    Value value;
  };

  void play_game(TurnFinder& finder, const LeaveValues* leaves, std::uint64_t seed,
                 std::vector<Observation>& observations) const {
    Random random(seed);
    Position position(rules_, players_, random);
    while (position.ending() == Ending::none) {
      if (position.bag()) position.redraw(random);
      const std::string_view rack = position.rack(position.mover());
      const Turn turn = position.choose_turn(finder, {leaves});
      if (position.bag() && rack.size() == rules_.rack()) {
        Observation& observation = observations.emplace_back();
        std::memcpy(observation.rack.data(), rack.data(), rack.size());
        observation.value = turn.value;
      }
      position.take(turn, random);
    }
  }

  void count(const Observation& observation) {
    const std::string_view rack(reinterpret_cast<const char*>(observation.rack.data()),
                                rules_.rack());
    const RackSubsets subsets(count_rack(rack, rules_.counts.size() - 1));
    const std::int64_t hundredths = observation.value / 10;
    squares_ += static_cast<std::uint64_t>(hundredths * hundredths);
    std::array<Tile, max_rack> tiles;
    for (std::uint32_t subset = 0; subset < subsets.size(); ++subset) {
      const std::size_t count = subsets.list(subset, tiles.data());
      if (count > table_.longest()) continue;
      std::uint32_t ways = 1;
      for (const auto& kind : subsets.kinds())
        ways *= choose(kind.count, subset / kind.stride % (kind.count + 1u));
      const std::size_t place = table_.find_place(tiles.data(), count);
      counts_[place] += ways;
      sums_[place] += observation.value * ways;
    }
  }

  static std::uint32_t choose(std::uint32_t n, std::uint32_t k) {
    std::uint32_t ways = 1;
    for (std::uint32_t i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return ways;
  }

  // Predicts a leave's value from leaves with one and two tiles fewer. For each pair of its tiles,
  // assumes that the pair is worth as much as the two tiles separately, given the other tiles.
  // Returns the mean over all pairs.
  static double predict(const LeaveValues& learned, const Tile* tiles, std::size_t count) {
    if (count < 2) return 0;
    std::array<Tile, max_rack> rest;
    const auto value_without = [&](std::size_t i, std::size_t j) {
      std::size_t size = 0;
      for (std::size_t at = 0; at < count; ++at)
        if (at != i && at != j) rest[size++] = tiles[at];
      return static_cast<double>(learned.get(learned.find_place(rest.data(), size)));
    };
    std::array<double, max_rack> without_one;
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      without_one[i] = value_without(i, i);
      for (std::size_t j = 0; j < i; ++j)
        sum += without_one[i] + without_one[j] - value_without(i, j);
    }
    return sum / static_cast<double>(count * (count - 1) / 2);
  }

  static void append(std::string& bytes, std::uint64_t number) {
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(number >> 8 * i & 0xFF);
  }

  const GameRules& rules_;
  std::size_t players_;
  LeaveValues table_;                  // without values, for the places of leaves
  std::vector<std::int64_t> sums_;     // of the values of turns, by place
  std::vector<std::uint32_t> counts_;  // of turns
  std::uint64_t squares_ = 0;          // of the values of turns, in hundredths of a point
};

}  // namespace wordtools
