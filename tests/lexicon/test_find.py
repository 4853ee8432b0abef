"""From user input to one lexicon, or to an error that says what to type."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lexicon.helpers import english_bytes, rezipped, with_manifest
from wordtools.errors import LexiconError
from wordtools.lexicon import find
from wordtools.lexicon.file import read_manifest
from wordtools.lexicon.manifest import EditionRule

OLD_AND_NEW = {"en-old": EditionRule(include=["old"]), "en-new": EditionRule(include=["new"])}


def put(path: Path, words: str, **editions: EditionRule) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(english_bytes(words, path.stem, **editions))
    return path


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder with `build/en.lexicon`, and no other folders."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORDTOOLS_LEXICONS", raising=False)
    put(tmp_path / "build" / "en.lexicon", "thou/old selfie/new cat", **OLD_AND_NEW)
    return tmp_path


def named(*folders: Path | str) -> str:
    return os.pathsep.join(map(str, folders))


@pytest.mark.parametrize("start", ["", "build/en.lexicon:"])
def test_a_name_or_a_path_and_their_editions(start: str) -> None:
    whole = find.open_lexicon(start.rstrip(":") or "en")
    assert (whole.edition_name, set(whole)) == ("en", {"CAT", "SELFIE", "THOU"})
    for edition, words in {"en-old": {"THOU"}, "en-new": {"SELFIE"}}.items():
        lexicon = find.open_lexicon(f"{start}{edition}")
        assert (lexicon.name, lexicon.edition_name, set(lexicon)) == ("en", edition, words)
        assert lexicon.digest == whole.digest


def test_a_path_object(here: Path) -> None:
    assert len(find.open_lexicon(here / "build" / "en.lexicon")) == 3
    assert len(find.open_lexicon(Path("build/en.lexicon:en-old"))) == 1


def test_a_path_in_the_working_folder(here: Path) -> None:
    put(here / "own.lexicon", "dog")
    assert set(find.open_lexicon("own.lexicon")) == {"DOG"}
    with pytest.raises(LexiconError, match="no lexicon or edition 'own'"):
        find.open_lexicon("own")


def test_several_folders(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(here / "a" / "first.lexicon", "dog")
    put(here / "b" / "second.lexicon", "bird", sub=EditionRule())
    put(here / "b" / "en.lexicon", "hidden")
    monkeypatch.setenv("WORDTOOLS_LEXICONS", named("a", here / "none", "", here / "b"))
    assert set(find.open_lexicon("first")) == {"DOG"}
    assert set(find.open_lexicon("second")) == {"BIRD"}
    assert set(find.open_lexicon("sub")) == {"BIRD"}
    assert "CAT" in find.open_lexicon("en")  # build/ comes first
    with pytest.raises(LexiconError, match=r"in build, a, .*none or .*b; choose from en, en-new"):
        find.open_lexicon("zzz")


def test_a_name_that_is_an_edition_too(here: Path) -> None:
    """A list called en-old must not answer in place of the edition en-old."""
    put(here / "build" / "en-old.lexicon", "impostor")
    with pytest.raises(LexiconError, match="more than one lexicon is called en-old"):
        find.open_lexicon("en-old")
    assert "IMPOSTOR" in find.open_lexicon("build/en-old.lexicon")


def test_an_edition_of_two_lexicons(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(here / "more" / "other.lexicon", "thee/old", **OLD_AND_NEW)
    monkeypatch.setenv("WORDTOOLS_LEXICONS", "more")
    with pytest.raises(LexiconError) as refused:
        find.open_lexicon("en-old")
    assert str(refused.value) == (
        "more than one lexicon is called en-old; choose "
        "build/en.lexicon:en-old or more/other.lexicon:en-old"
    )
    assert set(find.open_lexicon("build/en.lexicon:en-old")) == {"THOU"}
    assert set(find.open_lexicon("more/other.lexicon:en-old")) == {"THEE"}


def test_a_folder_named_twice_is_one(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(here / "more" / "own.lexicon", "dog/new", part=EditionRule(include=["new"]))
    monkeypatch.setenv("WORDTOOLS_LEXICONS", named("more", here / "more", here / "build"))
    assert set(find.open_lexicon("part")) == {"DOG"}
    assert set(find.open_lexicon("en-new")) == {"SELFIE"}


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("en-odl", "did you mean 'en-old'?"),
        ("EN", "choose from en, en-new, en-old"),
        ("", "choose from en, en-new, en-old"),
        ("../en", "cannot be read: No such file or directory"),
        ("none.lexicon", "none.lexicon: cannot be read: No such file or directory"),
        ("build/en.lexicon:en-odl", "there is no edition 'en-odl'; did you mean 'en-old'?"),
        ("build/en.lexicon:", "cannot be read: No such file or directory"),
        ("build/", "cannot be read: Is a directory"),
    ],
)
def test_unknown_names(typed: str, message: str) -> None:
    with pytest.raises(LexiconError) as refused:
        find.open_lexicon(typed)
    assert str(refused.value).endswith(message)


def test_no_lexicon_at_all(here: Path) -> None:
    (here / "build" / "en.lexicon").unlink()
    with pytest.raises(LexiconError, match=r"edition 'xx' in build; .* WORDTOOLS_LEXICONS "):
        find.open_lexicon("xx")


@pytest.mark.parametrize("name", ["a", "zz"])
def test_a_damaged_neighbour_is_passed_over(here: Path, name: str) -> None:
    """The lexicon is found beside any damaged file, whether that is earlier or later in order."""
    neighbour = here / "build" / f"{name}.lexicon"
    good = english_bytes("thou/old", name, **OLD_AND_NEW)
    cut = [b"", b"PK", good[:100], good[100:], bytes(1000), good[:-200] + bytes(200)]
    for data in (*cut, with_manifest(good, format=2, editions=3), rezipped(good, NO_MANIFEST)):
        neighbour.write_bytes(data)
        assert set(find.open_lexicon("en-old")) == {"THOU"}
    neighbour.unlink()
    neighbour.mkdir()
    assert set(find.open_lexicon("en-old")) == {"THOU"}
    neighbour.rmdir()
    neighbour.symlink_to("nowhere")
    assert set(find.open_lexicon("en-old")) == {"THOU"}
    neighbour.unlink()
    os.mkfifo(neighbour)  # opening it would wait for another process to write
    assert set(find.open_lexicon("en-old")) == {"THOU"}


@pytest.mark.parametrize("endless", ["/dev/zero", "pipe"])
def test_what_may_have_no_end_is_not_read(here: Path, endless: str) -> None:
    os.mkfifo(here / "pipe")
    path = here / "build" / "x.lexicon"
    path.symlink_to(here / endless)
    with pytest.raises(LexiconError, match=r"x\.lexicon: cannot be read: it is not a file$"):
        find.open_lexicon("x")
    with pytest.raises(LexiconError, match="it is not a file"):
        read_manifest(path)


NO_MANIFEST = {"manifest.json": None}


@pytest.mark.slow
def test_any_byte_of_a_neighbour_may_be_damaged(here: Path) -> None:
    """It is ignored, or it still has an edition of that name and is listed as a rival."""
    good = english_bytes("thou/old", "a", **OLD_AND_NEW)
    rivals = 0
    for place in range(len(good)):
        for change in (0x01, 0xFF):
            damaged = bytearray(good)
            damaged[place] ^= change
            (here / "build" / "a.lexicon").write_bytes(damaged)
            try:
                found, _ = find.locate_lexicon("en-old")
                assert found == Path("build/en.lexicon")
            except LexiconError as error:
                assert "build/a.lexicon:en-old or build/en.lexicon:en-old" in str(error)
                rivals += 1
    assert rivals < 2 * len(good)


def test_a_damaged_lexicon_says_so_itself(here: Path) -> None:
    path = here / "build" / "en.lexicon"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(LexiconError, match=r"build/en\.lexicon: cut short"):
        find.open_lexicon("en")


@given(st.text(max_size=20) | st.text("./:en-old~\0", max_size=20).map("{}.lexicon".format))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_name_is_found_or_refused(name: str) -> None:
    try:
        assert find.open_lexicon(name).name == "en"
    except LexiconError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("name", "command"), [("pl", "wordtools build pl"), ("pt-BR", "wordtools build pt")]
)
def test_a_list_of_ours_is_one_command_away(here: Path, name: str, command: str) -> None:
    for _ in "with other lexicons", "without":
        with pytest.raises(LexiconError, match=f"run `{command}` to make it$"):
            find.open_lexicon(name)
        (here / "build" / "en.lexicon").unlink(missing_ok=True)
    with pytest.raises(LexiconError, match="build one there, or set WORDTOOLS_LEXICONS"):
        find.open_lexicon("../sources/pt".replace("/", " "))
