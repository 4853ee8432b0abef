"""A judging terminal in a real terminal (tmux), as players and the director use it."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

from tests import marks
from tests.conftest import WORDTOOLS, write_password
from tests.waiting import wait_until
from wordtools.log.log import Log

PASSWORD = "a tin can"
"""Without any letter that has a meaning in the director's menu."""
MENU = "close the station"
SIXTEEN = "unproblematicals"
WORDS = {
    "en": ["cat", "cats", "dog", "cant", "coop", "aa", SIXTEEN[:15]],
    "pt": ["lição", "casa", "asa"],
}
COUNT = {"en": "How many words", "pt": "Quantas palavras"}
# Settings for players who may be as slow as a busy machine; verdicts, and waits after a wrong
# password, end quickly.
PATIENT = """
entry_seconds = 300
confirm_seconds = 300
password_seconds = 300
director_seconds = 300
verdict_seconds = 10
wrong_seconds = 0.1
"""


class Table:
    """A terminal in which a station runs, started from a shell that would be visible if anything
    revealed it.
    """

    def __init__(self, folder: Path, name: str) -> None:
        marks.need("terminal")
        self.folder = folder
        write_password(folder / "password", PASSWORD)
        (folder / "station.toml").write_text(PATIENT, "utf-8")
        self._tmux = ["tmux", "-u", "-L", name, "-f", "/dev/null"]

    def start(self, *options: str, before: str = ":") -> None:
        given = ["--password-file", "password", "--settings", "station.toml", *options]
        command = shlex.join([str(WORDTOOLS), "judge", *given])
        shell = f"{before}; {command}; echo SHELL $?; exec sleep 1000"
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", str(self.folder),
                  "env", "TERM=screen-256color", "LC_ALL=C.UTF-8", "COLUMNS=80", "LINES=24",
                  "bash", "-c", shell)  # fmt: skip

    def tmux(self, *arguments: str) -> str:
        done = subprocess.run([*self._tmux, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def shown(self) -> str:
        """The text on the screen, as one line."""
        return " ".join(self.screen().split())

    def see(self, *texts: str) -> str:
        """Waits until all these texts are on the screen, ignoring line breaks."""

        def find() -> str:
            shown = self.shown()
            return shown if all(text in shown for text in texts) else ""

        return wait_until(find, lambda: f"{texts} on the screen:\n{self.screen()}")

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", "--", text)

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def send(self, data: bytes) -> None:
        """Sends arbitrary bytes unchanged."""
        file = self.folder / "sent"
        file.write_bytes(data)
        self.tmux("load-buffer", str(file))
        self.tmux("paste-buffer", "-r", "-d")

    def resize(self, width: int, height: int) -> None:
        """Resizes the window, and waits until the station has redrawn itself."""
        self.press("-R")  # clears it
        self.tmux("resize-window", "-x", str(width), "-y", str(height))
        wait_until(lambda: "\x1b[" in self.tmux("capture-pane", "-p", "-e"), "a coloured screen")

    def process(self) -> int:
        """The station's process."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        return int(Path(f"/proc/{shell}/task/{shell}/children").read_text().split()[0])

    def challenge(self, *words: str) -> None:
        """Types words at COUNT, and presses the opponent's Tab."""
        self.type(str(len(words)))
        self.see("Challenger")
        for word in words:
            self.type(word)
            self.press("Enter")
        self.see("Opponent")
        self.press("Tab")

    def press_until(self, key: str, text: str) -> None:
        """Presses a key repeatedly until a text is on the screen, because a station sometimes
        ignores keys for a moment."""

        def is_there() -> bool:
            if text in self.shown():
                return True
            self.press(key)
            return False

        wait_until(is_there, lambda: f"{text} on the screen:\n{self.screen()}")

    def go_on(self) -> None:
        """Presses a key until the screen is COUNT again."""
        self.press_until("x", COUNT["en"])

    def wake(self) -> None:
        """Returns to COUNT from any of the players' screens by signing the director in and out,
        which also logs an act. If the prompt were closed instead, the station would ignore keys for
        a while.
        """

        def is_signed_in() -> bool:
            shown = self.shown()
            if MENU in shown:
                return True
            if "Director's password" in shown:
                self.type(PASSWORD)
                self.press("Enter")
            else:
                self.press("C-d" if COUNT["en"] in shown else "Escape")
            return False

        wait_until(is_signed_in, lambda: f"the director's screen:\n{self.screen()}")
        self.press("Escape")
        self.see(COUNT["en"])

    def close(self) -> None:
        """Ends the terminal, and waits until another can be started in its place."""
        subprocess.run([*self._tmux, "kill-server"], capture_output=True)

        def is_gone() -> bool:
            listed = subprocess.run([*self._tmux, "list-sessions"], capture_output=True, text=True)
            return listed.stderr.startswith(("no server running", "error connecting"))

        wait_until(is_gone, "the end of tmux")


def rulings(folder: Path) -> list[tuple[bool, list[str]]]:
    """The log's records, with the chain verified."""
    log = Log(f"sqlite:///{folder / 'rulings.db'}")
    checked = log.verify()
    assert checked.faults == []
    kept = [record.content for record in log.records() if record.kind == "ruling"]
    log.close()
    return [(body["acceptable"], body["words"]) for body in kept]
