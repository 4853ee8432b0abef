"""Tracing a word skips only entries that cannot make it."""

from __future__ import annotations

import random

import pytest

from wordtools.alphabet import load_alphabet
from wordtools.compiler.stems import keep_possible_stems
from wordtools.errors import SpellingError
from wordtools.formats.hunspell import read_affixes

LETTERS = {"pt": "aáâçeéos-'", "es": "clrñnaáeuü", "ca": "lcqçuaàï·", "pl": "łlsśóoaąz"}


@pytest.mark.parametrize("language", LETTERS)
@pytest.mark.parametrize("full_strip", ["", "FULLSTRIP\n"])
def test_every_entry_that_makes_a_word_stays(
    chance: random.Random, language: str, full_strip: str
) -> None:
    alphabet = load_alphabet(language).alphabet

    def draw(least: int, most: int) -> str:
        drawn = "".join(chance.choices(LETTERS[language], k=chance.randint(least, most)))
        return drawn.upper() if chance.random() < 0.2 else drawn

    dropped = 0
    for _ in range(40):
        rules = {kind: [(draw(0, 2), draw(0, 2)) for _ in range(6)] for kind in ("PFX", "SFX")}
        aff = f"SET UTF-8\n{full_strip}"
        for kind, flag in (("PFX", "P"), ("SFX", "S")):
            aff += f"{kind} {flag} Y {len(rules[kind])}\n"
            for strips, adds in rules[kind]:
                aff += f"{kind} {flag} {strips or 0} {adds or 0}{'/S' * (kind == 'SFX')} .\n"
        affixes = read_affixes(aff.encode(), "x.aff")
        dic = "\n".join(["50", *(f"{draw(1, 4)}/PS" for _ in range(50))]).encode()
        every = affixes.create_expander().expand(dic)[0]
        form, _ = chance.choice(every)
        try:
            word = alphabet.normal(form)
        except SpellingError:
            continue
        kept = keep_possible_stems(dic, affixes, alphabet, word)
        dropped += len(dic) - len(kept)
        tiles = alphabet.spell(word)
        after = affixes.create_expander().expand(kept)[0]
        for found in (every, after):
            found[:] = [each for each in found if alphabet.kernel.to_tiles(each[0]) == tiles]
        assert after == every
    assert bool(dropped) != bool(full_strip)
