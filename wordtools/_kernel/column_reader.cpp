// Reading an automaton's columns: what an opening lexicon spends its time on.
#include <limits>

#include "blocks_ahead.hpp"

namespace wordtools {

namespace {

using namespace column;

std::vector<Reference> read_references(std::string_view column, std::size_t alphabet) {
  ColumnReader in(column);
  Models models(alphabet);
  const std::size_t count = count_of(in.header);
  for (auto* model : {&models.gaps, &models.classes, &models.commonest}) model->read(in.header);
  const SymbolTable gaps(models.gaps), classes(models.classes), commonest(models.commonest);

  std::vector<Reference> references(count);
  std::uint64_t expected = 1;
  std::size_t turn = 0;
  const auto next = [&](const std::uint32_t* picks) {
    in.symbols.check();
    return in.symbols.get<reference_bits>(turn++ % lanes, picks);
  };
  for (auto& reference : references) {
    const std::uint32_t symbol = next(gaps.of(0));
    const int extra = extra_of(symbol, gap_digits);
    if (extra > 24) throw std::invalid_argument("a reference to no state");
    expected += number_of(symbol, gap_digits, in.header.bits(extra));
    if (expected >= most_states) throw std::invalid_argument("a reference to no state");
    reference.state = static_cast<std::uint32_t>(expected++);
    reference.frequency = next(classes.of(0));
    reference.commonest = next(commonest.of(reference.frequency));
  }
  in.header.finish();
  in.symbols.finish();
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
  Assembly(const std::vector<Reference>& references, std::size_t arcs)
      : placer_(arcs),
        places_(places_of(references)),
        reference_(references.data()),
        end_(reference_ + references.size()),
        built_(stack_end + references.size(), not_there) {
    built_[0] = no_arcs;
  }

  // Takes in the states of another block.
  [[gnu::noinline]] void add(const Block& block) {
    for (std::size_t size = 1; size <= max_tiles; ++size)
      placer_.place(size, block.of_size(size), block.tiles.data(), bases_.data());
    const Meaning* arc = block.arc.data();
    const std::uint32_t* pointer = block.pointer.data();
    std::size_t top = top_;  // local: the compiler knows that what is written does not change it
    for (std::size_t i = 0; i < block.states; ++i) {
      Arc* const slots = placer_.slots() + bases_[i];
      Meaning meaning, all = 0;
      std::uint32_t tallest = 0;
      std::uint64_t words = 0;
      do {
        meaning = *arc++;
        const std::size_t fresh = meaning / is_fresh, points = meaning / is_pointer & 1;
        const Built target = built_[(top & -fresh) | ((stack_end + *pointer) & -points)];
        pointer += points;
        top -= fresh;
        all += meaning;
        tallest = std::max(tallest, static_cast<std::uint32_t>(target));
        words += target >> 32;
        slots[tile_of(meaning)] = (meaning & 0x7F) | static_cast<Arc>(target) << 8;
      } while (!(meaning & is_last));
      push(++top, bases_[i], (tallest >> 24) + 1, words + (all / one_word & 63));
    }
    top_ = top;
  }

  std::unique_ptr<Dawg> finish(std::size_t alphabet) && {
    if (top_ > stack || reference_ != end_)
      throw std::invalid_argument("states that nothing leads to");
    const Built root = top_ == stack ? built_[top_] : no_arcs;
    return std::make_unique<Dawg>(std::move(placer_).finish(), root & (most_states - 1), root >> 32,
                                  alphabet);
  }

 private:
  // In built_ lies, at 0, the state without arcs; then as many that are not there as one state can
  // ask for; then, as a stack, the states that nothing leads to yet: at most one for each arc that
  // a path of max_word tiles passes by, and the root; then the referenced states by place, once
  // they are there. All in one array, where a target is found without a branch.
  static constexpr std::size_t stack = max_tiles + 1, stack_end = stack + max_word * max_tiles + 1;

  void push(std::size_t top, State base, std::uint32_t height, std::uint64_t words) {
    if (height > max_word)
      throw std::invalid_argument(height > 255 ? "a target that is not there"
                                               : "a word that is too long");
    if (words > std::numeric_limits<std::uint32_t>::max())
      throw std::invalid_argument("too many words");
    if (top == stack_end) throw std::invalid_argument("states that nothing leads to");
    built_[top] = built_of(base, height, words);
    ++states_;
    if (reference_ != end_ && reference_->state == states_) {
      built_[stack_end + *place_++] = built_[top];
      ++reference_;
    }
  }

  Placer placer_;
  std::vector<std::uint32_t> places_;
  const std::uint32_t* place_ = places_.data();
  const Reference *reference_, *end_;  // the next one, and behind the last
  std::vector<Built> built_;
  std::size_t top_ = stack - 1;
  std::uint32_t states_ = 0;
  std::array<State, Block::most> bases_;
};

}  // namespace

std::unique_ptr<Dawg> from_columns(std::string_view arcs, std::string_view references,
                                   std::string_view pointers, std::size_t alphabet) {
  const std::size_t count = count_of(arcs), named = count_of(references);
  if (named > count) throw std::invalid_argument("more references than arcs");
  const auto blocks = std::make_unique<BlocksAhead>(arcs, pointers, named, alphabet);
  const auto referenced = read_references(references, alphabet);
  Assembly assembly(referenced, count);
  while (const Block* block = blocks->next()) assembly.add(*block);
  return std::move(assembly).finish(alphabet);
}

}  // namespace wordtools
