"""The alphabet proposed for a list spells all its words, with plain letters."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import Run
from wordtools.alphabet import read_alphabet
from wordtools.compiler.propose import decode_list, find_plain, propose_alphabet
from wordtools.errors import SourceError

SPELLED = {  # a list of each language, and its words with the proposed tiles
    "fr": ("cœur élève ça île où naïf ŒUVRE", "COEUR ELEVE CA ILE OU NAIF OEUVRE"),
    "de": ("straße mädchen übel", "STRASSE MADCHEN UBEL"),
    "pl": ("łódź gęś żółć ćma", "LODZ GES ZOLC CMA"),
    "da": ("smørrebrød æble å", "SMORREBROD AEBLE A"),
    "is": ("þorn maður ævi", "THORN MADUR AEVI"),
    "pt": ("lição avô pôr", "LICAO AVO POR"),
    "hr": ("đak čaša", "DAK CASA"),
    "vi": ("người đường", "NGUOI DUONG"),
    "ro": ("știință țară", "STIINTA TARA"),
    "ligatures": ("ﬁn oﬃce ǆep", "FIN OFFICE DZEP"),
    "uk": ("їжак щастя", "ЇЖАК ЩАСТЯ"),
    "he": ("שלום", "שלום"),
}


def propose(folder: Path, words: str) -> Path:
    listed = folder / "list.txt"
    listed.write_text("\n".join(words.split()), "utf-8")
    path = folder / "own.toml"
    path.write_text(propose_alphabet("own", listed, listed.read_text("utf-8")), "utf-8")
    return path


@pytest.mark.parametrize("language", SPELLED)
def test_plain_letters_are_proposed(tmp_path: Path, language: str) -> None:
    words, spelled = SPELLED[language]
    alphabet = read_alphabet(propose(tmp_path, words)).alphabet
    assert [alphabet.normal(word) for word in words.split()] == spelled.split()
    assert set(alphabet.tiles) == set(spelled.replace(" ", ""))


def test_what_is_proposed_is_counted(tmp_path: Path) -> None:
    path = propose(tmp_path, "œil œuf élan été ab Ångström сa")
    text = path.read_text("utf-8")
    for line in (
        "É as E: 2 words",
        '"Œ" = "OE"   # 2 words',
        "cyrillic capital letter es): 1 word",
    ):
        assert line in text
    assert "Å" not in text  # a name
    assert tomllib.loads(text)["folds"] == "acute"


@given(st.text(st.characters(categories=["L"]), min_size=1, max_size=1).map(str.upper))
def test_plain_letters_are_plain(letter: str) -> None:
    assert find_plain(find_plain(letter)[0]) == find_plain(letter)[0]


@pytest.mark.parametrize(
    "words", ["", "123 --", "#comment", "".join(map(chr, range(0x4E00, 0x4F00)))]
)
def test_no_alphabet_is_proposed(tmp_path: Path, words: str) -> None:
    with pytest.raises(SourceError, match="an alphabet has 1 to 63 tiles"):
        propose(tmp_path, words)


def test_a_list_that_is_not_utf_8(tmp_path: Path, run: Run) -> None:
    """The recipe shows how it was read, for a person to check."""
    path = tmp_path / "list.txt"
    path.write_bytes("avó\navô\ncaju\n".encode("latin-1"))
    for name, options in (("one", ()), ("two", ("--encoding", "latin-1"))):
        made = run("new-recipe", name, "--list", "list.txt", *options)
        assert (made.returncode, made.stderr) == (0, "")
        assert run("build", name).returncode == 0
        assert run("words", name).stdout == "AVO\nCAJU\n"
    detected, stated = ((tmp_path / "sources" / f"{n}.toml").read_text() for n in ("one", "two"))
    assert 'encoding = "cp1252" # detected, as in avó, avô\n' in detected
    assert 'encoding = "latin-1"   # or a Python codec' in stated
    path.write_bytes("мама\nпапа\n".encode("cp1251"))
    refused = run("new-recipe", "mama", "--list", "list.txt").stderr
    assert refused.endswith("this list is not in UTF-8; state its --encoding, such as cp1251.\n")
    assert run("new-recipe", "mama", "--list", "list.txt", "--encoding", "cp1251").returncode == 0
    assert run("build", "mama").returncode == 0
    assert run("words", "mama").stdout == "МАМА\nПАПА\n"


def test_a_damaged_utf_8_list_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("é è ê\ncafé\n".encode() + b"caf\xe9\n")
    with pytest.raises(SourceError, match=r"list\.txt:3: byte 0xE9 is not utf-8"):
        decode_list(path, "detect")


def test_a_recipe_for_a_list_is_ready_to_be_built(tmp_path: Path, run: Run) -> None:
    (tmp_path / 'my "words".txt').write_text("cœur\nélève\n", "utf-8")
    made = run("new-recipe", "club.1", "--list", 'my "words".txt')
    assert (made.returncode, made.stderr) == (0, "")
    built = run("build", "sources/club.1.toml")
    assert (built.returncode, built.stderr) == (0, "")
    assert run("words", "club.1").stdout == "COEUR\nELEVE\n"
    assert run("decide", "in", "elle", "--why", "she").returncode == 0
    (tmp_path / "sources" / "club.1.toml").unlink()
    assert "already exists" in run("new-recipe", "club.1", "--list", 'my "words".txt').stderr


def test_an_alphabet_is_found_here_and_beside_the_recipe(tmp_path: Path, run: Run) -> None:
    (tmp_path / "sources").mkdir()
    propose(tmp_path / "sources", "a b c")
    for name, alphabet in (("one", "sources/own.toml"), ("two", "own.toml")):
        assert run("new-recipe", name, "--alphabet", alphabet).returncode == 0
        recipe = tomllib.loads((tmp_path / "sources" / f"{name}.toml").read_text("utf-8"))
        assert recipe["alphabet"] == "own.toml"
    refused = run("new-recipe", "x", "--alphabet", "sources/no.toml")
    assert refused.stderr == "wordtools: sources/no.toml: there is no such alphabet file.\n"
