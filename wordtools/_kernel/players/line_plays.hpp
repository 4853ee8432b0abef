// Stores the plays of racks on single lines for reuse.
//
// In an endgame the same rack meets the same line again and again, while other lines change. A line
// is identified by its hash (PlayGenerator::hash_line); two different lines are confused with a
// probability of about 2^-64.
#pragma once

#include "players/endgame_position.hpp"

namespace wordtools {

class LinePlays {
 public:
  // The plays of one rack on one line. First come the `outs` plays that place the whole rack,
  // highest score first. The others follow, highest `value` first; `value` is the score plus the
  // cost of the tiles placed.
  struct Plays {
    std::uint64_t key = 0;
    std::size_t outs = 0;
    std::vector<Turn> turns;
  };

  // `cost` is the number of points lost for each point that the kept tiles are worth.
  LinePlays(const GameRules& rules, std::size_t slots)
      : rules_(rules), cost_(rules.end.out_gains + rules.end.others_lose), slots_(slots) {}

  // The plays of the generator's rack on a line of its board, which are valid until the next call.
  // `key` identifies the line and the rack.
  template <class SetRack>
  const Plays& find(PlayGenerator& generator, const PlayGenerator::Line& line, std::uint64_t key,
                    std::size_t rack, SetRack set_rack) {
    Plays& plays = slots_[key % slots_.size()];
    if (plays.key == key) return plays;
    set_rack();
    generator.find_on_line(line);
    plays.key = key;
    plays.turns.clear();
    plays.outs = 0;
    for (const FoundPlay& play : generator.plays()) {
      Turn turn{TurnKind::play, play.down,  play.length, 0,
                play.square,    play.score, play.score,  play.tiles};
      for (; turn.count < max_rack && turn.tiles[turn.count]; ++turn.count)
        turn.value += cost_ * rules_.plays.values[held(turn.tiles[turn.count])];
      plays.outs += turn.count == rack;
      plays.turns.push_back(turn);
    }
    std::ranges::sort(plays.turns, [rack](const Turn& one, const Turn& other) {
      const bool is_out = one.count == rack, is_other_out = other.count == rack;
      return is_out != is_other_out ? is_out : one < other;
    });
    return plays;
  }

 private:
  const GameRules& rules_;
  std::int64_t cost_;
  std::vector<Plays> slots_;
};

}  // namespace wordtools
