"""Changes manifests at random, under a valid seal. Each file must be refused with a sentence, or be
a lexicon that works. `python -m tools.safety.manifests SECONDS [SEED]` begins with the kinds of
files that tests/lexicon/hostile.py makes. On a finding it writes the file and exits with 1."""

from __future__ import annotations

import random
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from tests.lexicon.helpers import PATH, opened, remade
from tests.lexicon.hostile import SMALL, make_costly_files, refused_or_works
from wordtools.errors import LexiconError
from wordtools.lexicon import file

FOUND = Path("build/fuzz/manifest.lexicon")
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    300,
    1 << 32,
    0.5,
    "",
    "old",
    "now",
    "[",
    "A",
    "\u202e",
    [],
    {},
)
SECONDS = 1.0


def change(value: Any, chance: random.Random) -> Any:
    """Returns the value with a part replaced, doubled or omitted."""
    if not isinstance(value, dict | list) or not value or chance.random() < 0.1:
        return chance.choice([*VALUES, [value] * chance.choice([2, 70]), {"A": value}])
    made: Any = value.copy()
    key = chance.choice(list(value)) if isinstance(value, dict) else chance.randrange(len(value))
    if chance.random() < 0.1:
        del made[key]
    else:
        made[key] = change(value[key], chance)
    return made


def fuzz(seconds: float, seed: int) -> int:
    """Returns the number of files tried. Raises an exception for a finding."""
    chance, end, tried = random.Random(seed), time.monotonic() + seconds, 0
    facts = msgspec.to_builtins(file.unpack(SMALL, PATH).manifest)
    costly = make_costly_files()
    while time.monotonic() < end:
        kind, data = next(costly, ("changed", b""))
        if kind == "changed":
            changed = facts
            for _ in range(chance.choice([1, 1, 2, 5])):
                changed = change(changed, chance)
            data = remade(SMALL, manifest=msgspec.json.encode(changed))
        began = time.process_time()
        try:
            with suppress(LexiconError):
                opened(data)
            if time.process_time() - began > SECONDS:
                raise TimeoutError(f"{kind}: more than {SECONDS} s")
            if kind == "changed":
                refused_or_works(data)
        except Exception:
            FOUND.parent.mkdir(parents=True, exist_ok=True)
            FOUND.write_bytes(data)
            raise
        tried += 1
    return tried


if __name__ == "__main__":
    asked = float(sys.argv[1])
    number = fuzz(asked, int(sys.argv[2]) if sys.argv[2:] else 1)
    print(f"manifests: {number} inputs, {asked:g} seconds, no finding")
