// Reading an automaton's columns: what an opening lexicon spends its time on. Blocks of arcs are
// read, then the pointers of their arcs, then states are put together; the blocks stay in the
// processor's nearest cache, and few branches depend on what is read.
#include "assembly.hpp"
#include "columns.hpp"

namespace wordtools {

namespace {

using namespace column;

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

std::size_t count_of(BitReader& header) {
  const std::size_t count = header.bits(32);
  if (count >= most_states) throw std::invalid_argument("too many arcs");
  return count;
}

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

// What the symbol of an arc says: the arc, but for the state it leads to, and bits for the rest.
using Meaning = std::uint32_t;
inline constexpr Meaning is_last = 1 << 8, is_fresh = 1 << 9, is_pointer = 1 << 10;

Meaning meaning_of(std::uint32_t symbol) {
  const std::uint32_t way = symbol % kinds / 2;
  const bool final = way == ends || way == fresh_final || way == points_final;
  return arc_of(static_cast<Tile>(symbol / kinds), final, nowhere) | (symbol % 2 ? is_last : 0) |
         (way == fresh || way == fresh_final ? is_fresh : 0) |
         (way == points || way == points_final ? is_pointer : 0);
}

// The arcs of a file, in its order.
class ArcReader {
 public:
  // `references`: how many states pointers name.
  ArcReader(std::string_view arcs, std::string_view pointers, std::size_t references,
            std::size_t alphabet)
      : ArcReader(arcs, pointers, references, Models(alphabet), alphabet) {}

  std::size_t count() const { return count_; }
  bool done() const { return left_ == 0; }

  // Arcs as symbols, and the places of the references that the pointing ones among them name (and
  // one more that can be read).
  struct Block {
    const std::uint16_t *arc, *end;
    const std::uint32_t* pointer;
  };
  // The next block. Not inlined: the loop around it would have no registers left. Throws
  // std::invalid_argument when there is none.
  [[gnu::noinline]] Block read_block() {
    if (done()) throw std::invalid_argument("a state without its last arc");
    const std::size_t share = lane_share(left_), size = std::min(share * lanes, left_);
    left_ -= size;
    read_arcs(share);
    read_pointers(size);
    return {block_.data(), block_.data() + size, targets_.data()};
  }

  // Throws std::invalid_argument unless the columns end with the last arc.
  void finish() const {
    arcs_.symbols.finish();
    pointers_.symbols.finish();
    pointers_.header.finish();
  }

 private:
  ArcReader(std::string_view arcs, std::string_view pointers, std::size_t references, Models models,
            std::size_t alphabet)
      : arcs_(arcs),
        pointers_(pointers),
        references_(references),
        digits_(pointer_digits(references)),
        count_(count_of(arcs_.header)),
        left_(count_),
        arc_table_(read(models.arcs, arcs_.header)),
        pointer_table_(read(models.pointers, pointers_.header)) {
    arcs_.header.finish();
    for (std::uint32_t arc = 0; arc < (alphabet + 1) * kinds; ++arc) {
      const Meaning meaning = meaning_of(arc);
      after_[arc] = context_after(arc) << arc_bits;
      contexts_of_[arc] = static_cast<std::uint16_t>(tile_of(meaning) * 2 + is_final(meaning));
      points_[arc] = (meaning & is_pointer) != 0;
    }
    const std::uint32_t most = std::size(numbers_);
    for (std::uint32_t symbol = 0; symbol < most; ++symbol) {
      extras_[symbol] = static_cast<std::uint8_t>(extra_of(symbol, digits_));
      numbers_[symbol] = number_of(symbol, digits_, 0);
    }
  }

  static SymbolTable read(Frequencies& model, BitReader& header) {
    model.read(header);
    return SymbolTable(model);
  }

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

  // The targets of the block's arcs that point.
  void read_pointers(std::size_t size) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i) {
      contexts_[count] = contexts_of_[block_[i]];
      count += points_[block_[i]];
    }
    // A block's pointers begin with the first lane again; lanes without one stand by.
    SymbolReader symbols = pointers_.symbols;
    const std::uint32_t* const picks = pointer_table_.of(0);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
      symbols.check();
#pragma GCC unroll 8
      for (std::size_t lane = 0; lane < lanes; ++lane)
        targets_[i + lane] = symbols.get<pointer_bits>(
            lane, picks + (std::size_t{contexts_[i + lane]} << pointer_bits));
    }
    symbols.check();
    for (; i < count; ++i)
      targets_[i] =
          symbols.get<pointer_bits>(i % lanes, picks + (std::size_t{contexts_[i]} << pointer_bits));
    pointers_.symbols = symbols;

    BitReader low = pointers_.header;
    for (i = 0; i < count; ++i) {
      const std::uint32_t symbol = targets_[i];
      const std::uint32_t number = numbers_[symbol] | low.bits(extras_[symbol]);
      if (number >= references_) throw std::invalid_argument("a pointer to no state");
      targets_[i] = number;
    }
    pointers_.header = low;
  }

  ColumnReader arcs_, pointers_;
  std::size_t references_;
  int digits_;
  std::size_t count_, left_;  // arcs in all, and in blocks to come
  SymbolTable arc_table_, pointer_table_;
  // By the symbol of an arc: where in the table the picks of the next arc's context begin, the
  // context of its pointer, and whether it has one.
  std::array<std::uint32_t, 64 * kinds> after_;
  std::array<std::uint16_t, 64 * kinds> contexts_of_;
  std::array<std::uint8_t, 64 * kinds> points_;
  // By the symbol of a pointer: its number but for the low bits, and how many these are.
  std::array<std::uint32_t, most_buckets> numbers_;
  std::array<std::uint8_t, most_buckets> extras_;
  std::array<std::uint16_t, block_arcs> block_;
  std::array<std::uint16_t, block_arcs + 1> contexts_;
  std::array<std::uint32_t, block_arcs + 1> targets_{};
};

}  // namespace

std::unique_ptr<Dawg> from_columns(std::string_view arcs, std::string_view references,
                                   std::string_view pointers, std::size_t alphabet) {
  const auto referenced = read_references(references, alphabet);
  const auto places = places_of(referenced);
  ArcReader reader(arcs, pointers, referenced.size(), alphabet);
  Assembly assembly(alphabet, reader.count());
  // First, as a stack, the states that nothing leads to yet: at most one for each arc that a path
  // of max_word tiles passes by, and the root. Below them lies one that is none. Behind them the
  // referenced states by place, once they are there. All in one array, found without a branch.
  constexpr std::size_t stack = max_word * max_tiles + 2;
  std::vector<Built> built(stack + referenced.size());
  std::size_t top = 0;
  std::uint32_t states = 0;
  auto next = referenced.begin();
  ArcReader::Block block{};
  std::array<Meaning, 64 * kinds> meanings;
  for (std::uint32_t arc = 0; arc < meanings.size(); ++arc) meanings[arc] = meaning_of(arc);
  while (block.arc != block.end || !reader.done()) {
    const Built state = assembly.state([&](const auto& tell) {
      if (block.arc == block.end) block = reader.read_block();
      const Meaning meaning = meanings[*block.arc++];
      const std::size_t fresh = (meaning & is_fresh) != 0, points = (meaning & is_pointer) != 0;
      const Built& target = built[(top & -fresh) | ((stack + *block.pointer) & -points)];
      if ((fresh | points) & (target.base == nowhere))
        throw std::invalid_argument("a target that is not there");
      block.pointer += points;
      top -= fresh;
      tell(meaning & 0x7F, target);
      return (meaning & is_last) != 0;
    });
    if (++top == stack) throw std::invalid_argument("states that nothing leads to");
    built[top] = state;
    if (next != referenced.end() && next->state == ++states) {
      built[stack + places[next - referenced.begin()]] = state;
      ++next;
    }
  }
  reader.finish();
  if (top > 1 || next != referenced.end())
    throw std::invalid_argument("states that nothing leads to");
  return std::move(assembly).finish(built[top]);
}

}  // namespace wordtools
