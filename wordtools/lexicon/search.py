"""Finds words by their tiles. This is for study; never use it at a tournament."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple, Protocol, get_args

from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.lexicon.manifest import Manifest
from wordtools.wording import suggest

LENGTHS = (1, _kernel.MAX_WORD)

_ELEMENTS = r"(?s)\*|\?|\[(\^?)([^][]*)\]|[^][*?]+|."


Kind = Literal[
    "anagram",
    "subanagram",
    "pattern",
    "prefix",
    "suffix",
    "containing",
    "including",
    "extensions",
    "front-extensions",
    "back-extensions",
]
"""The kinds of constraints on a word:

- `anagram`: it uses all these tiles; each `?` is a blank (`RETINA??`)
- `subanagram`: it uses some of them
- `pattern`: it fits a pattern, as `Searches.matching` describes
- `prefix`, `suffix`, `containing`: it begins with these tiles, ends with them, or has them in a
row;
  each `?` is any tile
- `including`: it contains these tiles in any order; each `?` stands for any further tile
- `extensions`: it contains this word and is longer; for `front-extensions` it ends with the word,
  for `back-extensions` it begins with it
"""
Order = Literal["alphabet", "length", "probability", "score"]
"""`length`, `probability` and `score` put the longest, most probable or highest-scoring words
first; words that are equal in this respect are in alphabet order."""


class TileSupply(Protocol):
    """The tiles of a ruleset: the count and the value of each, indexed by tile number (0 is the
    blank)."""

    @property
    def counts(self) -> Sequence[int]: ...
    @property
    def values(self) -> Sequence[int]: ...
    def check_tiles(self, alphabet: Alphabet) -> None:
        """Raises an error unless the tiles are those of this alphabet."""


class Hooks(NamedTuple):
    """The tiles, as text, that make another word when added before or after a word."""

    front: tuple[str, ...]
    back: tuple[str, ...]


class StudyWord(NamedTuple):
    """A word with its hooks, as in word-study programs. `front`, `back`: the tiles, as text, that
    make another word when added before or after it. `inner_front`, `inner_back`: True if the word
    without its first or last tile is still a word. `weight`: the value by which the words are
    sorted."""

    word: str
    front: tuple[str, ...]
    back: tuple[str, ...]
    inner_front: bool
    inner_back: bool
    weight: float


class Searches:
    """The searches of a `Lexicon`. They yield words while they search, in alphabet order unless
    another order is requested. `lengths` limits the number of tiles of a word; `limit` limits the
    number of words. All searches raise `SpellingError` immediately, before yielding, for text that
    the alphabet cannot spell."""

    manifest: Manifest
    _automaton: _kernel.Automaton
    _selection: _kernel.Selection | None
    _select_category: Callable[[str | None], _kernel.Selection | None]

    def search(
        self,
        *constraints: tuple[Kind, str],
        category: str | None = None,
        lengths: tuple[int, int] = LENGTHS,
        order: Order = "alphabet",
        ruleset: TileSupply | None = None,
        limit: int | None = None,
    ) -> Iterator[str]:
        """Yields words that meet all constraints. A constraint consists of a kind and tiles, such
        as `("anagram", "RETINA??")`.

        `ruleset`: the ruleset whose tiles determine `probability` and `score`. Raises
        `LexiconError` for an unknown category. Raises `WordtoolsError` if an order needs a ruleset
        but none is given, or if the ruleset has other tiles.
        """
        search = self._begin_search(constraints, category, lengths, order, ruleset)
        return islice(_iterate(search), limit)

    def study(
        self,
        *constraints: tuple[Kind, str],
        category: str | None = None,
        lengths: tuple[int, int] = LENGTHS,
        order: Order = "alphabet",
        ruleset: TileSupply | None = None,
        limit: int | None = None,
    ) -> Iterator[StudyWord]:
        """Yields the results of `search`, with hooks. Raises the same errors as `search`."""
        search = self._begin_search(constraints, category, lengths, order, ruleset)
        return islice(_iterate_with_hooks(search), limit)

    def probability(self, word: str, ruleset: TileSupply) -> float:
        """Returns the probability of drawing the tiles of a word from the full bag, which includes
        the blanks.

        All C(N, n) draws of n tiles from the bag's N are equally likely. Consider a tile that
        occurs c times in the bag and m times in the word. Suppose that blanks replace r of these m
        tiles, and k tiles of the word in total. Then the number of ways to draw the word is C(B,
        k), where B is the number of blanks, times the product of C(c, m - r) over all tiles. These
        numbers are added up over every k and every way to distribute the k blanks. (This is the
        multivariate hypergeometric distribution, which word-study programs use.) Ratios of whole
        numbers up to 2^53 are as precise as a `float` can be. Raises `SpellingError` if the tiles
        cannot spell the word, and `WordtoolsError` if the ruleset has other tiles.
        """
        tiles = self.manifest.alphabet.spell(word)
        _check_length(word, len(tiles))
        return self._find_weight("probability", ruleset).weigh(tiles)

    def score(self, word: str, ruleset: TileSupply) -> int:
        """Returns the sum of the values of a word's tiles. Raises the same errors as
        `probability`."""
        tiles = self.manifest.alphabet.spell(word)
        _check_length(word, len(tiles))
        return int(self._find_weight("score", ruleset).weigh(tiles))

    def _begin_search(
        self,
        constraints: Iterable[tuple[Kind, str]],
        category: str | None,
        lengths: tuple[int, int],
        order: Order,
        ruleset: TileSupply | None,
    ) -> _kernel.WordSearch:
        shortest, longest = lengths
        conditions: list[_Condition] = []
        for kind, text in constraints:
            try:
                condition, minimum, maximum = _read_constraint(kind, text, self.manifest.alphabet)
            except SpellingError as error:
                raise SpellingError(text, error.offending, str(error)) from None
            conditions.append(condition)
            shortest, longest = max(shortest, minimum), min(longest, maximum)
        weight = None if order == "alphabet" else self._find_weight(order, ruleset)
        selection = self._select_category(category)
        return self._automaton.search(conditions, selection, shortest, longest, weight)

    def _find_weight(self, order: Order, ruleset: TileSupply | None) -> _kernel.WordWeight:
        if order not in get_args(Order):
            raise WordtoolsError(f"there is no order {order!r}; {suggest(order, get_args(Order))}")
        if order == "length":
            return _kernel.WordWeight.length()
        if ruleset is None:
            raise WordtoolsError(f"ordering by {order} needs a ruleset, which defines the tiles")
        ruleset.check_tiles(self.manifest.alphabet)
        if order == "score":
            return _kernel.WordWeight.score(ruleset.values)
        return _kernel.WordWeight.probability(ruleset.counts)

    def anagrams(
        self,
        tiles: str,
        *,
        subs: bool = False,
        lengths: tuple[int, int] = LENGTHS,
        limit: int | None = None,
    ) -> Iterator[str]:
        """Yields words that use all these tiles or, with `subs`, some of them; each `?` is a blank
        (`RETINA??`).
        """
        kind: Kind = "subanagram" if subs else "anagram"
        return self.search((kind, tiles), lengths=lengths, limit=limit)

    def matching(
        self, pattern: str, *, lengths: tuple[int, int] = LENGTHS, limit: int | None = None
    ) -> Iterator[str]:
        """Yields words that fit a pattern. `?` stands for any one tile, `*` for any number of
        tiles, `[ABC]` for one of these tiles, and `[^ABC]` for any other. Everything else is read
        like a word, so a pattern that is a word fits only that word. The longest tile is read
        first, even inside brackets: in Spanish `[CH]` is the tile CH, `[C|H]` is C or H, and
        `[C][H]` is C, then H.
        """
        return self.search(("pattern", pattern), lengths=lengths, limit=limit)

    def extensions(
        self,
        word: str,
        *,
        front: bool = True,
        back: bool = True,
        lengths: tuple[int, int] = LENGTHS,
        limit: int | None = None,
    ) -> Iterator[str]:
        """Yields longer words that result from adding tiles before this word (`front`), after it
        (`back`), or both."""
        kind: Kind = "front-extensions" if front else "back-extensions"
        if front and back:
            kind = "extensions"
        limit = limit if front or back else 0
        return self.search((kind, word), lengths=lengths, limit=limit)

    def hooks(self, word: str) -> Hooks:
        """Returns the single tiles that make another word when they are added before or after the
        given word."""
        tiles = self.manifest.alphabet.spell(word)
        return Hooks(*self._automaton.find_hooks(tiles, self._selection))

    def prefixes(self, word: str) -> list[str]:
        """Returns the words with which the given text begins, shortest first, such as `CAR` and
        `CART` for `CART`. If the text itself is a word, it comes last. Raises `SpellingError`."""
        alphabet = self.manifest.alphabet
        tiles = alphabet.spell(word)
        begun = (tiles[:count] for count in range(1, min(len(tiles), _kernel.MAX_WORD) + 1))
        return [alphabet.text(prefix) for prefix in begun if self.has_tiles(prefix)]

    def has_prefix(self, prefix: str) -> bool:
        """Returns whether a word begins with these tiles; False for text that cannot be spelled."""
        return bool(self.cursor().step(prefix))

    def cursor(self) -> _kernel.Cursor:
        """Starts a walk through the words, tile by tile (see `_kernel.Cursor`)."""
        compose = self.manifest.alphabet.compose
        return _kernel.Cursor(self._automaton, self._selection, compose)

    def has_tiles(self, tiles: bytes) -> bool:
        """Returns whether these tiles are a word."""
        rank = self._automaton.find_rank_of_tiles(tiles)
        return rank >= 0 and (self._selection is None or rank in self._selection)


_Condition = _kernel.RackCondition | _kernel.PatternCondition | _kernel.InclusionCondition


def _read_constraint(kind: Kind, text: str, alphabet: Alphabet) -> tuple[_Condition, int, int]:
    """Returns the condition of a constraint, with the minimum and maximum length of matching
    words."""
    if kind not in get_args(Kind):
        raise WordtoolsError(f"there is no constraint {kind!r}; {suggest(kind, get_args(Kind))}")
    shortest, longest = LENGTHS
    if kind in ("anagram", "subanagram", "including"):
        blanks, tiles = text.count("?"), alphabet.spell(text.replace("?", ""))
        count = blanks + len(tiles)
        if kind == "including":
            return _kernel.InclusionCondition(tiles), count, longest
        whole = kind == "anagram"
        rack = _kernel.RackCondition(bytes(blanks) + tiles, whole)
        return rack, count if whole else shortest, count
    if kind == "pattern":
        elements = read_pattern(text, alphabet)
    else:
        elements = _read_row(text, alphabet)
        if kind.endswith("extensions"):
            shortest = len(elements) + 1
        if kind not in ("prefix", "back-extensions"):
            elements.insert(0, _kernel.ANY)
        if kind not in ("suffix", "front-extensions"):
            elements.append(_kernel.ANY)
    return _kernel.PatternCondition(elements), shortest, longest


def _read_row(text: str, alphabet: Alphabet) -> list[int]:
    """Returns the elements of a pattern for tiles in a row, in which `?` is any tile."""
    every = (2 << len(alphabet.tiles)) - 2
    elements: list[int] = []
    for number, part in enumerate(text.split("?")):
        elements += [every] * bool(number) + [1 << tile for tile in alphabet.spell(part)]
        _check_length(text, len(elements))
    return elements


def read_pattern(pattern: str, alphabet: Alphabet) -> list[int]:
    """Returns the elements of a pattern for the kernel: sets of tiles (bit t for tile t), and
    `ANY`. Raises `SpellingError`."""
    every = (2 << len(alphabet.tiles)) - 2
    elements: list[int] = []
    fixed = 0
    for match in re.finditer(_ELEMENTS, pattern):
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
            tiles = b"".join(_spell_choice(part, alphabet) for part in match[2].split("|"))
            choice = sum({1 << tile for tile in tiles})
            if not choice:
                raise SpellingError(pattern, text, f"{text} has no tile in it")
            sets = [every & ~choice if match[1] else choice]
        else:
            sets = [1 << tile for tile in alphabet.spell(text)]
        elements += sets
        fixed += len(sets)
        _check_length(pattern, fixed)
    return elements


def _spell_choice(text: str, alphabet: Alphabet) -> bytes:
    """Returns the tiles of a choice in brackets. If a single tile has all these letters, returns
    that tile; otherwise, returns the tiles that spell the letters in a word.
    """
    return alphabet.kernel.to_tiles(f"[{text}]") or alphabet.spell(text)


def _check_length(text: str, tiles: int) -> None:
    if tiles > _kernel.MAX_WORD:
        raise SpellingError(text, "", f"{text[:20]}… is longer than any word")


def _iterate(search: _kernel.WordSearch) -> Iterator[str]:
    while words := search.find_more():
        yield from words


def _iterate_with_hooks(search: _kernel.WordSearch) -> Iterator[StudyWord]:
    while words := search.find_more_with_hooks():
        yield from map(StudyWord._make, words)
