"""Lists short and common words that nobody has read yet, and records decisions on them.

python -m tools.short_words LIST the words to read, with the known facts about each python -m
tools.short_words LIST --common the common words that the list lacks python -m tools.short_words
LIST --add adds decisions to sources/LIST.short.tsv: from
                                            standard input, lines of words with one reason, as
                                            in `in noun: aa ab ae` or `out abbreviation: cm`
python -m tools.short_words LIST --draw     50 words, in and out mixed, for a second reader
python -m tools.short_words LIST --agree    compares its verdicts, lines as in `in: aa ab`, from
                                            standard input
"""

from __future__ import annotations

import argparse
import datetime
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.lists import lists
from wordtools.compiler.decisions import EMPTY, RecordedDecision, read_decisions
from wordtools.lexicon.lexicon import Lexicon

DRAWN = 50


def describe(lexicon: Lexicon, words: Iterable[str]) -> Iterator[str]:
    """Each word with its categories and its commonness, which is wordfreq's Zipf value, or 0 for a
    word that wordfreq does not have."""
    import wordfreq

    code = lists.WORDFREQ.get(lexicon.name, lexicon.name)
    has_frequencies = code in wordfreq.available_languages("small")
    for word in words:
        lower = word.lower()
        commonness = wordfreq.zipf_frequency(lower, code) if has_frequencies else 0
        categories = " ".join(sorted(lexicon.categories(word))) if word in lexicon else ""
        yield f"{lower}\t{commonness:.1f}\t{categories}"


def parse_readings(lines: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Maps each word to the verdict and the reason on its line."""
    for line in filter(str.strip, lines):
        head, _, words = line.partition(":")
        verdict, _, reason = head.strip().partition(" ")
        if verdict not in ("in", "out"):
            sys.exit(f"a line begins with in or out, not {head!r}")
        for word in words.split():
            yield word, verdict, reason.strip()


def add(path: Path, readings: Iterable[tuple[str, str, str]], categories: str) -> None:
    """Adds decisions to a file, creating it if necessary. Exits without a change if a word is
    decided twice."""
    readings = list(readings)
    lines = path.read_text("utf-8").splitlines() if path.exists() else EMPTY.splitlines()
    counts = Counter(word for word, _, _ in readings)
    counts.update(line.partition("\t")[0] for line in lines[2:])
    if repeated := [word for word in dict.fromkeys(r[0] for r in readings) if counts[word] > 1]:
        sys.exit(f"decided twice: {' '.join(repeated)}; nothing was added")
    since = datetime.date.today().isoformat()
    rows = [
        "\t".join([word, verdict, since, "", reason, "", categories, ""]).rstrip("\t")
        for word, verdict, reason in readings
    ]
    path.write_text("\n".join([*lines[:2], *sorted({*lines[2:], *rows})]) + "\n", "utf-8")


def draw(decisions: list[RecordedDecision]) -> list[str]:
    """Draws fifty words. The same decisions always give the same words."""
    words = sorted(placed.decision.word for placed in decisions)
    return sorted(random.Random(len(words)).sample(words, min(DRAWN, len(words))))


def agree(decisions: list[RecordedDecision], readings: Iterable[tuple[str, str, str]]) -> None:
    """Prints the number of verdicts that a second reader shares, and the words on which they
    differ."""
    first = {placed.decision.word: placed.decision.verdict for placed in decisions}
    second = {word: verdict for word, verdict, _ in readings}
    drawn = draw(decisions)
    if missing := [word for word in drawn if word not in second]:
        sys.exit(f"not read: {' '.join(missing)}")
    differ = [word for word in drawn if second[word] != first[word]]
    print(f"{len(drawn) - len(differ)} of {len(drawn)} the same")
    for word in differ:
        print(f"{word}: first {first[word]}, then {second[word]}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name")
    parser.add_argument(
        "--categories", default="", help="of the words added, for words that no source has"
    )
    parser.add_argument("--file", help="of decisions, other than sources/LIST.short.tsv")
    task = parser.add_mutually_exclusive_group()
    for option in ("common", "add", "draw", "agree"):
        task.add_argument(f"--{option}", action="store_true")
    asked = parser.parse_args()
    path = Path(asked.file or lists.ROOT / "sources" / f"{asked.name}.short.tsv")
    if asked.add:
        add(path, parse_readings(sys.stdin), asked.categories)
        return
    lexicon = Lexicon.read(lists.ROOT / "build" / f"{asked.name}.lexicon")
    if asked.common:
        print(*(w for w in lists.find_common_words(lexicon) if w not in lexicon), sep="\n")
    elif asked.draw or asked.agree:
        decisions = read_decisions(path, lexicon.alphabet)
        if asked.draw:
            print(*draw(decisions), sep="\n")
        else:
            agree(decisions, parse_readings(sys.stdin))
    else:
        print(*describe(lexicon, lists.find_unread(lexicon)), sep="\n")


if __name__ == "__main__":
    main()
