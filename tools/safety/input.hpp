// The three columns of a lexicon file, and its alphabet, as one input: a byte for the alphabet, the
// lengths of the first two columns (four bytes each), and the columns.
#pragma once

#include "automaton/columns.hpp"

namespace wordtools {

using Bytes = std::vector<char>;  // of the exact length, so that a step beyond is noticed

struct Input {
  std::uint8_t alphabet = 0;
  std::array<Bytes, 3> columns;

  Input(const std::uint8_t* data, std::size_t size) {
    const auto* at = reinterpret_cast<const char*>(data);
    const auto* const end = at + size;
    if (size < 9) return;
    alphabet = data[0];
    std::size_t lengths[] = {read_little_endian<std::uint32_t>(at + 1),
                             read_little_endian<std::uint32_t>(at + 5), size};
    at += 9;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto length = std::min(lengths[i], static_cast<std::size_t>(end - at));
      columns[i].assign(at, at + length);
      at += length;
    }
  }

  std::size_t tiles() const { return 1 + alphabet % max_tiles; }

  // Throws as decode_columns does.
  std::unique_ptr<Automaton> automaton() const {
    const auto column = [&](std::size_t i) {
      return std::string_view(columns[i].data(), columns[i].size());
    };
    return decode_columns(column(0), column(1), column(2), tiles());
  }

  std::string bytes() const {
    BitWriter head;
    head.write_bits(alphabet, 8);
    for (std::size_t i = 0; i < 2; ++i) head.write_bits(columns[i].size(), 32);
    std::string bytes = std::move(head).finish();
    for (const auto& column : columns) bytes.append(column.data(), column.size());
    return bytes;
  }
};

}  // namespace wordtools
