// The automaton as it lies in a lexicon file: three columns, each entropy-coded with the contexts
// that tell most about it. docs/lexicon-file.md has every bit.
//
// States stand in a draft's order, targets first. Read from the front, a state that nothing
// leads to yet waits on a stack; a state's "fresh" arcs take the latest ones from there and need
// no pointer. The other arcs name a state that is there already, by its place among the states so
// named (*references*): the often named ones first, those together that mostly the same tile leads
// to. Reading needs no recursion and can meet no cycle.
#pragma once

#include <span>

#include "dawg.hpp"
#include "rans.hpp"

namespace wordtools {

struct Draft;

struct Columns {
  std::string arcs;        // for each arc its tile and kind
  std::string references;  // which states arcs point to, how often, mostly by which tile
  std::string pointers;    // where they point
};

namespace column {

// What an arc is beside its tile: bit 0 last of its state, and above it one of these ways. Arcs
// are symbols: tile * kinds + kind.
enum Way : std::uint8_t { ends = 0, fresh = 1, fresh_final = 2, points = 3, points_final = 4 };
inline constexpr std::uint32_t kinds = 10;

inline constexpr int arc_bits = 11, pointer_bits = 10, reference_bits = 10;
inline constexpr std::uint32_t most_classes = 24;
inline constexpr std::uint32_t most_buckets = 256;

// Arcs are read in blocks, so that they need no memory to speak of; each lane has its share of a
// block, one after the other.
inline constexpr std::size_t block_arcs = 512 * lanes;
inline std::size_t lane_share(std::size_t arcs) {
  return (std::min(arcs, block_arcs) + lanes - 1) / lanes;
}

// The context of the arc after this one: its tile, unless it is the last of its state.
inline std::uint32_t context_after(std::uint32_t arc) { return arc % 2 ? 0 : arc / kinds; }

// A number as a symbol with leading `digits` (after the first) and bits that follow it.
struct Bucket {
  std::uint32_t symbol;
  int extra;  // how many of the number's low bits the symbol leaves out
};
inline Bucket bucket_of(std::uint32_t number, int digits) {
  const int extra = std::max(0, static_cast<int>(std::bit_width(number)) - 1 - digits);
  return {(static_cast<std::uint32_t>(extra) << digits) + (number >> extra), extra};
}
inline int extra_of(std::uint32_t symbol, int digits) {
  return std::max(0, static_cast<int>(symbol >> digits) - 1);
}
inline std::uint32_t number_of(std::uint32_t symbol, int digits, std::uint32_t low) {
  const int extra = extra_of(symbol, digits);
  return (symbol - (static_cast<std::uint32_t>(extra) << digits)) << extra | low;
}
inline constexpr int gap_digits = 3;
// As many as a symbol has room for.
inline int pointer_digits(std::size_t references) { return references <= 1u << 19 ? 4 : 3; }

struct Layouts {
  Layout arcs, gaps, classes, commonest, pointers;

  explicit Layouts(std::size_t alphabet)
      : arcs{alphabet + 1, (alphabet + 1) * kinds, arc_bits},
        gaps{1, most_buckets, reference_bits},
        classes{1, most_classes, reference_bits},
        commonest{most_classes, alphabet + 1, reference_bits},
        pointers{2 * (alphabet + 1), most_buckets, pointer_bits} {}
};

struct Models {
  Frequencies arcs, gaps, classes, commonest, pointers;

  explicit Models(const Layouts& layouts)
      : arcs(layouts.arcs),
        gaps(layouts.gaps),
        classes(layouts.classes),
        commonest(layouts.commonest),
        pointers(layouts.pointers) {}
};

// A state that arcs point to.
struct Reference {
  std::uint32_t state;     // its number
  std::uint32_t place;     // among the references, as pointers name it
  std::uint8_t frequency;  // log2 of how many
  Tile commonest;          // of theirs
};

inline void number_places(std::span<Reference> references) {
  std::array<std::uint32_t, most_classes * 64 + 1> begins{};
  const auto key = [](const Reference& r) {
    return (most_classes - 1u - r.frequency) * 64 + r.commonest;
  };
  for (const auto& reference : references) ++begins[key(reference) + 1];
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  for (auto& reference : references) reference.place = begins[key(reference)]++;
}

}  // namespace column

Columns to_columns(const Draft& draft, std::size_t alphabet);

// Throws std::invalid_argument or std::length_error when the columns do not fit each other or make
// no automaton of `alphabet` tiles: everything that Dawg relies on is checked here.
std::unique_ptr<Dawg> from_columns(std::string_view arcs, std::string_view references,
                                   std::string_view pointers, std::size_t alphabet);

}  // namespace wordtools
