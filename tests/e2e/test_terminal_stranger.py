"""A locked terminal in the hands of a stranger who presses, pastes and sends everything."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.e2e.table import COUNT, WORDS, Table, rulings
from wordtools.log.log import Log

SENT = [
    b"\x1b[48;99999;99999;1;1t",  # a window of ten billion characters
    b"\x1b[48;0;0;0;0t",
    b"\x1b[?2048;1$y\x1b[?2026;1$y",  # modes that the terminal is said to have
    b"\x1b[200~cat",  # a paste that never ends
    b"\x1b[201~",
    b"\x1b[<0;5;5M\x1b[<0;5;5m\x1b[<35;9999;9999M\x1b[M   \x1b[<64;1;1M",  # a mouse
    b"\x1b[I\x1b[O",  # the window comes and goes
    b"\x1b[99;99R\x1b[?1;2c\x1b[>1;1;1c",
    b"\x1b]52;c;aGVsbG8=\x07\x1b]0;title\x07\x1bP+q\x1b\\\x1b_x\x1b\\",
    b"\x1b[97;;99999999u\x1b[55296;;55296u\x1b[1;5;3u",
    bytes(range(256)),
    bytes(range(128, 256)) * 9,
    b"\x1bc\x1b[!p\x1b[?1049l\x0e\x0f\x1b[2J",
    b"cat " * 60_000,
    b"\x1b[200~" + b"cat " * 250_000 + b"\x1b[201~",
]


def judge_again(table: Table) -> None:
    """Makes a challenge as on the first day, since the earlier keys have changed nothing
    permanently.
    """
    table.wake()
    table.challenge("dog")
    table.see("The play is ACCEPTABLE")
    table.go_on()


def memory(process: int) -> int:
    """The memory that a process uses, in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096


@pytest.mark.slow
def test_whatever_is_sent_the_station_stays(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    process = table.process()
    before = memory(process)
    for data in SENT:
        table.type("1")
        table.see("Challenger")
        table.send(data)
        table.wake()
    judge_again(table)
    assert table.process() == process
    assert memory(process) - before < 30_000_000
    assert "SHELL" not in table.screen()
    assert rulings(tmp_path)[-1] == (True, ["DOG"])


@pytest.mark.slow
def test_a_window_that_shrinks_to_nothing(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.type("1")
    table.see("Challenger")
    table.type("dog")
    table.press("Enter")
    table.see("Opponent")
    for width, height in ((1, 1), (2, 40), (300, 1), (1, 1), (500, 200), (80, 24)):
        table.resize(width, height)
        if height == 1:
            table.press("Tab")  # which confirms nothing unreadable
    table.see("Opponent")
    assert rulings(tmp_path) == []
    table.press("Tab")
    table.see("The play is ACCEPTABLE")
    assert rulings(tmp_path) == [(True, ["DOG"])]


def test_the_environment_opens_no_door(table: Table, english: Path, tmp_path: Path) -> None:
    """Variables that make Python or Textual log keys, press some, or stop at Ctrl-C."""
    variables = [
        "TEXTUAL=debug,devtools,headless", "TEXTUAL_DEBUG=1", "TEXTUAL_LOG=textual.log",
        "TEXTUAL_DRIVER=textual.drivers.headless_driver:HeadlessDriver", "TEXTUAL_PRESS=1,q",
        "TEXTUAL_SCREENSHOT=0", "TEXTUAL_ALLOW_SIGNALS=1", "ESCDELAY=100000",
        "PYTHONINSPECT=1", "PYTHONASYNCIODEBUG=1", "PYTHONDEVMODE=1", "PYTHONWARNINGS=always",
        "PYTHONBREAKPOINT=os.abort", "PYTHONFAULTHANDLER=1", "WORDTOOLS_DEBUG=1",
    ]  # fmt: skip
    table.start("-l", str(english), before="export " + " ".join(variables))
    table.see(COUNT["en"])
    files = {path.name for path in tmp_path.iterdir()}
    table.press("C-c", "C-c", "C-\\", "C-z")
    table.challenge("dog")
    assert "SHELL" not in table.see("The play is ACCEPTABLE")
    assert {path.name for path in tmp_path.iterdir()} - files <= {
        "rulings.db-shm",
        "rulings.db-wal",
    }


KEYS = [
    *"123 catsdogz'-.", "Enter", "Enter", "Tab", "Tab", "Escape", "BSpace", "C-d",
    *(f"F{number}" for number in range(1, 13)),
    *(f"C-{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"),
    *(f"M-{letter}" for letter in "cats1qx"), "Up", "Down", "Left", "Right", "Home", "End",
    "PPage", "NPage", "IC", "DC", "BTab", "C-Up", "S-F5", "C-M-x", "M-Enter", "C-\\", "C-]", "C-^",
]  # fmt: skip
PLANS = [
    ["1", *"cat", "Enter", "Tab"],
    ["1", *"dgo", "Enter", "Tab"],
    ["2", *"cat", " ", *"dog", " "],
]


@pytest.mark.slow
def test_random_keys(table: Table, english: Path, tmp_path: Path, longer: float) -> None:
    """There is no shell, no exit, no director's screen and no wrong verdict, and memory does not
    grow.
    """
    chance = random.Random(0)
    table.start("-l", str(english))
    table.see(COUNT["en"])
    process = table.process()
    judge_again(table)
    before = memory(process)
    for _ in range(round(20 * longer)):
        keys: list[str] = []
        while len(keys) < 50:
            keys += chance.choice(PLANS) if chance.random() < 0.1 else [chance.choice(KEYS)]
        table.press(*("Space" if key == " " else key for key in keys))
        if chance.random() < 0.1:
            table.send(chance.randbytes(chance.randrange(3000)))
        if chance.random() < 0.02:
            width, height = chance.randrange(1, 200), chance.randrange(1, 60)
            table.tmux("resize-window", "-x", str(width), "-y", str(height))
    table.tmux("resize-window", "-x", "80", "-y", "24")
    judge_again(table)
    assert table.process() == process
    assert memory(process) - before < 30_000_000
    log = Log(f"sqlite:///{tmp_path / 'rulings.db'}")
    kinds = Counter(record.kind for record in log.records())
    log.close()
    assert kinds.keys() <= {"opened", "ruling", "wrong-password", "signed-in", "signed-out"}
    assert kinds["signed-in"] == kinds["signed-out"] == 2  # by us
    for acceptable, words in rulings(tmp_path):
        assert acceptable == all(word.lower() in WORDS["en"] for word in words), words
