#include "spell_many.hpp"

#include "arrow_source.hpp"

namespace wordtools {

namespace {

class TileColumn {
 public:
  TileColumn(const PythonAutomaton& automaton, nb::callable compose)
      : automaton_(automaton), compose_(std::move(compose)) {}

  // The GIL must not be held.
  void add(std::string_view text) {
    Tile tiles[max_text];
    const int count = read_plain_utf8(*automaton_.spelling, text, tiles);
    if (count > 0)
      add_tiles(tiles, count, find_rank(tiles, count));
    else if (count < 0)
      add_composed(text);
    else
      add_null();
  }
  void add_null() {
    ends_.push_back(-1);
    ranks_.push_back(-1);
  }

  nb::tuple finish() const {
    return nb::make_tuple(nb::bytes(tiles_.data(), tiles_.size()), make_numbers(ends_),
                          make_numbers(ranks_));
  }

 private:
  std::int64_t find_rank(const Tile* tiles, int count) const {
    return count <= 0 ? -1 : automaton_.native->find_rank(tiles, static_cast<std::size_t>(count));
  }
  void add_tiles(const Tile* tiles, int count, std::int64_t rank) {
    tiles_.append(reinterpret_cast<const char*>(tiles), static_cast<std::size_t>(count));
    ends_.push_back(static_cast<std::int64_t>(tiles_.size()));
    ranks_.push_back(rank);
  }
  // A text that is not plain: as it is, or else composed, if only that is a word or spelled.
  void add_composed(std::string_view text) {
    const WithGil held;
    Tile tiles[max_text], others[max_text];
    const nb::str read = decode_str(text);
    const int count = read_text(*automaton_.spelling, read, tiles);
    const std::int64_t rank = find_rank(tiles, count);
    if (rank >= 0) return add_tiles(tiles, count, rank);
    const nb::object composed = compose_(read);
    const int other_count = read_text(*automaton_.spelling, composed, others);
    const std::int64_t other_rank = find_rank(others, other_count);
    if (count > 0)
      add_tiles(tiles, count, other_rank);
    else if (other_count > 0)
      add_tiles(others, other_count, other_rank);
    else
      add_null();
  }
  static nb::bytes make_numbers(const std::vector<std::int64_t>& numbers) {
    return nb::bytes(numbers.data(), numbers.size() * sizeof(std::int64_t));
  }

  const PythonAutomaton& automaton_;
  nb::callable compose_;
  std::string tiles_;
  std::vector<std::int64_t> ends_, ranks_;
};

}  // namespace

nb::tuple spell_many(const PythonAutomaton& automaton, nb::handle strings, nb::callable compose) {
  TileColumn column(automaton, std::move(compose));
  ArrowSource source(strings);
  while (const auto texts = source.next()) {
    const WithoutGil released;
    for (std::int64_t row = 0; row < texts->size(); ++row) {
      const auto text = (*texts)[row];
      text ? column.add(*text) : column.add_null();
    }
  }
  return column.finish();
}

}  // namespace wordtools
