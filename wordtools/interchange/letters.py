"""Guesses the alphabet in which words were written.

Some file formats number letters without naming the alphabet, and a wrong alphabet gives wrong
words. The language of a list shows in how often each tile occurs, begins words and ends words.
`letters.json` has these frequencies for our own lists (`python -m tools.letters` updates the file).
The distance between two lists, from 0 to 1, is the Jensen–Shannon divergence of their frequencies,
in bits. Lists in the same language are close together; lists in different languages are far apart.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path

import msgspec

from wordtools import _kernel
from wordtools.alphabet import Alphabet, Language, load_alphabet
from wordtools.errors import SourceError
from wordtools.formats import kwg
from wordtools.interchange.automata import read_all

Shares = Sequence[Sequence[float]]
"""The share that each tile, in alphabet order, has among all tiles, among first tiles and among
last tiles."""

NUMBERED = {"kwg": kwg.read_kwg, "kbwg": kwg.read_kbwg, "kad": kwg.read_kad}
"""The formats in which letters are numbers."""

_FEWEST_WORDS = 100
_CLOSE, _FAR = 0.05, 0.25
"""Up to distance `_CLOSE`, a list is probably in the language; from `_FAR` on, it probably is not.
Lists in the same language differ by less than 0.02, or by up to 0.2 if their words are short."""
_CLEARLY = 3
"""How many times closer than the given alphabet another must be to count as likelier."""
_VOWELS = (0.25, 0.65)
"""The range within which the share of vowels lies in any language."""


@cache
def load_shares() -> dict[str, Shares]:
    """The shares in our lists, indexed by the name of the alphabet."""
    path = Path(__file__).with_suffix(".json")
    shares: dict[str, Shares] = msgspec.json.decode(path.read_bytes())
    return shares


def count_shares(counts: Sequence[tuple[int, int, int, int]]) -> Shares:
    """Computes shares from the counts that `Lexicon.count_tiles` returns."""
    _, first, last, occurrences = zip(*counts, strict=True)
    return [_normalize(column) for column in (occurrences, first, last)]


def doubt_alphabet(shares: Shares, words: int, language: Language, name: str, format: str) -> str:
    """A warning if words that were read with the alphabet `name` of `language` may be in another
    language ("its words look English, not Polish; …"); "" if they look right. `words` is their
    number, `format` the format of their file."""
    if words < _FEWEST_WORDS:
        return ""
    alphabet = language.alphabet
    distances = {list_: _measure(shares, own, format) for list_, own in load_shares().items()}
    if name in distances:
        distance = distances.pop(name)
        maximum = min(_CLOSE, distance / _CLEARLY)
        is_odd = distance > _FAR
    else:  # a custom alphabet may have the tiles of a built-in one
        for other in [n for n in distances if load_alphabet(n).alphabet.tiles == alphabet.tiles]:
            del distances[other]
        maximum = _CLOSE / _CLEARLY
        is_odd = not _VOWELS[0] < _count_vowels(shares, language) < _VOWELS[1]
    if likely := _find_closest(distances, maximum):
        other = load_alphabet(likely).alphabet.name
        return f"its words look {other}, not {alphabet.name}; if so, use --alphabet {likely}"
    if format in NUMBERED and language.vowels and is_odd:
        return (
            f"its words do not look {alphabet.name}; check some of them, or use the --alphabet "
            "that the file was made with"
        )
    return ""


def guess_alphabet(path: Path, format: str) -> str:
    """The built-in alphabet that a file of numbered letters probably uses; "" if none is close
    enough, if the file is damaged, or if its format does not number letters."""
    if format not in NUMBERED:
        return ""
    tiles = tuple(map(chr, range(0x3041, 0x3041 + _kernel.MAX_TILES)))
    stand_in = Alphabet("any", "", tiles, {tile: tile for tile in tiles})
    try:
        lines = NUMBERED[format](read_all(path), stand_in, str(path)).encode_lines()
    except SourceError:
        return ""
    words = b"".join(lines).decode().split()
    if len(words) < _FEWEST_WORDS:
        return ""
    columns = ("".join(words), [word[0] for word in words], [word[-1] for word in words])
    counted = [Counter(column) for column in columns]
    shares = [_normalize([counter[tile] for tile in tiles]) for counter in counted]
    distances = {name: _measure(shares, own, format) for name, own in load_shares().items()}
    return _find_closest(distances, _CLOSE)


def _find_closest(distances: dict[str, float], maximum: float) -> str:
    """The nearest alphabet, or "" if its distance exceeds `maximum`."""
    closest = min(distances, key=lambda name: distances[name])
    return closest if distances[closest] <= maximum else ""


def _measure(one: Shares, other: Shares, format: str) -> float:
    """The distance between two lists. Alphagrams are compared only by the shares of all tiles,
    because sorting changes first and last tiles."""
    columns = list(zip(one, other, strict=True))[: 1 if format == "kad" else None]
    return sum(_diverge(a, b) for a, b in columns) / len(columns)


def _diverge(one: Sequence[float], other: Sequence[float]) -> float:
    """The Jensen–Shannon divergence of two distributions, in bits. The shorter one is padded with
    zeros."""
    pairs = list(zip_longest(one, other, fillvalue=0.0))
    pairs += [(b, a) for a, b in pairs]
    return sum(a * math.log2(2 * a / (a + b)) for a, b in pairs if a) / 2


def _count_vowels(shares: Shares, language: Language) -> float:
    """The share of tiles that contain a vowel."""
    pairs = zip(language.alphabet.tiles, shares[0], strict=True)
    return sum(share for tile, share in pairs if not language.vowels.isdisjoint(tile))


def _normalize(counts: Sequence[int]) -> list[float]:
    total = sum(counts) or 1
    return [count / total for count in counts]
