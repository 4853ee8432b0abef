"""Scrabble3D's dictionaries, byte by byte."""

from __future__ import annotations

import base64
import zipfile
from pathlib import Path

import pytest

from tests.compiler.compiling import rejects
from wordtools.compiler.importing import import_lexicon
from wordtools.compiler.why import explain_entry
from wordtools.errors import SourceError, WordtoolsError
from wordtools.formats.scrabble3d import read_scrabble3d
from wordtools.interchange.exporting import export_lexicon
from wordtools.lexicon.lexicon import Lexicon

DIC = """\
[Header]
Version=100002
Author=Ana
Licence=CC0-1.0
Comment=Palabras de prueba
StandardCategory=Standard
Letters=ABC1DEHLOS
[Replace]
1=CH
[Categories]
7=Verb forms
Slang
[Words]
"""
WORDS = """\
DADO=a cube; with six sides
1ELA;2
BEBE=drinks; and more;1
BEBE=drinks
CASA-DO
AS
CHAS;9
SOL=a star;
"""


def encipher(words: str, key: bytes, first: int) -> str:
    """Words as the program writes them; `first`: the place in the key that belongs to byte 0."""

    def line(word: str) -> str:
        data = word.encode()
        return base64.b64encode(
            bytes(byte ^ key[(i + first) % len(key)] for i, byte in enumerate(data))
        ).decode()

    return "".join(f"{line(word)}\n" for word in words.splitlines())


def test_all_sections(tmp_path: Path) -> None:
    path = tmp_path / "old.dic"
    path.write_bytes(b"\xef\xbb\xbf" + (DIC + WORDS).replace("\n", "\r\n").encode())
    report = import_lexicon(path, tmp_path)
    lexicon = Lexicon.read(report.path)
    assert lexicon.alphabet.tiles == ("A", "B", "C", "CH", "D", "E", "H", "L", "O", "S")
    assert {word: {*lexicon.categories(word)} for word in lexicon} == {
        "AS": {"Standard"},
        "BEBE": {"Standard", "Verb-forms"},
        "CHAS": {"Standard"},
        "CHELA": {"Slang"},
        "DADO": {"Standard"},
        "SOL": {"Standard"},
    }
    assert lexicon.manifest.title == "Palabras de prueba"
    assert lexicon.manifest.categories["Verb-forms"].meaning == "Verb forms"
    assert lexicon.manifest.sources[0].licence == "CC0-1.0"
    assert rejects(report) == [
        ("hyphen", "CASA-DO", "old.dic", 18, ""),
        ("repeated", "BEBE", "old.dic", 17, ""),
    ]
    notes = "\n".join(report.notes)
    assert dict(lexicon.definitions()) == {
        "BEBE": "drinks; and more / drinks", "DADO": "a cube; with six sides", "SOL": "a star",
    }  # fmt: skip
    assert "not in the alphabet's order (first at line 15)" in notes
    assert "category 9, which [Categories] lacks" in notes
    assert "the header's author and version are not kept" in notes


def test_marks_fold_in_the_alphabet_of_a_language(tmp_path: Path) -> None:
    """The letters of a header are all that is known of a language; a note names a better
    alphabet."""
    path = tmp_path / "old.dic"
    path.write_text(DIC + "SÓLO\nSOL\n", "utf-8")
    report = import_lexicon(path, tmp_path)
    assert report.rejected == {"mark": 1}
    assert "name the alphabet of its language with --alphabet" in report.notes[-1]
    report = import_lexicon(path, tmp_path, alphabet="es")
    assert (report.accepted, report.rejected) == (2, {})
    assert "--alphabet" not in " ".join(report.notes)


@pytest.mark.parametrize("first", [0, 1])
def test_both_phases_of_the_key(tmp_path: Path, first: int) -> None:
    header = DIC.replace("[Header]\n", "[Header]\nKey=sEcr3t!9\n")
    (tmp_path / "plain.dic").write_text(DIC + WORDS, "utf-8")
    (tmp_path / "secret.dic").write_text(header + encipher(WORDS, b"sEcr3t!9", first), "utf-8")
    plain, secret = (
        Lexicon.read(import_lexicon(tmp_path / f"{name}.dic", tmp_path).path)
        for name in ("plain", "secret")
    )
    assert [*plain] == [*secret]
    assert plain.manifest.sets == secret.manifest.sets


def test_the_vector_of_the_newer_cipher(tmp_path: Path) -> None:
    """The text is the base64 of C A T exclusive-or a b c."""
    path = tmp_path / "x.dic"
    path.write_text("[Header]\nKey=abcdefgh\n[Words]\nIiM3\n", "utf-8")
    assert list(Lexicon.read(import_lexicon(path, tmp_path, alphabet="en").path)) == ["CAT"]


def test_why_tells_the_lines_of_an_imported_file(tmp_path: Path) -> None:
    """A line that repeats a word is not a reject."""
    (tmp_path / "old.dic").write_text(DIC + WORDS + "BEBE\tx\nBEBE\tx\n", "utf-8")
    lexicon = Lexicon.read(import_lexicon(tmp_path / "old.dic", tmp_path).path)
    history = explain_entry(lexicon, "BEBE", tmp_path)
    assert history.accepted
    assert [origin.line for origin in history.origins] == [16, 17]
    assert explain_entry(lexicon, "CASA-DO", tmp_path).rejected[0].origin.line == 18


def test_a_zip(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "old.dic.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("old.dic", DIC + WORDS)
    report = import_lexicon(tmp_path / "old.dic.zip", tmp_path)
    assert (report.name, report.accepted) == ("old", 6)


def test_meanings_are_read(tmp_path: Path) -> None:
    (tmp_path / "old.dic").write_text(DIC + WORDS, "utf-8")
    report = import_lexicon(tmp_path / "old.dic", tmp_path)
    alphabet = Lexicon.read(report.path).alphabet
    pieces = list(read_scrabble3d(tmp_path / "old.dic", alphabet).read_lines())
    lines = b"".join(piece.words for piece in pieces).split(b"\n")
    meanings = [meaning for piece in pieces for meaning in piece.definitions]
    assert lines.index(b"DADO") == 13
    assert meanings[:3] == [b"a cube; with six sides", b"", b"drinks; and more"]


def test_sections_in_any_order(tmp_path: Path) -> None:
    about = DIC.removesuffix("[Words]\n")
    (tmp_path / "x.dic").write_text("[Words]\n" + WORDS + about, "utf-8")
    lexicon = Lexicon.read(import_lexicon(tmp_path / "x.dic", tmp_path, format="scrabble3d").path)
    assert "CHELA" in lexicon
    assert lexicon.categories("CHELA") == {"Slang"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[Header]\nVersion=1\n", "no section [Words]"),
        ("[Header]\nKey=abcdefgh\n[Words]\nno base64!\n", "x.dic:4: this is not a word enciphered"),
        ("[Header]\nKey=abcdefgh\n[Words]\nIiM3\n////\n", "x.dic:5: this is not a word enciphered"),
        ("[Header]\nA=" + "b" * (1 << 21) + "\n[Words]\nCAT\n", "before its words"),
        ("[Words]\n" + "A" * (5 << 20), "x.dic:2: this line has more than"),
        ("[Header]\n[Words]\n\n", "no word was accepted"),
    ],
)
def test_damaged_files(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "x.dic").write_text(content, "utf-8")
    with pytest.raises(WordtoolsError) as caught:
        import_lexicon(tmp_path / "x.dic", tmp_path, alphabet="en")
    assert message in str(caught.value)
    assert not (tmp_path / "x.lexicon").exists()


@pytest.mark.slow
def test_a_zip_bomb_is_refused_unread(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.dic.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.dic", b"[Words]\n" + b"A" * (64 << 20))
    with pytest.raises(SourceError, match="more than any list"):
        import_lexicon(tmp_path / "x.dic.zip", tmp_path, alphabet="en")


def test_the_export_of_portuguese(tmp_path: Path) -> None:
    """Words of both countries have category 0, and those of one have 1 or 2."""
    rows = [
        '{"word": "casa", "categories": ["european", "brazilian"]}',
        '{"word": "autocarro", "categories": ["european"]}',
        '{"word": "bonde", "categories": ["brazilian"]}',
    ]
    recipe = tmp_path / "pt.toml"
    (tmp_path / "pt.jsonl").write_text("\n".join(rows), "utf-8")
    recipe.write_text(
        'name = "pt"\ntitle = "Portuguese"\nalphabet = "pt"\neffective = 2026-01-01\n'
        '[categories]\neuropean = "of Portugal"\nbrazilian = "of Brazil"\n'
        '[editions]\npt-PT = { include = ["european"] }\npt-BR = { include = ["brazilian"] }\n'
        '[[inputs]]\nformat = "jsonl"\nfile = { path = "pt.jsonl" }\nlicence = "CC0-1.0"\n',
        "utf-8",
    )
    from wordtools.compiler.build import build_lexicon
    from wordtools.compiler.recipe_files import read_recipe

    lexicon = Lexicon.read(build_lexicon(read_recipe(recipe), tmp_path).path)
    export_lexicon(lexicon, tmp_path / "pt.dic", "scrabble3d")
    assert (tmp_path / "pt.dic").read_text("utf-8").splitlines() == [
        "[Header]",
        "Version=100000",
        "License=CC0-1.0",
        "Release=2026-01-01",
        f"Comment=Portuguese, pt, 3 words, {lexicon.digest}",
        "StandardCategory=european + brazilian",
        "Letters=ABCÇDEFGHIJLMNOPQRSTUVXZ",
        "[Categories]",
        "1=european",
        "2=brazilian",
        "[Words]",
        "AUTOCARRO;1",
        "BONDE;2",
        "CASA",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("line", ["A=" + ";" * 3_000_000, "A=" + ";1" * 1_500_000 + "x"])
def test_a_line_made_to_harm_takes_no_longer_than_others(tmp_path: Path, line: str) -> None:
    """Reading would take hours if its time were quadratic."""
    (tmp_path / "x.dic").write_text(f"[Header]\n[Words]\nCAT\n{line}\n", "utf-8")
    report = import_lexicon(tmp_path / "x.dic", tmp_path, alphabet="en")
    assert report.rejected == {"too-short": 1}
