// Finds the tiles and ranks of many texts, such as a column of a table.
#include "bind/arrow_source.hpp"

namespace wordtools {

namespace {

class TileColumn {
 public:
  TileColumn(const PythonAutomaton& automaton, nb::callable compose)
      : automaton_(automaton), compose_(std::move(compose)) {}

  // The GIL must not be held.
  void add(std::string_view text) {
    Tile tiles[max_text];
    int count = read_plain_utf8(*automaton_.spelling, text, tiles);
    if (count < 0) {  // not plain
      const WithGil gil;
      count = read_text(*automaton_.spelling, compose_, decode_str(text), tiles);
    }
    count > 0 ? add_tiles(tiles, static_cast<std::size_t>(count)) : add_null();
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
  void add_tiles(const Tile* tiles, std::size_t count) {
    tiles_.append(reinterpret_cast<const char*>(tiles), count);
    ends_.push_back(static_cast<std::int64_t>(tiles_.size()));
    ranks_.push_back(automaton_.native->find_rank(tiles, count));
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
