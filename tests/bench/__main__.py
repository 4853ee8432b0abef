"""`make bench`: speed and memory of the main jobs, written to docs/benchmarks.md.

Whole commands are run as processes of their own (wall time and peak memory as the system counts
them); the median of several runs is given. Nothing here passes or fails: read the figures.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import wordtools
from tests.bench import judging
from wordtools import _kernel

ROOT = Path(__file__).parent.parent.parent
PROGRAM = str(Path(sys.executable).with_name("wordtools"))
WPOLISH = "tests/bench/wpolish.toml"
OUT = ROOT / "build" / "bench"


def whole(*command: str, runs: int) -> tuple[float, float]:
    """Median seconds and greatest peak MB of `wordtools COMMAND…` as a process."""
    seconds, peaks = [], []
    for _ in range(runs):
        began = time.perf_counter()
        process = subprocess.Popen([PROGRAM, *command], cwd=ROOT, stdout=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
        seconds.append(time.perf_counter() - began)
        peaks.append(usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10))
    return statistics.median(seconds), max(peaks)


def median_ms(job: Callable[[], object], runs: int = 21) -> float:
    """Median milliseconds of a job in this process."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        job()
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000


def kernel_words_per_second(lexicon: wordtools.Lexicon) -> float:
    """Sorted words through the kernel alone: united, minimised, counted; one thread."""
    words = list(lexicon)
    rates = []
    for _ in range(5):
        collector = _kernel.Collector(lexicon.alphabet.kernel)
        collector.add(words)
        began = time.perf_counter()
        collector.compile(1)
        rates.append(len(words) / (time.perf_counter() - began))
    return statistics.median(rates)


def rows() -> list[tuple[str, str, str]]:
    """(what, target, measured)."""
    subprocess.run([PROGRAM, "fetch", "--quiet", WPOLISH], cwd=ROOT, check=True)
    polish, polish_peak = whole("build", WPOLISH, "--into", str(OUT), runs=5)
    portuguese, portuguese_peak = whole("build", "pt", "--into", str(OUT), runs=5)
    cold, _ = whole("challenge", "-l", "pt-PT", "lição", runs=15)
    wpolish = wordtools.open(OUT / "wpolish.lexicon")
    opening = median_ms(lambda: wordtools.open(OUT / "wpolish.lexicon"))
    return [
        (
            "wpolish, 4,327,699 raw lines → lexicon and reject report",
            "≤ 4 s, ≤ 1,000 MB",
            f"{polish:.2f} s, {polish_peak:.0f} MB",
        ),
        (
            "pt, two hunspell sources expanded → lexicon and reject report",
            "≤ 10 s",
            f"{portuguese:.2f} s, {portuguese_peak:.0f} MB",
        ),
        (
            "the kernel alone, sorted words, one thread",
            "≥ 10 million/s",
            f"{kernel_words_per_second(wpolish) / 1e6:.1f} million/s",
        ),
        ("opening the Polish lexicon (file in cache)", "≤ 10 ms", f"{opening:.1f} ms"),
        ("`wordtools challenge`, whole process", "≤ 150 ms", f"{cold * 1000:.0f} ms"),
        *judging.rows(ROOT / "build" / "en.lexicon"),
    ]


def processor() -> str:
    """The processor's name, as the system gives it."""
    cpuinfo = Path("/proc/cpuinfo")
    names = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    named = [line.partition(":")[2].strip() for line in names if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def main() -> None:
    measured = rows()
    text = [
        "# Benchmarks",
        "",
        f"Made by `make bench` on {processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}, wordtools {wordtools.__version__}. Figures are "
        "medians; they move from machine to machine.",
        "",
        "| what | target | measured |",
        "|---|---|---|",
        *(f"| {what} | {target} | {figure} |" for what, target, figure in measured),
        "",
        "Whole commands are timed as processes, start-up included; memory is the peak the system "
        "counted.",
        "",
    ]
    (ROOT / "docs" / "benchmarks.md").write_text("\n".join(text), "utf-8")
    print("\n".join(text))


if __name__ == "__main__":
    main()
