"""Reads the TOML files that people write: alphabets, recipes, rulesets and settings.

Files become `msgspec.Struct`s, whose fields are the known keys. Errors name the file and the key,
and suggest the nearest known key.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from wordtools.errors import WordtoolsError
from wordtools.wording import suggest

T = TypeVar("T")

MOST_BYTES = 1 << 18
"""The maximum size of a file in bytes."""

_MOST_DOTS = 200
"""Maximum number of dots in a key. Limited because parsing time is quadratic in this number."""

KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
"""Plain names of types."""


def read_toml(path: Path, shape: type[T], error: type[WordtoolsError]) -> T:
    """Reads the content of a file as `shape`. Raises `error`."""
    return convert_tables(path, read_tables(path, error), shape, error)


def read_tables(path: Path, error: type[WordtoolsError]) -> dict[str, Any]:
    """Reads the content of a file as a dictionary. Raises `error`."""
    import tomllib  # this import takes 5 ms, and plain lists do not need it

    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise error(
                f"{path}: more than {MOST_BYTES:,} bytes; too large for a hand-written file"
            )
        text = content.decode("utf-8")
        if any(part.count(".") > _MOST_DOTS for part in re.split("[=\n]", text)):
            raise RecursionError
        return tomllib.loads(text)
    except UnicodeDecodeError as fault:
        raise error(f"{path}: byte {fault.start} is not UTF-8; save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as fault:
        name = str(fault).startswith(("Expected '='", "Invalid statement"))
        hint = "; a name with more than a-z, A-Z, 0-9, - and _ needs quotation marks" * name
        raise error(f"{path}: this is not TOML: {fault}{hint}") from None
    except RecursionError:
        raise error(f"{path}: nested too deeply to read") from None
    except OSError as fault:
        raise error(f"{path}: cannot be read: {fault.strerror}") from None
    except ValueError as fault:  # too many digits in a number, or an impossible path
        too_long = f"a number has more than {sys.get_int_max_str_digits():,} digits"
        reason = too_long if "int_max_str_digits" in str(fault) else fault
        raise error(f"{path}: cannot be read: {reason}") from None


def convert_tables(
    path: Path, tables: dict[str, Any], shape: type[T], error: type[WordtoolsError]
) -> T:
    """Converts a file's tables to `shape`. Raises `error`, for example if there are unknown
    keys."""
    refuse_unknown_keys(path, tables, shape, error)
    return convert(path, tables, shape, error)


def convert(path: Path, data: Any, shape: type[T], error: type[WordtoolsError]) -> T:
    """Converts `data` to `shape`. Raises `error`, which names the file and the key at fault."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as fault:
        message, _, place = str(fault).partition(" - at ")
        key, expected = _locate(data, shape, place.strip("`").removeprefix("$"))
        choices = [
            repr(choice)
            for option in _list_options(expected)
            if get_origin(option) is Literal
            for choice in get_args(option)
        ]
        hint = f"; choose from {', '.join(choices)}" if choices else _describe_expected(expected)
        raise error(f"{path}: {key + ': ' if key else ''}{_translate(message)}{hint}") from None


def refuse_unknown_keys(
    path: Path, data: Any, shape: Any, error: type[WordtoolsError], prefix: str = ""
) -> None:
    """Raises `error` if there are unknown keys, including those in nested tables. Messages put
    `prefix` before keys."""
    if isinstance(data, list):
        for number, item in enumerate(data, 1):
            for inner in get_args(shape):
                place = f"{prefix.removesuffix('.')}[{number}]."
                refuse_unknown_keys(path, item, inner, error, place)
    elif isinstance(data, dict) and get_origin(shape) is dict:  # users choose its keys
        for key, value in data.items():
            refuse_unknown_keys(path, value, get_args(shape)[1], error, f"{prefix}{key}.")
    elif isinstance(data, dict):
        structs = [s for s in (shape, *get_args(shape)) if _is_struct(s)]
        fields = {name: kind for s in structs for name, kind in _list_fields(s).items()}
        fields = {name: kind for name, kind in fields.items() if not name.startswith("$")}  # ours
        for key, value in data.items():
            if structs and key not in fields:
                hint = suggest(key, fields, cutoff=0.5)
                raise error(f"{path}: {prefix}{key} is not a known key; {hint}")
            refuse_unknown_keys(path, value, fields.get(key), error, f"{prefix}{key}.")


def _locate(data: Any, shape: Any, place: str) -> tuple[str, Any]:
    """Finds the key that msgspec's notation for a place means (`.a[0][...]`), and the shape
    expected there. In the key, items are counted from 1, and names that msgspec omits are included.
    """
    name = ""
    for step in re.findall(r"[\w$-]+|\[\d+\]|\[\.\.\.\]", place):
        shape = next((s for s in _list_options(shape) if _is_struct(s) or get_args(s)), None)
        inner = get_args(shape)
        if step == "[...]":
            step = next(key for key in data if not _fits(data[key], inner[1]))
            data, shape = data[step], inner[1]
        elif step.startswith("["):
            index = int(step[1:-1])
            data, shape = data[index], inner[0 if inner[-1] is ... else min(index, len(inner) - 1)]
            name += f"[{index + 1}]"
            continue
        else:
            data, shape = data[step], _list_fields(shape)[step]
        name += f".{step}"
    return name.removeprefix("."), shape


@cache
def _list_fields(struct: Any) -> dict[str, Any]:
    """The type of each field, by its name in a file. Cached here, because msgspec does not cache
    it.
    """
    return {field.encode_name: field.type for field in msgspec.structs.fields(struct)}


def _describe_expected(shape: Any) -> str:
    """A hint that says how to write a value, if the shape has a description."""
    metadata = getattr(shape, "__metadata__", ())
    return "".join(f"; write {meta.description}" for meta in metadata if meta.description)


def _list_options(shape: Any) -> list[Any]:
    """The members of a union, or the shape itself, without annotations."""
    if get_origin(shape) is Annotated:
        return _list_options(get_args(shape)[0])
    if get_origin(shape) in (Union, UnionType):
        return [option for member in get_args(shape) for option in _list_options(member)]
    return [shape]


def _fits(data: Any, shape: Any) -> bool:
    try:
        msgspec.convert(data, shape)
    except msgspec.ValidationError:
        return False
    return True


def _translate(message: str) -> str:
    """Translates an error message of msgspec into plain words."""
    message = re.sub(r"Object missing required field `(.+)`", r"\1 is missing", message)
    message = re.sub(r"Invalid enum value ('.*')", r"\1 is not a choice", message, flags=re.S)
    message = message.replace("Invalid RFC3339 encoded date", "this is not a date")
    message = message.replace("Expected", "expected")
    return re.sub(
        r"`([^`]+)`",
        lambda named: " or ".join(
            KINDS.get(kind, kind) for kind in named[1].split(" | ") if kind != "null"
        ),
        message,
    )


def _is_struct(shape: Any) -> bool:
    return isinstance(shape, type) and issubclass(shape, msgspec.Struct)
