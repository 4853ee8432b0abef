// The parts of Arrow's C data interface that strings need. The structures below are from its
// specification (arrow.apache.org/docs/format/CDataInterface.html); no Arrow library is needed.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
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

// Holds a structure that a producer has filled, and releases it when it is no longer needed.
template <class Structure>
struct OwnedArrow : Structure {
  OwnedArrow() : Structure{} {}
  OwnedArrow(const OwnedArrow&) = delete;
  ~OwnedArrow() { reset(); }
  void reset() {
    if (this->release) this->release(this);
    static_cast<Structure&>(*this) = {};
  }
};

// The strings in an array, or in a record batch with one column of strings.
class ArrowStrings {
 public:
  // The schema of the strings. Throws std::invalid_argument if the schema has no strings.
  static const ArrowSchema& find_column(const ArrowSchema& schema) {
    const bool batch = is_batch(schema);
    if (batch && schema.n_children != 1)
      throw std::invalid_argument("an Arrow batch of words has one column, not " +
                                  std::to_string(schema.n_children) + "; select it");
    const ArrowSchema& strings = batch ? *schema.children[0] : schema;
    const std::string_view format = strings.format;
    // Libraries may give a column without rows the format "n", which means that all values are
    // null.
    if (strings.dictionary || (format != "u" && format != "U" && format != "vu" && format != "n"))
      throw std::invalid_argument(
          "Arrow words are text (utf8, large_utf8 or utf8_view); cast the column to one of these");
    return strings;
  }

  // Refers to both. Throws the same exceptions as `find_column`.
  ArrowStrings(const ArrowSchema& schema, const ArrowArray& array)
      : layout_(*find_column(schema).format),
        rows_(array),
        strings_(is_batch(schema) ? *array.children[0] : array) {}

  std::int64_t size() const { return rows_.length; }

  // The string in a row; nothing if it is null.
  std::optional<std::string_view> operator[](std::int64_t row) const {
    std::int64_t at = rows_.offset + row;
    if (layout_ == 'n' || is_null(rows_, at)) return std::nullopt;
    if (&strings_ != &rows_ && is_null(strings_, at += strings_.offset)) return std::nullopt;
    return layout_ == 'u'   ? text<std::int32_t>(at)
           : layout_ == 'U' ? text<std::int64_t>(at)
                            : view(at);
  }

 private:
  static bool is_batch(const ArrowSchema& schema) {
    return std::string_view(schema.format) == "+s";
  }
  static bool is_null(const ArrowArray& array, std::int64_t at) {
    const auto* valid = static_cast<const std::uint8_t*>(array.buffers[0]);
    return valid && !(valid[at / 8] >> at % 8 & 1);
  }
  const char* buffer(std::int64_t number) const {
    return static_cast<const char*>(strings_.buffers[number]);
  }

  template <class Offset>
  std::string_view text(std::int64_t at) const {  // by the offsets of its beginning and end
    Offset ends[2];
    std::memcpy(ends, buffer(1) + at * static_cast<std::int64_t>(sizeof(Offset)), sizeof ends);
    return {buffer(2) + ends[0], static_cast<std::size_t>(ends[1] - ends[0])};
  }
  std::string_view view(std::int64_t at) const {
    // A view begins with the length of the string. A string of up to 12 bytes follows. A longer
    // string is represented by its first four bytes, the number of a buffer and an offset.
    const char* view = buffer(1) + 16 * at;
    std::int32_t parts[4];
    std::memcpy(parts, view, sizeof parts);
    const auto length = static_cast<std::size_t>(parts[0]);
    return {length > 12 ? buffer(2 + parts[2]) + parts[3] : view + 4, length};
  }

  char layout_;  // the first letter of the format
  const ArrowArray& rows_;
  const ArrowArray& strings_;
};

}  // namespace wordtools
