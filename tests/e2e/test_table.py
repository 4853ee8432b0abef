"""`wordtools table` in a real terminal."""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import WORDTOOLS, Run
from tests.e2e.table import Table
from tests.game.players import WORDS
from tests.waiting import wait_until
from wordtools.board.generator import find_plays
from wordtools.board.notation import write_play
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lingo.game import LingoGame
from wordtools.lingo.moves import write_move
from wordtools.log.log import Log
from wordtools.players.lingo import find_best_moves
from wordtools.table.events import Closed, Discarded, Happened, Opened, Rested
from wordtools.table.host import list_tables, load_opened, open_record, read_table
from wordtools.table.state import Table as Game
from wordtools.table.table import evolve_all
from wordtools.table.view import view

Build = Callable[..., Path]


class TableScreen(Table):
    """A terminal in which a game is played."""

    def start(self, *options: str, before: str = ":") -> None:
        command = shlex.join([str(WORDTOOLS), "table", *options])
        shell = f"{before}; {command}; echo SHELL $?; exec sleep 1000"
        environment = ["TERM=screen-256color", "LC_ALL=C.UTF-8", f"WORDTOOLS_TABLE_KEY={self.key}"]
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", str(self.folder),
                  "env", *environment, "bash", "-c", shell)  # fmt: skip

    @property
    def key(self) -> Path:
        return self.folder / "tables.key"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableScreen]:
    table = TableScreen(tmp_path, f"table-{os.getpid()}-{tmp_path.name}")
    yield table
    table.close()


@pytest.fixture
def english(build: Build) -> Path:
    return build([word.lower() for word in WORDS["en"].split()], "en")


def read_rack(shown: str) -> list[str]:
    rack = shown.partition("rack ")[2].partition(">")[0]
    return [piece[0] for piece in rack.split()]


def test_a_game_survives_being_killed(
    table: TableScreen, english: Path, run: Run, tmp_path: Path
) -> None:
    table.start("scrabble-en-us", "--seats", "Ana, Bia", "-l", str(english), "--log", "log.db")
    table.see("Press Enter to begin")
    table.press("Enter")
    table.see("press Enter when only you can see the screen")
    assert not read_rack(table.shown())
    table.press("Enter")
    rack = read_rack(table.see("F2 Play"))
    assert len(rack) == 7
    table.type("-")
    table.press("Enter")
    table.see("passes", "press Enter when")
    table.press("Enter")
    other = read_rack(table.see("F2 Play"))
    os.kill(table.process(), signal.SIGKILL)
    table.see("SHELL 137")
    listed = run("table", "--list", "--log", "log.db", WORDTOOLS_TABLE_KEY=str(table.key)).stdout
    name = listed.split()[0]
    assert "scrabble-en-us  playing  1 turn  Ana 0 and Bia 0" in listed or "Bia 0" in listed
    for tiles in ("".join(sorted(rack)), "".join(sorted(other))):
        assert tiles.encode() not in (tmp_path / "log.db").read_bytes()
    table.close()
    table.start("--resume", name, "-l", str(english), "--log", "log.db")
    table.see("passes", "press Enter when")
    table.press("Enter")
    assert read_rack(table.see("F2 Play")) == other
    table.press("F8", "F8")
    table.see("resigns.", "won.")
    table.press("Enter")
    table.see("SHELL 0")
    done = run("log", "verify", "--log", "log.db")
    assert done.returncode == 0, done.stdout + done.stderr


def test_against_the_computer(table: TableScreen, english: Path) -> None:
    table.start(
        *("scrabble-en-us", "--seats", "Ana, computer:champion", "--mono"),
        *("-l", str(english), "--log", "log.db"),
    )
    table.see("The computer plays better once it has learned which tiles to keep.", "[y/N]")
    table.press("n", "Enter")
    table.see("Press Enter to begin")
    table.press("Enter")

    def has_played() -> bool:
        shown = table.shown()
        if "It is your turn." in shown and "Computer " in shown.partition("Computer ")[2]:
            return True
        if "It is your turn." in shown:
            table.press("F4")
        return False

    wait_until(has_played, lambda: table.screen())
    assert len(read_rack(table.shown())) == 7
    table.press("F7")
    table.see("The game is adjourned")
    table.press("Enter")
    table.see("Resume with: wordtools table --resume")


def test_keys_beyond_plays(table: TableScreen, english: Path, run: Run, tmp_path: Path) -> None:
    """Keys show hints, choose the member who speaks, take days off and abandon the game, all in
    Polish.
    """
    options = ("--seats", "Ana & Bo, Cid & Di", "--practice", "--hours", "24", "--lang", "pl")
    table.start("scrabble-en-us", *options, "-l", str(english), "--log", "log.db")
    table.see("Naciśnij Enter, aby rozpocząć")
    table.press("Enter")
    table.see("naciśnij Enter, gdy")
    table.press("Enter")
    table.see("F1 Podpowiedź", "F11 Weź dzień wolny", "F12 Zmień mówiącego", "Ctrl-Q")
    table.press("F1")
    table.see("Podpowiedź: ", "+")
    table.press("F12")
    wait_until(
        lambda: any(f" {name} > " in table.screen() for name in ("Ana", "Cid")),
        lambda: table.screen(),
    )
    table.press("F11")
    table.see("Które dni wolne?", "Pozostało 14 dni wolnych.")
    table.type("1970-01-01")
    table.press("Enter")
    table.see("Na to jest za późno.")
    table.press(*["BSpace"] * 10)
    table.type("2100-01-01..2100-01-03")
    table.press("Enter")
    table.see("F1 Podpowiedź")
    table.type("8H QZ")
    table.press("Enter")
    table.see("Nie masz tych płytek.")
    table.press("C-d")
    table.see("Naciśnij jeszcze raz Ctrl-D")
    table.press("C-d")
    table.press_until("Enter", "SHELL 0")
    (name,) = run("table", "--list", "--log", "log.db", WORDTOOLS_TABLE_KEY=str(table.key)
                  ).stdout.split()[:1]  # fmt: skip
    log = Log(str(tmp_path / "log.db"))
    happened = read_table(log, bytes.fromhex(table.key.read_text().strip()), name)
    log.close()
    (rested,) = [one for one in happened if isinstance(one.event, Rested)]
    player, member = ("Ana & Bo", "Ana") if rested.member == "Ana" else ("Cid & Di", "Cid")
    assert rested.event == Rested(player, "2100-01-01", "2100-01-03")
    assert rested.member == member
    assert isinstance(happened[-1].event, Discarded)


GAMES = [
    ("scrabble-pt-pt", "pt", "Ana, Bia"),
    ("scrabble-en-us", "en", "Ana, Bia"),
    ("literki", "pl", "Ana, Bia, Caio"),
    ("lingo:small", "en", "Ana & Bo, Bia"),
    ("scrabblear:hard", "es", "Ana, computer:beginner"),
]


@pytest.mark.parametrize(("ruleset", "language", "seats"), GAMES)
def test_a_whole_game_of_each(
    table: TableScreen, build: Build, run: Run, tmp_path: Path, ruleset: str, language: str,
    seats: str,
) -> None:  # fmt: skip
    """Played with keys alone, the game ends by its rule, and `wordtools game` agrees to the last
    tile.
    """
    words = [word.lower() for word in WORDS[language].split() if "[" not in word]
    path = build(words, language)
    options = ("--seats", seats, "-l", str(path), "--log", "log.db", "--mono")
    table.start(ruleset, *options)
    table.see("Press Enter" if language != "es" else "Pulse Intro")
    table.press("Enter")
    player = Player(table, Lexicon.read(path))
    while not player.go_on():
        wait_until(player.see_change, lambda: table.screen())
    closed = player.read()[-1].event
    assert isinstance(closed, Closed)
    assert closed.reason in ("passed", "scoreless", "out", "stopped", "blocked", "refill")
    table.press_until("Enter", "SHELL 0")
    opened = player.read()[0].event
    assert isinstance(opened, Opened)
    name = opened.table
    done = run("table", "--export", name, "-o", "game.json", "--log", "log.db")
    assert done.returncode == 0, done.stderr
    done = run("game", "game.json", "-l", str(path))
    assert done.returncode == 0, done.stdout + done.stderr
    for winner in closed.winners:
        assert f"{winner} {closed.scores[winner]}" in done.stdout


class Player:
    """People at a terminal, who know the contents of the log and press keys."""

    def __init__(self, table: TableScreen, lexicon: Lexicon) -> None:
        self.table = table
        self.lexicon = lexicon
        self.idle = 0
        self.seen = (0, "")

    def see_change(self) -> bool:
        """True once anything has happened, or the screen has changed."""
        return (len(self.read()), self.table.shown()) != self.seen

    def read(self) -> list[Happened]:
        """The events at the table."""
        log = Log(str(self.table.folder / "log.db"))
        key = bytes.fromhex(self.table.key.read_text().strip())
        happened = read_table(log, key, list_tables(log)[0])
        log.close()
        return happened

    def go_on(self) -> bool:
        """Does what the screen asks. Returns True once the game is over."""
        happened = self.read()
        opened = open_record(happened)
        state = evolve_all(Game.open(happened[0], load_opened(opened)), happened[1:])
        if state.is_over:
            return True
        shown = self.table.shown()
        self.seen = len(happened), shown
        if "press Enter when only you can see the screen" in shown:
            self.table.press("Enter")
        elif "F2 Accept" in shown:
            self.table.press("F2")
        elif (turn := view(state, "", state.at).turn) and turn in state.people:
            self.move(state, turn)
        return False

    def move(self, state: Game, turn: str) -> None:
        """Types the best turn; if there has been none for a while, stops the game if the rules
        allow it."""
        game = state.position
        if isinstance(game, LingoGame):
            pool = game.pools[game.players.index(turn)]
            (best,) = find_best_moves(game.board, pool, self.lexicon, limit=1, tiles=1)
            text = write_move(best.placement.items(), game.ruleset)
        else:
            plays = find_plays(
                state.game.board, state.game.racks[turn].known, self.lexicon, limit=1
            )
            text = write_play(state.game.board, plays[0].play) if plays else "-"
            self.idle = 0 if plays else self.idle + 1
        if self.idle > 3 and "stop" in view(state, turn, state.at).may:
            self.table.press("F9", "F9")
            return
        self.table.press(*["BSpace"] * 20)  # Escape and a letter would be Alt
        self.table.type(text)
        self.table.press("Enter")


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ((), "name a ruleset"),
        (("scrabble-en-us",), "a table needs a terminal"),
        (("--resume", "x"), "a table needs a terminal"),
    ],
)
def test_refusals(run: Run, options: tuple[str, ...], refusal: str) -> None:
    done = run("table", *options, "--log", "log.db")
    assert done.returncode == 2
    assert refusal in done.stderr
