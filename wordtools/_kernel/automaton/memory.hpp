// Memory mapped directly from the system, for objects too large to share a heap with small ones.
//
// The memory is zeroed. It uses large pages if the system has them: the first access to a large
// page costs less than a tenth as much as the first accesses to 512 small pages. Destroying the
// owner unmaps the memory, so the process does not keep memory that is needed only while a lexicon
// is opened.
#pragma once

#include <sys/mman.h>

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
inline constexpr std::size_t worth_mapping = large_page / 4;  // bytes; less comes from the heap

inline std::size_t round_to_large_pages(std::size_t bytes) {
  return (bytes + large_page - 1) / large_page * large_page;
}

// Zeroed memory that begins at a large page. If the system has large pages, the first
// `in_large_pages` bytes are in them. Throws std::bad_alloc.
inline void* map_memory(std::size_t bytes, [[maybe_unused]] std::size_t in_large_pages) {
  // Map one page more than requested, so that a large page begins within the first; unmap the rest.
  const std::size_t whole = round_to_large_pages(bytes), mapped = whole + large_page;
  if (mapped < bytes) throw std::bad_alloc();
  void* const memory =
      mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  void* begin = memory;
  std::size_t room = mapped;
  std::align(large_page, whole, begin, room);
  if (const std::size_t before = mapped - room) munmap(memory, before);
  if (const std::size_t after = room - whole) munmap(static_cast<std::byte*>(begin) + whole, after);
#ifdef MADV_HUGEPAGE
  if (in_large_pages) madvise(begin, in_large_pages, MADV_HUGEPAGE);
#endif
  return begin;
}
// `bytes` is the size that was requested from map_memory.
inline void unmap_memory(void* memory, std::size_t bytes) {
  munmap(memory, round_to_large_pages(bytes));
}

// An allocator for vectors: small vectors are on the heap, large ones in mapped memory.
template <class Thing>
struct LargePageAllocator {
  using value_type = Thing;
  LargePageAllocator() = default;
  template <class Other>
  LargePageAllocator(const LargePageAllocator<Other>&) {}
  bool operator==(const LargePageAllocator&) const = default;

  Thing* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(Thing);
    return static_cast<Thing*>(bytes < worth_mapping
                                   ? ::operator new(bytes)
                                   : map_memory(bytes, round_to_large_pages(bytes)));
  }
  void deallocate(Thing* memory, std::size_t count) {
    const std::size_t bytes = count * sizeof(Thing);
    bytes < worth_mapping ? ::operator delete(memory) : unmap_memory(memory, bytes);
  }
};
template <class Thing>
using LargeVector = std::vector<Thing, LargePageAllocator<Thing>>;

// An array of zeros that costs nothing until it is written to.
template <class Number>
class ZeroedArray {
 public:
  explicit ZeroedArray(std::size_t size)
      : size_(size), numbers_(static_cast<Number*>(take(bytes())), Return{bytes()}) {}
  std::size_t size() const { return size_; }
  Number& operator[](std::size_t at) { return numbers_.get()[at]; }
  const Number& operator[](std::size_t at) const { return numbers_.get()[at]; }
  Number* data() { return numbers_.get(); }
  const Number* data() const { return numbers_.get(); }
  void grow(std::size_t size) {
    ZeroedArray larger(size);
    std::copy_n(data(), std::min(size_, size), larger.numbers_.get());
    *this = std::move(larger);
  }

 private:
  struct Return {
    std::size_t bytes;
    void operator()(Number* memory) const {
      bytes < worth_mapping ? std::free(memory) : unmap_memory(memory, bytes);
    }
  };
  static void* take(std::size_t bytes) {
    if (bytes >= worth_mapping)  // such arrays live long, so no large page for the last part
      return map_memory(bytes, bytes / large_page * large_page);
    void* const memory = std::calloc(bytes, 1);
    if (!memory) throw std::bad_alloc();
    return memory;
  }
  std::size_t bytes() const { return std::max<std::size_t>(size_ * sizeof(Number), 1); }

  std::size_t size_;
  std::unique_ptr<Number, Return> numbers_;
};

// Scratch memory for one task, shared by threads and released afterwards.
class Workspace {
 public:
  Workspace() = default;
  Workspace(const Workspace&) = delete;
  ~Workspace() {
    for (const auto& [memory, bytes] : pieces_) give_back(memory, bytes);
  }

  // Uninitialised memory for `count` objects.
  template <class Thing>
  Thing* allocate(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<Thing> && alignof(Thing) <= line);
    const std::lock_guard lock(mutex_);
    const std::size_t bytes = (count * sizeof(Thing) + line - 1) / line * line;
#ifdef WORDTOOLS_ROOMS_APART  // so that AddressSanitizer detects overruns
    return static_cast<Thing*>(take(count * sizeof(Thing)));
#else
    if (bytes > left_) {
      const std::size_t piece = round_to_large_pages(bytes);
      next_ = static_cast<std::byte*>(take(piece));
      left_ = piece;
    }
    left_ -= bytes;
    return reinterpret_cast<Thing*>(std::exchange(next_, next_ + bytes));
#endif
  }

 private:
  static constexpr std::size_t line = 64;  // of the cache

#ifdef WORDTOOLS_ROOMS_APART
  static void* new_piece(std::size_t bytes) { return ::operator new(bytes); }
  static void give_back(void* memory, std::size_t) { ::operator delete(memory); }
#else
  static void* new_piece(std::size_t bytes) { return map_memory(bytes, bytes); }
  static void give_back(void* memory, std::size_t bytes) { unmap_memory(memory, bytes); }
#endif
  void* take(std::size_t bytes) {
    pieces_.reserve(pieces_.size() + 1);
    return pieces_.emplace_back(new_piece(bytes), bytes).first;
  }

  std::mutex mutex_;
  std::vector<std::pair<void*, std::size_t>> pieces_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace wordtools
