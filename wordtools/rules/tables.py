"""What a ruleset's file says, laid over what it extends, with the variants asked for on top.

Nothing here knows what a ruleset is: these are TOML's own tables.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wordtools import declared
from wordtools.errors import RulesError

FOLDER = Path(__file__).with_name("rulesets")
MOST_FILES = 8
"""How long a chain of files that extend one another may be."""

ABOUT_FILES = ("game", "extends", "variants", "without")
"""The keys of a file that are no values of its ruleset."""

Tables = dict[str, Any]


def names() -> list[str]:
    """The rulesets that come with wordtools, without their variants."""
    return sorted(path.stem for path in FOLDER.glob("*.toml") if not path.stem.startswith("_"))


def find(name: str) -> Path:
    """The file of a ruleset, by its name or the path of the user's own. Raises `RulesError`."""
    if name.endswith(".toml"):
        return Path(name)
    if name not in names():
        raise RulesError(
            f"There is no ruleset {name!r}; known are {', '.join(names())}, "
            "or name a .toml file of your own."
        )
    return FOLDER / f"{name}.toml"


def chain(path: Path) -> list[tuple[Path, Tables]]:
    """The tables of a file after those of what it extends. Raises `RulesError`."""
    found: list[tuple[Path, Tables]] = []
    while True:
        tables = declared.tables(path, RulesError)
        if any(path.samefile(file) for file, _ in found):
            raise RulesError(f"{path}: extends: this file extends itself in the end.")
        if len(found) == MOST_FILES:
            raise RulesError(f"{path}: extends: more than {MOST_FILES} files in a row.")
        found.insert(0, (path, tables))
        if "extends" not in tables:
            return found
        path = _extended(path, tables["extends"])


def _extended(path: Path, parent: object) -> Path:
    if not isinstance(parent, str):
        raise RulesError(f"{path}: extends: name one ruleset or one file.")
    base, colon, _ = parent.partition(":")
    if colon:
        raise RulesError(
            f"{path}: extends: {parent!r} is a variant, which no file can extend; "
            f"extend {base!r} and say what differs."
        )
    if parent.endswith(".toml"):
        return path.parent / parent
    if parent not in {file.stem for file in FOLDER.glob("*.toml")}:
        raise RulesError(f"{path}: extends: no ruleset {parent!r}; known are {', '.join(names())}.")
    return FOLDER / f"{parent}.toml"


def variants(path: Path, tables: Tables) -> dict[str, Tables]:
    """The variants that a file has, by name. Raises `RulesError`."""
    found = tables.get("variants", {})
    if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
        raise RulesError(f"{path}: variants: each variant is a table, [variants.NAME].")
    return found


def values(tables: Tables) -> Tables:
    """What a file or a variant says of the ruleset itself."""
    return {key: value for key, value in tables.items() if key not in ABOUT_FILES}


def laid(path: Path, below: Tables, above: Tables) -> Tables:
    """Tables with those of a file or a variant laid over them: first what it is `without` goes,
    then what it says is added, an alphabet's file found beside it. Raises `RulesError`."""
    without = above.get("without", [])
    if not isinstance(without, list) or not all(isinstance(place, str) for place in without):
        raise RulesError(f'{path}: without: list keys that are inherited, as in ["clock"].')
    for place in without:
        try:
            below = _dropped(below, place.split("."))
        except KeyError:
            raise RulesError(f"{path}: without: there is no {place!r} to leave out.") from None
    own = values(above)
    alphabet = own.get("alphabet")
    if isinstance(alphabet, str) and alphabet.endswith(".toml"):
        own["alphabet"] = str(path.parent / alphabet)
    return _merged(below, own)


def _dropped(tables: Tables, place: list[str]) -> Tables:
    first, *rest = place
    inner = tables[first]
    if rest and isinstance(inner, dict):
        return tables | {first: _dropped(inner, rest)}
    if rest and isinstance(inner, list):  # contested entries, by what they are about
        others = [entry for entry in inner if _about(entry) != ".".join(rest)]
        if len(others) < len(inner):
            return tables | {first: others}
    if rest:
        raise KeyError(first)
    return {key: value for key, value in tables.items() if key != first}


def _merged(below: Tables, above: Tables) -> Tables:
    """Tables united key by key; of two other values the upper one holds. Entries about what is
    contested add up, and replace those about the same thing."""
    whole = dict(below)
    for key, value in above.items():
        under = whole.get(key)
        if isinstance(under, dict) and isinstance(value, dict):
            value = _merged(under, value)
        elif key == "contested" and isinstance(under, list) and isinstance(value, list):
            value = [entry for entry in under if _about(entry) not in map(_about, value)] + value
        whole[key] = value
    return whole


def _about(entry: object) -> object:
    return entry.get("about") if isinstance(entry, dict) else None
