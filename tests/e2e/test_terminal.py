"""The judging terminal in a real terminal (tmux), as the players and the director meet it."""

from __future__ import annotations

import os
import pty
import resource
import select
import shlex
import signal
import subprocess
import time
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import WORDTOOLS, Run
from wordtools.judge.log import Log

Build = Callable[..., Path]

PASSWORD = "open sesame"
SIXTEEN = "unproblematicals"
WORDS = {
    "en": ["cat", "cats", "dog", "cant", "coop", "aa", SIXTEEN[:15]],
    "pt": ["lição", "casa", "asa"],
}
COUNT = {"en": "How many words", "pt": "Quantas palavras"}
# Players who are as slow as a busy machine may be, and verdicts that are gone soon.
PATIENT = """
entry_seconds = 300
confirm_seconds = 300
password_seconds = 300
director_seconds = 300
verdict_seconds = 3
"""
PATIENCE = 60  # seconds until a terminal is given up


class Table:
    """A terminal in which a station runs, in a shell that would show itself if it could."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
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

    def see(self, *texts: str) -> str:
        """Waits until all these texts stand on the screen, wherever lines break."""
        end = time.monotonic() + PATIENCE
        while True:
            shown = " ".join(self.screen().split())
            if all(text in shown for text in texts):
                return shown
            assert time.monotonic() < end, f"{texts} never came up:\n{self.screen()}"
            time.sleep(0.02)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", "--", text)

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def process(self) -> int:
        """The station's process."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        return int(Path(f"/proc/{shell}/task/{shell}/children").read_text().split()[0])

    def challenge(self, *words: str) -> None:
        """From COUNT to the opponent's Tab."""
        self.type(str(len(words)))
        self.see("Challenger")
        for word in words:
            self.type(word)
            self.press("Enter")
        self.see("Opponent")
        self.press("Tab")

    def go_on(self) -> None:
        """Presses a key until the screen is COUNT's again."""
        while COUNT["en"] not in self.screen():
            self.type("x")
            time.sleep(0.1)

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], capture_output=True)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    (tmp_path / "password").write_text(PASSWORD + "\n", "utf-8")
    (tmp_path / "station.toml").write_text(PATIENT, "utf-8")
    opened = Table(tmp_path, f"wordtools-{os.getpid()}-{tmp_path.name}")
    yield opened
    opened.close()


@pytest.fixture
def english(build: Build) -> Path:
    return build(WORDS["en"], "en", name="en")


def rulings(folder: Path) -> list[tuple[bool, list[str]]]:
    """What the log holds, its chain verified."""
    log = Log(f"sqlite:///{folder / 'rulings.db'}")
    checked = log.verify()
    assert checked.faults == []
    kept = [record.content for record in log.records()]
    log.close()
    return [(body["acceptable"], body["words"]) for body in kept]


def test_the_whole_flow(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english), "--event", "Lisbon Open", "--round", "3", "--table", "12")
    shown = table.see(COUNT["en"], "Event Lisbon Open · round 3 · table 12")
    assert "Lexicon en · edition en · " in shown
    table.type("2")
    table.see("type the words, 2 in all")
    table.type("cats")
    table.press("Enter")
    table.see("1 of 2 words are typed")
    table.type("dog")
    table.press("Space")
    table.see("Opponent: are these the words?")
    assert rulings(tmp_path) == []
    table.press("Tab")
    table.see("the play is ACCEPTABLE", "Ruling 1")
    assert rulings(tmp_path) == [(True, ["CATS", "DOG"])]
    table.see(COUNT["en"])  # the screen clears itself
    table.challenge("cat", "dgo")
    table.see("the play is UNACCEPTABLE", "Ruling 2")
    assert rulings(tmp_path)[1:] == [(False, ["CAT", "DGO"])]


@pytest.mark.parametrize(
    ("language", "typed", "refusal"),
    [
        ("en", "CAN'T", "\"CAN'T\": no English tile shows '"),
        ("en", "CO-OP", "'CO-OP': no English tile shows -"),
        ("en", "1A2A", "'1A2A': no English tile shows 1, 2"),
        ("en", SIXTEEN, "has 16 tiles; en holds words of 2 to 15"),
        ("en", "ZZZ.CAT", "'ZZZ.CAT': no English tile shows ."),
        ("en", "сat", "no English tile shows с (U+0441 cyrillic small letter es)"),
        ("en", "ｃat", "shows ｃ (U+FF43 fullwidth latin small letter c)"),
        ("en", "", "0 of 1 words are typed"),
        ("pt", "KASA", "'KASA': nenhuma peça deste léxico mostra K"),
    ],
)
def test_what_cannot_be_judged_is_refused(
    table: Table, build: Build, tmp_path: Path, language: str, typed: str, refusal: str
) -> None:
    table.start("-l", str(build(WORDS[language], language, name=language)))
    table.see(COUNT[language])
    table.type("1")
    table.see("Esc")
    if typed:
        table.type(typed)
    table.press("Enter")
    table.see(refusal)
    table.press("Tab", "Tab")
    table.press("Escape")
    table.press("Escape")
    table.see(COUNT[language])
    assert rulings(tmp_path) == []


def test_two_words_are_two_words(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.type("2")
    table.see("2 in all")
    table.type("ZZZ CAT")
    table.press("Enter")
    table.see("Opponent")
    table.press("Tab")
    table.see("UNACCEPTABLE")
    assert rulings(tmp_path) == [(False, ["ZZZ", "CAT"])]


def test_nine_words_are_not_asked_for(table: Table, english: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.type("9")
    table.type("0")
    table.type("8")
    table.see("type the words, 8 in all")


def test_letters_in_pieces(table: Table, build: Build, tmp_path: Path) -> None:
    table.start("-l", str(build(WORDS["pt"], "pt", name="pt")))
    table.see(COUNT["pt"])
    table.type("1")
    table.see("escreva a palavra")
    table.type(unicodedata.normalize("NFD", "lição"))
    table.press("Enter")
    table.see("são estas as palavras")
    table.press("Tab")
    table.see("a jogada é ACEITÁVEL")
    assert rulings(tmp_path) == [(True, ["LIÇAO"])]


def test_no_key_and_no_signal_leaves(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    for key in ("C-c", "C-z", "C-\\", "C-q", "C-p", "C-s", "C-d", "C-c", "C-c", "Escape", "F1"):
        table.press(key)
    process = table.process()
    for name in ("SIGINT", "SIGQUIT", "SIGTSTP", "SIGTERM", "SIGHUP"):
        os.kill(process, getattr(signal, name))
    table.see(COUNT["en"])
    table.challenge("cat")
    assert "SHELL" not in table.see("the play is ACCEPTABLE")
    assert table.process() == process
    assert rulings(tmp_path) == [(True, ["CAT"])]


def test_bytes_that_are_no_text_are_refused_in_sight(
    table: Table, english: Path, tmp_path: Path
) -> None:
    """On a bare pseudo-terminal, as tmux would mend them; and when that goes, the process ends."""
    ours, theirs = pty.openpty()
    arguments = [str(WORDTOOLS), "judge", "-l", str(english), "--password-file", "password"]
    station = subprocess.Popen(arguments, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""

    def see(text: str) -> None:
        nonlocal shown
        while text.encode() not in shown:
            assert select.select([ours], [], [], PATIENCE)[0], f"{text} never came up: {shown!r}"
            shown += os.read(ours, 65536)

    see(COUNT["en"])
    os.write(ours, b"1")
    see("type the word")
    os.write(ours, b"cat")
    os.write(ours, b"\xe9x")
    see("\ufffd")
    os.write(ours, b"\r")
    see("This cannot be judged")
    os.close(ours)
    assert station.wait(PATIENCE) == 128 + signal.SIGHUP
    assert rulings(tmp_path) == []


def test_nothing_is_pasted(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.type("1")
    table.see("type the word")
    table.tmux("set-buffer", "cat\n\t\tcat")
    table.tmux("paste-buffer", "-p")
    table.see("Words are typed, not pasted.")
    assert rulings(tmp_path) == []


def test_the_window_changes_its_size(table: Table, english: Path) -> None:
    words = [letter * 15 for letter in "ABCDEFGH"]
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.type("8")
    table.see("8 in all")
    table.type(" ".join(words) + " ")
    table.see("Opponent")
    for width, height in ((40, 12), (132, 50), (60, 20)):
        table.tmux("resize-window", "-x", str(width), "-y", str(height))
        table.see("Opponent: are these the words?", "Tab: yes, judge them", "wordtools 0")
    table.tmux("resize-window", "-x", "40", "-y", "12")
    table.see(*words, "Opponent")
    table.tmux("resize-window", "-x", "18", "-y", "5")
    table.see("too small")
    table.press("Tab")
    table.tmux("resize-window", "-x", "80", "-y", "24")
    table.see("Opponent")


def test_killed_right_after_the_verdict(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.challenge("dog")
    table.see("the play is ACCEPTABLE")
    os.kill(table.process(), signal.SIGKILL)
    table.see("SHELL 137")
    assert rulings(tmp_path) == [(True, ["DOG"])]


def test_a_closed_terminal_ends_the_process(table: Table, english: Path, tmp_path: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.challenge("dog")
    table.see("the play is ACCEPTABLE")
    process = table.process()
    table.close()
    end = time.monotonic() + PATIENCE
    while _runs(process):
        assert time.monotonic() < end
        time.sleep(0.05)
    assert rulings(tmp_path) == [(True, ["DOG"])]


def test_the_password_leaves(table: Table, english: Path) -> None:
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.press("C-d")
    table.see("Director's password")
    table.type("sesame")
    table.press("Enter")
    table.see("That is not the password.")
    table.see(COUNT["en"])
    table.press("C-d")
    table.see("Director's password")
    table.type(PASSWORD)
    assert PASSWORD not in table.see("•" * len(PASSWORD))
    table.press("Enter")
    table.see("leave the station")
    table.type("q")
    table.see("SHELL 0")


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
    table.see("void the last ruling (number 1)")
    table.type("v")
    table.see("Why is ruling 1 void?")
    table.type("typed dgo for dog")
    table.press("Enter")
    table.see("Ruling 1 is void.")
    table.press("Escape")
    table.see(COUNT["en"])
    table.challenge("dog")
    table.see("the play is ACCEPTABLE", "Ruling 3")
    log = Log(f"sqlite:///{tmp_path / 'rulings.db'}")
    assert [record.kind for record in log.records()] == ["ruling", "void", "ruling"]
    assert log.verify().faults == []


def test_the_password_is_asked_twice(table: Table, english: Path) -> None:
    command = shlex.join([str(WORDTOOLS), "judge", "-l", str(english)])
    table.tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", str(table.folder),
               "env", "LC_ALL=C.UTF-8", "bash", "-c", f"{command}; exec sleep 1000")  # fmt: skip
    table.see("Director's password:")
    table.type("first one")
    table.press("Enter")
    table.see("Again, to be sure:")
    table.type("another")
    table.press("Enter")
    table.see("The two were not the same.")
    for _ in range(2):
        table.type("first one")
        table.press("Enter")
    assert "first one" not in table.see(COUNT["en"])


def test_a_lexicon_that_changes_or_goes(table: Table, english: Path, tmp_path: Path) -> None:
    whole = english.read_bytes()
    table.start("-l", str(english))
    table.see(COUNT["en"])
    english.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    table.challenge("cat")
    table.see("Call the director.")
    table.go_on()
    english.unlink()
    table.challenge("cat")
    table.see("is gone", "Call the director.")
    assert rulings(tmp_path) == []


def test_a_log_that_can_only_be_read(table: Table, english: Path, tmp_path: Path) -> None:
    path = tmp_path / "rulings.db"
    Log(f"sqlite:///{path}").close()
    table.start("-l", str(english), "--log", f"sqlite:///file:{path}?mode=ro&uri=true")
    table.see(COUNT["en"])
    table.challenge("cat")
    shown = table.see("Call the director.")
    assert "YES" not in shown
    assert rulings(tmp_path) == []


def test_a_full_disk(table: Table, english: Path, tmp_path: Path) -> None:
    """No file may grow beyond a byte, until there is room again."""
    table.start("-l", str(english))
    table.see(COUNT["en"])
    limits = resource.prlimit(table.process(), resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    table.challenge("cat")
    shown = table.see("Call the director.", "cannot be written")
    assert "the play is" not in shown
    assert rulings(tmp_path) == []
    resource.prlimit(table.process(), resource.RLIMIT_FSIZE, limits)
    table.go_on()
    table.challenge("cat")
    table.see("the play is ACCEPTABLE")
    assert rulings(tmp_path) == [(True, ["CAT"])]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["-l", "nowhere.lexicon"], "nowhere.lexicon"),
        (["-l", "{lexicon}", "--log", "sqlite:////nowhere/rulings.db"], "cannot be opened"),
        (["-l", "{lexicon}", "--settings", "nowhere.toml"], "nowhere.toml"),
        (["-l", "{lexicon}", "--lang", "xx"], "Stations do not speak 'xx'"),
        (["-l", "{lexicon}", "--password-file", "nowhere"], "nowhere: the password"),
    ],
)
def test_what_cannot_be_opened_is_one_sentence(
    table: Table, english: Path, options: list[str], sentence: str
) -> None:
    table.start(*(option.format(lexicon=english) for option in options))
    shown = table.see("SHELL 2")
    assert shown.startswith("wordtools: ")
    assert sentence in shown


def test_it_needs_a_terminal(run: Run, english: Path) -> None:
    done = run("judge", "-l", english)
    assert done.returncode == 2
    assert done.stderr.startswith("wordtools: The station needs a terminal")


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
