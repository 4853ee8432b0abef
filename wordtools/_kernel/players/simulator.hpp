// Finds the best of a few turns by playing on from each of them with tiles dealt at random.
//
// All candidates are tried with the same deals (common random numbers), so that the luck of the
// deal cancels out when they are compared. A candidate is dropped once it is almost certainly worse
// than the best one: once their mean difference exceeds z = √(2 ln((k − 1) / 0.01)) standard
// errors. The chance that none of k candidates is dropped wrongly is then 99 %.
//
// A candidate's static value counts as much as 40 deals. The difference between two candidates
// varies by some 25 points from deal to deal, and the difference between their static values is off
// by about 4 points. So (25 / 4)² deals are as reliable as a static value.
#pragma once

#include <chrono>
#include <cmath>

#include "players/position.hpp"
#include "players/processor_clock.hpp"

namespace wordtools {

// With a limit in deals (`samples`), the result is the same on any machine; with a limit in
// seconds, it may not be. 0 means no limit.
struct SimulationLimits {
  std::size_t samples = 0;
  double seconds = 0;
  std::size_t candidates = 12, turns = 2;  // turns: played after each candidate
};

class Simulator {
 public:
  Simulator(const Automaton& automaton, const Selection* selection, const GameRules& rules)
      : base_(automaton, selection, rules), finder_(automaton, selection, rules) {}

  // The best of the turns with the highest static values. Uses only what the mover sees: the unseen
  // tiles are dealt again.
  Turn choose(const Position& position, const LeaveEstimate& leaves, const SimulationLimits& limits,
              std::uint64_t seed) {
    using Clock = ProcessorClock;
    const auto started = Clock::now();
    const auto is_late = [&] {
      return limits.seconds > 0 &&
             std::chrono::duration<double>(Clock::now() - started).count() >= limits.seconds;
    };
    base_.set_board(position.squares());
    const auto& found = base_.find(position.rack(position.mover()), position.look(), leaves,
                                   std::max<std::size_t>(limits.candidates, 1));
    std::vector<Candidate> candidates;
    for (const Turn& turn : found)
      candidates.push_back({turn, {}, static_deals * static_cast<double>(turn.value) / point});
    if (candidates.size() == 1) return candidates.front().turn;
    const double z = std::sqrt(2 * std::log((candidates.size() - 1) / 0.01));
    const std::size_t most = limits.samples ? limits.samples : most_samples;
    for (std::size_t sample = 0; sample < most && candidates.size() > 1; ++sample) {
      const std::uint64_t sample_seed = mix_seed(seed, sample);
      Position dealt = position;
      Random random(sample_seed);
      dealt.deal(random);
      std::vector<double> values;
      for (const Candidate& candidate : candidates) {
        if (is_late()) break;
        values.push_back(play_on(dealt, candidate.turn, leaves, limits.turns, sample_seed));
      }
      if (values.size() < candidates.size()) break;
      for (std::size_t i = 0; i < values.size(); ++i) {
        candidates[i].values.push_back(values[i]);
        candidates[i].sum += values[i];
      }
      if (sample >= 15 && sample % 8 == 7) drop_worse(candidates, z);
    }
    return std::ranges::max_element(candidates, {}, &Candidate::sum)->turn;
  }

 private:
  static constexpr std::size_t most_samples = 20'000;
  static constexpr double static_deals = 40;

  struct Candidate {
    Turn turn;
    std::vector<double> values;  // by sample
    double sum;                  // with the static value, as often as it counts
  };

  static void drop_worse(std::vector<Candidate>& candidates, double z) {
    const Candidate best = *std::ranges::max_element(candidates, {}, &Candidate::sum);
    std::erase_if(candidates, [&](const Candidate& candidate) {
      const auto n = static_cast<double>(best.values.size());
      const double mean = (best.sum - candidate.sum) / (n + static_deals);
      double squares = 0;
      for (std::size_t i = 0; i < best.values.size(); ++i) {
        const double off = best.values[i] - candidate.values[i] - mean;
        squares += off * off;
      }
      return mean > 0 && mean > z * std::sqrt(squares / (n - 1) / (n + static_deals));
    });
  }

  // How much the mover gains over the best opponent in this turn and the given number of further
  // turns, including the values of the leaves at the end.
  double play_on(const Position& dealt, const Turn& turn, const LeaveEstimate& leaves,
                 std::size_t turns, std::uint64_t seed) {
    const std::size_t mover = dealt.mover();
    Position position = dealt;
    Random random(~seed);
    std::vector<Value> kept(position.players());
    kept[mover] = turn.value - turn.score * point;
    position.take(turn, random);
    for (; turns && position.ending() == Ending::none; --turns) {
      const std::size_t player = position.mover();
      finder_.set_board(position.squares(), base_);
      const Turn reply = finder_.find(position.rack(player), position.look(), leaves, 1).front();
      kept[player] = reply.value - reply.score * point;
      position.take(reply, random);
    }
    const bool ended = position.ending() != Ending::none;
    const auto scores = ended ? position.settle() : position.scores();
    Value others = std::numeric_limits<Value>::min();
    for (std::size_t player = 0; player < position.players(); ++player)
      if (player != mover)
        others = std::max(others, scores[player] * point + (ended ? 0 : kept[player]));
    return static_cast<double>(scores[mover] * point + (ended ? 0 : kept[mover]) - others) / point;
  }

  TurnFinder base_, finder_;
};

}  // namespace wordtools
