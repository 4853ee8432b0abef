"""Records of tables, judged: all games agree with their own records, and changes are detected."""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec
import pytest

from tests.conftest import Run
from tests.game.players import WORDS
from tests.table import tables
from tests.table.test_gcg import find_strict_faults
from wordtools.errors import GameError, WordtoolsError
from wordtools.formats.gcg import format_gcg, parse_gcg
from wordtools.game.events import Challenged, Played, Resigned
from wordtools.game.to_gcg import game_to_gcg
from wordtools.review.review import review_game
from wordtools.review.table_review import review_table
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.table.clock import let_time_pass
from wordtools.table.events import Closed, Happened, Placed
from wordtools.table.record import (
    TableRecord,
    extract_game,
    read_record,
    write_gcg,
    write_record,
)
from wordtools.table.scribe import Scribe
from wordtools.table.state import evolve

KINDS = [
    ("scrabble-en-us", 2, ""),
    ("scrabble-en-us:box", 3, "-c"),
    ("scrabble-pt-pt", 3, ""),
    ("scrabble-es", 2, ""),
    ("literki", 4, ""),
    ("scrabblear", 2, "-c"),
    ("lingo", 3, ""),
    ("lingo:hex,small", 2, ""),
]


def record_of(ruleset: str, players: int, kinds: str, least: int = 12) -> TableRecord:
    """The record of a game that has ended, after some events."""
    for seed in range(500):
        table, log = tables.play_at_random(ruleset, players, seed, 200, kinds)
        if table.closed is not None and len(table.sheet) >= least:
            return read_record(write_record(log))
    raise AssertionError(ruleset)


@pytest.mark.parametrize(("ruleset", "players", "kinds"), KINDS)
def test_a_record_agrees_with_its_game(ruleset: str, players: int, kinds: str) -> None:
    record = record_of(ruleset, players, kinds)
    review = review_table(record, tables.load(ruleset), tables.make_lexicon(ruleset))
    assert review.faults == ()
    closed = record.events[-1].event
    assert isinstance(closed, Closed)
    assert (review.scores, review.winners, review.ended) == (
        closed.scores,
        closed.winners,
        closed.reason,
    )
    assert read_record(write_record(record.events)) == record
    assert len(review.table()) == len(review.sheet) + 2


@pytest.mark.parametrize("ruleset", ["scrabble-en-us", "scrabble-en-world", "scrabble-es"])
def test_gcg_is_an_export_of_it(ruleset: str) -> None:
    """A rack on every line, and the same scores."""
    record = record_of(ruleset, 2, "")
    text = format_gcg(game_to_gcg(extract_game(record), everywhere=True))
    moves = [line for line in text.splitlines() if line.startswith(">")]
    assert all(line.split(": ")[1][0] not in "-(" for line in moves), text
    rules = tables.load(ruleset)
    assert isinstance(rules, CrosswordRuleset)
    review = review_game(parse_gcg(text, "x.gcg"), rules, tables.make_lexicon(ruleset))
    wrong = [fault for fault in review.disagreements if fault.kind in ("score", "total")]
    assert wrong == []


def resign_unanswered(leaves: str) -> TableRecord:
    """A record as earlier versions wrote it. A player of Literki resigned while a play waited for
    an answer, and the record does not contain the answer. `leaves`: "mover" or "opponent"."""
    words = tables.make_lexicon("literki")
    for seed in range(500):
        table, log = tables.play_at_random("literki", 2, seed, 30)
        pending = None if table.is_over or table.position is None else table.game.pending
        if pending is not None and not pending.votes and pending.ruled is None:
            (opponent,) = table.game.opponents(pending.player)
            leaver = pending.player if leaves == "mover" else opponent
            resigned = Happened(table.at, Resigned(leaver))
            scribe = Scribe(evolve(table, resigned), table.at + 60, words)
            let_time_pass(scribe, scribe.now)
            scribe.follow_up()
            return read_record(write_record([*log, resigned, *scribe.happened]))
    raise AssertionError


@pytest.mark.parametrize("leaves", ["mover", "opponent"])
def test_a_recorded_resignation_settles_the_play_in_question(
    run: Run, tmp_path: Path, leaves: str
) -> None:
    """The play stands if the opponent resigned, and is withdrawn if its player resigned. This holds
    on the sheet, in the review, in archives and in GCG."""
    record = resign_unanswered(leaves)
    rules, words = tables.load("literki"), tables.make_lexicon("literki")
    assert isinstance(rules, CrosswordRuleset)
    played = [one.event for one in record.events if isinstance(one.event, Played)][-1]
    review = review_table(record, rules, words)
    assert review.faults == ()
    lines = [line for line in review.sheet[-2:] if line.text == played.notation]
    assert bool(lines) == (leaves == "opponent")
    if lines:
        assert review.plays[-1].place == played.notation
        assert review.sheet[review.plays[-1].line - 1] == lines[0]
        assert review.plays[-1].score == lines[0].points
    text = write_gcg(record, rules).decode()
    again = review_game(parse_gcg(text, "x.gcg"), rules, words)
    assert [fault for fault in again.disagreements if fault.kind in ("score", "total")] == []
    totals = {move.nick: move.total for move in parse_gcg(text).moves}
    assert totals.items() <= review.scores.items()
    moves = [move for move in parse_gcg(text).moves if move.word == played.notation.split()[1]]
    assert bool(moves) == (leaves == "opponent")
    assert "(time)" not in text
    assert find_strict_faults(text, rules) == []
    (tmp_path / "game.json").write_bytes(write_record(record.events))
    spelled = [word.lower() for word in WORDS["pl"].split() if "[" not in word]
    (tmp_path / "words.txt").write_text("\n".join(spelled) + "\n", "utf-8")
    assert run("build", "words.txt", "--alphabet", "pl", "--name", "test", "-q").returncode == 0
    done = run("game", "game.json", "-l", "build/test.lexicon")
    for name, points in review.scores.items():
        assert f"{name} {points}" in done.stdout.splitlines()[-1]
    archived = run("games", "game.json", "-l", "build/test.lexicon", "-o", "plays.csv", "-q")
    assert archived.returncode == 0, archived.stdout + archived.stderr
    with (tmp_path / "plays.csv").open() as file:
        assert len(list(csv.DictReader(file))) == len(review.plays)


def change(record: TableRecord, kind: type, **fields: object) -> TableRecord:
    """The record with the first event of a kind changed."""
    events = list(record.events)
    at = next(n for n, one in enumerate(events) if isinstance(one.event, kind))
    event = msgspec.structs.replace(events[at].event, **fields)
    events[at] = msgspec.structs.replace(events[at], event=event)
    return msgspec.structs.replace(record, events=tuple(events))


def test_changes_are_found() -> None:
    record = record_of("scrabble-en-us", 2, "")
    rules, words = tables.load("scrabble-en-us"), tables.make_lexicon("scrabble-en-us")
    last = record.events[-1].event
    assert isinstance(last, Closed)
    names = list(last.scores)
    cases = [
        (change(record, Closed, scores={names[0]: 999, names[1]: 0}), "final scores"),
        (change(record, Closed, nonce="x"), "The revealed nonce"),
    ]
    for changed, sentence in cases:
        review = review_table(changed, rules, words)
        assert sentence in " ".join(fault.sentence for fault in review.faults)
    challenged = next((s for s in range(300) if has_challenge(s)), None)
    assert challenged is not None
    _, log = tables.play_at_random("scrabble-en-us", 2, challenged, 200)
    with_challenge = read_record(write_record(log))
    ruling = next(o.event for o in with_challenge.events if isinstance(o.event, Challenged))
    wrong = change(with_challenge, Challenged, acceptable=not ruling.acceptable)
    try:
        faults = review_table(wrong, rules, words).faults
        assert any("The ruling is" in fault.sentence for fault in faults)
    except WordtoolsError:
        pass  # the events after the opposite ruling are impossible
    opened = msgspec.structs.replace(record.opened, nonce="another")
    events = (msgspec.structs.replace(record.events[0], event=opened), *record.events[1:])
    with pytest.raises(GameError, match="next tiles of the bag"):
        review_table(msgspec.structs.replace(record, events=events), rules, words)


def has_challenge(seed: int) -> bool:
    table, log = tables.play_at_random("scrabble-en-us", 2, seed, 200)
    return table.closed is not None and any(isinstance(one.event, Challenged) for one in log)


def test_lingo_points_are_checked() -> None:
    record = record_of("lingo", 2, "")
    rules, words = tables.load("lingo"), tables.make_lexicon("lingo")
    changed = change(record, Placed, points=999)
    faults = review_table(changed, rules, words).faults
    assert "points, not 999" in faults[0].sentence


def test_only_ended_games_have_a_record() -> None:
    _, log = tables.play_at_random("scrabble-en-us", 2, 1, 3)
    with pytest.raises(GameError, match="still secret"):
        write_record(log)
    for data, sentence in (
        (b"{}", "not a record"),
        (b"[" * 100_000, "not a record"),
        (b'{"format":"wordtools table","version":2,"events":[]}', "version 2"),
        (b'{"format":"wordtools table","version":1,"events":[]}', "its opening"),
    ):
        with pytest.raises(GameError, match=sentence):
            read_record(data)


@pytest.mark.parametrize("ruleset", ["scrabble-en-us", "lingo"])
def test_the_commands_read_it(run: Run, tmp_path: Path, ruleset: str) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\n".join(WORDS["en"].split()).lower() + "\n", "utf-8")
    assert run("build", words, "--alphabet", "en", "--name", "test", "-q").returncode == 0
    record = record_of(ruleset, 2, "")
    (tmp_path / "game.json").write_bytes(write_record(record.events))
    done = run("game", "game.json", "-l", "build/test.lexicon")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    closed = record.events[-1].event
    assert isinstance(closed, Closed)
    for name, points in closed.scores.items():
        assert f"{name} {points}" in done.stdout.splitlines()[-1]
    archived = run("games", "game.json", "-l", "build/test.lexicon", "-o", "plays.csv", "-q")
    assert archived.returncode == 0, archived.stdout + archived.stderr
    with (tmp_path / "plays.csv").open() as file:
        rows = list(csv.DictReader(file))
    played = sum(isinstance(one.event, Played | Placed) for one in record.events)
    assert len(rows) == played
    assert {row["difference"] for row in rows} <= {"0"}
