"""Speed of games: a recorded game judged and scored."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import wordtools
from tests.game.players import finished
from wordtools.formats import gcg
from wordtools.game.to_gcg import game_to_gcg
from wordtools.review.review import review_game
from wordtools.rules.loading import load_crossword

TURNS = 25


def recorded_game_takes(lexicon: Path) -> float:
    """Median milliseconds from a GCG file of 25 turns to the judged game, with ruleset and lexicon
    already open."""
    opened = wordtools.open(lexicon)
    rules = load_crossword("scrabble-en-us:box")
    whole = game_to_gcg(finished(rules.name, ("Ana", "Bia", "Caio"), seed=1))
    moves = whole.moves[:TURNS]
    assert len(moves) == TURNS
    record = gcg.GameRecord(
        (*(item for item in whole.items if isinstance(item, gcg.Pragma)), *moves)
    )
    times = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.gcg"
        path.write_text(gcg.format_gcg(record), "utf-8")
        for _ in range(51):
            started = time.perf_counter()
            result = review_game(gcg.read_gcg(path), rules, opened)
            times.append((time.perf_counter() - started) * 1000)
            assert len(result.lines) == TURNS
    return statistics.median(times)


def rows(lexicon: Path) -> list[tuple[str, str, str]]:
    """(operation, target, measurement)."""
    return [
        (
            "a GCG game of 25 turns read, judged and scored",
            "≤ 20 ms",
            f"{recorded_game_takes(lexicon):.1f} ms",
        )
    ]
