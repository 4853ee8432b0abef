// Arrow strings of any Python library, one array after the other: by the PyCapsule interface
// (arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html).
#pragma once

#include "arrow.hpp"
#include "python.hpp"

namespace wordtools {

class ArrowSource {
 public:
  static bool is(nb::handle object) {
    return nb::hasattr(object, "__arrow_c_stream__") || nb::hasattr(object, "__arrow_c_array__");
  }

  // Throws std::invalid_argument for arrays of anything but strings, nb::python_error.
  explicit ArrowSource(nb::handle exporter) {
    if (nb::hasattr(exporter, "__arrow_c_stream__")) {
      take(exporter.attr("__arrow_c_stream__")(), "arrow_array_stream", stream_);
      check(stream_.get_schema(&stream_, &schema_));
    } else {
      const nb::object pair = exporter.attr("__arrow_c_array__")();
      take(pair[0], "arrow_schema", schema_);
      take(pair[1], "arrow_array", array_);
    }
    ArrowStrings::column(schema_);
  }

  // The strings of the next array, until the next call; nothing when there are no more. Throws
  // std::invalid_argument when the stream breaks off. Takes the GIL, and frees it while it waits.
  std::optional<ArrowStrings> next() {
    if (stream_.release) {
      const WithoutGil free;
      array_.let_go();
      check(stream_.get_next(&stream_, &array_));
    } else if (std::exchange(given_, true)) {
      return std::nullopt;
    }
    if (!array_.release) return std::nullopt;
    return std::make_optional<ArrowStrings>(schema_, array_);
  }

 private:
  // Moves what a capsule holds, as the interface has it.
  template <class Structure>
  static void take(const nb::object& capsule, const char* name, Held<Structure>& to) {
    auto* from = static_cast<Structure*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (!from) throw nb::python_error();
    if (!from->release) throw std::invalid_argument("the Arrow data was released before");
    std::swap(static_cast<Structure&>(to), *from);
  }
  void check(int error) {
    if (error == 0) return;
    const char* told = stream_.get_last_error(&stream_);
    const std::string why = told ? told : "it does not say why";
    throw std::invalid_argument("the Arrow stream broke off: " + why.substr(0, why.find('\n')));
  }

  Held<ArrowArrayStream> stream_;  // unless there is one array:
  Held<ArrowSchema> schema_;
  Held<ArrowArray> array_;
  bool given_ = false;  // the one array
};

}  // namespace wordtools
