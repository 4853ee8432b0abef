// The Python class `Collector`, which collects words from strings, lines of text and Arrow data.
#pragma once

#include "bind/arrow_source.hpp"
#include "intake/collector.hpp"

namespace wordtools {

struct PythonCollector {
  SharedSpelling spelling;
  nb::callable compose;  // `Alphabet.compose`, for texts that are neither plain nor settled
  Collector collector;
  std::atomic_flag in_use;

  // A word that the alphabet cannot spell, and the number of words before it.
  using RefusedWord = std::optional<std::pair<std::int64_t, nb::object>>;

  // Adds words up to the first one that cannot be spelled. Throws nb::type_error for anything but a
  // str.
  RefusedWord add(nb::iterable words, std::uint64_t mask) {
    const ExclusiveUse alone(in_use);
    const auto set = collector.categories().assign_number(mask);
    Tile tiles[max_text];
    std::int64_t before = 0;
    for (const nb::handle word : words) {
      if (!PyUnicode_Check(word.ptr()))
        throw nb::type_error(("word " + std::to_string(before + 1) + " is not a str").c_str());
      if (!take(tiles, read_tiles(word, tiles), set)) return std::pair{before, nb::borrow(word)};
      ++before;
    }
    return std::nullopt;
  }

  // Adds the word on each line that is not blank; returns the offset of the first line whose word
  // cannot be spelled. `threads` is 1, or 2 to allow a second thread.
  std::optional<std::size_t> add_lines(const nb::bytes& data, std::uint64_t mask,
                                       unsigned threads) {
    const ExclusiveUse alone(in_use);
    const auto set = collector.categories().assign_number(mask);
    const std::string_view text = view(data);
    const WithoutGil free;
    if (threads > 1 && add_lines_in_parallel(text, set)) return std::nullopt;
    const auto add = [&](const Tile* tiles, std::size_t count) {
      collector.add(tiles, count, set);
      return true;
    };
    Tile tiles[max_text];
    for (std::size_t at = 0; (at = take_plain_lines(text, at, add)) < text.size();) {
      std::string_view line = text.substr(at, text.find('\n', at) - at);
      const std::size_t next = at + line.size() + 1;
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!take(tiles, read_tiles(line, tiles), set)) return at;
      at = std::min(next, text.size());
    }
    return std::nullopt;
  }

  // Adds the word in each row of Arrow data, up to the first word that cannot be spelled. Throws
  // std::invalid_argument if a row is null, and whatever ArrowSource throws.
  RefusedWord add_arrow(nb::handle words, std::uint64_t mask) {
    const ExclusiveUse alone(in_use);
    const auto set = collector.categories().assign_number(mask);
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
                                        " is null; leave out such rows");
          if (take(tiles, read_tiles(*text, tiles), set)) continue;
          failed = text;
          break;
        }
      }
      if (failed) return std::pair{before, nb::object(decode_str(*failed))};
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t worth_a_thread = 1 << 14;  // bytes

  // Calls `take` with the word on each line, starting at offset `at`. Stops at a line that is not
  // plain, or when `take` returns false. Returns the offset of the line at which it stopped.
  template <class Take>
  std::size_t take_plain_lines(std::string_view text, std::size_t at, Take&& take) const {
    const char *line = text.data() + at, *const end = text.data() + text.size();
    Tile tiles[max_text];
    while (line < end) {
      std::size_t count;
      const char* stop = read_plain_prefix(*spelling, line, end, tiles, count);
      if (stop != end && *stop == '\r') ++stop;
      if ((stop != end && *stop != '\n') || (count && !take(tiles, count))) break;
      line = stop == end ? end : stop + 1;
    }
    return static_cast<std::size_t>(line - text.data());
  }

  // Adds all lines, half of them in a helper thread. Returns false without adding anything if there
  // are few lines, if some lines are not plain or not in order, or if memory runs out (two threads
  // need more).
  bool add_lines_in_parallel(std::string_view text, std::uint16_t set) try {
    if (text.size() < worth_a_thread || !collector.empty() || !looks_sorted(text)) return false;
    const std::size_t half = find_tile_change(text, text.size() / 2);
    if (half == text.size()) return false;
    SortedRun run, later;
    bool whole, whole_later;
    const auto build = [&](std::string_view lines, SortedRun& run) {
      return take_plain_lines(lines, 0, [&](const Tile* tiles, std::size_t count) {
               return run.add(tiles, count, set, collector.categories());
             }) == lines.size();
    };
    run_parallel([&] { whole = build(text.substr(0, half), run); },
                 [&] { whole_later = build(text.substr(half), later); });
    if (!whole || !whole_later || !run.append(std::move(later))) return false;
    collector.add(std::move(run));
    return true;
  } catch (const std::exception&) {
    return false;
  }

  // The offset of the first line after `at` that is not blank, or of the end if there is none.
  static std::size_t find_next_line(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of("\r\n", text.find('\n', at)), text.size());
  }
  Tile read_first_tile(std::string_view text, std::size_t at) const {
    return spelling->plain_tile(next_code_point(text, at));
  }
  // True if the first tiles of a sample of lines are in ascending order.
  bool looks_sorted(std::string_view text) const {
    constexpr std::size_t few = 64;
    Tile last = 1;  // a line that is not plain has tile 0
    for (std::size_t i = 0; i < few; ++i) {
      const std::size_t at = find_next_line(text, text.size() / few * i);
      if (at == text.size()) break;
      const Tile tile = read_first_tile(text, at);
      if (tile < last) return false;
      last = tile;
    }
    return true;
  }
  // The offset of the first line after `at` that begins with a new tile, or of the end if there is
  // none.
  std::size_t find_tile_change(std::string_view text, std::size_t at) const {
    at = find_next_line(text, at);
    if (at == text.size()) return at;
    const Tile tile = read_first_tile(text, at);
    while (at < text.size() && read_first_tile(text, at) == tile) at = find_next_line(text, at);
    return at;
  }

  bool take(const Tile* tiles, int count, std::uint16_t set) {
    if (count <= 0 || static_cast<std::size_t>(count) > max_word) return false;
    collector.add(tiles, static_cast<std::size_t>(count), set);
    return true;
  }

  // Reads a word; returns the number of its tiles, or -1 if it cannot be spelled.
  int read_tiles(nb::handle word, Tile* tiles) const {
    const int count = read_plain(*spelling, word.ptr(), tiles);
    return count >= 0 ? count : read_text(*spelling, compose, word, tiles);
  }
  // Like `read_tiles` above, for a thread without the GIL.
  int read_tiles(std::string_view word, Tile* tiles) const {
    const int count = read_plain_utf8(*spelling, word, tiles);
    if (count >= 0 || word.size() > 4 * max_text || !is_utf8(word)) return count;
    const auto points = decode_code_points(word);
    if (std::ranges::all_of(points, [&](char32_t point) { return spelling->is_settled(point); }))
      return spelling->read([&](std::size_t i) { return points[i]; }, points.size(), tiles);
    const WithGil hold;
    return read_tiles(make_str(word), tiles);
  }
};

}  // namespace wordtools
