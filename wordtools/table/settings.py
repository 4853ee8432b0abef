"""The settings of a table: the values of its ruleset that players may change for one game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct, inspect

from wordtools.errors import GameError
from wordtools.rules import challenge
from wordtools.rules.ruleset import BLANK, Ruleset

Kind = Literal["yes/no", "choice", "count", "points", "seconds", "players", "tiles", "bonus"]

_SETTINGS = (
    "players",
    "tiles",
    "words.shortest",
    "words.repeated",
    "rack",
    "bonus",
    "challenge",
    "exchange",
    "clock",
    "end",
    "connected",
    "lowest_score",
    "random_tiles",
    "reclaim_blanks",
    "begins",
    "grid",
    "pool",
    "place",
    "repeat",
)
"""The keys of rulesets that a table may change, in the order in which forms show them."""
_HIDDEN = ("tile_colours", "board", "premiums")
"""Further keys, whose values have no simple form."""


class Setting(Struct, frozen=True, omit_defaults=True):
    """A setting, with its key in ruleset files (`clock.game`), its kind and its `value`. `choices`:
    the values that a "choice" may have. `least`, `most`: the bounds of numbers. `optional`: the
    value may be None.

    The kind determines the form of the value. "players": the minimum and maximum number. "tiles":
    the number and value of each tile (`?` is the blank). "bonus": the points for each number of
    tiles laid.
    """

    key: str
    kind: Kind
    value: Any
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    optional: bool = False


def list_settings(ruleset: Ruleset) -> tuple[Setting, ...]:
    """The settings of a ruleset with their present values."""
    return tuple(
        setting
        for key in _SETTINGS
        for setting in _find_settings(type(ruleset), ruleset, key)
        if ruleset.players[0] != ruleset.players[1] or setting.key != "players"
    )


def check_changes(changes: Mapping[str, Any]) -> None:
    """Raises `GameError` if a change concerns something other than a setting."""
    for key in _list_keys(changes):
        if not any(f"{key}.".startswith(f"{setting}.") for setting in (*_SETTINGS, *_HIDDEN)):
            raise GameError(f"{key[:40]!r} is not a setting of a table", "setting")


def read_changes(texts: Iterable[str]) -> dict[str, Any]:
    """Reads the changes from texts such as `clock.game=1500`, `exchange.most=none`, `end.stops=yes`
    and `tiles.A=9,1`. Raises `GameError`."""
    changes: dict[str, Any] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        *outer, last = key.strip().split(".")
        if not equals or not all((*outer, last)):
            raise GameError(f"{text!r} is not a setting; write KEY=VALUE, as in clock.game=1500")
        inner = changes
        for name in outer:
            inner = inner.setdefault(name, {})
            if not isinstance(inner, dict):
                raise GameError(f"{key.strip()}: {name} already has a value")
        inner[last] = _read_value(value.strip())
    return changes


def _read_value(text: str) -> Any:
    words = {"yes": True, "true": True, "no": False, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    if re.fullmatch(r"-?[0-9]{1,9}", text):
        return int(text)
    if re.fullmatch(r"-?[0-9]{1,9}(,-?[0-9]{1,9})+", text):
        return [int(number) for number in text.split(",")]
    return text


def _list_keys(changes: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in changes.items():
        if isinstance(value, Mapping) and value:
            yield from _list_keys(value, f"{prefix}{key}.")
        else:
            yield prefix + key


def _find_settings(
    kind: type[Struct], holder: Any, key: str, prefix: str = ""
) -> Iterator[Setting]:
    """The settings at this key of a ruleset, including those nested under the key."""
    first, _, rest = key.partition(".")
    for field in msgspec.structs.fields(kind):
        if field.encode_name != first and first:
            continue
        name, value = prefix + field.encode_name, getattr(holder, field.name)
        shape, is_optional = _strip(inspect.type_info(field.type))
        if isinstance(shape.type, inspect.StructType):
            yield from _find_settings(shape.type.cls, value, rest, f"{name}.")
        elif name == "tiles":
            faces = (BLANK, *holder.alphabet.tiles)
            tiles = zip(holder.counts, holder.values, strict=True)
            yield Setting(name, "tiles", dict(zip(faces, tiles, strict=True)))
        elif (setting := _describe(name, shape, value)) is not None:
            yield msgspec.structs.replace(setting, optional=is_optional)


class _Shape(Struct):
    """A type stripped of its annotations, and those annotations."""

    type: inspect.Type
    unit: str = ""


def _strip(shape: inspect.Type) -> tuple[_Shape, bool]:
    """Returns the shape of a type, and True if its value may be None."""
    if isinstance(shape, inspect.Metadata):
        inner, is_optional = _strip(shape.type)
        return msgspec.structs.replace(inner, unit=(shape.extra or {}).get("unit", "")), is_optional
    if isinstance(shape, inspect.UnionType):
        others = [one for one in shape.types if not isinstance(one, inspect.NoneType)]
        return _strip(others[0])[0], True
    return _Shape(shape), False


def _describe(key: str, shape: _Shape, value: Any) -> Setting | None:
    kinds: dict[str, Kind] = {"points": "points", "seconds": "seconds"}
    if key == "challenge.rule":
        return Setting(key, "choice", value, choices=tuple(challenge.load_challenge_rules()))
    match shape.type:
        case inspect.BoolType():
            return Setting(key, "yes/no", value)
        case inspect.IntType(ge=least, le=most):
            return Setting(key, kinds.get(shape.unit, "count"), value, least=least, most=most)
        case inspect.LiteralType(values=values):
            return Setting(key, "choice", value, choices=tuple(map(str, values)))
    if key == "players":
        return Setting(key, "players", list(value), least=1, most=9)
    return Setting(key, "bonus", value) if key == "bonus" else None
