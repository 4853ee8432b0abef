"""Reading what people declare in TOML: alphabets, recipes, rulesets.

A file is read into `msgspec.Struct`s, whose fields are the whole of what may be said. Errors name
the file, the key and the nearest known one.
"""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from wordtools.errors import WordtoolsError

T = TypeVar("T")


def read(path: Path, shape: type[T], error: type[WordtoolsError]) -> T:
    """The file's content as `shape`; raises `error` with one plain sentence."""
    data = tables(path, error)
    refuse_unknown(path, data, shape, error)
    return typed(path, data, shape, error)


def tables(path: Path, error: type[WordtoolsError]) -> dict[str, Any]:
    """The file's content as TOML has it; raises `error`."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except UnicodeDecodeError as fault:
        raise error(f"{path}: byte {fault.start} is not UTF-8; save the file as UTF-8.") from None
    except tomllib.TOMLDecodeError as fault:
        raise error(f"{path}: this is not TOML: {fault}.") from None
    except OSError as fault:
        raise error(f"{path}: cannot be read: {fault.strerror}.") from None


def typed(path: Path, data: Any, shape: type[T], error: type[WordtoolsError]) -> T:
    """`data` as `shape`; raises `error`, which names the file and the key at fault."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as fault:
        message, _, place = str(fault).partition(" - at ")
        where = place.strip("`").removeprefix("$").removeprefix(".")
        counted = re.sub(r"\[(\d+)\]", lambda index: f"[{int(index[1]) + 1}]", where)
        known = _values_at(shape, where)
        mend = f"; known are {', '.join(known)}" if known else ""
        raise error(f"{path}: {counted + ': ' if counted else ''}{message}{mend}.") from None


def refuse_unknown(path: Path, data: Any, shape: Any, error: type[WordtoolsError]) -> None:
    """Raises `error` for a key that no field of `shape` carries, tables within tables included."""
    _refuse_unknown(path, "", data, shape, error)


def _refuse_unknown(
    path: Path, where: str, data: Any, shape: Any, error: type[WordtoolsError]
) -> None:
    """Looks for keys that no field carries, tables within tables included."""
    if isinstance(data, list):
        for place, item in enumerate(data, 1):
            for inner in get_args(shape):
                _refuse_unknown(path, f"{where.removesuffix('.')}[{place}].", item, inner, error)
    elif isinstance(data, dict) and get_origin(shape) is dict:  # its keys are the user's own
        for key, value in data.items():
            _refuse_unknown(path, f"{where}{key}.", value, get_args(shape)[1], error)
    elif isinstance(data, dict):
        structs = [s for s in (shape, *get_args(shape)) if _is_struct(s)]
        fields = {f.encode_name: f.type for s in structs for f in msgspec.structs.fields(s)}
        for key, value in data.items():
            if structs and key not in fields:
                near = get_close_matches(key, fields, n=1, cutoff=0.5)
                mend = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(fields)}."
                raise error(f"{path}: {where}{key} is not known here; {mend}")
            _refuse_unknown(path, f"{where}{key}.", value, fields.get(key), error)


def _values_at(shape: Any, where: str) -> list[str]:
    """The values that may stand at a place, where they are a fixed few."""
    for step in re.findall(r"[\w-]+|\[\d+\]|\[\.\.\.\]", where):
        shape = next((s for s in (shape, *get_args(shape)) if _is_struct(s) or get_args(s)), shape)
        if _is_struct(shape):
            shape = {f.encode_name: f.type for f in msgspec.structs.fields(shape)}.get(step)
        else:
            shape = get_args(shape)[-1] if get_args(shape) else None
    options = [s for s in (shape, *get_args(shape)) if get_origin(s) is Literal]
    return [repr(value) for option in options for value in get_args(option)]


def _is_struct(shape: Any) -> bool:
    return isinstance(shape, type) and issubclass(shape, msgspec.Struct)
