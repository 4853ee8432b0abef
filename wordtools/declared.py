"""Reading what people declare in TOML: alphabets, recipes, rulesets.

A file is read into `msgspec.Struct`s, whose fields are the whole of what may be said. Errors name
the file, the key and the nearest known one.
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from wordtools.errors import WordtoolsError

T = TypeVar("T")


def read(path: Path, shape: type[T], error: type[WordtoolsError]) -> T:
    """The file's content as `shape`; raises `error` with one plain sentence."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except UnicodeDecodeError as fault:
        raise error(f"{path}: byte {fault.start} is not UTF-8; save the file as UTF-8.") from None
    except tomllib.TOMLDecodeError as fault:
        raise error(f"{path}: this is not TOML: {fault}.") from None
    except OSError as fault:
        raise error(f"{path}: cannot be read: {fault.strerror}.") from None
    _refuse_unknown(path, "", data, shape, error)
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as fault:
        message, _, place = str(fault).partition(" - at ")
        where = place.strip("`").removeprefix("$.")
        raise error(f"{path}: {where + ': ' if where else ''}{message}.") from None


def _refuse_unknown(
    path: Path, where: str, data: Any, shape: Any, error: type[WordtoolsError]
) -> None:
    """Looks for keys that no field carries, tables within tables included."""
    if isinstance(data, list):
        for item in data:
            for inner in get_args(shape):
                _refuse_unknown(path, where, item, inner, error)
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


def _is_struct(shape: Any) -> bool:
    return isinstance(shape, type) and issubclass(shape, msgspec.Struct)
