"""Signed heads. A head states the number and hash of a log's last record, and the time; it is
signed with the event's key.

A head is a line of text, and its signature is an ordinary minisign file. A file of heads has five
lines for each head and its signature. If a log was truncated or entirely forged, it does not match
the heads that others have kept.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from wordtools.errors import WordtoolsError
from wordtools.files import sync_folder
from wordtools.log import database
from wordtools.log.log import Log, LogError
from wordtools.log.record import now
from wordtools.signing import minisign
from wordtools.signing.minisign import SecretKey, Signature, SignatureError, parse_signature
from wordtools.signing.trust import Trust, check_signer, read_text, require_one_signature

SUFFIX = ".heads"
_LINES = 5  # number of lines in a signed head
_LARGEST = 1 << 24  # maximum number of bytes in a file
_STATEMENT = re.compile(
    r"wordtools log head: record (0|[1-9][0-9]{0,17}), hash ([0-9a-f]{64}), "
    r"time ([0-9T:.+-]{16,40})"
)


class SignedHead(msgspec.Struct, frozen=True):
    """The head of a log at some time: the number and the hash of the last record."""

    number: int
    hash: str
    time: str
    signature: Signature

    @property
    def statement(self) -> str:
        """The signed line, with its line ending."""
        return _state(self.number, self.hash, self.time)

    @property
    def text(self) -> str:
        """The statement and its signature, as in a file of heads."""
        return self.statement + self.signature.encode()


def sign_head(log: Log, key: SecretKey, path: Path) -> SignedHead:
    """Signs a log's current head and adds it to a file of heads. Raises `LogError`, for example if
    the log is not intact. Raises `WordtoolsError` if the file cannot be written.
    """
    checked = log.verify()
    if checked.faults:
        raise LogError(
            f"the log {log.url} is not intact, so its head is not signed: {checked.faults[0]} "
            "`wordtools log verify` names every fault"
        )
    number, hash, time = checked.records, checked.head, now()
    moment = int(datetime.datetime.fromisoformat(time).timestamp())
    statement = _state(number, hash, time).encode()
    signature = minisign.sign(statement, key, f"timestamp:{moment}")  # pages do not show tabs
    head = SignedHead(number, hash, time, signature)
    try:
        with path.open("ab") as file:
            file.write(head.text.encode())
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)
    except OSError as error:
        raise WordtoolsError(f"{path}: the head cannot be written: {error.strerror}") from None
    return head


def read_heads(path: Path) -> list[SignedHead]:
    """The heads in a file, without checking signatures. Raises `SignatureError` unless the heads
    are exactly as `sign_head` writes them.
    """
    lines = read_text(path, "file of signed heads", _LARGEST).split("\n")
    if lines.pop() or len(lines) % _LINES:
        raise SignatureError(f"{path}: the last head is incomplete; remove its lines")
    return [
        _parse_head(lines[start : start + _LINES], f"{path}:{start + 1}")
        for start in range(0, len(lines), _LINES)
    ]


def check_heads(heads: Sequence[SignedHead], trust: Trust) -> None:
    """Raises `SignatureError` unless trusted keys have signed all of these heads."""
    require_one_signature(trust, "a head")
    if not heads:
        raise SignatureError(
            "the file of signed heads is empty, so it proves nothing about the log"
        )
    for head in heads:
        try:
            check_signer(head.statement.encode(), head.signature, trust)
        except SignatureError as error:
            raise SignatureError(
                f"the head of record {head.number} ({head.time}): {error}"
            ) from None


def choose_file(path: Path | None, log: str) -> Path:
    """The named file of heads, or the one beside the log's file. Raises `WordtoolsError` if no file
    is named and the log is on a server."""
    if path is not None:
        return path
    file = database.find_file(log)
    if file is None:
        raise WordtoolsError("name the file of signed heads with --heads FILE")
    return file.with_suffix(SUFFIX)


def find_heads(path: Path | None, log: str) -> list[SignedHead]:
    """The heads in the named file or, if none is named, those in the file beside the log (if any).
    Does not check signatures. Raises `SignatureError`."""
    file = database.find_file(log)
    beside = file and file.with_suffix(SUFFIX)
    path = path or (beside if beside and beside.exists() else None)
    return read_heads(path) if path else []


def _state(number: int, hash: str, time: str) -> str:
    return f"wordtools log head: record {number}, hash {hash}, time {time}\n"


def _parse_head(lines: Sequence[str], place: str) -> SignedHead:
    stated = _STATEMENT.fullmatch(lines[0])
    if stated is None:
        raise SignatureError(f"{place}: not the head of a log")
    encoded = "".join(f"{line}\n" for line in lines[1:])
    try:
        signature = parse_signature(encoded)
    except SignatureError as error:
        raise SignatureError(f"{place}: {error}") from None
    if signature.encode() != encoded:  # base64 can encode the same bytes in several ways
        raise SignatureError(f"{place}: the signature is not written as wordtools writes it")
    return SignedHead(int(stated[1]), stated[2], stated[3], signature)
