"""The compiled lists, and the data with which their tests compare them."""

from __future__ import annotations

import csv
import tomllib
from contextlib import suppress
from pathlib import Path

from wordtools.compiler.decisions import read_decisions
from wordtools.compiler.recipe_files import read_recipe
from wordtools.errors import SpellingError
from wordtools.lexicon.lexicon import Lexicon

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
COMPILED = sorted(path.stem for path in (ROOT / "build").glob("*.lexicon"))
OURS = sorted(path.stem for path in (ROOT / "sources").glob("*.toml"))
SOURCES = tomllib.loads((HERE / "sources.toml").read_text("utf-8"))
"""The categories of each list that stand for independent sources."""
COMMON = 1_000
WORDFREQ = {"bs": "sh", "hr": "sh", "sr": "sh"}
"""The codes of wordfreq that differ from ours."""


def find_unread(lexicon: Lexicon) -> list[str]:
    """The words of two tiles, and the words of three that fewer than two sources attest, that no
    decision admits; in alphabet order."""
    path = ROOT / "sources" / f"{lexicon.name}.toml"
    decided = {
        decision.tiles
        for file in read_recipe(path).decisions
        for decision in read_decisions(file, lexicon.alphabet)
        if decision.decision.verdict == "in"
    }
    sources = frozenset(SOURCES.get(lexicon.name, ()))

    def is_attested(word: str, length: int) -> bool:
        return length == 3 and len(sources.intersection(lexicon.categories(word))) > 1

    return [
        word
        for length in (2, 3)
        for word in lexicon.words(lengths=(length, length))
        if lexicon.alphabet.spell(word) not in decided and not is_attested(word, length)
    ]


def read_exceptions(name: str) -> dict[str, str]:
    """The reasons why common words are not in a list, by word."""
    path = HERE / "common" / f"{name}.tsv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return dict(csv.reader(file, delimiter="\t"))


def find_common_words(lexicon: Lexicon) -> list[str]:
    """The 1,000 commonest words of a lexicon's language that its tiles can spell, commonest first,
    as wordfreq writes them. There are none if wordfreq does not cover the language."""
    import wordfreq

    code = WORDFREQ.get(lexicon.name, lexicon.name)
    if code not in wordfreq.available_languages("small"):
        return []
    alphabet, (shortest, longest) = lexicon.alphabet, lexicon.manifest.lengths
    words: dict[bytes, str] = {}
    for word in wordfreq.iter_wordlist(code, "best"):
        with suppress(SpellingError):  # an apostrophe, a digit, a letter without a tile
            tiles = alphabet.spell(word)
            if shortest <= len(tiles) <= longest:
                words.setdefault(tiles, word)
        if len(words) == COMMON:
            break
    return list(words.values())
