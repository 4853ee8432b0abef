// A lexicon file stores its automaton in three columns. Each is entropy-coded, with the contexts
// that predict its symbols best. docs/lexicon-file.md describes every bit.
//
// States are in the order of a DraftAutomaton: each comes after the targets of its arcs. The reader
// keeps states that no arc has led to yet on a stack. A "fresh" arc leads to the state on top of
// the stack and needs no pointer. Any other arc with a target has a pointer to a state read
// earlier. The pointer is the place of that state among the *references*, the states that pointers
// lead to. The most frequent references come first, and references mostly reached by the same tile
// are next to each other. Reading needs no recursion, and there can be no cycles.
#pragma once

#include <span>

#include "automaton/automaton.hpp"
#include "automaton/rans.hpp"

namespace wordtools {

struct DraftAutomaton;

struct Columns {
  std::string arcs;        // the tile and kind of each arc
  std::string references;  // the targets of pointers, with their frequency and commonest tile
  std::string pointers;    // their places among the references
};

namespace column {

// An arc's symbol is tile * kinds + kind. Bit 0 of the kind marks the last arc of a state; the bits
// above it are the arc's `Way`.
enum Way : std::uint8_t { ends = 0, fresh = 1, fresh_final = 2, points = 3, points_final = 4 };
inline constexpr std::uint32_t kinds = 10;

inline constexpr int arc_bits = 11, pointer_bits = 10, reference_bits = 10;
inline constexpr std::uint32_t max_classes = 24;
inline constexpr std::uint32_t max_buckets = 256;

// Arcs are read in blocks to save memory. A block consists of one share from each lane, in the
// order of the lanes.
inline constexpr std::size_t block_arcs = 512 * lanes;
inline std::size_t lane_share(std::size_t arcs) {
  return (std::min(arcs, block_arcs) + lanes - 1) / lanes;
}

// The context of the next arc: the tile of this arc, or 0 if this is the last arc of its state.
inline std::uint32_t context_after(std::uint32_t arc) { return arc % 2 ? 0 : arc / kinds; }

// A number is stored as a symbol and low bits. The symbol holds its magnitude and the `digits` bits
// after its leading bit. `extra` is the number of low bits.
struct Bucket {
  std::uint32_t symbol;
  int extra;
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
// The `digits` of pointers: as many as a symbol has room for.
inline int pointer_digits(std::size_t references) { return references <= 1u << 19 ? 4 : 3; }

struct ModelLayouts {
  ModelLayout arcs, gaps, classes, commonest, pointers;

  explicit ModelLayouts(std::size_t alphabet)
      : arcs{alphabet + 1, (alphabet + 1) * kinds, arc_bits},
        gaps{1, max_buckets, reference_bits},
        classes{1, max_classes, reference_bits},
        commonest{max_classes, alphabet + 1, reference_bits},
        pointers{2 * (alphabet + 1), max_buckets, pointer_bits} {}
};

struct Models {
  Frequencies arcs, gaps, classes, commonest, pointers;

  explicit Models(const ModelLayouts& layouts)
      : arcs(layouts.arcs),
        gaps(layouts.gaps),
        classes(layouts.classes),
        commonest(layouts.commonest),
        pointers(layouts.pointers) {}
};

// A state that pointers lead to.
struct Reference {
  std::uint32_t state;     // its number
  std::uint32_t place;     // among the references: what pointers hold
  std::uint8_t frequency;  // log2 of the number of pointers, rounded down
  Tile commonest;          // the tile of most of them
};

inline void assign_places(std::span<Reference> references) {
  std::array<std::uint32_t, max_classes * 64 + 1> begins{};
  const auto key = [](const Reference& r) {
    return (max_classes - 1u - r.frequency) * 64 + r.commonest;
  };
  for (const auto& reference : references) ++begins[key(reference) + 1];
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  for (auto& reference : references) reference.place = begins[key(reference)]++;
}

}  // namespace column

Columns encode_columns(const DraftAutomaton& draft, std::size_t alphabet);

// Checks everything that Automaton relies on. Throws std::invalid_argument or std::length_error
// unless the columns hold an automaton for an alphabet of `alphabet` tiles. If `ranked`, also
// computes ranks, which costs little here.
std::unique_ptr<Automaton> decode_columns(std::string_view arcs, std::string_view references,
                                          std::string_view pointers, std::size_t alphabet,
                                          bool ranked = false);

}  // namespace wordtools
