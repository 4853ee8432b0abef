// Entropy coding of small symbols in contexts: range asymmetric numeral systems (Duda, 2013) with
// static frequencies.
//
// A number holds the symbols yet to be read: its low bits pick a symbol, in as many of their
// values as the symbol is frequent, and reading puts what those values tell apart back below the
// rest. Eight such numbers ("lanes") take turns, so that the processor works on eight symbols at
// once; when one runs low it takes the next 32 bits of the one stream they share.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "large_pages.hpp"

namespace wordtools {

inline constexpr std::size_t lanes = 8;

// How many contexts and symbols a model has; how often a symbol occurs in a context is told in
// parts of 1 << bits.
struct Layout {
  std::size_t contexts, symbols;
  int bits;
};

// How often each symbol occurs in each context.
class Frequencies {
 public:
  explicit Frequencies(const Layout& layout)
      : symbols_(layout.symbols), bits_(layout.bits), parts_(layout.contexts * layout.symbols, 0) {}

  std::size_t symbols() const { return symbols_; }
  int bits() const { return bits_; }
  std::uint32_t* of(std::size_t context) { return &parts_[context * symbols_]; }
  const std::uint32_t* of(std::size_t context) const { return &parts_[context * symbols_]; }

  // How many parts the symbols before one have, by its place in the table; known once normalised.
  std::uint32_t below(std::size_t place) const { return below_[place]; }

  // From counts to parts: every symbol that occurs has one at least.
  void normalise() {
    const std::uint32_t whole = 1u << bits_;
    for (std::size_t first = 0; first < parts_.size(); first += symbols_) {
      std::uint64_t total = 0;
      for (std::size_t i = first; i < first + symbols_; ++i) total += parts_[i];
      if (total == 0) continue;
      std::uint32_t given = 0;
      for (std::size_t i = first; i < first + symbols_; ++i) {
        if (parts_[i] == 0) continue;
        const std::uint64_t share = (2 * whole * std::uint64_t{parts_[i]} + total) / (2 * total);
        parts_[i] = static_cast<std::uint32_t>(std::max<std::uint64_t>(share, 1));
        given += parts_[i];
      }
      // What rounding left over goes where it matters least: to the most frequent.
      while (given != whole) {
        auto most = std::max_element(&parts_[first], &parts_[first] + symbols_);
        *most += given < whole ? 1 : -1;
        given += given < whole ? 1 : -1;
      }
    }
    below_.resize(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i)
      below_[i] = i % symbols_ ? below_[i - 1] + parts_[i - 1] : 0;
  }

  void write(BitWriter& out) const {
    for (std::size_t first = 0; first < parts_.size(); first += symbols_) {
      std::uint32_t left = 0;
      for (std::size_t i = first; i < first + symbols_; ++i) left += parts_[i];
      out.bits(left != 0, 1);
      for (std::size_t i = first; left != 0; left -= parts_[i++]) out.gamma(parts_[i]);
    }
  }

 private:
  std::size_t symbols_;
  int bits_;
  std::vector<std::uint32_t> parts_, below_;
};

inline constexpr std::uint64_t lane_low = std::uint64_t{1} << 31;  // lanes hold this or more

// Gathers symbols in the order in which they will be read, and writes them.
class SymbolWriter {
 public:
  // `model` stays with the caller and counts; it must be normalised before `finish`. At most four.
  void put(Frequencies& model, std::size_t context, std::uint32_t symbol, std::size_t lane) {
    ++model.of(context)[symbol];
    std::size_t number = 0;
    while (number < models_.size() && models_[number] != &model) ++number;
    if (number == models_.size()) models_.push_back(&model);
    const std::size_t place = context * model.symbols() + symbol;
    symbols_.push_back(static_cast<std::uint32_t>(place << 5 | number << 3 | lane));
  }

  // The lanes, then the stream, then zeros that a reader may look ahead into.
  std::string finish() const {
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
      out.bits(state & 0xFFFFFFFF, 32);
      out.bits(state >> 32, 32);
    }
    for (std::size_t i = stream.size(); i-- > 0;) out.bits(stream[i], 32);
    for (std::size_t i = 0; i < lanes; ++i) out.bits(0, 32);
    return std::move(out).finish();
  }

 private:
  std::vector<const Frequencies*> models_;
  // Of each symbol the place in its model's table (from bit 5), the model (bits 3-4), the lane.
  LargeVector<std::uint32_t> symbols_;
};

// For every value of a lane's low bits the symbol it picks: bits 0-9 symbol, 10-20 its parts - 1,
// 21-31 which of them. A context without symbols picks 0 without end: whoever reads must check
// symbols, and can do so later.
class SymbolTable {
 public:
  // Reads what Frequencies::write wrote. Throws std::invalid_argument for parts that do not make up
  // a whole.
  SymbolTable(const Layout& layout, BitReader& in, Workspace& workspace)
      : bits_(layout.bits), picks_(workspace.room<std::uint32_t>(layout.contexts << bits_)) {
    const std::uint32_t whole = 1u << bits_;
    for (std::uint32_t* pick = picks_; pick != picks_ + (layout.contexts << bits_);) {
      const auto put = [&pick](std::uint32_t symbol, std::uint32_t parts) {
        for (std::uint32_t part = 0; part < parts; ++part)
          *pick++ = symbol | (parts - 1) << 10 | part << 21;
      };
      std::uint32_t left = in.bits(1) << bits_;
      if (left == 0) put(0, whole);
      for (std::uint32_t symbol = 0; left != 0; ++symbol) {
        if (symbol == layout.symbols) throw std::invalid_argument("frequencies too small");
        const std::uint32_t parts = in.gamma();
        if (parts > left) throw std::invalid_argument("frequencies too large");
        put(symbol, parts);
        left -= parts;
      }
    }
  }
  const std::uint32_t* of(std::size_t context) const { return picks_ + (context << bits_); }

 private:
  int bits_;
  std::uint32_t* picks_;
};

// Reads what SymbolWriter wrote. Whatever the bytes, symbols are symbols of the model.
class SymbolReader {
 public:
  // Throws std::invalid_argument when there is not even the beginning of symbols.
  explicit SymbolReader(std::string_view bytes)
      : next_(bytes.data()), end_(bytes.data() + bytes.size()) {
    if (bytes.size() < 12 * lanes || bytes.size() % 4)
      throw std::invalid_argument("a column without its lanes");
    end_ -= 4 * lanes;
    for (auto& state : states_) {
      state = take();
      state |= std::uint64_t{take()} << 32;
    }
  }

  // Before every `lanes` symbols: throws when the stream ran out.
  void check() const {
    if (next_ > end_) throw std::invalid_argument("a column that ends too soon");
  }
  template <int bits>
  std::uint32_t get(std::size_t lane, const std::uint32_t* picks) {
    std::uint64_t state = states_[lane];
    const std::uint32_t pick = picks[state & ((1u << bits) - 1)];
    state = ((pick >> 10 & 0x7FF) + 1) * (state >> bits) + (pick >> 21);
    // Arithmetic, not a condition: that would be a branch, which nobody can guess.
    const std::uint64_t low = -static_cast<std::uint64_t>(state < lane_low);
    states_[lane] = state << (low & 32) | (peek() & low);
    next_ += low & 4;
    return pick & 0x3FF;
  }
  // Throws std::invalid_argument unless everything was read, as it was written.
  void finish() const {
    bool whole = next_ == end_;
    for (const auto state : states_) whole = whole && state == lane_low;
    if (!whole) throw std::invalid_argument("a column that was not written so");
  }

 private:
  std::uint32_t peek() const { return little_endian<std::uint32_t>(next_); }
  std::uint32_t take() {
    const std::uint32_t word = peek();
    next_ += 4;
    return word;
  }

  std::array<std::uint64_t, lanes> states_;
  const char* next_;
  const char* end_;  // of the stream; behind it there are words to look ahead into
};

}  // namespace wordtools
