"""Makes the data of built-in alphabets, `alphabets/NAME.json`, from `alphabets/NAME.toml` with ICU.
`python -m tools.alphabets` regenerates it; test_alphabet.py fails if it is stale."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from wordtools import alphabet


def finish_alphabet(path: Path) -> str:
    """The finished data of an alphabet's TOML file, in JSON."""
    language = alphabet.read_alphabet(path)
    return json.dumps(language, default=_encode, ensure_ascii=False, indent=1) + "\n"


def _encode(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return {k: v for k, v in msgspec.structs.asdict(value).items() if v is not msgspec.UNSET}


if __name__ == "__main__":
    for name in alphabet.list_alphabets():
        source = alphabet.FOLDER / f"{name}.toml"
        source.with_suffix(".json").write_text(finish_alphabet(source), "utf-8")
