"""The sentences of tables, in terminals and in browsers, in one TOML file per language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from wordtools import toml_reader
from wordtools.errors import WordtoolsError

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def load_sentences(language: str) -> Mapping[str, str]:
    """The sentences of a language by key, English ones where it has none."""
    texts = _read("en")
    return {**texts, **_read(language)} if language in LANGUAGES else texts


def _read(language: str) -> dict[str, str]:
    return toml_reader.read_toml(FOLDER / f"{language}.toml", dict[str, str], WordtoolsError)
