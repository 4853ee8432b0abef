"""Speed of games: a recorded game judged and scored."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import wordtools
from tests.board.players import finished
from wordtools.board import gcg
from wordtools.board.recording import record_of
from wordtools.judge.games import judged
from wordtools.judge.played_by import crossword

TURNS = 25


def recorded_game_takes(lexicon: Path) -> float:
    """Median milliseconds from a GCG file of 25 turns to the judged game, ruleset and lexicon being
    open."""
    opened = wordtools.open(lexicon)
    rules = crossword("scrabble-en-us:box")
    whole = record_of(finished(rules.name, ("Ana", "Bia", "Caio"), seed=1))
    moves = whole.moves[:TURNS]
    assert len(moves) == TURNS
    record = gcg.Record((*(item for item in whole.items if isinstance(item, gcg.Pragma)), *moves))
    times = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.gcg"
        path.write_text(gcg.write(record), "utf-8")
        for _ in range(51):
            began = time.perf_counter()
            result = judged(gcg.read(path), rules, opened)
            times.append((time.perf_counter() - began) * 1000)
            assert len(result.lines) == TURNS
    return statistics.median(times)


def rows(lexicon: Path) -> list[tuple[str, str, str]]:
    """(what, target, measured)."""
    return [
        (
            "a GCG game of 25 turns read, judged and scored",
            "≤ 20 ms",
            f"{recorded_game_takes(lexicon):.1f} ms",
        )
    ]
