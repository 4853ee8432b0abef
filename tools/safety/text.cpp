// Fuzzes spelling: any text, read by any alphabet.
//
// An input is lines: the faces of the tiles, a blank line, then texts.
#include "intake/hunspell.hpp"
#include "use.hpp"

using namespace wordtools;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<char> bytes(data, data + size);
  std::string_view rest(bytes.data(), bytes.size());
  const auto line = [&] {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
  };
  std::vector<std::string> faces;
  std::vector<std::pair<std::string, std::string>> letters;
  std::string settled;
  for (std::string_view face; !(face = line()).empty();) {
    if (!is_utf8(face) || face.find_first_of("[]") != face.npos) return 0;  // no alphabet
    faces.emplace_back(face);
    for (const char32_t point : decode_code_points(face)) {
      std::string letter;
      append_code_point(letter, point);
      letters.emplace_back(letter, letter);
      settled += letter;
    }
  }
  std::optional<Spelling> spelling;
  try {
    spelling.emplace(faces, letters, settled);
  } catch (const std::exception& error) {
    must_refuse(error);
    return 0;
  }
  while (!rest.empty()) {
    const std::string_view text = line();
    const auto points = decode_code_points(text);
    const auto read = [&](const std::vector<char32_t>& from, Tile* tiles) {
      return spelling->read([&](std::size_t i) { return from[i]; }, from.size(), tiles);
    };
    Tile tiles[max_text], plain[max_word], again[max_text];
    const int count = read(points, tiles);
    const int quick = read_plain_utf8(*spelling, text, plain);
    if (quick >= 0) must(quick == count && std::equal(plain, plain + quick, tiles));
    if (count < 0) continue;
    std::string written;
    spelling->append_text(tiles, static_cast<std::size_t>(count), written);
    const int same = read(decode_code_points(written), again);
    must(same == count && std::equal(tiles, tiles + count, again));
  }
  return 0;
}
