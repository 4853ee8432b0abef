// The tiles and the ranks of many texts, for the columns of tables.
#pragma once

#include "bind/python_types.hpp"

namespace wordtools {

// For Arrow strings: the tiles of all of them, one after the other; the end of each string's tiles,
// or -1 for a null and for a text without tiles or that cannot be spelled; and the rank of each, or
// -1. Numbers have 8 bytes in the machine's order. `compose` is called for texts that cannot be
// spelled as they are. Throws std::invalid_argument for anything but strings, and nb::python_error.
nb::tuple spell_many(const PythonAutomaton& automaton, nb::handle strings, nb::callable compose);

}  // namespace wordtools
