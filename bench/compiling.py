"""Speed of the compiler's commands, and of a ruling from a cold shell."""

from __future__ import annotations

import statistics
import subprocess
import time

import wordtools
from bench import lists, peers
from bench.measure import PROGRAM, ROOT, Row, alternately, command, judged, process
from wordtools import _kernel

CAPITALS = (
    "`wordtools build` of a plain list in capitals, 270,000 words, whole process / dawgdic-build"
)
WPOLISH = "bench/wpolish.toml"
OUT = ROOT / "build" / "bench"


def kernel_words_per_second(lexicon: wordtools.Lexicon) -> float:
    """Sorted lines through the kernel alone, which reads, merges and minimises them on one
    thread."""
    lines = "\n".join(lexicon).encode()
    rates = []
    for _ in range(5):
        collector = _kernel.Collector(lexicon.alphabet.kernel, lexicon.alphabet.compose)
        started = time.perf_counter()
        collector.add_lines(lines, threads=1)
        collector.compile(1)
        rates.append(len(lexicon) / (time.perf_counter() - started))
    return statistics.median(rates)


def capitals() -> Row:
    """A game's own list, sorted and in capitals, compiled from a cold shell and compared with the
    fastest peer."""
    peers.install()
    lists.make()
    source = str(lists.THINNED.text)
    ours = (PROGRAM, "build", source, "--alphabet", "en", "--into", str(OUT), "--quiet")
    theirs = ("sh", "-c", 'exec "$@" 2>&1', "sh", peers.DAWGDIC_BUILD, source, f"{source}.dawgdic")
    best = alternately({"ours": lambda: process(ours), "theirs": lambda: process(theirs)}, 25)
    mine, other = best["ours"]["wall"], best["theirs"]["wall"]
    return (
        CAPITALS,
        "≤ 1.5",
        judged(f"{mine / other:.2f} ({mine:.2f} s : {other:.2f} s)", mine / other <= 1.5),
    )


def rows() -> list[Row]:
    """(operation, target, measurement)."""
    subprocess.run([PROGRAM, "fetch", "--quiet", WPOLISH], cwd=ROOT, check=True)
    polish = command("build", WPOLISH, "--into", str(OUT), runs=5)
    portuguese = command("build", "pt", "--into", str(OUT), runs=5)
    cold = command("challenge", "-l", "pt-PT", "lição", runs=25)
    rate = kernel_words_per_second(wordtools.open(OUT / "wpolish.lexicon"))
    return [
        (
            "`wordtools build` of wpolish, 4,327,699 raw lines → lexicon and reject report",
            "≤ 2.0 s, ≤ 600 MB",
            judged(
                f"{polish['wall']:.2f} s, {polish['peak']:.0f} MB",
                polish["wall"] <= 2 and polish["peak"] <= 600,
            ),
        ),
        (
            "`wordtools build pt`: both hunspell sources, expanded, normalised, tagged, compiled",
            "≤ 6 s",
            judged(
                f"{portuguese['wall']:.2f} s, {portuguese['peak']:.0f} MB", portuguese["wall"] <= 6
            ),
        ),
        capitals(),
        (
            "the kernel alone, sorted words, one thread",
            "≥ 10 million/s",
            judged(f"{rate / 1e6:.1f} million/s", rate >= 10e6),
        ),
        (
            "`wordtools challenge`, cold shell",
            "≤ 100 ms",
            judged(f"{cold['wall'] * 1000:.0f} ms", cold["wall"] <= 0.1),
        ),
    ]
