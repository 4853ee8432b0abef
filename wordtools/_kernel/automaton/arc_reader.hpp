// Reads the arcs of an automaton's columns, in blocks that stay in the processor's nearest cache.
// Few branches depend on the data, because a misprediction costs as much as decoding several
// symbols.
#pragma once

#include <span>

#include "automaton/columns.hpp"

namespace wordtools::column {

struct ColumnReader {
  BitReader header;
  SymbolReader symbols;

  // The symbols follow the header; `column` must extend at least 64 bytes beyond it.
  explicit ColumnReader(std::string_view column)
      : header(column.substr(4, header_length(column))),
        symbols(column.substr(4 + header_length(column))) {}

  static std::size_t header_length(std::string_view column) {
    if (column.size() < 12) throw std::invalid_argument("a column lacks its header");
    const std::size_t length = read_little_endian<std::uint32_t>(column.data());
    if (length > column.size() - 12) throw std::invalid_argument("a column lacks its symbols");
    return length;
  }
};

inline std::size_t read_count(BitReader& header) {
  const std::size_t count = header.read_bits(32);
  if (count >= max_states) throw std::invalid_argument("too many arcs");
  return count;
}
// The number of arcs, or of references, in a column.
inline std::size_t read_count(std::string_view column) {
  ColumnReader reader(column);
  return read_count(reader.header);
}

// A decoded symbol: an `Arc` without its target, and bits that show how to find the target.
using DecodedArc = std::uint32_t;
inline constexpr DecodedArc is_last = 1 << 7;  // of its state
inline constexpr DecodedArc is_pointer = 1 << 30, is_fresh = 1u << 31;

inline DecodedArc decode_arc(std::uint32_t symbol) {
  const std::uint32_t way = symbol % kinds / 2;
  const bool final = way == ends || way == fresh_final || way == points_final;
  return make_arc(static_cast<Tile>(symbol / kinds), final, no_state) | (symbol % 2 ? is_last : 0) |
         (way == fresh || way == fresh_final ? is_fresh : 0) |
         (way == points || way == points_final ? is_pointer : 0);
}

// A block of complete states, one after another.
struct ArcBlock {
  static constexpr std::size_t max = max_tiles + block_arcs;  // arcs, and so states

  std::size_t states = 0, arcs = 0, pointers = 0;
  std::array<TileSet, max> tiles;  // of each state
  // The indices of the states, sorted by their numbers of arcs; and where the states with each
  // number of arcs begin.
  std::array<std::uint16_t, max> by_size;
  std::array<std::uint16_t, max_tiles + 2> begins;
  std::array<DecodedArc, max> arc;
  // The place of each pointer's reference, followed by one extra element that may be read.
  std::array<std::uint32_t, max + 1> pointer{};

  std::span<const std::uint16_t> states_of_size(std::size_t size) const {
    return {&by_size[begins[size]], &by_size[begins[size + 1]]};
  }

  // Behind these come the arcs and pointers of a state that continues in the next block.
  std::size_t more_arcs = 0, more_pointers = 0;
};

// Reads the arcs of a file in the order in which they are stored.
class ArcReader {
 public:
  // `references` is the number of references in the file.
  ArcReader(std::string_view arcs, std::string_view pointers, std::size_t references,
            const ModelLayouts& layouts, Workspace& workspace)
      : arcs_(arcs),
        pointers_(pointers),
        references_(references),
        digits_(pointer_digits(references)),
        left_(read_count(arcs_.header)),
        arc_table_(layouts.arcs, arcs_.header, workspace),
        pointer_table_(layouts.pointers, pointers_.header, workspace) {
    arcs_.header.finish();
    for (std::uint32_t symbol = 0; symbol < layouts.arcs.symbols; ++symbol) {
      after_[symbol] = context_after(symbol) << arc_bits;
      decoded_[symbol] = decode_arc(symbol);
    }
    const std::uint32_t buckets = std::size(numbers_);
    for (std::uint32_t symbol = 0; symbol < buckets; ++symbol) {
      extras_[symbol] = static_cast<std::uint8_t>(extra_of(symbol, digits_));
      numbers_[symbol] = number_of(symbol, digits_, 0);
    }
  }

  bool done() const { return left_ == 0; }

  // Reads the next block; `before` is the preceding block, and may be the same object. Throws
  // std::invalid_argument when the arcs do not form states.
  [[gnu::noinline]] void read(ArcBlock& block, const ArcBlock& before) {
    std::copy_n(&before.arc[before.arcs], before.more_arcs, block.arc.begin());
    std::copy_n(&before.pointer[before.pointers], before.more_pointers, block.pointer.begin());
    block.more_arcs = before.more_arcs;
    block.more_pointers = before.more_pointers;
    const std::size_t share = lane_share(left_), size = std::min(share * lanes, left_);
    left_ -= size;
    read_symbols(share);
    const std::size_t pointers = decode_arcs(size, block);
    sort_by_size(block);
    read_pointers(pointers, &block.pointer[block.more_pointers]);
    set_aside_unfinished(block, block.more_arcs + size, block.more_pointers + pointers);
  }

  // Throws std::invalid_argument unless the columns end with the last arc.
  void finish() const {
    arcs_.symbols.finish();
    pointers_.symbols.finish();
    pointers_.header.finish();
  }

 private:
  // Reads `share` symbols from each lane into symbols_, lane after lane.
  void read_symbols(std::size_t share) {
    // A local copy, because the compiler then knows that no write through a pointer changes it.
    SymbolReader symbols = arcs_.symbols;
    const std::uint32_t* const picks = arc_table_.picks(0);
    std::uint32_t context[lanes] = {};
    for (std::size_t i = 0; i < share; ++i) {
      symbols.check_left();
      std::uint16_t* const to = &symbols_[i];
#pragma GCC unroll 8
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::uint32_t symbol = symbols.read<arc_bits>(lane, picks + context[lane]);
        to[lane * share] = static_cast<std::uint16_t>(symbol);
        context[lane] = after_[symbol];
      }
    }
    arcs_.symbols = symbols;
  }

  // Decodes the arcs in symbols_ into a block, and sets the tiles of the states that they complete.
  // Stores the contexts of their pointers in contexts_ and returns the number of pointers.
  std::size_t decode_arcs(std::size_t size, ArcBlock& block) {
    TileSet tiles = 0;
    for (std::size_t i = 0; i < block.more_arcs; ++i) tiles |= TileSet{1} << tile_of(block.arc[i]);
    DecodedArc* const to = &block.arc[block.more_arcs];
    std::size_t states = 0, arcs = block.more_arcs, pointers = 0;
    bool descending = true;
    for (std::size_t i = 0; i < size; ++i) {
      const DecodedArc arc = to[i] = decoded_[symbols_[i]];
      const Tile tile = tile_of(arc);
      contexts_[pointers] = static_cast<std::uint16_t>(tile * 2 + is_final(arc));
      pointers += (arc & is_pointer) != 0;
      descending &= (tile != 0) & (tiles << (63 - tile) == 0);
      tiles |= TileSet{1} << tile;
      block.tiles[states] = tiles;
      arcs_of_[states] = static_cast<std::uint8_t>(++arcs);
      const std::size_t last = (arc & is_last) != 0;
      states += last;
      tiles &= last - 1;
      arcs &= last - 1;
    }
    if (!descending) throw std::invalid_argument("the arcs of a state are out of order");
    block.states = states;
    return pointers;
  }

  void sort_by_size(ArcBlock& block) const {
    block.begins.fill(0);
    for (std::size_t i = 0; i < block.states; ++i) ++block.begins[arcs_of_[i]];
    // First computes where the states of each size end; filling in from the back turns these ends
    // into beginnings.
    for (std::size_t size = 1; size < block.begins.size(); ++size)
      block.begins[size] += block.begins[size - 1];
    for (std::size_t i = block.states; i-- > 0;)
      block.by_size[--block.begins[arcs_of_[i]]] = static_cast<std::uint16_t>(i);
  }

  // Separates the complete states of a block from the one that continues in the next block.
  void set_aside_unfinished(ArcBlock& block, std::size_t arcs, std::size_t pointers) {
    block.arcs = arcs;
    block.pointers = pointers;
    while (block.arcs > 0 && !(block.arc[block.arcs - 1] & is_last))
      block.pointers -= (block.arc[--block.arcs] & is_pointer) != 0;
    block.more_arcs = arcs - block.arcs;
    block.more_pointers = pointers - block.pointers;
    if (done() && block.more_arcs) throw std::invalid_argument("a state lacks its last arc");
  }

  // Reads `count` pointers, whose contexts are in contexts_.
  void read_pointers(std::size_t count, std::uint32_t* places) {
    // The first pointer of each block is in the first lane. Lanes beyond the last pointer are not
    // read.
    SymbolReader symbols = pointers_.symbols;
    const std::uint32_t* const picks = pointer_table_.picks(0);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
      symbols.check_left();
#pragma GCC unroll 8
      for (std::size_t lane = 0; lane < lanes; ++lane)
        places[i + lane] = symbols.read<pointer_bits>(
            lane, picks + (std::size_t{contexts_[i + lane]} << pointer_bits));
    }
    symbols.check_left();
    for (; i < count; ++i)
      places[i] = symbols.read<pointer_bits>(i % lanes,
                                             picks + (std::size_t{contexts_[i]} << pointer_bits));
    pointers_.symbols = symbols;

    BitReader low = pointers_.header;
    for (i = 0; i < count; ++i) {
      const std::uint32_t symbol = places[i];
      const std::uint32_t place = numbers_[symbol] | low.read_bits(extras_[symbol]);
      if (place >= references_) throw std::invalid_argument("a pointer leads to no state");
      places[i] = place;
    }
    pointers_.header = low;
  }

  ColumnReader arcs_, pointers_;
  std::size_t references_;
  int digits_;
  std::size_t left_;  // arcs in blocks to come
  SymbolTable arc_table_, pointer_table_;
  // For each arc symbol, the decoded arc, and where the context of the next arc begins in the
  // table.
  std::array<std::uint32_t, 64 * kinds> after_;
  std::array<DecodedArc, 64 * kinds> decoded_;
  // For each pointer symbol, its number without the low bits, and how many low bits follow.
  std::array<std::uint32_t, max_buckets> numbers_;
  std::array<std::uint8_t, max_buckets> extras_;
  std::array<std::uint16_t, block_arcs> symbols_;
  std::array<std::uint16_t, block_arcs + 1> contexts_;
  std::array<std::uint8_t, ArcBlock::max> arcs_of_;  // the number of arcs of each state in a block
};

}  // namespace wordtools::column
