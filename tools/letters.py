"""Computes how often each tile occurs, begins words and ends words in our lists, for guessing a
file's alphabet. `python -m tools.letters` updates `wordtools/interchange/letters.json` from the
lexicons in `build/`, and keeps its other entries."""

from __future__ import annotations

import json
from pathlib import Path

from wordtools.alphabet import list_alphabets
from wordtools.interchange import letters
from wordtools.lexicon.lexicon import Lexicon


def measure_shares(lexicon: Lexicon) -> letters.Shares:
    """The frequencies in a lexicon, to four decimal places."""
    shares = letters.count_shares(lexicon.whole.count_tiles())
    return [[round(share, 4) for share in column] for column in shares]


if __name__ == "__main__":
    shares = letters.load_shares()
    for name in list_alphabets():
        if (path := Path(f"build/{name}.lexicon")).is_file():
            shares[name] = measure_shares(Lexicon.read(path))
    rows = (f"{json.dumps(name)}: {json.dumps(shares[name])}" for name in sorted(shares))
    Path(letters.__file__).with_suffix(".json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
