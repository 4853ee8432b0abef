"""Short codes that set up a device as a station. Each code is valid for ten minutes and can be used
only once.

If the hash were fast, anyone who read the database could recover a short code by trying all codes.
The hash is so slow that a computer can try only a millionth of all codes in ten minutes.
"""

from __future__ import annotations

import hashlib
import secrets
import time

import sqlalchemy as sa

from wordtools.log import database

CODE_SECONDS = 600
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that are not easily confused."""
_LENGTH = 8

_codes = sa.Table(
    "service_codes",
    database.metadata,
    sa.Column("station", sa.Text, primary_key=True),
    sa.Column("code", sa.Text, nullable=False, unique=True),
    sa.Column("ends", sa.Float, nullable=False),
)


def make_code() -> str:
    """A new code, in two groups that are easy to read."""
    code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    return f"{code[:4]}-{code[4:]}"


def hash_code(code: str) -> str:
    """The hash of a code, regardless of the code's case and separators. Deliberately takes some 10
    ms."""
    typed = "".join(letter for letter in code.upper() if letter not in " -")
    salt = b"wordtools station code"  # one salt for all codes, because they are looked up by hash
    return hashlib.scrypt(typed.encode("utf-8", "replace"), salt=salt, n=1 << 11, r=8, p=1).hex()


def offer_code(connection: sa.Connection, station: str, hash: str) -> None:
    """Replaces the code of a station."""
    forget_code(connection, station)
    ends = time.time() + CODE_SECONDS
    connection.execute(sa.insert(_codes).values(station=station, code=hash, ends=ends))


def take_code(connection: sa.Connection, hash: str) -> str | None:
    """Uses up a code, and returns its station; None for an invalid code."""
    moment = time.time()
    good = (_codes.c.ends > moment) & (_codes.c.ends <= moment + CODE_SECONDS)
    connection.execute(sa.delete(_codes).where(~good))  # the clock may also have jumped back
    row = connection.execute(sa.select(_codes.c.station).where(_codes.c.code == hash)).first()
    if row is None:
        return None
    forget_code(connection, row.station)
    return str(row.station)


def forget_code(connection: sa.Connection, station: str) -> None:
    """Deletes the code of a station, if it has one."""
    connection.execute(sa.delete(_codes).where(_codes.c.station == station))
