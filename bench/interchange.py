"""Speed of importing and exporting: processor seconds of whole commands, beside those of
dawgdic-build in the same run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import wordtools
from bench import lists, peers
from bench.lists import EN, FOLDER
from bench.measure import PROGRAM, Figures, Row, alternately, judged, process

DIC_WORDS, KWG_WORDS = 600_000, 500_000
"""The number of Polish words, evenly sampled; as a KWG they fill 14 MB."""
ROUNDS = 5


def rows(polish: Path) -> list[Row]:
    """(operation, target, measurement)."""
    peers.install()
    lists.make()
    return measure(polish)


def measure(polish: Path) -> list[Row]:
    """The rows, when the lists and the peers are installed."""
    english, dic, kwg = _make_files(polish)
    out = str(FOLDER / "imported")
    export = ("export", str(english), "-o", str(FOLDER / "exported.kwg"), "--quiet", "--format")
    jobs: dict[str, tuple[float, tuple[str, ...]]] = {
        f"`wordtools import` of a .dic of {DIC_WORDS:,} words": (
            3, ("import", str(dic), "--alphabet", "pl", "--into", out, "--quiet")
        ),
        f"`wordtools import` of a KWG of {kwg.stat().st_size / 1e6:.0f} MB, {KWG_WORDS:,} words": (
            1, ("import", str(kwg), "--format", "kwg", "--alphabet", "pl", "--into", out, "--quiet")
        ),
        "`wordtools export` of EN as KWG with GADDAG": (3, (*export, "kwg")),
        "`wordtools export` of EN as KWG without": (0.4, (*export, "kwg-dawg")),
    }  # fmt: skip
    peer = ("sh", "-c", 'exec "$@" 2>&1', "sh", peers.DAWGDIC_BUILD, str(EN.coded))
    timed = {title: _time(PROGRAM, *command) for title, (_, command) in jobs.items()}
    best = alternately({**timed, "peer": _time(*peer, str(FOLDER / "EN.dawgdic"))}, ROUNDS)
    theirs = best["peer"]["processor"]
    return [
        (
            title,
            f"≤ {target:g} s of the processor",
            judged(f"{ours:.2f} s; dawgdic-build of EN: {theirs:.2f} s", ours <= target),
        )
        for title, (target, _) in jobs.items()
        for ours in [best[title]["processor"]]
    ]


def _time(*command: str) -> Callable[[], Figures]:
    return lambda: process(command)


def _make_files(polish: Path) -> tuple[Path, Path, Path]:
    """EN as a lexicon, a .dic and a KWG of Polish words."""
    english, dic, kwg = (FOLDER / name for name in ("EN.lexicon", "words.dic", "thinned.kwg"))
    pl = wordtools.open(polish)
    if not english.exists():
        wordtools.compile(EN.text.read_bytes(), "en", "EN").save(english)
    for path, words, format in ((dic, DIC_WORDS, "scrabble3d"), (kwg, KWG_WORDS, "kwg")):
        if not path.exists():
            some = (pl.word_at(n * len(pl) // words) for n in range(words))
            wordtools.export_lexicon(wordtools.compile(some, "pl"), path, format)
    return english, dic, kwg
