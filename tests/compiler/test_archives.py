"""Members of archives: the files that a recipe's patterns match, and that each archive is read only
once."""

from __future__ import annotations

import hashlib
import subprocess
import tarfile
import zipfile
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.compiler.compiling import bring
from wordtools.compiler import build, fetch, recipe, recipe_files
from wordtools.compiler.why import explain_entry
from wordtools.errors import FetchError
from wordtools.lexicon.lexicon import Lexicon

MANY = {
    "dict/words.10": "cat\n",
    "dict/words.20": "dog\nBob\n",
    "dict/words.95": "emu\n",
    "dict/names.10": "Ann\n",
    "dict/more/words.30": "fox\n",
    "other/words.10": "gnu\n",
}


def archive_in(folder: Path, contents: dict[str, str], kind: str = "tgz") -> str:
    """Puts an archive where the package `pack` 1 of npm would be kept. Returns the archive's
    SHA-256."""
    archive = folder / "raw" / "npm" / "pack-1" / "archive"
    archive.parent.mkdir(parents=True)
    for name, content in contents.items():
        (folder / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "in" / name).write_text(content, "utf-8")
    command: dict[str, list[str | Path]] = {
        "tgz": ["tar", "-czf", archive, "."],
        "tar": ["tar", "-cf", archive, *contents],
    }
    if kind == "zip":
        with zipfile.ZipFile(archive, "w") as packed:
            for name, content in contents.items():
                packed.writestr(name, content)
    else:
        subprocess.run(command[kind], cwd=folder / "in", check=True)
    return fetch.hash_file(archive)


def many_in(folder: Path, archive: str, *members: str) -> recipe.Recipe:
    """A recipe whose inputs are members of `pack`, without separate SHA-256s."""
    inputs = (
        f'{{ format = "list", file = {{ package = "pack", member = "{m}" }} }}' for m in members
    )
    (folder / "xx.toml").write_text(
        f"""
        name = "xx"
        title = "Test"
        alphabet = "en"
        inputs = [{", ".join(inputs)}]
        [packages.pack]
        manager = "npm"
        version = "1"
        sha256 = "{archive}"
        """,
        "utf-8",
    )
    return recipe_files.read_recipe(folder / "xx.toml")


@pytest.mark.parametrize("kind", ["tgz", "tar", "zip"])
@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("dict/words.*", ["dict/words.10", "dict/words.20", "dict/words.95"]),
        ("dict/words.[1-8]?", ["dict/words.10", "dict/words.20"]),
        ("*/words.10", ["dict/words.10", "other/words.10"]),
        ("dict/*", ["dict/names.10", "dict/words.10", "dict/words.20", "dict/words.95"]),
        ("dict/words.10", ["dict/words.10"]),
    ],
)
def test_a_member_with_wildcards_is_every_file_that_matches(
    tmp_path: Path, kind: str, pattern: str, names: list[str]
) -> None:
    reversed_ = dict(reversed(MANY.items()))
    found = many_in(tmp_path, archive_in(tmp_path, reversed_, kind), pattern)
    (files,) = fetch.fetch_sources(found).values()
    assert [file.name for file in files] == names
    assert [file.path.read_text("utf-8") for file in files] == [MANY[name] for name in names]
    assert [file.sha256 for file in files] == [fetch.hash_file(file.path) for file in files]


def test_many_files_are_one_input(tmp_path: Path) -> None:
    found = many_in(tmp_path, archive_in(tmp_path, MANY), "dict/words.*")
    report = build.build_lexicon(found, tmp_path)
    lexicon = Lexicon.read(report.path)
    assert list(lexicon) == ["CAT", "DOG", "EMU"]
    sources = lexicon.manifest.sources
    assert [source.file for source in sources] == [
        "dict/words.10",
        "dict/words.20",
        "dict/words.95",
    ]
    assert sources[0].sha256 == hashlib.sha256(b"cat\n").hexdigest()
    (rejected,) = explain_entry(lexicon, "Bob").rejected
    assert str(rejected.origin) == "words.20:2"


def test_each_file_of_an_input_has_its_own_encoding(tmp_path: Path) -> None:
    archive = archive_in(tmp_path, {"a.10": "café\n", "a.20": "dog\n"})
    found = many_in(tmp_path, archive, "a.*")
    (tmp_path / "in" / "a.20").write_bytes("naïve\n".encode("latin-1"))
    folder = tmp_path / "raw" / "npm" / "pack-1"
    subprocess.run(["tar", "-czf", folder / "archive", "."], cwd=tmp_path / "in", check=True)
    found = many_in(tmp_path, fetch.hash_file(folder / "archive"), "a.*")
    report = build.build_lexicon(found, tmp_path)
    assert list(Lexicon.read(report.path)) == ["CAFE", "NAIVE"]
    assert report.notes == ["a.* was read as cp1252"]


def test_an_archive_is_read_once_however_many_members_it_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Mock(wraps=tarfile.open)
    monkeypatch.setattr(tarfile, "open", opened)
    found = many_in(tmp_path, archive_in(tmp_path, MANY), "dict/words.*", "dict/names.10", "*/*.10")
    assert len(bring(found)) == 3 + 1 + 3
    assert opened.call_count == 1


def test_a_pattern_that_matches_nothing(tmp_path: Path) -> None:
    found = many_in(tmp_path, archive_in(tmp_path, MANY), "dict/wrds.*")
    with pytest.raises(
        FetchError, match=r"archive: no member matches dict/wrds\.\*; did you mean "
    ):
        fetch.fetch_sources(found)


def test_a_member_in_another_folder_is_suggested(tmp_path: Path) -> None:
    found = many_in(tmp_path, archive_in(tmp_path, MANY), "words.10")
    with pytest.raises(FetchError, match=r"'dict/words\.10' or 'other/words\.10'"):
        fetch.fetch_sources(found)


def test_an_unpinned_member_is_compared_with_the_archive(tmp_path: Path) -> None:
    found = many_in(tmp_path, archive_in(tmp_path, MANY), "dict/words.10")
    (path,) = bring(found)
    path.write_text("cut\n", "utf-8")
    assert bring(found) == [path]
    assert path.read_text("utf-8") == "cat\n"
