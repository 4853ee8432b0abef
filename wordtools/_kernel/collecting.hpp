// Words into a collector: Python strings, lines of text, Arrow's strings. Python sees it as
// `Collector`.
#pragma once

#include "arrow_source.hpp"
#include "collector.hpp"

namespace wordtools {

// A collector that reads words. `compose` makes of a text the one that is spelled; what is plain
// or settled needs none.
struct WordCollector {
  SharedSpelling spelling;
  nb::callable compose;
  Collector collector;
  std::atomic_flag used;

  // A word that cannot be spelled, and how many were read before it.
  using Refused = std::optional<std::pair<std::int64_t, nb::object>>;

  // Takes words; stops at one that cannot be spelled. Throws nb::type_error for what is no str.
  Refused add(nb::iterable words, std::uint64_t mask) {
    const Alone alone(used);
    const auto set = collector.categories().number(mask);
    Tile tiles[max_text];
    std::int64_t before = 0;
    for (const nb::handle word : words) {
      if (!PyUnicode_Check(word.ptr()))
        throw nb::type_error(("word " + std::to_string(before + 1) + " is no str").c_str());
      if (!take(tiles, read(word, tiles), set)) return std::pair{before, nb::borrow(word)};
      ++before;
    }
    return std::nullopt;
  }

  // Takes a word from each line that is not blank; returns where the first that cannot be spelled
  // begins. `threads`: one, or two where they help.
  std::optional<std::size_t> add_lines(const nb::bytes& data, std::uint64_t mask,
                                       unsigned threads) {
    const Alone alone(used);
    const auto set = collector.categories().number(mask);
    const std::string_view text = view(data);
    const WithoutGil free;
    if (threads > 1 && add_halves(text, set)) return std::nullopt;
    const auto add = [&](const Tile* tiles, std::size_t count) {
      collector.add(tiles, count, set);
      return true;
    };
    Tile tiles[max_text];
    for (std::size_t at = 0; (at = plain_lines(text, at, add)) < text.size();) {
      std::string_view line = text.substr(at, text.find('\n', at) - at);
      const std::size_t next = at + line.size() + 1;
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!take(tiles, read(line, tiles), set)) return at;
      at = std::min(next, text.size());
    }
    return std::nullopt;
  }

  // Takes a word from each row of Arrow's; stops at one that cannot be spelled. Throws
  // std::invalid_argument for a row that is null, and as ArrowSource does.
  Refused add_arrow(nb::handle words, std::uint64_t mask) {
    const Alone alone(used);
    const auto set = collector.categories().number(mask);
    ArrowSource source(words);
    std::int64_t before = 0;
    while (const auto strings = source.next()) {
      std::optional<std::string_view> failed;
      {
        const WithoutGil free;
        Tile tiles[max_text];
        for (std::int64_t row = 0; row < strings->size(); ++row, ++before) {
          const auto text = (*strings)[row];
          if (!text)
            throw std::invalid_argument("row " + std::to_string(before + 1) +
                                        " is null; leave such rows out");
          if (take(tiles, read(*text, tiles), set)) continue;
          failed = text;
          break;
        }
      }
      if (failed) return std::pair{before, nb::object(decoded(*failed))};
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t worth_a_thread = 1 << 14;  // bytes

  // Gives the words of lines from `at` on to `take`, while they are plain and it is content;
  // returns where the first other line begins.
  template <class Take>
  std::size_t plain_lines(std::string_view text, std::size_t at, Take&& take) const {
    const char *line = text.data() + at, *const end = text.data() + text.size();
    Tile tiles[max_text];
    while (line < end) {
      std::size_t count;
      const char* stop = plain_run(*spelling, line, end, tiles, count);
      if (stop != end && *stop == '\r') ++stop;
      if ((stop != end && *stop != '\n') || (count && !take(tiles, count))) break;
      line = stop == end ? end : stop + 1;
    }
    return static_cast<std::size_t>(line - text.data());
  }

  // Takes all lines, with two threads. False, and none is taken, when there are few, when some are
  // not plain or not in order, or when there is no memory for this, which takes more than one
  // thread.
  bool add_halves(std::string_view text, std::uint16_t set) try {
    if (text.size() < worth_a_thread || !collector.empty() || !looks_sorted(text)) return false;
    const std::size_t half = another_tile(text, text.size() / 2);
    if (half == text.size()) return false;
    Run run, later;
    bool whole, whole_later;
    const auto build = [&](std::string_view lines, Run& run) {
      return plain_lines(lines, 0, [&](const Tile* tiles, std::size_t count) {
               return run.add(tiles, count, set, collector.categories());
             }) == lines.size();
    };
    at_once([&] { whole = build(text.substr(0, half), run); },
            [&] { whole_later = build(text.substr(half), later); });
    if (!whole || !whole_later || !run.append(std::move(later))) return false;
    collector.add(std::move(run));
    return true;
  } catch (const std::exception&) {
    return false;
  }

  // Where the first line that is not blank begins behind a place; the end when there is none.
  static std::size_t next_line(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of("\r\n", text.find('\n', at)), text.size());
  }
  Tile first_tile(std::string_view text, std::size_t at) const {
    return spelling->plain(next_code_point(text, at));
  }
  // Whether the first tiles of a few lines ascend.
  bool looks_sorted(std::string_view text) const {
    constexpr std::size_t few = 64;
    Tile last = 1;  // not plain is 0
    for (std::size_t i = 0; i < few; ++i) {
      const std::size_t at = next_line(text, text.size() / few * i);
      if (at == text.size()) break;
      const Tile tile = first_tile(text, at);
      if (tile < last) return false;
      last = tile;
    }
    return true;
  }
  // Where, behind a place, the first line begins with another tile than the line before it; the end
  // when there is none.
  std::size_t another_tile(std::string_view text, std::size_t at) const {
    at = next_line(text, at);
    if (at == text.size()) return at;
    const Tile tile = first_tile(text, at);
    while (at < text.size() && first_tile(text, at) == tile) at = next_line(text, at);
    return at;
  }

  bool take(const Tile* tiles, int count, std::uint16_t set) {
    if (count <= 0 || static_cast<std::size_t>(count) > max_word) return false;
    collector.add(tiles, static_cast<std::size_t>(count), set);
    return true;
  }

  // The tiles of a word, or -1.
  int read(nb::handle word, Tile* tiles) const {
    const int count = read_plain(*spelling, word.ptr(), tiles);
    return count >= 0 ? count : read_text(*spelling, compose(word), tiles);
  }
  // Without the GIL.
  int read(std::string_view word, Tile* tiles) const {
    const int count = plain_tiles_of_utf8(*spelling, word, tiles);
    if (count >= 0 || word.size() > 4 * max_text || !is_utf8(word)) return count;
    const auto points = code_points(word);
    if (std::ranges::all_of(points, [&](char32_t point) { return spelling->settled(point); }))
      return spelling->read([&](std::size_t i) { return points[i]; }, points.size(), tiles);
    const WithGil hold;
    return read(text_of(word), tiles);
  }
};

}  // namespace wordtools
