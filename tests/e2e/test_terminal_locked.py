"""Only the director can leave a locked terminal, and no ruling is ever lost."""

from __future__ import annotations

import os
import shlex
import signal
from pathlib import Path

from tests.conftest import WORDTOOLS
from tests.e2e.table import COUNT, MENU, PASSWORD, Table, rulings
from tests.waiting import wait_until
from wordtools.log.log import Log


def test_no_key_and_no_signal_leaves(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    for key in ("C-c", "C-z", "C-\\", "C-q", "C-p", "C-s", "C-d", "C-c", "C-c", "Escape", "F1"):
        table.press(key)
    process = table.process()
    for name in ("SIGINT", "SIGQUIT", "SIGTSTP", "SIGTERM", "SIGHUP"):
        os.kill(process, getattr(signal, name))
    table.wake()  # the director's prompt was open
    table.challenge("cat")
    assert "SHELL" not in table.see("The play is ACCEPTABLE")
    assert table.process() == process
    assert rulings(tmp_path) == [(True, ["CAT"])]


def test_the_password_leaves(table: Table, english: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.press("C-d")
    table.see("Director's password")
    table.type("sesame")
    table.press("Enter")
    table.see("Director's password", "Wrong password.")
    table.type(PASSWORD)
    assert PASSWORD not in table.see("•" * len(PASSWORD))
    table.press_until("Enter", MENU)  # guesses are slowed down
    table.type("q")
    table.see("SHELL 0")


def test_the_password_is_asked_twice(table: Table, english: Path) -> None:
    command = shlex.join([str(WORDTOOLS), "judge", "-l", str(english)])
    table.tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", str(table.folder),
               "env", "LC_ALL=C.UTF-8", "bash", "-c", f"{command}; exec sleep 1000")  # fmt: skip
    table.see("Director's password:")
    table.type("first one")
    table.press("Enter")
    table.see("Repeat the password:")
    table.type("another")
    table.press("Enter")
    table.see("The passwords do not match.")
    table.type("first one")
    table.press("Enter")
    table.see("do not match. Director's password: Repeat the password:")
    table.type("first one")
    table.press("Enter")
    assert "first one" not in table.see(COUNT["en"])


def test_the_director_voids_and_the_play_is_judged_again(
    table: Table, english: Path, tmp_path: Path
) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.challenge("dgo")
    table.see("UNACCEPTABLE")
    table.see(COUNT["en"])
    table.press("C-d")
    table.see("Director's password")
    table.type(PASSWORD)
    table.press("Enter")
    table.see("void a ruling")
    table.type("v")
    table.see("1 (#2) DGO NO")
    table.press("Enter")
    table.see("Reason for voiding ruling 1 (#2).")
    table.type("typed dgo for dog")
    table.press("Enter")
    table.see("Ruling 1 (#2) is void.")
    table.press("Escape")
    table.see(COUNT["en"])
    table.challenge("dog")
    table.see("The play is ACCEPTABLE", "Ruling 2 (#6)")
    log = Log(f"sqlite:///{tmp_path / 'rulings.db'}")
    assert [record.kind for record in log.records()] == [
        "opened", "ruling", "signed-in", "void", "signed-out", "ruling",
    ]  # fmt: skip
    assert log.verify().faults == []


def test_killed_right_after_the_verdict(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.challenge("dog")
    table.see("The play is ACCEPTABLE")
    os.kill(table.process(), signal.SIGKILL)
    table.see("SHELL 137")
    assert rulings(tmp_path) == [(True, ["DOG"])]


def test_a_closed_terminal_ends_the_process(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.challenge("dog")
    table.see("The play is ACCEPTABLE")
    process = table.process()
    table.close()
    wait_until(lambda: not _runs(process), "the end of the process")
    assert rulings(tmp_path) == [(True, ["DOG"])]


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
