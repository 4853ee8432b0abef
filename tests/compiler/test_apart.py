"""Letters of one tile that are several tiles, in lists, look-ups and the judge."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compiler.compiling import HEAD, LIST, Compile, compile_in, rejects
from wordtools.alphabet import load_alphabet
from wordtools.judge.verdict import is_acceptable, normalize_words

CROATIAN = HEAD.replace('"pt"', '"hr"') + LIST


def test_lists_know_stretches_and_brackets(compile: Compile) -> None:
    entries = [
        "injekcija", "konj", "[d]žep", "i[nj]ekcija", "i[n]jekt", "Ti[n][j]a", "k[o]nj", "[sic]",
    ]  # fmt: skip
    lexicon, report = compile(CROATIAN, list=entries)
    assert set(lexicon) == {"INJEKCIJA", "KONJ", "[D][Ž]EP", "[I][NJ][E][K]CIJA", "INJEKT"}
    assert [row[:2] for row in rejects(report)] == [
        ("proper-noun", "Ti[n][j]a"), ("symbol", "k[o]nj"), ("symbol", "[sic]"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["hr", "hu", "cy"])
@settings(max_examples=8)
@given(data=st.data())
def test_lists_look_ups_and_the_judge_read_the_same(name: str, data: st.DataObject) -> None:
    letters = load_alphabet(name).alphabet
    stretches = [letters.spell(each) for each in letters.apart or ()]
    one = st.integers(1, len(letters.tiles)).map(lambda tile: bytes([tile]))
    part = st.one_of(one, st.sampled_from(stretches))
    some = st.lists(part, min_size=2, max_size=4).map(b"".join)
    short = some.filter(lambda tiles: len(tiles) <= 15)
    words = data.draw(st.sets(short, min_size=1, max_size=30))
    texts = sorted(letters.text(tiles).translate(letters.small_letters) for tiles in words)
    recipe = CROATIAN.replace('"hr"', f'"{name}"') + "official = true\n"
    with tempfile.TemporaryDirectory() as folder:
        lexicon, _ = compile_in(Path(folder), recipe, list=texts)
    assert {letters.spell(word) for word in lexicon} == words
    assert all(text in lexicon for text in texts)
    assert lexicon.contains_lines("\n".join(texts).encode()).count(1) == len(words)
    shown = [letters.show(letters.spell(text)) for text in texts]
    assert normalize_words(lexicon, texts, len(texts)) == shown
    assert is_acceptable(lexicon, texts, len(texts))
