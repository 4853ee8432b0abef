// The rules for plays in a ruleset: the premium squares of the board, the values of tiles, and
// bonuses.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

#include "text/spelling.hpp"

namespace wordtools {

inline constexpr std::size_t max_columns = 26;
inline constexpr std::size_t max_rows = 99;
inline constexpr std::size_t max_rack = 15;
inline constexpr Tile blank_tile = 64;  // added to the tile that a blank stands for

enum Along : int { along_any = 0, along_across = 1, along_down = 2 };

// The premium of a square: factors for the tile on it and the word through it, and points. If
// `along` is a direction, the word factor applies only to words in that direction that begin or end
// on this square.
struct Premium {
  int letter, word, points, along;
};

struct PlayRules {
  std::size_t columns;
  std::vector<Premium> premiums;     // by square, row by row
  std::vector<int> values;           // by tile, 0 the blank
  std::vector<int> bonus;            // by tiles placed, up to the size of a rack
  std::optional<std::size_t> start;  // the square that the first play covers; none: any
  std::size_t shortest;              // tiles in a play's main word
  bool connected = true;             // later plays touch tiles on the board

  // Throws std::invalid_argument if there are values that no ruleset can have.
  void check() const {
    const auto within = [](int value, int low, int high) { return low <= value && value <= high; };
    const auto points = [&](int value) { return within(value, -999, 999); };
    const auto refuse = [](const char* why) { throw std::invalid_argument(why); };
    if (columns < 1 || columns > max_columns || premiums.empty() || premiums.size() % columns ||
        premiums.size() / columns > max_rows)
      refuse("a board has 1 to 99 rows of 1 to 26 squares");
    if (values.size() < 2 || values.size() > max_tiles + 1 || !std::ranges::all_of(values, points))
      refuse("1 to 63 tiles have values from -999 to 999");
    if (bonus.size() < 2 || bonus.size() > max_rack + 1 || !std::ranges::all_of(bonus, points))
      refuse("1 to 15 tiles placed have a bonus from -999 to 999");
    if (start && *start >= premiums.size()) refuse("the start is off the board");
    if (shortest < 1 || shortest > max_word) refuse("words have 1 to 64 tiles");
    std::vector<int> factors;
    for (const Premium& p : premiums) {
      if (!within(p.letter, 1, 9) || !within(p.word, 1, 9) || !within(p.points, -99, 99) ||
          !within(p.along, along_any, along_down))
        refuse("a premium is out of range");
      factors.push_back(p.word);
    }
    std::ranges::sort(factors, std::greater());
    factors.resize(std::min(factors.size(), bonus.size() - 1));
    double max_score = max_word * 999 + max_rack * (9 * 999 + 99);
    for (const int factor : factors) max_score *= factor;
    if (max_score > 9e15) refuse("the premiums multiply beyond 64 bits");  // in thousandths
  }
};

}  // namespace wordtools
