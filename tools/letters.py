"""The shares of each tile in our lists, at the beginning of words and at their end, by which the
alphabet of a file is guessed: `wordtools/interchange/letters.json`. `python -m tools.letters`
renews it from the lexicons in `build/`; entries of alphabets without a lexicon there are kept."""

from __future__ import annotations

import json
from pathlib import Path

from wordtools.alphabet import list_alphabets
from wordtools.interchange import letters
from wordtools.lexicon.lexicon import Lexicon


def measure_shares(lexicon: Lexicon) -> letters.Shares:
    """The shares in a lexicon, to four places."""
    shares = letters.count_shares(lexicon.whole.count_tiles())
    return [[round(share, 4) for share in column] for column in shares]


if __name__ == "__main__":
    known = letters.load_shares()
    for name in list_alphabets():
        if (path := Path(f"build/{name}.lexicon")).is_file():
            known[name] = measure_shares(Lexicon.read(path))
    rows = (f"{json.dumps(name)}: {json.dumps(known[name])}" for name in sorted(known))
    Path(letters.__file__).with_suffix(".json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
