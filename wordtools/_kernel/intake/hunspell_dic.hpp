// Reads the lines of a Hunspell .dic: stems with their flags and tags.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "intake/hunspell_rules.hpp"

namespace wordtools {

// How flags are written on a .dic line. Without FLAG UTF-8, libhunspell reads flags byte by byte,
// and so do we. `bytes` and `byte_pairs` are for a .dic that is itself in UTF-8; `characters` and
// `character_pairs` are for a .dic converted from an 8-bit encoding. A pair is `first << 16 |
// second`.
enum class FlagFormat { characters, bytes, character_pairs, byte_pairs, numbers };

inline FlagFormat flag_format(std::string_view name) {
  constexpr std::string_view names[] = {"characters", "bytes", "character_pairs", "byte_pairs",
                                        "numbers"};
  const auto match = std::find(std::begin(names), std::end(names), name);
  if (match == std::end(names))
    throw std::invalid_argument("there is no flag format called " + std::string(name));
  return static_cast<FlagFormat>(match - std::begin(names));
}

// One .dic line. The views are valid only during the call that receives the entry.
struct DicEntry {
  std::string_view stem;   // with `/` for `\/`
  std::string_view flags;  // as written
  std::string_view tags;   // the morphology after the first tab, or from the first ` xx:` on
  std::size_t line = 0;    // from 1, which has the number of entries
};

// Thrown if a .dic cannot be read; `what()` gives the reason.
class DictionaryError : public std::runtime_error {
 public:
  DictionaryError(std::size_t line, const std::string& message)
      : std::runtime_error(message), line(line) {}
  std::size_t line;
};

namespace hunspell {

inline std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Splits a line as libhunspell does (hashmgr.cxx, `load_tables`). Morphology begins at the first
// tab, or before the first `xx:` that follows a blank. Before the morphology, the stem ends at the
// first `/` that is neither at the beginning nor after a backslash. Drops blanks around a stem;
// libhunspell keeps them, which makes the word impossible to type. `unescaped` is a buffer for the
// stem after its backslashes are removed.
inline void split_line(std::string_view line, DicEntry& entry, std::string& unescaped) {
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
  if (end != npos) entry.tags = trim(line.substr(end));

  std::size_t slash =
      word.starts_with('/') ? std::min<std::size_t>(1, word.size()) : word.find('/');
  bool escaped = false;
  while (slash != npos && slash < word.size() && slash > 0 && word[slash] == '/' &&
         word[slash - 1] == '\\')
    escaped = true, slash = word.find('/', slash + 1);
  if (slash != npos && slash < word.size()) {
    entry.flags = trim(word.substr(slash + 1));
    word = word.substr(0, slash);
  }
  entry.stem = trim(word);
  if (!escaped) return;
  unescaped.clear();
  for (std::size_t at = 0; at < entry.stem.size(); ++at)
    if (!entry.stem.substr(at).starts_with("\\/")) unescaped += entry.stem[at];
  entry.stem = unescaped;
}

// The number at the beginning of a text, as C's atoi reads it. If there is none, returns 0, which
// is not a flag.
inline std::size_t parse_number(std::string_view text) {
  text = trim(text);
  std::size_t value = 0, digits = 0;
  for (; digits < text.size() && digits < 9 && text[digits] >= '0' && text[digits] <= '9'; ++digits)
    value = value * 10 + std::size_t(text[digits] - '0');
  return value;
}

// Calls each(flag) for each flag of a .dic line.
template <class Visit>
void for_each_flag(std::string_view text, FlagFormat format, Visit&& visit) {
  const bool by_byte = format == FlagFormat::bytes || format == FlagFormat::byte_pairs;
  const auto next = [&]() -> Flag {
    if (!by_byte) return cut_front(text);
    const Flag unit = static_cast<unsigned char>(text[0]);
    text.remove_prefix(1);
    return unit;
  };
  while (!text.empty()) {
    if (format == FlagFormat::numbers) {
      const std::size_t comma = std::min(text.find(','), text.size());
      visit(static_cast<Flag>(parse_number(text.substr(0, comma))));
      text.remove_prefix(std::min(comma + 1, text.size()));
    } else if (format == FlagFormat::characters || format == FlagFormat::bytes) {
      visit(next());
    } else {
      const Flag first = next();
      if (!text.empty()) visit(first << 16 | next());  // libhunspell ignores half a pair
    }
  }
}

// Calls each(entry) for each entry of a .dic. Throws DictionaryError if a line cannot be read.
template <class Visit>
void read_dic(std::string_view dic, Visit&& visit) {
  std::string unescaped;
  const bool is_valid = is_utf8(dic);  // checking the whole costs less than checking each line
  for (std::size_t number = 1; number == 1 || !dic.empty(); ++number) {
    const std::size_t end = std::min(dic.find('\n'), dic.size());
    std::string_view line = dic.substr(0, end);
    dic.remove_prefix(std::min(end + 1, dic.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!is_valid && !is_utf8(line)) throw DictionaryError(number, "this line is not valid UTF-8");
    if (number == 1) {  // libhunspell refuses a dictionary without it
      std::string_view count = trim(line);
      if (count.starts_with('+')) count.remove_prefix(1);
      if (count.empty() || count[0] < '0' || count[0] > '9' ||
          count.find_first_not_of('0') == count.npos)
        throw DictionaryError(number, "the first line must be the number of entries");
      continue;
    }
    DicEntry entry;
    entry.line = number;
    split_line(line, entry, unescaped);
    if (!entry.stem.empty()) visit(entry);
  }
}

}  // namespace hunspell

}  // namespace wordtools
