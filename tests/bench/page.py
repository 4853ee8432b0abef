"""docs/benchmarks.md and its picture, made of the figures."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

import wordtools
from tests.bench import contestants, peers, plot, targets
from tests.bench.contest import SORT, Contest
from tests.bench.contestants import OURS
from tests.bench.lists import ALL, PROBES
from tests.bench.measure import ROOT, Row

HOW = """\
- Ours and the peers' turns alternate in one run; of each figure the best of its turns stands here,
  for what disturbs a machine only makes it slower. Ratios are ours / theirs, in the order {order}.
- A single lookup is `word in container` on a `str` (for ducer, `bytes`) made for this lookup, so
  that no hash is remembered; half of the {probes:,} are words of the list, half near misses (a
  letter changed, exchanged, left out or put in), shuffled; the bare loop is subtracted. *Present*
  and *absent* are all of one kind. *Batch* is one call for all of them: `contains_many`, or
  `list(map(container.__contains__, words))`. Every answer is checked against a Python set.
- A build goes from the bytes of a sorted list to a file on disk, in a fresh process: time of the
  work, modules and our alphabet being loaded; *process* is the whole process. Ours takes unsorted
  words and repeats as well, uses up to two threads, and writes a sealed file with a manifest.
- *Open* is from the path to the first answer, in a fresh process, the file in the page cache;
  *memory* is how much `Rss` in /proc/self/smaps_rollup has grown by then.
- The peers get one byte a letter, ours the letters of the language; where that differs, it is in
  the peers' favour."""


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
    yield f"✓ met, ✗ not met; three figures are {order}."
    yield ""
    yield from _table(("what", "target", "measured"), targets.rows(contest))
    yield ""
    yield "![Size of the file against time of a lookup](size-and-speed.svg)"
    yield ""
    yield "## Size"
    yield ""
    yield from _figures(contest, {"bytes": ("size", "{:,.0f}"), "xz of it": ("xz", "{:,.0f}")})
    yield ""
    yield "## Lookup, ns a word"
    yield ""
    yield from _figures(
        contest, {kind: (kind, "{:.0f}") for kind in ("mixed", "present", "absent", "batch")}
    )
    yield ""
    yield "## Open and memory"
    yield ""
    yield from _figures(
        contest, {"open, ms": ("open", "{:.2f}"), "memory, MB": ("resident", "{:.1f}")}
    )
    yield ""
    yield "## Build"
    yield ""
    yield from _figures(
        contest,
        {
            "sorted, s": ("build", "{:.3f}"),
            "process, s": ("build wall", "{:.3f}"),
            "peak, MB": ("peak", "{:.0f}"),
            "unsorted, s": ("unsorted", "{:.3f}"),
            "unsorted, process, s": ("unsorted wall", "{:.3f}"),
        },
    )
    yield ""
    yield "## Compiler and judge"
    yield ""
    yield from _table(("what", "target", "measured"), others)
    yield ""
    yield (
        "Whole commands are timed as processes, start-up included; memory is the peak the system "
        "counted."
    )


def _table(header: Row, rows: Iterable[Sequence[str]]) -> Iterable[str]:
    for cells in (header, ("---",) * len(header), *rows):
        yield "| " + " | ".join(cells) + " |"


def _figures(contest: Contest, columns: dict[str, tuple[str, str]]) -> Iterable[str]:
    """A table of contestants against lists, of those that have any of the figures."""
    lists = [contest[words.name] for words in ALL]
    names = [*(one.name for one in contestants.ALL), SORT]
    yield (
        "| | " + " | ".join(f"{words.name} {column}" for column in columns for words in ALL) + " |"
    )
    yield "|---" * (1 + len(ALL) * len(columns)) + "|"
    for name in names:
        cells = [
            form.format(found[name][figure]) if figure in found.get(name, {}) else ""
            for figure, form in columns.values()
            for found in lists
        ]
        if any(cells):
            yield f"| {'**' + name + '**' if name == OURS else name} | " + " | ".join(cells) + " |"


def processor() -> str:
    """The processor's name, as the system gives it."""
    cpuinfo = Path("/proc/cpuinfo")
    names = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    named = [line.partition(":")[2].strip() for line in names if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()
