// Arrow's C data interface, as far as strings need it: the structures' layout is its specification
// (arrow.apache.org/docs/format/CDataInterface.html). Nothing of Arrow is needed to read it.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace wordtools {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length, null_count, offset, n_buffers, n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

// Releases what the interface handed out.
template <class Held>
struct Released {
  Held held{};
  Released() = default;
  Released(const Released&) = delete;
  ~Released() {
    if (held.release) held.release(&held);
  }
};

// Calls `each(text)` for every string of an array, `none()` for every null. Throws
// std::invalid_argument for arrays of anything else.
template <class Each, class None>
void arrow_strings(const ArrowSchema& schema, const ArrowArray& array, Each&& each, None&& none) {
  const std::string_view format = schema.format;
  if (schema.dictionary || (format != "u" && format != "U" && format != "vu"))
    throw std::invalid_argument(
        "an Arrow array of words has the type utf8, large_utf8 or utf8_view");
  const auto* valid = static_cast<const std::uint8_t*>(array.buffers[0]);
  const auto text = [&](auto offset, std::int64_t i) {  // by the offsets of its begin and end
    decltype(offset) ends[2];
    const auto size = static_cast<std::int64_t>(sizeof offset);
    std::memcpy(ends, static_cast<const char*>(array.buffers[1]) + i * size, sizeof ends);
    return std::string_view(static_cast<const char*>(array.buffers[2]) + ends[0],
                            static_cast<std::size_t>(ends[1] - ends[0]));
  };
  for (std::int64_t i = array.offset; i < array.offset + array.length; ++i) {
    if (valid && !(valid[i / 8] >> i % 8 & 1)) {
      none();
    } else if (format == "u") {
      each(text(std::int32_t{}, i));
    } else if (format == "U") {
      each(text(std::int64_t{}, i));
    } else {
      // A view: the length, then up to 12 bytes, or four of them, a buffer and a place in it.
      const char* view = static_cast<const char*>(array.buffers[1]) + 16 * i;
      std::int32_t parts[4];
      std::memcpy(parts, view, sizeof parts);
      const auto length = static_cast<std::size_t>(parts[0]);
      const auto* far = static_cast<const char*>(length > 12 ? array.buffers[2 + parts[2]] : view);
      each(std::string_view(far + (length > 12 ? parts[3] : 4), length));
    }
  }
}

}  // namespace wordtools
