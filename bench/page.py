"""docs/benchmarks.md and its picture, made of the figures."""

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
- Turns of ours and of the peers alternate in one run; of each figure the best of its turns stands
  here, for what disturbs a machine only makes it slower. Ratios are ours / theirs. Three figures
  are always those of {order}.
- A single lookup is `word in container` on a `str` (for ducer, `bytes`) made for this lookup, so
  that no hash is remembered; half of the {probes:,} are words of the list, half near misses (a
  letter changed, exchanged, left out or put in), shuffled; the bare loop is subtracted. *Present*
  and *absent* are all of one kind. *Batch* is one call for all of them: `contains_many`, or
  `list(map(container.__contains__, words))`. Every answer is checked against a Python set.
- A build goes from the bytes of a sorted list to a file on disk, in a fresh process: time of the
  work, modules and our alphabet being loaded; *process* is the whole process; a peak of some 24 MB
  is that of the Python which started it. Ours takes unsorted words and repeats as well, uses up to
  two threads, and writes a sealed file with a manifest.
- *Open* is from the path to the first answer, in a fresh process, the file in the page cache,
  modules and our alphabet being loaded (ours take some 28 ms more when nothing is); *memory* is how
  much `Rss` in /proc/self/smaps_rollup has grown by then.
- The peers get one byte a letter, ours the letters of the language; where that differs, it is in
  the peers' favour."""


WHY = {
    "single lookup / DAWG2, mixed": """\
Words of one kind take a fifth less than DAWG2's. Where every other answer is no, in no order,
Python's own branch on it is guessed wrong, and what the processor had begun of the next word is
lost, for both alike. Helped: to read the word while it is walked (an eighth fewer instructions; BIG
0.91 to 0.98 before). Did not: to put the arcs of a chain of states side by side (the same number
of cache lines a word)""",
    "open to first lookup, PL1, file in cache": """\
Reading the file takes 0.3 ms (its pages are new to the process), its digest 0.35, manifest and
sets 0.15, and putting 170,285 states together 3.8, with two threads: one decodes arcs, the other
finds room for states and writes their arcs. What helped: entropy decoding without branches, states
of one size placed together, columns read where they lie in the file, large pages for the array and
for all that is needed meanwhile, no branch where arcs are put in their places (together 9.7 → 4.6
ms when the machine is quiet). What did not: fetching targets ahead, newer processors' instructions.
Not done: bases in the file (200 kB more), an unpacked cache (a second file that would have to be
vouched for), the digest on a third thread""",
    "batch lookup, ns a word, one core": """\
Within one day this machine gave from 34 to 75 ns for BIG, and 95 to 230 for DAWG2's `map`, while
their ratio stayed from 0.33 to 0.41: words are read from str objects all over memory, and
neighbours on the machine take their share of its caches. To let words of the same length take turns
together saves 8 % of the instructions; its time was not measured rightly. To fetch letters ahead as
well as the object's head changed nothing that could be measured""",
    "build of sorted bytes / ducer": """\
Reading takes 2 ms of EN's, half an automaton on each processor 15, joining them 4, columns and
digest on a processor each 14, writing 2. Helped: two threads, large pages, symbols of 4 bytes that
wait to be coded, no word kept. Did not: hashes beside the table's entries""",
    compiling.CAPITALS: """\
To start Python and import Typer and msgspec takes over a third of it. Helped: the scan for capitals
and the reading of UTF-8 in the kernel, one loop for plain lines, alphabets as finished data instead
of ICU, fewer imports. Not settled: to collect words in another thread gained nothing while other
programs kept both cores busy, as they did when this was measured""",
    "build of unsorted UTF-8 with repeats / `sort -u`, then dawgdic-build": """\
Reading and gathering words takes a quarter of PL1's time, sorting 120-bit keys in buckets and the
automaton, both on two processors, most of the rest. Not tried: a radix sort of the buckets""",
    "resident memory after opening / DAWG2 (dawgdic)": """\
The array takes as much as DAWG2's file; what comes to it are pages of libraries, which vary with
where the system lays them""",
    "RETINA?? (all anagrams of eight tiles, two of them blanks) among 270,000 words": """\
All tiles that may come next are looked at together, with what lies ahead of them (0.62 → 0.43 ms
when the machine is quiet). Did not help: to turn back where the longest word ahead is too short""",
}
"""By what was measured: why a target is missed, and what was tried."""


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
"""By title: a column's head, the figure it shows, and how."""


def write(contest: Contest, others: Sequence[Row]) -> str:
    """Writes the page and the picture; returns the page's text."""
    docs = ROOT / "docs"
    text = "\n".join(_page(contest, others)) + "\n"
    (docs / "benchmarks.md").write_text(text, "utf-8")
    (docs / "size-and-speed.svg").write_text(plot.svg(contest), "utf-8")
    return text


def _page(contest: Contest, others: Sequence[Row]) -> Iterable[str]:
    order = ", ".join(words.name for words in ALL)
    yield "# Benchmarks"
    yield ""
    yield (
        f"Made by `make bench` on {processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}, wordtools {wordtools.__version__}, against "
        f"{peers.versions()}. Figures move from machine to machine; ratios hardly."
    )
    yield ""
    yield HOW.format(order=order, probes=PROBES)
    yield ""
    yield "| list | of | words | when the targets were set |"
    yield "|---|---|---|---|"
    for words in ALL:
        count = contest[words.name]["list"]["words"]
        yield f"| {words.name} | {words.what} | {count:,.0f} | {words.expected:,} |"
    yield ""
    yield "## Targets"
    yield ""
    yield "✓ met, ✗ not met."
    yield ""
    rows = targets.rows(contest)
    yield from _table(("what", "target", "measured"), rows)
    yield ""
    yield from _misses([*rows, *others])
    yield "![Size of the file against time of a lookup](size-and-speed.svg)"
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
        "Whole commands are timed as processes, start-up included; memory is the peak the system "
        "counted."
    )


def _misses(rows: Iterable[Row]) -> Iterable[str]:
    missed = [row for row in rows if row[2].endswith("✗")]
    for what, target, measured in missed:
        yield f"- **{what}** ({target}): {measured[:-2]}. {WHY.get(what, 'Why is not known yet')}."
    if missed:
        yield ""


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    for cells in (header, ("---",) * len(header), *rows):
        yield "| " + " | ".join(cells) + " |"


def _figures(contest: Contest, title: str, columns: dict[str, tuple[str, str]]) -> Iterable[str]:
    """A table of the contestants that have any of the figures; a cell holds one of each list."""
    rows = []
    for name in (*(one.name for one in contestants.ALL), SORT):
        found = [contest[words.name].get(name, {}) for words in ALL]
        cells = [
            " · ".join(form.format(one[figure]) for one in found if figure in one)
            for figure, form in columns.values()
        ]
        if any(cells):
            rows.append((f"**{name}**" if name == OURS else name, *cells))
    yield from _table((title, *columns), rows)


def processor() -> str:
    """The processor's name, as the system gives it."""
    cpuinfo = Path("/proc/cpuinfo")
    names = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    named = [line.partition(":")[2].strip() for line in names if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()
