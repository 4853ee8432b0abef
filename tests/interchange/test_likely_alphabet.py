"""Words imported with the wrong alphabet: the warnings, and the cases without one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Run
from wordtools.alphabet import load_alphabet
from wordtools.compiler.build import BuildReport
from wordtools.compiler.importing import import_lexicon
from wordtools.errors import WordtoolsError
from wordtools.interchange.exporting import export_lexicon
from wordtools.interchange.letters import load_shares
from wordtools.lexicon.lexicon import Lexicon

Sampled = Callable[[str], Lexicon]
NAMES = {"en": "English", "es": "Spanish", "pl": "Polish", "pt": "Portuguese"}
WRONG = [("en", "pl"), ("en", "fr"), ("es", "pl"), ("es", "da"), ("pt", "en"), ("pl", "lt")]


def carry(lexicon: Lexicon, folder: Path, format: str, alphabet: str) -> BuildReport:
    """The report of importing words, with some alphabet, from an export in a format."""
    path = folder / "list.x"
    export_lexicon(lexicon, path, format)
    return import_lexicon(path, folder / "in", format=format, alphabet=alphabet, lengths="2..20")


@pytest.mark.parametrize("format", ["kwg", "kbwg", "kad"])
@pytest.mark.parametrize(("made", "read_as"), WRONG)
def test_numbers_of_another_alphabet_are_told(
    sampled: Sampled, tmp_path: Path, format: str, made: str, read_as: str
) -> None:
    report = carry(sampled(made), tmp_path, format, read_as)
    wrong = load_alphabet(read_as).alphabet.name
    assert report.warnings == [
        f"list.x: its words look {NAMES[made]}, not {wrong}; if so, use --alphabet {made}"
    ]


@pytest.mark.parametrize(
    ("format", "name"),
    [
        (format, name)
        for format in ("kwg", "kad", "dwg", "list")
        for name in NAMES
        if format != "dwg" or name not in ("es", "pl")  # whose tiles are not all in Latin-1
    ],
)
def test_the_right_alphabet_passes(
    sampled: Sampled, tmp_path: Path, format: str, name: str
) -> None:
    assert carry(sampled(name), tmp_path, format, name).warnings == []


@pytest.mark.parametrize("lengths", [(2, 2), (2, 3), (7, 7), (15, 15)])
@pytest.mark.parametrize("name", NAMES)
def test_so_do_special_lists(
    sampled: Sampled, compiled: Callable[[str], Path], tmp_path: Path, name: str,
    lengths: tuple[int, int],
) -> None:  # fmt: skip
    whole = Lexicon.read(compiled(name))
    (tmp_path / "some.txt").write_text("".join(f"{w}\n" for w in whole.words(lengths=lengths)))
    some = Lexicon.read(import_lexicon(tmp_path / "some.txt", tmp_path, alphabet=name).path)
    assert carry(some, tmp_path, "kwg", name).warnings == []


def test_letters_of_another_language_are_told(sampled: Sampled, tmp_path: Path) -> None:
    assert carry(sampled("en"), tmp_path, "dwg", "fr").warnings == [
        "list.x: its words look English, not French; if so, use --alphabet en"
    ]


def test_nonsense_is_told(tmp_path: Path) -> None:
    """The words, in the numbers of a KWG, are unlike those of any language."""
    letters = "QXZJKVWB"
    words = [a + b + c + d for a in letters for b in letters for c in letters for d in "QXZ"]
    (tmp_path / "odd.txt").write_text("\n".join(words))
    odd = Lexicon.read(import_lexicon(tmp_path / "odd.txt", tmp_path, alphabet="en").path)
    expected = (
        "list.x: its words do not look {}; check some of them, or use the --alphabet that the "
        "file was made with"
    )
    assert carry(odd, tmp_path, "kwg", "en").warnings == [expected.format("English")]
    assert carry(odd, tmp_path, "dwg", "en").warnings == []  # its letters are unambiguous
    own = tmp_path / "own.toml"
    tiles = " ".join(load_alphabet("en").alphabet.tiles)
    own.write_text(f'name = "Own"\nlanguage = "xx"\ntiles = "{tiles}"\nvowels = "A E I O U"\n')
    assert carry(odd, tmp_path, "kwg", str(own)).warnings == [expected.format("Own")]


def test_an_alphabet_of_ones_own_passes(sampled: Sampled, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    tiles = " ".join(load_alphabet("en").alphabet.tiles)
    own.write_text(f'name = "Own"\nlanguage = "xx"\ntiles = "{tiles}"\nvowels = "A E I O U"\n')
    assert carry(sampled("en"), tmp_path, "kwg", str(own)).warnings == []


def test_too_few_tiles_name_the_alphabet_that_fits(sampled: Sampled, tmp_path: Path) -> None:
    with pytest.raises(WordtoolsError, match=r"its words look Polish; use --alphabet pl$"):
        carry(sampled("pl"), tmp_path, "kwg", "en")
    (tmp_path / "list.x").write_bytes((tmp_path / "list.x").read_bytes()[:-400])
    with pytest.raises(WordtoolsError, match="damaged") as caught:
        import_lexicon(tmp_path / "list.x", tmp_path, format="kwg", alphabet="pl")
    assert "look" not in str(caught.value)


def test_without_an_alphabet_the_likely_one_is_named(sampled: Sampled, tmp_path: Path) -> None:
    path = tmp_path / "list.kbwg"
    export_lexicon(sampled("pl"), path)
    with pytest.raises(WordtoolsError, match=r"--alphabet pl; its words look Polish$"):
        import_lexicon(path, tmp_path)
    (tmp_path / "list.txt").write_text("cat\n")
    with pytest.raises(WordtoolsError, match=r"such as --alphabet en$"):
        import_lexicon(tmp_path / "list.txt", tmp_path)


def test_warnings_are_seen_with_quiet_too(sampled: Sampled, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "list.kwg"
    export_lexicon(sampled("es"), path)
    for options in [], ["--quiet"], ["--json"]:
        done = run("import", path, "--alphabet", "pl", *options)
        assert done.returncode == 0
        assert done.stderr == (
            "wordtools: warning: list.kwg: its words look Spanish, not Polish; if so, use "
            "--alphabet es.\n"
        )


def test_the_shares_are_those_of_the_alphabets() -> None:
    for name, shares in load_shares().items():
        tiles = load_alphabet(name).alphabet.tiles
        for column in shares:
            assert len(column) == len(tiles)
            assert sum(column) == pytest.approx(1, abs=0.01)


@pytest.mark.real_data
@pytest.mark.parametrize("name", NAMES)
def test_the_shares_are_those_of_our_lists(compiled: Callable[[str], Path], name: str) -> None:
    from tools.letters import measure_shares

    ours = load_shares()[name]
    for column, now in zip(ours, measure_shares(Lexicon.read(compiled(name))), strict=True):
        assert column == pytest.approx(now, abs=0.002)
