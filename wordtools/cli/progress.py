"""Progress on a terminal, by tqdm: which step a command is at, and for how long it has worked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

TICK = 1.0
"""After how many seconds the clock is drawn again, though the step may be the same."""


@contextmanager
def show_progress(
    step: str = "", *, quiet: bool = False, streams: bool = False
) -> Iterator[Callable[[str], None]]:
    """Shows the current step, at first `step`, on a terminal only, if tqdm is there. `streams`: the
    command prints as it works, so nothing is shown where its output goes to the terminal, too."""
    hidden = quiet or not sys.stderr.isatty() or (streams and sys.stdout.isatty())
    if hidden or find_spec("tqdm") is None:
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
