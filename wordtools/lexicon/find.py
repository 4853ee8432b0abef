"""From what a person types to a lexicon: a path, a name (`pt`) or an edition (`pt-PT`)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from wordtools.errors import LexiconError
from wordtools.lexicon.file import read_manifest
from wordtools.lexicon.lexicon import Lexicon
from wordtools.wording import suggest

SUFFIX = ".lexicon"


def open_lexicon(name: str | Path) -> Lexicon:
    """The lexicon or edition of this name.

    `name` is a path (`lists/csw.lexicon`), a path with an edition (`lists/pt.lexicon:pt-BR`), the
    name of a lexicon in `build/` or `$WORDTOOLS_LEXICONS`, or the name of an edition of one of
    those. Raises `LexiconError`.
    """
    path, edition = locate_lexicon(str(name))
    return Lexicon.read(path, edition)


def open_edition(edition: str, named: str = "") -> Lexicon:
    """The words for a game whose rules call for an edition: that edition, or the lexicon or edition
    `named` instead. If the named lexicon has the edition, it is opened in it, unless one of its
    editions was named (`pt-BR`, `build/pt.lexicon:pt`). Raises `LexiconError`."""
    path, chosen = locate_lexicon(named or edition)
    lexicon = Lexicon.read(path, chosen)
    if not chosen and edition in lexicon.manifest.editions:
        return lexicon.edition(edition)
    return lexicon


def locate_lexicon(name: str) -> tuple[Path, str | None]:
    """The file of a lexicon or edition, and the name of the edition (None for the whole lexicon).
    Raises `LexiconError` when the name belongs to no lexicon, or to more than one."""
    if "\0" in name:
        raise LexiconError("the name of a lexicon cannot contain a null character")
    if os.sep in name or SUFFIX in name:
        stem, _, edition = name.partition(f"{SUFFIX}:")
        return (Path(stem + SUFFIX), edition) if edition else (Path(name), None)
    holders: list[tuple[Path, str | None]] = []
    known: set[str] = set()
    for path in list_lexicons():
        try:
            editions = set(read_manifest(path).editions)
        except LexiconError:
            editions = set()  # opening it by name says what is wrong with it
        known |= {path.stem, *editions}
        if path.stem == name:
            if all(part is not None for _, part in holders):  # the first folder wins
                holders.append((path, None))
        elif name in editions:
            holders.append((path, name))
    if len(holders) > 1:
        ways = " or ".join(
            f"{path}:{edition}" if edition else str(path) for path, edition in holders
        )
        raise LexiconError(f"more than one lexicon is called {name}; choose {ways}")
    if holders:
        return holders[0]
    hint = "build one there, or set WORDTOOLS_LEXICONS to the folder of your lexicons"
    if known:
        hint = suggest(name, sorted(known))
    where = " or ".join(map(str, list_folders()))
    raise LexiconError(f"there is no lexicon or edition {name!r} in {where}; {hint}")


def list_folders() -> list[Path]:
    """The folders in which lexicons are found by name, each once."""
    named = os.environ.get("WORDTOOLS_LEXICONS", "")
    every = [Path("build"), *(Path(part) for part in named.split(os.pathsep) if part)]
    return list({path.resolve(): path for path in reversed(every)}.values())[::-1]


def list_lexicons() -> Iterator[Path]:
    """Every lexicon file in those folders."""
    for folder in list_folders():
        yield from sorted(folder.glob(f"*{SUFFIX}"))
