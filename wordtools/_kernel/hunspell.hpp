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

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace wordtools {

using Flag = std::uint32_t;
using Flags = std::vector<Flag>;

// How flags are written on a .dic line. Without FLAG UTF-8 libhunspell reads flags byte by byte,
// and so do we: `bytes` and `byte_pairs` are for a .dic that is UTF-8 itself, `characters` and
// `character_pairs` for one that was decoded from 8 bits. A pair is `first << 16 | second`.
enum class FlagFormat { characters, bytes, character_pairs, byte_pairs, numbers };

inline FlagFormat flag_format(std::string_view name) {
  constexpr std::string_view names[] = {"characters", "bytes", "character_pairs", "byte_pairs",
                                        "numbers"};
  const auto found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names))
    throw std::invalid_argument("no flag format is called " + std::string(name));
  return static_cast<FlagFormat>(found - std::begin(names));
}

// One rule of a PFX or SFX group. `flags` are its continuation flags.
struct Affix {
  bool prefix = false;
  bool cross = false;
  Flag flag = 0;
  std::string strip, add, condition;
  Flags flags;
};

struct SpecialFlags {  // 0: none
  Flag need_affix = 0, forbidden = 0, only_in_compound = 0, circumfix = 0;
};

// One .dic line. The views live as long as the sink's call.
struct Entry {
  std::string_view stem;   // `\/` already read as `/`
  std::string_view flags;  // as written
  std::string_view tags;   // the morphology after the first tab, or from the first ` xx:` on
  std::size_t line = 0;    // from 1; the count is line 1
};

// A .dic that cannot be read; `what()` is a plain sentence.
class DictionaryError : public std::runtime_error {
 public:
  DictionaryError(std::size_t line, const std::string& sentence)
      : std::runtime_error(sentence), line(line) {}
  std::size_t line;
};

namespace hunspell {

// The byte after the code point at `at`, or `npos` if there is no valid UTF-8 there.
inline std::size_t after(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned lead = byte(at), second = byte(at + 1);
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  if (at >= text.size()) return std::string_view::npos;
  if (lead < 0x80) return at + 1;
  if (lead >= 0xC2 && lead < 0xE0 && tail(at + 1)) return at + 2;
  if (lead >= 0xE0 && lead < 0xF0 && tail(at + 1) && tail(at + 2) &&
      (lead != 0xE0 || second >= 0xA0) && (lead != 0xED || second < 0xA0))
    return at + 3;
  if (lead >= 0xF0 && lead < 0xF5 && tail(at + 1) && tail(at + 2) && tail(at + 3) &&
      (lead != 0xF0 || second >= 0x90) && (lead != 0xF4 || second < 0x90))
    return at + 4;
  return std::string_view::npos;
}

inline bool is_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size())
    if ((at = after(text, at)) == std::string_view::npos) return false;
  return true;
}

// The code point spelled by `bytes`, which are one whole code point of valid UTF-8.
inline char32_t code_point(std::string_view bytes) {
  constexpr unsigned char lead_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t point = static_cast<unsigned char>(bytes[0]) & lead_bits[bytes.size()];
  for (const char byte : bytes.substr(1))
    point = point << 6 | (static_cast<unsigned char>(byte) & 0x3Fu);
  return point;
}

// Cuts the first (or last) code point off `word`, which is valid UTF-8 and not empty.
inline char32_t cut_front(std::string_view& word) {
  std::size_t size = 1;
  while (size < word.size() && (word[size] & 0xC0) == 0x80) ++size;
  const char32_t point = code_point(word.substr(0, size));
  word.remove_prefix(size);
  return point;
}
inline char32_t cut_back(std::string_view& word) {
  std::size_t at = word.size() - 1;
  while (at > 0 && (word[at] & 0xC0) == 0x80) --at;
  const char32_t point = code_point(word.substr(at));
  word.remove_suffix(word.size() - at);
  return point;
}

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

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

// One place of a condition: `.`, a letter, `[abc]` or `[^abc]`. In a group nothing but a leading
// `^` has a meaning.
struct Place {
  std::u32string letters;
  bool negated = false;  // `.` is "none of nothing"

  bool allows(char32_t letter) const {
    return (letters.find(letter) != std::u32string::npos) != negated;
  }
  bool is_letter() const { return !negated && letters.size() == 1; }
};

inline std::vector<Place> places(std::string_view condition) {
  std::vector<Place> out;
  if (condition == ".") return out;  // no condition at all
  while (!condition.empty()) {
    const char32_t letter = cut_front(condition);
    Place& place = out.emplace_back();
    if (letter == U'.') {
      place.negated = true;
    } else if (letter != U'[') {
      place.letters = letter;
    } else {
      if (condition.starts_with('^')) place.negated = (condition.remove_prefix(1), true);
      while (!condition.empty()) {
        const char32_t member = cut_front(condition);
        if (member == U']') break;
        place.letters += member;
      }
    }
  }
  return out;
}

// An Affix made ready: what it strips and what it asks are one pattern, read from the word's end
// inwards.
struct Rule {
  std::size_t key = 0;       // bytes of the word's end that the index has matched already
  std::vector<Place> inner;  // what the letters further in must be
  std::size_t places = 0;    // of the condition
  bool lenient = false;      // the last of them may lie beyond the word's end
  std::size_t strip = 0;     // bytes
  std::string add;
  std::size_t group = 0;
  bool cross = false, need_affix = false, only_in_compound = false, circumfix = false;
  std::vector<std::size_t> groups;                // opened by its continuation flags, sorted
  std::vector<std::size_t> prefixing, suffixing;  // those of them that have such rules

  bool opens(std::size_t which) const {
    return std::binary_search(groups.begin(), groups.end(), which);
  }
};

// The rules of one flag for one end of a word: a trie over the bytes each rule demands there, so
// that a word meets only rules whose literal demand it fulfils.
class Index {
 public:
  explicit Index(bool at_front) : at_front_(at_front), nodes_(1) {}

  bool empty() const { return nodes_.size() == 1 && nodes_[0].rules.empty(); }

  void insert(std::string_view key, std::size_t rule) {
    std::size_t node = 0;
    for (std::size_t depth = 0; depth < key.size(); ++depth) {
      const char byte = end_byte(key, depth);
      std::size_t next = child(node, byte);
      if (next == 0) {
        next = nodes_.size();
        nodes_[node].children.emplace_back(byte, next);
        nodes_.emplace_back();
      }
      node = next;
    }
    nodes_[node].rules.push_back(rule);
  }

  // Calls `meet(rule)` for every rule that `word` may take.
  template <class Meet>
  void apply(const std::vector<Rule>& rules, std::string_view word, bool full_strip,
             Meet&& meet) const {
    std::size_t node = 0;
    for (std::size_t depth = 0;; ++depth) {
      for (const std::size_t number : nodes_[node].rules) {
        const Rule& rule = rules[number];
        if (word.size() + full_strip > rule.strip && fits(rule, word)) meet(rule);
      }
      if (depth == word.size() || (node = child(node, end_byte(word, depth))) == 0) return;
    }
  }

 private:
  struct Node {
    std::vector<std::pair<char, std::size_t>> children;
    std::vector<std::size_t> rules;
  };

  char end_byte(std::string_view text, std::size_t depth) const {
    return at_front_ ? text[depth] : text[text.size() - 1 - depth];
  }

  std::size_t child(std::size_t node, char byte) const {  // 0: none
    for (const auto& [label, target] : nodes_[node].children)
      if (label == byte) return target;
    return 0;
  }

  bool fits(const Rule& rule, std::string_view word) const {
    at_front_ ? word.remove_prefix(rule.key) : word.remove_suffix(rule.key);
    for (const Place& place : rule.inner) {
      if (word.empty()) return rule.lenient && &place == &rule.inner.back();
      if (!place.allows(at_front_ ? cut_front(word) : cut_back(word))) return false;
    }
    return true;
  }

  bool at_front_;
  std::vector<Node> nodes_;
};

struct Group {
  Index prefixes{true}, suffixes{false};
  std::vector<std::size_t> grants;  // groups of suffixes that its prefixes bring along
};

// The distinct forms of one entry, in a buffer that is used again for the next.
class Forms {
 public:
  void clear() {
    text_.clear(), spans_.clear();
    if (++round_ == 0) slots_.assign(slots_.size(), {}), round_ = 1;
  }

  // The form `head + tail` and its hash, or an empty view if it is here already.
  std::pair<std::string_view, std::uint64_t> insert(std::string_view head, std::string_view tail) {
    const std::size_t start = text_.size();
    text_.append(head).append(tail);
    const std::string_view form = std::string_view(text_).substr(start);
    const std::uint64_t code = hash(form);
    if (spans_.size() * 2 >= slots_.size()) grow();
    std::size_t at = code & (slots_.size() - 1);
    for (; slots_[at].round == round_; at = (at + 1) & (slots_.size() - 1)) {
      const Span& other = spans_[slots_[at].span];
      if (other.code == code && std::string_view(text_).substr(other.start, other.size) == form) {
        text_.resize(start);
        return {};
      }
    }
    slots_[at] = {round_, static_cast<std::uint32_t>(spans_.size())};
    spans_.push_back({start, form.size(), code});
    return {form, code};
  }

 private:
  struct Span {
    std::size_t start, size;
    std::uint64_t code;
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

// The spellings that FORBIDDENWORD bars.
class Barred {
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

}  // namespace hunspell

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
      if (!hunspell::is_utf8(affix.strip) || !hunspell::is_utf8(affix.add) ||
          !hunspell::is_utf8(affix.condition))
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
  //     NEEDAFFIX or
  //                               ONLYINCOMPOUND; or made, but spelled as a FORBIDDENWORD
  // `dic` is the whole file in UTF-8 without a byte order mark. Throws DictionaryError at the first
  // line that cannot be read. A FORBIDDENWORD or ONLYINCOMPOUND entry makes no forms of its own.
  template <class Sink>
  void expand(std::string_view dic, Sink&& sink) const;

 private:
  template <class Sink>
  struct Expansion;

  struct Stem {
    Entry entry;
    std::string unescaped;
    std::vector<std::size_t> groups, prefixing, suffixing,
        granted;  // granted: by its prefixes, not by itself
    bool need_affix = false, forbidden = false, only_in_compound = false;
  };

  void add(const Affix& affix);
  void connect();
  template <class Each>
  void read_lines(std::string_view dic, Each&& each) const;
  void split(std::string_view line, Stem& stem) const;
  void read_flags(Stem& stem) const;
  template <class Each>
  void each_flag(std::string_view text, Each&& each) const;
  static std::size_t number(std::string_view text);

  FlagFormat format_;
  SpecialFlags special_;
  std::vector<Flags> aliases_;
  bool full_strip_;
  std::unordered_map<Flag, std::size_t> numbers_;  // flag -> its group
  std::vector<hunspell::Group> groups_;
  std::vector<hunspell::Rule> rules_;
  std::vector<std::size_t>
      mutual_;  // suffixes that bring a prefix which brings them: any stem may take the two
};

// ---- the rules

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
    const char32_t p = pattern[settled].letters[0];
    std::string bytes;
    if (p < 0x80)
      bytes = {char(p)};
    else if (p < 0x800)
      bytes = {char(0xC0 | p >> 6), char(0x80 | (p & 63))};
    else if (p < 0x10000)
      bytes = {char(0xE0 | p >> 12), char(0x80 | (p >> 6 & 63)), char(0x80 | (p & 63))};
    else
      bytes = {char(0xF0 | p >> 18), char(0x80 | (p >> 12 & 63)), char(0x80 | (p >> 6 & 63)),
               char(0x80 | (p & 63))};
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

// ---- the .dic

template <class Each>
void Hunspell::read_lines(std::string_view dic, Each&& each) const {
  Stem stem;
  for (std::size_t number = 1; number == 1 || !dic.empty(); ++number) {
    const std::size_t end = std::min(dic.find('\n'), dic.size());
    std::string_view line = dic.substr(0, end);
    dic.remove_prefix(std::min(end + 1, dic.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!hunspell::is_utf8(line)) throw DictionaryError(number, "this line is not valid UTF-8");
    if (number == 1) {  // libhunspell refuses a dictionary without it
      std::string_view count = hunspell::trimmed(line);
      if (count.starts_with('+')) count.remove_prefix(1);
      if (count.empty() || count[0] < '0' || count[0] > '9' ||
          count.find_first_not_of('0') == count.npos)
        throw DictionaryError(number, "the first line must be the number of entries");
      continue;
    }
    stem.entry = {};
    stem.entry.line = number;
    split(line, stem);
    if (stem.entry.stem.empty()) continue;
    read_flags(stem);
    each(std::as_const(stem));
  }
}

// libhunspell's rule (hashmgr.cxx, `load_tables`): morphology starts at the first tab, or before
// the first `xx:` that has a blank before it; in what precedes, the first `/` that is neither at
// the start nor after a backslash ends the stem. Blanks around a stem are no part of it:
// libhunspell keeps them, and then no one can type the word.
inline void Hunspell::split(std::string_view line, Stem& stem) const {
  constexpr auto npos = std::string_view::npos;
  const auto blank = [&](std::size_t at) { return line[at] == ' ' || line[at] == '\t'; };
  std::size_t end = npos;
  for (std::size_t colon = line.find(':'); colon != npos; colon = line.find(':', colon + 1))
    if (colon > 3 && blank(colon - 3)) {
      for (end = colon - 3; end > 0 && blank(end - 1);) --end;
      if (end == 0) end = npos;
      break;
    }
  end = std::min(end, line.find('\t'));
  std::string_view word = line.substr(0, end);
  if (end != npos) stem.entry.tags = hunspell::trimmed(line.substr(end));

  std::size_t slash =
      word.starts_with('/') ? std::min<std::size_t>(1, word.size()) : word.find('/');
  bool escaped = false;
  while (slash != npos && slash < word.size() && slash > 0 && word[slash] == '/' &&
         word[slash - 1] == '\\')
    escaped = true, slash = word.find('/', slash + 1);
  if (slash != npos && slash < word.size()) {
    stem.entry.flags = hunspell::trimmed(word.substr(slash + 1));
    word = word.substr(0, slash);
  }
  stem.entry.stem = hunspell::trimmed(word);
  if (!escaped) return;
  stem.unescaped.clear();
  for (std::size_t at = 0; at < stem.entry.stem.size(); ++at)
    if (!stem.entry.stem.substr(at).starts_with("\\/")) stem.unescaped += stem.entry.stem[at];
  stem.entry.stem = stem.unescaped;
}

// What the text begins with, as C's atoi reads it: 0, which is no flag, if that is no number.
inline std::size_t Hunspell::number(std::string_view text) {
  text = hunspell::trimmed(text);
  std::size_t value = 0, digits = 0;
  for (; digits < text.size() && digits < 9 && text[digits] >= '0' && text[digits] <= '9'; ++digits)
    value = value * 10 + std::size_t(text[digits] - '0');
  return value;
}

template <class Each>
void Hunspell::each_flag(std::string_view text, Each&& each) const {
  const bool by_byte = format_ == FlagFormat::bytes || format_ == FlagFormat::byte_pairs;
  const auto next = [&]() -> Flag {
    if (!by_byte) return hunspell::cut_front(text);
    const Flag unit = static_cast<unsigned char>(text[0]);
    text.remove_prefix(1);
    return unit;
  };
  while (!text.empty()) {
    if (format_ == FlagFormat::numbers) {
      const std::size_t comma = std::min(text.find(','), text.size());
      each(static_cast<Flag>(number(text.substr(0, comma))));
      text.remove_prefix(std::min(comma + 1, text.size()));
    } else if (format_ == FlagFormat::characters || format_ == FlagFormat::bytes) {
      each(next());
    } else {
      const Flag first = next();
      if (!text.empty()) each(first << 16 | next());  // libhunspell ignores an odd one out
    }
  }
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
    each_flag(stem.entry.flags, meet);
  } else if (!stem.entry.flags.empty()) {
    const std::size_t alias = number(stem.entry.flags);
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

// ---- the forms

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
    read_lines(dic, [&](const Stem& stem) {
      if (stem.forbidden) expansion.barred.insert(stem.entry.stem);
    });
  read_lines(dic, [&](const Stem& stem) { expansion.expand(stem); });
}

}  // namespace wordtools
