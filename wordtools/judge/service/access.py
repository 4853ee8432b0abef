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
from typing import Any

import msgspec
import sqlalchemy as sa

from wordtools.judge import acts, database
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.log import Log, persist
from wordtools.judge.log_record import LogEntry, now
from wordtools.judge.log_writer import Writer
from wordtools.judge.password import DirectorPassword
from wordtools.judge.ruling import CannotJudge
from wordtools.judge.service import codes, limits, locations, presence
from wordtools.judge.service.locations import Locations

SESSION_HOURS = 12
MOST_ATTEMPTS = 5
"""Wrong passwords from one address within `ATTEMPT_SECONDS`."""
MOST_ATTEMPTS_OF_ALL = 50
ATTEMPT_SECONDS = 60
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
_attempts = sa.Table(
    "service_tries",
    database.metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)
_failures = sa.Table(
    "service_failures",  # that no record tells yet
    database.metadata,
    sa.Column("address", sa.Text, primary_key=True),  # "": when the latest record was written
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)


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


def hash_token(token: str) -> str:
    """What the database stores of a token: its SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@persist
def open_service(
    log: Log, lexicon: LexiconFacts, password: DirectorPassword, settings: Mapping[str, Any]
) -> ServiceState:
    """Puts this lexicon in force unless one is already, records settings that are not those of the
    last start, and returns the state. Another password than before ends all sessions. Raises
    `LogError`."""
    known = read_password(log)
    is_same = known is not None and password.is_same(known)
    recorded = log.find_last("settings")
    old_settings = None if recorded is None else recorded.content.get("settings")
    change = acts.change_settings(old_settings, settings)
    with log.writing() as writer:
        connection = writer.connection
        if connection.execute(sa.select(_state)).first() is None:
            first = {"id": 1, "version": 1, "password": ""}
            place = {"lexicon": lexicon.edition, "digest": lexicon.digest}
            connection.execute(sa.insert(_state).values(**first, **place))
            _record(writer, acts.choose_lexicon(None, lexicon))
        if change is not None:
            _record(writer, change)
        if not is_same:
            connection.execute(sa.update(_state).values(password=str(password)))
            connection.execute(sa.delete(_sessions))
        if known is not None and not is_same:
            _record(writer, acts.change_password())
        return read_state(connection, ServiceState())


def read_state(connection: sa.Connection, known: ServiceState) -> ServiceState:
    """The state now: `known` itself, after one short query, while nothing has changed."""
    row = connection.execute(sa.select(_state)).one()
    if row.version == known.version:
        return known
    stations = {each.token: each.name for each in connection.execute(sa.select(_stations))}
    located = Locations.read(connection)
    return ServiceState(row.version, row.lexicon, row.digest, stations, located)


def read_password(log: Log) -> DirectorPassword | None:
    """The password of the director who last served this log; None when it was never served.
    Raises `LogError`."""
    if not log.has_table(_state.name):
        return None
    with log.reading() as connection:
        hash = connection.execute(sa.select(_state.c.password)).scalar()
    return DirectorPassword.from_hash(hash) if hash else None


@persist
def put_in_force(log: Log, lexicon: LexiconFacts) -> None:
    """Makes all workers judge by this lexicon from now on. Raises `LogError`."""
    with log.writing() as writer:
        row = writer.connection.execute(sa.select(_state)).one()
        _record(writer, acts.choose_lexicon(LexiconFacts(row.lexicon, row.digest), lexicon))
        _update_state(writer.connection, lexicon=lexicon.edition, digest=lexicon.digest)


def list_stations(log: Log) -> list[RegisteredStation]:
    """The stations that have tokens, by name. Raises `LogError`."""
    with log.reading() as connection:
        rows = connection.execute(sa.select(_stations).order_by(_stations.c.name))
        return [RegisteredStation(row.name, row.issued) for row in rows]


@persist
def set_locations(log: Log, names: Sequence[str] | None, fields: Mapping[str, str]) -> str | None:
    """Sets some of event, round and table for these stations, or for all. Returns the name of a
    station that there is not; then nothing is set. Nothing is recorded when all of them stand there
    already. Raises `LogError`."""
    with log.writing() as writer:
        known = set(writer.connection.execute(sa.select(_stations.c.name)).scalars())
        missing = next((name for name in names or () if name not in known), None)
        if missing is None and locations.set_locations(writer.connection, names, fields):
            _record(writer, acts.set_locations(names, fields))
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


@persist
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
        _record(writer, *(acts.issue_token(name, table) for name, table in tables.items()))
        _update_state(writer.connection)
    return None


@persist
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
        execute(sa.delete(_attempts).where(_attempts.c.id == attempt))
        _record(writer, acts.use_code(name))
        _update_state(writer.connection)
    return name, token


@persist
def revoke_token(log: Log, name: str) -> bool:
    """Revokes a station's token; False when there is no such station. Raises `LogError`."""
    with log.writing() as writer:
        deleted = writer.connection.execute(sa.delete(_stations).where(_stations.c.name == name))
        if deleted.rowcount == 0:
            return False
        codes.forget_code(writer.connection, name)
        limits.forget_requests(writer.connection, name)
        locations.forget_location(writer.connection, name)
        presence.forget_presence(writer.connection, name)
        _record(writer, acts.revoke_token(name))
        _update_state(writer.connection)
    return True


@persist
def count_attempt(log: Log, address: str) -> str | None:
    """Counts an attempt before its password or code is checked. Returns the attempt's id, or None
    when there were too many from this address or from all together. Raises `LogError`."""
    id, moment = secrets.token_hex(8), time.time()
    with log.writing() as writer:
        execute = writer.connection.execute
        execute(sa.delete(_attempts).where(_attempts.c.time < moment - ATTEMPT_SECONDS))
        execute(sa.delete(_attempts).where(_attempts.c.time > moment + 1))  # the clock jumped back
        count = sa.select(sa.func.count()).select_from(_attempts)
        if (execute(count).scalar() or 0) >= MOST_ATTEMPTS_OF_ALL:
            return None
        if (execute(count.where(_attempts.c.address == address)).scalar() or 0) >= MOST_ATTEMPTS:
            return None
        execute(sa.insert(_attempts).values(id=id, address=address, time=moment))
    return id


@persist
def count_failure(log: Log, address: str) -> None:
    """Notes a wrong password: at once in a record, or in the next one when the latest is not a
    minute old. Raises `LogError`."""
    with log.writing() as writer:
        execute = writer.connection.execute
        mine = _failures.c.address == address
        count = execute(sa.select(_failures.c.failures).where(mine)).scalar() or 0
        execute(sa.delete(_failures).where(mine))
        execute(sa.insert(_failures).values(address=address, failures=count + 1, time=0))
        latest = execute(sa.select(_failures.c.time).where(_failures.c.address == "")).scalar()
        if latest is None or not 0 <= time.time() - latest < acts.FAILURES_SECONDS:
            _record_failures(writer)


@persist
def begin_session(log: Log, attempt: str, address: str, password: DirectorPassword) -> str | None:
    """A new session's token; the attempt that led to it no longer counts. None when `password` is
    no longer the director's. Raises `LogError`."""
    token, moment = secrets.token_urlsafe(32), time.time()
    with log.writing() as writer:
        execute = writer.connection.execute
        if execute(sa.select(_state.c.password)).scalar() != str(password):
            return None
        _record_failures(writer)
        _record(writer, acts.sign_in(address))
        execute(sa.delete(_attempts).where(_attempts.c.id == attempt))
        execute(sa.delete(_sessions).where(_sessions.c.ends < moment))
        ends = moment + SESSION_HOURS * 3600
        execute(sa.insert(_sessions).values(token=hash_token(token), ends=ends))
    return token


def is_session(log: Log, token: str) -> bool:
    """Whether this is the token of a session that has not ended. Raises `LogError`."""
    query = sa.select(_sessions.c.ends).where(_sessions.c.token == hash_token(token))
    with log.reading() as connection:
        ends = connection.execute(query).scalar()
    left = 0 if ends is None else ends - time.time()
    return 0 < left <= SESSION_HOURS * 3600  # no more if the clock was set back


@persist
def end_session(log: Log, token: str, address: str) -> None:
    """Ends a session, if it lasts. Raises `LogError`."""
    ended = sa.delete(_sessions).where(_sessions.c.token == hash_token(token))
    with log.writing() as writer:
        if writer.connection.execute(ended).rowcount:
            _record(writer, acts.sign_out(address))


def _record(writer: Writer, *entries: LogEntry) -> None:
    """Records acts of the director. Raises `CannotJudge` when the text of one cannot be kept."""
    for outcome in writer.append(entries):
        if isinstance(outcome, CannotJudge):
            raise outcome


def _record_failures(writer: Writer) -> None:
    """Records the wrong passwords that no record tells yet."""
    execute = writer.connection.execute
    rows = execute(sa.select(_failures).where(_failures.c.failures > 0)).all()
    if rows:
        _record(writer, acts.fail_to_sign_in({row.address: row.failures for row in rows}))
        execute(sa.delete(_failures))
        execute(sa.insert(_failures).values(address="", failures=0, time=time.time()))


def _update_state(connection: sa.Connection, **values: Any) -> None:
    connection.execute(sa.update(_state).values(version=_state.c.version + 1, **values))
