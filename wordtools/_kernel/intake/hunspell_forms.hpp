// Sets of word forms that are fast enough for millions of look-ups.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "intake/hunspell_rules.hpp"

namespace wordtools::hunspell {

// The distinct forms of one entry, stored as derivations. Most forms differ in their hashes, so few
// need to be written out. At a million forms, the set is emptied.
class FormSet {
 public:
  static constexpr std::size_t max_forms = std::size_t{1} << 20;

  // Empties the set for the next entry.
  void clear() {
    forms_.clear();
    if (++round_ == 0) slots_.assign(slots_.size(), {}), round_ = 1;
  }

  // Adds the form that `derivation` makes from `stem`, under `key`. Returns false if the set
  // already has this form with this key. `code` is the hash of the form.
  bool insert(std::string_view stem, const Derivation& derivation, std::uint64_t code,
              std::uint64_t key) {
    if (forms_.size() == max_forms) clear();
    if (forms_.size() * 2 >= slots_.size()) grow();
    std::size_t at = begin_search(code);
    for (; slots_[at].round == round_; at = (at + 1) & (slots_.size() - 1)) {
      const Form& other = forms_[slots_[at].form];
      if (other.code != code || other.key != key) continue;
      if (have_same_form(stem, derivation, other.derivation)) return false;
    }
    slots_[at] = {round_, static_cast<std::uint32_t>(forms_.size())};
    forms_.push_back({derivation, code, key});
    return true;
  }

 private:
  struct Form {
    Derivation derivation;
    std::uint64_t code, key;
  };
  struct Slot {
    std::uint32_t round = 0, form = 0;
  };

  bool have_same_form(std::string_view stem, const Derivation& a, const Derivation& b) {
    const bool both_plain = a.inner && b.inner && !a.outer && !b.outer && !a.prefix && !b.prefix;
    if (both_plain && a.inner->strip == b.inner->strip) return a.inner->add == b.inner->add;
    a.write_form(stem, text_);
    b.write_form(stem, other_text_);
    return text_ == other_text_;
  }
  std::size_t begin_search(std::uint64_t code) const {
    code *= 0xD6E8FEB86659FD93u;  // low bits say little about high digits
    return (code ^ code >> 32) & (slots_.size() - 1);
  }
  void grow() {
    slots_.assign(slots_.size() * 2, {});
    round_ = 1;
    for (std::size_t number = 0; number < forms_.size(); ++number) {
      std::size_t at = begin_search(forms_[number].code);
      while (slots_[at].round == round_) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = {round_, static_cast<std::uint32_t>(number)};
    }
  }

  std::vector<Form> forms_;
  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::uint32_t round_ = 0;
  std::string text_, other_text_;
};

// The spellings that a FORBIDDENWORD bars.
class BarredSpellings {
 public:
  void insert(std::string_view spelling) {
    spellings_.emplace(spelling);
    const std::uint64_t place = place_of(FormHash(spelling).number);
    sieve_[place >> 6] |= std::uint64_t{1} << (place & 63);
  }
  // True if the form that `derivation` makes from `stem` is barred. `code` is the hash of the form.
  bool contains(std::string_view stem, const Derivation& derivation, std::uint64_t code) const {
    const std::uint64_t place = place_of(code);
    if (!(sieve_[place >> 6] >> (place & 63) & 1)) return false;
    std::string form;
    derivation.write_form(stem, form);
    return spellings_.contains(form);
  }

 private:
  static std::uint64_t place_of(std::uint64_t code) { return code * 0xD6E8FEB86659FD93u >> 48; }

  std::unordered_set<std::string> spellings_;
  std::vector<std::uint64_t> sieve_ = std::vector<std::uint64_t>(1024);
};

}  // namespace wordtools::hunspell
