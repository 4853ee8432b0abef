"""Inheritance between ruleset files: tables that replace, add to or remove what they inherit.

This module deals only with TOML tables, not with the meaning of a ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wordtools.errors import RulesError

ABOUT_FILES = ("game", "extends", "variants", "without")
"""The keys that describe the file rather than its ruleset."""

Tables = dict[str, Any]


def read_variants(path: Path, tables: Tables) -> dict[str, Tables]:
    """The variants in a file, by name. Raises `RulesError`."""
    variants = tables.get("variants", {})
    if not isinstance(variants, dict) or not all(isinstance(v, dict) for v in variants.values()):
        raise RulesError(f"{path}: variants: write each variant as a table, [variants.NAME]")
    return variants


def select_values(tables: Tables) -> Tables:
    """The tables of a file or variant, without the keys that describe the file itself."""
    return {key: value for key, value in tables.items() if key not in ABOUT_FILES}


def list_values(tables: Tables, place: str = "") -> Iterator[tuple[str, object]]:
    """The values of a variant, by key (`clock.game`). Leaves out its title and contested entries,
    which do not conflict with those of other variants."""
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from list_values(value, f"{place}{key}.")
        elif place or key not in ("title", "contested", "without"):
            yield place + key, value


def overlay(path: Path, below: Tables, above: Tables) -> Tables:
    """Lays the tables of a file or variant (`above`) over the tables `below`. The key `without` in
    `above` first removes inherited keys. If an alphabet is a file, its path is relative to `path`.
    Raises `RulesError`.
    """
    without = above.get("without", [])
    if not isinstance(without, list) or not all(isinstance(place, str) for place in without):
        raise RulesError(f'{path}: without: list inherited keys, as in ["clock"]')
    for place in without:
        try:
            below = _drop(below, place.split("."))
        except KeyError:
            raise RulesError(f"{path}: without: no key {place!r} is inherited; remove it") from None
    own = select_values(above)
    alphabet = own.get("alphabet")
    if isinstance(alphabet, str) and alphabet.endswith(".toml"):
        own["alphabet"] = str(path.parent / alphabet)
    return _merge(below, own)


def _drop(tables: Tables, place: list[str]) -> Tables:
    first, *rest = place
    inner = tables[first]
    if rest and isinstance(inner, dict):
        return tables | {first: _drop(inner, rest)}
    if rest and isinstance(inner, list):  # contested entries are merged by `about`
        others = [entry for entry in inner if _about(entry) != ".".join(rest)]
        if len(others) < len(inner):
            return tables | {first: others}
    if rest:
        raise KeyError(first)
    return {key: value for key, value in tables.items() if key != first}


def _merge(below: Tables, above: Tables) -> Tables:
    """Merges tables key by key; other values in `above` replace those in `below`. Contested entries
    are added to those in `below`, and replace any with the same `about`."""
    whole = dict(below)
    for key, value in above.items():
        under = whole.get(key)
        if isinstance(under, dict) and isinstance(value, dict):
            value = _merge(under, value)
        elif key == "contested" and isinstance(under, list) and isinstance(value, list):
            value = [entry for entry in under if _about(entry) not in map(_about, value)] + value
        whole[key] = value
    return whole


def _about(entry: object) -> object:
    return entry.get("about") if isinstance(entry, dict) else None
