// Binds readers and writers of the automatons in other programs' files.
#include <numeric>

#include "bind/python_types.hpp"
#include "formats/alphagrams.hpp"
#include "formats/dawgdic_reader.hpp"
#include "formats/dawgdic_writer.hpp"
#include "formats/dwg_writer.hpp"
#include "formats/kwg_writer.hpp"
#include "formats/node_file.hpp"
#include "formats/quackle_writer.hpp"

namespace wordtools {

namespace {

nb::bytes make_number_bytes(const std::vector<std::uint32_t>& numbers) {
  return nb::bytes(numbers.data(), numbers.size() * sizeof numbers[0]);
}

std::span<const std::uint32_t> read_values(const nb::bytes& bytes, std::uint32_t words) {
  if (bytes.size() != std::size_t{words} * 4)
    throw nb::value_error("there must be a value for each word");
  return {static_cast<const std::uint32_t*>(bytes.data()), words};
}

nb::tuple read_nodes(const PythonSpelling& spelling, const nb::bytes& data, NodeForm form,
                     std::uint32_t root, const nb::bytes& tiles, std::uint64_t max_words,
                     std::uint64_t max_arcs) {
  DraftAutomaton draft;
  std::vector<std::uint32_t> values;
  {
    const WithoutGil released;
    const NodeArray nodes(view(data), form);
    const bool ascending = form == NodeForm::kwg || form == NodeForm::kbwg;
    const TileGraph graph(nodes, view(tiles), ascending);
    if (root >= nodes.size()) throw std::invalid_argument("it ends before its root");
    const NodeReader reader(graph, root, {max_words, max_arcs});
    draft = reader.make_draft();
    if (form == NodeForm::quackle) values = reader.list_values();
  }
  return nb::make_tuple(make_draft(std::move(draft), spelling.shared), make_number_bytes(values));
}

std::uint64_t count_gaddag(const nb::bytes& data, NodeForm form, std::uint32_t root,
                           std::size_t tiles) {
  const WithoutGil released;
  const NodeArray nodes(view(data), form);
  if (root >= nodes.size()) throw std::invalid_argument("it ends before its GADDAG");
  std::string letters(256, static_cast<char>(TileGraph::no_tile));
  std::iota(letters.begin(), letters.begin() + std::min<std::size_t>(tiles, max_tiles) + 1, '\0');
  return count_gaddag_paths(TileGraph(nodes, letters, true), root);
}

// Throws TooManyError if there are more nodes than can be numbered.
void check_size(std::size_t nodes, std::size_t max_nodes) {
  if (nodes > max_nodes)
    throw TooManyError(std::to_string(nodes) + " nodes of " + std::to_string(max_nodes));
}

nb::bytes encode_kwg(const PythonDraft& draft, bool gaddag, bool wide, bool legacy) {
  return make_bytes(without_gil([&] {
    const KwgEntries entries(draft.native, gaddag);
    const KwgWriter writer(entries, gaddag, wide, legacy ? KwgLayout::legacy : KwgLayout::rows);
    check_size(writer.size(), wide ? 1u << 24 : 1u << 22);
    return writer.write();
  }));
}

}  // namespace

void bind_formats(nb::module_& m) {
  nb::enum_<NodeForm>(m, "NodeForm")
      .value("KWG", NodeForm::kwg)
      .value("KBWG", NodeForm::kbwg)
      .value("DWG", NodeForm::dwg)
      .value("QUACKLE", NodeForm::quackle);
  m.attr("NO_TILE") = TileGraph::no_tile;

  m.def("read_nodes", &read_nodes, "spelling"_a, "data"_a, "form"_a, "root"_a, "tiles"_a,
        "max_words"_a, "max_arcs"_a);
  m.def("count_gaddag", &count_gaddag, "data"_a, "form"_a, "root"_a, "tiles"_a);
  m.def(
      "looks_like_kwg",
      [](const nb::bytes& data, NodeForm form) {
        const WithoutGil released;
        return NodeArray(view(data), form).looks_like_kwg();
      },
      "data"_a, "form"_a);
  m.def("encode_kwg", &encode_kwg, "draft"_a, "gaddag"_a, "wide"_a, "legacy"_a);
  m.def(
      "encode_dwg",
      [](const PythonDraft& draft, const nb::bytes& letters) {
        if (letters.size() != draft.spelling->faces().size())
          throw nb::value_error("there must be a letter for each tile");
        return make_bytes(without_gil([&] {
          const DwgWriter writer(draft.native, view(letters));
          check_size(writer.size(), DwgWriter::max_nodes);
          return writer.write();
        }));
      },
      "draft"_a, "letters"_a);
  m.def(
      "encode_quackle",
      [](const PythonDraft& draft, const std::optional<nb::bytes>& values) {
        std::optional<std::span<const std::uint32_t>> numbers;
        if (values) numbers = read_values(*values, draft.native.words);
        return make_bytes(without_gil([&] {
          const QuackleWriter writer(draft.native, numbers);
          check_size(writer.size(), QuackleWriter::max_nodes);
          return writer.write();
        }));
      },
      "draft"_a, "values"_a.none());
  m.def(
      "encode_dawgdic",
      [](const PythonDraft& draft, const std::optional<nb::bytes>& values, bool guide) {
        std::span<const std::uint32_t> numbers;
        if (values) numbers = read_values(*values, draft.native.words);
        for (const std::uint32_t number : numbers)
          if (number >> 31) throw nb::value_error("a value has at most 31 bits");
        return make_bytes(without_gil([&] {
          return DawgdicWriter(make_keys(draft.native, *draft.spelling, numbers)).write(guide);
        }));
      },
      "draft"_a, "values"_a.none(), "guide"_a);
  m.def(
      "complete_dawgdic",
      [](const nb::bytes& units) {
        const auto file = without_gil([&] { return complete_dawgdic(view(units)); });
        return nb::make_tuple(make_bytes(file.bytes), file.keys, file.has_values);
      },
      "units"_a);
  m.def(
      "are_alphagrams",
      [](const PythonDraft& draft) {
        const WithoutGil released;
        return are_alphagrams(draft.native);
      },
      "draft"_a);
  m.def(
      "make_alphagrams",
      [](const PythonDraft& draft) {
        auto alphagrams = without_gil([&] { return make_alphagrams(draft.native); });
        return make_draft(std::move(alphagrams), draft.spelling);
      },
      "draft"_a);
}

}  // namespace wordtools
