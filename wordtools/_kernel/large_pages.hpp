// Memory that lies in large pages, where the system has such and it fills some: touching one for
// the first time costs less than a tenth of what 512 small ones do.
#pragma once

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace wordtools {

inline constexpr std::size_t large_page = 1 << 21;

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

// `bytes` is a multiple of a large page, and `memory` begins with one.
inline void ask_for_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  if (bytes) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

inline std::size_t whole_pages(std::size_t bytes) {
  return (bytes + large_page - 1) / large_page * large_page;
}

// So many bytes, rounded up to whole pages. Throws std::bad_alloc.
inline void* large_pages(std::size_t bytes) {
  void* const memory = std::aligned_alloc(large_page, whole_pages(bytes));
  if (!memory) throw std::bad_alloc();
  ask_for_large_pages(memory, whole_pages(bytes));
  return memory;
}

// A vector that lies in large pages as soon as it fills a good part of one.
template <class Thing>
struct LargePages {
  using value_type = Thing;
  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>&) {}
  bool operator==(const LargePages&) const = default;

  Thing* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(Thing);
    return static_cast<Thing*>(bytes < large_page / 4 ? ::operator new(bytes) : large_pages(bytes));
  }
  void deallocate(Thing* memory, std::size_t count) {
    count * sizeof(Thing) < large_page / 4 ? ::operator delete(memory) : std::free(memory);
  }
};
template <class Thing>
using LargeVector = std::vector<Thing, LargePages<Thing>>;

// Zeroed memory that costs nothing until it is touched.
template <class Number>
class Zeros {
 public:
  explicit Zeros(std::size_t size) : size_(size) {
    const std::size_t bytes = size * sizeof(Number), large = bytes / large_page * large_page;
    std::size_t room = large ? bytes + large_page : bytes;
    void* begin = std::calloc(room, 1);
    if (!begin) throw std::bad_alloc();
    memory_.reset(begin);
    if (large) std::align(large_page, bytes, begin, room);
    ask_for_large_pages(begin, large);
    numbers_ = static_cast<Number*>(begin);
  }
  std::size_t size() const { return size_; }
  Number& operator[](std::size_t at) { return numbers_[at]; }
  const Number& operator[](std::size_t at) const { return numbers_[at]; }
  const Number* data() const { return numbers_; }
  void grow(std::size_t size) {
    Zeros larger(size);
    std::copy_n(data(), std::min(size_, size), larger.numbers_);
    *this = std::move(larger);
  }

 private:
  std::size_t size_;
  std::unique_ptr<void, Free> memory_;
  Number* numbers_;
};

// Memory that threads need for one piece of work; all of it goes when the work is done.
class Workspace {
 public:
  // Room for so many things, whatever lies there.
  template <class Thing>
  Thing* room(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<Thing> && alignof(Thing) <= line);
    const std::lock_guard lock(mutex_);
#ifdef WORDTOOLS_ROOMS_APART  // so that AddressSanitizer sees who goes from one to the next
    return static_cast<Thing*>(keep(std::malloc(count * sizeof(Thing))));
#else
    const std::size_t bytes = (count * sizeof(Thing) + line - 1) / line * line;
    if (bytes > left_) {
      next_ = static_cast<std::byte*>(keep(large_pages(bytes)));
      left_ = whole_pages(bytes);
    }
    left_ -= bytes;
    return reinterpret_cast<Thing*>(std::exchange(next_, next_ + bytes));
#endif
  }

 private:
  static constexpr std::size_t line = 64;  // of the cache

  void* keep(void* memory) {
    std::unique_ptr<void, Free> kept(memory);
    if (!kept) throw std::bad_alloc();
    memory_.push_back(std::move(kept));
    return memory;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<void, Free>> memory_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace wordtools
