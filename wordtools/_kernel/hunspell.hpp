// Expands a Hunspell dictionary into all its word forms.
//
// A .dic line is a stem with flags. A flag names a group of affix rules. A rule strips letters from
// one end of a word and adds others there, if that end meets a condition. A form is made of a stem
// with at most one prefix and two suffixes, the prefix added last:
//
//     form = prefix(outer(inner(stem)))        each of the three may be missing
//
// Start reading at `HunspellExpander::expand`. Which affixes may be combined is in
// `Expansion::apply_outer_affixes`. Those rules are libhunspell 1.7.1's, reversed (affentry.cxx,
// `checkword` and `check_twosfx`; affixmgr.cxx, `prefix_check` and `suffix_check`), without
// compounding, BREAK, ICONV and its tolerance of capitals: libhunspell accepts every form made
// here. There are three deliberate differences. libhunspell stops at the first stem that it finds,
// so that a FORBIDDENWORD or ONLYINCOMPOUND may hide another stem with the same form, depending on
// their order; here it never does, and a FORBIDDENWORD always bars its own spelling. In UTF-8,
// libhunspell's suffix condition `x.a` skips two letters if a plain letter matches the dot and a
// marked one precedes it. And a stem followed by blanks is a word here.
//
// COMPLEXPREFIXES (two prefixes, one suffix) is not supported; the reader of the .aff refuses it.
#pragma once

#include <unordered_map>

#include "hunspell_dic.hpp"
#include "hunspell_forms.hpp"

namespace wordtools {

struct SpecialFlags {  // 0: none
  Flag need_affix = 0, forbidden = 0, only_in_compound = 0, circumfix = 0;
};

class HunspellExpander {
 public:
  // A stem that is too long for libhunspell takes no affixes, and an entry may not try more
  // combinations than this.
  static constexpr std::size_t longest_stem = 255;
  static constexpr std::size_t max_combinations = std::size_t{1} << 24;

  // `aliases`: the flag lists of AF in order. Throws std::invalid_argument for a rule that is not
  // UTF-8.
  HunspellExpander(const std::vector<Affix>& affixes, FlagFormat format, SpecialFlags special,
                   std::vector<Flags> aliases = {}, bool full_strip = false)
      : format_(format),
        special_(special),
        aliases_(std::move(aliases)),
        full_strip_(full_strip),
        rule_count_(affixes.size()) {
    for (const Affix& affix : affixes) {
      if (!is_utf8(affix.strip) || !is_utf8(affix.add) || !is_utf8(affix.condition))
        throw std::invalid_argument("an affix rule is not valid UTF-8");
      if (numbers_.emplace(affix.flag, groups_.size()).second) groups_.emplace_back();
    }
    for (std::size_t number = 0; number < affixes.size(); ++number)
      add_rule(affixes[number], number);
    link_groups();
  }

  std::size_t rule_count() const { return rule_count_; }

  // Calls, for each entry in the order of the file and once for each distinct form of it,
  //     sink.form(entry, form, derivation)
  //                               for a word
  //     sink.barred(entry, form)  for what is not a word by itself (a FORBIDDENWORD, or a bare stem
  //                               with NEEDAFFIX or ONLYINCOMPOUND), and for a form that is spelled
  //                               like a FORBIDDENWORD
  // A form that several derivations make counts as one where sink.key(derivation) is the same.
  // `dic` is the whole file in UTF-8 without a byte order mark. Throws DictionaryError for the
  // first line that cannot be read. A FORBIDDENWORD or ONLYINCOMPOUND entry has no forms but
  // itself.
  template <class Sink>
  void expand(std::string_view dic, Sink&& sink) const;

 private:
  template <class Sink>
  struct Expansion;

  struct Stem {
    DicEntry entry;
    std::vector<std::size_t> groups, prefixing, suffixing;
    std::vector<std::size_t> granted;  // suffixes that it may take only with a prefix
    bool need_affix = false, forbidden = false, only_in_compound = false;
  };

  void add_rule(const Affix& affix, std::size_t number);
  void link_groups();
  template <class Each>
  void read_stems(std::string_view dic, Each&& each) const;
  void read_flags(Stem& stem) const;

  FlagFormat format_;
  SpecialFlags special_;
  std::vector<Flags> aliases_;
  bool full_strip_;
  std::size_t rule_count_;
  std::unordered_map<Flag, std::size_t> numbers_;  // the group of each flag
  std::vector<hunspell::RuleGroup> groups_;
  std::vector<hunspell::AffixRule> rules_;
  // Suffixes that grant a prefix which grants them: any stem may take the two together.
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
  // A quirk of libhunspell's (PfxEntry::test_condition): the conditions `a[^b]` and `a.` hold for
  // the bare word `a`, too.
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
  rule.group = numbers_.at(affix.flag);
  rule.cross = affix.cross;
  for (const Flag flag : affix.flags) {
    if (flag == 0) continue;
    rule.need_affix |= flag == special_.need_affix;
    rule.only_in_compound |= flag == special_.only_in_compound;
    rule.circumfix |= flag == special_.circumfix;
    if (const auto found = numbers_.find(flag); found != numbers_.end())
      rule.groups.push_back(found->second);
  }
  std::sort(rule.groups.begin(), rule.groups.end());
  rule.groups.erase(std::unique(rule.groups.begin(), rule.groups.end()), rule.groups.end());
  RuleGroup& group = groups_[rule.group];
  (affix.prefix ? group.prefixes : group.suffixes).insert(key, rules_.size());
  if (affix.prefix) group.grants.insert(group.grants.end(), rule.groups.begin(), rule.groups.end());
  rules_.push_back(std::move(rule));
}

inline void HunspellExpander::link_groups() {
  for (hunspell::RuleGroup& group : groups_) {
    auto& grants = group.grants;
    std::sort(grants.begin(), grants.end());
    grants.erase(std::unique(grants.begin(), grants.end()), grants.end());
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
  std::sort(mutual_.begin(), mutual_.end());
  mutual_.erase(std::unique(mutual_.begin(), mutual_.end()), mutual_.end());
}

template <class Each>
void HunspellExpander::read_stems(std::string_view dic, Each&& each) const {
  Stem stem;
  hunspell::read_dic(dic, [&](const DicEntry& entry) {
    stem.entry = entry;
    read_flags(stem);
    each(std::as_const(stem));
  });
}

inline void HunspellExpander::read_flags(Stem& stem) const {
  stem.groups.clear(), stem.prefixing.clear(), stem.suffixing.clear(), stem.granted = mutual_;
  stem.need_affix = stem.forbidden = stem.only_in_compound = false;
  const auto meet = [&](Flag flag) {
    if (flag != 0) {
      stem.need_affix |= flag == special_.need_affix;
      stem.forbidden |= flag == special_.forbidden;
      stem.only_in_compound |= flag == special_.only_in_compound;
    }
    if (const auto found = numbers_.find(flag); found != numbers_.end())
      stem.groups.push_back(found->second);
  };
  if (aliases_.empty()) {
    hunspell::for_each_flag(stem.entry.flags, format_, meet);
  } else if (!stem.entry.flags.empty()) {
    const std::size_t alias = hunspell::parse_number(stem.entry.flags);
    if (alias == 0 || alias > aliases_.size())
      throw DictionaryError(stem.entry.line,
                            "there is no flag alias " + std::to_string(alias) + " (AF)");
    for (const Flag flag : aliases_[alias - 1]) meet(flag);
  }
  const auto distinct = [](std::vector<std::size_t>& groups) {
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  };
  distinct(stem.groups);
  for (const std::size_t group : stem.groups) {
    const hunspell::RuleGroup& rules = groups_[group];
    if (!rules.suffixes.empty()) stem.suffixing.push_back(group);
    if (rules.prefixes.empty()) continue;
    stem.prefixing.push_back(group);
    stem.granted.insert(stem.granted.end(), rules.grants.begin(), rules.grants.end());
  }
  distinct(stem.granted);
  std::erase_if(stem.granted, [&](std::size_t group) {
    return std::binary_search(stem.groups.begin(), stem.groups.end(), group);
  });
}

template <class Sink>
struct HunspellExpander::Expansion {
  using AffixRule = hunspell::AffixRule;
  using Derivation = hunspell::Derivation;

  const HunspellExpander& dictionary;
  Sink& sink;
  hunspell::BarredSpellings barred{};
  hunspell::FormSet forms{};
  const Stem* stem = nullptr;
  std::string once{}, twice{};  // the stem with one suffix and with two
  std::size_t combinations = 0;

  void expand(const Stem& entry) {
    stem = &entry;
    const std::string_view word = stem->entry.stem;
    if (stem->forbidden || stem->only_in_compound) return sink.barred(stem->entry, word);
    forms.clear();
    if (stem->need_affix)
      sink.barred(stem->entry, word);
    else
      emit({}, word, {});
    if (word.size() > longest_stem) return;
    combinations = 0;

    apply_prefixes(word, {}, stem->prefixing, [](const AffixRule& prefix) {
      return !prefix.need_affix && !prefix.only_in_compound;
    });
    apply_suffixes(word, stem->suffixing, once,
                   [this](const AffixRule& suffix) { apply_outer_affixes(suffix, true); });
    apply_suffixes(word, stem->granted, once,
                   [this](const AffixRule& suffix) { apply_outer_affixes(suffix, false); });
  }

  // Adds further affixes to `once`, which the suffix `inner` made. `owned`: the stem has that
  // suffix's flag; otherwise it needs a prefix that grants the suffix.
  void apply_outer_affixes(const AffixRule& inner, bool owned) {
    if (inner.only_in_compound) return;
    const bool bare = owned && !inner.circumfix;
    const auto may_join = [&](const AffixRule& prefix) {
      return prefix.cross && inner.cross && prefix.circumfix == inner.circumfix &&
             (owned || prefix.grants(inner.group));
    };

    const Derivation made{nullptr, &inner, nullptr};
    if (bare && !inner.need_affix) emit({}, once, made);
    const auto joins = [&](const AffixRule& prefix) {
      return may_join(prefix) && !prefix.only_in_compound &&
             !(inner.need_affix && prefix.need_affix);
    };
    apply_prefixes(once, made, stem->prefixing, joins);
    apply_prefixes(once, made, inner.prefixing, joins);

    apply_suffixes(once, inner.suffixing, twice, [&](const AffixRule& outer) {
      const Derivation both{nullptr, &inner, &outer};
      if (bare) emit({}, twice, both);
      if (!outer.cross) return;
      const auto joins_both = [&](const AffixRule& prefix) {
        return prefix.cross && twice.size() >= prefix.places &&
               (outer.grants(prefix.group) ? bare : may_join(prefix));
      };
      apply_prefixes(twice, both, stem->prefixing, joins_both);
      apply_prefixes(twice, both, inner.prefixing, joins_both);
      apply_prefixes(twice, both, outer.prefixing, joins_both);
    });
  }

  template <class Wanted>
  void apply_prefixes(std::string_view word, const Derivation& made,
                      const std::vector<std::size_t>& groups, Wanted&& wanted) {
    for (const std::size_t group : groups)
      dictionary.groups_[group].prefixes.apply(
          dictionary.rules_, word, dictionary.full_strip_, [&](const AffixRule& prefix) {
            count_combination();
            if (wanted(prefix))
              emit(prefix.add, word.substr(prefix.strip), {&prefix, made.inner, made.outer});
          });
  }

  template <class Then>
  void apply_suffixes(std::string_view word, const std::vector<std::size_t>& groups,
                      std::string& out, Then&& then) {
    for (const std::size_t group : groups)
      dictionary.groups_[group].suffixes.apply(
          dictionary.rules_, word, dictionary.full_strip_, [&](const AffixRule& suffix) {
            count_combination();
            out.assign(word.substr(0, word.size() - suffix.strip)).append(suffix.add);
            then(suffix);
          });
  }

  void count_combination() {
    if (++combinations > max_combinations)
      throw DictionaryError(stem->entry.line, "the affixes of \"" + std::string(stem->entry.stem) +
                                                  "\" combine in more than 16 million ways");
  }

  void emit(std::string_view head, std::string_view tail, const Derivation& derivation) {
    const auto [form, code] = forms.insert(head, tail, sink.key(derivation));
    if (form.empty()) return;
    if (barred.contains(form, code))
      sink.barred(stem->entry, form);
    else
      sink.form(stem->entry, form, derivation);
  }
};

template <class Sink>
void HunspellExpander::expand(std::string_view dic, Sink&& sink) const {
  Expansion<std::remove_reference_t<Sink>> expansion{*this, sink};
  if (special_.forbidden != 0)
    read_stems(dic, [&](const Stem& stem) {
      if (stem.forbidden) expansion.barred.insert(stem.entry.stem);
    });
  read_stems(dic, [&](const Stem& stem) { expansion.expand(stem); });
}

}  // namespace wordtools
