// Fuzzes the reader of lexicon files beyond its entropy coding, with correctly coded columns of
// arcs, references and pointers that may contradict each other.
//
// An input describes states one after the other. Most of them are as the reader requires, with arcs
// of all ways to states that exist; some bytes cause an arbitrary arc.
#include <fuzzer/FuzzedDataProvider.h>

#include <map>

#include "use.hpp"

using namespace wordtools;
using namespace wordtools::column;

namespace {

struct Story {
  std::size_t alphabet;
  std::vector<std::uint32_t> arcs;     // their symbols
  std::vector<std::uint32_t> targets;  // of pointers: numbers of states
  std::size_t states = 0, waiting = 0;

  void put(std::uint32_t tile, std::uint32_t way, bool last) {
    arcs.push_back(tile * kinds + way * 2 + last);
    waiting -= way == fresh || way == fresh_final;
    if (last) ++states, ++waiting;
  }

  // Adds a state, mostly as the reader requires.
  void state(FuzzedDataProvider& in) {
    for (std::size_t tile = alphabet;; --tile) {
      const auto byte = in.ConsumeIntegral<std::uint8_t>();
      if (byte >= 250) {
        const auto symbols = static_cast<std::uint32_t>((alphabet + 1) * kinds);
        arcs.push_back(in.ConsumeIntegralInRange<std::uint32_t>(0, symbols - 1));
        if (arcs.back() % kinds / 2 >= points)
          targets.push_back(in.ConsumeIntegral<std::uint32_t>());
        states += arcs.back() % 2;
        return;
      }
      tile -= byte / 10 % tile;
      const bool last = byte / 5 % 2 || tile == 1;
      std::uint32_t way = byte % 5;
      if ((way == fresh || way == fresh_final) && waiting == 0) way = ends;
      if (way >= points && states == 0) way = ends;
      if (way >= points)
        targets.push_back(1 +
                          in.ConsumeIntegral<std::uint16_t>() % static_cast<std::uint32_t>(states));
      put(static_cast<std::uint32_t>(tile), way, last);
      if (last) return;
    }
  }

  // Adds states that lead to all waiting ones, down to the root.
  void close() {
    while (alphabet > 1 && waiting > 1)
      for (std::size_t left = std::min(alphabet, waiting); left > 0; --left)
        put(static_cast<std::uint32_t>(left), fresh, left == 1);
  }
};

// The references, as a writer would list them, or not quite so.
std::vector<Reference> list_references(const Story& story, FuzzedDataProvider& in) {
  std::map<std::uint32_t, std::uint32_t> named;
  for (const auto target : story.targets) ++named[target & 0xFFFFFF];
  if (in.ConsumeBool()) named[in.ConsumeIntegral<std::uint32_t>() & 0xFFFFFF] = 0;
  std::vector<Reference> references;
  const bool any = in.ConsumeBool();
  for (const auto& [state, count] : named) {
    if (state == 0) continue;
    Reference reference{state, 0, static_cast<std::uint8_t>(std::bit_width(count | 1) - 1), 1};
    if (any) {
      reference.frequency = in.ConsumeIntegral<std::uint8_t>() % max_classes;
      reference.commonest = in.ConsumeIntegral<std::uint8_t>() % (story.alphabet + 1);
    }
    references.push_back(reference);
  }
  assign_places(references);
  return references;
}

std::string encode_column(BitWriter header, const SymbolWriter& symbols) {
  const std::string bits = std::move(header).finish();
  BitWriter length;
  length.write_bits(bits.size(), 32);
  return std::move(length).finish() + bits + symbols.encode();
}

using LowBits = std::vector<std::pair<std::uint32_t, int>>;

std::uint32_t bucketed(std::uint32_t number, int digits, LowBits& low) {
  const auto [symbol, extra] = bucket_of(number, digits);
  low.emplace_back(number & ((1u << extra) - 1), extra);
  return symbol;
}

std::string encode_arcs(const Story& story, std::size_t told, Models& models) {
  const auto& arcs = story.arcs;
  const auto at = [&](std::size_t place) { return place < arcs.size() ? arcs[place] : 0; };
  SymbolWriter symbols;
  for (std::size_t first = 0; first < arcs.size(); first += block_arcs) {
    const std::size_t share = lane_share(arcs.size() - first);
    for (std::size_t i = 0; i < share; ++i)
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t place = first + lane * share + i;
        symbols.add(models.arcs, i ? context_after(at(place - 1)) : 0, at(place), lane);
      }
  }
  models.arcs.normalise();
  BitWriter header;
  header.write_bits(told, 32);
  models.arcs.encode(header);
  return encode_column(std::move(header), symbols);
}

std::string encode_references(const std::vector<Reference>& references, bool cut, Models& models) {
  SymbolWriter symbols;
  LowBits low;
  std::size_t turn = 0;
  std::uint32_t expected = 1;
  for (const auto& [state, place, frequency, commonest] : references) {
    const auto gap = bucketed(state - expected, gap_digits, low);
    expected = state + 1;
    symbols.add(models.gaps, 0, gap, turn++ % lanes);
    symbols.add(models.classes, 0, frequency, turn++ % lanes);
    symbols.add(models.commonest, frequency, commonest, turn++ % lanes);
  }
  BitWriter header;
  header.write_bits(references.size(), 32);
  for (auto* model : {&models.gaps, &models.classes, &models.commonest}) {
    model->normalise();
    model->encode(header);
  }
  if (cut) low.resize(low.size() / 2);
  for (const auto& [value, count] : low) header.write_bits(value, count);
  return encode_column(std::move(header), symbols);
}

std::string encode_pointers(const Story& story, const std::vector<Reference>& references,
                            FuzzedDataProvider& in, bool cut, Models& models) {
  std::map<std::uint32_t, std::uint32_t> place_of;
  for (const auto& reference : references) place_of[reference.state] = reference.place;
  SymbolWriter symbols;
  LowBits low;
  std::size_t next = 0, lane = 0;
  for (std::size_t i = 0; i < story.arcs.size(); ++i) {
    if (i % block_arcs == 0) lane = 0;
    const std::uint32_t tile = story.arcs[i] / kinds, way = story.arcs[i] % kinds / 2;
    if (way < points) continue;
    const auto found = place_of.find(story.targets[next++]);
    const auto place =
        found == place_of.end() ? in.ConsumeIntegral<std::uint32_t>() & 0x3FFFF : found->second;
    symbols.add(models.pointers, tile * 2 + (way == points_final),
                bucketed(place, pointer_digits(references.size()), low), lane++ % lanes);
  }
  models.pointers.normalise();
  BitWriter header;
  models.pointers.encode(header);
  if (cut) low.resize(low.size() / 2);
  for (const auto& [value, count] : low) header.write_bits(value, count);
  return encode_column(std::move(header), symbols);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider in(data, size);
  // Small alphabets are faster.
  Story story{in.ConsumeIntegralInRange<std::size_t>(1, in.ConsumeBool() ? max_tiles : 6), {}, {}};
  const bool closed = in.ConsumeIntegral<std::uint8_t>() % 8 != 0;
  const std::size_t more = in.ConsumeIntegral<std::uint8_t>() % 32 == 0;
  while (in.remaining_bytes() > 8) story.state(in);
  if (closed) story.close();
  const auto references = list_references(story, in);
  const bool cut = in.ConsumeIntegral<std::uint8_t>() % 32 == 1;
  Models models{ModelLayouts(story.alphabet)};
  const std::string arcs = encode_arcs(story, story.arcs.size() + more, models);
  const std::string named = encode_references(references, cut, models);
  const std::string pointers = encode_pointers(story, references, in, cut, models);
  std::unique_ptr<Automaton> automaton;
  try {
    automaton = decode_columns(arcs, named, pointers, story.alphabet, true);
  } catch (const std::exception& error) {
    must_refuse(error);
    return 0;
  }
  use(*automaton, story.alphabet);
  return 0;
}
