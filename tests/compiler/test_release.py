"""Folders to publish."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.compiler.compiling import EDITIONS, Compile
from tests.conftest import Run
from wordtools.compiler.build import build_lexicon
from wordtools.compiler.combine import merge_lexicons, tag_words
from wordtools.compiler.new_recipe import PLACEHOLDER, write_recipe
from wordtools.compiler.recipe_files import read_recipe
from wordtools.compiler.release import release_lexicon
from wordtools.errors import WordtoolsError
from wordtools.lexicon.lexicon import Lexicon

WORDS = {"one": "casa\nsol", "two": "gato\nsol\nsol-pôr", "rude": "mau"}
BY_GATO = {**WORDS, "two": "gato\nsol\nlua"}


@pytest.fixture
def lexicon(compile: Compile) -> Lexicon:
    licensed = EDITIONS.replace('format = "list"', 'format = "list"\nlicence = "CC0 | MIT"', 1)
    return compile(licensed, **WORDS)[0]


def read_folder(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_release(lexicon: Lexicon, tmp_path: Path) -> None:
    """Two releases from the same inputs have the same bytes, and anyone who gets one can check
    it."""
    exports = ["kwg", "kwg-dawg", "dwg", "scrabble3d", "hunspell", "csv", "list"]
    report = release_lexicon(lexicon, tmp_path / "a", exports=exports)
    again = release_lexicon(Lexicon.read(lexicon.path), tmp_path / "b", exports=exports)
    found = read_folder(tmp_path / "a")
    assert found == read_folder(tmp_path / "b")
    assert report.files == again.files == {name: len(data) for name, data in found.items()}
    assert found.keys() == {
        "README.md", "SHA256SUMS", "xx-Checksums.txt", "xx-kwg-dawg.kwg", "xx-scrabble3d.dic",
        "xx.aff", "xx.csv", "xx.dic", "xx.dwg", "xx.kwg", "xx.lexicon", "xx.rejected.tsv.gz",
        "xx.txt",
    }  # fmt: skip
    subprocess.run(["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=tmp_path / "a", check=True)
    assert Lexicon.read(tmp_path / "a" / "xx.lexicon").digest == lexicon.digest
    page = found["README.md"].decode()
    assert lexicon.digest in page
    assert "| one.txt | CC0 \\| MIT |" in page
    assert "| two.txt | not stated |" in page


def test_changes_since_the_last_release(lexicon: Lexicon, compile: Compile, tmp_path: Path) -> None:
    new, _ = compile(EDITIONS, **BY_GATO)
    report = release_lexicon(new, tmp_path / "new", previous=lexicon)
    assert report.changes == "1 added, 0 removed, 0 recategorised"
    assert "LUA" in (tmp_path / "new" / "CHANGES.md").read_text()
    one = release_lexicon(
        new.edition("first"), tmp_path / "one", previous=lexicon, exports=["list"]
    )
    assert one.changes == "0 added, 0 removed, 0 recategorised"
    assert (tmp_path / "one" / "first.txt").read_text() == "CASA\nSOL\n"


def test_a_release_without_a_build_is_none(lexicon: Lexicon, tmp_path: Path) -> None:
    """Decisions made since the last build would be missing from the release."""
    with pytest.raises(WordtoolsError, match="xx has not changed since the last release; build it"):
        release_lexicon(lexicon, tmp_path / "a", previous=Lexicon.read(lexicon.path))
    assert not (tmp_path / "a").exists()


def test_a_release_of_a_lexicon_made_of_others(lexicon: Lexicon, tmp_path: Path) -> None:
    merged = merge_lexicons(lexicon.edition("first"), lexicon.edition("second"), name="both")
    release_lexicon(merged, tmp_path / "a")
    assert read_folder(tmp_path / "a").keys() == {"README.md", "SHA256SUMS", "both.lexicon"}


def test_a_folder_that_is_there_stays_as_it_is(lexicon: Lexicon, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    release_lexicon(lexicon, folder)  # an empty folder is filled
    before = read_folder(folder)
    for place in (folder, folder / "README.md"):
        with pytest.raises(WordtoolsError, match="already exists; choose another folder"):
            release_lexicon(lexicon, place)
    assert read_folder(folder) == before


def test_a_release_is_whole_or_not_there(
    lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing appears if the format cannot hold the words, the disk is full, or the process is
    killed.
    """
    there = set(tmp_path.iterdir())
    with pytest.raises(WordtoolsError, match="there is no format 'kwgg'"):
        release_lexicon(lexicon, tmp_path / "a", exports=["list", "kwgg"])
    with monkeypatch.context() as patch:

        def fail(_: int) -> None:
            raise OSError(28, "No space left on device")

        patch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="No space left"):
            release_lexicon(lexicon, tmp_path / "a")
    assert set(tmp_path.iterdir()) == there
    left = tmp_path / ".a.1234.unfinished"
    left.mkdir()
    (left / "xx.lexicon").write_bytes(b"PK")
    release_lexicon(lexicon, tmp_path / "a")
    assert set(tmp_path.iterdir()) == there | {tmp_path / "a"}


def test_a_release_without_its_rejects(lexicon: Lexicon, tmp_path: Path) -> None:
    Path(lexicon.path.replace(".lexicon", ".rejected.tsv.gz")).unlink()
    with pytest.raises(WordtoolsError, match=r"xx\.rejected\.tsv\.gz: cannot be read"):
        release_lexicon(lexicon, tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_a_lexicon_cannot_name_files_elsewhere(lexicon: Lexicon, tmp_path: Path) -> None:
    odd = merge_lexicons(lexicon, lexicon, name="../x")
    with pytest.raises(WordtoolsError, match=r"'\.\./x' cannot name files"):
        release_lexicon(odd, tmp_path / "a")


@pytest.mark.slow
def test_a_year_of_a_list(tmp_path: Path, run: Run) -> None:
    """Decide, build and release, as a lexicographer would."""
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "xx.toml").write_text(
        'name = "xx"\ntitle = "Test"\nalphabet = "pt"\ndecisions = ["xx.tsv"]\n'
        '[[inputs]]\nformat = "list"\nfile = { path = "list.txt" }\n'
    )
    (tmp_path / "sources" / "list.txt").write_text("casa\ngato\n")
    first = run("decide", "in", "sol", "--why", "a star", "--since", "2025", "--authority", "we")
    assert first.stdout == "sources/xx.tsv:3: sol is in since 2025 by we: a star\n"
    assert run("build", "-q").returncode == 0
    assert run("release", "xx", "-o", "one", "-q").returncode == 0
    assert run("decide", "out", "SOL", "--why", "no", "-r", "xx", "--json").returncode == 0
    double = run("decide", "out", "Sol", "--why", "no")
    assert (double.returncode, double.stdout) == (2, "")
    assert double.stderr.startswith("wordtools: xx.tsv:4: SOL is out since 20")
    assert run("build", "-q").returncode == 0
    assert "decided   SOL out since 20" in run("why", "xx", "sol").stdout
    assert "reversed  sol in since 2025 by we: a star" in run("why", "xx", "sol").stdout
    listed = run("check", "-l", "xx", "sol", "casa")
    decided = r"decided out since 20\S+: no; reversed in since 2025 by we: a star"
    assert re.fullmatch(rf"sol\tnot valid\t{decided}\ncasa\tvalid\tCASA\n", listed.stdout)
    rows = map(json.loads, run("check", "-l", "xx", "--json", "sol", "casa").stdout.splitlines())
    assert [len(row.get("decisions", [])) for row in rows] == [2, 0]
    done = run("release", "xx", "-o", "two", "--previous", "one", "--export", "kwg")
    assert "changes: 0 added, 1 removed, 0 recategorised" in done.stdout


def test_a_licence_that_nobody_filled_in_is_not_published(tmp_path: Path) -> None:
    write_recipe("club", "en", tmp_path)
    (tmp_path / "club.txt").write_text("cat\ndog\n")
    recipe = tmp_path / "club.toml"
    built = Lexicon.read(build_lexicon(read_recipe(recipe), tmp_path).path)
    other = tag_words(built, ["cat"], "pet", name="pets")
    for lexicon in (built, other):
        with pytest.raises(WordtoolsError, match=r"club\.txt.*has no licence yet.*licence = ") as e:
            release_lexicon(lexicon, tmp_path / "out")
        assert "\n" not in str(e.value)
    assert not (tmp_path / "out").exists()
    recipe.write_text(recipe.read_text().replace(PLACEHOLDER, "CC0-1.0"))
    release_lexicon(
        Lexicon.read(build_lexicon(read_recipe(recipe), tmp_path).path), tmp_path / "out"
    )
