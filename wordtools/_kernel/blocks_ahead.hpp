// Reads blocks on a second thread while the caller works on those before.
#pragma once

#include <atomic>
#include <exception>
#include <semaphore>
#include <system_error>
#include <thread>

#include "arc_reader.hpp"

namespace wordtools::column {

class BlocksAhead {
 public:
  // `reader` must outlive this, and is the thread's until `next` has returned nullptr.
  explicit BlocksAhead(ArcReader& reader) : reader_(reader) {
    if (reader.count() < worth_a_thread) return;
    try {
      thread_ = std::jthread([this](std::stop_token stop) { read_all(stop); });
    } catch (const std::system_error&) {
      // No more threads here: then one after the other.
    }
  }
  ~BlocksAhead() {
    thread_.request_stop();
    free_.release();
  }

  // The next block, until it is called again; nullptr when there is none. Throws what
  // ArcReader::read does.
  const Block* next() {
    if (!thread_.joinable()) {
      if (reader_.done()) return nullptr;
      reader_.read(ring_[0], ring_[0]);
      return &ring_[0];
    }
    if (taken_ > 0) free_.release();
    ready_.acquire();
    if (taken_ < read_) return &ring_[taken_++ % size];
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return nullptr;
  }

 private:
  static constexpr std::size_t size = 3, worth_a_thread = 8 * block_arcs;

  void read_all(const std::stop_token& stop) {
    try {
      for (std::size_t i = 0; !reader_.done(); ++i) {
        free_.acquire();
        if (stop.stop_requested()) return;
        reader_.read(ring_[i % size], ring_[(i + size - 1) % size]);
        ++read_;
        ready_.release();
      }
    } catch (...) {
      failure_ = std::current_exception();
    }
    ready_.release();
  }

  ArcReader& reader_;
  std::array<Block, size> ring_;
  std::counting_semaphore<> free_{size}, ready_{0};  // blocks
  std::atomic<std::size_t> read_ = 0;                // blocks
  std::size_t taken_ = 0;                            // blocks
  std::exception_ptr failure_;
  std::jthread thread_;
};

}  // namespace wordtools::column
