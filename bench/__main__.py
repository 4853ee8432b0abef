"""`make bench`: compares wordtools with its peers, measures the speed of its commands, and writes
docs/benchmarks.md. Only wrong answers make it fail, so read the figures.

`python -m bench page` remakes the page from the last figures.
"""

from __future__ import annotations

import json
import sys

from bench import columns, compiling, contest, games, interchange, judging, moves, page, searching
from bench.lists import FOLDER
from bench.measure import ROOT

FIGURES = FOLDER / "figures.json"


def main() -> None:
    if sys.argv[1:] != ["page"]:
        FOLDER.mkdir(parents=True, exist_ok=True)
        english, polish = (ROOT / "build" / f"{name}.lexicon" for name in ("en", "pl"))
        others = [
            *compiling.rows(),
            *interchange.rows(polish),
            *searching.rows(english, polish),
            *moves.rows(english),
            *games.rows(english),
            *columns.rows(),
            *judging.rows(english),
        ]
        measured = {"contest": contest.run(), "others": others}
        FIGURES.write_text(json.dumps(measured, indent=1), "utf-8")
    measured = json.loads(FIGURES.read_text("utf-8"))
    print(page.write(measured["contest"], measured["others"]))


if __name__ == "__main__":
    main()
