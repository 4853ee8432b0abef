"""Writes docs/benchmarks.md and its picture from the figures."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

import wordtools
from bench import compiling, contestants, peers, plot, targets
from bench.contest import SORT, Contest
from bench.contestants import OURS
from bench.lists import ALL, PROBES
from bench.measure import ROOT, Row

HOW = """\
- We run wordtools and its peers alternately. The tables show the best run of each, because
  interference can only slow a run down. Ratios are ours / theirs. Where there are three figures,
  they are for {order}.
- A single lookup is `word in container` with a fresh `str` (`bytes` for ducer), so that no cached
  hash helps. Half of the {probes:,} probes are words, and half are near misses (a letter changed,
  swapped, dropped or inserted), in random order; the time of the empty loop is subtracted.
  *Present* uses only the words, and *absent* only the near misses. *Batch* looks up all probes in
  one call: `contains_many`, or `list(map(container.__contains__, words))`. Every answer is checked
  against a Python set.
- A build turns the bytes of a sorted list into a file on disk, in a fresh process. The time covers
  only the work itself, with modules and our alphabet already loaded; *process* is the time of the
  whole process. A peak of about 24 MB is that of the Python process that starts it. Our build also
  accepts unsorted words and repeats, uses up to two threads, and writes a sealed file with a
  manifest.
- *Open* is the time that a fresh process takes from getting the path to giving the first answer.
  The file is in the page cache, and modules and our alphabet are already loaded (loading our
  modules and alphabet takes about 28 ms). *Memory* is the growth of `Rss` in
  /proc/self/smaps_rollup up to that answer.
- The peers read one byte for each letter, while wordtools reads the letters of the language. If
  this makes a difference, it favours the peers."""


WHY = {
    "single lookup / DAWG2, mixed": """\
With probes of one kind we take a fifth less time than DAWG2. With mixed probes the processor cannot
predict Python's own branch on the answer, and each wrong guess discards the work
begun on the next word, in both programs. Reading the word while walking the automaton helped
(an eighth fewer instructions; BIG was 0.91 to 0.98 before). Placing the arcs of a chain of states
side by side did not: each word still touches as many cache lines""",
    "open to first lookup, PL1, file in cache": """\
Reading the file takes 0.3 ms (its pages are new to the process), the digest 0.35, the manifest and
the category sets 0.15, and assembling 170,285 states 3.8 on two threads. One decodes arcs, the
other finds room for states and writes their arcs. These helped: entropy decoding and placing arcs
without branches, placing states of one size together, reading columns in place, and large pages for
all working memory (together 9.7 → 4.6 ms on a quiet machine). Prefetching targets and newer
processor instructions did not. Not done: storing the bases in the file (200 kB more), an unpacked
cache (a second file that would have to be verified), computing the digest on a third thread""",
    "batch lookup, ns per word, one core": """\
Within one day this machine measured 34 to 75 ns for BIG, and 95 to 230 for DAWG2's `map`, while
their ratio stayed between 0.33 and 0.41. The words are str objects scattered over memory, and other
users of the machine compete for its caches. Looking up words of the same length in turns
saves 8 % of the instructions; its effect on time was not measured reliably. Prefetching the letters
as well as the object's head made no measurable difference""",
    "build of sorted bytes / ducer": """\
For EN, reading takes 2 ms, building half of the automaton on each core 15, joining the halves 4,
columns and digest on one core each 14, and writing 2. These helped: two threads, large pages,
4-byte symbols waiting to be coded, keeping no words. Storing hashes beside the table's entries did
not""",
    compiling.CAPITALS: """\
Starting Python and importing Typer and msgspec takes over a third of the time. These helped:
scanning for capitals and reading UTF-8 in the kernel, a single loop for plain lines, precomputed
alphabets instead of ICU, fewer imports. Collecting words in another thread gained nothing, but
other programs kept both cores busy during that measurement, so this is undecided""",
    "build of unsorted UTF-8 with repeats / `sort -u`, then dawgdic-build": """\
Reading and collecting words takes a quarter of PL1's time; sorting 120-bit keys in buckets and
building the automaton, both on two cores, take most of the rest. Not tried: a radix sort of the
buckets""",
    "resident memory after opening / DAWG2 (dawgdic)": """\
The array takes as much memory as DAWG2's file. Pages of libraries come on top, and their number
varies with where the system loads them""",
    "RETINA?? (all anagrams of eight tiles, two of them blanks) among 270,000 words": """\
All tiles that may come next are tested together, including what lies beyond them (0.62 → 0.43 ms on
a quiet machine). Turning back where even the longest word ahead is too short did not help""",
}
"""For each measurement, the reason for a missed target and the remedies tried."""


TABLES = {
    "size": {"bytes": ("size", "{:,.0f}"), "xz of it": ("xz", "{:,.0f}")},
    "lookup, ns": {kind: (kind, "{:.0f}") for kind in ("mixed", "present", "absent", "batch")},
    "open": {"ms": ("open", "{:.2f}"), "memory, MB": ("resident", "{:.1f}")},
    "build, s": {
        "sorted": ("build", "{:.2f}"),
        "process": ("build wall", "{:.2f}"),
        "peak, MB": ("peak", "{:.0f}"),
        "unsorted": ("unsorted", "{:.2f}"),
        "unsorted, process": ("unsorted wall", "{:.2f}"),
    },
}
"""Maps a title to the head of a column, the figure that the column shows, and the format of that
figure."""


def write(contest: Contest, others: Sequence[Row]) -> str:
    """Writes the page and the picture; returns the page's text."""
    docs = ROOT / "docs"
    text = "\n".join(_page(contest, others)) + "\n"
    (docs / "benchmarks.md").write_text(text, "utf-8")
    (docs / "size-and-speed.svg").write_text(plot.draw_contest(contest), "utf-8")
    return text


def _page(contest: Contest, others: Sequence[Row]) -> Iterable[str]:
    order = ", ".join(words.name for words in ALL)
    yield "# Benchmarks"
    yield ""
    yield (
        f"Made by `make bench` on {processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}, wordtools {wordtools.__version__}, against "
        f"{peers.versions()}. Absolute figures vary between machines; ratios hardly do."
    )
    yield ""
    yield HOW.format(order=order, probes=PROBES)
    yield ""
    yield "| list | of | words | when the targets were set |"
    yield "|---|---|---|---|"
    for words in ALL:
        count = contest[words.name]["list"]["words"]
        yield f"| {words.name} | {words.title} | {count:,.0f} | {words.expected:,} |"
    yield ""
    yield "## Targets"
    yield ""
    yield "✓ met, ✗ not met."
    yield ""
    rows = targets.rows(contest)
    yield from _table(("what", "target", "measured"), rows)
    yield ""
    yield from _misses([*rows, *others])
    yield "![File size and lookup time of each format](size-and-speed.svg)"
    yield ""
    yield "## Figures"
    for title, columns in TABLES.items():
        yield ""
        yield from _figures(contest, title, columns)
    yield ""
    yield "## Commands, searches, games and judge"
    yield ""
    yield from _table(("what", "target", "measured"), others)
    yield ""
    yield (
        "Commands are timed as whole processes, including start-up; memory is the peak that the "
        "system reports. The\nengines' workers are already running. Each engine runs alternately "
        "with its reference, whose seconds are in brackets."
    )


def _misses(rows: Iterable[Row]) -> Iterable[str]:
    missed = [row for row in rows if row[2].endswith("✗")]
    for measurement, target, measured in missed:
        why = WHY.get(measurement, "The reason is not known yet")
        yield f"- **{measurement}** ({target}): {measured[:-2]}. {why}."
    if missed:
        yield ""


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    for cells in (header, ("---",) * len(header), *rows):
        yield "| " + " | ".join(cells) + " |"


def _figures(contest: Contest, title: str, columns: dict[str, tuple[str, str]]) -> Iterable[str]:
    """A table of the contestants that have any of the figures. Each cell has one figure for each
    list."""
    rows = []
    for name in (*(one.name for one in contestants.ALL), SORT):
        figures = [contest[words.name].get(name, {}) for words in ALL]
        cells = [
            " · ".join(form.format(one[figure]) for one in figures if figure in one)
            for figure, form in columns.values()
        ]
        if any(cells):
            rows.append((f"**{name}**" if name == OURS else name, *cells))
    yield from _table((title, *columns), rows)


def processor() -> str:
    """The processor's name, according to the system."""
    cpuinfo = Path("/proc/cpuinfo")
    names = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    named = [line.partition(":")[2].strip() for line in names if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()
