"""Measures the contestants in turn, several times, and keeps the best of each figure. A disturbance
of the machine can only make a figure larger, so the smallest figure is the most accurate. It also
lasts longer than one turn, so taking turns is fair.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROGRAM = str(Path(sys.executable).with_name("wordtools"))

Figures = dict[str, float]
"""Measurements, by name."""

Row = tuple[str, str, str]
"""The operation, its target, and its measurement."""


def judged(measured: str, met: bool) -> str:
    """A measurement, marked by whether it meets its target."""
    return f"{measured} {'✓' if met else '✗'}"


def alternately(jobs: Mapping[str, Callable[[], Figures]], rounds: int) -> dict[str, Figures]:
    """The lowest value of each figure of each job."""
    best: dict[str, Figures] = {name: {} for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            for figure, value in job().items():
                best[name][figure] = min(value, best[name].get(figure, value))
    return best


def process(command: Sequence[str], env: Mapping[str, str] | None = None) -> Figures:
    """Wall seconds, processor seconds and peak MB of a whole process, with the figures that it
    prints as JSON. Python keeps compiled modules, as by default."""
    keeping = {k: v for k, v in (env or os.environ).items() if k != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    running = subprocess.Popen(command, cwd=ROOT, env=keeping, stdout=subprocess.PIPE)
    assert running.stdout is not None
    printed = running.stdout.read()
    _, status, usage = os.wait4(running.pid, 0)
    took = time.perf_counter() - started
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, command)
    peak = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    busy = usage.ru_utime + usage.ru_stime
    own = json.loads(printed) if printed.startswith(b"{") else {}
    return {"wall": took, "processor": busy, "peak": peak, **own}


def command(*arguments: str, runs: int) -> Figures:
    """The best wall seconds and peak MB of `wordtools ARGUMENTS…`."""
    job = {"command": lambda: process([PROGRAM, *arguments])}
    return alternately(job, runs)["command"]
