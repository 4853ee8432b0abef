"""Stores stations, sessions, and the lexicon in force. All workers share these in tables of the
log's database.

The tokens of stations and sessions consist of 256 random bits. Only their SHA-256 is stored, so
reading the database does not reveal them. Every change to the stations or the lexicon raises
`version`, which tells workers to reload the state. The director's acts are recorded in the same
transaction as the change.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from wordtools.errors import WordtoolsError
from wordtools.judge import acts
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.password import DirectorPassword
from wordtools.log import database, upgrades
from wordtools.log.log import Log, retry
from wordtools.log.record import now
from wordtools.log.writer import Writer
from wordtools.service import (
    attempts,
    codes,
    devices,
    locations,
    presence,
    seats,  # noqa: F401 (its tables are made with these)
)
from wordtools.service.attempts import Guesser
from wordtools.service.locations import Locations
from wordtools.service.tokens import hash_token
from wordtools.table import names as _names  # noqa: F401 (its table is made with these)

SESSION_HOURS = 12
_STATION_NAME = re.compile(r"(?=.{1,40}\Z)[^\W_][\w .-]*(?<! )")

_state = sa.Table(
    "service_state",
    database.metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("lexicon", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("password", sa.Text, nullable=False),
)
_stations = sa.Table(
    "service_stations",
    database.metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("issued", sa.Text, nullable=False),
    sa.Column("token", sa.Text, nullable=False, unique=True),
)
_sessions = sa.Table(
    "service_sessions",
    database.metadata,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("ends", sa.Float, nullable=False),
)
_checks = sa.Table(
    "service_checks", database.metadata, sa.Column("time", sa.Float, primary_key=True)
)
"""The time of the last health check."""

upgrades.declare(upgrades.Part("service", _state))
"""The format of all tables of the service, here and in the modules that this one imports."""


class ServiceState(msgspec.Struct, frozen=True):
    """The state that all workers share. `stations` maps hashes of tokens to names of stations."""

    version: int = -1
    lexicon: str = ""
    digest: str = ""
    stations: dict[str, str] = {}
    locations: Locations = Locations()


class RegisteredStation(msgspec.Struct, frozen=True):
    """A station, and the time when its token was issued."""

    name: str
    issued: str


class IssuedToken(RegisteredStation, frozen=True):
    """A station's new token, and a code that can be exchanged for another token. Only hashes are
    stored."""

    token: str
    code: str


class NewSession(NamedTuple):
    """The tokens of a new session and of its device."""

    token: str
    device: str


@retry
def open_service(
    log: Log,
    lexicon: LexiconFacts | None,
    password: DirectorPassword | None,
    settings: Mapping[str, Any],
) -> ServiceState:
    """Prepares a log for a service and returns its state. Puts this lexicon in force if there is
    none yet, and records changed settings. A new password hash ends all sessions. If there is no
    new password, the old one remains valid. Raises `LogError`."""
    old_password = read_password(log)
    recorded = log.find_last("settings")
    old_settings = None if recorded is None else recorded.content.get("settings")
    change = acts.change_settings(old_settings, settings)
    with log.writing() as writer:
        connection = writer.connection
        if connection.execute(sa.select(_state)).first() is None:
            row = {"id": 1, "version": 1, "password": "", "lexicon": "", "digest": ""}
            connection.execute(sa.insert(_state).values(**row))
        if lexicon is not None:
            _begin_to_judge(writer, lexicon)
        if change is not None:
            writer.record(change)
        if password is not None and str(password) != str(old_password):
            connection.execute(sa.update(_state).values(password=str(password)))
            connection.execute(sa.delete(_sessions))
            if old_password is not None:
                writer.record(acts.change_password())
        return read_state(connection, ServiceState())


def read_state(connection: sa.Connection, cached: ServiceState) -> ServiceState:
    """The current state: `cached` itself if a quick query shows no change."""
    row = connection.execute(sa.select(_state)).one()
    if row.version == cached.version:
        return cached
    stations = {station.token: station.name for station in connection.execute(sa.select(_stations))}
    located = Locations.read(connection)
    return ServiceState(row.version, row.lexicon, row.digest, stations, located)


def is_station(log: Log, hash: str) -> bool:
    """True if the token with this hash is a station's. Raises `LogError`."""
    return bool(log.select(sa.select(_stations.c.name).where(_stations.c.token == hash)))


def write_check(connection: sa.Connection) -> None:
    """Writes the time of a health check. This fails if the disk is full or the server is
    read-only."""
    connection.execute(sa.delete(_checks))
    connection.execute(sa.insert(_checks).values(time=time.time()))


def read_password(log: Log) -> DirectorPassword | None:
    """The director's password as of the last start of a service; None if no service has started.
    Raises `LogError`.
    """
    row = _read_row(log)
    return DirectorPassword.from_hash(row.password) if row and row.password else None


def find_password(url: str) -> DirectorPassword | None:
    """Calls `read_password` for the log at `url`; None if that log cannot be read."""
    with suppress(WordtoolsError), closing(Log(url, make=False)) as log:
        return read_password(log)
    return None


def find_lexicon_in_force(log: Log) -> LexiconFacts | None:
    """The lexicon in force; None if there has never been one. Raises `LogError`."""
    row = _read_row(log)
    return None if row is None or not row.lexicon else LexiconFacts(row.lexicon, row.digest)


def _read_row(log: Log) -> sa.Row[Any] | None:
    return next(iter(log.select(sa.select(_state))), None) if log.has_table(_state.name) else None


@retry
def begin_to_judge(log: Log, lexicon: LexiconFacts) -> None:
    """Puts this lexicon in force if there is none yet. Raises `LogError`."""
    with log.writing() as writer:
        _begin_to_judge(writer, lexicon)


def _begin_to_judge(writer: Writer, lexicon: LexiconFacts) -> None:
    if not writer.connection.execute(sa.select(_state.c.lexicon)).scalar():
        writer.record(acts.choose_lexicon(None, lexicon))
        _update_state(writer.connection, lexicon=lexicon.edition, digest=lexicon.digest)


@retry
def choose_password(log: Log, password: DirectorPassword) -> bool:
    """Sets the director's password unless there is one already. Returns True if it was set. Raises
    `LogError`."""
    with log.writing() as writer:
        unset = sa.update(_state).where(_state.c.password == "")
        return bool(writer.connection.execute(unset.values(password=str(password))).rowcount)


@retry
def put_in_force(log: Log, lexicon: LexiconFacts) -> None:
    """Makes all workers judge with this lexicon. Raises `LogError`."""
    with log.writing() as writer:
        row = writer.connection.execute(sa.select(_state)).one()
        writer.record(acts.choose_lexicon(LexiconFacts(row.lexicon, row.digest), lexicon))
        _update_state(writer.connection, lexicon=lexicon.edition, digest=lexicon.digest)


def list_stations(log: Log) -> list[RegisteredStation]:
    """The stations that have tokens, in order of name. Raises `LogError`."""
    rows = log.select(sa.select(_stations).order_by(_stations.c.name))
    return [RegisteredStation(row.name, row.issued) for row in rows]


@retry
def set_locations(log: Log, names: Sequence[str] | None, fields: Mapping[str, str]) -> str | None:
    """Sets one or more of the event, round and table of these stations (or of all stations), and
    records any change. If a name belongs to no station, sets nothing and returns that name. Raises
    `LogError`."""
    with log.writing() as writer:
        existing = set(writer.connection.execute(sa.select(_stations.c.name)).scalars())
        missing = next((name for name in names or () if name not in existing), None)
        if missing is None and locations.set_locations(writer.connection, names, fields):
            writer.record(acts.set_locations(names, fields))
            _update_state(writer.connection)
    return missing


def is_station_name(name: str) -> bool:
    """True for 1 to 40 characters that are letters, digits or ` ._-`, if the first is a letter or
    digit and the last is not a space."""
    return _STATION_NAME.fullmatch(name) is not None


def issue_tokens(
    log: Log, tables: Mapping[str, str], *, replace: bool = False
) -> list[IssuedToken] | str:
    """Issues tokens for these stations, and sets their tables unless these are "". If a station
    already exists, replaces its token if `replace` is true; otherwise issues no tokens at all, and
    returns that station's name. Raises `LogError`."""
    issued = [
        IssuedToken(name, now(), secrets.token_urlsafe(32), codes.make_code()) for name in tables
    ]
    # slow, so computed before the transaction
    hashes = [codes.hash_code(token.code) for token in issued]

    @retry
    def store() -> str | None:
        with log.writing() as writer:
            execute = writer.connection.execute
            existing = set(execute(sa.select(_stations.c.name)).scalars())
            taken = next((name for name in tables if name in existing), None)
            if taken is not None and not replace:
                return taken
            for token, hash in zip(issued, hashes, strict=True):
                name, table = token.name, tables[token.name]
                execute(sa.delete(_stations).where(_stations.c.name == name))
                row = {"name": name, "issued": token.issued, "token": hash_token(token.token)}
                execute(sa.insert(_stations).values(**row))
                codes.offer_code(writer.connection, name, hash)
                presence.forget_presence(writer.connection, name)
                if table:
                    locations.set_locations(writer.connection, [name], {"table": table})
            writer.record(*(acts.issue_token(name, table) for name, table in tables.items()))
            _update_state(writer.connection)
        return None

    return store() or issued


@retry
def redeem_code(log: Log, attempt: str, code: str) -> tuple[str, str] | None:
    """Exchanges a code for its station's name and a new token, and revokes the previous token. Once
    this succeeds, the attempt no longer counts. Returns None for an invalid code. Raises
    `LogError`.
    """
    hash, token = codes.hash_code(code), secrets.token_urlsafe(32)
    with log.writing() as writer:
        execute = writer.connection.execute
        name = codes.take_code(writer.connection, hash)
        if name is None:
            return None
        mine = sa.update(_stations).where(_stations.c.name == name)
        execute(mine.values(token=hash_token(token)))
        attempts.forget_attempt(writer.connection, attempt)
        writer.record(acts.use_code(name))
        _update_state(writer.connection)
    return name, token


@retry
def revoke_token(log: Log, name: str) -> bool:
    """Revokes a station's token. Returns False if there is no such station. Raises `LogError`."""
    with log.writing() as writer:
        deleted = writer.connection.execute(sa.delete(_stations).where(_stations.c.name == name))
        if deleted.rowcount == 0:
            return False
        codes.forget_code(writer.connection, name)
        locations.forget_location(writer.connection, name)
        presence.forget_presence(writer.connection, name)
        writer.record(acts.revoke_token(name))
        _update_state(writer.connection)
    return True


def find_guesser(log: Log, address: str, tokens: Sequence[str]) -> Guesser:
    """Identifies a client: by a token of a station, or of a device on which the director has signed
    in; otherwise by its address. Raises `LogError`."""
    hashes = [hash_token(token) for token in tokens]
    if hashes:
        station = sa.select(_stations.c.token).where(_stations.c.token.in_(hashes)).limit(1)
        with log.reading() as connection:
            token = devices.find_device(connection, hashes) or connection.execute(station).scalar()
        if token:
            return Guesser(token, is_known=True)
    return Guesser(address)


@retry
def begin_session(
    log: Log, attempt: str, address: str, password: DirectorPassword, device: str = ""
) -> NewSession | None:
    """Begins a session, after which the attempt no longer counts. From now on the device is known
    by its token `device`, or by a new token. Returns None if `password` is no longer valid. Raises
    `LogError`."""
    token, moment = secrets.token_urlsafe(32), time.time()
    with log.writing() as writer:
        execute = writer.connection.execute
        if execute(sa.select(_state.c.password)).scalar() != str(password):
            return None
        attempts.record_failures(writer)
        writer.record(acts.sign_in(address))
        attempts.forget_attempt(writer.connection, attempt)
        execute(sa.delete(_sessions).where(_sessions.c.ends < moment))
        ends = moment + SESSION_HOURS * 3600
        execute(sa.insert(_sessions).values(token=hash_token(token), ends=ends))
        if not devices.find_device(writer.connection, [hash_token(device)]):
            device = secrets.token_urlsafe(32)
        devices.keep_device(writer.connection, hash_token(device))
    return NewSession(token, device)


def is_session(log: Log, token: str) -> bool:
    """True if this token belongs to a session that has not ended. Raises `LogError`."""
    query = sa.select(_sessions.c.ends).where(_sessions.c.token == hash_token(token))
    # more seconds are left if the clock was set back
    return any(0 < row.ends - time.time() <= SESSION_HOURS * 3600 for row in log.select(query))


@retry
def end_session(log: Log, token: str, address: str) -> None:
    """Ends a session if it is open. Raises `LogError`."""
    ended = sa.delete(_sessions).where(_sessions.c.token == hash_token(token))
    with log.writing() as writer:
        if writer.connection.execute(ended).rowcount:
            writer.record(acts.sign_out(address))


def _update_state(connection: sa.Connection, **values: Any) -> None:
    connection.execute(sa.update(_state).values(version=_state.c.version + 1, **values))
