"""The contents of a station's screen, independent of its size."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Literal

import msgspec

from wordtools.alphabet import Alphabet
from wordtools.judge.judge import Judge
from wordtools.judge.location import Location
from wordtools.judge.ruling import Ruling
from wordtools.judge.station import Screen, Station
from wordtools.messages import Messages
from wordtools.rules.titles import name_lexicon
from wordtools.version import __version__
from wordtools.wording import end_sentence

Tone = Literal["calm", "yes", "no", "cannot", "director"]

CURSOR = "▁"
TICK, CROSS = "✓", "✗"


class LargeWords(msgspec.Struct, frozen=True):
    """Words that can be read from afar. They are as large as possible, and never cut."""

    words: tuple[str, ...]
    together: bool = False
    """True if smaller letters are better than a second line."""
    breakable: bool = False
    """True if a word wider than the terminal may continue on the next line."""


class TextLine(msgspec.Struct, frozen=True):
    """A sentence. A `loud` line stands out; a `spare` line is the first to be dropped to make room
    for large letters.
    """

    text: str
    loud: bool = False
    spare: bool = False


class Menu(msgspec.Struct, frozen=True):
    """Choices, which are shown one per line if there is room."""

    lines: tuple[str, ...]


Part = LargeWords | TextLine | Menu


class Scene(msgspec.Struct, frozen=True):
    """A whole screen. `facts` are the lexicon, edition, digest, date and version."""

    tone: Tone
    location: str
    hint: str
    facts: tuple[str, ...]
    body: tuple[Part, ...]
    too_small: str
    busy: str
    undrawable: str

    @classmethod
    def of(cls, station: Station) -> Scene:
        """The current scene of a station. For the director's screen, this reads the log."""
        messages = station.messages
        tone, body = _WRITERS[station.screen](station, messages)
        lexicon = station.judge.lexicon
        return cls(
            tone=tone,
            location=station.location.describe(station.name, messages),
            hint=messages("director_key") if tone == "calm" else "",
            facts=(
                f"{messages('lexicon')} {lexicon.name}",
                f"{messages('edition')} {lexicon.edition_name}",
                lexicon.digest[:12],
                lexicon.manifest.effective or messages("undated"),
                f"wordtools {__version__}",
            ),
            body=tuple(part for part in body if part),
            too_small=messages("too_small"),
            busy=messages("judging"),
            undrawable=f"{messages('cannot')}. {messages('call_director')}",
        )


_Body = tuple[Tone, list[Part | None]]


def _write_count(station: Station, messages: Messages) -> _Body:
    maximum = station.settings.most_words
    numbers = tuple(map(str, range(1, maximum + 1)))
    return "calm", [
        TextLine(messages("how_many"), loud=True),
        LargeWords(numbers, together=True),
        TextLine(messages("press_number", most=maximum)),
    ]


def _write_entry(station: Station, messages: Messages) -> _Body:
    prompt = messages("enter_word" if station.count == 1 else "enter_words", count=station.count)
    typed = station.typed.translate(station.judge.lexicon.alphabet.own_capitals)
    *whole, last = typed.split(" ")
    words = [_make_visible(word) for word in (*whole, last + CURSOR) if word]
    return "calm", [
        TextLine(prompt, loud=True),
        LargeWords(tuple(words), breakable=True),
        _write_note(station),
        TextLine(messages("entry_help")),
        _write_brackets(station.judge.lexicon.alphabet),
    ]


def _write_brackets(alphabet: Alphabet) -> TextLine | None:
    """Examples of how to type a tile with several letters, and how to type its letters as separate
    tiles.
    """
    for tile in alphabet.tiles:
        if len(tile) > 1 and all(letter in alphabet.tiles for letter in tile):
            single = "".join(f"[{letter}]" for letter in tile)
            return TextLine(f"{tile} = [{tile}] · {' '.join(tile)} = {single}", spare=True)
    return None


def _write_confirm(station: Station, messages: Messages) -> _Body:
    return "calm", [
        TextLine(messages("confirm"), loud=True),
        LargeWords(tuple(station.words)),
        TextLine(messages("confirm_help"), loud=True),
    ]


def _write_verdict(station: Station, messages: Messages) -> _Body:
    ruling = station.ruling
    assert ruling is not None
    yes = ruling.acceptable
    return "yes" if yes else "no", [
        LargeWords((TICK, messages("yes")) if yes else (CROSS, messages("no")), together=True),
        TextLine(messages("acceptable" if yes else "unacceptable"), loud=True),
        LargeWords(tuple(ruling.words)),
        TextLine(messages("ruling", number=ruling.label, time=_format_time(ruling.time))),
        TextLine(messages("any_key"), spare=True),
    ]


def _write_cannot(station: Station, messages: Messages) -> _Body:
    return "cannot", [
        LargeWords(tuple(messages("cannot").split())),
        TextLine(end_sentence(station.note), loud=True),
        TextLine(messages("call_director"), loud=True),
        TextLine(messages("any_key"), spare=True),
    ]


def _write_password(station: Station, messages: Messages) -> _Body:
    return "director", [
        TextLine(messages("password"), loud=True),
        TextLine("•" * len(station.typed) + CURSOR, loud=True),
        _write_note(station),
    ]


def _write_director(station: Station, messages: Messages) -> _Body:
    void = messages("menu_void" if station.rulings else "menu_no_void")
    rest = [messages(f"menu_{name}") for name in ("lexicon", "place", "leave", "back")]
    return "director", [
        TextLine(messages("director"), loud=True),
        Menu((void, *rest)),
        _write_note(station),
    ]


def _write_ruling(station: Station, messages: Messages) -> _Body:
    lines = (
        f"{_name_ruling(ruling, messages)}{'  ' + messages('void_mark') if is_void else ''}"
        for ruling, is_void in reversed(station.rulings)
    )
    return _write_question(station, messages("choose_ruling"), Menu(tuple(lines)))


def _write_void(station: Station, messages: Messages) -> _Body:
    ruling = station.voiding
    assert ruling is not None
    question = messages("why_void", number=ruling.label)
    return _write_question(station, question, TextLine(_name_ruling(ruling, messages), loud=True))


def _name_ruling(ruling: Ruling, messages: Messages) -> str:
    challenge = ruling.challenge
    location = Location(challenge.event, challenge.round, challenge.table)
    place = location.describe(challenge.station, messages)
    answer = messages("yes" if ruling.acceptable else "no")
    return f"{ruling.label}  {' '.join(ruling.words)}  {answer}  {place}"


def _write_lexicon(station: Station, messages: Messages) -> _Body:
    lines = tuple(f"{number}  {name}" for number, name in enumerate(station.choices, 1))
    return _write_question(station, messages("choose_lexicon"), Menu(lines))


def _write_sure(station: Station, messages: Messages) -> _Body:
    assert station.chosen is not None
    old, new = (_name_lexicon(judge, messages) for judge in (station.judge, station.chosen))
    return "director", [
        TextLine(messages("sure_lexicon", old=old, new=new), loud=True),
        TextLine(messages("yes_no"), loud=True),
    ]


def _name_lexicon(judge: Judge, messages: Messages) -> str:
    lexicon = judge.lexicon
    title = name_lexicon(lexicon.manifest.title, messages)
    return f"{title}, {lexicon.edition_name} · {lexicon.digest[:8]}"


def _write_location(station: Station, messages: Messages) -> _Body:
    return _write_question(station, messages("type_place"))


def _write_question(station: Station, question: str, *above: Part) -> _Body:
    return "director", [
        *above,
        TextLine(question, loud=True),
        TextLine(_make_visible(station.typed) + CURSOR, loud=True),
        _write_note(station),
    ]


def _write_note(station: Station) -> TextLine | None:
    return TextLine(f"▲ {end_sentence(station.note)}", loud=True) if station.note else None


def _make_visible(typed: str) -> str:
    """The typed text, in which code points replace unprintable characters."""
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in typed)


def _format_time(time: str) -> str:
    """The time of a record (UTC) in the local time zone, to the second."""
    return datetime.datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%d %H:%M:%S")


_WRITERS: dict[Screen, Callable[[Station, Messages], _Body]] = {
    "count": _write_count,
    "entry": _write_entry,
    "confirm": _write_confirm,
    "verdict": _write_verdict,
    "cannot": _write_cannot,
    "password": _write_password,
    "director": _write_director,
    "ruling": _write_ruling,
    "void": _write_void,
    "lexicon": _write_lexicon,
    "sure": _write_sure,
    "location": _write_location,
}
