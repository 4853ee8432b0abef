// The tiles and the ranks of many texts, for the columns of tables.
#pragma once

#include "bind/python_types.hpp"

namespace wordtools {

// For Arrow strings: the tiles of all of them, one after the other; where those of each end; and
// the rank of each, or -1. A text that cannot be spelled or
// has no tiles, and a null, has end -1. Numbers have 8
// bytes in the machine's order. `compose` is asked for texts that cannot be spelled as they are.
// Throws std::invalid_argument for anything but strings, nb::python_error.
nb::tuple spell_many(const PythonAutomaton& automaton, nb::handle strings, nb::callable compose);

}  // namespace wordtools
