"""Files made to cost more than their size justifies are refused by their content, before any of
their words are read, so that a file is either refused on every machine or accepted on every
machine."""

from __future__ import annotations

import gzip
from pathlib import Path

import duckdb
import pytest

from tests.lexicon.helpers import NAME, remade, with_manifest
from tests.lexicon.hostile import SMALL, all_words
from wordtools.alphabet import load_alphabet
from wordtools.compiler.importing import import_lexicon
from wordtools.errors import LexiconError, SourceError
from wordtools.formats import text
from wordtools.formats.parquet import SURE_ROWS, read_parquet
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.verify import verify_lexicon

ENGLISH = load_alphabet("en").alphabet
MOST = SURE_ROWS * 9 // 8
"""More rows than a file of a few kilobytes may have."""


def make_table(path: Path, query: str) -> Path:
    duckdb.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)")
    assert path.stat().st_size < 16_000
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "why"),
    [
        (f"SELECT 'cat' AS word FROM range({MOST})", "rows"),
        (f"SELECT NULL::VARCHAR AS word FROM range({MOST})", "rows"),
        (
            "SELECT 'cat' AS word, ['a' FOR x IN range(700)] AS categories FROM range(9000)",
            "entries in lists",
        ),
        ("SELECT repeat('cat', 100) AS word FROM range(99000)", "bytes of text"),
        ("SELECT 'cat' AS word, repeat('x', 300) AS definition FROM range(99000)", "bytes of text"),
    ],
)
def test_parquet_that_unpacks_to_too_much(tmp_path: Path, query: str, why: str) -> None:
    path = make_table(tmp_path / "words.parquet", query)
    with pytest.raises(SourceError, match=rf"words\.parquet: it has [\d,]+ {why}, more than "):
        next(iter(read_parquet(path, ENGLISH).read_lines()))


@pytest.mark.slow
def test_parquet_of_many_repeats_is_read(tmp_path: Path) -> None:
    query = (
        f"SELECT 'cat' AS word, ['a', 'b'] AS categories, 'x' AS definition FROM range({SURE_ROWS})"
    )
    lines = read_parquet(make_table(tmp_path / "words.parquet", query), ENGLISH).read_lines()
    assert sum(each.words.count(b"\n") for each in lines) == SURE_ROWS


def test_a_packed_list_of_repeats(tmp_path: Path) -> None:
    path = tmp_path / "words.csv.gz"
    for number, fits in ((text.SURE_UNPACKED // 4, True), (text.SURE_UNPACKED // 2, False)):
        path.write_bytes(gzip.compress(b"cat\n" * number))
        if fits:
            assert text.read_bytes(path).count(b"\n") == number
        else:
            with pytest.raises(SourceError, match="unpacks to more than any list"):
                text.read_bytes(path)


@pytest.mark.parametrize(("tiles", "length"), [(26, 6), (4, 15), (2, 30)])
def test_a_sealed_lexicon_of_a_billion_words(tmp_path: Path, tiles: int, length: int) -> None:
    """Such a lexicon opens and looks words up, but is refused if its words would have to be written
    out."""
    columns = zip(("arcs", "references", "pointers"), all_words(length, tiles), strict=True)
    facts = {"words": tiles**length, "sets": [[]], "categories": {}, "editions": {NAME: {}}}
    path = tmp_path / "all.lexicon"
    path.write_bytes(remade(with_manifest(SMALL, **facts), sets=b"", **dict(columns)))
    lexicon = Lexicon.read(path)
    assert len(lexicon) == tiles**length > 300_000_000
    assert lexicon.alphabet.tiles[0] * length in lexicon
    with pytest.raises(LexiconError, match=r"all\.lexicon: its [\d,]+ words have [\d,]+ letters"):
        verify_lexicon(lexicon)
    with pytest.raises(SourceError, match=r"all\.lexicon: its [\d,]+ words have [\d,]+ letters"):
        import_lexicon(path, tmp_path / "copy.lexicon")
