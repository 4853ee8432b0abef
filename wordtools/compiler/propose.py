"""An alphabet proposed for a list: plain letters, and how others are written with them.

Unidecode names the plain letters of a Latin one, even where Unicode does not decompose it: Ł is L,
Œ is OE, ß is SS. Only people know whether Ł has a tile of its own, so plain letters alone get
tiles, and the proposal states how many words each other letter occurs in. Letters of other scripts,
which Unidecode can only transliterate, get tiles themselves.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

from wordtools import _kernel
from wordtools.alphabet import MARKS, show_character
from wordtools.errors import SourceError
from wordtools.formats import text
from wordtools.wording import pluralize, split_letters

_NAMES = {mark: name for name, mark in MARKS.items()}


def propose_alphabet(name: str, path: Path) -> str:
    """The text of an alphabet file for the list, in UTF-8, at `path`. Raises `SourceError`, also
    for a list with no letters, or with too many for tiles."""
    counts = _count_words_by_letter(path)
    scripts: Counter[str] = Counter()
    for letter, words in counts.items():
        scripts[_find_script(letter)] += words
    script = max(scripts, key=scripts.__getitem__, default="")
    plain = {letter: find_plain(letter) for letter in counts if _find_script(letter) == script}
    tiles = sorted({c for letters in plain.values() for c in letters})
    if not 1 <= len(tiles) <= _kernel.MAX_TILES:
        problem = (
            f"an alphabet has 1 to {_kernel.MAX_TILES} tiles, and this list {len(tiles)} letters"
        )
        raise SourceError(path, None, problem)
    folds: dict[str, None] = {}
    folded, also, left_out = [], [], []
    for letter, words in sorted(counts.items()):
        told = pluralize(words, "word")
        base, *marks = list(unicodedata.normalize("NFD", letter))
        if letter not in plain:
            left_out.append(f"#   {show_character(letter[0])}: {told}")
        elif marks and base == plain[letter]:
            folds |= dict.fromkeys(_NAMES.get(mark, "all") for mark in marks)
            folded.append(f"#   {letter} as {base}: {told}")
        elif letter != plain[letter]:
            written = plain[letter].lower() if letter.islower() else plain[letter]  # ß is ss
            also.append(f'"{letter}" = "{written}"   # {told}')
    lines = [
        f"# Proposed by the letters of {path.name!r}; docs/lexicographers.md explains each key.",
        f'name = "{name}"',
        'language = ""   # its code, such as "fr": by whose rules small letters get their capitals',
        f'tiles = "{" ".join(tiles)}"',
        *(["# Letters of another script, which no tile shows:", *left_out] if left_out else []),
        *(
            ["# Read without their marks; those with tiles of their own belong above:"]
            * bool(folded)
        ),
        *folded,
        f'folds = "{"all" if "all" in folds else " ".join(folds)}"',
        *(["[also]", *also] if also else []),
    ]
    return "\n".join([*lines, ""])


def find_plain(letter: str) -> str:
    """The plain letters, in capitals, with which a letter can be written: A to Z for a Latin one;
    any other without the marks that make no letter with it."""
    from unidecode import unidecode

    if _find_script(letter) != "LATIN":
        return letter[0].upper()
    plain = "".join(c for c in unidecode(letter).upper() if "A" <= c <= "Z")
    return plain or letter[0].upper()


def _count_words_by_letter(path: Path) -> Counter[str]:
    """How many words of a list have each letter, in capitals where these are one character. Names
    are passed over: their letters are often another language's."""
    counts: Counter[str] = Counter()
    content = text.decode_text(text.read_bytes(path), "utf-8", path)
    for line in unicodedata.normalize("NFC", content).split("\n"):
        word = line.partition("\t")[0].strip()
        if word[:1] not in ("", "#", "%") and word in (word.lower(), word.upper()):
            letters = split_letters(word)
            counts.update({_capitalise(letter) for letter in letters if letter[0].isalpha()})
    return counts


def _capitalise(letter: str) -> str:
    capital = letter.upper()
    return capital if len(capital) == len(letter) else letter  # ß has none


def _find_script(letter: str) -> str:
    """The first word of a letter's name in Unicode: LATIN, GREEK, CYRILLIC."""
    return unicodedata.name(letter[0], "").partition(" ")[0]
