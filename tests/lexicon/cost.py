"""Measures the cost of opening a file. `python -m tests.lexicon.cost FILE…` prints a line of JSON
for each file, `[peak bytes of memory, refusal]`. The memory is that in addition to the
interpreter's own; the refusal is empty if the lexicon opens. A file that keeps the processor busy
for `LIMIT` seconds has no line."""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path

import zstandard

from wordtools.errors import LexiconError
from wordtools.lexicon.lexicon import Lexicon

LIMIT = 60


def measure_cost(path: str) -> tuple[int, str]:
    """Opens a file and looks a word up in it; returns the bytes of memory and the refusal."""
    before, said = read_peak(), ""
    try:
        lexicon = Lexicon.read(path)
        assert "\u0391" * 9 not in lexicon
    except LexiconError as error:
        said = str(error)
    return read_peak() - before, said


def read_peak() -> int:
    """The peak memory of the process so far, in bytes."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) << 10


def main() -> None:
    zstandard.ZstdDecompressor()
    for path in sys.argv[1:]:
        sys.stdout.flush()
        if child := os.fork():
            os.waitpid(child, 0)
            continue
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
        print(json.dumps(measure_cost(path)), flush=True)  # a separate process has its own peak
        os._exit(0)


if __name__ == "__main__":
    main()
