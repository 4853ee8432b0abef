"""The names of players, kept outside the chain so that they can be erased.

In the log's records a seat is called `seat 1`, and a member of its team `seat 1 member 1`. The
record that opens a table contains a salted hash of each name. The names and the salts are in a
database table outside the chain. Once these are deleted, nobody can tell who played, and the chain
is still intact.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec import Struct, inspect, structs

from wordtools.errors import GameError
from wordtools.log import database, upgrades
from wordtools.log.log import Log, retry
from wordtools.table.events import Opened, Seat

NAMES = sa.Table(
    "table_names",
    database.metadata,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("member", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, index=True),
    sa.Column("salt", sa.Text, nullable=False),
)
"""The names of seats, whose rows have 0 as the member, and of the members of teams, who are counted
from 1."""

upgrades.declare(upgrades.Part("tables", NAMES))

_LABEL = re.compile(r"seat [0-9]+( member [0-9]+)?")

S = TypeVar("S", bound=Struct)
_Place = tuple[int, int]
"""The number of a seat, and the number of a member of its team (from 1) or 0 for the seat
itself."""
_Change = Callable[[Any, Mapping[str, str]], Any]


class Names(Struct, frozen=True):
    """The names at a table and their salts, both keyed by label, such as `seat 1`."""

    by_label: dict[str, str]
    salts: dict[str, str]

    @classmethod
    def salt(cls, seats: Sequence[Seat]) -> Names:
        """Adds new salts to the names of these seats. Raises `GameError` for a name that is a
        label."""
        names = {_label(place): name for place, name in _list_names(seats)}
        for name in names.values():
            if _LABEL.fullmatch(name):
                sentence = f"{name} is a name that tables give to seats; choose another"
                raise GameError(sentence, "names")
        return cls(names, {label: secrets.token_hex(16) for label in names})

    def hash(self, seats: Sequence[Seat]) -> tuple[tuple[str, ...], ...]:
        """The salted hashes of each seat's name and of its members' names, in order."""
        hashes: list[list[str]] = []
        for place, name in _list_names(seats):
            hashes += [[]] * (not place[1])
            hashes[-1] = [*hashes[-1], _hash(self.salts[_label(place)], name)]
        return tuple(map(tuple, hashes))

    def hide(self, value: S) -> S:
        """Replaces the names in an event with labels. Raises `GameError` for a name that nobody at
        the table has."""
        return rename(value, {name: label for label, name in self.by_label.items()})

    def show(self, value: S) -> S:
        """Replaces the labels in an event with names."""
        return rename(value, self.by_label)

    def list_rows(self, table: str) -> list[dict[str, Any]]:
        """The rows that store the names outside the chain."""
        rows = []
        for label, name in self.by_label.items():
            seat, member = _read_label(label)
            salt = self.salts[label]
            rows.append(
                {"table": table, "seat": seat, "member": member, "name": name, "salt": salt}
            )
        return rows


def read_names(log: Log, opened: Opened) -> Names | None:
    """The names at a table that was opened with labels. Labels replace names that were erased.
    Returns None if the table's records contain the names themselves, as records of older tables do.
    Raises `GameError` if a name was altered, and `LogError` if the log cannot be read."""
    if not opened.hashes:
        return None
    places = [place for place, _ in _list_names(opened.seats)]
    names = {_label(place): _label(place) for place in places}
    salts = dict.fromkeys(names, "")
    query = sa.select(NAMES).where(NAMES.c.table == opened.table)
    for row in log.select(query) if log.has_table(NAMES.name) else []:
        label = _label((row.seat, row.member))
        if label not in names:
            raise GameError(f"the table {opened.table} has no {label}")
        if opened.hashes[row.seat - 1][row.member] != _hash(row.salt, row.name):
            raise GameError(f"the name of {label} at the table {opened.table} was changed")
        names[label], salts[label] = row.name, row.salt
    return Names(names, salts)


def find_tables(log: Log, name: str) -> list[tuple[str, int]]:
    """The tables at which this person has a seat or a place in a team, each with the number of that
    seat. Raises `LogError`."""
    if not log.has_table(NAMES.name):
        return []
    query = sa.select(NAMES.c.table, NAMES.c.seat).where(NAMES.c.name == name).distinct()
    return [(row.table, row.seat) for row in log.select(query)]


@retry
def erase_name(log: Log, name: str) -> int:
    """Erases a person's name from all tables, and also the name of the person's team. If the name
    is that of a team, the names of its members are erased as well. Returns the number of tables.
    Raises `LogError`.
    """
    if not log.has_table(NAMES.name):
        return 0
    with log.writing() as writer:
        connection = writer.connection
        if connection.dialect.name == "sqlite":
            # deletion then leaves no trace in the file
            connection.exec_driver_sql("PRAGMA secure_delete = ON")
        rows = connection.execute(sa.select(NAMES).where(NAMES.c.name == name)).all()
        for row in rows:
            of_seat = (NAMES.c.table == row.table) & (NAMES.c.seat == row.seat)
            of_person = sa.or_(row.member == 0, NAMES.c.member.in_((0, row.member)))
            connection.execute(sa.delete(NAMES).where(of_seat & of_person))
    return len({row.table for row in rows})


def rename(value: S, names: Mapping[str, str]) -> S:
    """Replaces the names in all fields of the type `events.Name`. Raises `GameError` for a name
    that has no replacement."""
    changes = {
        field: change(getattr(value, field), names)
        for field, change in _find_changes(type(value)).items()
    }
    return structs.replace(value, **changes) if changes else value


@cache
def _find_changes(kind: type[Struct]) -> dict[str, _Change]:
    """Finds, for each field that contains names, the function that replaces them."""
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        return {}
    changes = {field.name: _find_change(field.type) for field in info.fields}
    return {field: change for field, change in changes.items() if change is not None}


def _find_change(kind: inspect.Type) -> _Change | None:
    """Finds the function that replaces names in a value of this type; None if such values contain
    no names."""
    match kind:
        case inspect.Metadata(extra={"holds": "name"}):
            return _replace
        case inspect.Metadata(type=inner):
            return _find_change(inner)
        case inspect.StructType():
            return rename
        case inspect.VarTupleType(item_type=inner):
            change = _find_change(inner)
            return change and partial(_change_items, change)
        case inspect.DictType(key_type=inner):
            change = _find_change(inner)
            return change and partial(_change_keys, change)
        case inspect.UnionType(types=types):
            if any(isinstance(one, inspect.StructType) for one in types):
                return rename
            return next(filter(None, map(_find_change, types)), None)
    return None


def _change_items(change: _Change, items: Sequence[Any], names: Mapping[str, str]) -> Any:
    return tuple(change(item, names) for item in items)


def _change_keys(change: _Change, items: Mapping[str, Any], names: Mapping[str, str]) -> Any:
    return {change(key, names): item for key, item in items.items()}


def _replace(name: str | None, names: Mapping[str, str]) -> str | None:
    if not name:
        return name
    if name not in names:
        raise GameError("an event names somebody who has no seat")
    return names[name]


def _list_names(seats: Sequence[Seat]) -> Iterator[tuple[_Place, str]]:
    for number, seat in enumerate(seats, 1):
        yield (number, 0), seat.name
        for member, name in enumerate(seat.members, 1):
            yield (number, member), name


def _label(place: _Place) -> str:
    seat, member = place
    return f"seat {seat} member {member}" if member else f"seat {seat}"


def _read_label(label: str) -> _Place:
    numbers = [int(part) for part in label.split() if part.isdigit()]
    return numbers[0], numbers[1] if len(numbers) > 1 else 0


def _hash(salt: str, name: str) -> str:
    return hashlib.sha256(f"wordtools table name\n{salt}\n{name}".encode()).hexdigest()
