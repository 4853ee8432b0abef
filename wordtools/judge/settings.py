"""The settings of stations and services: one TOML file, every key optional."""

from __future__ import annotations

from pathlib import Path

import msgspec

from wordtools import toml_reader
from wordtools.errors import WordtoolsError
from wordtools.stored import StoredFormat

LONGEST_TEXT = 100
"""Characters that the name of an event, a round or a table may have."""
_FORMAT = StoredFormat(1)


class _Stated(msgspec.Struct):
    format: int = 1


class Settings(msgspec.Struct, frozen=True):
    """Seconds and sizes of a station, with the defaults that stations have at tournaments.

    `most_words` is how many words one challenge may name. `entry_seconds` without a key clear the
    entry, `confirm_seconds` the confirmation. A verdict is shown for `verdict_seconds`; keys are
    ignored for the first `deaf_seconds` of them. `password_seconds` is the time to type the
    director's password, `wrong_seconds` the time after a wrong one until another is checked;
    `director_seconds` without a key leave the director's screen. A service answers a station
    `station_burst` requests at once and `station_rate` a second in the long run. `event`, `round`
    and `table` are where a terminal stands; the stations of a service are told by the director.
    """

    most_words: int = 8
    entry_seconds: float = 15
    confirm_seconds: float = 30
    verdict_seconds: float = 10
    deaf_seconds: float = 0.5
    password_seconds: float = 10
    wrong_seconds: float = 1.5
    director_seconds: float = 60
    station_rate: float = 20
    station_burst: int = 60
    event: str = ""
    round: str = ""
    table: str = ""


def read(path: Path | None) -> Settings:
    """The settings of a TOML file, or the defaults. Raises `WordtoolsError`, also for a file whose
    `format` is newer."""
    if path is None:
        return Settings()
    tables = toml_reader.read_tables(path, WordtoolsError)
    stated = {name: tables.pop(name) for name in ("format",) if name in tables}
    found = toml_reader.convert(path, stated, _Stated, WordtoolsError).format
    if (fault := _FORMAT.find_fault(found)) is not None:
        raise WordtoolsError(f"{path}: format: {fault}")
    settings = toml_reader.convert_tables(path, tables, Settings, WordtoolsError)
    if not 1 <= settings.most_words <= 9:
        raise WordtoolsError(f"{path}: most_words: choose a number from 1 to 9")
    for name, value in msgspec.structs.asdict(settings).items():
        if isinstance(value, str):
            if not value.isprintable() or len(value) > LONGEST_TEXT:
                raise WordtoolsError(
                    f"{path}: {name}: write up to {LONGEST_TEXT} characters of text"
                )
        elif not value > 0:
            raise WordtoolsError(f"{path}: {name}: write a number above 0")
    return settings
