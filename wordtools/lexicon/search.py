"""Finding words by their tiles. For study, never at a tournament."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.errors import SpellingError
from wordtools.lexicon.manifest import Manifest

LENGTHS = (1, _kernel.MAX_WORD)

_ELEMENTS = re.compile(r"\*|\?|\[(\^?)([^][]*)\]|[^][*?]+|.", re.DOTALL)


class Hooks(NamedTuple):
    """The tiles, as written, that make another word when put before a word or after it."""

    front: tuple[str, ...]
    back: tuple[str, ...]


class Searches:
    """The searches of a `Lexicon`. They yield words in alphabet order while they search; `lengths`
    limits the words' tiles, `limit` their number. All raise `SpellingError` at once for what the
    alphabet cannot spell."""

    manifest: Manifest
    _automaton: _kernel.Automaton
    _selection: _kernel.Selection | None

    def anagrams(
        self,
        tiles: str,
        *,
        subs: bool = False,
        lengths: tuple[int, int] = LENGTHS,
        limit: int | None = None,
    ) -> Iterator[str]:
        """Words made of all these tiles, or with `subs` of some of them; each `?` is a blank
        (`RETINA??`)."""
        rack = bytes(tiles.count("?")) + self.manifest.alphabet.spell(tiles.replace("?", ""))
        shortest = lengths[0] if subs else max(lengths[0], len(rack))
        longest = min(lengths[1], len(rack))
        search = self._automaton.search_rack(rack, self._selection, shortest, longest)
        return islice(_iterate(search), limit)

    def matching(
        self, pattern: str, *, lengths: tuple[int, int] = LENGTHS, limit: int | None = None
    ) -> Iterator[str]:
        """Words that fit a pattern.

        `?` is any one tile, `*` any number of tiles, `[ABC]` one of these tiles, `[^ABC]` any
        other. The rest is read as a word is, so that a word as a pattern fits only itself. Inside
        brackets, too, the longest tile is taken first: in Spanish `[CH]` is the tile CH, `[C|H]`
        is C or H, and `[C][H]` is C, then H.
        """
        elements = read_pattern(pattern, self.manifest.alphabet)
        search = self._automaton.search_pattern(elements, self._selection, *lengths)
        return islice(_iterate(search), limit)

    def extensions(
        self,
        word: str,
        *,
        front: bool = True,
        back: bool = True,
        lengths: tuple[int, int] = LENGTHS,
        limit: int | None = None,
    ) -> Iterator[str]:
        """Longer words that contain this one, with more tiles before it (`front`), after it
        (`back`), or both."""
        tiles = self.manifest.alphabet.spell(word)
        elements = [_kernel.ANY] * front + [1 << tile for tile in tiles] + [_kernel.ANY] * back
        _check_length(word, len(tiles))
        longer = max(lengths[0], len(tiles) + 1)
        search = self._automaton.search_pattern(elements, self._selection, longer, lengths[1])
        return islice(_iterate(search), limit)

    def hooks(self, word: str) -> Hooks:
        """The single tiles that make another word when put before this one, or after it."""
        alphabet = self.manifest.alphabet
        tiles = alphabet.spell(word)
        single = [(bytes([tile]), face) for tile, face in enumerate(alphabet.tiles, 1)]
        return Hooks(
            tuple(face for tile, face in single if self._has_tiles(tile + tiles)),
            tuple(face for tile, face in single if self._has_tiles(tiles + tile)),
        )

    def prefixes(self, word: str) -> list[str]:
        """The words that this one begins with, the shortest first, itself among them if it is a
        word: `CA`, `CAR` and `CART` in `CART`. Raises `SpellingError`."""
        alphabet = self.manifest.alphabet
        tiles = alphabet.spell(word)
        begun = (tiles[:count] for count in range(1, min(len(tiles), _kernel.MAX_WORD) + 1))
        return [alphabet.text(each) for each in begun if self._has_tiles(each)]

    def has_prefix(self, prefix: str) -> bool:
        """True when a word begins with these tiles; False also for what cannot be spelled."""
        return bool(self.cursor().step(prefix))

    def cursor(self) -> _kernel.Cursor:
        """The beginning of a walk through the words, tile by tile: see `_kernel.Cursor`."""
        compose = self.manifest.alphabet.compose
        return _kernel.Cursor(self._automaton, self._selection, compose)

    def _has_tiles(self, tiles: bytes) -> bool:
        rank = self._automaton.find_rank_of_tiles(tiles)
        return rank >= 0 and (self._selection is None or rank in self._selection)


def read_pattern(pattern: str, alphabet: Alphabet) -> list[int]:
    """The elements of a pattern as the kernel takes them: sets of tiles (bit t for tile t), and
    `ANY`. Raises `SpellingError`."""
    every = (2 << len(alphabet.tiles)) - 2
    elements: list[int] = []
    fixed = 0
    for match in _ELEMENTS.finditer(pattern):
        text = match[0]
        if text == "*":
            if elements[-1:] != [_kernel.ANY]:
                elements.append(_kernel.ANY)
            continue
        if text in ("[", "]"):
            message = "every [ needs a ], and brackets cannot be nested"
            raise SpellingError(pattern, text, message)
        if text == "?":
            sets = [every]
        elif text[0] == "[":
            tiles = b"".join(map(alphabet.spell, match[2].split("|")))
            chosen = sum({1 << tile for tile in tiles})
            if not chosen:
                raise SpellingError(pattern, text, f"{text} has no tile in it")
            sets = [every & ~chosen if match[1] else chosen]
        else:
            sets = [1 << tile for tile in alphabet.spell(text)]
        elements += sets
        fixed += len(sets)
        _check_length(pattern, fixed)
    return elements


def _check_length(text: str, tiles: int) -> None:
    if tiles > _kernel.MAX_WORD:
        raise SpellingError(text, "", f"{text[:20]}… is longer than any word")


def _iterate(search: _kernel.WordSearch) -> Iterator[str]:
    while words := search.find_more():
        yield from words
