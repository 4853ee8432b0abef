"""Games of tables as GCG that other programs' strict readers accept."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import examples
from tests.table import tables
from wordtools.errors import WordtoolsError
from wordtools.formats import gcg
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import Ruleset
from wordtools.table.record import list_left_out, read_record, write_gcg, write_record

ROOT = Path(__file__).parents[2]
TILES = re.compile(r"(?:\[[^\[\]]+\]|[^\W\d_]|\?)+")
AFTER_PLAY = {"withdrawn", "challenge"}


def find_strict_faults(text: str, ruleset: Ruleset, is_over: bool = True) -> list[str]:
    """The objections of a strict reader, in its order."""
    faults: list[str] = []
    lines = text.splitlines()
    if not text.endswith("\n") or "\r" in text:
        faults.append("lines must end with LF")
    if lines[0] != "#character-encoding UTF-8":
        faults.append("the encoding comes first")
    record = gcg.parse_gcg(text)
    first = next(at for at, item in enumerate(record.items) if isinstance(item, gcg.Move))
    pragmas = [item for item in record.items if isinstance(item, gcg.Pragma)]
    names = [pragma.name for pragma in pragmas if pragma.name != "note"]
    faults += [f"{name} is given twice" for name, n in Counter(names).items() if n > 1]
    if [name for name in names if name.startswith("player")] != ["player1", "player2"]:
        faults.append("two players, in order")
    if "lexicon" not in names:
        faults.append("no lexicon")
    for at, item in enumerate(record.items):
        is_late = isinstance(item, gcg.Pragma) and item.name not in ("note", "rack1", "rack2")
        if at > first and is_late:
            faults.append("a pragma after the first move")
        if at < first and isinstance(item, gcg.Pragma) and item.name == "note":
            faults.append("a note before the first move")
    nicks = [player.nick for player in record.list_players()]
    totals: Counter[str] = Counter()
    before: gcg.Move | None = None
    for move in record.moves:
        totals[move.nick] += move.score or 0
        if move.total != totals[move.nick]:
            faults.append(f"total of {move}")
        is_of_opponent = move.kind == "rack" and not move.is_own_rack
        if not move.rack and not is_of_opponent and not (move.kind == "time" and is_over):
            faults.append(f"no rack: {move}")
        if move.rack and not TILES.fullmatch(move.rack):
            faults.append(f"malformed rack: {move}")
        faults += find_rack_faults(move, ruleset)
        if move.kind in AFTER_PLAY and (before is None or before.kind != "play"):
            faults.append(f"no play before {move}")
        if move.nick not in nicks:
            faults.append(f"unknown player {move.nick}")
        if move.kind != "time":
            before = move
    return faults


def find_rack_faults(move: gcg.Move, ruleset: Ruleset) -> list[str]:
    """Racks that are too large, or from which the laid or exchanged tiles are missing."""
    faces = split(move.rack)
    if len(faces) > getattr(ruleset, "rack", 7):
        return [f"rack too large: {move}"]
    word = re.sub(r"\([^()]*\)", "", move.word) if move.kind == "play" else move.tiles
    laid = split(word)
    small = [face for face in laid if face.lower() == face != face.upper()]
    needed = Counter("?" if face in small else face for face in laid)
    if move.kind in ("play", "exchange") and not needed <= Counter(faces):
        return [f"tiles that the rack does not hold: {move}"]
    return []


def split(text: str) -> list[str]:
    """Reads tiles. Those of two letters are in brackets, and so are single letters that others
    would join.
    """
    tiles = re.findall(r"\[[^\[\]]+\]|.", text)
    return [tile[1] if len(tile) == 3 else tile for tile in tiles]


KINDS = ["scrabble-en-us", "scrabble-en-world", "scrabble-es", "scrabble-pt-br:settings", "literki",
         "scrabblear"]  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_strict_readers_accept_the_games_of_two(name: str) -> None:
    seen = 0
    for seed in range(max(12, examples(0.3))):
        kinds = "-c" if name == "scrabblear" else ""
        table, log = tables.play_at_random(name, 2, seed, 90, kinds)
        if table.closed is None:
            continue
        record = read_record(write_record(log))
        try:
            text = write_gcg(record, load_ruleset(name)).decode()
        except WordtoolsError as error:
            assert "GCG cannot hold" in str(error)
            continue
        if ">" not in text:
            continue
        seen += 1
        assert find_strict_faults(text, table.ruleset) == [], text
    assert seen


@pytest.mark.parametrize("name", ["scrabble-en-world", "literki"])
def test_a_computer_of_a_level_is_an_ordinary_player(name: str) -> None:
    for seed in range(100):
        table, log = tables.play_at_random(name, 2, seed, 90, "-c")
        if table.closed is not None and len(table.sheet) > 3:
            break
    text = write_gcg(read_record(write_record(log)), load_ruleset(name)).decode()
    assert find_strict_faults(text, table.ruleset) == [], text


def test_the_example_of_the_docs_is_strict() -> None:
    text = (ROOT / "docs" / "examples" / "game.gcg").read_text("utf-8")
    assert find_strict_faults(text, load_ruleset("scrabble-en-world")) == []


def test_gcg_is_for_two() -> None:
    for name, refusal in (("scrabble-en-us:box", "two players"), ("lingo", "Lingo")):
        for seed in range(100):
            table, log = tables.play_at_random(name, 3, seed, 200)
            if table.closed is not None:
                break
        record = read_record(write_record(log))
        with pytest.raises(WordtoolsError, match=refusal):
            write_gcg(record, load_ruleset(name))
        assert isinstance(list_left_out(record), list)
