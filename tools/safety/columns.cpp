// Fuzzes the reader of lexicon files with any bytes as the three columns. Each mutation stays
// within one part of one column, so that the others remain consistent.
#include "input.hpp"
#include "use.hpp"

using namespace wordtools;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

void mutate(Bytes& bytes, std::size_t begin, std::size_t end) {
  Bytes part(bytes.begin() + begin, bytes.begin() + end);
  part.resize(part.size() + 64);
  part.resize(
      LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(part.data()), end - begin, part.size()));
  bytes.erase(bytes.begin() + begin, bytes.begin() + end);
  bytes.insert(bytes.begin() + begin, part.begin(), part.end());
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  Input input(data, size);
  Bytes& column = input.columns[seed % 3];
  const std::size_t header =
      column.size() < 4 ? column.size() + 1 : read_little_endian<std::uint32_t>(column.data());
  switch (seed / 3 % 8) {
    case 0:
      input.alphabet = static_cast<std::uint8_t>(seed >> 8);
      break;
    case 1:
      mutate(column, 0, column.size());
      break;
    default:
      if (header > column.size() - std::min<std::size_t>(column.size(), 4)) {
        mutate(column, 0, column.size());
      } else if (seed / 24 % 2) {  // the header, and its length
        const std::size_t symbols = column.size() - 4 - header;
        mutate(column, 4, 4 + header);
        const std::size_t length = column.size() - 4 - symbols;
        for (std::size_t i = 0; i < 4; ++i) column[i] = static_cast<char>(length >> 8 * i);
      } else {  // the symbols, in whole words
        mutate(column, 4 + header, column.size());
        while ((column.size() - 4 - header) % 4) column.push_back(0);
      }
  }
  const std::string bytes = input.bytes();
  if (bytes.size() > most) return size;
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t one_size,
                                                 const std::uint8_t* other, std::size_t other_size,
                                                 std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
  Input input(one, one_size);
  input.columns[seed % 3] = Input(other, other_size).columns[seed % 3];
  const std::string bytes = input.bytes();
  if (bytes.size() > most) return 0;
  std::memcpy(out, bytes.data(), bytes.size());
  return bytes.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Input input(data, size);
  std::unique_ptr<Automaton> automaton;
  try {
    automaton = input.automaton();
  } catch (const std::exception& error) {
    must_refuse(error);
    return 0;
  }
  use(*automaton, input.tiles());
  return 0;
}
