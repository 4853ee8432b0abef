"""Shows a command's current step: with the elapsed time on a terminal (using tqdm), or as lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

TICK = 1.0
"""The clock is redrawn after this many seconds."""


@contextmanager
def show_progress(
    step: str = "", *, quiet: bool = False, streams: bool = False, lines: bool = False
) -> Iterator[Callable[[str], None]]:
    """Shows the current step on a terminal if tqdm is installed, and yields a function that changes
    it. Shows nothing if `quiet`, or if the command `streams` its answer to the same terminal. With
    `lines`, prints each step to standard error instead, for other programs."""
    if lines:
        yield lambda step: print(step, file=sys.stderr, flush=True)
        return
    is_hidden = quiet or not sys.stderr.isatty() or (streams and sys.stdout.isatty())
    if is_hidden or find_spec("tqdm") is None:
        yield lambda _: None
        return
    from threading import Event, Thread

    from tqdm import tqdm

    with tqdm(desc=step, bar_format="{desc} [{elapsed}]", leave=False) as bar:
        ended = Event()

        def tick() -> None:
            while not ended.wait(TICK):
                bar.refresh()

        clock = Thread(target=tick, daemon=True)
        clock.start()
        try:
            yield bar.set_description_str
        finally:
            ended.set()
            clock.join()
