"""What opening a file costs: `python -m tests.lexicon.cost FILE…` prints a line of JSON for each,
`[seconds of the processor, bytes of memory at most, what was said]`, where the memory is what the
interpreter did not have before, and nothing is said by a lexicon that opens."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import zstandard

from wordtools.errors import LexiconError
from wordtools.lexicon.lexicon import Lexicon


def measure_cost(path: str) -> tuple[float, int, str]:
    """Opens a file, and looks a word up in it; returns seconds, bytes and the refusal."""
    before, began, said = read_peak(), time.process_time(), ""
    try:
        lexicon = Lexicon.read(path)
        assert "\u0391" * 9 not in lexicon
    except LexiconError as error:
        said = str(error)
    return time.process_time() - began, read_peak() - before, said


def read_peak() -> int:
    """The most memory that the process has had, in bytes."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) << 10


def main() -> None:
    zstandard.ZstdDecompressor()
    for path in sys.argv[1:]:
        sys.stdout.flush()
        if child := os.fork():
            os.waitpid(child, 0)
            continue
        print(json.dumps(measure_cost(path)), flush=True)  # a process of its own has its own peak
        os._exit(0)


if __name__ == "__main__":
    main()
