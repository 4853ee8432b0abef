"""Encrypts everything in the log that nobody may read before the end of a game.

Each table has its own key, which is derived from the host's key. The host's key is in a file apart
from the log. At the end of a game, the table's key is recorded, so that anyone can decrypt and
check the table's records. Text is padded to whole blocks before it is encrypted, so that its length
reveals little.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from pathlib import Path

from wordtools.errors import GameError
from wordtools.locks import hold_folder
from wordtools.secrets_input import read_secret_file

_BLOCK = 128
_NONCE = 12
_BYTES = 32


def read_key(path: Path) -> bytes:
    """The host's key. If the file is missing, creates it so that only its owner can read it. Raises
    `GameError`, `WordtoolsError` or `OSError`."""
    if not path.exists():
        _make_key(path)
    text = read_secret_file(path)
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != _BYTES:
        raise GameError(f"{path}: not a key for tables; name another with WORDTOOLS_TABLE_KEY")
    return key


def _make_key(path: Path) -> None:
    """Makes a key, unless another program has made one. The file gets this name only once it is
    complete.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    with hold_folder(path.parent):
        if path.exists():
            return
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_hex(_BYTES) + "\n")
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)


def derive_key(host: bytes, table: str) -> bytes:
    """The key of a table."""
    return hmac.digest(host, f"wordtools table key 1\n{table}".encode(), "sha256")


def seal(key: bytes, place: str, text: bytes) -> str:
    """Encrypts a text for its place in the log (ChaCha20-Poly1305, RFC 8439). Returns base64."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    nonce = secrets.token_bytes(_NONCE)
    padded = text + b" " * (-len(text) % _BLOCK)
    return base64.b64encode(
        nonce + ChaCha20Poly1305(key).encrypt(nonce, padded, place.encode())
    ).decode()


def unseal(key: bytes, place: str, sealed: str) -> bytes:
    """Decrypts a text that was sealed for this place. Raises `GameError` if it was sealed with
    another key or for another place, or was changed.
    """
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    try:
        data = base64.b64decode(sealed, validate=True)
        text = ChaCha20Poly1305(key).decrypt(data[:_NONCE], data[_NONCE:], place.encode())
    except (InvalidTag, ValueError):
        raise GameError("it was encrypted with another key, or changed", "records") from None
    return text.rstrip(b" ")
