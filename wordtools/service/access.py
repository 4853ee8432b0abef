"""Who may ask, and which lexicon is in force: tables beside the log, shared by all workers.

Tokens and sessions are 256 random bits, stored as SHA-256, so someone who reads the database cannot
use them. Every change of the stations or the lexicon raises `version`, so that workers know whether
what they have read is still true. What a director does here is recorded in the same transaction.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Mapping, Sequence
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
from wordtools.service import attempts, codes, devices, locations, presence
from wordtools.service.attempts import Guesser
from wordtools.service.locations import Locations

SESSION_HOURS = 12
_PUNCTUATION = str.maketrans("", "", " ._-")

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
"""When a service was last asked whether it is well."""

upgrades.declare(upgrades.Part("service", _state))
"""The tables beside the log: here, and in the modules that this one imports."""


class ServiceState(msgspec.Struct, frozen=True):
    """What all workers agree on. `stations` maps the hash of a token to a station's name."""

    version: int = -1
    lexicon: str = ""
    digest: str = ""
    stations: dict[str, str] = {}
    locations: Locations = Locations()


class RegisteredStation(msgspec.Struct, frozen=True):
    """A station that has a token, and when it was issued."""

    name: str
    issued: str


class IssuedToken(RegisteredStation, frozen=True):
    """A station's token, and the code that gives it another: the only time that they are known."""

    token: str
    code: str


class NewSession(NamedTuple):
    """The tokens of a session that has begun, and of the device where it did."""

    token: str
    device: str


def hash_token(token: str) -> str:
    """What the database stores of a token: its SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@retry
def open_service(
    log: Log, lexicon: LexiconFacts, password: DirectorPassword, settings: Mapping[str, Any]
) -> ServiceState:
    """Puts this lexicon in force unless one is already, records settings that are not those of the
    last start, and returns the state. Another password than before, that is another hash, ends all
    sessions. Raises `LogError`."""
    known = read_password(log)
    is_same = known is not None and str(password) == str(known)
    recorded = log.find_last("settings")
    old_settings = None if recorded is None else recorded.content.get("settings")
    change = acts.change_settings(old_settings, settings)
    with log.writing() as writer:
        connection = writer.connection
        if connection.execute(sa.select(_state)).first() is None:
            first = {"id": 1, "version": 1, "password": ""}
            place = {"lexicon": lexicon.edition, "digest": lexicon.digest}
            connection.execute(sa.insert(_state).values(**first, **place))
            writer.record(acts.choose_lexicon(None, lexicon))
        if change is not None:
            writer.record(change)
        if not is_same:
            connection.execute(sa.update(_state).values(password=str(password)))
            connection.execute(sa.delete(_sessions))
        if known is not None and not is_same:
            writer.record(acts.change_password())
        return read_state(connection, ServiceState())


def read_state(connection: sa.Connection, known: ServiceState) -> ServiceState:
    """The state now: `known` itself, after one short query, while nothing has changed."""
    row = connection.execute(sa.select(_state)).one()
    if row.version == known.version:
        return known
    stations = {each.token: each.name for each in connection.execute(sa.select(_stations))}
    located = Locations.read(connection)
    return ServiceState(row.version, row.lexicon, row.digest, stations, located)


def write_check(connection: sa.Connection) -> None:
    """Writes something that a full disk, or a server that is read-only, would refuse."""
    connection.execute(sa.delete(_checks))
    connection.execute(sa.insert(_checks).values(time=time.time()))


def read_password(log: Log) -> DirectorPassword | None:
    """The password of the director who last served this log; None when it was never served.
    Raises `LogError`."""
    if not log.has_table(_state.name):
        return None
    with log.reading() as connection:
        hash = connection.execute(sa.select(_state.c.password)).scalar()
    return DirectorPassword.from_hash(hash) if hash else None


def find_password(url: str) -> DirectorPassword | None:
    """The same, of a log that may not exist yet, or be out of reach: None then."""
    try:
        log = Log(url, make=False)
        try:
            return read_password(log)
        finally:
            log.close()
    except WordtoolsError:
        return None


def find_lexicon_in_force(log: Log) -> LexiconFacts | None:
    """The lexicon in force; None for a log that was never served. Raises `LogError`."""
    if not log.has_table(_state.name):
        return None
    with log.reading() as connection:
        row = connection.execute(sa.select(_state.c.lexicon, _state.c.digest)).first()
    return None if row is None else LexiconFacts(row.lexicon, row.digest)


@retry
def put_in_force(log: Log, lexicon: LexiconFacts) -> None:
    """Makes all workers judge by this lexicon from now on. Raises `LogError`."""
    with log.writing() as writer:
        row = writer.connection.execute(sa.select(_state)).one()
        writer.record(acts.choose_lexicon(LexiconFacts(row.lexicon, row.digest), lexicon))
        _update_state(writer.connection, lexicon=lexicon.edition, digest=lexicon.digest)


def list_stations(log: Log) -> list[RegisteredStation]:
    """The stations that have tokens, by name. Raises `LogError`."""
    with log.reading() as connection:
        rows = connection.execute(sa.select(_stations).order_by(_stations.c.name))
        return [RegisteredStation(row.name, row.issued) for row in rows]


@retry
def set_locations(log: Log, names: Sequence[str] | None, fields: Mapping[str, str]) -> str | None:
    """Sets some of event, round and table for these stations, or for all. Returns the name of a
    station that there is not; then nothing is set. Nothing is recorded when all of them stand there
    already. Raises `LogError`."""
    with log.writing() as writer:
        names_known = set(writer.connection.execute(sa.select(_stations.c.name)).scalars())
        missing = next((name for name in names or () if name not in names_known), None)
        if missing is None and locations.set_locations(writer.connection, names, fields):
            writer.record(acts.set_locations(names, fields))
            _update_state(writer.connection)
    return missing


def is_station_name(name: str) -> bool:
    """Whether a station may be called this: 1 to 40 letters, digits, spaces, `.`, `_` or `-`, the
    first a letter or digit, the last no space."""
    letters = name.translate(_PUNCTUATION)
    return name[:1].isalnum() and letters.isalnum() and name == name.rstrip() and len(name) <= 40


def issue_tokens(
    log: Log, tables: Mapping[str, str], *, replace: bool = False
) -> list[IssuedToken] | str:
    """Tokens for the stations that have these names and, if not "", stand at these tables. When
    there is a station of one of these names already, its token is replaced; without `replace`, its
    name is returned and nothing is issued. Raises `LogError`."""
    issued = [
        IssuedToken(name, now(), secrets.token_urlsafe(32), codes.make_code()) for name in tables
    ]
    hashes = [codes.hash_code(each.code) for each in issued]
    taken = _keep_tokens(log, issued, hashes, tables, replace=replace)
    return issued if taken is None else taken


@retry
def _keep_tokens(
    log: Log,
    issued: Sequence[IssuedToken],
    hashes: Sequence[str],
    tables: Mapping[str, str],
    *,
    replace: bool,
) -> str | None:
    """Keeps tokens and the hashes of their codes. Returns the name of a station that has one
    already, if it is not to be replaced; then none is kept."""
    with log.writing() as writer:
        execute = writer.connection.execute
        known = set(execute(sa.select(_stations.c.name)).scalars())
        taken = next((name for name in tables if name in known), None)
        if taken is not None and not replace:
            return taken
        for each, hash in zip(issued, hashes, strict=True):
            table = tables[each.name]
            execute(sa.delete(_stations).where(_stations.c.name == each.name))
            row = {"name": each.name, "issued": each.issued, "token": hash_token(each.token)}
            execute(sa.insert(_stations).values(**row))
            codes.offer_code(writer.connection, each.name, hash)
            presence.forget_presence(writer.connection, each.name)
            if table:
                locations.set_locations(writer.connection, [each.name], {"table": table})
        writer.record(*(acts.issue_token(name, table) for name, table in tables.items()))
        _update_state(writer.connection)
    return None


@retry
def redeem_code(log: Log, attempt: str, code: str) -> tuple[str, str] | None:
    """The name of the station that has this code, and a new token for it: the old one is worthless
    from now on. The attempt no longer counts. None for any other code. Raises `LogError`."""
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
    """Revokes a station's token; False when there is no such station. Raises `LogError`."""
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
    """Who makes an attempt from this address and holds these tokens: a station, or a device where
    the director has signed in before, is known by one of them. Raises `LogError`."""
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
    """A new session; the attempt that led to it no longer counts. The device is known from now on,
    by the token that it has for this, `device`, or by a new one. None when `password` is no
    longer the director's. Raises `LogError`."""
    token, new, moment = secrets.token_urlsafe(32), secrets.token_urlsafe(32), time.time()
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
            device = new
        devices.keep_device(writer.connection, hash_token(device))
    return NewSession(token, device)


def is_session(log: Log, token: str) -> bool:
    """Whether this is the token of a session that has not ended. Raises `LogError`."""
    query = sa.select(_sessions.c.ends).where(_sessions.c.token == hash_token(token))
    with log.reading() as connection:
        ends = connection.execute(query).scalar()
    left = 0 if ends is None else ends - time.time()
    return 0 < left <= SESSION_HOURS * 3600  # no more if the clock was set back


@retry
def end_session(log: Log, token: str, address: str) -> None:
    """Ends a session, if it lasts. Raises `LogError`."""
    ended = sa.delete(_sessions).where(_sessions.c.token == hash_token(token))
    with log.writing() as writer:
        if writer.connection.execute(ended).rowcount:
            writer.record(acts.sign_out(address))


def _update_state(connection: sa.Connection, **values: Any) -> None:
    connection.execute(sa.update(_state).values(version=_state.c.version + 1, **values))
