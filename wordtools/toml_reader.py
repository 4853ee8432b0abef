"""Reading what people declare in TOML: alphabets, recipes, rulesets.

A file is read into `msgspec.Struct`s, whose fields are the whole of what may be said. Errors name
the file, the key and the nearest known one.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from wordtools.errors import WordtoolsError
from wordtools.wording import suggest

T = TypeVar("T")

MOST_BYTES = 1 << 20
"""The size of a file that somebody may have written by hand."""

KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
"""What TOML's kinds of value are called."""


def read_toml(path: Path, shape: type[T], error: type[WordtoolsError]) -> T:
    """The file's content as `shape`; raises `error` with one plain sentence."""
    data = read_tables(path, error)
    refuse_unknown_keys(path, data, shape, error)
    return convert(path, data, shape, error)


def read_tables(path: Path, error: type[WordtoolsError]) -> dict[str, Any]:
    """The file's content as TOML has it; raises `error`."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise error(
                f"{path}: more than {MOST_BYTES:,} bytes; too large for a hand-written file"
            )
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as fault:
        raise error(f"{path}: byte {fault.start} is not UTF-8; save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as fault:
        raise error(f"{path}: this is not TOML: {fault}") from None
    except RecursionError:
        raise error(f"{path}: lists within lists, too deep to read") from None
    except OSError as fault:
        raise error(f"{path}: cannot be read: {fault.strerror}") from None
    except ValueError as fault:  # a number of thousands of digits; a path that none can be
        raise error(f"{path}: cannot be read: {fault}") from None


def convert(path: Path, data: Any, shape: type[T], error: type[WordtoolsError]) -> T:
    """`data` as `shape`; raises `error`, which names the file and the key at fault."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as fault:
        message, _, place = str(fault).partition(" - at ")
        where, expected = _locate(data, shape, place.strip("`").removeprefix("$"))
        choices = [
            repr(choice)
            for option in _list_options(expected)
            if get_origin(option) is Literal
            for choice in get_args(option)
        ]
        hint = f"; choose from {', '.join(choices)}" if choices else _describe_expected(expected)
        raise error(f"{path}: {where + ': ' if where else ''}{_translate(message)}{hint}") from None


def refuse_unknown_keys(path: Path, data: Any, shape: Any, error: type[WordtoolsError]) -> None:
    """Raises `error` for a key that no field of `shape` carries, tables within tables included."""
    _refuse_unknown_keys(path, "", data, shape, error)


def _refuse_unknown_keys(
    path: Path, where: str, data: Any, shape: Any, error: type[WordtoolsError]
) -> None:
    """Looks for keys that no field carries, tables within tables included."""
    if isinstance(data, list):
        for place, item in enumerate(data, 1):
            for inner in get_args(shape):
                _refuse_unknown_keys(
                    path, f"{where.removesuffix('.')}[{place}].", item, inner, error
                )
    elif isinstance(data, dict) and get_origin(shape) is dict:  # its keys are the user's own
        for key, value in data.items():
            _refuse_unknown_keys(path, f"{where}{key}.", value, get_args(shape)[1], error)
    elif isinstance(data, dict):
        structs = [s for s in (shape, *get_args(shape)) if _is_struct(s)]
        fields = {f.encode_name: f.type for s in structs for f in msgspec.structs.fields(s)}
        fields = {name: kind for name, kind in fields.items() if not name.startswith("$")}  # ours
        for key, value in data.items():
            if structs and key not in fields:
                hint = suggest(key, fields, cutoff=0.5)
                raise error(f"{path}: {where}{key} is not a known key; {hint}")
            _refuse_unknown_keys(path, f"{where}{key}.", value, fields.get(key), error)


def _locate(data: Any, shape: Any, where: str) -> tuple[str, Any]:
    """What people call a place that msgspec names (`.a[0][...]`), counted from 1 and with the keys
    that it leaves out, and the shape expected there."""
    name = ""
    for step in re.findall(r"[\w$-]+|\[\d+\]|\[\.\.\.\]", where):
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
            fields = {field.encode_name: field.type for field in msgspec.structs.fields(shape)}
            data, shape = data[step], fields[step]
        name += f".{step}"
    return name.removeprefix("."), shape


def _describe_expected(shape: Any) -> str:
    """How to write what belongs there, where its shape is described."""
    metadata = getattr(shape, "__metadata__", ())
    return "".join(f"; write {meta.description}" for meta in metadata if meta.description)


def _list_options(shape: Any) -> list[Any]:
    """The shapes that a place may have: those of a union, without their annotations."""
    if get_origin(shape) is Annotated:
        return _list_options(get_args(shape)[0])
    if get_origin(shape) in (Union, UnionType):
        return [option for each in get_args(shape) for option in _list_options(each)]
    return [shape]


def _fits(data: Any, shape: Any) -> bool:
    try:
        msgspec.convert(data, shape)
    except msgspec.ValidationError:
        return False
    return True


def _translate(message: str) -> str:
    """What msgspec says, in the words of people who write TOML."""
    message = re.sub(r"Object missing required field `(.+)`", r"\1 is missing", message)
    return re.sub(
        r"`([^`]+)`",
        lambda named: " or ".join(
            KINDS.get(kind, kind) for kind in named[1].split(" | ") if kind != "null"
        ),
        message,
    )


def _is_struct(shape: Any) -> bool:
    return isinstance(shape, type) and issubclass(shape, msgspec.Struct)
