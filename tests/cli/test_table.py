"""The data that `wordtools table` keeps between games: unfinished games, best results, records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from tests.conftest import Build, Run
from tests.game.players import WORDS
from wordtools.cli.language import guess_language, read_language
from wordtools.cli.tables import playing, records
from wordtools.errors import WordtoolsError
from wordtools.log.log import Log
from wordtools.table.best import Result, list_best
from wordtools.table.events import Discarded
from wordtools.table.host import TableHost, list_tables, read_table
from wordtools.table.table import Command, Deed
from wordtools.terminal.playing.desk import Desk


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    monkeypatch.setenv("WORDTOOLS_TABLE_KEY", str(tmp_path / "own" / "tables.key"))
    log = Log(str(tmp_path / "log.db"))
    yield log
    log.close()


@pytest.fixture
def spanish(build: Build) -> Path:
    words = [word.lower() for word in WORDS["es"].split() if "[" not in word]
    return build(words, "es", name="spanish")


def open_game(
    log: Log, ruleset: str, lexicon: Path, seats: str = "Ana, computer", **options: Any
) -> TableHost:
    host = playing.open_table(log, ruleset, str(lexicon), seats, (), **options)
    host.do(Command("Ana", "begin"), host.table.at)
    return host


def stop_with(host: TableHost, points: int) -> None:
    """Gives Ana points in a game without plays, and stops it."""
    while (name := host.table.game.turn or "") != "Ana":
        host.do(Command(name, "pass"), host.table.at)
    host.table = host.table.change(position=host.table.game.add_points("Ana", points, "play"))
    host.do(Command("Ana", "stop"), host.table.at)


def test_a_new_game_against_the_computer_replaces_the_adjourned_one(
    log: Log, spanish: Path
) -> None:
    first = open_game(log, "scrabblear", spanish)
    first.do(Command("Ana", "adjourn"), first.table.at)
    open_game(log, "scrabblear:hard", spanish)
    key = (Path(log.url).parent / "own" / "tables.key").read_text().strip()
    happened = read_table(log, bytes.fromhex(key), first.table.opened.table)
    assert isinstance(happened[-1].event, Discarded)
    assert len(list_tables(log)) == 2


def test_the_ten_best_results_of_each_level(log: Log, spanish: Path) -> None:
    for ruleset in ("scrabblear:easy", "scrabblear:easy", "scrabblear:hard"):
        host = open_game(log, ruleset, spanish)
        stop_with(host, 90)
    assert [result.name for result in list_best(log, "scrabblear:easy")] == ["Ana", "Ana"]
    assert len(list_best(log, "scrabblear:easy", 1)) == len(list_best(log, "scrabblear:hard")) == 1


def test_a_game_without_points_is_no_best_result(log: Log, spanish: Path) -> None:
    """By the rules of ScrabbleAR, the points of a result must be enough for the list."""
    host = open_game(log, "scrabblear:easy", spanish)
    stop_with(host, 0)
    assert host.table.closed is not None
    assert {*host.table.closed.winners} == {*host.table.opened.names}
    assert list_best(log, "scrabblear:easy") == []


def test_a_practice_game_is_no_best_result(log: Log, spanish: Path) -> None:
    stop_with(open_game(log, "scrabblear:easy", spanish, practice=True), 90)
    assert list_best(log, "scrabblear:easy") == []


def test_a_game_that_was_resigned_is_no_best_result(log: Log, spanish: Path) -> None:
    host = open_game(log, "scrabblear:easy", spanish)
    host.do(Command("Ana", "resign"), host.table.at)
    assert host.table.closed is not None
    assert list_best(log, "scrabblear:easy") == []


@pytest.mark.parametrize(
    ("ruleset", "deed", "is_top"),
    [("scrabblear", "stop", True), ("scrabblear", "resign", False), ("literki", "resign", False)],
)
@pytest.mark.parametrize("lead", [90, -90])
def test_only_whole_games_against_the_computer_of_scrabblear_are_called_best_results(
    *, log: Log, build: Build, monkeypatch: pytest.MonkeyPatch, ruleset: str, deed: Deed,
    is_top: bool, lead: int,
) -> None:  # fmt: skip
    """By the rules of ScrabbleAR, only the points count, not whether the player has won."""
    language = "pl" if ruleset == "literki" else "es"
    words = [word.lower() for word in WORDS[language].split() if "[" not in word]
    host = open_game(log, ruleset, build(words, language), "Ana, computer:1")
    while (name := host.table.game.turn or "") != "Ana":
        host.do(Command(name, "pass"), host.table.at)
    computer = next(seat for seat in host.table.opened.names if seat != "Ana")
    game = host.table.game.add_points("Ana", 100, "play").add_points(computer, 100 - lead, "play")
    host.table = host.table.change(position=game)
    host.do(Command("Ana", deed), host.table.at)
    shown: list[Desk] = []
    monkeypatch.setattr(playing, "run_desk", lambda desk, mono: shown.append(desk))
    playing.play(host, "en", mono=False)
    assert shown[0].best == ("This is one of the ten best results." if is_top else "")


def test_only_a_game_that_has_ended_is_exported(log: Log, spanish: Path, tmp_path: Path) -> None:
    host = open_game(log, "scrabblear", spanish)
    name = host.table.opened.table
    with pytest.raises(WordtoolsError, match="has not ended"):
        records.export(log, name, tmp_path / "x.json")
    host.do(Command("Ana", "resign"), host.table.at)
    records.export(log, name, tmp_path / "x.json")
    assert (tmp_path / "x.json").read_bytes().startswith(b'{"format":"wordtools table"')
    records.export(log, name, tmp_path / "x.gcg")
    assert "#player1" in (tmp_path / "x.gcg").read_text("utf-8")
    with pytest.raises(WordtoolsError, match=r"\.json or \.gcg"):
        records.export(log, name, tmp_path / "x.txt")


def test_seats() -> None:
    seats = playing.read_seats("Ana & Bo, computer:club, computer:9, Cid")
    assert [seat.name for seat in seats] == ["Ana & Bo", "Computer", "Computer 2", "Cid"]
    assert [seat.level for seat in seats[1:3]] == ["club", "9"]
    assert seats[0].members == ("Ana", "Bo")
    assert [seat.kind for seat in playing.read_seats("")] == ["here", "computer"]


@pytest.mark.parametrize(("user", "name"), [("ana", "ana"), ("x" * 60, "Eu"), ("a,b", "Eu")])
def test_the_user_sits_down_by_default(
    monkeypatch: pytest.MonkeyPatch, user: str, name: str
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: user)
    assert [seat.name for seat in playing.read_seats("", "pt")] == [name, "Computador"]


def test_names_of_users_may_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", Mock(side_effect=KeyError))
    assert [seat.name for seat in playing.read_seats("")] == ["You", "Computer"]


def test_the_language_of_the_screen() -> None:
    """A tag stands for its language; a language without sentences is refused."""
    tags = ("pt", "pt-PT", "es_AR", "no", "nb_NO.UTF-8")
    assert [read_language(tag, "table") for tag in tags] == ["pt", "pt", "es", "nb", "nb"]
    with pytest.raises(WordtoolsError, match="there is no translation into 'xx-YY'"):
        read_language("xx-YY", "table")


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ({"LANG": "pt_PT.UTF-8"}, "pt"),
        ({"LANG": "pt_PT.UTF-8", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LANG": "pt_PT.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": ""}, "en"),
    ],
)
def test_the_locale_chooses_the_language(
    monkeypatch: pytest.MonkeyPatch, locale: dict[str, str], language: str
) -> None:
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    assert guess_language("table") == language


def test_computers_have_names_in_the_language_of_the_game(log: Log, spanish: Path) -> None:
    host = open_game(log, "scrabblear", spanish)
    assert host.table.opened.names == ("Ana", "Ordenador")


def test_a_wrong_key_is_refused(run: Run, log: Log, spanish: Path, tmp_path: Path) -> None:
    open_game(log, "scrabblear", spanish)
    other = tmp_path / "other.key"
    listed = run("table", "--list", "--log", "log.db", WORDTOOLS_TABLE_KEY=str(other))
    assert "encrypted with another key" in listed.stdout


def test_nothing_to_list_is_said_so(run: Run) -> None:
    for arguments, said in (
        (("--list",), "there are no tables in this log."),
        (
            ("--best", "scrabblear:hard"),
            "nobody has a result in scrabblear:hard yet. Practice games, resigned games and "
            "games without points do not count.",
        ),
    ):
        done = run("table", *arguments, "--log", "log.db", WORDTOOLS_TABLE_KEY="tables.key")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", f"wordtools: {said}\n")
    done = run("table", "--best", "chess", "--log", "log.db")
    assert (done.returncode, "'chess' is neither" in done.stderr) == (2, True)


TASKS = {
    "a ruleset": ("scrabble",),
    "--resume": ("--resume", "1a2b3c4d"),
    "--list": ("--list",),
    "--export": ("--export", "1a2b3c4d"),
    "--best": ("--best", "literki"),
    "--export-player": ("--export-player", "Ana"),
    "--erase": ("--erase", "Ana"),
}


@pytest.mark.parametrize("names", combinations(TASKS, 2), ids=" ".join)
def test_two_tasks_at_once_are_refused_by_name(run: Run, names: tuple[str, str]) -> None:
    done = run("table", *TASKS[names[0]], *TASKS[names[1]], "--log", "log.db")
    refusal = f"{names[0]} and {names[1]} cannot be used together; pass only one of them"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"wordtools: {refusal}.\n")


def test_negative_results_have_a_minus_sign(
    log: Log, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = [Result(-3, "Ana", "1a2b3c4d")]
    monkeypatch.setattr(records, "list_best", lambda log, ruleset: results)
    records.print_best(log, "literki")
    assert capsys.readouterr().out == " 1     −3  Ana  1a2b3c4d\n"
