// Fuzzes editions, and the categories of words as in a lexicon file.
//
// An input is the number of category sets (two bytes), that of words (two), and the numbers.
#include "use.hpp"

using namespace wordtools;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const std::vector<char> bytes(data, data + size);
  const std::size_t count = read_little_endian<std::uint16_t>(bytes.data());
  const std::size_t words = read_little_endian<std::uint16_t>(bytes.data() + 2);
  const std::string_view numbers(bytes.data() + 4, size - 4);
  std::optional<WordCategories> sets;
  try {
    sets.emplace(numbers, words, count);
  } catch (const std::exception& error) {
    must_refuse(error);
    return 0;
  }
  must(sets->encode_numbers() == numbers && sets->words() == words);
  std::string admitted(count, '\0');
  for (std::size_t set = 0; set < count; set += 2) admitted[set] = 1;
  if (count == 0) return 0;
  const Selection selection(*sets, admitted);
  std::uint32_t before = 0;
  for (std::size_t rank = 0; rank < words; ++rank) {
    must(sets->set_number(rank) < count && selection.count_before(rank) == before);
    const bool chosen = sets->set_number(rank) % 2 == 0;
    must(selection.contains(rank) == chosen);
    if (chosen) must(selection.get_rank(before++) == rank);
  }
  must(selection.count_before(words) == before && selection.size() == before);
  return 0;
}
