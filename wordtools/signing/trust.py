"""Trusted keys, which must have signed a lexicon before it can be put in force."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec

from wordtools import toml_reader
from wordtools.lexicon.file import check_seal
from wordtools.lexicon.lexicon import Lexicon
from wordtools.signing.minisign import (
    PublicKey,
    Signature,
    SignatureError,
    check_signature,
    parse_public_key,
    parse_signature,
)
from wordtools.wording import join_list, mark_names, pluralize

SUFFIX = ".minisig"
MOST_SIGNATURES = 32
"""The maximum number of signatures per file."""


class TrustedKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key whose signatures count if they were made from `since` to `until`. No signature counts
    if the key is `revoked`, which states the reason.
    """

    name: str
    key: str
    since: datetime.date | None = None
    until: datetime.date | None = None
    revoked: str = ""


class Trust(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The trusted keys, and how many of them must have signed."""

    keys: Annotated[list[TrustedKey], msgspec.Meta(min_length=1)]
    required: Annotated[int, msgspec.Meta(ge=1)] = 1


def read_trust(names: Iterable[str]) -> Trust:
    """The trust that requires a signature from one of these keys. Each name is the path or the
    base64 line of a public key, or the path of a `Trust` in TOML. Raises `SignatureError`."""
    keys: list[TrustedKey] = []
    required = 1
    for name in names:
        if name.endswith(".toml"):
            trust = toml_reader.read_toml(Path(name), Trust, SignatureError)
            keys += trust.keys
            required = max(required, trust.required)
        elif re.fullmatch(r"[A-Za-z0-9+/]{56}", name):
            keys.append(TrustedKey(_parse_key(name, name).name, name))
        else:
            text = read_text(Path(name), "public key")
            key = _parse_key(text, name)
            keys.append(TrustedKey(f"{Path(name).stem} ({key.name})", key.text))
    for trusted in keys:
        _parse_key(trusted.key, trusted.name)
    if required > len(keys):
        raise SignatureError(
            f"{required} signatures are required, more than {pluralize(len(keys), 'key')} can make"
        )
    return Trust(keys, required)


def check_file(path: Path, data: bytes, trust: Trust) -> list[str]:
    """The names of the trusted keys whose signatures, stored beside a file, are valid for this
    content. Raises `SignatureError` if there are too few such keys."""
    signatures = find_signatures(path)
    signers: dict[str, str] = {}
    problems: list[str] = []
    for file, signature in signatures.items():
        trusted = _find_key(signature, trust)
        if trusted is None:
            other = PublicKey(signature.number, b"").name
            problems.append(f"{file.name} was made with the key {other}")
            continue
        try:
            check_signature(data, signature, parse_public_key(trusted.key))
            _check_time(trusted, _read_time(signature))
            signers[trusted.key] = trusted.name
        except SignatureError as error:
            problems.append(f"{file.name}, by {trusted.name}: {error}")
    if len(signers) < trust.required:
        names = mark_names(key.name for key in trust.keys)
        needed = join_list(names, "or" if trust.required == 1 else "and")
        if not signatures:
            problems = [f"{path.name}{SUFFIX} is missing"]
        if signers:
            problems.insert(0, f"only {join_list(mark_names(signers.values()))} signed it")
        count = f"{trust.required} of " if 1 < trust.required < len(trust.keys) else ""
        raise SignatureError(f"{path}: not signed by {count}{needed}: {'; '.join(problems)}")
    return list(signers.values())


def check_lexicon(lexicon: Lexicon, trust: Trust) -> list[str]:
    """The names of the trusted keys that have signed an open lexicon. Raises `SignatureError` if
    too few keys have signed, or if the lexicon's file has changed since it was opened."""
    path = Path(lexicon.path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SignatureError(f"{path}: cannot be read: {error.strerror}") from None
    signers = check_file(path, data, trust)
    if check_seal(data, str(path)) != lexicon.digest:
        raise SignatureError(f"{path}: has changed since it was opened; open it again")
    return signers


def open_signed(path: Path, edition: str | None, trust: Trust | None) -> Lexicon:
    """Opens an edition of a lexicon file. Raises `LexiconError`, for example if trusted signatures
    are missing.
    """
    lexicon = Lexicon.read(path, edition)
    if trust is not None:
        check_lexicon(lexicon, trust)
    return lexicon


def check_signer(data: bytes, signature: Signature, trust: Trust) -> TrustedKey:
    """The trusted key that has signed this content. Raises `SignatureError`."""
    trusted = _find_key(signature, trust)
    if trusted is None:
        other = PublicKey(signature.number, b"").name
        raise SignatureError(f"signed with the key {other}, which is not trusted")
    check_signature(data, signature, parse_public_key(trusted.key))
    _check_time(trusted, _read_time(signature))
    return trusted


def find_signer(data: bytes, signature: bytes, moment: int, trust: Trust) -> TrustedKey:
    """Finds the trusted key that made this Ed25519 signature of these bytes at `moment`, in seconds
    since 1970. Raises `SignatureError`.
    """
    for trusted in trust.keys:
        if parse_public_key(trusted.key).has_signed(data, signature):
            _check_time(trusted, moment)
            return trusted
    names = join_list((key.name for key in trust.keys), "or")
    raise SignatureError(f"not signed by {names}")


def require_one_signature(trust: Trust, what: str) -> None:
    """Raises `SignatureError` if the trust requires more than one signature, because `what` can
    have only one.
    """
    if trust.required > 1:
        raise SignatureError(f"{what} has one signature, but {trust.required} are required")


def find_signatures(path: Path) -> dict[Path, Signature]:
    """The signatures beside a file (`FILE.minisig` and `FILE.….minisig`), keyed by path. Raises
    `SignatureError` if a signature is unreadable.
    """
    begins = f"{path.name}."
    files = sorted(
        file
        for file in path.parent.iterdir()
        if file.name.startswith(begins) and file.name.endswith(SUFFIX)
    )
    if len(files) > MOST_SIGNATURES:
        raise SignatureError(f"{path}: more than {MOST_SIGNATURES} signatures")
    signatures = {}
    for file in files:
        try:
            signatures[file] = parse_signature(read_text(file, "signature"))
        except SignatureError as error:
            raise SignatureError(f"{file}: {error}") from None
    return signatures


def read_text(path: Path, what: str, most: int = 1 << 16) -> str:
    """The content of a file that contains a key or signatures. Raises `SignatureError`, for example
    if the file has more than `most` bytes.
    """
    try:
        if not path.is_file():
            raise SignatureError(f"{path}: there is no such {what}")
        with path.open("rb") as file:
            return file.read(most).decode()
    except OSError as error:
        raise SignatureError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SignatureError(f"{path}: not a {what}") from None


def _parse_key(text: str, name: str) -> PublicKey:
    try:
        return parse_public_key(text)
    except SignatureError as error:
        raise SignatureError(f"{name}: {error}") from None


def _find_key(signature: Signature, trust: Trust) -> TrustedKey | None:
    keys = (key for key in trust.keys if parse_public_key(key.key).number == signature.number)
    return next(keys, None)


def _read_time(signature: Signature) -> int | None:
    """The time in the trusted comment, in seconds since 1970."""
    stated = re.search(r"(?:^|\t)timestamp:([0-9]{1,11})(?:\t|$)", signature.trusted)
    return int(stated[1]) if stated else None


def _check_time(key: TrustedKey, signed: int | None) -> None:
    """Raises `SignatureError` if a key is revoked, or was not in force when it signed."""
    if key.revoked:
        raise SignatureError(f"the key is revoked: {key.revoked}")
    if key.since is None and key.until is None:
        return
    if signed is None:
        raise SignatureError("it does not state when it was made")
    moment = datetime.datetime.fromtimestamp(signed, datetime.UTC).date()
    if key.since is not None and moment < key.since:
        raise SignatureError(f"made on {moment}, before the key was in force ({key.since})")
    if key.until is not None and moment > key.until:
        raise SignatureError(f"made on {moment}, when the key was no longer in force ({key.until})")
