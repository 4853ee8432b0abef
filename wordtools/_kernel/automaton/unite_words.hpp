// The union of several automatons.
#pragma once

#include <queue>

#include "automaton/automaton.hpp"
#include "automaton/automaton_builder.hpp"

namespace wordtools {

// Walks through all automatons in parallel, in one pass. Throws TooManyError.
inline DraftAutomaton unite_words(const std::vector<const Automaton*>& automatons) {
  using Word = Automaton::Cursor;
  const auto is_after = [](const Word* one, const Word* other) {
    return std::lexicographical_compare(other->tiles(), other->tiles() + other->count(),
                                        one->tiles(), one->tiles() + one->count());
  };
  std::deque<Word> words;
  std::priority_queue<Word*, std::vector<Word*>, decltype(is_after)> waiting(is_after);
  for (const Automaton* automaton : automatons)
    if (automaton->size()) waiting.push(&words.emplace_back(*automaton, 0));
  AutomatonBuilder builder;
  while (!waiting.empty()) {
    Word* const word = waiting.top();
    waiting.pop();
    bool more = true;
    // Several words in a row often come from the same automaton.
    while (more && (waiting.empty() || !is_after(word, waiting.top()))) {
      builder.add(word->tiles(), word->count());
      more = word->next();
    }
    if (more) waiting.push(word);
  }
  return std::move(builder).finish();
}

}  // namespace wordtools
