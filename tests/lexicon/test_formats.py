"""Lexicon files of every past format, as the versions of the time wrote them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Run
from wordtools.errors import LexiconError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import FORMAT

FIXTURES = Path(__file__).parent / "fixtures"


def test_there_is_a_file_of_each_format() -> None:
    names = {path.name for path in FIXTURES.iterdir()}
    assert names == {f"format-{number}.lexicon" for number in range(1, FORMAT + 1)}


def test_format_1_is_to_be_built_again(run: Run) -> None:
    path = FIXTURES / "format-1.lexicon"
    told = f"made by an older wordtools (format 1, this one reads {FORMAT}); build it again"
    with pytest.raises(LexiconError) as caught:
        Lexicon.read(path)
    assert str(caught.value) == f"{path}: {told}"
    for command in ("verify", "info", "words"):
        done = run(command, path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"wordtools: {path}: {told}.\n"
    done = run("challenge", "-l", path, "cat")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"wordtools: CANNOT JUDGE: {path}: {told}.\n"


def test_format_2_is_read() -> None:
    lexicon = Lexicon.read(FIXTURES / "format-2.lexicon")
    assert list(lexicon) == ["CAT", "CATS", "DOG", "LION"]
    digest = "c7da4b7f3ddd8c7cace32c6c604388321d55d682273179f5d1ce5bcb23a2056b"
    assert lexicon.digest == digest
