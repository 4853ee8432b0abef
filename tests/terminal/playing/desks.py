"""Desks for tests: tables at which people and computers sit, and the keys typed there."""

from __future__ import annotations

import re
from typing import Any

from tests.table import tables
from wordtools.log.log import Log
from wordtools.players.at_table import ComputerSeat
from wordtools.players.hints import find_plays
from wordtools.table.events import Seat
from wordtools.table.host import TableHost
from wordtools.table.table import Command
from wordtools.terminal.playing.desk import Answer, Desk
from wordtools.terminal.playing.keys import press
from wordtools.terminal.playing.scene import draw_desk

START = 1000.0
KEY = bytes(32)


def sit_down(log: Log, ruleset: str, *names: str) -> Desk:
    rules, words = tables.load(ruleset), tables.make_lexicon(ruleset)
    seats = [Seat(name, "computer", "10") if name == "Computer" else Seat(name) for name in names]
    host = TableHost.open(log, KEY, rules, words, seats, START)
    for name in names:
        host.do(Command(name, "join", f"nonce of {name}"), START)
    return Desk(host, list_computers(host), START, "es" if ruleset == "scrabblear" else "en")


def list_computers(host: TableHost) -> dict[str, Answer]:
    return {
        seat.name: ComputerSeat(seat.level, host.table.ruleset, host.lexicon).choose_command
        for seat in host.table.opened.seats
        if seat.kind == "computer"
    }


def sit_at_practice(log: Log, ruleset: str, hints: bool = True, **options: Any) -> Desk:
    rules, words = tables.load(ruleset), tables.make_lexicon(ruleset)
    seats = [Seat("Ana & Bo", members=("Ana", "Bo")), Seat("Cid")]
    host = TableHost.open(log, KEY, rules, words, seats, START, **options)
    for seat in seats:
        host.do(Command(seat.name, "join", seat.name), START)

    def find_hints(seat: str) -> list[str]:
        return [f"{play.notation} {play.score:+d}" for play in find_plays(host, seat, START)]

    desk = Desk(host, {}, START, hints=find_hints if hints else None)
    type_keys(desk, "enter", "enter")
    return desk


NAMED = ("enter", "escape", "backspace", "tab", "up", "down", "left", "right", "ctrl+d", "ctrl+q")


def type_keys(desk: Desk, *keys: str) -> None:
    for key in keys:
        is_name = len(key) < 2 or re.fullmatch("f[0-9]+", key) or key in NAMED
        for one in [key] if is_name else key:
            press(desk, one, desk.now)


def draw(desk: Desk, width: int = 80, height: int = 24, mono: bool = False) -> str:
    scene = draw_desk(desk, width, height, mono)
    assert len(scene.lines) <= height
    return "\n".join("".join(text for text, _ in line) for line in scene.lines)
