"""The targets of the contest, each with its figures. A ratio is our figure divided by that of the
peer."""

from __future__ import annotations

from collections.abc import Callable

from bench.contest import SORT, Contest
from bench.contestants import CFSA2, DAWG2, DAWGDIC, DUCER, OURS
from bench.lists import ALL, PL1, THINNED
from bench.measure import Row, judged

KINDS = ("present", "absent", "mixed")


def rows(contest: Contest) -> list[Row]:
    """Every target and its measurement, list by list."""

    def ours(figure: str) -> list[float]:
        return [contest[words.name][OURS][figure] for words in ALL]

    def ratios(figure: str, peer: str, theirs: str = "") -> list[float]:
        pairs = zip(ours(figure), ALL, strict=True)
        return [mine / contest[words.name][peer][theirs or figure] for mine, words in pairs]

    def row(
        measurement: str, target: str, figures: list[float], met: Callable[[float], bool]
    ) -> Row:
        return measurement, target, judged(_shown(figures), all(map(met, figures)))

    kinds = {kind: ratios(kind, DAWG2) for kind in KINDS}
    opening = contest[PL1.name][OURS]["open"]
    anagrams = contest[THINNED.name][OURS]["anagrams"]
    return [
        row("file size / CFSA2", "≤ 0.60", ratios("size", CFSA2), lambda r: r <= 0.6),
        row("file size / xz of CFSA2", "< 1", ratios("size", CFSA2, "xz"), lambda r: r < 1),
        *(
            row(f"single lookup / DAWG2, {kind}", "≤ 0.90", ratios, lambda r: r <= 0.9)
            for kind, ratios in kinds.items()
        ),
        row("batch lookup / DAWG2's `map`", "≤ 0.50", ratios("batch", DAWG2), lambda r: r <= 0.5),
        row("batch lookup, ns per word, one core", "≤ 45", ours("batch"), lambda ns: ns <= 45),
        row("build of sorted bytes / ducer", "≤ 0.60", ratios("build", DUCER), lambda r: r <= 0.6),
        row(
            "build of sorted bytes / dawgdic-build, its whole process",
            "≤ 0.70",
            ratios("build", DAWGDIC, "build"),
            lambda r: r <= 0.7,
        ),
        row(
            "build of unsorted UTF-8 with repeats / `sort -u`, then dawgdic-build",
            "≤ 0.50",
            ratios("unsorted", SORT),
            lambda r: r <= 0.5,
        ),
        (
            "open to first lookup, PL1, file in cache",
            "≤ 5 ms",
            judged(f"{opening:.1f} ms", opening <= 5),
        ),
        row(
            "resident memory after opening / DAWG2 (dawgdic)",
            "≤ 1",
            ratios("resident", DAWG2),
            lambda r: r <= 1,
        ),
        (
            "RETINA?? (all anagrams of eight tiles, two of them blanks) among 270,000 words",
            "≤ 0.6 ms",
            judged(f"{anagrams:.2f} ms", anagrams <= 0.6),
        ),
    ]


def _shown(figures: list[float]) -> str:
    return " · ".join(f"{figure:.2f}" if figure < 10 else f"{figure:.0f}" for figure in figures)
