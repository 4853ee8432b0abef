// Reads blocks of arcs in a helper thread while the caller works on earlier ones.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <semaphore>
#include <system_error>
#include <thread>

#include "automaton/arc_reader.hpp"
#include "automaton/parallel.hpp"

namespace wordtools::column {

class BlockReadAhead {
 public:
  // Takes the arguments of ArcReader.
  BlockReadAhead(std::string_view arcs, std::string_view pointers, std::size_t references,
                 const ModelLayouts& layouts, Workspace& workspace)
      : arcs_(arcs),
        pointers_(pointers),
        references_(references),
        layouts_(layouts),
        workspace_(workspace),
        ring_(workspace.allocate<ArcBlock>(size)) {
    std::uninitialized_default_construct_n(ring_, size);
    if (read_count(arcs) < worth_a_thread) return;
    try {
      thread_ = std::jthread([this](std::stop_token stop) { read_all(stop); });
    } catch (const std::system_error&) {
      // The system grants no more threads, so `next` reads the blocks itself.
    }
  }
  ~BlockReadAhead() {
    thread_.request_stop();
    free_.release();
  }

  // The next block, which is valid until the next call; nullptr at the end. Throws the same errors
  // as ArcReader.
  const ArcBlock* next() {
    if (!thread_.joinable()) {
      if (!reader_) open();
      return read(0, 0) ? &ring_[0] : nullptr;
    }
    if (taken_ > 0) free_.release();
    ready_.acquire();
    if (taken_ < read_) return &ring_[taken_++ % size];
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return nullptr;
  }

 private:
  static constexpr std::size_t size = 6, worth_a_thread = 8 * block_arcs;

  void open() { reader_.emplace(arcs_, pointers_, references_, layouts_, workspace_); }

  // Reads the block that follows ring_[before] into ring_[place]; returns false at the end.
  bool read(std::size_t place, std::size_t before) {
    if (reader_->done()) {
      reader_->finish();
      return false;
    }
    reader_->read(ring_[place], ring_[before]);
    return true;
  }

  // The helper thread's work.
  void read_all(const std::stop_token& stop) {
    const HelperThread mark;
    try {
      open();
      for (std::size_t i = 0;; ++i) {
        free_.acquire();
        if (stop.stop_requested() || !read(i % size, (i + size - 1) % size)) break;
        ++read_;
        ready_.release();
      }
    } catch (...) {
      failure_ = std::current_exception();
    }
    ready_.release();
  }

  std::string_view arcs_, pointers_;
  std::size_t references_;
  const ModelLayouts& layouts_;
  Workspace& workspace_;
  ArcBlock* ring_;
  std::optional<ArcReader> reader_;
  std::counting_semaphore<> free_{size}, ready_{0};  // blocks
  std::atomic<std::size_t> read_ = 0;                // blocks
  std::size_t taken_ = 0;                            // blocks
  std::exception_ptr failure_;
  std::jthread thread_;
};

}  // namespace wordtools::column
