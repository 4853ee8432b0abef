// Runs two tasks at the same time.
//
// Helper threads, which are started here and by BlockReadAhead, must never touch Python, because
// they do not hold the GIL. `HelperThread` marks such a thread, so that `WithGil` can end the
// process with a message before the thread corrupts Python's memory.
#pragma once

#include <future>
#include <system_error>

namespace wordtools {

// Marks its thread as a helper.
class HelperThread {
 public:
  HelperThread() { is_current_ = true; }
  ~HelperThread() { is_current_ = false; }
  HelperThread(const HelperThread&) = delete;
  static bool is_current() { return is_current_; }

 private:
  static inline thread_local bool is_current_ = false;
};

// Runs both functions: the second in a helper thread if possible, otherwise after the first.
// Rethrows their exceptions.
template <class First, class Second>
void run_parallel(First&& first, Second&& second) {
  std::future<void> other;
  try {
    other = std::async(std::launch::async, [&second] {
      const HelperThread mark;
      second();
    });
  } catch (const std::system_error&) {
    // The system grants no more threads.
  }
  first();  // if it throws, the future's destructor waits for the other
  other.valid() ? other.get() : second();
}

}  // namespace wordtools
