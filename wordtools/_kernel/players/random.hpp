// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace wordtools {

// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  // A uniformly distributed number below `end`, which is not 0.
  std::size_t below(std::size_t end) {
    const std::uint64_t excess = (~std::uint64_t{0} % end + 1) % end;
    std::uint64_t number = next();
    while (number > ~excess) number = next();
    return static_cast<std::size_t>(number % end);
  }
  template <class Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t left = items.size(); left > 1; --left)
      std::swap(items[left - 1], items[below(left)]);
  }

 private:
  std::uint64_t state_;
};

// The seed of one game in a series.
inline std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t game) {
  Random random(seed);
  return Random(random.next() ^ game * 0xD1342543DE82EF95).next();
}

}  // namespace wordtools
