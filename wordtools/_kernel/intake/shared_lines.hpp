// Finds the lines that several files share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace wordtools {

// The lines of a file, and the mask of each line after the first.
struct MaskedLines {
  std::string content;
  std::vector<std::uint64_t> masks;
};

// Gives every line the masks of all files that have it. The line stays in the first of these files;
// wherever it is repeated, it becomes blank and gets the mask 0. First lines stay as they are.
inline std::vector<MaskedLines> keep_lines_once(const std::vector<std::string_view>& contents,
                                                const std::vector<std::uint64_t>& masks) {
  const auto for_each_line = [](std::string_view content, auto&& visit) {
    for (bool first = true;; first = false) {
      const std::size_t end = content.find('\n');
      visit(content.substr(0, end), first);
      if (end == content.npos) return;
      content.remove_prefix(end + 1);
    }
  };
  std::unordered_map<std::string_view, std::uint64_t> left;
  for (std::size_t file = 0; file < contents.size(); ++file)
    for_each_line(contents[file], [&](std::string_view line, bool) { left[line] |= masks[file]; });
  std::vector<MaskedLines> kept(contents.size());
  for (std::size_t file = 0; file < contents.size(); ++file)
    for_each_line(contents[file], [&](std::string_view line, bool first) {
      MaskedLines& lines = kept[file];
      if (first) return void(lines.content = line);
      const std::uint64_t mask = std::exchange(left[line], 0);
      (lines.content += '\n').append(mask ? line : std::string_view());
      lines.masks.push_back(mask);
    });
  return kept;
}

}  // namespace wordtools
