// Reading the arcs of an automaton's columns, in blocks that stay in the processor's nearest cache.
// Few branches depend on what is read: a wrong guess costs as much as several symbols.
#pragma once

#include <span>

#include "columns.hpp"

namespace wordtools::column {

struct ColumnReader {
  BitReader header;
  SymbolReader symbols;

  // Behind the header lie the symbols, for which there are 64 bytes at least.
  explicit ColumnReader(std::string_view column)
      : header(column.substr(4, length(column))), symbols(column.substr(4 + length(column))) {}

  static std::size_t length(std::string_view column) {
    if (column.size() < 12) throw std::invalid_argument("a column without its header");
    const std::size_t length = little_endian<std::uint32_t>(column.data());
    if (length > column.size() - 12) throw std::invalid_argument("a column without its symbols");
    return length;
  }
};

inline std::size_t count_of(BitReader& header) {
  const std::size_t count = header.bits(32);
  if (count >= most_states) throw std::invalid_argument("too many arcs");
  return count;
}
// How many arcs, or references, there are in a column.
inline std::size_t count_of(std::string_view column) {
  ColumnReader reader(column);
  return count_of(reader.header);
}

// What the symbol of an arc says: the arc, but for the state it leads to, and bits for the rest.
using Meaning = std::uint32_t;
inline constexpr Meaning is_last = 1 << 7;
inline constexpr Meaning is_pointer = 1 << 30, is_fresh = 1u << 31;

inline Meaning meaning_of(std::uint32_t symbol) {
  const std::uint32_t way = symbol % kinds / 2;
  const bool final = way == ends || way == fresh_final || way == points_final;
  return arc_of(static_cast<Tile>(symbol / kinds), final, nowhere) | (symbol % 2 ? is_last : 0) |
         (way == fresh || way == fresh_final ? is_fresh : 0) |
         (way == points || way == points_final ? is_pointer : 0);
}

// Whole states, one after the other.
struct Block {
  static constexpr std::size_t most = max_tiles + block_arcs;  // arcs, and so states

  std::size_t states = 0, arcs = 0, pointers = 0;
  std::array<Tiles, most> tiles;  // of each state
  // The states once more, those with fewer arcs first; where those of each size begin.
  std::array<std::uint16_t, most> by_size;
  std::array<std::uint16_t, max_tiles + 2> begins;
  std::array<Meaning, most> arc;
  // The places of the references that pointing arcs name (and one more that can be read).
  std::array<std::uint32_t, most + 1> pointer{};

  std::span<const std::uint16_t> of_size(std::size_t size) const {
    return {&by_size[begins[size]], &by_size[begins[size + 1]]};
  }

  // Behind those, what there is of a state that goes on in the next block:
  std::size_t more_arcs = 0, more_pointers = 0;
};

// The arcs of a file, in its order.
class ArcReader {
 public:
  // `references`: how many states pointers name.
  ArcReader(std::string_view arcs, std::string_view pointers, std::size_t references,
            const Layouts& layouts, Workspace& workspace)
      : arcs_(arcs),
        pointers_(pointers),
        references_(references),
        digits_(pointer_digits(references)),
        left_(count_of(arcs_.header)),
        arc_table_(layouts.arcs, arcs_.header, workspace),
        pointer_table_(layouts.pointers, pointers_.header, workspace) {
    arcs_.header.finish();
    for (std::uint32_t arc = 0; arc < layouts.arcs.symbols; ++arc) {
      after_[arc] = context_after(arc) << arc_bits;
      meanings_[arc] = meaning_of(arc);
    }
    const std::uint32_t most = std::size(numbers_);
    for (std::uint32_t symbol = 0; symbol < most; ++symbol) {
      extras_[symbol] = static_cast<std::uint8_t>(extra_of(symbol, digits_));
      numbers_[symbol] = number_of(symbol, digits_, 0);
    }
  }

  bool done() const { return left_ == 0; }

  // The next block; `before` is the one before it, and may be the same. Throws
  // std::invalid_argument when the arcs make no states.
  [[gnu::noinline]] void read(Block& block, const Block& before) {
    std::copy_n(&before.arc[before.arcs], before.more_arcs, block.arc.begin());
    std::copy_n(&before.pointer[before.pointers], before.more_pointers, block.pointer.begin());
    block.more_arcs = before.more_arcs;
    block.more_pointers = before.more_pointers;
    const std::size_t share = lane_share(left_), size = std::min(share * lanes, left_);
    left_ -= size;
    read_arcs(share);
    const std::size_t pointing = understand(size, block);
    sort(block);
    read_pointers(pointing, &block.pointer[block.more_pointers]);
    split(block, block.more_arcs + size, block.more_pointers + pointing);
  }

  // Throws std::invalid_argument unless the columns end with the last arc.
  void finish() const {
    arcs_.symbols.finish();
    pointers_.symbols.finish();
    pointers_.header.finish();
  }

 private:
  void read_arcs(std::size_t share) {
    // Local, so that the compiler knows that what is written does not change it.
    SymbolReader symbols = arcs_.symbols;
    const std::uint32_t* const picks = arc_table_.of(0);
    std::uint32_t context[lanes] = {};
    for (std::size_t i = 0; i < share; ++i) {
      symbols.check();
      std::uint16_t* const to = &block_[i];
#pragma GCC unroll 8
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::uint32_t arc = symbols.get<arc_bits>(lane, picks + context[lane]);
        to[lane * share] = static_cast<std::uint16_t>(arc);
        context[lane] = after_[arc];
      }
    }
    arcs_.symbols = symbols;
  }

  // Puts what the arcs of `block_` mean, and the tiles of the states that they complete, into a
  // block; returns how many of them point, with their contexts in `contexts_`.
  std::size_t understand(std::size_t size, Block& block) {
    Tiles tiles = 0;
    for (std::size_t i = 0; i < block.more_arcs; ++i) tiles |= Tiles{1} << tile_of(block.arc[i]);
    Meaning* const to = &block.arc[block.more_arcs];
    std::size_t states = 0, arcs = block.more_arcs, count = 0;
    bool descending = true;
    for (std::size_t i = 0; i < size; ++i) {
      const Meaning meaning = to[i] = meanings_[block_[i]];
      const Tile tile = tile_of(meaning);
      contexts_[count] = static_cast<std::uint16_t>(tile * 2 + is_final(meaning));
      count += (meaning & is_pointer) != 0;
      descending &= (tile != 0) & (tiles << (63 - tile) == 0);
      tiles |= Tiles{1} << tile;
      block.tiles[states] = tiles;
      arcs_of_[states] = static_cast<std::uint8_t>(++arcs);
      const std::size_t last = (meaning & is_last) != 0;
      states += last;
      tiles &= last - 1;
      arcs &= last - 1;
    }
    if (!descending) throw std::invalid_argument("arcs out of order");
    block.states = states;
    return count;
  }

  void sort(Block& block) const {
    block.begins.fill(0);
    for (std::size_t i = 0; i < block.states; ++i) ++block.begins[arcs_of_[i]];
    // From where those of a size end to where they begin, as they are put in from the back.
    for (std::size_t size = 1; size < block.begins.size(); ++size)
      block.begins[size] += block.begins[size - 1];
    for (std::size_t i = block.states; i-- > 0;)
      block.by_size[--block.begins[arcs_of_[i]]] = static_cast<std::uint16_t>(i);
  }

  // Tells the whole states of a block, which has so many arcs and pointers, from what follows.
  void split(Block& block, std::size_t arcs, std::size_t pointers) {
    block.arcs = arcs;
    block.pointers = pointers;
    while (block.arcs > 0 && !(block.arc[block.arcs - 1] & is_last))
      block.pointers -= (block.arc[--block.arcs] & is_pointer) != 0;
    block.more_arcs = arcs - block.arcs;
    block.more_pointers = pointers - block.pointers;
    if (done() && block.more_arcs) throw std::invalid_argument("a state without its last arc");
  }

  // As many pointers, whose contexts are in `contexts_`.
  void read_pointers(std::size_t count, std::uint32_t* targets) {
    // A block's pointers begin with the first lane again; lanes without one stand by.
    SymbolReader symbols = pointers_.symbols;
    const std::uint32_t* const picks = pointer_table_.of(0);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
      symbols.check();
#pragma GCC unroll 8
      for (std::size_t lane = 0; lane < lanes; ++lane)
        targets[i + lane] = symbols.get<pointer_bits>(
            lane, picks + (std::size_t{contexts_[i + lane]} << pointer_bits));
    }
    symbols.check();
    for (; i < count; ++i)
      targets[i] =
          symbols.get<pointer_bits>(i % lanes, picks + (std::size_t{contexts_[i]} << pointer_bits));
    pointers_.symbols = symbols;

    BitReader low = pointers_.header;
    for (i = 0; i < count; ++i) {
      const std::uint32_t symbol = targets[i];
      const std::uint32_t number = numbers_[symbol] | low.bits(extras_[symbol]);
      if (number >= references_) throw std::invalid_argument("a pointer to no state");
      targets[i] = number;
    }
    pointers_.header = low;
  }

  ColumnReader arcs_, pointers_;
  std::size_t references_;
  int digits_;
  std::size_t left_;  // arcs in blocks to come
  SymbolTable arc_table_, pointer_table_;
  // By the symbol of an arc: where in the table the picks of the next arc's context begin, and what
  // it means.
  std::array<std::uint32_t, 64 * kinds> after_;
  std::array<Meaning, 64 * kinds> meanings_;
  // By the symbol of a pointer: its number but for the low bits, and how many these are.
  std::array<std::uint32_t, most_buckets> numbers_;
  std::array<std::uint8_t, most_buckets> extras_;
  std::array<std::uint16_t, block_arcs> block_;
  std::array<std::uint16_t, block_arcs + 1> contexts_;
  std::array<std::uint8_t, Block::most> arcs_of_;  // how many, for each state of the block
};

}  // namespace wordtools::column
