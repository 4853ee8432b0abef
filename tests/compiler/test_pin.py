"""Pinning writes hashes into a recipe and changes nothing else."""

from __future__ import annotations

import hashlib
import subprocess
import tomllib
from pathlib import Path

import pytest
from tomlkit.exceptions import TOMLKitError

from tests.conftest import Run
from wordtools.compiler import fetch, pin, recipe_files
from wordtools.errors import FetchError, RecipeError

HEAD = 'name = "xx"\ntitle = "Test"\nalphabet = "en"\n'
ZEROS = "0" * 64
CAT, DOG = (hashlib.sha256(text.encode()).hexdigest() for text in ("cat\n", "dog\n"))
LAYOUTS = {
    "tables": """\
# Mine.
[packages.pack]
manager = "npm"
version = "1"  # the first
{package}

# The list.
[[inputs]]
format = "list"
file = {{ package = "pack", member = "a/one"{member} }}  # one
[[inputs]]
format = "json"
[inputs.file]
package = "pack"
member = "a/two"
{table}
""",
    "quoted": """\
[packages."pack"]
version = '1'
manager = 'npm'
{package}
[[inputs]]
file = {{ member = "a/one", package = "pack"{member} }}
format = "list"
""",
    "inline": """\
packages = {{ pack = {{ manager = "npm", version = "1"{inline} }} }}
inputs = [
  {{ format = "list", file = {{ package = "pack", member = "a/one"{member} }} }},
  {{ format = "list", file = {{ package = "pack", member = "a/*" }} }},  # both
]
""",
    "dictionaries": """\
categories = {{ north = "N", south = "S" }}
[packages.pack]
manager = "npm"
version = "1"
{package}
[[inputs]]
format = "hunspell"
aff = {{ package = "pack", member = "a/one"{member} }}
capitals = "nouns"
[inputs.nouns]
file = {{ package = "pack", member = "a/one"{member} }}
word = "w"
kind = "k"
names = []
[inputs.dics]
north = {{ package = "pack", member = "a/one"{member} }}  # the first
[inputs.dics.south]
package = "pack"
member = "a/two"
{table}
""",
}  # fmt: skip


def write(folder: Path, layout: str, archive: str = "", one: str = "", two: str = "") -> Path:
    """A recipe with these hashes, or without."""
    path = folder / "xx.toml"
    text = LAYOUTS[layout].format(
        package=f'sha256 = "{archive}"' if archive else "",
        inline=f', sha256 = "{archive}"' if archive else "",
        member=f', sha256 = "{one}"' if one else "",
        table=f'sha256 = "{two}"' if two else "",
    )
    path.write_text(HEAD + text, "utf-8")
    return path


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The SHA-256 of the file that npm fetches. `calls` counts the calls of npm."""
    (tmp_path / "in" / "a").mkdir(parents=True)
    (tmp_path / "in" / "a" / "one").write_text("cat\n", "utf-8")
    (tmp_path / "in" / "a" / "two").write_text("dog\n", "utf-8")
    subprocess.run(["tar", "-czf", "../pack.tgz", "."], cwd=tmp_path / "in", check=True)
    program = tmp_path / "bin" / "npm"
    program.parent.mkdir()
    program.write_text(
        f"#!/bin/sh\necho call >> '{tmp_path}/calls'; cp '{tmp_path}/pack.tgz' .\n", "utf-8"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    return fetch.hash_file(tmp_path / "pack.tgz")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("stale", ["", ZEROS])
def test_hashes_are_written(tmp_path: Path, archive: str, layout: str, stale: str) -> None:
    right = write(tmp_path, layout, archive, CAT, DOG).read_text("utf-8")
    path = write(tmp_path, layout, stale, stale, stale)
    pinned = pin.pin_recipe(path)
    assert tomllib.loads(path.read_text("utf-8")) == tomllib.loads(right)
    expected = {("pack", "", archive), ("pack", "a/one", CAT)}
    if layout in ("tables", "dictionaries"):
        expected |= {("pack", "a/two", DOG)}
    assert {(each.package, each.member, each.sha256) for each in pinned} == expected
    assert (tmp_path / "calls").read_text("utf-8") == "call\n"
    assert fetch.fetch_sources(recipe_files.read_recipe(path), progress=None)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_only_hashes_change(tmp_path: Path, archive: str, layout: str) -> None:
    right = write(tmp_path, layout, archive, CAT, DOG).read_text("utf-8")
    path = write(tmp_path, layout, ZEROS, ZEROS, ZEROS)
    pin.pin_recipe(path)
    assert path.read_text("utf-8") == right
    before = path.stat().st_ino
    assert pin.pin_recipe(path) == []
    assert path.stat().st_ino == before
    assert (tmp_path / "calls").read_text("utf-8") == "call\n"


def test_a_wrong_member_leaves_the_recipe_alone(tmp_path: Path, archive: str) -> None:
    path = write(tmp_path, "quoted")
    path.write_text(path.read_text("utf-8").replace("a/one", "one"), "utf-8")
    before = path.read_bytes()
    with pytest.raises(FetchError, match=r"it has no member one; did you mean 'a/one'\?$"):
        pin.pin_recipe(path)
    assert path.read_bytes() == before


def test_keys_with_dots(tmp_path: Path, archive: str) -> None:
    path = write(tmp_path, "quoted")
    dotted = 'packages.pack.version = "1"\npackages.pack.manager = "npm"\n'
    path.write_text(HEAD + dotted + path.read_text("utf-8").partition("manager = 'npm'\n")[2])
    pin.pin_recipe(path)
    assert tomllib.loads(path.read_text("utf-8"))["packages"]["pack"]["sha256"] == archive


def test_a_layout_that_cannot_be_edited(
    tmp_path: Path, archive: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, "quoted")
    before = path.read_bytes()

    def fail(text: str) -> None:
        raise TOMLKitError(text)

    monkeypatch.setattr("tomlkit.parse", fail)
    with pytest.raises(RecipeError, match=f"write the hashes yourself.* pack: {archive}, a/one: "):
        pin.pin_recipe(path)
    assert path.read_bytes() == before


def test_other_commands_want_the_package_pinned(tmp_path: Path) -> None:
    path = write(tmp_path, "tables")
    with pytest.raises(
        RecipeError, match=r"xx\.toml: packages\.pack: sha256 is missing; run `wordtools pin`"
    ):
        recipe_files.read_recipe(path)


def test_lines_end_as_before(tmp_path: Path, archive: str) -> None:
    path = write(tmp_path, "tables")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    pin.pin_recipe(path)
    assert path.read_bytes().count(b"\n") == path.read_bytes().count(b"\r\n")


def test_the_command_prints_what_it_pinned(tmp_path: Path, archive: str, run: Run) -> None:
    write(tmp_path, "quoted")
    path = f"{tmp_path}/bin:/usr/bin:/bin"
    assert run("pin", "xx.toml", PATH=path).stdout.splitlines() == [
        f"xx.toml: pack {archive}",
        f"xx.toml: a/one {CAT}",
    ]
    assert run("pin", "xx.toml", PATH=path).stdout == "xx.toml: everything is already pinned\n"
