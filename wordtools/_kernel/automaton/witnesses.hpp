// The words that witness lists attest. They are used to count how many forms of a dictionary are on
// these lists.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "automaton/memory.hpp"

namespace wordtools {

// Stores for each word which witnesses attest it. Words are identified by a 64-bit hash of their
// tiles, which is reliable enough for counting words, but not for judging them.
class WitnessTable {
 public:
  void add(std::string_view tiles, unsigned witness) {
    if (size_ * 4 >= slots_.size() * 3) grow();
    Slot& slot = slots_[find(hash(tiles))];
    if (slot.witnesses == 0) ++size_;
    slot.hash = hash(tiles);
    slot.witnesses |= std::uint32_t{1} << witness;
    sieve_[place_in_sieve(slot.hash)] = true;
  }
  bool empty() const { return size_ == 0; }
  // A word's witnesses are looked up in two steps, because the second would mostly wait for memory:
  // `begin_search` requests it and returns a number, which `find_witnesses` takes some words later.
  // The table must not be empty.
  std::uint64_t begin_search(std::string_view tiles) const {
    const std::uint64_t wanted = hash(tiles);
    if (sieve_[place_in_sieve(wanted)]) __builtin_prefetch(&slots_[first_place(wanted)]);
    return wanted;
  }
  std::uint32_t find_witnesses(std::uint64_t wanted) const {
    return sieve_[place_in_sieve(wanted)] ? slots_[find(wanted)].witnesses : 0;
  }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t witnesses = 0;  // 0: the slot is free
  };

  static std::uint64_t hash(std::string_view tiles) {
    std::uint64_t state = tiles.size() * 0x9E3779B97F4A7C15u;
    while (!tiles.empty()) {
      std::uint64_t chunk = 0;
      const std::size_t size = std::min<std::size_t>(tiles.size(), 8);
      std::memcpy(&chunk, tiles.data(), size);
      state = (state ^ chunk) * 0xD6E8FEB86659FD93u;
      state ^= state >> 32;
      tiles.remove_prefix(size);
    }
    return state;
  }

  std::size_t find(std::uint64_t wanted) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = first_place(wanted);
    while (slots_[at].witnesses && slots_[at].hash != wanted) at = (at + 1) & mask;
    return at;
  }
  std::size_t first_place(std::uint64_t wanted) const {
    return (wanted ^ wanted >> 29) & (slots_.size() - 1);
  }
  void grow() {
    LargeVector<Slot> old(std::max<std::size_t>(1024, slots_.size() * 2));
    old.swap(slots_);
    sieve_.assign(slots_.size() * 4, false);
    for (const Slot& slot : old)
      if (slot.witnesses) {
        slots_[find(slot.hash)] = slot;
        sieve_[place_in_sieve(slot.hash)] = true;
      }
  }
  std::size_t place_in_sieve(std::uint64_t hash) const { return hash >> 32 & (sieve_.size() - 1); }

  LargeVector<Slot> slots_;
  // Most words are not in the table. The sieve, unlike the slots, fits into the processor's cache.
  std::vector<bool> sieve_;
  std::size_t size_ = 0;
};

// The number of words, and for each witness, the number of words that it attests.
struct WitnessCounts {
  std::uint64_t words = 0;
  std::array<std::uint64_t, 32> attested{};

  void add(std::uint32_t witnesses) {
    ++words;
    for (; witnesses; witnesses &= witnesses - 1)
      ++attested[static_cast<std::size_t>(std::countr_zero(witnesses))];
  }
  std::vector<std::uint64_t> list_attested() const { return {attested.begin(), attested.end()}; }
};

}  // namespace wordtools
