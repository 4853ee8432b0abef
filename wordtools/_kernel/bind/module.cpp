// The Python module wordtools._kernel.
#include "bind/python_types.hpp"
#include "intake/intake.hpp"

using namespace wordtools;

NB_MODULE(_kernel, m) {
  nb::set_leak_warnings(false);  // objects that live until the interpreter ends are not leaks
  bind_lexicon(m);
  bind_search(m);
  bind_word_set(m);
  bind_compiler(m);
  bind_formats(m);
  bind_editions(m);
  bind_players(m);

  m.attr("MAX_TILES") = max_tiles;
  m.attr("MAX_WORD") = max_word;
  m.attr("MAX_TEXT") = max_text;
}
