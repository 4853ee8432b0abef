// Expands a Hunspell dictionary into all its word forms.
//
// A .dic line is a stem with flags. A flag names a group of affix rules. A rule strips letters from
// one end of a word and adds others there, if that end meets a condition. A form is a stem with at
// most one prefix and two suffixes, the prefix added last:
//
//     form = prefix(outer(inner(stem)))        in which each of the three affixes is optional
//
// Start reading at `HunspellExpander::expand`. `Expansion::apply_outer_affixes` decides which
// affixes combine. It reverses the rules of libhunspell 1.7.1 (affentry.cxx, `checkword` and
// `check_twosfx`; affixmgr.cxx, `prefix_check` and `suffix_check`), except for compounding, BREAK,
// ICONV and its tolerance of capitals. libhunspell accepts every form made here, unless ICONV
// changes its spelling. There are three deliberate differences. First, libhunspell stops at the
// first stem that it finds, so a FORBIDDENWORD or ONLYINCOMPOUND may hide another stem with the
// same form, depending on their order; here, neither ever hides a stem, and a FORBIDDENWORD always
// bars its own spelling. Second, in UTF-8, libhunspell's suffix condition `x.a` skips two letters
// if a plain letter matches the dot and a marked one precedes it; here, it always skips one. Third,
// a stem followed by blanks is a word here.
//
// COMPLEXPREFIXES (two prefixes, one suffix) is not supported; the reader of the .aff refuses it.
#pragma once

#include <unordered_map>

#include "intake/hunspell_dic.hpp"
#include "intake/hunspell_forms.hpp"
#include "text/spelling.hpp"

namespace wordtools {

struct SpecialFlags {  // 0: none
  Flag need_affix = 0, forbidden = 0, only_in_compound = 0, circumfix = 0;
};

// Limits on forms. The weight of a character is at most the number of tiles that it adds to a word,
// so a form that weighs more than `longest` is too long.
struct FormBounds {
  CharacterTable<std::int16_t> weights;
  int longest = INT_MAX / 2;
  unsigned levels = 3;  // the most affixes of a form

  int weigh(std::string_view text) const {
    int weight = 0;
    for (std::size_t at = 0; at < text.size();) weight += weights.get(next_code_point(text, at));
    return weight;
  }
};

class HunspellExpander {
 public:
  // A stem that is too long for libhunspell takes no affixes.
  static constexpr std::size_t longest_stem = 255;

  // `aliases` has the flag lists of AF in order. Throws std::invalid_argument if a rule is not
  // valid UTF-8.
  HunspellExpander(const std::vector<Affix>& affixes, FlagFormat format, SpecialFlags special,
                   std::vector<Flags> aliases = {}, bool full_strip = false, FormBounds bounds = {})
      : format_(format),
        special_(special),
        aliases_(std::move(aliases)),
        full_strip_(full_strip),
        bounds_(std::move(bounds)),
        rule_count_(affixes.size()) {
    for (const Affix& affix : affixes) {
      if (!is_utf8(affix.strip) || !is_utf8(affix.add) || !is_utf8(affix.condition))
        throw std::invalid_argument("an affix rule is not valid UTF-8");
      if (numbers_.emplace(affix.flag, groups_.size()).second) groups_.emplace_back();
    }
    for (std::size_t number = 0; number < affixes.size(); ++number)
      add_rule(affixes[number], number);
    link_groups();
    measure_growth();
  }

  std::size_t rule_count() const { return rule_count_; }

  // Reads the entries in the order of the file, and makes one of these calls for each distinct
  // form:
  //     sink.form(entry, derivation)  if it is a word;
  //     sink.barred(entry, form)      if it is not a word by itself (a FORBIDDENWORD, or a stem
  //                                   with NEEDAFFIX or ONLYINCOMPOUND), or is spelled like a
  //                                   FORBIDDENWORD.
  // Most sinks do not need the form itself; the others call `derivation.write_form`. If a form has
  // several derivations with the same sink.key(derivation), it is reported once; only an entry with
  // more than a million forms may report some forms again. Skips forms whose affixes exceed the
  // bounds; returns the number of rules skipped for that reason. `dic` is the whole file in UTF-8
  // without a byte order mark. Throws DictionaryError for the first line that cannot be read, and
  // if the affixes combine in more ways than a file of this size needs. The only form of a
  // FORBIDDENWORD or ONLYINCOMPOUND entry is the entry itself.
  template <class Sink>
  std::uint64_t expand(std::string_view dic, Sink&& sink) const;

 private:
  template <class Sink>
  struct Expansion;

  // The meaning of an entry's flags.
  struct EntryFlags {
    std::vector<std::size_t> groups, prefixing, suffixing;
    std::vector<std::size_t> granted;  // suffixes that it may take only with a prefix
    bool need_affix = false, forbidden = false, only_in_compound = false;

    std::size_t size() const { return groups.size() + granted.size(); }
  };
  // Most entries have exactly the same flags as an earlier one.
  using KnownFlags = std::unordered_map<std::string_view, EntryFlags>;

  void add_rule(const Affix& affix, std::size_t number);
  void link_groups();
  void measure_growth();
  template <class Visit>
  void read_entries(std::string_view dic, KnownFlags& cache, Visit&& visit) const;
  EntryFlags read_flags(const DicEntry& entry) const;
  template <class Visit>
  void for_each_flag(const DicEntry& entry, Visit&& visit) const;

  FlagFormat format_;
  SpecialFlags special_;
  std::vector<Flags> aliases_;
  bool full_strip_;
  FormBounds bounds_;
  int min_prefix_gain_ = 0;  // how far a prefix can lower a word's weight, not above 0
  std::size_t rule_count_;
  std::unordered_map<Flag, std::size_t> numbers_;  // the group of each flag
  std::vector<hunspell::RuleGroup> groups_;
  std::vector<hunspell::AffixRule> rules_;
  // Suffixes that allow a prefix which in turn allows them. Any stem may take such a suffix and
  // prefix together.
  std::vector<std::size_t> mutual_;
};

inline void HunspellExpander::add_rule(const Affix& affix, std::size_t number) {
  using namespace hunspell;
  constexpr std::size_t longest_key = 24;  // bytes; bounds the index, whatever the rules say
  std::vector<Place> pattern = parse_condition(affix.condition);
  std::vector<Place> stripped;
  for (std::string_view rest = affix.strip; !rest.empty();)
    stripped.push_back({{cut_front(rest)}, false});
  AffixRule rule;
  rule.number = number;
  rule.tags = affix.tags;
  rule.places = pattern.size();
  // A quirk of libhunspell (PfxEntry::test_condition): the bare word `a` also meets the conditions
  // `a[^b]` and `a.`.
  rule.lenient =
      affix.prefix && pattern.size() > 1 && pattern.back().negated && pattern.end()[-2].is_letter();
  if (!affix.prefix)
    std::reverse(pattern.begin(), pattern.end()), std::reverse(stripped.begin(), stripped.end());
  for (std::size_t i = 0; i < stripped.size(); ++i) {
    if (i < pattern.size() && !pattern[i].allows(stripped[i].letters[0]))
      return;  // the condition contradicts what is stripped
    if (i < pattern.size())
      pattern[i] = stripped[i];
    else
      pattern.push_back(stripped[i]);
  }

  std::string literal = affix.strip;  // and the letters that the condition requires beyond it
  std::size_t settled = stripped.size();
  for (; settled < pattern.size() && pattern[settled].is_letter(); ++settled) {
    std::string bytes;
    append_code_point(bytes, pattern[settled].letters[0]);
    literal.insert(affix.prefix ? literal.size() : 0, bytes);
  }
  std::string_view key = literal;
  while (key.size() > longest_key) affix.prefix ? cut_back(key) : cut_front(key), --settled;
  rule.key = key.size();
  rule.inner.assign(pattern.begin() + std::ptrdiff_t(settled), pattern.end());
  rule.strip = affix.strip.size();
  rule.add = affix.add;
  rule.prefix = affix.prefix;
  rule.prepare_hash(affix.strip);
  rule.growth.gain = bounds_.weigh(affix.add) - bounds_.weigh(affix.strip);
  rule.group = numbers_.at(affix.flag);
  rule.cross = affix.cross;
  for (const Flag flag : affix.flags) {
    if (flag == 0) continue;
    rule.need_affix |= flag == special_.need_affix;
    rule.only_in_compound |= flag == special_.only_in_compound;
    rule.circumfix |= flag == special_.circumfix;
    if (const auto group = numbers_.find(flag); group != numbers_.end())
      rule.groups.push_back(group->second);
  }
  sort_distinct(rule.groups);
  RuleGroup& group = groups_[rule.group];
  (affix.prefix ? group.prefixes : group.suffixes).insert(key, rules_.size());
  if (affix.prefix) group.grants.insert(group.grants.end(), rule.groups.begin(), rule.groups.end());
  rules_.push_back(std::move(rule));
}

inline void HunspellExpander::link_groups() {
  for (hunspell::RuleGroup& group : groups_) {
    auto& grants = group.grants;
    hunspell::sort_distinct(grants);
    std::erase_if(grants, [&](std::size_t other) { return groups_[other].suffixes.empty(); });
  }
  for (hunspell::AffixRule& rule : rules_)
    for (const std::size_t group : rule.groups) {
      if (!groups_[group].prefixes.empty()) rule.prefixing.push_back(group);
      if (!groups_[group].suffixes.empty()) rule.suffixing.push_back(group);
      const auto& grants = groups_[group].grants;
      if (std::binary_search(grants.begin(), grants.end(), rule.group))
        mutual_.push_back(rule.group);
    }
  hunspell::sort_distinct(mutual_);
}

inline void HunspellExpander::measure_growth() {
  using namespace hunspell;
  for (RuleGroup& group : groups_) {
    group.suffixes.note_growth(rules_);
    group.prefixes.note_growth(rules_);
    min_prefix_gain_ = std::min(min_prefix_gain_, group.prefixes.growth().gain);
  }
  for (AffixRule& rule : rules_) {
    int suffix_gain = 0;
    for (const std::size_t group : rule.suffixing)
      suffix_gain = std::min(suffix_gain, groups_[group].suffixes.growth().gain);
    rule.growth.min_gain = rule.growth.gain + suffix_gain;
  }
  for (RuleGroup& group : groups_) group.suffixes.note_growth(rules_);
}

// Calls each(entry, its flags).
template <class Visit>
void HunspellExpander::read_entries(std::string_view dic, KnownFlags& cache, Visit&& visit) const {
  constexpr std::size_t max_bytes = 1 << 20;  // bounds memory, whatever the entries are
  std::size_t bytes = 0;
  hunspell::read_dic(dic, [&](const DicEntry& entry) {
    auto entry_flags = cache.find(entry.flags);
    if (entry_flags == cache.end()) {
      if (bytes > max_bytes) cache.clear(), bytes = 0;
      entry_flags = cache.emplace(entry.flags, read_flags(entry)).first;
      bytes += 16 + entry_flags->second.size();
    }
    visit(entry, std::as_const(entry_flags->second));
  });
}

template <class Visit>
void HunspellExpander::for_each_flag(const DicEntry& entry, Visit&& visit) const {
  if (aliases_.empty()) return hunspell::for_each_flag(entry.flags, format_, visit);
  if (entry.flags.empty()) return;
  const std::size_t alias = hunspell::parse_number(entry.flags);
  if (alias == 0 || alias > aliases_.size())
    throw DictionaryError(entry.line, "there is no flag alias " + std::to_string(alias) + " (AF)");
  for (const Flag flag : aliases_[alias - 1]) visit(flag);
}

inline HunspellExpander::EntryFlags HunspellExpander::read_flags(const DicEntry& entry) const {
  EntryFlags read;
  read.granted = mutual_;
  const auto meet = [&](Flag flag) {
    if (flag != 0) {
      read.need_affix |= flag == special_.need_affix;
      read.forbidden |= flag == special_.forbidden;
      read.only_in_compound |= flag == special_.only_in_compound;
    }
    if (const auto group = numbers_.find(flag); group != numbers_.end())
      read.groups.push_back(group->second);
  };
  for_each_flag(entry, meet);
  hunspell::sort_distinct(read.groups);
  for (const std::size_t group : read.groups) {
    const hunspell::RuleGroup& rules = groups_[group];
    if (!rules.suffixes.empty()) read.suffixing.push_back(group);
    if (rules.prefixes.empty()) continue;
    read.prefixing.push_back(group);
    read.granted.insert(read.granted.end(), rules.grants.begin(), rules.grants.end());
  }
  hunspell::sort_distinct(read.granted);
  std::erase_if(read.granted, [&](std::size_t group) {
    return std::binary_search(read.groups.begin(), read.groups.end(), group);
  });
  return read;
}

template <class Sink>
struct HunspellExpander::Expansion {
  using AffixRule = hunspell::AffixRule;
  using Derivation = hunspell::Derivation;
  using FormHash = hunspell::FormHash;
  using Growth = hunspell::Growth;

  // A word that affixes are being added to.
  struct Word {
    std::string_view text;
    int weight;
    FormHash hash;
  };

  const HunspellExpander& dictionary;
  Sink& sink;
  std::uint64_t max_tried;
  std::uint64_t max_made;
  hunspell::BarredSpellings barred{};
  hunspell::FormSet forms{};
  hunspell::Effort effort{};
  const DicEntry* entry = nullptr;
  const EntryFlags* flags = nullptr;
  std::string once{}, twice{};  // the stem with one suffix and with two

  void expand(const DicEntry& next, const EntryFlags& its_flags) {
    entry = &next, flags = &its_flags;
    effort.tried += flags->size();
    check_effort();
    const std::string_view stem = entry->stem;
    if (flags->forbidden || flags->only_in_compound) return sink.barred(*entry, stem);
    const Word word{stem, dictionary.bounds_.weigh(stem), FormHash(stem)};
    forms.clear();
    if (flags->need_affix)
      sink.barred(*entry, stem);
    else
      emit({}, word.hash);
    if (stem.size() > longest_stem || dictionary.bounds_.levels < 1) return;

    apply_prefixes(word, {}, flags->prefixing, [](const AffixRule& prefix) {
      return !prefix.need_affix && !prefix.only_in_compound;
    });
    const auto measure = dictionary.bounds_.levels > 1 ? &Growth::min_gain : &Growth::gain;
    apply_suffixes(word, flags->suffixing, measure,
                   [&](const AffixRule& suffix) { apply_outer_affixes(word, suffix, true); });
    apply_suffixes(word, flags->granted, measure,
                   [&](const AffixRule& suffix) { apply_outer_affixes(word, suffix, false); });
  }

  // Adds the suffix `inner` to the stem, and further affixes to the result. `owned` means that the
  // stem itself has the flag of the suffix; otherwise it needs a prefix that grants the suffix.
  void apply_outer_affixes(const Word& stem, const AffixRule& inner, bool owned) {
    if (inner.only_in_compound) return;
    const bool bare = owned && !inner.circumfix;
    const auto may_join = [&](const AffixRule& prefix) {
      return prefix.cross && inner.cross && prefix.circumfix == inner.circumfix &&
             (owned || prefix.grants(inner.group));
    };

    const Derivation made{nullptr, &inner, nullptr};
    Word word{{}, stem.weight + inner.growth.gain, inner.change(stem.hash)};
    if (bare && !inner.need_affix) emit_suffixed(word, made);
    if (dictionary.bounds_.levels < 2) return;
    if (flags->prefixing.empty() && inner.prefixing.empty() && inner.suffixing.empty()) return;
    word.text = add_suffix(stem, inner, once);
    const auto joins = [&](const AffixRule& prefix) {
      return may_join(prefix) && !prefix.only_in_compound &&
             !(inner.need_affix && prefix.need_affix);
    };
    apply_prefixes(word, made, flags->prefixing, joins);
    apply_prefixes(word, made, inner.prefixing, joins);

    apply_suffixes(word, inner.suffixing, &Growth::gain, [&](const AffixRule& outer) {
      Word longer{{}, word.weight + outer.growth.gain, outer.change(word.hash)};
      const Derivation both{nullptr, &inner, &outer};
      if (bare) emit_suffixed(longer, both);
      if (!outer.cross || dictionary.bounds_.levels < 3) return;
      if (flags->prefixing.empty() && inner.prefixing.empty() && outer.prefixing.empty()) return;
      longer.text = add_suffix(word, outer, twice);
      const auto joins_both = [&](const AffixRule& prefix) {
        return prefix.cross && twice.size() >= prefix.places &&
               (outer.grants(prefix.group) ? bare : may_join(prefix));
      };
      apply_prefixes(longer, both, flags->prefixing, joins_both);
      apply_prefixes(longer, both, inner.prefixing, joins_both);
      apply_prefixes(longer, both, outer.prefixing, joins_both);
    });
  }

  static std::string_view add_suffix(const Word& word, const AffixRule& suffix, std::string& text) {
    text.assign(word.text.substr(0, word.text.size() - suffix.strip)).append(suffix.add);
    return text;
  }

  template <class Wanted>
  void apply_prefixes(const Word& word, const Derivation& made,
                      const std::vector<std::size_t>& groups, Wanted&& wanted) {
    const int room = dictionary.bounds_.longest - word.weight;
    for (const std::size_t group : groups) {
      dictionary.groups_[group].prefixes.apply(
          dictionary.rules_, word.text, dictionary.full_strip_, &Growth::gain, room, effort,
          [&](const AffixRule& prefix) {
            if (wanted(prefix)) emit({&prefix, made.inner, made.outer}, prefix.change(word.hash));
          });
      check_effort();
    }
  }

  // Calls then(suffix) for each suffix that the word can take, unless the form would be too long,
  // whatever affixes follow.
  template <class Then>
  void apply_suffixes(const Word& word, const std::vector<std::size_t>& groups,
                      int Growth::* measure, Then&& then) {
    const int room = dictionary.bounds_.longest - word.weight - dictionary.min_prefix_gain_;
    for (const std::size_t group : groups) {
      dictionary.groups_[group].suffixes.apply(dictionary.rules_, word.text, dictionary.full_strip_,
                                               measure, room, effort, then);
      check_effort();
    }
  }

  void check_effort() const {
    if (effort.tried > max_tried) refuse("the affixes combine in", max_tried, "ways");
    if (effort.made > max_made) refuse("the affixes make", max_made, "forms");
  }

  [[noreturn]] void refuse(const char* clause, std::uint64_t maximum, const char* of_these) const {
    throw DictionaryError(
        entry->line, std::string(clause) + " more than " + std::to_string(maximum / 1'000'000) +
                         " million " + of_these +
                         " up to here; limit them with affix_levels, or skip some");
  }

  void emit_suffixed(const Word& word, const Derivation& derivation) {
    if (word.weight > dictionary.bounds_.longest)
      ++effort.left_out;
    else
      emit(derivation, word.hash);
  }

  void emit(const Derivation& derivation, const FormHash& hash) {
    if (hash.is_of_nothing()) return;
    ++effort.made;
    if (!forms.insert(entry->stem, derivation, hash.number, sink.key(derivation))) return;
    if (!barred.contains(entry->stem, derivation, hash.number))
      return sink.form(*entry, derivation);
    std::string form;
    derivation.write_form(entry->stem, form);
    sink.barred(*entry, form);
  }
};

template <class Sink>
std::uint64_t HunspellExpander::expand(std::string_view dic, Sink&& sink) const {
  // Of the dictionaries measured, hu_HU with one affix tries the most rules: 60 for each byte of
  // its .dic.
  const std::uint64_t max_tried = (1 << 22) + 250 * dic.size() + 2'000 * rule_count_;
  // A rule that makes a form costs far more than one that makes none. hu_HU with two affixes has
  // some 40 forms per byte.
  const std::uint64_t max_made = std::min<std::uint64_t>((1 << 20) + 100 * dic.size(), 1 << 28);
  Expansion<std::remove_reference_t<Sink>> expansion{*this, sink, max_tried, max_made};
  if (special_.forbidden != 0)
    hunspell::read_dic(dic, [&](const DicEntry& entry) {
      bool forbidden = false;
      for_each_flag(entry, [&](Flag flag) { forbidden |= flag == special_.forbidden; });
      if (forbidden) expansion.barred.insert(entry.stem);
    });
  KnownFlags cache;
  read_entries(dic, cache, [&](const DicEntry& entry, const EntryFlags& flags) {
    expansion.expand(entry, flags);
  });
  return expansion.effort.left_out;
}

}  // namespace wordtools
