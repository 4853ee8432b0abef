// Two pieces of work at once.
#pragma once

#include <future>
#include <system_error>

namespace wordtools {

// Does both, the second in another thread if there may be one. Throws what they throw.
template <class First, class Second>
void at_once(First&& first, Second&& second) {
  std::future<void> other;
  try {
    other = std::async(std::launch::async, second);
  } catch (const std::system_error&) {
    // No more threads here: then one after the other.
  }
  first();  // if it throws, the other is waited for
  other.valid() ? other.get() : second();
}

}  // namespace wordtools
