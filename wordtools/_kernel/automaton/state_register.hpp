// The distinct states of an automaton.
#pragma once

#include <algorithm>

#include "automaton/draft_automaton.hpp"

namespace wordtools {

// Finds equal states by comparing their arcs. `Arc` must have four members: `bits()`, to be
// compared; `last`, which is true for the last arc of a state; `max_count`, the maximum number of
// arcs; and `too_many`, the message of the TooManyError that is thrown if there are more.
template <class Arc>
class StateRegister {
 public:
  // The index of the state with these arcs; the last arc must be marked as the last. Appends the
  // state if it is new.
  std::uint32_t find_or_add(LargeVector<Arc>& arcs, const Arc* first, std::size_t size) {
    std::size_t slot = find_slot(first);
    for (; slots_[slot]; slot = next_slot(slot))
      // Only the last arc of a state is marked as the last, so a comparison stops where the shorter
      // state ends.
      if (std::equal(first, first + size, &arcs[slots_[slot]])) return slots_[slot];
    const std::size_t begin = arcs.size();
    if (begin + size > Arc::max_count) throw TooManyError(Arc::too_many);
    arcs.insert(arcs.end(), first, first + size);
    slots_[slot] = static_cast<std::uint32_t>(begin);
    if (++size_ * 2 > slots_.size()) grow(arcs);
    return static_cast<std::uint32_t>(begin);
  }

 private:
  std::size_t find_slot(const Arc* arc) const {
    std::uint64_t hash = 0;
    do {
      hash = (hash ^ arc->bits()) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 29;
    } while (!arc++->last);
    return hash * 0xD6E8FEB86659FD93 >> 20 & (slots_.size() - 1);
  }
  std::size_t next_slot(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  void grow(const LargeVector<Arc>& arcs) {
    slots_.assign(slots_.size() * 2, 0);
    for (std::uint32_t begin = 1, at = 1; at < arcs.size(); begin = ++at) {
      while (!arcs[at].last) ++at;
      std::size_t slot = find_slot(&arcs[begin]);
      while (slots_[slot]) slot = next_slot(slot);
      slots_[slot] = begin;
    }
  }

  LargeVector<std::uint32_t> slots_ = LargeVector<std::uint32_t>(1 << 12);  // states by hash
  std::size_t size_ = 0;
};

}  // namespace wordtools
