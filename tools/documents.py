"""Compares the project's external specifications with the quotations in tests/rules/documents:
`python -m tools.documents FOLDER`.

Each quotation must be in its document, and every number of a document must be covered by a
quotation or by a pattern of `no_rules`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.rules.facts import Document, read_documents

NUMBER = re.compile(
    r"\d+|\b(?:two|three|four|five|six|seven|eight|nine|twice|doubled?|redoubled|tripled?"
    r"|quadruple|half|quarter|zero"
    r"|dos|tres|cuatro|cinco|siete|cero|duplicar|triplicar"
    r"|dwa|dwie|dwóch|trzy|trzech|cztery|czterech|siedem|dwuliterow\w*)\b"
    r"|\b[A-Z]\w+:(?=['\w])",  # a setting of a program
    re.IGNORECASE,
)


def find_differences(document: Document, text: str) -> list[str]:
    """A sentence for each quotation missing from the document, and for each unquoted number."""
    text = " ".join(text.split())
    quotes = {fact.quote for fact in document.facts}
    missing = [f"not in the document: {quote}" for quote in sorted(quotes) if quote not in text]
    for quote in sorted(quotes, key=len, reverse=True):
        text = text.replace(quote, " ~ ")
    for pattern in document.no_rules:
        text, count = re.subn(pattern, " ~ ", text)
        if not count:
            missing.append(f"nowhere in the rest of the document: {pattern}")
    left = [text[max(0, n.start() - 40) : n.end() + 40] for n in NUMBER.finditer(text)]
    return missing + [f"quoted nowhere: … {quotation} …" for quotation in left]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tools.documents FOLDER")
    differences = []
    for document in read_documents():
        (path,) = Path(sys.argv[1]).glob(f"{document.number}_*")
        missing = find_differences(document, path.read_text("utf-8"))
        differences += [f"{path.name}: {difference}" for difference in missing]
    print("\n".join(differences) or "All quotations were found, and cover all numbers.")
    sys.exit(bool(differences))


if __name__ == "__main__":
    main()
