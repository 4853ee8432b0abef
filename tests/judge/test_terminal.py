"""The terminal: what it draws at every size, and which keys get through to the station."""

from __future__ import annotations

import asyncio
import functools
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from textual import events
from textual.pilot import Pilot

from tests.cli.screen import leave, turn
from tests.judge.stations import PASSWORD, Clock, MemoryLog, lexicon, press, station
from wordtools import alphabet
from wordtools.judge.location import Location
from wordtools.judge.messages import LANGUAGES
from wordtools.judge.ruling import Challenge
from wordtools.judge.station import Station
from wordtools.judge.terminal import letters, scene
from wordtools.judge.terminal.app import GROUND, INK, Terminal, name_key
from wordtools.judge.terminal.layout import lay_out
from wordtools.judge.terminal.scene import Scene
from wordtools.lexicon.compile import compile_words
from wordtools.lexicon.lexicon import Lexicon

SIZES = [(40, 12), (80, 24), (120, 40)]
SCREENS = {
    "count": [],
    "entry": ["2", "{word}", "enter"],
    "refused": ["1", "k1{word}", "enter"],
    "confirm": ["2", "{word} {other}", "enter"],
    "yes": ["2", "{word} {other}", "enter", "tab"],
    "no": ["1", "{word}{other}", "enter", "tab"],
    "director": ["director", PASSWORD, "enter"],
    "sure": ["director", PASSWORD, "enter", "l", "1", "enter"],
}
TYPED = {"en": ("zebra", "dog"), "pt": ("lição", "casa")}


@pytest.fixture(scope="module")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lexicon]:
    """Small lexicons, with a digest that changes with nothing."""
    made = {}
    for language in ("en", "pt", "pl", "es"):
        made[language] = lexicon(tmp_path_factory.mktemp(language), language)
        made[language].digest = "0123456789abcdef" * 4
    return made


@pytest.fixture(autouse=True)
def always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene, "__version__", "0.0.0")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def at(screen: str, opened: Lexicon, **options: Any) -> Station:
    """A station that was brought to a screen."""
    word, other = TYPED.get(opened.name, ("kot", "kot"))
    machine = station(opened, clock=Clock(), **options)
    press(machine, *(key.format(word=word, other=other) for key in SCREENS[screen]))
    return machine


def on(machine: Station, screen: str) -> bool:
    return machine.screen == screen


def text(machine: Station, width: int, height: int) -> str:
    return "\n".join(row.text for row in lay_out(Scene.of(machine), width, height).rows)


# What it draws


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
    assert snap_compare(Terminal(at(screen, lexicons[language])), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
def test_what_is_always_on_screen(
    lexicons: dict[str, Lexicon], screen: str, language: str, size: tuple[int, int]
) -> None:
    machine = at(screen, lexicons["en"], language=language)
    page = lay_out(Scene.of(machine), *size)
    assert page.whole
    assert len(page.rows) == size[1]
    assert {len(row.text) for row in page.rows} == {size[0]}
    shown = text(machine, *size)
    for fact in ("en", "0123456789ab", machine.say("undated"), "wordtools 0.0.0", "Lisbon Open"):
        assert fact in shown


@pytest.mark.parametrize(
    ("title", "shown"), [("Spanish", "Hiszpański"), ("Spanish 2026", "Spanish 2026")]
)
def test_a_title_is_in_the_stations_language(
    lexicons: dict[str, Lexicon], title: str, shown: str
) -> None:
    """If it is just a language's English name: a federation's own title stays as it is."""
    opened = Lexicon.read(lexicons["es"].path)
    opened.manifest = msgspec.structs.replace(opened.manifest, title=title)
    machine = at("sure", opened, language="pl")
    machine.chosen = machine.judge
    assert f"{shown}, es · " in text(machine, 120, 40)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verdict_is_told_in_words_too(lexicons: dict[str, Lexicon], language: str) -> None:
    for screen, key in (("yes", "acceptable"), ("no", "unacceptable")):
        machine = at(screen, lexicons["en"], language=language)
        assert machine.say(key) in text(machine, 80, 24)


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
    page = lay_out(Scene.of(at("confirm", lexicons["en"])), 20, 4)
    assert not page.whole
    assert len(page.rows) == 4
    shown = " ".join(" ".join(row.text for row in page.rows).split())
    assert shown == "This window is too small. Please enlarge it."


def test_a_word_is_never_broken_to_be_confirmed(lexicons: dict[str, Lexicon]) -> None:
    """Fifteen tiles in brackets are 45 characters: on 40 columns they would look like two words."""
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
        page = lay_out(Scene.of(at(screen, lexicons["pt"])), width, height)
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


@pytest.mark.parametrize("word", ["ﬁ", "ԁ", "Ａ", "ß", "e\u0338", "\u0301", "+", "漢"])
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


def test_pieces_are_drawn_as_the_letter_they_make() -> None:
    assert letters.draw(["c\u0327"], 1, 80) == letters.draw(["Ç"], 1, 80)


# Which keys get through


def asynchronous(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that awaits things, for pytest."""

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        asyncio.run(test(**fixtures))

    return run


@asynccontextmanager
async def running(machine: Station) -> AsyncIterator[tuple[Terminal, Pilot[None]]]:
    """A terminal without a screen."""
    app = Terminal(machine)
    async with app.run_test(size=(80, 24)) as pilot:
        yield app, pilot


@asynchronous
async def test_a_challenge(lexicons: dict[str, Lexicon]) -> None:
    log = MemoryLog()
    machine = station(lexicons["pt"], log)

    async with running(machine) as (app, pilot):
        await pilot.press("1", "l", "i", "ç", "ã", "o", "enter")
        await app.settle()
        assert machine.words == ["LIÇAO"]
        await pilot.press("tab")
        await app.settle()
        assert on(machine, "verdict")
        assert "a jogada é ACEITÁVEL" in "".join(row.text for row in app.view.page.rows)

    assert [record.content["words"] for record in log.kept] == [["LIÇAO"]]


@asynchronous
async def test_no_key_of_textuals_leaves(lexicons: dict[str, Lexicon]) -> None:
    machine = station(lexicons["en"])

    async with running(machine) as (app, pilot):
        assert app.screen.active_bindings == {}
        for key in ("c", "q", "z", "p", "x", "w", "backslash", "right_square_bracket", "o"):
            await pilot.press(f"ctrl+{key}")
        await pilot.press("f1", "f10", "alt+f4", "escape", "shift+tab", "home", "delete", "up")
        await app.settle()
        assert app.is_running
        assert len(app.screen_stack) == 1
        assert (machine.screen, machine.leaving) == ("count", False)


@asynchronous
async def test_nothing_is_pasted(lexicons: dict[str, Lexicon]) -> None:
    machine = station(lexicons["en"])

    async with running(machine) as (app, pilot):
        await pilot.press("1")
        app.post_message(events.Paste("cat\n"))
        await pilot.pause()
        await app.settle()
        assert (machine.screen, machine.typed) == ("entry", "")
        assert machine.note == machine.say("no_paste")


@asynchronous
async def test_the_password_leaves(lexicons: dict[str, Lexicon]) -> None:
    machine = station(lexicons["en"])

    async with running(machine) as (app, pilot):
        typed = ["space" if character == " " else character for character in PASSWORD]
        await pilot.press("ctrl+d", *typed, "enter", "q")
        await app.settle()
        assert machine.leaving


@asynchronous
async def test_a_resize_draws_anew(lexicons: dict[str, Lexicon]) -> None:
    machine = at("confirm", lexicons["en"])

    async with running(machine) as (app, pilot):
        for width, height in ((40, 12), (132, 43), (20, 4), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert len(app.view.page.rows) == height
            assert app.view.page.whole == (height > 4)


@asynchronous
async def test_no_one_confirms_what_is_not_on_the_screen(lexicons: dict[str, Lexicon]) -> None:
    machine = at("confirm", lexicons["en"])

    async with running(machine) as (app, pilot):
        await pilot.resize_terminal(20, 4)
        await pilot.press("tab")
        await app.settle()
        assert on(machine, "confirm")
        await pilot.resize_terminal(80, 24)
        await pilot.press("tab")
        await app.settle()
        assert on(machine, "verdict")


@asynchronous
async def test_a_slow_log_does_not_hold_up_the_screen(
    lexicons: dict[str, Lexicon], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = at("confirm", lexicons["en"])
    rule, written = machine.judge.rule, threading.Event()

    def slow(challenge: Challenge, key: str) -> object:
        assert written.wait(60)
        return rule(challenge, key)

    monkeypatch.setattr(machine.judge, "rule", slow)

    async with running(machine) as (app, pilot):
        await pilot.press("tab", "x", "x")
        async with asyncio.timeout(60):
            while machine.say("judging") not in app.view.page.rows[0].text:
                await pilot.pause(0.01)
        await pilot.resize_terminal(100, 30)
        assert len(app.view.page.rows) == 30
        assert on(machine, "confirm")
        written.set()
        await app.settle()
        assert on(machine, "verdict")  # keys pressed meanwhile skip no verdict


@asynchronous
async def test_a_fault_leaves_the_station_locked(
    lexicons: dict[str, Lexicon], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = at("confirm", lexicons["en"])

    monkeypatch.setattr(machine.judge, "rule", Mock(side_effect=RuntimeError("a fault")))

    async with running(machine) as (app, pilot):
        await pilot.press("tab")
        await app.settle()
        assert machine.screen == "cannot"
        assert "RuntimeError: a fault" in "".join(row.text for row in app.view.page.rows)


@pytest.mark.parametrize(
    ("key", "character", "expected"),
    [
        ("a", "a", "a"),
        ("latin_small_letter_c_with_cedilla", "ç", "ç"),
        ("zero_width_space", "\u200b", "\u200b"),
        ("combining_acute_accent", "\u0301", "\u0301"),
        ("replacement_character", "\ufffd", "\ufffd"),
        ("no_break_space", "\u00a0", "\u00a0"),
        ("space", " ", " "),
        ("enter", "\r", "enter"),
        ("ctrl+j", "\n", "enter"),
        ("ctrl+h", "\b", "backspace"),
        ("tab", "\t", "tab"),
        ("ctrl+d", "\x04", "director"),
        ("ctrl+c", "\x03", "other"),
        ("f1", None, "other"),
        ("shift+tab", None, "other"),
    ],
)
def test_keys(key: str, character: str | None, expected: str) -> None:
    assert name_key(events.Key(key, character)) == expected


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
    """WCAG AA asks for 4.5 to 1."""

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
    """Every glyph is seven rows of its own width, every mark two rows of five."""
    for name, glyph in letters._load_font().items():
        assert len(glyph) in (2, 7), name
        assert len({len(row) for row in glyph}) == 1, name
