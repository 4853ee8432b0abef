"""`python -m bench.levels [RULESET ...] [--games N] [--levels 5 6]`: measures how often each level
wins against the level below, with the leaves beside the lexicon, if there are any. Needs the
lexicons of the rulesets.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from wordtools.lexicon.find import open_edition
from wordtools.players.match import play_match
from wordtools.rules.loading import load_crossword

RULESETS = ["scrabble-en-us", "scrabble-es", "scrabble-pl", "scrabble-pt-pt"]
SEED = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=RULESETS)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--levels", type=int, nargs="+", default=range(2, 11))
    asked = parser.parse_args()
    for name in asked.rulesets:
        words = open_edition(load_crossword(name).words.edition)
        for level in asked.levels:
            players = (f"{level}", f"{level - 1}")
            with tempfile.TemporaryDirectory() as folder:
                result = play_match(players, name, words, Path(folder), asked.games, SEED)
            wins, interval = 100 * result.wins, 100 * result.wins_interval
            print(f"{name} {level}: {wins:.1f} % ± {interval:.1f}", flush=True)


if __name__ == "__main__":
    main()
