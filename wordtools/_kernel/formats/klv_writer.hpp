// Writes the leaves of a KLV2 file (the leave table of wolges, macondo and MAGPIE): the nodes of a
// KWG in which each word is a leave and the blank is tile 0.
#pragma once

#include "automaton/bit_stream.hpp"
#include "formats/kwg_writer.hpp"

namespace wordtools {

// The words of `leaves` consist of tile numbers plus 1. The first node of the output leads to the
// root; the second is empty, because there are no words spelled backwards. Throws TooManyError.
inline std::string write_klv_nodes(const DraftAutomaton& leaves) {
  constexpr std::uint32_t child = 0x3FFFFF, tile = 0xFFu << 24;
  const KwgEntries entries(leaves, false);
  const KwgWriter writer(entries, false, false, KwgLayout::legacy);
  if (writer.size() >= child) throw TooManyError("more nodes than a KLV2 can number");
  const std::string nodes = writer.write();
  std::string bytes;
  const auto append = [&](std::uint32_t node) {
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(node >> 8 * i & 0xFF);
  };
  for (std::size_t at = 0; at < nodes.size(); at += 4) {
    auto node = read_little_endian<std::uint32_t>(&nodes[at]);
    if (node & tile) node -= 1u << 24;
    if (node & child) ++node;  // makes room for the second node
    append(at ? node : node & child);
    if (at == 0) append(0x400000);
  }
  return bytes;
}

}  // namespace wordtools
