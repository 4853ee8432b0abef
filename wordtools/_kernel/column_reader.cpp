// Reading an automaton's columns: what an opening lexicon spends its time on.
#include "blocks_ahead.hpp"

namespace wordtools {

namespace {

using namespace column;

// Behind the last one stands one that is the place of no state.
std::span<const Reference> read_references(std::string_view column, const Layouts& layouts,
                                           Workspace& workspace) {
  ColumnReader in(column);
  const std::size_t count = count_of(in.header);
  const SymbolTable gaps(layouts.gaps, in.header, workspace),
      classes(layouts.classes, in.header, workspace),
      commonest(layouts.commonest, in.header, workspace);

  std::uint64_t expected = 1;
  std::size_t turn = 0;
  const auto next = [&](const std::uint32_t* picks) {
    in.symbols.check();
    return in.symbols.get<reference_bits>(turn++ % lanes, picks);
  };
  const std::span references(workspace.room<Reference>(count + 1), count);
  for (auto& reference : references) {
    const std::uint32_t symbol = next(gaps.of(0));
    const int extra = extra_of(symbol, gap_digits);
    if (extra > 24) throw std::invalid_argument("a reference to no state");
    expected += number_of(symbol, gap_digits, in.header.bits(extra));
    if (expected >= most_states) throw std::invalid_argument("a reference to no state");
    reference.state = static_cast<std::uint32_t>(expected++);
    reference.frequency = static_cast<std::uint8_t>(next(classes.of(0)));
    reference.commonest = static_cast<Tile>(next(commonest.of(reference.frequency)));
  }
  in.header.finish();
  in.symbols.finish();
  number_places(references);
  references.data()[count] = {0, static_cast<std::uint32_t>(count), 0, 0};
  return references;
}

// A state that is in its place: bits 0-23 its base, 24-31 how many tiles the longest word from here
// has, 32-63 how many words there are. One number, because a processor reads soon what it has just
// written only when both are done whole.
using Built = std::uint64_t;
inline constexpr Built no_arcs = 0, not_there = 255u << 24;
inline Built built_of(State base, std::uint32_t height, std::uint64_t words) {
  return base | height << 24 | words << 32;
}

// Puts states together, and checks what is told about them.
class Assembly {
 public:
  // `references` as they are read.
  Assembly(std::span<const Reference> references, std::size_t arcs, Workspace& workspace)
      : placer_(arcs),
        reference_(references.data()),
        end_(reference_ + references.size()),
        built_(workspace.room<Built>(named + references.size() + 1)) {
    std::fill_n(built_, stack, not_there);
    std::fill_n(built_ + named, references.size() + 1, not_there);
    built_[0] = no_arcs;
  }

  // Takes in the states of another block. There is no branch in it: what is true of a state's last
  // arc only is done for every arc, and holds when the next one does not undo it.
  [[gnu::noinline]] void add(const Block& block) {
    for (std::size_t size = 1; size <= max_tiles; ++size)
      placer_.place(size, block.of_size(size), block.tiles.data(), bases_.data());
    Arc* const slots = placer_.slots();
    // Local: the compiler knows that what is written does not change them.
    Built* const built = built_;
    const State* base = bases_.data();
    const std::uint32_t* pointer = block.pointer.data();
    const Reference* reference = reference_;
    std::size_t top = top_, state = states_ + 1;
    std::uint32_t tallest = 0, highest = 0;
    std::uint64_t words = 0, most = 0;
    for (std::size_t i = 0; i < block.arcs; ++i) {
      const Meaning meaning = block.arc[i];
      const std::size_t fresh = meaning / is_fresh, points = meaning / is_pointer & 1;
      const Built target = built[(top & -fresh) | ((named + *pointer) & -points)];
      pointer += points;
      top -= fresh;
      slots[*base + tile_of(meaning)] = (meaning & 0x7F) | static_cast<Arc>(target) << 8;
      tallest = std::max(tallest, static_cast<std::uint32_t>(target));
      highest = std::max(highest, tallest);
      words += (target >> 32) + is_final(meaning);
      most |= words;

      const std::size_t last = meaning / is_last & 1, is_named = last & (reference->state == state);
      const Built here = built_of(*base, (tallest >> 24) + 1, words);
      built[top + 1] = here;
      built[named + reference->place] = not_there ^ ((not_there ^ here) & -is_named);
      reference += is_named;
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
      throw std::invalid_argument(highest >> 24 == 255 ? "a target that is not there"
                                                       : "a word that is too long");
    if (most >> 32) throw std::invalid_argument("too many words");
    if (top_ >= stack_end) throw std::invalid_argument("states that nothing leads to");
  }

  std::unique_ptr<Dawg> finish(std::size_t alphabet) && {
    if (top_ > stack || reference_ != end_)
      throw std::invalid_argument("states that nothing leads to");
    const Built root = top_ == stack ? built_[top_] : no_arcs;
    return std::make_unique<Dawg>(std::move(placer_).finish(), root & (most_states - 1), root >> 32,
                                  alphabet);
  }

 private:
  // In built_ lies, at 0, the state without arcs; then as many that are not there as one block can
  // ask for; then, as a stack, the states that nothing leads to yet: at most one for each arc that
  // a path of max_word tiles passes by, and the root, and what a block can add before it is
  // refused; then the referenced states by place, once they are there. All in one array, where a
  // target is found without a branch.
  static constexpr std::size_t stack = Block::most + 1,
                               stack_end = stack + max_word * max_tiles + 1,
                               named = stack_end + Block::most + 1;

  Placer placer_;
  const Reference *reference_, *end_;  // the next one, and behind the last
  Built* built_;
  std::size_t top_ = stack - 1, states_ = 0;
  std::array<State, Block::most + 1> bases_{};  // and one more that can be read
};

}  // namespace

std::unique_ptr<Dawg> from_columns(std::string_view arcs, std::string_view references,
                                   std::string_view pointers, std::size_t alphabet) {
  const std::size_t count = count_of(arcs), named = count_of(references);
  if (named > count) throw std::invalid_argument("more references than arcs");
  const Layouts layouts(alphabet);
  Workspace workspace;
  // Not on the stack: a thread's may be small.
  const auto blocks = std::make_unique<BlocksAhead>(arcs, pointers, named, layouts, workspace);
  Assembly assembly(read_references(references, layouts, workspace), count, workspace);
  while (const Block* block = blocks->next()) assembly.add(*block);
  return std::move(assembly).finish(alphabet);
}

}  // namespace wordtools
