// Writing an automaton's columns. Only compiling does this: it is plain, not fast.
#include "columns.hpp"

namespace wordtools {

namespace {

using namespace column;

// A column is the length of its header (four bytes), the header's bits, then its symbols.
std::string column_of(BitWriter header, const SymbolWriter& symbols) {
  const std::string bits = std::move(header).finish();
  BitWriter length;
  length.bits(bits.size(), 32);
  return std::move(length).finish() + bits + symbols.finish();
}

// What to_columns reads off the automaton.
struct Listed {
  std::vector<std::uint32_t> arcs;      // as symbols
  std::vector<std::uint32_t> pointers;  // numbers of states
  std::vector<std::uint32_t> contexts;  // and for each, tile and whether a word ends there
  std::size_t states;
};

Listed list(const Dawg& dawg) {
  const auto states = dawg.states();
  Listed listed{{}, {}, {}, states.size()};
  std::vector<std::uint32_t> number(states.empty() ? 1 : std::ranges::max(states) + 1, 0);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    number[states[i]] = i + 1;
    for (Tiles left = dawg.tiles(states[i]); left;) {
      const auto tile = static_cast<Tile>(std::bit_width(left) - 1);
      left &= ~(Tiles{1} << tile);
      const Arc arc = dawg.step(states[i], tile);
      const std::uint32_t target = next_of(arc) == nowhere ? 0 : number[next_of(arc)];
      std::uint32_t way = ends;
      if (target != 0 && !waiting.empty() && target == waiting.back()) {
        waiting.pop_back();
        way = is_final(arc) ? fresh_final : fresh;
      } else if (target != 0) {
        listed.pointers.push_back(target);
        listed.contexts.push_back(tile * 2u + is_final(arc));
        way = is_final(arc) ? points_final : points;
      }
      listed.arcs.push_back(tile * kinds + way * 2 + (left == 0));
    }
    waiting.push_back(i + 1);
  }
  return listed;
}

std::string write_arcs(const Listed& listed, Models& models) {
  const std::size_t count = listed.arcs.size();
  const auto at = [&](std::size_t place) { return place < count ? listed.arcs[place] : 0; };
  SymbolWriter symbols;
  for (std::size_t first = 0; first < count; first += block_arcs) {
    const std::size_t share = lane_share(count - first);
    for (std::size_t i = 0; i < share; ++i)
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t place = first + lane * share + i;
        symbols.put(models.arcs, i == 0 ? 0 : context_after(at(place - 1)), at(place), lane);
      }
  }
  models.arcs.normalise();
  BitWriter header;
  header.bits(count, 32);
  models.arcs.write(header);
  return column_of(std::move(header), symbols);
}

// The referenced states, in the order of their numbers.
std::vector<Reference> references_of(const Listed& listed) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> named;  // state, tile
  for (std::size_t i = 0; i < listed.pointers.size(); ++i)
    named.emplace_back(listed.pointers[i], listed.contexts[i] / 2);
  std::ranges::sort(named);
  std::vector<Reference> references;
  for (std::size_t i = 0; i < named.size();) {
    const std::uint32_t state = named[i].first;
    std::uint32_t count = 0, most = 0, commonest = 0;
    while (i < named.size() && named[i].first == state) {
      const std::size_t first = i;
      while (i < named.size() && named[i] == named[first]) ++i;
      const auto times = static_cast<std::uint32_t>(i - first);
      if (times > most) most = times, commonest = named[first].second;
      count += times;
    }
    references.push_back({state, static_cast<std::uint32_t>(std::bit_width(count) - 1), commonest});
  }
  return references;
}

std::string write_references(const std::vector<Reference>& references, Models& models) {
  SymbolWriter symbols;
  std::size_t turn = 0;
  std::vector<std::pair<std::uint32_t, int>> extras;
  std::uint32_t expected = 1;
  for (const auto& reference : references) {
    const std::uint32_t gap = reference.state - expected;
    expected = reference.state + 1;
    const auto [symbol, extra] = bucket_of(gap, gap_digits);
    extras.emplace_back(gap & ((1u << extra) - 1), extra);
    symbols.put(models.gaps, 0, symbol, turn++ % lanes);
    symbols.put(models.classes, 0, reference.frequency, turn++ % lanes);
    symbols.put(models.commonest, reference.frequency, reference.commonest, turn++ % lanes);
  }
  for (auto* model : {&models.gaps, &models.classes, &models.commonest}) model->normalise();
  BitWriter header;
  header.bits(references.size(), 32);
  for (auto* model : {&models.gaps, &models.classes, &models.commonest}) model->write(header);
  for (const auto& [value, count] : extras) header.bits(value, count);
  return column_of(std::move(header), symbols);
}

std::string write_pointers(const Listed& listed, const std::vector<Reference>& references,
                           Models& models) {
  const auto places = places_of(references);
  std::vector<std::uint32_t> place_of(listed.states + 1, 0);
  for (std::size_t i = 0; i < places.size(); ++i) place_of[references[i].state] = places[i];
  const int digits = pointer_digits(references.size());
  SymbolWriter symbols;
  std::vector<std::pair<std::uint32_t, int>> extras;
  std::size_t next = 0, lane = 0;
  for (std::size_t place = 0; place < listed.arcs.size(); ++place) {
    if (place % block_arcs == 0) lane = 0;
    if (listed.arcs[place] % kinds / 2 < points) continue;
    const std::uint32_t number = place_of[listed.pointers[next]];
    const auto [symbol, extra] = bucket_of(number, digits);
    symbols.put(models.pointers, listed.contexts[next++], symbol, lane++ % lanes);
    extras.emplace_back(number & ((1u << extra) - 1), extra);
  }
  models.pointers.normalise();
  BitWriter header;
  models.pointers.write(header);
  for (const auto& [value, count] : extras) header.bits(value, count);
  return column_of(std::move(header), symbols);
}

}  // namespace

Columns to_columns(const Dawg& dawg, std::size_t alphabet) {
  const Listed listed = list(dawg);
  const auto references = references_of(listed);
  Models models(alphabet);
  Columns columns;
  columns.arcs = write_arcs(listed, models);
  columns.references = write_references(references, models);
  columns.pointers = write_pointers(listed, references, models);
  return columns;
}

}  // namespace wordtools
