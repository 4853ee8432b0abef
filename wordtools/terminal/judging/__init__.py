"""The tournament terminal: a station that can be closed only with the director's password.

`scene` describes the screen of a station (`wordtools.judge.station`). `layout` and `letters` fit
the screen to the terminal. `app` draws it, and passes keys and time to the station.
"""

from __future__ import annotations

import os
import signal
import time

from wordtools.judge.station import Station

_IGNORED = (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTERM, signal.SIGHUP)


def run(station: Station) -> None:
    """Runs a station in this terminal until the director leaves it.

    Ignores signals that would normally end or stop a program. If the terminal disappears, the
    process ends once the current ruling is recorded.
    """
    for name in [name for name in os.environ if name.startswith(("TEXTUAL", "ESCDELAY"))]:
        del os.environ[name]  # such variables can log keys, press keys, or let Ctrl-C through
    from wordtools.terminal.judging.app import Terminal

    for number in _IGNORED:
        signal.signal(number, signal.SIG_IGN)
    while not station.leaving:
        Terminal(station).run(mouse=False)
        if not station.leaving:  # the screen failed; show it again, locked, with a notice
            station.fail(RuntimeError("the screen failed"))
            time.sleep(1)
