// Reads an automaton's columns; this is most of the work of opening a lexicon.
#include "automaton/block_read_ahead.hpp"

namespace wordtools {

namespace {

using namespace column;

// The references, followed by a sentinel that no state's number equals.
std::span<const Reference> read_references(std::string_view column, const ModelLayouts& layouts,
                                           Workspace& workspace) {
  ColumnReader in(column);
  const std::size_t count = read_count(in.header);
  const SymbolTable gaps(layouts.gaps, in.header, workspace),
      classes(layouts.classes, in.header, workspace),
      commonest(layouts.commonest, in.header, workspace);

  std::uint64_t expected = 1;
  std::size_t turn = 0;
  const auto next = [&](const std::uint32_t* picks) {
    in.symbols.check_left();
    return in.symbols.read<reference_bits>(turn++ % lanes, picks);
  };
  const std::span references(workspace.allocate<Reference>(count + 1), count);
  for (auto& reference : references) {
    const std::uint32_t symbol = next(gaps.picks(0));
    const int extra = extra_of(symbol, gap_digits);
    if (extra > 24) throw std::invalid_argument("a reference names no state");
    expected += number_of(symbol, gap_digits, in.header.read_bits(extra));
    if (expected >= max_states) throw std::invalid_argument("a reference names no state");
    reference.state = static_cast<std::uint32_t>(expected++);
    reference.frequency = static_cast<std::uint8_t>(next(classes.picks(0)));
    reference.commonest = static_cast<Tile>(next(commonest.picks(reference.frequency)));
  }
  in.header.finish();
  in.symbols.finish();
  assign_places(references);
  references.data()[count] = {0, static_cast<std::uint32_t>(count), 0, 0};
  return references;
}

// A state placed in the double array. Bits 0-23 are its BASE, 24-31 the length in tiles of its
// longest continuation, and 32-63 the number of words that continue from it. They are in one
// number, because a processor can read back quickly only what a single store has written.
using PlacedState = std::uint64_t;
inline constexpr PlacedState no_arcs = 0, absent = 255u << 24;
inline PlacedState make_placed_state(State base, std::uint32_t height, std::uint64_t words) {
  return base | height << 24 | words << 32;
}

// Puts a file's states into a double array, and checks everything that Automaton relies on.
class Assembly {
 public:
  // `references` come from read_references; `arcs` is the number of arcs in the file; if `ranked`,
  // ranks are added.
  Assembly(std::span<const Reference> references, std::size_t arcs, bool ranked,
           Workspace& workspace)
      : placer_(arcs),
        counts_(ranked ? placer_.size() : 0),
        totals_(counts_.size()),
        reference_(references.data()),
        end_(reference_ + references.size()),
        placed_(workspace.allocate<PlacedState>(referenced + references.size() + 1)) {
    std::fill_n(placed_, stack, absent);
    std::fill_n(placed_ + referenced, references.size() + 1, absent);
    placed_[0] = no_arcs;
  }

  // Adds the states of the next block.
  //
  // An example: the words AS, TA and TAS make three states. In the file's order, with the arcs of a
  // state from its last tile to its first, they are
  //
  //   state 1: S, a word ends, no target          (what follows A, and what follows TA)
  //   state 2: A, a word ends, target fresh       (what follows T)
  //   state 3: T, target fresh; A, target a pointer with place 0, which is state 1     (the root)
  //
  // and the only reference is {state 1, place 0}. `placed` has three parts: entry 0, which stands
  // for "no target"; a stack of states that no arc leads to yet; and the referenced states, indexed
  // by place. The loop processes the four arcs:
  //
  //   S  The target is entry 0. This is the last arc of its state: state 1 {1 word, 1 tile} is
  //      pushed on the stack and, because the next reference names it, stored at place 0 as well.
  //   A  The target is the top of the stack, state 1, which is popped. Its words are this one and
  //      those of the target: state 2 {2 words, 2 tiles} is pushed. It is not referenced.
  //   T  The target is the top of the stack, state 2, which is popped. The state goes on.
  //   A  The target is place 0, state 1. Words 2 + 1: the root {3 words, 3 tiles} is pushed, and is
  //      all that is left on the stack.
  //
  // The loop has no branches, because none could be predicted. Masks compute the target's index.
  // The work for the last arc of a state is done at every arc, and the next arc overwrites the
  // result.
  //
  // With `ranked`, the entry of `counts` for an arc's slot is the number of words that continue
  // with the arc's tile or a higher one. The entry of `totals` for a state's BASE is the number for
  // all its arcs, which is known at the last arc.
  template <bool ranked>
  [[gnu::noinline]] void add(const ArcBlock& block) {
    for (std::size_t size = 1; size <= max_tiles; ++size)
      placer_.place(size, block.states_of_size(size), block.tiles.data(), bases_.data());
    Arc* const slots = placer_.slots();
    if (ranked && counts_.size() < placer_.size()) {
      counts_.grow(placer_.size());
      totals_.grow(placer_.size());
    }
    std::uint32_t *const counts = counts_.data(), *const totals = totals_.data();
    // Local copies, because the compiler then knows that no write through a pointer changes them.
    PlacedState* const placed = placed_;
    const State* base = bases_.data();
    const std::uint32_t* pointer = block.pointer.data();
    const Reference* reference = reference_;
    std::size_t top = top_, state = states_ + 1;
    std::uint32_t tallest = 0, highest = 0;
    std::uint64_t words = 0, counted_bits = 0;
    for (std::size_t i = 0; i < block.arcs; ++i) {
      const DecodedArc arc = block.arc[i];
      const std::size_t fresh = arc / is_fresh, points = arc / is_pointer & 1;
      const PlacedState target =
          placed[(top & -fresh) | ((referenced + *pointer) & -points)];  // or entry 0
      pointer += points;
      top -= fresh;
      slots[*base + tile_of(arc)] = (arc & 0x7F) | static_cast<Arc>(target) << 8;
      tallest = std::max(tallest, static_cast<std::uint32_t>(target));  // height in its top bits
      highest = std::max(highest, tallest);
      words += (target >> 32) + is_final(arc);
      counted_bits |= words;
      if constexpr (ranked)
        counts[*base + tile_of(arc)] = totals[*base] = static_cast<std::uint32_t>(words);

      const std::size_t last = arc / is_last & 1, named = last & (reference->state == state);
      const PlacedState here = make_placed_state(*base, (tallest >> 24) + 1, words);
      placed[top + 1] = here;
      placed[referenced + reference->place] = absent ^ ((absent ^ here) & -named);
      reference += named;
      top += last;
      base += last;
      state += last;
      tallest &= static_cast<std::uint32_t>(last) - 1;
      words &= last - 1;
    }
    reference_ = reference;
    top_ = top;
    states_ = state - 1;
    if (highest >> 24 >= max_word)
      throw std::invalid_argument(highest >> 24 == 255 ? "an arc leads to a state that is not there"
                                                       : "a word is too long");
    if (counted_bits >> 32) throw std::invalid_argument("too many words");
    if (top_ >= stack_end) throw std::invalid_argument("no arc leads to some states");
  }

  std::unique_ptr<Automaton> finish(std::size_t alphabet) && {
    if (top_ > stack || reference_ != end_)
      throw std::invalid_argument("no arc leads to some states");
    const PlacedState root = top_ == stack ? placed_[top_] : no_arcs;
    std::optional<ZeroedArray<std::uint32_t>> before;
    if (counts_.size()) before = subtract_counts();
    return std::make_unique<Automaton>(std::move(placer_).finish(), root & (max_states - 1),
                                       root >> 32, alphabet, std::move(before));
  }

 private:
  // For each slot, the number of words that continue from its state with a lower tile.
  ZeroedArray<std::uint32_t> subtract_counts() {
    const Arc* const slots = placer_.slots();
    std::uint32_t *const counts = counts_.data(), *const totals = totals_.data();
    for (std::size_t slot = 0; slot < counts_.size(); ++slot)
      if (const Tile tile = tile_of(slots[slot])) counts[slot] = totals[slot - tile] - counts[slot];
    return std::move(counts_);
  }

  // The parts of placed_, in one array so that a target's index needs no branch:
  //   0           the state without arcs
  //   1 …         as many absent states as one block can pop from an empty stack
  //   stack …     the stack: at most one state for each arc that a path of max_word tiles passes
  //   by,
  //               the root, and what one block can push before it is refused
  //   referenced … the referenced states by place; absent until they are read
  static constexpr std::size_t stack = ArcBlock::max + 1,
                               stack_end = stack + max_word * max_tiles + 1,
                               referenced = stack_end + ArcBlock::max + 1;

  StatePlacer placer_;
  ZeroedArray<std::uint32_t> counts_, totals_;
  const Reference *reference_, *end_;  // the next one, and the sentinel
  PlacedState* placed_;
  std::size_t top_ = stack - 1, states_ = 0;
  std::array<State, ArcBlock::max + 1> bases_{};  // and one more that can be read
};

}  // namespace

std::unique_ptr<Automaton> decode_columns(std::string_view arcs, std::string_view references,
                                          std::string_view pointers, std::size_t alphabet,
                                          bool ranked) {
  const std::size_t count = read_count(arcs), named = read_count(references);
  if (named > count) throw std::invalid_argument("more references than arcs");
  const ModelLayouts layouts(alphabet);
  Workspace workspace;
  // On the heap, because the call stack of a thread may be small.
  const auto blocks = std::make_unique<BlockReadAhead>(arcs, pointers, named, layouts, workspace);
  Assembly assembly(read_references(references, layouts, workspace), count, ranked, workspace);
  while (const ArcBlock* block = blocks->next())
    ranked ? assembly.add<true>(*block) : assembly.add<false>(*block);
  return std::move(assembly).finish(alphabet);
}

}  // namespace wordtools
