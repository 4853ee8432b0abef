// Writes an automaton's columns.
#include <span>

#include "automaton/columns.hpp"
#include "automaton/draft_automaton.hpp"

namespace wordtools {

namespace {

using namespace column;

// A column consists of the length of its header (four bytes), the header, and the symbols.
std::string encode_column(BitWriter header, const SymbolWriter& symbols) {
  const std::string bits = std::move(header).finish();
  BitWriter length;
  length.write_bits(bits.size(), 32);
  return std::move(length).finish() + bits + symbols.encode();
}

// The arcs of an automaton, as the columns store them.
struct ArcListing {
  LargeVector<std::uint16_t> arcs;  // their symbols
  struct Pointer {
    std::uint32_t state;  // the number of the target
    std::uint32_t tile : 6, final : 1;
  };
  LargeVector<Pointer> pointers;
  std::vector<std::size_t> begins;  // the beginnings of blocks' pointers, and their end
  std::uint32_t states = 0;
};

ArcListing list_arcs(const DraftAutomaton& draft) {
  ArcListing listed;
  listed.arcs.reserve(draft.arcs.size());
  listed.pointers.resize(
      draft.arcs.size());  // more than there will be, so that no branch is needed
  std::size_t pointers = 0;
  LargeVector<std::uint32_t> number(draft.arcs.size());  // of each state, by its first arc
  std::vector<std::uint32_t> waiting{0};  // states that no arc leads to yet, by their first arcs
  for (std::uint32_t begin = 1, end; begin < draft.arcs.size(); begin = end) {
    for (end = begin; !draft.arcs[end++].last;) {
    }
    for (std::uint32_t at = end; at-- > begin;) {
      if (listed.arcs.size() % block_arcs == 0) listed.begins.push_back(pointers);
      const DraftAutomaton::Arc arc = draft.arcs[at];
      const bool goes_on = arc.target != 0, is_fresh = goes_on & (arc.target == waiting.back());
      waiting.resize(waiting.size() - is_fresh);
      listed.pointers[pointers] = {number[arc.target], arc.tile, arc.final};
      pointers += goes_on & !is_fresh;
      const std::uint32_t way = goes_on ? (is_fresh ? fresh : points) + arc.final : ends;
      listed.arcs.push_back(static_cast<std::uint16_t>(arc.tile * kinds + way * 2 + (at == begin)));
    }
    number[begin] = ++listed.states;
    waiting.push_back(begin);
  }
  listed.pointers.resize(pointers);
  listed.begins.push_back(pointers);
  return listed;
}

std::string encode_arcs(const ArcListing& listed, Models& models) {
  const std::size_t count = listed.arcs.size();
  const auto at = [&](std::size_t place) -> std::uint32_t {
    return place < count ? listed.arcs[place] : 0;
  };
  SymbolWriter symbols;
  for (std::size_t first = 0; first < count; first += block_arcs) {
    const std::size_t share = lane_share(count - first);
    for (std::size_t i = 0; i < share; ++i)
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t place = first + lane * share + i;
        symbols.add(models.arcs, i == 0 ? 0 : context_after(at(place - 1)), at(place), lane);
      }
  }
  models.arcs.normalise();
  BitWriter header;
  header.write_bits(count, 32);
  models.arcs.encode(header);
  return encode_column(std::move(header), symbols);
}

// The states that pointers lead to, in the order of their numbers.
std::vector<Reference> list_references(const ArcListing& listed) {
  // The tiles of all pointers, sorted by target; those of the pointers to state s end at ends[s].
  LargeVector<std::uint32_t> ends(listed.states + 2);
  for (const auto& pointer : listed.pointers) ++ends[pointer.state + 1];
  for (std::size_t s = 1; s < ends.size(); ++s) ends[s] += ends[s - 1];
  LargeVector<Tile> tiles(listed.pointers.size());
  for (const auto& pointer : listed.pointers) tiles[ends[pointer.state]++] = pointer.tile;

  std::vector<Reference> references;
  std::array<std::uint32_t, 64> times{};
  for (std::uint32_t state = 1; state <= listed.states; ++state) {
    const std::span named(tiles.begin() + ends[state - 1], tiles.begin() + ends[state]);
    if (named.empty()) continue;
    for (const Tile tile : named) ++times[tile];
    Tile commonest = named[0];
    for (const Tile tile : named)
      if (times[tile] > times[commonest] || (times[tile] == times[commonest] && tile < commonest))
        commonest = tile;
    for (const Tile tile : named) times[tile] = 0;
    references.push_back(
        {state, 0, static_cast<std::uint8_t>(std::bit_width(named.size()) - 1), commonest});
  }
  assign_places(references);
  return references;
}

std::string encode_references(const std::vector<Reference>& references, Models& models) {
  SymbolWriter symbols;
  std::size_t turn = 0;
  LargeVector<std::pair<std::uint32_t, int>> extras;
  std::uint32_t expected = 1;
  for (const auto& reference : references) {
    const std::uint32_t gap = reference.state - expected;
    expected = reference.state + 1;
    const auto [symbol, extra] = bucket_of(gap, gap_digits);
    extras.emplace_back(gap & ((1u << extra) - 1), extra);
    symbols.add(models.gaps, 0, symbol, turn++ % lanes);
    symbols.add(models.classes, 0, reference.frequency, turn++ % lanes);
    symbols.add(models.commonest, reference.frequency, reference.commonest, turn++ % lanes);
  }
  for (auto* model : {&models.gaps, &models.classes, &models.commonest}) model->normalise();
  BitWriter header;
  header.write_bits(references.size(), 32);
  for (auto* model : {&models.gaps, &models.classes, &models.commonest}) model->encode(header);
  for (const auto& [value, count] : extras) header.write_bits(value, count);
  return encode_column(std::move(header), symbols);
}

std::string encode_pointers(const ArcListing& listed, const std::vector<Reference>& references,
                            Models& models) {
  LargeVector<std::uint32_t> place_of(listed.states + 1, 0);
  for (const auto& reference : references) place_of[reference.state] = reference.place;
  const int digits = pointer_digits(references.size());
  SymbolWriter symbols;
  LargeVector<std::pair<std::uint32_t, int>> extras;
  extras.reserve(listed.pointers.size());
  for (std::size_t block = 0; block + 1 < listed.begins.size(); ++block) {
    const std::size_t begin = listed.begins[block];
    for (std::size_t i = begin; i < listed.begins[block + 1]; ++i) {
      const auto& pointer = listed.pointers[i];
      const std::uint32_t number = place_of[pointer.state];
      const auto [symbol, extra] = bucket_of(number, digits);
      symbols.add(models.pointers, pointer.tile * 2u + pointer.final, symbol, (i - begin) % lanes);
      extras.emplace_back(number & ((1u << extra) - 1), extra);
    }
  }
  models.pointers.normalise();
  BitWriter header;
  models.pointers.encode(header);
  for (const auto& [value, count] : extras) header.write_bits(value, count);
  return encode_column(std::move(header), symbols);
}

}  // namespace

Columns encode_columns(const DraftAutomaton& draft, std::size_t alphabet) {
  const ArcListing listed = list_arcs(draft);
  const auto references = list_references(listed);
  Models models{ModelLayouts(alphabet)};
  Columns columns;
  columns.arcs = encode_arcs(listed, models);
  columns.references = encode_references(references, models);
  columns.pointers = encode_pointers(listed, references, models);
  return columns;
}

}  // namespace wordtools
