"""What a station's screen says, before anyone knows how large it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from wordtools.judge.messages import Messages
from wordtools.judge.station import Station
from wordtools.version import __version__

Tone = Literal["calm", "yes", "no", "cannot", "director"]

CURSOR = "▁"
TICK, CROSS = "✓", "✗"


class Words(msgspec.Struct, frozen=True):
    """Words to be read from afar: as large as there is room for, and never cut."""

    words: tuple[str, ...]
    together: bool = False
    """Better small than on more than one line."""
    breakable: bool = False
    """A word wider than the terminal may go on in the next line."""


class Line(msgspec.Struct, frozen=True):
    """A sentence; `loud` ones stand out, `spare` ones give way to large letters on a small
    terminal."""

    text: str
    loud: bool = False
    spare: bool = False


class Menu(msgspec.Struct, frozen=True):
    """Choices, one a line where there is room."""

    lines: tuple[str, ...]


Part = Words | Line | Menu


class Scene(msgspec.Struct, frozen=True):
    """A whole screen. `facts` (lexicon, edition, digest, date, version) are on every one."""

    tone: Tone
    place: str
    hint: str
    facts: tuple[str, ...]
    body: tuple[Part, ...]
    too_small: str
    busy: str

    @classmethod
    def of(cls, station: Station) -> Scene:
        """What a station shows now. On the director's screen this reads the log."""
        say = station.say
        tone, body = _BODIES[station.screen](station, say)
        lexicon = station.judge.lexicon
        return cls(
            tone=tone,
            place=say("place", **msgspec.structs.asdict(station.location)),
            hint=say("director_key") if tone == "calm" else "",
            facts=(
                f"{say('lexicon')} {lexicon.name}",
                f"{say('edition')} {lexicon.edition_name}",
                lexicon.digest[:12],
                lexicon.manifest.effective or say("undated"),
                f"wordtools {__version__}",
            ),
            body=tuple(part for part in body if part),
            too_small=say("too_small"),
            busy=say("judging"),
        )


_Body = tuple[Tone, list[Part | None]]


def _count(station: Station, say: Messages) -> _Body:
    most = station.settings.most_words
    numbers = tuple(map(str, range(1, most + 1)))
    return "calm", [
        Line(say("how_many"), loud=True),
        Words(numbers, together=True),
        Line(say("press_number", most=most)),
    ]


def _entry(station: Station, say: Messages) -> _Body:
    asked = say("enter_word" if station.count == 1 else "enter_words", count=station.count)
    *whole, last = station.typed.split(" ")
    words = [_visible(word) for word in (*whole, last + CURSOR) if word]
    return "calm", [
        Line(asked, loud=True),
        Words(tuple(words), breakable=True),
        _note(station),
        Line(say("entry_help")),
    ]


def _confirm(station: Station, say: Messages) -> _Body:
    return "calm", [
        Line(say("confirm"), loud=True),
        Words(tuple(station.words)),
        Line(say("confirm_help"), loud=True),
    ]


def _verdict(station: Station, say: Messages) -> _Body:
    ruling = station.ruling
    assert ruling is not None
    good = ruling.acceptable
    return "yes" if good else "no", [
        Words((TICK, say("yes")) if good else (CROSS, say("no")), together=True),
        Line(say("acceptable" if good else "unacceptable"), loud=True),
        Words(tuple(ruling.words)),
        Line(say("ruling", number=ruling.number, time=_second(ruling.time))),
        Line(say("any_key"), spare=True),
    ]


def _cannot(station: Station, say: Messages) -> _Body:
    return "cannot", [
        Words(tuple(say("cannot").split())),
        Line(station.note, loud=True),
        Line(say("call_director"), loud=True),
        Line(say("any_key"), spare=True),
    ]


def _password(station: Station, say: Messages) -> _Body:
    return "director", [
        Line(say("password"), loud=True),
        Line("•" * len(station.typed) + CURSOR, loud=True),
    ]


def _wrong(station: Station, say: Messages) -> _Body:
    return "director", [Line(f"{CROSS} {say('wrong_password')}", loud=True)]


def _director(station: Station, say: Messages) -> _Body:
    last = station.last_ruling
    void = say("menu_void", number=last.number) if last else say("menu_no_void")
    rest = [say(f"menu_{name}") for name in ("lexicon", "place", "leave", "back")]
    return "director", [
        Line(say("director"), loud=True),
        Menu((void, *rest)),
        _note(station),
    ]


def _void(station: Station, say: Messages) -> _Body:
    last = station.last_ruling
    return _asked(station, say("why_void", number=last.number if last else "-"))


def _lexicon(station: Station, say: Messages) -> _Body:
    lines = tuple(f"{number}  {name}" for number, name in enumerate(station.choices, 1))
    return _asked(station, say("choose_lexicon"), Menu(lines))


def _location(station: Station, say: Messages) -> _Body:
    return _asked(station, say("type_place"))


def _asked(station: Station, question: str, *above: Part) -> _Body:
    return "director", [
        *above,
        Line(question, loud=True),
        Line(_visible(station.typed) + CURSOR, loud=True),
        _note(station),
    ]


def _note(station: Station) -> Line | None:
    return Line(f"▲ {station.note}", loud=True) if station.note else None


def _visible(typed: str) -> str:
    """What was typed, with characters that would not show written as their code points."""
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in typed)


def _second(time: str) -> str:
    """The time of a record (UTC) on the wall clock of the room, to the second."""
    import datetime

    return datetime.datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%d %H:%M:%S")


_BODIES: dict[str, Callable[[Station, Messages], _Body]] = {
    "count": _count,
    "entry": _entry,
    "confirm": _confirm,
    "verdict": _verdict,
    "cannot": _cannot,
    "password": _password,
    "wrong": _wrong,
    "director": _director,
    "void": _void,
    "lexicon": _lexicon,
    "location": _location,
}
