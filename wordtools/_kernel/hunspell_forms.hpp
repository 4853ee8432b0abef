// Sets of word forms, made for millions of look-ups.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace wordtools::hunspell {

inline std::uint64_t hash(std::string_view text) {
  std::uint64_t state = text.size() * 0x9E3779B97F4A7C15u;
  while (!text.empty()) {
    std::uint64_t chunk = 0;
    const std::size_t size = std::min<std::size_t>(text.size(), 8);
    std::memcpy(&chunk, text.data(), size);
    state = (state ^ chunk) * 0xD6E8FEB86659FD93u;
    state ^= state >> 32;
    text.remove_prefix(size);
  }
  return state;
}

// The distinct forms of one entry, in a buffer that is reused for the next. When there are more
// than a million of them, it forgets them and begins again.
class FormSet {
 public:
  static constexpr std::size_t most = std::size_t{1} << 20;

  void clear() {
    text_.clear(), spans_.clear();
    if (++round_ == 0) slots_.assign(slots_.size(), {}), round_ = 1;
  }

  // Adds head + tail, made in the manner that `key` stands for; returns it with its hash, or an
  // empty view if it is in the set already with that key.
  std::pair<std::string_view, std::uint64_t> insert(std::string_view head, std::string_view tail,
                                                    std::uint64_t key) {
    if (spans_.size() == most) clear();
    const std::size_t start = text_.size();
    text_.append(head).append(tail);
    const std::string_view form = std::string_view(text_).substr(start);
    const std::uint64_t code = hash(form);
    if (spans_.size() * 2 >= slots_.size()) grow();
    std::size_t at = code & (slots_.size() - 1);
    for (; slots_[at].round == round_; at = (at + 1) & (slots_.size() - 1)) {
      const Span& other = spans_[slots_[at].span];
      if (other.code == code && other.key == key &&
          std::string_view(text_).substr(other.start, other.size) == form) {
        text_.resize(start);
        return {};
      }
    }
    slots_[at] = {round_, static_cast<std::uint32_t>(spans_.size())};
    spans_.push_back({start, form.size(), code, key});
    return {form, code};
  }

 private:
  struct Span {
    std::size_t start, size;
    std::uint64_t code, key;
  };
  struct Slot {
    std::uint32_t round = 0, span = 0;
  };

  void grow() {
    slots_.assign(slots_.size() * 2, {});
    round_ = 1;
    for (std::size_t number = 0; number < spans_.size(); ++number) {
      std::size_t at = spans_[number].code & (slots_.size() - 1);
      while (slots_[at].round == round_) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = {round_, static_cast<std::uint32_t>(number)};
    }
  }

  std::string text_;
  std::vector<Span> spans_;
  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::uint32_t round_ = 0;
};

// The spellings that a FORBIDDENWORD bars.
class BarredSpellings {
 public:
  void insert(std::string_view spelling) {
    spellings_.emplace(spelling);
    const std::uint64_t code = hash(spelling);
    sieve_[code >> 6 & 1023] |= std::uint64_t{1} << (code & 63);
  }
  bool contains(std::string_view spelling, std::uint64_t code) const {
    return sieve_[code >> 6 & 1023] >> (code & 63) & 1 &&
           spellings_.contains(std::string(spelling));
  }

 private:
  std::unordered_set<std::string> spellings_;
  std::vector<std::uint64_t> sieve_ = std::vector<std::uint64_t>(1024);
};

}  // namespace wordtools::hunspell
