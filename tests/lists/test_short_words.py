"""`python -m tools.short_words`, which writes the files of short words."""

from pathlib import Path

import pytest

from tools.short_words import add


def test_a_word_is_decided_once(tmp_path: Path) -> None:
    path = tmp_path / "en.short.tsv"
    add(path, [("aa", "in", "noun"), ("ab", "in", "noun")], "")
    before = path.read_bytes()
    for readings in ([("ab", "out", "prefix")], [("ae", "in", ""), ("ae", "out", "")]):
        with pytest.raises(SystemExit, match=f"decided twice: {readings[0][0]};"):
            add(path, readings, "")
    assert path.read_bytes() == before
