"""A station for tests: few words, a log in memory, and a clock that tests set."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import wordtools
from wordtools.compiler import build, recipe_files
from wordtools.judge.judge import Judge
from wordtools.judge.location import Location
from wordtools.judge.ruling import Challenge, Ruling
from wordtools.judge.settings import Settings
from wordtools.judge.station import Station
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log, LogError
from wordtools.log.record import LogEntry, LogRecord
from wordtools.log.writer import Writer
from wordtools.messages.refusal import CannotJudge

PASSWORD = "s3cret word"
LOCATION = Location("Lisbon Open", "3", "12")
WORDS = {
    "en": ["cat", "cats", "dog", "co", "op", "at", "zebra", "unproblematical"],
    "pt": ["lição", "casa", "casas", "açúcar", "incompreensível"],
    "pl": ["żółć", "łódź", "kot"],
    "es": ["año", "perro", "chico", "niño"],
}
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
"""The keys that bring a station to each screen."""
TYPED = {"en": ("zebra", "dog"), "pt": ("lição", "casa")}


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class MemoryLog(Log):
    """A log that keeps its records in memory. A `broken` log refuses records. A log that `loses`
    stores records, but does not report this."""

    def __init__(self) -> None:
        self.all: list[LogRecord] = []
        self.broken = False
        self.loses = False

    @property
    def kept(self) -> list[LogRecord]:
        """The rulings and voids."""
        return [record for record in self.all if record.kind in ("ruling", "void")]

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        if self.broken:
            raise LogError("the log cannot be written: disk full")
        yield MemoryWriter(self)
        if self.loses:
            raise LogError("the log cannot be written: the connection was lost")

    def keep(self, entry: LogEntry) -> LogRecord:
        content = dict(entry.body)
        if entry.event is not None:
            earlier = self.find_latest("ruling", len(self.all))
            content["event_number"] = 1 + sum(_read_event(each) == entry.event for each in earlier)
        body = msgspec.json.encode(content).decode()
        number, time = len(self.all) + 1, "2026-03-01T10:20:30.000+00:00"
        record = LogRecord(number, entry.kind, time, entry.id, entry.subject, body, "", "")
        self.all.append(record)
        return record

    def find(self, id: str) -> LogRecord | None:
        return next((record for record in self.kept if record.id == id), None)

    def find_number(self, number: int) -> LogRecord | None:
        return next((record for record in self.all if record.number == number), None)

    def find_in_event(self, event: str, number: int) -> LogRecord | None:
        rulings = self.find_latest("ruling", len(self.all))
        numbered = [each for each in rulings if each.content["event_number"] == number]
        return next((each for each in numbered if _read_event(each) == event), None)

    def find_latest(self, kind: str, count: int) -> list[LogRecord]:
        if self.broken:
            raise LogError("the log cannot be read: disk full")
        return [record for record in reversed(self.all) if record.kind == kind][:count]

    def find_revoked(self, ids: Sequence[str]) -> set[str]:
        void = {record.content["ruling"] for record in self.kept if record.kind == "void"}
        return void & set(ids)


class MemoryWriter(Writer):
    """Keeps records in a `MemoryLog`."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log

    def append(self, entries: Sequence[LogEntry]) -> list[LogRecord | CannotJudge]:
        return [self._log.keep(entry) for entry in entries]

    def find(self, ids: Sequence[str]) -> dict[str, LogRecord]:
        return {record.id: record for record in self._log.all if record.id in ids}


def _read_event(record: LogRecord) -> str:
    return str(record.content["challenge"].get("event", ""))


class SlowJudge(Judge):
    """A judge that needs this many seconds of a clock for each request."""

    def __init__(self, opened: Lexicon, log: Log, clock: Clock) -> None:
        super().__init__(opened, log)
        self.clock = clock
        self.seconds = 0.0

    def preview(self, challenge: Challenge) -> list[str]:
        self.clock.now += self.seconds
        return super().preview(challenge)

    def rule(self, challenge: Challenge, id: str = "") -> Ruling:
        self.clock.now += self.seconds
        return super().rule(challenge, id)


def lexicon(folder: Path, language: str = "en") -> Lexicon:
    """A small lexicon, compiled into a folder."""
    (folder / f"{language}.txt").write_text("\n".join(WORDS[language]) + "\n", "utf-8")
    source = recipe_files.recipe_for_lists(
        [folder / f"{language}.txt"], name=language, alphabet=language
    )
    return wordtools.open(build.build_lexicon(source, folder).path)


def station(
    opened: Lexicon,
    log: Log | None = None,
    clock: Clock | None = None,
    *,
    settings: Settings | None = None,
    language: str | None = None,
    location: Location = LOCATION,
) -> Station:
    """A station that judges by a lexicon, where the director may choose any of its editions, or one
    that is missing."""
    kept = log if log is not None else MemoryLog()
    clock = clock or Clock()
    return Station(
        SlowJudge(opened, kept, clock),
        check_password=PASSWORD.__eq__,
        list_lexicons=lambda: [*opened.manifest.editions, "missing"],
        open_judge=lambda name: Judge(opened.edition(name), kept),
        settings=settings or Settings(),
        location=location,
        language=language,
        name="table-12",
        clock=clock,
    )


NAMES = {"enter", "tab", "escape", "backspace", "director", "paste", "other"}


def press(machine: Station, *keys: str) -> None:
    """Presses keys: names of keys, or text to type."""
    for key in spell_out(keys):
        machine.press(key)


def spell_out(keys: Iterable[str]) -> list[str]:
    """The keys one by one; text becomes its characters."""
    return [each for key in keys for each in ([key] if key in NAMES else key)]


class Bench:
    """A station with everything that it needs."""

    def __init__(self, opened: Lexicon, **options: Any) -> None:
        self.log, self.clock = MemoryLog(), Clock()
        self.station = station(opened, self.log, self.clock, **options)

    def press(self, *keys: str) -> str:
        press(self.station, *keys)
        return self.station.screen

    def wait(self, seconds: float) -> str:
        self.clock.now += seconds
        self.station.tick()
        return self.station.screen


class Shown(msgspec.Struct, forbid_unknown_fields=True):
    """The state that a station shows to its players."""

    screen: str
    typed: str = ""
    note: str = ""
    words: list[str] = []
    answer: str = ""


class Step(Shown):
    """A step of a scenario, as `station_scenarios.toml` explains it."""

    keys: list[str] = []
    wait: float = 0
    takes: float = 0
    fails: bool = False
    loses: bool = False

    @property
    def shown(self) -> Shown:
        """The state that must be shown after the step."""
        return Shown(*(getattr(self, name) for name in Shown.__struct_fields__))


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """Steps of one station, from COUNT on, and the words of the challenges that the station
    records."""

    name: str
    steps: list[Step]
    settings: dict[str, int] = {}
    judged: list[list[str]] = []


def read_scenarios() -> list[Scenario]:
    """All scenarios, with every key of a step as a separate step."""
    text = Path(__file__).with_name("station_scenarios.toml").read_text("utf-8")
    text = re.sub(r"(\S)\*(\d+)", lambda run: run[1] * int(run[2]), text)
    scenarios = msgspec.convert(tomllib.loads(text)["scenario"], list[Scenario])
    for scenario in scenarios:
        for step in scenario.steps:
            step.keys = spell_out(step.keys)
    return scenarios


def bring_to(screen: str, opened: Lexicon, **options: Any) -> Station:
    """A station taken to a screen."""
    word, other = TYPED.get(opened.name, ("kot", "kot"))
    machine = station(opened, clock=Clock(), **options)
    press(machine, *(key.format(word=word, other=other) for key in SCREENS[screen]))
    return machine


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return lexicon(tmp_path_factory.mktemp("en"))


@pytest.fixture(scope="module")
def portuguese(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return lexicon(tmp_path_factory.mktemp("pt"), "pt")


@pytest.fixture
def bench(english: Lexicon) -> Bench:
    return Bench(english)


@pytest.fixture(scope="module")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lexicon]:
    """Small lexicons, with a constant digest."""
    made = {}
    for language in ("en", "pt", "pl", "es"):
        made[language] = lexicon(tmp_path_factory.mktemp(language), language)
        made[language].digest = "0123456789abcdef" * 4
    return made
