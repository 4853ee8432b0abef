"""`build` with users' own lists: the words read, and the messages."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.conftest import Run


def test_several_lists_make_one_lexicon(run: Run, tmp_path: Path) -> None:
    """Lists of any kind, packed or not, and from standard input; errors name the one to correct."""
    (tmp_path / "a.txt").write_text("casa\ngato\n")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"rato\n"))
    (tmp_path / "c.csv").write_text("word,note\nbola,x\n")
    (tmp_path / "d.csv.gz").write_bytes(gzip.compress(b"word;note\nmesa;y\n"))
    lists = ["a.txt", "b.txt.gz", "c.csv", "d.csv.gz", "-"]
    done = run("build", *lists, "--alphabet", "pt", "--name", "all", input="pato\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert run("words", "all").stdout.split() == ["BOLA", "CASA", "GATO", "MESA", "PATO", "RATO"]
    assert run("build", "b.txt.gz", "--alphabet", "pt").returncode == 0
    assert run("words", "b").stdout == "RATO\n"

    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"rato\n" * 99)[:-20])
    (tmp_path / "f.gz").write_bytes(gzip.compress(bytes(40 << 20)))
    for name in ("none.txt", "b.txt.gz", "f.gz"):
        refused = run("build", "a.txt", name, "--alphabet", "pt", "--name", "no")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.startswith(f"wordtools: {name}: ")
    mixed = run("build", "a.txt", "pt", "--alphabet", "pt")
    assert "pass lists or recipes, not both" in mixed.stderr


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        (
            b"casa\n\xff\n",
            ["--alphabet", "pt", "--encoding", "utf-8"],
            ":2: byte 0xFF is not utf-8",
        ),
        (b"casa\n", [], ": choose the alphabet of the list"),
    ],
)
def test_errors_name_standard_input(run: Run, given: bytes, options: list[str], said: str) -> None:
    """The message does not name its temporary copy."""
    done = run("build", "-", *options, input=given)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"wordtools: standard input{said}")


def test_build_prints_what_became_of_everything(run: Run, pt: Path) -> None:
    done = run("build", "list.txt", "--alphabet", "pt", "--name", "other")
    cells = {line[:24].strip(): line[24:].strip() for line in done.stdout.splitlines()}
    shown = ("entries read", "accepted", "duplicates", "rejected", "proper-noun", "roman-numeral")
    assert [cells[name] for name in shown] == ["6", "3", "-", "3", "1", "1"]
    assert done.stderr == ""


def test_import_says_what_it_leaves_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text(
        "cat\ndog\ncat\nan-other\nx\n# none\n\nabcdefghijklmnopqrst\n"
    )
    assert run("import", "old.txt", "--alphabet", "en").stdout.endswith(
        "\n  entries left out: 4 of 6 (1 hyphen, 1 too-short, 1 too-long, 1 repeated); "
        "build/old.rejected.tsv.gz lists them\n"
    )
    (tmp_path / "old.txt").write_text("cat\ndog\n")
    assert "left out" not in run("import", "old.txt", "--alphabet", "en").stdout
