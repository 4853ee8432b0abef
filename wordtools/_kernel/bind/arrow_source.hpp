// Gets Arrow strings from any Python library, array by array, through the PyCapsule interface
// (arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html).
#pragma once

#include "bind/arrow_strings.hpp"
#include "bind/python_types.hpp"

namespace wordtools {

class ArrowSource {
 public:
  static bool is_arrow(nb::handle object) {
    return nb::hasattr(object, "__arrow_c_stream__") || nb::hasattr(object, "__arrow_c_array__");
  }

  // Throws std::invalid_argument if the arrays contain anything but strings, and nb::python_error
  // if Python raises an error.
  explicit ArrowSource(nb::handle exporter) {
    if (nb::hasattr(exporter, "__arrow_c_stream__")) {
      take(exporter.attr("__arrow_c_stream__")(), "arrow_array_stream", stream_);
      check(stream_.get_schema(&stream_, &schema_));
    } else {
      const nb::object pair = exporter.attr("__arrow_c_array__")();
      take(pair[0], "arrow_schema", schema_);
      take(pair[1], "arrow_array", array_);
    }
    ArrowStrings::find_column(schema_);
  }

  // The strings of the next array, which are valid until the next call; nothing at the end. Throws
  // std::invalid_argument if the stream fails. The caller must hold the GIL; this function releases
  // it while it waits for the stream.
  std::optional<ArrowStrings> next() {
    if (stream_.release) {
      const WithoutGil free;
      array_.reset();
      check(stream_.get_next(&stream_, &array_));
    } else if (std::exchange(given_, true)) {
      return std::nullopt;
    }
    if (!array_.release) return std::nullopt;
    return std::make_optional<ArrowStrings>(schema_, array_);
  }

 private:
  // Moves the content out of a capsule, as the interface prescribes.
  template <class Structure>
  static void take(const nb::object& capsule, const char* name, OwnedArrow<Structure>& to) {
    auto* from = static_cast<Structure*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (!from) throw nb::python_error();
    if (!from->release) throw std::invalid_argument("the Arrow data has already been released");
    std::swap(static_cast<Structure&>(to), *from);
  }
  void check(int error) {
    if (error == 0) return;
    const char* const message = stream_.get_last_error(&stream_);
    const std::string why = message ? message : "it does not say why";
    throw std::invalid_argument("the Arrow stream broke off: " + why.substr(0, why.find('\n')));
  }

  OwnedArrow<ArrowArrayStream> stream_;  // unless there is one array:
  OwnedArrow<ArrowSchema> schema_;
  OwnedArrow<ArrowArray> array_;
  bool given_ = false;  // the one array has been returned
};

}  // namespace wordtools
