// Entropy coding of small symbols in contexts, using range asymmetric numeral systems (Duda,
// "Asymmetric Numeral Systems", 2013) with static frequencies.
//
// One number holds all symbols that remain to be read. Its low bits pick the next symbol: many
// values of these bits pick a frequent symbol, and few pick a rare one. The choice among the values
// that pick a symbol encodes later symbols, so the reader puts this choice back into the number.
// Eight such numbers ("lanes") take turns, so that the processor decodes eight symbols at once. A
// lane that runs low takes the next 32 bits from a stream that all lanes share.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "automaton/bit_stream.hpp"
#include "automaton/memory.hpp"

namespace wordtools {

inline constexpr std::size_t lanes = 8;

// The size of a model: how many contexts and symbols it has, and the sum of the frequencies in each
// context, which is 1 << bits.
struct ModelLayout {
  std::size_t contexts, symbols;
  int bits;
};

// The frequency of each symbol in each context.
class Frequencies {
 public:
  explicit Frequencies(const ModelLayout& layout)
      : symbols_(layout.symbols), bits_(layout.bits), parts_(layout.contexts * layout.symbols, 0) {}

  std::size_t symbols() const { return symbols_; }
  int bits() const { return bits_; }
  std::uint32_t* of(std::size_t context) { return &parts_[context * symbols_]; }
  const std::uint32_t* of(std::size_t context) const { return &parts_[context * symbols_]; }

  // The parts of all symbols before the one at this place of the table, in its context, added up.
  // Set by `normalise`.
  std::uint32_t below(std::size_t place) const { return below_[place]; }

  // Turns the counts in each context into parts that add up to 1 << bits; every symbol that occurs
  // gets at least one part.
  void normalise() {
    const std::uint32_t whole = 1u << bits_;
    for (std::size_t first = 0; first < parts_.size(); first += symbols_) {
      std::uint64_t total = 0;
      for (std::size_t i = first; i < first + symbols_; ++i) total += parts_[i];
      if (total == 0) continue;
      std::uint32_t sum = 0;
      for (std::size_t i = first; i < first + symbols_; ++i) {
        if (parts_[i] == 0) continue;
        const std::uint64_t share = (2 * whole * std::uint64_t{parts_[i]} + total) / (2 * total);
        parts_[i] = static_cast<std::uint32_t>(std::max<std::uint64_t>(share, 1));
        sum += parts_[i];
      }
      // The most frequent symbol absorbs the rounding error, because there it matters least.
      while (sum != whole) {
        auto largest = std::max_element(&parts_[first], &parts_[first] + symbols_);
        *largest += sum < whole ? 1 : -1;
        sum += sum < whole ? 1 : -1;
      }
    }
    below_.resize(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i)
      below_[i] = i % symbols_ ? below_[i - 1] + parts_[i - 1] : 0;
  }

  void encode(BitWriter& out) const {
    for (std::size_t first = 0; first < parts_.size(); first += symbols_) {
      std::uint32_t left = 0;
      for (std::size_t i = first; i < first + symbols_; ++i) left += parts_[i];
      out.write_bits(left != 0, 1);
      for (std::size_t i = first; left != 0; left -= parts_[i++]) out.write_gamma(parts_[i]);
    }
  }

 private:
  std::size_t symbols_;
  int bits_;
  std::vector<std::uint32_t> parts_, below_;
};

inline constexpr std::uint64_t lane_low = std::uint64_t{1} << 31;  // the minimum of a lane

// Collects symbols in the order in which they will be read, and encodes them.
class SymbolWriter {
 public:
  // Counts the symbol in `model`, one of at most four, which the caller must normalise before
  // `encode`.
  void add(Frequencies& model, std::size_t context, std::uint32_t symbol, std::size_t lane) {
    ++model.of(context)[symbol];
    std::size_t number = 0;
    while (number < models_.size() && models_[number] != &model) ++number;
    if (number == models_.size()) models_.push_back(&model);
    const std::size_t place = context * model.symbols() + symbol;
    symbols_.push_back(static_cast<std::uint32_t>(place << 5 | number << 3 | lane));
  }

  // Returns the lanes, the stream, and zeros at the end, so that a reader may look ahead beyond the
  // stream.
  std::string encode() const {
    std::array<std::uint64_t, lanes> states;
    states.fill(lane_low);
    LargeVector<std::uint32_t> stream;
    for (std::size_t i = symbols_.size(); i-- > 0;) {
      const Frequencies& model = *models_[symbols_[i] >> 3 & 3];
      const std::size_t place = symbols_[i] >> 5;
      const std::uint32_t parts = model.of(0)[place];
      std::uint64_t& state = states[symbols_[i] & 7];
      if (state >= (lane_low >> model.bits() << 32) * parts) {
        stream.push_back(static_cast<std::uint32_t>(state));
        state >>= 32;
      }
      state = (state / parts << model.bits()) + state % parts + model.below(place);
    }
    BitWriter out;
    for (const auto state : states) {
      out.write_bits(state & 0xFFFFFFFF, 32);
      out.write_bits(state >> 32, 32);
    }
    for (std::size_t i = stream.size(); i-- > 0;) out.write_bits(stream[i], 32);
    for (std::size_t i = 0; i < lanes; ++i) out.write_bits(0, 32);
    return std::move(out).finish();
  }

 private:
  std::vector<const Frequencies*> models_;
  // For each symbol: its lane (bits 0-2), its model (bits 3-4) and its index in the model's table
  // (the other bits).
  LargeVector<std::uint32_t> symbols_;
};

// For every value of a lane's low bits: the symbol that it picks (bits 0-9), one less than the
// number of the symbol's parts (bits 10-20), and the index of this part among them (bits 21-31). In
// a context without symbols, every value picks symbol 0; readers must check symbols anyway.
class SymbolTable {
 public:
  // Reads the output of Frequencies::encode. Throws std::invalid_argument if the sum is wrong.
  SymbolTable(const ModelLayout& layout, BitReader& in, Workspace& workspace)
      : bits_(layout.bits), picks_(workspace.allocate<std::uint32_t>(layout.contexts << bits_)) {
    const std::uint32_t whole = 1u << bits_;
    for (std::uint32_t* pick = picks_; pick != picks_ + (layout.contexts << bits_);) {
      const auto fill = [&pick](std::uint32_t symbol, std::uint32_t parts) {
        for (std::uint32_t part = 0; part < parts; ++part)
          *pick++ = symbol | (parts - 1) << 10 | part << 21;
      };
      std::uint32_t left = in.read_bits(1) << bits_;
      if (left == 0) fill(0, whole);
      for (std::uint32_t symbol = 0; left != 0; ++symbol) {
        if (symbol == layout.symbols) throw std::invalid_argument("frequencies are too small");
        const std::uint32_t parts = in.read_gamma();
        if (parts > left) throw std::invalid_argument("frequencies are too large");
        fill(symbol, parts);
        left -= parts;
      }
    }
  }
  const std::uint32_t* picks(std::size_t context) const { return picks_ + (context << bits_); }

 private:
  int bits_;
  std::uint32_t* picks_;
};

// Reads the output of a SymbolWriter. Every symbol read belongs to the model, even if the bytes are
// damaged.
class SymbolReader {
 public:
  // Throws std::invalid_argument if the lanes are incomplete.
  explicit SymbolReader(std::string_view bytes)
      : next_(bytes.data()), end_(bytes.data() + bytes.size()) {
    if (bytes.size() < 12 * lanes || bytes.size() % 4)
      throw std::invalid_argument("a column lacks its lanes");
    end_ -= 4 * lanes;
    for (auto& state : states_) {
      state = take();
      state |= std::uint64_t{take()} << 32;
    }
  }

  // Must be called before each group of `lanes` symbols. Throws std::invalid_argument at the end of
  // the stream.
  void check_left() const {
    if (next_ > end_) throw std::invalid_argument("a column ends too soon");
  }
  template <int bits>
  std::uint32_t read(std::size_t lane, const std::uint32_t* picks) {
    std::uint64_t state = states_[lane];
    const std::uint32_t pick = picks[state & ((1u << bits) - 1)];
    state = ((pick >> 10 & 0x7FF) + 1) * (state >> bits) + (pick >> 21);
    // This uses arithmetic, because a branch could not be predicted.
    const std::uint64_t low = -static_cast<std::uint64_t>(state < lane_low);
    states_[lane] = state << (low & 32) | (peek() & low);
    next_ += low & 4;
    return pick & 0x3FF;
  }
  // Throws std::invalid_argument unless all input has been read and the lanes are back in the
  // writer's initial state.
  void finish() const {
    bool whole = next_ == end_;
    for (const auto state : states_) whole = whole && state == lane_low;
    if (!whole) throw std::invalid_argument("a column does not end as it was written");
  }

 private:
  std::uint32_t peek() const { return read_little_endian<std::uint32_t>(next_); }
  std::uint32_t take() {
    const std::uint32_t word = peek();
    next_ += 4;
    return word;
  }

  std::array<std::uint64_t, lanes> states_;
  const char* next_;
  const char* end_;  // of the stream; the zeros behind it may be read
};

}  // namespace wordtools
