// wordtools._kernel as Python sees it.
#ifdef __linux__
#include <malloc.h>
#endif

#include "intake.hpp"
#include "python.hpp"

using namespace wordtools;

NB_MODULE(_kernel, m) {
  nb::set_leak_warnings(false);  // what lives until the interpreter ends is no leak
  bind_lexicon(m);
  bind_search(m);
  bind_words(m);
  bind_compiler(m);
  m.def("give_back_memory", [] {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
  });

  m.attr("MAX_TILES") = max_tiles;
  m.attr("MAX_WORD") = max_word;
  m.attr("MAX_TEXT") = max_text;
  m.attr("CHAR_LETTER") = static_cast<int>(char_letter);
  m.attr("CHAR_CAPITAL") = static_cast<int>(char_capital);
  m.attr("CHAR_VOWEL") = static_cast<int>(char_vowel);
  m.attr("CHAR_NUMERAL") = static_cast<int>(char_numeral);
  m.attr("CHAR_HYPHEN") = static_cast<int>(char_hyphen);
  m.attr("CHAR_APOSTROPHE") = static_cast<int>(char_apostrophe);
  m.attr("CHAR_DOT") = static_cast<int>(char_dot);
  m.attr("CHAR_SPACE") = static_cast<int>(char_space);
  m.attr("CHAR_SYMBOL") = static_cast<int>(char_symbol);
  m.attr("CHAR_FOREIGN") = static_cast<int>(char_foreign);
  m.attr("CHAR_MARK") = static_cast<int>(char_mark);
  m.attr("SHAPE_LOWER") = static_cast<int>(shape_lower);
  m.attr("SHAPE_FIRST_CAPITAL") = static_cast<int>(shape_first_capital);
  m.attr("SHAPE_LATER_CAPITAL") = static_cast<int>(shape_later_capital);
  m.attr("SHAPE_HYPHEN") = static_cast<int>(shape_hyphen);
  m.attr("SHAPE_EDGE_HYPHEN") = static_cast<int>(shape_edge_hyphen);
  m.attr("SHAPE_APOSTROPHE") = static_cast<int>(shape_apostrophe);
  m.attr("SHAPE_DOT") = static_cast<int>(shape_dot);
  m.attr("SHAPE_SPACE") = static_cast<int>(shape_space);
  m.attr("SHAPE_SYMBOL") = static_cast<int>(shape_symbol);
  m.attr("SHAPE_FOREIGN") = static_cast<int>(shape_foreign);
  m.attr("SHAPE_MARK") = static_cast<int>(shape_mark);
  m.attr("SHAPE_NO_VOWEL") = static_cast<int>(shape_no_vowel);
  m.attr("SHAPE_NUMERAL") = static_cast<int>(shape_numeral);
  m.attr("SHAPE_SHORT") = static_cast<int>(shape_short);
  m.attr("SHAPE_LONG") = static_cast<int>(shape_long);
  m.attr("SHAPE_WATCHED") = static_cast<int>(shape_watched);
  m.attr("SHAPE_OFFICIAL") = static_cast<int>(shape_official);
  m.attr("SHAPE_UNSPELLED") = static_cast<int>(shape_unspelled);
  m.attr("ADMIT") = Intake::admit;
  m.attr("LOOK") = Intake::look;
}
