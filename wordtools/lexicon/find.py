"""Finds lexicons by path, name (`pt`) or edition (`pt-PT`)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from wordtools.errors import LexiconError
from wordtools.folders import find_user_lexicons, list_lexicon_folders, list_recipe_folders
from wordtools.lexicon.file import read_manifest
from wordtools.lexicon.lexicon import Lexicon
from wordtools.wording import join_list, suggest

SUFFIX = ".lexicon"


def open_lexicon(name: str | Path) -> Lexicon:
    """Returns the lexicon or edition that `name` names: a path (`lists/csw.lexicon`); a path with
    an edition (`lists/pt.lexicon:pt-BR`); the name of a lexicon in `build/`, `$WORDTOOLS_LEXICONS`
    or the user's own folder; or the name of an edition of such a lexicon. Raises `LexiconError`.
    """
    path, edition = locate_lexicon(str(name))
    return Lexicon.read(path, edition)


def open_edition(edition: str, named: str = "") -> Lexicon:
    """Returns the words for a ruleset that requires an edition. They are the words of the required
    edition, unless another lexicon or edition is `named`. If a named lexicon has the required
    edition, that edition is opened. Raises `LexiconError`.
    """
    path, edition_name = locate_lexicon(named or edition)
    lexicon = Lexicon.read(path, edition_name)
    if not edition_name and edition in lexicon.manifest.editions:
        return lexicon.edition(edition)
    return lexicon


def locate_lexicon(name: str) -> tuple[Path, str | None]:
    """Returns the file of a lexicon or edition, and the name of the edition (None for the whole
    lexicon). Raises `LexiconError` for an unknown or ambiguous name."""
    if "\0" in name:
        raise LexiconError("the name of a lexicon cannot contain a null character")
    if os.sep in name or SUFFIX in name:
        stem, _, edition = name.partition(f"{SUFFIX}:")
        return (Path(stem + SUFFIX), edition) if edition else (Path(name), None)
    names: set[str] = set()
    folders = list_lexicon_folders()
    if place := _find_in(folders, name, names):
        return place
    own = find_user_lexicons()  # checked last, because finding it takes 10 ms
    if own.is_dir():
        folders.append(own)
        if place := _find_in([own], name, names):
            return place
    hint = "build one there, or set WORDTOOLS_LEXICONS to the folder that contains your lexicons"
    if recipe := _find_recipe(name, names):
        hint = f"run `wordtools build {recipe}` to make it"
    elif names:
        hint = suggest(name, sorted(names))
    where = join_list(map(str, folders), "or")
    raise LexiconError(f"there is no lexicon or edition {name!r} in {where}; {hint}")


def _find_recipe(name: str, names: set[str]) -> str:
    """Returns the name of the recipe for this lexicon or edition (`pt` for `pt-BR`), or "" if there
    is no recipe or its lexicon is in `names`."""
    for stem in (name, name.partition("-")[0]):
        if any((folder / f"{stem}.toml").is_file() for folder in list_recipe_folders()):
            return "" if stem in names else stem
    return ""


def _find_in(folders: list[Path], name: str, names: set[str]) -> tuple[Path, str | None] | None:
    """Returns the lexicon or edition with this name in these folders. Adds all other names to
    `names`. Raises `LexiconError` if several lexicons or editions have the name."""
    holders: list[tuple[Path, str | None]] = []
    for path in _list_files(folders):
        try:
            editions = set(read_manifest(path).editions)
        except LexiconError:
            editions = set()  # damage is reported when it is opened by name
        names |= {path.stem, *editions}
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
    return holders[0] if holders else None


def find_name(name: str) -> str:
    """Returns the name, or its lower-case form, if a lexicon or edition has this name; otherwise
    returns "". Ignores paths, since the name may come from an untrusted file."""
    if not name or os.sep in name or SUFFIX in name:
        return ""
    for candidate in (name, name.lower()):
        with suppress(LexiconError):
            locate_lexicon(candidate)
            return candidate
    return ""


def find_language(name: str) -> str:
    """Returns the language of the lexicon or edition that `find_name` finds, or ""."""
    with suppress(LexiconError):
        if lexicon := find_name(name):
            return read_manifest(locate_lexicon(lexicon)[0]).language
    return ""


def list_lexicons() -> Iterator[Path]:
    """Yields every lexicon file that can be opened by name."""
    return _list_files([*list_lexicon_folders(), find_user_lexicons()])


def _list_files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(folder.glob(f"*{SUFFIX}"))
