// Reads and writes code points in UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace wordtools {

// Reads one code point at `at`, and moves `at` past it. A malformed sequence yields U+FFFD.
inline char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at++);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
  if (more == 0 || at + more > text.size()) return 0xFFFD;
  char32_t point = lead & (0x3F >> more);
  for (int i = 0; i < more; ++i) {
    const unsigned char next = byte(at);
    if ((next & 0xC0) != 0x80) return 0xFFFD;
    point = point << 6 | (next & 0x3F);
    ++at;
  }
  return point;
}

inline void append_code_point(std::string& text, char32_t point) {
  if (point < 0x80) {
    text += static_cast<char>(point);
    return;
  }
  const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  static constexpr unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
  text += static_cast<char>(lead[more] | point >> (6 * more));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (point >> (6 * i) & 0x3F));
}

inline std::vector<char32_t> decode_code_points(std::string_view text) {
  std::vector<char32_t> points;
  for (std::size_t at = 0; at < text.size();) points.push_back(next_code_point(text, at));
  return points;
}

// The index of the byte after the code point at `at`, or `npos` if there is no valid UTF-8 there.
inline std::size_t skip_code_point(std::string_view text, std::size_t at) {
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

// The index of the first byte from `at` on that is not ASCII, or of the end.
inline std::size_t skip_ascii(std::string_view text, std::size_t at) {
  for (std::uint64_t eight; at + sizeof eight <= text.size(); at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if (eight & 0x8080808080808080) break;
  }
  while (at < text.size() && !(text[at] & 0x80)) ++at;
  return at;
}

inline bool is_utf8(std::string_view text) {
  std::size_t at = 0;
  while ((at = skip_ascii(text, at)) < text.size())
    if ((at = skip_code_point(text, at)) == std::string_view::npos) return false;
  return true;
}

// Removes the first (or last) code point from `word`, which must be valid UTF-8 and not empty.
inline char32_t cut_front(std::string_view& word) {
  std::size_t at = 0;
  const char32_t point = next_code_point(word, at);
  word.remove_prefix(at);
  return point;
}
inline char32_t cut_back(std::string_view& word) {
  std::size_t begin = word.size() - 1;
  while (begin > 0 && (word[begin] & 0xC0) == 0x80) --begin;
  std::size_t at = begin;
  const char32_t point = next_code_point(word, at);
  word.remove_suffix(word.size() - begin);
  return point;
}

}  // namespace wordtools
