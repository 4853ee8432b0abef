"""Imports and exports the automatons of other programs. The words and the bytes must be the
same."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import dawg_python
import pytest

from tests.conftest import Run
from tests.formats.automata import CATS
from tests.formats.test_kwg import ALPHAGRAMS, DAWG, GADDAG, OLDER, WIDE, unhex
from wordtools.compiler.importing import import_lexicon
from wordtools.errors import WordtoolsError
from wordtools.interchange.exporting import export_lexicon
from wordtools.interchange.recognise import recognise_format
from wordtools.lexicon.lexicon import Lexicon

READ_AS = {
    "kwg": "kwg",
    "kwg-dawg": "kwg",
    "kwg-legacy": "kwg",
    "kbwg": "kbwg",
    "dwg": "dwg",
    "quackle": "quackle",
    "dawgdic": "dawgdic",
    "dawgdic-completion": "dawgdic",
    "dawgdic-categories": "dawgdic",
}
AUTOMATA = {*READ_AS, "kad"}
VECTORS = {
    "kwg": GADDAG,
    "kwg-dawg": DAWG,
    "kwg-legacy": OLDER,
    "kbwg": WIDE,
    "kad": ALPHAGRAMS,
}


def bring(path: Path, alphabet: str = "en", format: str = "") -> Lexicon:
    """A file imported into a separate folder."""
    into = path.with_name(f"{path.name}.made")
    report = import_lexicon(path, into, alphabet=alphabet, format=format, lengths="1..64")
    return Lexicon.read(report.path)


@pytest.fixture
def cats(tmp_path: Path) -> Lexicon:
    (tmp_path / "cats.txt").write_text("\n".join(CATS))
    return bring(tmp_path / "cats.txt")


@pytest.mark.real_data
@pytest.mark.parametrize("alphabet", ["en", "es", "pl", "pt"])
def test_the_same_words_come_back(
    alphabet: str, sampled: Callable[[str], Lexicon], tmp_path: Path
) -> None:
    lexicon = sampled(alphabet)
    for name, read_as in READ_AS.items():
        path = tmp_path / f"{name}.{read_as}"
        if name == "dwg" and alphabet in ("es", "pl"):
            with pytest.raises(WordtoolsError, match="can hold only tiles with one Latin-1 letter"):
                export_lexicon(lexicon, path, name)
            continue
        export_lexicon(lexicon, path, name)
        assert recognise_format(path).name == read_as, name
        found = bring(path, alphabet)
        assert list(found) == list(lexicon), name
        first = path.read_bytes()
        export_lexicon(found, path, name)
        if name != "dawgdic-categories":  # which are not read
            assert path.read_bytes() == first, name


@pytest.mark.real_data
def test_alphagrams_come_back(sampled: Callable[[str], Lexicon], tmp_path: Path) -> None:
    lexicon = sampled("pl")
    path = tmp_path / "x.kad"
    export_lexicon(lexicon, path)
    found = bring(path, "pl", "kad")
    order = lexicon.alphabet.spell
    sort = lexicon.alphabet.text
    assert list(found) == sorted({sort(bytes(sorted(order(w)))) for w in lexicon}, key=order)
    first = path.read_bytes()
    export_lexicon(found, path)
    assert path.read_bytes() == first


@pytest.mark.parametrize("name", VECTORS)
def test_files_of_the_field_come_out_as_they_went_in(
    name: str, cats: Lexicon, tmp_path: Path
) -> None:
    path = tmp_path / "file.bin"
    export_lexicon(cats, path, name)
    assert path.read_bytes() == unhex(VECTORS[name])
    found = bring(path, format=READ_AS.get(name, name))
    export_lexicon(found, path, name)
    assert path.read_bytes() == unhex(VECTORS[name])


def test_what_looks_alike_is_told_by_its_suffix_or_named(run: Run, tmp_path: Path) -> None:
    """The root leads to node 64 of a KWG, or to node 16,384 of a KBWG."""
    nodes = [0] * 0x1C001
    nodes[0], nodes[64] = 0x400040, 0x01C00000
    for name in ("x.bin", "x.kwg", "x.KBWG"):
        (tmp_path / name).write_bytes(struct.pack(f"<{len(nodes)}I", *nodes))
    done = run("import", "x.bin", "--alphabet", "en")
    assert (done.returncode, done.stderr) == (
        2,
        "wordtools: x.bin: this may be kwg or kbwg; choose one with --format.\n",
    )
    assert recognise_format(tmp_path / "x.KBWG").name == "kbwg"
    for given in (["x.kwg"], ["x.bin", "--format", "kwg"]):
        done = run("import", *given, "--alphabet", "en", "--lengths", "1..15", "-o", "x.lexicon")
        assert done.returncode == 0
        assert list(Lexicon.read(tmp_path / "x.lexicon")) == ["A"]
        (tmp_path / "x.lexicon").unlink()


def test_values_are_a_bit_for_each_category(tmp_path: Path) -> None:
    rows = ['"cat", "categories": ["old"]', '"dog"', '"emu", "categories": ["rude", "old"]']
    (tmp_path / "x.jsonl").write_text("".join(f'{{"word": {row}}}\n' for row in rows))
    lexicon = bring(tmp_path / "x.jsonl")
    path = tmp_path / "x.dawg"
    assert export_lexicon(lexicon, path, "dawgdic-categories").notes == []
    bit = {name: 1 << n for n, name in enumerate(lexicon.manifest.categories)}
    found = dawg_python.IntCompletionDAWG().load(str(path))
    assert found.items() == [("CAT", bit["old"]), ("DOG", 0), ("EMU", bit["old"] | bit["rude"])]
    report = import_lexicon(path, tmp_path / "made", alphabet="en")
    assert report.notes == ["x.dawg: the values of its words were dropped"]
    assert export_lexicon(lexicon, path, "quackle").notes == [
        f"the categories {' and '.join(lexicon.manifest.categories)} were left out"
    ]
    (tmp_path / "y.jsonl").write_text('{"word": "cat", "categories": ["old"]}\n')
    alone = bring(tmp_path / "y.jsonl")
    assert export_lexicon(alone, path, "quackle").notes == ["the category old was left out"]


def test_the_checksum_of_a_dwg_lies_beside_it(run: Run, cats: Lexicon, tmp_path: Path) -> None:
    report = export_lexicon(cats, tmp_path / "old.dwg")
    beside = tmp_path / "old-Checksums.txt"
    assert list(report.files) == [str(tmp_path / "old.dwg"), str(beside)]
    assert list(bring(tmp_path / "old.dwg")) == sorted(CATS)
    beside.write_text(f"{int(beside.read_text()) ^ 1}\n12345\n")
    done = run("import", "old.dwg", "--alphabet", "en", "-o", "made")
    assert done.returncode == 2
    assert done.stderr.startswith("wordtools: old.dwg: damaged: its checksum is ")
    assert not list((tmp_path / "made").glob("*.lexicon"))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(AUTOMATA))
def test_damaged_files_are_refused_with_one_sentence(
    name: str, run: Run, cats: Lexicon, tmp_path: Path
) -> None:
    """The files are cut short, too long, or have nodes that point beyond their end."""
    read_as = READ_AS.get(name, name)
    path = tmp_path / "bad.bin"
    export_lexicon(cats, path, name)
    whole = path.read_bytes()
    for data in (whole[:-3], whole[:16], whole + b"\0\0\0", b"\xff" * len(whole)):
        path.write_bytes(data)
        done = run("import", "bad.bin", "--alphabet", "en", "--format", read_as, "-o", "made")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("wordtools: bad.bin: ")
        assert done.stderr.count("\n") == 1
        assert not list((tmp_path / "made").glob("*.lexicon"))


def test_other_alphabets_are_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("żaba\nźdźbło\n")
    export_lexicon(bring(tmp_path / "x.txt", "pl"), tmp_path / "x.dawg", "quackle")
    done = run("import", "x.dawg", "--alphabet", "en")
    assert done.returncode == 2
    assert "a letter of its alphabet, is not a English tile" in done.stderr
