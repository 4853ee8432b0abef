// Sorts raw entries into words and rejects, at memory speed.
//
// The rules are in Python (wordtools.compiler.admission). It classifies each character, and decides
// whether entries with a certain *shape* (the facts in entry_shape.hpp) are admitted. The kernel
// asks once about each distinct character and shape, and applies the answers to whole buffers.
// Python sees an entry itself only if its shape is not enough to decide.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>

#include "automaton/witnesses.hpp"
#include "intake/collector.hpp"
#include "intake/entry_shape.hpp"

namespace wordtools {

class Intake {
 public:
  // Verdicts. Any other number is the number of a reason for rejection.
  static constexpr std::uint8_t admit = 0, look = 254, undecided = 255;

  struct AdmissionRules {
    std::function<std::uint16_t(char32_t)> classify_character;
    std::function<std::uint8_t(std::uint32_t)> decide_shape;
    std::function<std::uint8_t(std::string_view, std::uint32_t)> decide_entry;
    std::function<std::string(std::string_view)> compose;  // joins letters and marks (NFC)
    std::function<void(std::string_view)> report;          // takes whole rows of the reject report
  };

  // A source of entries, and the way to read them.
  struct IntakeSource {
    std::string name;
    std::uint64_t categories = 0;  // mask
    std::size_t shortest = 2, longest = 15;
    bool official = false;        // a game's own list
    bool capitals_matter = true;  // false: all words of the list are in capitals
    int witness = -1;       // the number of a list that attests words and adds none; -1: adds words
    bool brackets = false;  // written by a lexicon: whatever has brackets is a word
    std::u32string ignored{};  // characters that are ignored inside an entry
  };

  Intake(const Spelling& spelling, AdmissionRules rules, std::vector<std::string> reasons,
         const std::vector<std::string>& watched, const std::vector<std::string>& kept,
         std::size_t max_gathered = Collector::many, std::size_t report_bytes = 1 << 22)
      : spelling_(spelling),
        rules_(std::move(rules)),
        reasons_(std::move(reasons)),
        decisions_(shape_end, undecided),
        rejected_(reasons_.size(), 0),
        watched_(watched.begin(), watched.end()),
        kept_(kept.begin(), kept.end()),
        report_bytes_(report_bytes),
        collector_(max_gathered) {
    for (const auto& word : watched_) {
      longest_watched_ = std::max(longest_watched_, word.size());
      if (word.size() <= PackedTiles::capacity) watched_sieve_[place_in_sieve(pack(word))] = true;
    }
  }

  void begin_source(IntakeSource source) {
    source_ = std::move(source);
    set_ = collector_.categories().assign_number(source_.categories);
    counts_ = {};
    line_ = 0;
    longest_ = 0;
    disorder_ = 0;
    last_.clear();
    place_.clear();
  }

  // Takes the lines of a plain list. A line has a word, which may be followed by a tab (or, if
  // `space_ends_word`, a space) and a definition. Skips blank lines. If there are `comments`, also
  // skips lines that begin with one of these characters, and a number on the first line.
  // `categories` has a mask for each line, where 0 stands for the categories of the source; by
  // default, all lines have the categories of the source. `line_fates`, if not empty, has a value
  // for each line: the reason for rejecting the entry; `look` if the entry is a noun, so that its
  // initial capital does not matter; or `admit`.
  void read_lines(std::string_view data, bool space_ends_word, std::string_view comments,
                  const std::vector<std::uint64_t>& categories = {},
                  std::string_view line_fates = {}) {
    for (std::size_t at = 0; !data.empty(); ++at) {
      const std::uint64_t tags = at < categories.size() ? categories[at] : 0;
      const std::uint8_t preset = begin_fate(line_fates, at);
      if (preset == admit && take_plain_line(data, comments, tags)) continue;
      const std::size_t end = std::min(data.find('\n'), data.size());
      std::string_view text = trim(data.substr(0, end));
      data.remove_prefix(std::min(end + 1, data.size()));
      ++line_;
      if (text.empty() || comments.find(text[0]) != std::string_view::npos) continue;
      const bool number = text.find_first_not_of("0123456789") == std::string_view::npos;
      if (line_ == 1 && number && !comments.empty()) continue;
      const std::size_t stop = text.find_first_of(space_ends_word ? "\t " : "\t");
      take_entry(trim(text.substr(0, stop)), line_, {}, preset, tags);
    }
    nouns_ = false;
  }

  // Takes an entry, or a form made from the entry `from` by the rules with these numbers, which the
  // trace shows. If `preset` is a reason, rejects the entry at once. If `tags` is not 0, these
  // categories replace those of the source. Returns a mask of the witnesses that attest the word,
  // or nothing if the entry is rejected.
  std::optional<std::uint32_t> take_entry(std::string_view text, std::size_t line,
                                          std::string_view from, std::uint8_t preset,
                                          std::uint64_t tags = 0, std::string_view rules = {}) {
    read_ += source_.witness < 0;
    if (preset != admit) return reject(preset, text, line, from);
    const std::string_view written = text;
    std::string joined;
    if (!source_.ignored.empty() && remove_ignored(text, joined)) text = joined;
    std::uint8_t values[max_text];
    std::size_t count = 0;
    std::uint16_t any = 0;
    if (std::string bare; text.find('[') != text.npos && read_tiles(text, values, count, bare)) {
      std::uint8_t letters[max_text];
      std::size_t number = 0;
      const std::uint32_t shape = source_.brackets ? shape_lower | shape_official
                                                   : gather_shape(bare, letters, number, any);
      return decide(text, written, shape | measure(values, count), values, count, line, from, tags,
                    rules);
    }
    std::uint32_t shape = gather_shape(text, values, count, any);
    std::string composed;  // forms may be in any normalization, as their dictionary is
    if (any & (char_mark | char_foreign | char_symbol | char_also) &&
        (composed = rules_.compose(text)) != text) {
      text = composed;
      shape = gather_shape(text, values, count, any);
    }
    if (!(shape & shape_unspelled)) {
      if (count > max_text)
        shape |= shape_long;
      else if (!spelling_.join(values, count))
        shape |= shape_foreign;
      else
        shape |= measure(values, count);
    }
    const std::string_view shown = joined.empty() ? text : written;
    return decide(text, shown, shape, values, count, line, from, tags, rules);
  }

  // Takes a form as `take_entry` does, and stores in `search` the number with which `attest`
  // returns its witnesses. Returns false without taking the form if its text is needed, because the
  // form is not known, must be reported, or is watched.
  bool take_form(const WordPart& form, std::uint64_t tags, std::uint64_t& search) {
    if (!form.known || form.all & char_numeral || !source_.ignored.empty() || tracing())
      return false;
    if (disorder_ == 0 || !collector_.gathers()) return false;  // as long as words come in order
    const std::size_t count = form.tiles.count;
    if (count < source_.shortest || count > source_.longest || count == 0 ||
        watched_sieve_[place_in_sieve(form.tiles)])
      return false;
    // Since all letters are plain, this is the complete shape.
    std::uint32_t shape = leave_marking(note_case(form.first, form.later));
    if (source_.official) shape |= shape_official;
    if (!((form.first | form.later) & char_vowel)) shape |= shape_no_vowel;
    if (decisions_[shape] != admit) return false;
    Tile tiles[PackedTiles::capacity];
    std::string_view word;
    if (source_.witness >= 0 || !witnesses_.empty()) {
      form.tiles.unpack(tiles);
      word = {reinterpret_cast<const char*>(tiles), count};
    }
    read_ += source_.witness < 0;
    longest_ = std::max(longest_, count);
    search = begin_attesting(word);
    collector_.add(form.tiles, tags ? find_set(tags) : set_);
    return true;
  }

  // Counts the witnesses of a word that was taken, and returns a mask of them.
  std::uint32_t attest(std::uint64_t search) {
    const std::uint32_t attested = witnesses_.empty() ? 0 : witnesses_.find_witnesses(search);
    counts_.add(attested);
    return attested;
  }

  // Returns the character at `at`, and advances `at` past it.
  KnownCharacter look_up(std::string_view text, std::size_t& at) {
    std::size_t next = at;
    const KnownCharacter character = find_near(near_, text, next);
    if (!character.classes) return classify(next_code_point(text, at));
    at = next;
    return character;
  }
  const Spelling& spelling() const { return spelling_; }

  // True if the entry's word is to be kept regardless of its tags.
  bool is_kept(std::string_view text) {
    if (kept_.empty()) return false;
    Tile tiles[max_text];
    std::size_t count = 0;
    std::uint16_t any = 0;
    const std::string composed = rules_.compose(text);
    return !(gather_shape(composed, tiles, count, any) & shape_unspelled) && count <= max_text &&
           spelling_.join(tiles, count) &&
           kept_.contains(std::string_view(reinterpret_cast<const char*>(tiles), count));
  }

  // Begins an entry whose fate is `fates[at]`, or `admit` if `fates` is too short. `look` stands
  // for a noun, whose initial capital does not mark a name. Returns the reason for rejecting the
  // entry, or `admit`.
  std::uint8_t begin_fate(std::string_view fates, std::size_t at) {
    const std::uint8_t fate = at < fates.size() ? static_cast<std::uint8_t>(fates[at]) : admit;
    nouns_ = fate == look;
    return nouns_ ? admit : fate;
  }

  // From now on, reports only entries that become this word, and collects no words.
  void trace(std::string_view tiles) { traced_ = tiles; }
  bool tracing() const { return !traced_.empty(); }

  void flush_report() {
    if (!report_.empty()) rules_.report(report_);
    report_.clear();
  }

  // The counts of the last source.
  const WitnessCounts& source_counts() const { return counts_; }

  Collector& collector() { return collector_; }
  std::uint64_t entries_read() const { return read_; }
  std::uint64_t admitted() const { return admitted_; }
  // The length in tiles of this source's longest entry, ignoring entries too long to be words.
  std::size_t longest() const { return longest_; }
  // The first line of this source whose word belongs before the preceding word in alphabet order; 0
  // if there is none.
  std::size_t first_out_of_order() const { return disorder_; }
  const std::vector<std::uint64_t>& rejected() const { return rejected_; }

 private:
  using NearCharacters = std::array<KnownCharacter, 0x800>;  // those of two bytes at most

  using WordList = std::unordered_set<std::string, TextHash, std::equal_to<>>;  // as tiles

  static std::string_view trim(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
  }

  // If the first line of `data` is *plain*, that is, if all its characters are in `plain_`, takes
  // and removes the line, and returns true. Most lines are plain, and a single loop reads them.
  bool take_plain_line(std::string_view& data, std::string_view comments, std::uint64_t tags) {
    Tile tiles[max_text];
    std::size_t count = 0, at = 0;
    std::uint16_t all = 0xFFFF, first = 0, later = 0;
    for (; at < data.size() && count < max_text; ++count) {
      std::size_t next = at;
      const KnownCharacter character = find_near(plain_, data, next);
      if (!character.classes) break;
      at = next;
      tiles[count] = character.value;
      all &= character.classes;
      (count ? later : first) |= character.classes;
    }
    if (count == 0 || at == data.size() || data[at] != '\n') return false;
    const std::string_view text = data.substr(0, at);
    if (comments.find(text[0]) != std::string_view::npos) return false;
    data.remove_prefix(at + 1);
    ++line_;
    read_ += source_.witness < 0;
    const std::uint32_t shape = complete_shape(note_case(first, later), first | later, all, text);
    decide(text, text, shape | measure(tiles, count), tiles, count, line_, {}, tags);
    return true;
  }

  // Copies the text to `joined` without the ignored characters inside it; returns false if there
  // are none. Keeps ignored characters at both ends, where hyphens mark affixes, and apostrophes
  // clitics.
  bool remove_ignored(std::string_view text, std::string& joined) const {
    const auto is_ignored = [&](char32_t point) {
      return source_.ignored.find(point) != std::u32string::npos;
    };
    std::string_view inside = text;
    while (!inside.empty()) {
      std::string_view rest = inside;
      if (!is_ignored(cut_front(rest))) break;
      inside = rest;
    }
    const std::size_t start = text.size() - inside.size();
    while (!inside.empty()) {
      std::string_view rest = inside;
      if (!is_ignored(cut_back(rest))) break;
      inside = rest;
    }
    const std::size_t end = start + inside.size();
    joined.assign(text.substr(0, start));
    while (!inside.empty())
      if (const char32_t point = cut_front(inside); !is_ignored(point))
        append_code_point(joined, point);
    joined.append(text.substr(end));
    if (joined.size() == text.size()) joined.clear();
    return !joined.empty();
  }

  // Reads a text in which brackets mark single tiles, and puts the text without brackets into
  // `bare`. Returns false if the text cannot be spelled in this way, or if brackets have no use in
  // this alphabet: in an English list, colo[u]r is not a word.
  bool read_tiles(std::string_view text, Tile* tiles, std::size_t& count, std::string& bare) const {
    bool inside = false, useful = true;
    const std::vector<char32_t> points = decode_code_points(rules_.compose(text));
    for (const char32_t point : points) {
      if (point == '[' || point == ']') {
        inside = point == '[';
        continue;
      }
      append_code_point(bare, point);
      useful = useful && (!inside || spelling_.value_of(point) >= first_letter);
    }
    if (!useful && !source_.brackets) return false;
    const int read = spelling_.read([&](std::size_t i) { return points[i]; }, points.size(), tiles);
    count = static_cast<std::size_t>(std::max(read, 0));
    return read > 0;
  }

  // Returns the table's entry for the character at `at`, if it has one, and advances `at` past the
  // character.
  static KnownCharacter find_near(const NearCharacters& table, std::string_view text,
                                  std::size_t& at) {
    const auto lead = static_cast<unsigned char>(text[at++]);
    if (lead < 0x80) return table[lead];
    const unsigned char tail = at < text.size() ? static_cast<unsigned char>(text[at++]) : 0;
    if (lead < 0xC2 || lead > 0xDF || (tail & 0xC0) != 0x80) return {};
    return table[(lead & 0x1F) << 6 | (tail & 0x3F)];
  }

  // The part of the shape that depends on the tiles.
  std::uint32_t measure(const Tile* tiles, std::size_t count) {
    if (count <= max_word) longest_ = std::max(longest_, count);
    if (count > source_.longest) return shape_long;
    if (count < source_.shortest) return shape_short;
    const std::string_view word(reinterpret_cast<const char*>(tiles), count);
    return is_watched(word) ? static_cast<std::uint32_t>(shape_watched) : 0;
  }

  // Admits or rejects an entry according to its shape, and reports it as `shown`. `tiles` must be
  // set if the entry may be admitted.
  std::optional<std::uint32_t> decide(std::string_view text, std::string_view shown,
                                      std::uint32_t shape, const Tile* tiles, std::size_t count,
                                      std::size_t line, std::string_view from,
                                      std::uint64_t tags = 0, std::string_view rules = {}) {
    std::uint8_t& decision = decisions_[shape];
    if (decision == undecided) decision = rules_.decide_shape(shape);
    const std::uint8_t reason = decision == look ? rules_.decide_entry(text, shape) : decision;
    if (reason != admit) return reject(reason, shown, line, from);
    const std::string_view word(reinterpret_cast<const char*>(tiles), count);
    if (!traced_.empty()) {
      const char* const fate = source_.witness >= 0 ? "attested" : "accepted";
      if (traced_ == word) write_row(fate, shown, line, from, rules);
      return 0;
    }
    const std::uint32_t attested = attest(begin_attesting(word));
    if (disorder_ == 0 && word < last_) disorder_ = line;
    if (disorder_ == 0) last_ = word;
    collector_.add(tiles, count, tags ? find_set(tags) : set_);
    return attested;
  }

  // Counts an admitted word, and returns the number with which `attest` returns its witnesses.
  // `word` has its tiles; it may be empty if there are no witnesses.
  std::uint64_t begin_attesting(std::string_view word) {
    if (source_.witness >= 0)
      witnesses_.add(word, static_cast<unsigned>(source_.witness));
    else
      ++admitted_;
    return witnesses_.empty() ? 0 : witnesses_.begin_search(word);
  }

  bool is_watched(std::string_view word) const {
    if (word.size() > longest_watched_) return false;
    if (word.size() <= PackedTiles::capacity && !watched_sieve_[place_in_sieve(pack(word))])
      return false;
    return watched_.contains(word);
  }

  static PackedTiles pack(std::string_view word) {
    PackedTiles tiles;
    for (const char tile : word) tiles.append(static_cast<Tile>(tile));
    return tiles;
  }

  static std::size_t place_in_sieve(const PackedTiles& word) {
    return (word.upper() ^ word.lower() * 0xD6E8FEB86659FD93u) * 0x9E3779B97F4A7C15u >> 48;
  }

  // Gathers an entry's shape, and the values of as many of its characters as there is room for.
  // Sets `any` to the classes that at least one character has.
  std::uint32_t gather_shape(std::string_view text, std::uint8_t* values, std::size_t& count,
                             std::uint16_t& any) {
    count = 0;
    any = 0;
    std::uint16_t all = 0xFFFF, first = 0, later = 0, last = 0;
    for (std::size_t at = 0; at < text.size();) {
      const KnownCharacter character = look_up(text, at);
      last = character.classes;
      all &= last;
      (count ? later : first) |= last;
      if (count < max_text) values[count] = character.value;
      ++count;
    }
    any = first | later;
    const std::uint32_t edges = (first | last) & char_hyphen ? shape_edge_hyphen : 0;
    return edges | complete_shape(note_case(first, later), any, all, text);
  }

  // The bits of a shape that concern capitals, computed from the classes of the first character and
  // those of all later characters.
  static std::uint32_t note_case(std::uint16_t first, std::uint16_t later) {
    std::uint32_t shape = 0;
    if ((first | later) & char_lower) shape |= shape_lower;
    if (first & char_capital) shape |= shape_first_capital;
    if (later & char_capital) shape |= shape_later_capital;
    return shape;
  }

  // Clears the bits for capitals that do not matter.
  std::uint32_t leave_marking(std::uint32_t shape) const {
    if (!source_.capitals_matter) return shape_lower;
    return nouns_ ? (shape & ~shape_first_capital) | shape_lower : shape;
  }

  // Completes a shape in which the bits for capitals are set. `any` has the classes that at least
  // one character has, and `all` has the classes that every character has.
  std::uint32_t complete_shape(std::uint32_t shape, std::uint16_t any, std::uint16_t all,
                               std::string_view text) const {
    shape = leave_marking(shape);
    if (source_.official) shape |= shape_official;
    if (any & char_hyphen) shape |= shape_hyphen;
    if (any & char_apostrophe) shape |= shape_apostrophe;
    if (any & char_dot) shape |= shape_dot;
    if (any & char_space) shape |= shape_space;
    if (any & char_symbol) shape |= shape_symbol;
    if (any & char_foreign) shape |= shape_foreign;
    if (any & char_mark) shape |= shape_mark;
    if (!(any & char_vowel)) shape |= shape_no_vowel;
    if (all & char_numeral && is_numeral(text)) shape |= shape_numeral;
    return shape;
  }

  KnownCharacter classify(char32_t point) {
    const KnownCharacter character = characters_.get(point);
    if (character.classes) return character;
    KnownCharacter asked{rules_.classify_character(point), spelling_.value_of(point)};
    if (asked.classes == 0 || (asked.classes & char_letter && asked.value == 0))
      throw std::logic_error("rules and spelling disagree about a character");
    if (asked.classes & (char_letter | char_foreign | char_mark) && !(asked.classes & char_capital))
      asked.classes |= char_lower;
    characters_.set(point, asked);
    if (point < near_.size()) near_[point] = asked;
    const bool plain = asked.classes & char_letter && !(asked.classes & char_also);
    if (plain && point < plain_.size() && asked.value < first_letter) plain_[point] = asked;
    return asked;
  }

  std::uint16_t find_set(std::uint64_t tags) {
    KnownSet& recent = known_sets_[tags * 0x9E3779B97F4A7C15u >> 60];
    if (tags != recent.tags) recent = {tags, collector_.categories().assign_number(tags)};
    return recent.number;
  }

  std::nullopt_t reject(std::uint8_t reason, std::string_view text, std::size_t line,
                        std::string_view from) {
    if (source_.witness >= 0) return std::nullopt;
    ++rejected_.at(reason);
    if (traced_.empty()) write_row(reasons_[reason], text, line, from);
    return std::nullopt;
  }

  void write_row(std::string_view fate, std::string_view text, std::size_t line,
                 std::string_view from, std::string_view rules = {}) {
    if (line != placed_ || place_.empty()) {  // the forms of an entry are all in one place
      placed_ = line;
      place_ = '\t' + source_.name + '\t' + std::to_string(line) + '\t';
    }
    report_ += fate;
    report_ += '\t';
    report_ += text;
    report_ += place_;
    if (from != text) report_ += from;
    if (!rules.empty()) (report_ += '\t') += rules;
    report_ += '\n';
    if (report_.size() >= report_bytes_) flush_report();
  }

  const Spelling& spelling_;
  AdmissionRules rules_;
  std::vector<std::string> reasons_;
  std::vector<std::uint8_t> decisions_;  // by shape
  std::vector<std::uint64_t> rejected_;  // by reason
  WordList watched_, kept_;
  std::size_t longest_watched_ = 0;
  std::bitset<0x10000> watched_sieve_;  // no word outside it is watched
  std::string traced_;
  std::size_t report_bytes_;
  CharacterTable<KnownCharacter> characters_;
  NearCharacters near_{};   // the characters met
  NearCharacters plain_{};  // of these, letters that are tiles outright
  Collector collector_;
  IntakeSource source_;
  std::uint16_t set_ = 0;
  // Recently used category sets, because the forms of a stem alternate between a few sets.
  struct KnownSet {
    std::uint64_t tags = 0;
    std::uint16_t number = 0;
  };
  std::array<KnownSet, 16> known_sets_{};
  WitnessTable witnesses_;
  WitnessCounts counts_;
  std::size_t line_ = 0, longest_ = 0, disorder_ = 0;
  std::string last_;  // the word admitted last, while they come in order
  std::uint64_t read_ = 0, admitted_ = 0;
  bool nouns_ = false;
  std::string report_;
  std::string place_;       // source and line, as in a row of the report
  std::size_t placed_ = 0;  // that line
};

}  // namespace wordtools
