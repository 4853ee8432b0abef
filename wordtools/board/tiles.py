"""Tiles as text and as bytes.

On score sheets, capitals are letters, small letters are blanks, `[CH]` is one tile of two letters,
and `?` is a blank on the rack. If a blank stands for a letter without case, as in Hebrew, a
question mark precedes the letter: `?א`.

As a byte, a tile is its number in the alphabet. A blank that stands for a letter is the number of
that letter plus `BLANK`; a blank without a letter is 0.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from itertools import pairwise

from wordtools.alphabet import Alphabet
from wordtools.errors import SpellingError

BLANK = 64
LETTER = BLANK - 1

_PIECES = re.compile(r"\??(?:\[[^\[\]]*\]|[^\[\]])")

_LONGEST_RUN = 256
"""Maximum length of a text that an alphabet spells in one call."""
_SHORT_RUNS = re.compile(r"(?:\[[^\[\]]*\]|.){1,16}")


def read_tiles(text: str, alphabet: Alphabet) -> bytes:
    """The tiles of a text without spaces. Reads adjacent letters of the same case as a tile of
    several letters if there is one, unless the alphabet keeps these letters apart. Raises
    `SpellingError` if tiles cannot spell the text, or if it is ambiguous without brackets."""
    return read_parts([(text, 0)], alphabet)


def read_parts(parts: Iterable[tuple[str, int]], alphabet: Alphabet) -> bytes:
    """Like `read_tiles`, but reads a text in parts, such as a word with tiles already on the board.
    No tile spans two parts. Each part has a number, which is added to each of its tiles."""
    runs = [
        (run, (BLANK if is_blank else 0) + added)
        for text, added in parts
        for run, is_blank in _split_runs(alphabet.compose(text), alphabet)
    ]
    read = _spell_runs([run for run, _ in runs], alphabet)
    return bytes(tile + added for row, (_, added) in zip(read, runs, strict=True) for tile in row)


def _spell_runs(runs: list[str], alphabet: Alphabet) -> list[bytes]:
    """The tiles of each run. Reads the whole text first, because `apart` depends on whole words;
    splits tiles that span two runs. Raises `SpellingError` if a split is ambiguous."""
    alone = [alphabet.spell(run) for run in runs]
    if len(runs) < 2 or not alphabet.has_joined_letters:
        return alone
    text = "".join(runs)
    whole = alphabet.spell(text)
    if whole == b"".join(alone):
        return alone
    ends = _find_ends(whole, alphabet)
    run_ends = list(itertools.accumulate(len(re.sub(r"[][]", "", run)) for run in runs))
    if ends.issuperset(run_ends):
        tiles = iter(whole)
        counts = [len(ends.intersection(range(a + 1, b + 1))) for a, b in pairwise([0, *run_ends])]
        return [bytes(itertools.islice(tiles, count)) for count in counts]
    if _find_ends(b"".join(alone), alphabet) == ends.union(run_ends):
        return alone
    raise SpellingError(text, "", f"{text!r}: write tiles of several letters in brackets")


def _find_ends(row: bytes, alphabet: Alphabet) -> set[int]:
    """The positions in the text at which the tiles of a row end."""
    return set(itertools.accumulate(len(alphabet.tiles[tile - 1]) for tile in row))


def show_tile(tile: int, alphabet: Alphabet) -> str:
    """Writes one tile as text: `A`; `a` or `?א` for a blank with a letter; `[CH]`; or `?`."""
    if not tile & LETTER:
        return "?"
    face = alphabet.tiles[(tile & LETTER) - 1]
    face = face if len(face) == 1 else f"[{face}]"
    if not tile & BLANK:
        return face
    return alphabet.find_small_form(face) or f"?{face}"


def write_tiles(tiles: Iterable[int], alphabet: Alphabet) -> str:
    """Writes tiles as text, which `read_tiles` and `read_rack` can read. Two tiles that could be
    read as one are in brackets (`[L][L]`, if there is a tile LL)."""
    runs = itertools.groupby(tiles, lambda tile: tile & BLANK)  # letters of blanks never join
    return "".join(
        alphabet.keep_apart("".join(show_tile(tile, alphabet) for tile in run)) for _, run in runs
    )


def read_rack(text: str, alphabet: Alphabet) -> bytes:
    """The tiles of a rack, sorted. The text may be in any case; `?` is a blank, and spaces keep
    letters apart. Raises `SpellingError`."""
    pieces = (piece for run in text.replace("?", " ").split() for piece in _cut(run))
    letters = b"".join(map(alphabet.spell, pieces))
    return bytes(text.count("?")) + bytes(sorted(letters))


def _cut(run: str) -> list[str]:
    """Cuts a run into pieces short enough to be spelled. Only bags are so long, and `write_tiles`
    puts brackets around all tiles that could be joined.
    """
    return [run] if len(run) <= _LONGEST_RUN else _SHORT_RUNS.findall(run)


def _split_runs(text: str, alphabet: Alphabet) -> list[tuple[str, bool]]:
    """Splits a text into runs of letters, each with a flag that is True if its letters are blanks.
    A caseless character that is not a tile (the dot of l·l) belongs to the preceding run."""
    runs: list[tuple[str, bool]] = []
    pieces = _PIECES.findall(text)
    if "".join(pieces) != text:
        raise SpellingError(text, "", f"{text[:20]!r}: unbalanced bracket")
    for piece in pieces:
        is_caseless = piece.lower() == piece.upper()
        face = piece[1:].strip("[]")
        if piece[0] == "?" and face in alphabet.tiles and not alphabet.find_small_form(face):
            runs.append((piece[1:], True))
            continue
        is_blank = piece == piece.lower() and not is_caseless
        is_part = is_caseless and piece.strip("[]") not in alphabet.tiles
        if runs and (is_part or runs[-1][1] == is_blank):
            runs[-1] = (runs[-1][0] + piece, runs[-1][1])
        else:
            runs.append((piece, is_blank))
    return runs
