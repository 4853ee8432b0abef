// Fuzzes the readers and writers of other programs' automatons.
//
// An input is a byte for the form (4: dawgdic), a byte for the way in which words are written
// again, and the file's nodes or units.
#include "formats/alphagrams.hpp"
#include "formats/dawgdic_reader.hpp"
#include "formats/dawgdic_writer.hpp"
#include "formats/dwg_writer.hpp"
#include "formats/kwg_writer.hpp"
#include "formats/node_file.hpp"
#include "formats/quackle_writer.hpp"
#include "use.hpp"

using namespace wordtools;

namespace {

constexpr std::size_t alphabet = 26;
constexpr ReadingLimits limits{1 << 16, 1 << 16};

// For letters 1 to 26, or A to Z, their tiles.
std::string list_tiles(NodeForm form) {
  std::string tiles(256, static_cast<char>(TileGraph::no_tile));
  const std::size_t before = form == NodeForm::dwg ? 'A' : form == NodeForm::quackle ? 0 : 1;
  for (std::size_t i = 0; i < alphabet; ++i) tiles[before + i] = static_cast<char>(i + 1);
  return tiles;
}

struct Read {
  DraftAutomaton draft;
  std::vector<std::uint32_t> values;
};

Read read(std::string_view bytes, NodeForm form, std::uint32_t root) {
  const NodeArray nodes(bytes, form);
  const std::string tiles = list_tiles(form);
  const TileGraph graph(nodes, tiles, form < NodeForm::dwg);
  if (root >= nodes.size()) throw std::invalid_argument("it ends before its root");
  const NodeReader reader(graph, root, limits);
  return {reader.make_draft(), reader.list_values()};
}

std::vector<Word> list_words(const DraftAutomaton& draft) {
  std::vector<Word> words;
  for (DraftAutomaton::Cursor word(draft); word.next();)
    words.emplace_back(word.tiles(), word.tiles() + word.count());
  must(words.size() == draft.words && std::ranges::is_sorted(words));
  must(std::ranges::adjacent_find(words) == words.end());
  return words;
}

std::uint32_t root_of(const std::string& kwg, NodeForm form, std::size_t node) {
  return NodeArray(kwg, form)[node].child;
}

// Writes words in every form, and reads them again.
void write_again(const Read& found, std::uint8_t how) {
  const DraftAutomaton& draft = found.draft;
  const std::vector<Word> words = list_words(draft);
  must(found.values.size() == words.size());
  const bool gaddag = how & 1, wide = how & 2;
  const KwgEntries entries(draft, gaddag);
  const KwgWriter kwg(entries, gaddag, wide, how & 4 ? KwgLayout::legacy : KwgLayout::rows);
  const std::string bytes = kwg.write();
  const NodeForm form = wide ? NodeForm::kbwg : NodeForm::kwg;
  must(list_words(read(bytes, form, root_of(bytes, form, 0)).draft) == words);
  if (gaddag) {
    std::string tiles = list_tiles(form);
    tiles[0] = 0;
    const NodeArray nodes(bytes, form);
    std::uint64_t paths = 0;
    for (const Word& word : words) paths += word.size();
    must(count_gaddag_paths(TileGraph(nodes, tiles, true), root_of(bytes, form, 1)) == paths);
  }
  const DwgWriter dwg(draft, "ZYXWVUTSRQPONMLKJIHGFEDCBA");
  must(dwg.size() >= DwgWriter::root_nodes && dwg.write().size() == 4 * (dwg.size() + 1));
  std::vector<std::uint32_t> values = found.values;
  for (auto& value : values) value |= 1;
  const std::string quackle = QuackleWriter(draft, std::span(values)).write();
  const Read again = read(quackle, NodeForm::quackle, root_of(quackle, NodeForm::quackle, 0));
  must(list_words(again.draft) == words && again.values == values);
  const Spelling spelling = spelling_of(alphabet);
  const ByteAutomaton keys = make_keys(draft, spelling, values);
  const std::string dawgdic = DawgdicWriter(keys).write(true);
  const std::uint32_t units = read_little_endian<std::uint32_t>(dawgdic.data());
  const DawgdicFile complete = complete_dawgdic(std::string_view(dawgdic).substr(4, 4 * units));
  must(complete.bytes == dawgdic && complete.keys == words.size() && complete.has_values);
  must(are_alphagrams(make_alphagrams(draft)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::vector<char> bytes(data + 2, data + size);  // so that a step beyond is noticed
  const std::string_view file(bytes.data(), bytes.size());
  try {
    if (data[0] % 5 == 4) {
      complete_dawgdic(file.substr(0, file.size() / 4 * 4));
      return 0;
    }
    const auto form = static_cast<NodeForm>(data[0] % 5);
    const NodeArray nodes(file, form);
    nodes.looks_like_kwg();
    if (nodes.size() == 0) return 0;
    const std::uint32_t root = form == NodeForm::dwg ? 1 : nodes[0].child;
    if (root) write_again(read(file, form, root), data[1]);
  } catch (const std::exception& error) {
    must_refuse(error);
  }
  return 0;
}
