"""Learning leaves and playing matches with the commands, including when they are killed."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import duckdb
import pytest

import wordtools
from tests.conftest import Build, Run
from tests.game.players import WORDS
from tests.interrupted import interrupt
from wordtools.cli.opponents import offer_leaves
from wordtools.errors import WordtoolsError
from wordtools.players.leaves import read_leave_table
from wordtools.players.match import PlayedPair, sum_up
from wordtools.players.training import learn_leaves, rank_leaves
from wordtools.rules.loading import load_crossword

RULES = "scrabble-en-us"


@pytest.fixture
def lexicon(build: Build) -> Path:
    return build(WORDS["en"].split(), "en")


def learn(run: Run, lexicon: Path, *more: str, games: int = 240) -> dict[str, Any]:
    done = run("leaves", RULES, "-l", lexicon, "--games", f"{games}", "--json", *more)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.mark.slow
def test_a_table_is_learned_beside_the_lexicon(run: Run, lexicon: Path) -> None:
    report = learn(run, lexicon)
    path = lexicon.with_name("list.scrabble-en-us.klv2")
    assert report["file"] == str(path)
    table = read_leave_table(path, load_crossword(RULES))
    note = (table.note.ruleset, table.note.lexicon, table.note.games, table.note.seed)
    assert note == (RULES, "list", 240, 0)
    assert table.note.lexicon_digest == wordtools.open(lexicon).digest
    values = {row["leave"]: (row["value"], row["samples"]) for row in report["leaves"]}
    assert {"?", "A", "Z"} <= values.keys()
    assert values["?"][0] == table.value(b"\0") > table.value(b"\x1a")
    assert values["E"][1] > values["Z"][1] > 0
    plays = run("plays", RULES, "--rack", "EEZOOST", "-l", lexicon, "--by", "value")
    assert plays.stderr == ""  # found the table


@pytest.mark.slow
def test_killed_at_any_moment_it_learns_the_same(run: Run, lexicon: Path, tmp_path: Path) -> None:
    learn(run, lexicon, "-o", "whole.klv2", "--threads", "1")
    kills = 0
    command = ("leaves", RULES, "-l", str(lexicon), "--games", "240", "-o", "part.klv2", "--quiet")
    while kills < 60:
        done = interrupt(signal.SIGKILL, 3 * kills, tmp_path, *command)
        if done.returncode == 0:
            break
        kills += 1
    assert done.returncode == 0 and kills
    assert (tmp_path / "part.klv2").read_bytes() == (tmp_path / "whole.klv2").read_bytes()
    assert not (tmp_path / "part.klv2.part").exists()


def test_another_runs_state_is_refused(run: Run, lexicon: Path, tmp_path: Path) -> None:
    ruleset, words = load_crossword(RULES), wordtools.open(lexicon)
    path = tmp_path / "x.klv2"

    class Interrupted(Exception):
        pass

    def stop(games: int) -> None:
        if games:
            raise Interrupted

    with pytest.raises(Interrupted):
        learn_leaves(ruleset, words, path, 200, 1, 1, stop)
    part = tmp_path / "x.klv2.part"
    with pytest.raises(WordtoolsError, match=r"x.klv2.part belongs to a run with another seed"):
        learn_leaves(ruleset, words, path, 200, 2, 1)
    data = part.read_bytes()
    part.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(WordtoolsError, match=r"x.klv2.part is damaged: .*checksum"):
        learn_leaves(ruleset, words, path, 200, 1, 1)
    part.write_bytes(b"nothing")
    with pytest.raises(WordtoolsError, match=r"x.klv2.part is damaged"):
        learn_leaves(ruleset, words, path, 200, 1, 1)
    part.write_bytes(data)
    lesson = learn_leaves(ruleset, words, path, 200, 1, 1)
    assert lesson.games == 200
    best, *_, worst = rank_leaves(lesson.table, 1, 2)
    assert best[1] > worst[1]


@pytest.mark.slow
def test_a_match_is_played_and_judged(run: Run, lexicon: Path, tmp_path: Path) -> None:
    learn(run, lexicon)
    command = ("match", "static", "plain", "--rules", RULES, "-l", lexicon, "--games", "60",
               "-o", "match", "--jobs", "1", "--json")  # fmt: skip
    done = run(*command)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["games"] == 60 and 0 < result["wins"] < 1 and result["wins_interval"] < 0.3
    again = run(*command)
    assert again.stdout == done.stdout  # times, too: nothing was played again
    judged = run("games", "match/games", "-l", lexicon, "--rules", RULES, "-o", "plays.csv")
    assert judged.returncode == 0, judged.stdout + judged.stderr
    assert judged.stdout.startswith("60 games, ") and "disagreement" not in judged.stdout
    (tmp_path / "match" / "pairs-000001.jsonl").unlink()
    third = json.loads(run(*command).stdout)
    for key in ("wins", "spread", "points", "first_wins"):
        assert third[key] == result[key]
    games = duckdb.read_parquet(str(tmp_path / "match" / "games.parquet"))
    assert len(games) == 60
    assert games.mean("score_1").fetchall()[0][0] == pytest.approx(result["points"][0])
    other = run(*command, "--seed", "5")
    assert (other.returncode, other.stderr) == (
        2,
        "wordtools: match has another match; choose another folder.\n",
    )


def test_players_are_found_by_name(run: Run, lexicon: Path) -> None:
    base = ("--rules", RULES, "-l", lexicon, "-o", "match", "--games", "2")
    done = run("match", "static", "plain", *base)
    assert done.returncode == 2
    assert "learn them with `wordtools leaves scrabble-en-us`, or choose plain" in done.stderr
    assert (
        "none.klv2 is neither a player nor a file of leaves"
        in run("match", "plain", "none.klv2", *base).stderr
    )
    odd = run("match", "plain", "plain", *base[:-1], "3")
    assert odd.stderr == (
        "wordtools: games are played in pairs; choose an even number instead of 3.\n"
    )


def test_results_are_summed_up_by_pairs() -> None:
    def game(pair: int, first: str, ours: int, theirs: int) -> PlayedPair:
        return PlayedPair(pair, 1, first, (ours, theirs), (10, 10), (0.01, 0.02))

    result = sum_up(
        ("a", "b"),
        [game(1, "a", 400, 300), game(1, "b", 400, 300), game(2, "a", 300, 300),
         game(2, "b", 300, 400)],
    )  # fmt: skip
    assert (result.wins, result.spread, result.games) == (0.625, 25, 4)
    assert result.wins_interval == pytest.approx(1.96 * 0.75 / 2)  # pairs of 1 and 0.25
    assert result.first_wins == pytest.approx((1 + 0 + 0.5 + 1) / 4)
    assert result.milliseconds == (1, 2)


@pytest.mark.slow
def test_build_learns_leaves_too(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list is named like an edition. A separate process would play 20,000 games."""
    from typer.testing import CliRunner

    from wordtools.cli import build, leaves
    from wordtools.cli.app import app

    assert build and leaves  # the command is defined
    monkeypatch.setattr(leaves, "DEFAULT_GAMES", 120)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pl.txt").write_text("\n".join(WORDS["pl"].split()), "utf-8")
    done = CliRunner().invoke(
        app, ["build", "pl.txt", "--alphabet", "pl", "--name", "pl", "--leaves"]
    )
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[-1] == ("build/pl.scrabble-pl.klv2  (leaves of scrabble-pl)")
    table = read_leave_table(
        tmp_path / "build" / "pl.scrabble-pl.klv2", load_crossword("scrabble-pl")
    )
    assert table.note.games == 120


@pytest.mark.slow
def test_leaves_are_offered_in_the_background(
    lexicon: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset, words = load_crossword(RULES), wordtools.open(lexicon)
    answers = iter(["", "S"])
    monkeypatch.setattr("typer.prompt", lambda question, **how: next(answers))
    assert offer_leaves(ruleset, words, ["club", "beginner"]) is None  # it hardly matters
    assert capsys.readouterr().err == ""
    assert offer_leaves(ruleset, words, ["club", "expert"]) is None  # declined
    assert "has learned which tiles to keep." in capsys.readouterr().err
    learning = offer_leaves(ruleset, words, ["expert", "9"], "pt", games=120)
    assert "O computador joga melhor" in capsys.readouterr().err
    assert learning is not None and learning.wait() == 0
    table = read_leave_table(lexicon.with_name("list.scrabble-en-us.klv2"), ruleset)
    assert table.note.games == 120
    assert offer_leaves(ruleset, words, ["expert"]) is None  # it has them now
    assert next(answers, None) is None
