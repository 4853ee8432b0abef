// Every word form of a Hunspell dictionary.
//
// A .dic line is a stem with flags. A flag names a group of affix rules; a rule strips letters from
// one end of a word, adds others there, and asks that end to meet a condition. A form is what at
// most one prefix and two suffixes make of a stem, the prefix put on last:
//
//     form = prefix(outer(inner(stem)))        each of the three may be missing
//
// Start reading at `Hunspell::expand`; the rules of who may combine with whom are in
// `Expansion::inflect`. They are those of libhunspell 1.7.1 run backwards (affentry.cxx,
// `checkword` and `check_twosfx`; affixmgr.cxx, `prefix_check` and `suffix_check`), without
// compounding, BREAK, ICONV and its tolerance for capitals: what comes out, libhunspell accepts. It
// differs in three things on purpose. libhunspell stops at the first stem it finds, so that a
// FORBIDDENWORD or ONLYINCOMPOUND may hide another stem that makes the same form, depending on
// their order; here it hides none, and a FORBIDDENWORD always bars its own spelling. In UTF-8,
// libhunspell's suffix condition `x.a` skips two letters where a plain letter stands for the dot
// and a marked one before it. And a stem followed by blanks is a word here.
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

class Hunspell {
 public:
  // A stem longer than libhunspell can judge takes no affixes, and no entry may try more
  // combinations than this.
  static constexpr std::size_t longest_stem = 255;
  static constexpr std::size_t most_combinations = std::size_t{1} << 24;

  // `aliases`: the flag lists of AF, in order. `skip`: flags whose affixes are not applied.
  // Throws std::invalid_argument for a rule that is not UTF-8.
  Hunspell(const std::vector<Affix>& affixes, FlagFormat format, SpecialFlags special,
           std::vector<Flags> aliases = {}, const Flags& skip = {}, bool full_strip = false)
      : format_(format), special_(special), aliases_(std::move(aliases)), full_strip_(full_strip) {
    std::vector<const Affix*> kept;
    for (const Affix& affix : affixes) {
      if (!is_utf8(affix.strip) || !is_utf8(affix.add) || !is_utf8(affix.condition))
        throw std::invalid_argument("an affix rule is not valid UTF-8");
      if (std::find(skip.begin(), skip.end(), affix.flag) != skip.end()) continue;
      kept.push_back(&affix);
      if (numbers_.emplace(affix.flag, groups_.size()).second) groups_.emplace_back();
    }
    for (const Affix* affix : kept) add(*affix);
    connect();
  }

  // Calls, for each entry in file order and once for each distinct form of that entry,
  //     sink.form(entry, form)    a word
  //     sink.barred(entry, form)  listed, but no word by itself: a FORBIDDENWORD, a bare stem under
  //                               NEEDAFFIX or ONLYINCOMPOUND; or made, but spelled as a
  //                               FORBIDDENWORD
  // `dic` is the whole file in UTF-8 without a byte order mark. Throws DictionaryError at the first
  // line that cannot be read. A FORBIDDENWORD or ONLYINCOMPOUND entry makes no forms of its own.
  template <class Sink>
  void expand(std::string_view dic, Sink&& sink) const;

 private:
  template <class Sink>
  struct Expansion;

  struct Stem {
    Entry entry;
    std::vector<std::size_t> groups, prefixing, suffixing;
    std::vector<std::size_t> granted;  // by its prefixes, not by itself
    bool need_affix = false, forbidden = false, only_in_compound = false;
  };

  void add(const Affix& affix);
  void connect();
  template <class Each>
  void read_stems(std::string_view dic, Each&& each) const;
  void read_flags(Stem& stem) const;

  FlagFormat format_;
  SpecialFlags special_;
  std::vector<Flags> aliases_;
  bool full_strip_;
  std::unordered_map<Flag, std::size_t> numbers_;  // flag -> its group
  std::vector<hunspell::Group> groups_;
  std::vector<hunspell::Rule> rules_;
  // Suffixes that bring a prefix which brings them: any stem may take the two.
  std::vector<std::size_t> mutual_;
};

inline void Hunspell::add(const Affix& affix) {
  using namespace hunspell;
  constexpr std::size_t longest_key = 24;  // bytes: keeps the index small whatever the rules say
  std::vector<Place> pattern = places(affix.condition);
  std::vector<Place> stripped;
  for (std::string_view rest = affix.strip; !rest.empty();)
    stripped.push_back({{cut_front(rest)}, false});
  Rule rule;
  rule.places = pattern.size();
  // A quirk of libhunspell's: `a[^b]` and `a.` let a prefix join the bare `a`
  // (PfxEntry::test_condition).
  rule.lenient =
      affix.prefix && pattern.size() > 1 && pattern.back().negated && pattern.end()[-2].is_letter();
  if (!affix.prefix)
    std::reverse(pattern.begin(), pattern.end()), std::reverse(stripped.begin(), stripped.end());
  for (std::size_t i = 0; i < stripped.size(); ++i) {
    if (i < pattern.size() && !pattern[i].allows(stripped[i].letters[0]))
      return;  // asks for what it cannot strip
    if (i < pattern.size())
      pattern[i] = stripped[i];
    else
      pattern.push_back(stripped[i]);
  }

  std::string literal = affix.strip;  // grown by the letters the condition demands beyond it
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
  Group& group = groups_[rule.group];
  (affix.prefix ? group.prefixes : group.suffixes).insert(key, rules_.size());
  if (affix.prefix) group.grants.insert(group.grants.end(), rule.groups.begin(), rule.groups.end());
  rules_.push_back(std::move(rule));
}

inline void Hunspell::connect() {
  for (hunspell::Group& group : groups_) {
    auto& grants = group.grants;
    std::sort(grants.begin(), grants.end());
    grants.erase(std::unique(grants.begin(), grants.end()), grants.end());
    std::erase_if(grants, [&](std::size_t other) { return groups_[other].suffixes.empty(); });
  }
  for (hunspell::Rule& rule : rules_)
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
void Hunspell::read_stems(std::string_view dic, Each&& each) const {
  Stem stem;
  hunspell::read_dic(dic, [&](const Entry& entry) {
    stem.entry = entry;
    read_flags(stem);
    each(std::as_const(stem));
  });
}

inline void Hunspell::read_flags(Stem& stem) const {
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
    hunspell::each_flag(stem.entry.flags, format_, meet);
  } else if (!stem.entry.flags.empty()) {
    const std::size_t alias = hunspell::number(stem.entry.flags);
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
    const hunspell::Group& rules = groups_[group];
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
struct Hunspell::Expansion {
  using Rule = hunspell::Rule;

  const Hunspell& dictionary;
  Sink& sink;
  hunspell::Barred barred{};
  hunspell::Forms forms{};
  const Stem* stem = nullptr;
  std::string once{}, twice{};  // the stem with one suffix, with two
  std::size_t combinations = 0;

  void expand(const Stem& entry) {
    stem = &entry;
    const std::string_view word = stem->entry.stem;
    if (stem->forbidden || stem->only_in_compound) return sink.barred(stem->entry, word);
    forms.clear();
    if (stem->need_affix)
      sink.barred(stem->entry, word);
    else
      emit({}, word);
    if (word.size() > longest_stem) return;
    combinations = 0;

    prefixed(word, stem->prefixing,
             [](const Rule& prefix) { return !prefix.need_affix && !prefix.only_in_compound; });
    suffixed(word, stem->suffixing, once, [this](const Rule& suffix) { inflect(suffix, true); });
    suffixed(word, stem->granted, once, [this](const Rule& suffix) { inflect(suffix, false); });
  }

  // What becomes of `once`, made by `inner`. `owned`: the stem has that suffix itself; else it
  // needs a prefix that brings it.
  void inflect(const Rule& inner, bool owned) {
    if (inner.only_in_compound) return;
    const bool bare = owned && !inner.circumfix;
    const auto may_join = [&](const Rule& prefix) {
      return prefix.cross && inner.cross && prefix.circumfix == inner.circumfix &&
             (owned || prefix.opens(inner.group));
    };

    if (bare && !inner.need_affix) emit({}, once);
    const auto joins = [&](const Rule& prefix) {
      return may_join(prefix) && !prefix.only_in_compound &&
             !(inner.need_affix && prefix.need_affix);
    };
    prefixed(once, stem->prefixing, joins);
    prefixed(once, inner.prefixing, joins);

    suffixed(once, inner.suffixing, twice, [&](const Rule& outer) {
      if (bare) emit({}, twice);
      if (!outer.cross) return;
      const auto joins_both = [&](const Rule& prefix) {
        return prefix.cross && twice.size() >= prefix.places &&
               (outer.opens(prefix.group) ? bare : may_join(prefix));
      };
      prefixed(twice, stem->prefixing, joins_both);
      prefixed(twice, inner.prefixing, joins_both);
      prefixed(twice, outer.prefixing, joins_both);
    });
  }

  template <class Wanted>
  void prefixed(std::string_view word, const std::vector<std::size_t>& groups, Wanted&& wanted) {
    for (const std::size_t group : groups)
      dictionary.groups_[group].prefixes.apply(dictionary.rules_, word, dictionary.full_strip_,
                                               [&](const Rule& prefix) {
                                                 count();
                                                 if (wanted(prefix))
                                                   emit(prefix.add, word.substr(prefix.strip));
                                               });
  }

  template <class Then>
  void suffixed(std::string_view word, const std::vector<std::size_t>& groups, std::string& out,
                Then&& then) {
    for (const std::size_t group : groups)
      dictionary.groups_[group].suffixes.apply(
          dictionary.rules_, word, dictionary.full_strip_, [&](const Rule& suffix) {
            count();
            out.assign(word.substr(0, word.size() - suffix.strip)).append(suffix.add);
            then(suffix);
          });
  }

  void count() {
    if (++combinations > most_combinations)
      throw DictionaryError(stem->entry.line, "the affixes of \"" + std::string(stem->entry.stem) +
                                                  "\" combine in more than 16 million ways");
  }

  void emit(std::string_view head, std::string_view tail) {
    const auto [form, code] = forms.insert(head, tail);
    if (form.empty()) return;
    if (barred.contains(form, code))
      sink.barred(stem->entry, form);
    else
      sink.form(stem->entry, form);
  }
};

template <class Sink>
void Hunspell::expand(std::string_view dic, Sink&& sink) const {
  Expansion<std::remove_reference_t<Sink>> expansion{*this, sink};
  if (special_.forbidden != 0)
    read_stems(dic, [&](const Stem& stem) {
      if (stem.forbidden) expansion.barred.insert(stem.entry.stem);
    });
  read_stems(dic, [&](const Stem& stem) { expansion.expand(stem); });
}

}  // namespace wordtools
