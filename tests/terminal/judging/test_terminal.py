"""The terminal: its drawing at every size."""

from __future__ import annotations

import sys
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.cli.screen import leave, turn
from tests.judge.stations import SCREENS, bring_to, press, station
from wordtools import alphabet
from wordtools.judge.location import Location
from wordtools.judge.station import Station
from wordtools.lexicon.compile import compile_words
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages import LANGUAGES
from wordtools.terminal.judging import letters, scene
from wordtools.terminal.judging.app import GROUND, INK, Terminal
from wordtools.terminal.judging.layout import lay_out
from wordtools.terminal.judging.scene import LargeWords, Scene

SIZES = [(40, 12), (80, 24), (120, 40)]


@pytest.fixture(autouse=True)
def always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene, "__version__", "0.0.0")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def text(machine: Station, width: int, height: int) -> str:
    return "\n".join(row.text for row in lay_out(Scene.of(machine), width, height).rows)


def confirm(*words: str) -> Scene:
    """The screen that asks the opponent about words."""
    return Scene("calm", "", "", (), (LargeWords(words),), "too small", "busy", "cannot")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))
@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("screen", ["count", "confirm", "yes", "no"])
def test_the_screens(
    snap_compare: Callable[..., bool],
    lexicons: dict[str, Lexicon],
    screen: str,
    language: str,
    size: tuple[int, int],
) -> None:
    assert snap_compare(Terminal(bring_to(screen, lexicons[language])), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
def test_what_is_always_on_screen(
    lexicons: dict[str, Lexicon], screen: str, language: str, size: tuple[int, int]
) -> None:
    machine = bring_to(screen, lexicons["en"], language=language)
    page = lay_out(Scene.of(machine), *size)
    assert page.whole
    assert len(page.rows) == size[1]
    assert {len(row.text) for row in page.rows} == {size[0]}
    shown = text(machine, *size)
    for fact in (
        "en",
        "0123456789ab",
        machine.messages("undated"),
        "wordtools 0.0.0",
        "Lisbon Open",
    ):
        assert fact in shown


@pytest.mark.parametrize(
    ("title", "shown"), [("Spanish", "Hiszpański"), ("Spanish 2026", "Spanish 2026")]
)
def test_a_title_is_in_the_stations_language(
    lexicons: dict[str, Lexicon], title: str, shown: str
) -> None:
    """A title is translated if it is just the English name of a language. A federation's own title
    is kept.
    """
    opened = Lexicon.read(lexicons["es"].path)
    opened.manifest = msgspec.structs.replace(opened.manifest, title=title)
    machine = bring_to("sure", opened, language="pl")
    machine.chosen = machine.judge
    assert f"{shown}, es · " in text(machine, 120, 40)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verdict_is_told_in_words_too(lexicons: dict[str, Lexicon], language: str) -> None:
    for screen, key in (("yes", "acceptable"), ("no", "unacceptable")):
        machine = bring_to(screen, lexicons["en"], language=language)
        assert machine.messages(key) in text(machine, 80, 24)


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_many_long_words_all_stay_visible(
    lexicons: dict[str, Lexicon], size: tuple[int, int]
) -> None:
    words = [letter * 15 for letter in "ABCDEFGH"]
    for keys in ([], ["tab"]):
        machine = station(lexicons["en"])
        press(machine, "8", " ".join(words), "enter", *keys)
        page = lay_out(Scene.of(machine), *size)
        assert page.whole
        for word in words:
            assert word in text(machine, *size).replace(" ", "")


def test_a_terminal_too_small_says_so(lexicons: dict[str, Lexicon]) -> None:
    page = lay_out(Scene.of(bring_to("confirm", lexicons["en"])), 20, 4)
    assert not page.whole
    assert len(page.rows) == 4
    shown = " ".join(" ".join(row.text for row in page.rows).split())
    assert shown == "This window is too small. Please enlarge it."


def test_a_word_is_never_broken_to_be_confirmed(lexicons: dict[str, Lexicon]) -> None:
    """Fifteen tiles in brackets are 45 characters, which would look like two words on 40
    columns."""
    machine = station(lexicons["es"])
    press(machine, "1", "[C][H]" * 7)
    assert "[C][H]" in text(machine, 40, 12)
    press(machine, "enter")
    assert machine.screen == "confirm"
    assert not lay_out(Scene.of(machine), 40, 12).whole
    assert "[C][H]" * 7 in text(machine, 80, 24).replace(" ", "")


@pytest.mark.parametrize("width", range(1, 131, 3))
@pytest.mark.parametrize("height", [1, 2, 5, 9, 13, 18, 25, 60])
@pytest.mark.slow
def test_every_size_is_filled(lexicons: dict[str, Lexicon], width: int, height: int) -> None:
    for screen in SCREENS:
        page = lay_out(Scene.of(bring_to(screen, lexicons["pt"])), width, height)
        assert len(page.rows) == height
        assert all(len(row.text) == width for row in page.rows)


def test_what_does_not_show_is_written_out(lexicons: dict[str, Lexicon]) -> None:
    machine = station(lexicons["en"])
    press(machine, "1", "c\u200bat\u202e")
    assert "c<U+200B>at<U+202E>" in text(machine, 80, 24).replace(" ", "")


@pytest.mark.parametrize("name", sorted({*alphabet.list_alphabets()} - {"ar"}))
def test_every_tile_can_be_drawn_large(name: str) -> None:
    language = alphabet.load_alphabet(name).alphabet
    tiles, small = language.tiles, language.small_letters
    for tile in [
        *tiles,
        *(tile.translate(small) for tile in tiles),
        *(f"[{tile}]" for tile in tiles),
    ]:
        drawn = letters.draw([tile], 1, 200)
        assert drawn
        assert any(line.strip() for line in drawn)
    single = [tile for tile in tiles if len(tile) == 1]
    drawings = {tuple(letters.draw(["Ą" + tile + "Ń"], 1, 200) or ()) for tile in single}
    assert len(drawings) == len(single)  # no two letters look alike


def draw_beside(letter: str) -> tuple[str, ...] | None:
    """The size of a letter is the same between two letters with the most marks above and below."""
    drawn = letters.draw(["Ấ" + letter + "Ḉ"], 1, 200)
    return None if drawn is None else tuple(drawn)


def list_letters(script: str) -> list[str]:
    """Every letter of a script, small and capital, with all its marks in one character."""
    every = map(chr, range(sys.maxunicode + 1))
    return [
        each
        for each in every
        if unicodedata.name(each, "").startswith(f"{script} ")
        and unicodedata.category(each).startswith("L")
        and unicodedata.is_normalized("NFC", each)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "least"), [("LATIN", 500), ("GREEK", 70), ("CYRILLIC", 110), ("HEBREW", 27)]
)
def test_no_two_letters_of_a_script_are_drawn_alike(script: str, least: int) -> None:
    """If a letter is not in the font, the words are shown as plain text."""
    capitals: dict[tuple[str, ...], set[str]] = {}
    drawn = 0
    for letter in list_letters(script):
        drawing = draw_beside(letter)
        if drawing is not None:
            drawn += 1
            capitals.setdefault(drawing, set()).add(letter.upper())
    assert [each for each in capitals.values() if len(each) > 1] == []
    assert drawn >= least


@pytest.mark.slow
def test_letters_of_two_scripts_are_drawn_alike_only_where_they_are_written_alike() -> None:
    capitals: dict[tuple[str, ...], set[str]] = {}
    for letter in filter(str.isalpha, map(chr, range(sys.maxunicode + 1))):
        drawing = draw_beside(letter)
        if drawing is not None and unicodedata.is_normalized("NFC", letter):
            forms = unicodedata.normalize("NFD", letter.upper()).translate(letters._ALIKE)
            capitals.setdefault(drawing, set()).add(forms)
    assert [each for each in capitals.values() if len(each) > 1] == []


@pytest.mark.parametrize(
    ("one", "other"), [("Ǟ", "Ā"), ("Ȭ", "Ō"), ("Ấ", "Á"), ("Ð", "Đ"), ("Ș", "Ş"), ("Ạ", "A")]
)
@pytest.mark.parametrize("size", SIZES)
def test_what_differs_in_a_mark_is_shown_apart(one: str, other: str, size: tuple[int, int]) -> None:
    drawn = [
        [row.text for row in lay_out(confirm(f"B{letter}C"), *size).rows] for letter in (one, other)
    ]
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("letter", ["Ӹ", "Ǣ", "Ǽ", "Ǿ", "Щ́", "Ӟ"])
def test_marks_stand_in_the_middle_of_a_letter_of_any_width(letter: str) -> None:
    drawn = letters.draw([f"O{letter}O"], 1, 80)
    assert drawn is None or len({len(row) for row in drawn}) == 1
    assert lay_out(confirm(letter), 80, 24).whole


def test_a_mark_stays_on_its_letter_in_plain_text() -> None:
    shown = "\n".join(row.text for row in lay_out(confirm("QE\u0331\u030dX"), 80, 24).rows)
    assert "Q E\u0331\u030d X" in shown


@pytest.mark.parametrize(
    "word", ["ﬁ", "ԁ", "Ａ", "ß", "ſ", "ϐ", "µ", "e\u0338", "\u0301", "+", "漢"]
)
def test_what_the_font_lacks_is_not_drawn_as_something_else(word: str) -> None:
    assert letters.draw([word], 1, 200) is None


def test_typed_letters_are_drawn_in_the_languages_capitals(tmp_path: Path) -> None:
    """In Turkish, i is the small form of İ, and ı that of I."""
    language = alphabet.load_alphabet("tr").alphabet
    path = tmp_path / "tr.lexicon"
    path.write_bytes(compile_words(["KİRA", "KIRA"], language))
    words = Lexicon.read(path)
    drawn = []
    for typed in ("kira", "KİRA", "kıra", "KIRA"):
        machine = station(words)
        press(machine, "1", typed)
        drawn.append(text(machine, 80, 24))
    assert drawn[0] == drawn[1] != drawn[2] == drawn[3]


def test_hebrew_is_drawn_from_right_to_left() -> None:
    first, second = (letters.draw([letter], 1, 80) or [] for letter in "אב")
    for line, left, right in zip(letters.draw(["אב"], 1, 80) or [], second, first, strict=True):
        assert line == f"{left} {right}"
    for line, left, right in zip(letters.draw(["א", "ב"], 1, 80) or [], second, first, strict=True):
        assert line == f"{left}    {right}"


@pytest.mark.parametrize(
    ("name", "typed", "height", "shown"),
    [
        ("ar", "سلام كِتاب", 24, "ب  ا  ت  ك     م  ا  ل  س"),
        ("ar", "سلام كِتاب", 8, "ب  ا  ت  ك     م  ا  ل  س"),
        ("he", "שלום ספרים" + " אב" * 4, 8, "ב  א"),  # no room for pixels
    ],
)
def test_no_terminal_turns_words_round(
    tmp_path: Path, name: str, typed: str, height: int, shown: str
) -> None:
    language = alphabet.load_alphabet(name).alphabet
    words = sorted({language.normal(word) for word in typed.split()})
    path = tmp_path / f"{name}.lexicon"
    path.write_bytes(compile_words(words, language))
    machine = station(Lexicon.read(path))
    press(machine, str(len(typed.split())), typed, "enter")
    assert machine.screen == "confirm"
    drawn = text(machine, 80, height)
    assert turn(drawn) == leave(drawn)
    assert shown in leave(drawn)


def test_small_letters_are_drawn_as_their_capitals() -> None:
    for small, capital in (("ϋς", "ΫΣ"), ("ǟấ", "ǞẤ")):
        assert letters.draw([small], 1, 80) == letters.draw([capital], 1, 80) is not None
    assert letters.draw(["ΐ"], 1, 80) is not None  # its capital is three characters


def test_pieces_are_drawn_as_the_letter_they_make() -> None:
    assert letters.draw(["c\u0327"], 1, 80) == letters.draw(["Ç"], 1, 80)


def test_the_place_is_shown(lexicons: dict[str, Lexicon]) -> None:
    machine = station(lexicons["pl"], location=Location("Łódź", "2", "5"))
    assert "table-12 · Łódź · runda 2 · stolik 5" in text(machine, 80, 24)


def test_what_is_not_set_is_not_shown(lexicons: dict[str, Lexicon]) -> None:
    machine = station(lexicons["pl"], location=Location())
    head = text(machine, 80, 24).splitlines()[0]
    assert head.split(" · ")[0].strip() == "table-12" and head.count("·") == 1
    machine.location = Location(table="5")
    assert "table-12 · stolik 5" in text(machine, 80, 24)


def test_contrast_is_enough() -> None:
    """WCAG AA requires 4.5 to 1."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for grounds in GROUND.values():
        for ground in grounds:
            for ink in INK.values():
                light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
                assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_the_font_is_whole() -> None:
    """Every glyph has seven rows of its own width, and every mark two rows of five."""
    for name, glyph in letters._load_font().items():
        assert len(glyph) in (2, 7), name
        assert len({len(row) for row in glyph}) == 1, name
