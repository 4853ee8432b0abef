"""A station to test with: few words, a log in memory, a clock that tests set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

import wordtools
from wordtools.compiler import build, recipe
from wordtools.judge.judge import Judge
from wordtools.judge.log import Log, LogError
from wordtools.judge.log_record import LogEntry, LogRecord
from wordtools.judge.settings import Settings
from wordtools.judge.station import Place, Station
from wordtools.lexicon.lexicon import Lexicon

PASSWORD = "s3cret word"
PLACE = Place("Lisbon Open", "3", "12")
WORDS = {
    "en": ["cat", "cats", "dog", "co", "op", "at", "zebra", "unproblematical"],
    "pt": ["lição", "casa", "casas", "açúcar", "incompreensível"],
    "pl": ["żółć", "łódź", "kot"],
    "es": ["año", "perro", "chico", "niño"],
}


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class MemoryLog(Log):
    """A log that keeps its records in memory; `broken` refuses to."""

    def __init__(self) -> None:
        self.kept: list[LogRecord] = []
        self.broken = False

    def append(self, entry: LogEntry) -> LogRecord:
        if self.broken:
            raise LogError("the log cannot be written: disk full")
        body = msgspec.json.encode(entry.body).decode()
        number, time = len(self.kept) + 1, "2026-03-01T10:20:30.000+00:00"
        record = LogRecord(number, entry.kind, time, entry.id, entry.subject, body, "", "")
        self.kept.append(record)
        return record

    def find(self, id: str) -> LogRecord | None:
        return next((record for record in self.kept if record.id == id), None)

    def find_last(self, kind: str) -> LogRecord | None:
        return next((record for record in reversed(self.kept) if record.kind == kind), None)

    def find_void(self, ids: object) -> set[str]:
        return {record.content["ruling"] for record in self.kept if record.kind == "void"}


def lexicon(folder: Path, language: str = "en") -> Lexicon:
    """A small lexicon, compiled into a folder."""
    (folder / f"{language}.txt").write_text("\n".join(WORDS[language]) + "\n", "utf-8")
    source = recipe.recipe_for_list(folder / f"{language}.txt", name=language, alphabet=language)
    return wordtools.open(build.build_lexicon(source, folder).path)


def station(
    opened: Lexicon,
    log: Log | None = None,
    clock: Clock | None = None,
    *,
    settings: Settings | None = None,
    language: str | None = None,
    place: Place = PLACE,
) -> Station:
    """A station that judges by a lexicon, in which the director may choose any of its editions,
    or one that is missing."""
    kept = log if log is not None else MemoryLog()
    return Station(
        Judge(opened, kept),
        check_password=PASSWORD.__eq__,
        choices=lambda: [*opened.manifest.editions, "missing"],
        open_judge=lambda name: Judge(opened.edition(name), kept),
        settings=settings or Settings(),
        place=place,
        language=language,
        name="table-12",
        clock=clock or Clock(),
    )


def press(machine: Station, *keys: str) -> None:
    """Presses keys: names of keys, or text that is typed."""
    for key in keys:
        if key in NAMES:
            machine.key(key)
        else:
            for character in key:
                machine.key(character)


NAMES = {"space", "enter", "tab", "escape", "backspace", "director", "paste", "other"}


class Bench:
    """A station with what it stands on."""

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
