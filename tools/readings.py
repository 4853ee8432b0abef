"""Records words of our lists that somebody read, and writes the tables of docs/lists.

python -m tools.readings EDITION         the words of a sample of 200 that nobody has read yet, each
                                         with its categories and its neighbours
python -m tools.readings EDITION --add   adds verdicts to docs/lists/readings/EDITION.tsv: from
                                         standard input, lines as in `in: aa ab ae`, `unsure: ai` or
                                         `out genitive: abes`
python -m tools.readings                 renews the tables of the lexicons that are in build/, and
                                         that of all samples in docs/lists.md
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import get_args

import msgspec

from tools.languages import BUILD, PAGES
from wordtools.compiler.decisions import Decision, Verdict
from wordtools.compiler.reading_desk import (
    Readings,
    draw_sample,
    format_summary,
    list_neighbours,
    summarise,
)
from wordtools.lexicon.find import open_lexicon
from wordtools.lexicon.lexicon import Lexicon

SIZE = 200
READER = "a language model"
BLOCK = r"(?s)(<!-- begin read-{} -->\n).*?(<!-- end read-{} -->)"
FOLDER = PAGES / "readings"


def open_edition(edition: str) -> tuple[Lexicon, Readings]:
    """An edition of a lexicon in build/, and its readings."""
    lexicon = open_lexicon(edition)
    return lexicon, Readings(FOLDER / f"{edition}.tsv", lexicon.alphabet)


def describe(lexicon: Lexicon, words: Iterable[str]) -> Iterator[str]:
    """A line for each word."""
    for word in words:
        before, after = list_neighbours(lexicon, word)
        categories = " ".join(sorted(lexicon.categories(word)))
        yield "\t".join([word, categories, " ".join([*before[-1:], "·", *after[:1]])])


def parse_verdicts(lines: Iterable[str]) -> Iterator[Decision]:
    """The verdicts of lines as `--add` reads them."""
    today = datetime.date.today().isoformat()
    verdicts: dict[str, Verdict] = {verdict: verdict for verdict in get_args(Verdict)}
    for line in filter(str.strip, lines):
        head, _, words = line.partition(":")
        stated, _, reason = head.strip().partition(" ")
        if stated not in verdicts:
            sys.exit(f"a line begins with in, out or unsure, not {head!r}")
        for word in words.split():
            yield Decision(word, verdicts[stated], today, READER, reason.strip())


def add(
    lexicon: Lexicon, readings: Readings, verdicts: Iterable[Decision], drawn: set[str]
) -> None:
    """Records the verdicts. Exits at a word that was not drawn."""
    for decision in verdicts:
        word = lexicon.alphabet.text(lexicon.alphabet.spell(decision.word))
        if word not in drawn:
            sys.exit(f"{decision.word} is not one of the words drawn")
        readings.record(msgspec.structs.replace(decision, word=word))
    left = sum(word not in readings.decisions for word in drawn)
    print(f"{len(drawn) - left} of {len(drawn)} read")


def renew_page(name: str) -> None:
    """Writes the tables of a lexicon's editions into its page."""
    page = PAGES / f"{name}.md"
    lexicon = Lexicon.read(BUILD / f"{name}.lexicon")
    tables = []
    for edition in lexicon.manifest.editions:
        opened, readings = open_edition(edition)
        decisions = list(readings.decisions.values())
        if decisions:
            classes = list(summarise(opened, decisions))
            tables.append("\n".join(format_summary(opened, decisions, classes)) + "\n")
    if tables:
        block = re.compile(BLOCK.format(name, name))
        text = page.read_text("utf-8")
        table = "\n".join(tables)
        assert block.search(text), f"{page} has no place for the table"
        page.write_text(block.sub(lambda match: match[1] + table + match[2], text), "utf-8")


def renew_overview() -> None:
    """Writes a table of all samples, as they were drawn, into docs/lists.md."""
    page = PAGES.with_suffix(".md")
    rows = ["| edition | read | in | out | unsure | share in | at least |"]
    rows.append("|---|---:|---:|---:|---:|---:|---:|")
    for path in sorted(FOLDER.glob("*.tsv")):
        verdicts = Counter(line.split("\t")[1] for line in path.read_text("utf-8").splitlines()[2:])
        good, bad, unsure = (verdicts[verdict] for verdict in get_args(Verdict))
        rows.append(
            f"| `{path.stem}` | {verdicts.total()} | {good} | {bad} | {unsure} | "
            f"{good / (good + bad):.3f} | {good / verdicts.total():.3f} |"
        )
    block = re.compile(BLOCK.format("all", "all"))
    table = "\n".join(rows) + "\n"
    page.write_text(
        block.sub(lambda match: match[1] + table + match[2], page.read_text("utf-8")), "utf-8"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("edition", nargs="?")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--add", action="store_true")
    asked = parser.parse_args()
    if not asked.edition:
        for path in sorted(BUILD.glob("*.lexicon")):
            renew_page(path.stem)
        renew_overview()
        return
    lexicon, readings = open_edition(asked.edition)
    words = draw_sample(lexicon, SIZE, seed=asked.seed)
    if asked.add:
        add(lexicon, readings, parse_verdicts(sys.stdin), set(words))
    else:
        print(*describe(lexicon, [w for w in words if w not in readings.decisions]), sep="\n")


if __name__ == "__main__":
    main()
