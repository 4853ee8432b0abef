"""The verdict on the words of a challenge: one bit for the play, or CANNOT JUDGE."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from wordtools.alphabet import show_character
from wordtools.errors import SpellingError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages.refusal import CannotJudge

MOST_WORDS = 8
"""The maximum number of words in a play of seven tiles."""

_MOST_ROWS = 4096
"""The maximum number of readings to look up. A text with more readings needs brackets."""


def normalize_words(lexicon: Lexicon, words: Sequence[str], most: int = MOST_WORDS) -> list[str]:
    """The words as players confirm them: spelled in tiles, with brackets around tiles of several
    letters (`PE[RR]O`), and otherwise unchanged. Raises `CannotJudge` if the tiles cannot spell a
    text, if a text is too long or too short for the lexicon or could be either of two words, or if
    there are more than `most` words."""
    if not words:
        raise CannotJudge.because("no_words")
    if len(words) > most:
        raise CannotJudge.because("too_many_words", named=len(words), most=most)
    shortest, longest = lexicon.manifest.lengths
    judged = []
    for word in words:
        try:
            tiles = lexicon.alphabet.spell(word)
        except SpellingError as error:
            raise _explain_unspellable(word, error, lexicon) from None
        if not shortest <= len(tiles) <= longest:
            raise CannotJudge.because(
                "length",
                word=_shorten(word),
                tiles=len(tiles),
                lexicon=lexicon.name,
                shortest=shortest,
                longest=longest,
            )
        _check_rows(word, tiles, lexicon)
        judged.append(lexicon.alphabet.show(tiles))
    return judged


def _check_rows(word: str, tiles: bytes, lexicon: Lexicon) -> None:
    """Raises `CannotJudge` if a text without brackets could be two words of the lexicon, in any
    edition. Only the players know which tiles are on the board, so any choice would be a guess."""
    if "[" in word or not lexicon.alphabet.has_joined_letters:
        return
    rows = list(islice(lexicon.alphabet.list_rows(word), _MOST_ROWS + 1))
    if len(rows) == 1:
        return
    words = list(filter(lexicon.whole.has_tiles, rows))
    if len(words) > 1 or len(rows) > _MOST_ROWS:
        labels = sorted(map(lexicon.alphabet.show, words if len(words) > 1 else [tiles]))
        raise CannotJudge.because("which_tiles", word=_shorten(word), rows=", ".join(labels))


def is_acceptable(lexicon: Lexicon, words: Sequence[str], most: int = MOST_WORDS) -> bool:
    """True if all words are in the lexicon's edition. Looks up all words, so that the time taken
    does not reveal which word is invalid. Raises `CannotJudge`."""
    valid = [word in lexicon for word in normalize_words(lexicon, words, most)]
    return sum(valid) == len(valid)  # `all()` would stop at an invalid word


def _explain_unspellable(word: str, error: SpellingError, lexicon: Lexicon) -> CannotJudge:
    if error.offending:
        letters = ", ".join(map(show_character, error.offending[:8]))
        more = ", …" if len(error.offending) > 8 else ""
        return CannotJudge.because(
            "letters", word=_shorten(word), alphabet=lexicon.alphabet.name, letters=letters + more
        )
    return CannotJudge.because("spelling", word=_shorten(word), alphabet=lexicon.alphabet.name)


def _shorten(word: str) -> str:
    """A word for an error message, shortened if it is longer than any word can be."""
    return word if len(word) <= 40 else f"{word[:20]}…"
