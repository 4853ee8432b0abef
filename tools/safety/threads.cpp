// Threads that share automatons from their first use on, when ranks and lookaheads are computed,
// for ThreadSanitizer. Arguments: files of inputs, as columns.cpp reads them.
#include <barrier>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>

#include "input.hpp"
#include "use.hpp"

using namespace wordtools;

int main(int count, char** paths) {
  constexpr int threads = 8;
  for (int i = 1; i < count; ++i) {
    std::ifstream file(paths[i], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const Input input(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    for (int round = 0; round < 5; ++round) {
      const auto automaton = input.automaton();
      std::barrier together(threads);
      std::vector<std::jthread> users;
      for (int thread = 0; thread < threads; ++thread)
        users.emplace_back([&] {
          together.arrive_and_wait();
          use(*automaton, input.tiles());
        });
    }
    std::cout << paths[i] << ": " << input.automaton()->size() << " words, " << threads
              << " threads\n";
  }
}
