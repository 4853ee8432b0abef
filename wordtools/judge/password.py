"""The director's password, which unlocks stations and the director's page, and is stored as an
argon2 hash. Commands do not accept the password as an argument, because other users could see it in
the list of processes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from wordtools.errors import WordtoolsError
from wordtools.messages import Messages
from wordtools.secrets_input import read_hidden, read_secret_file

SHORTEST = 4
"""The minimum number of characters in a password."""

_hasher = PasswordHasher()


class DirectorPassword:
    """A password. Only its hash is stored."""

    def __init__(self, password: str, known: DirectorPassword | None = None) -> None:
        """Reuses the hash of `known` if the password is the same. Raises `WordtoolsError` if the
        password is too short."""
        if len(password) < SHORTEST:
            raise WordtoolsError(
                f"the director's password is too short; use {SHORTEST} characters or more"
            )
        hashing = ThreadPoolExecutor(1)  # deliberately slow, so it runs in parallel with start-up
        self._hash = hashing.submit(_hash, password, known).result
        hashing.shutdown(wait=False)

    @classmethod
    def from_prompt(
        cls,
        ask: Callable[[str], str] | None = None,
        language: str = "en",
        known: DirectorPassword | None = None,
    ) -> Self:
        """Asks until the user types the same password twice. `ask` shows a prompt and reads a line
        without echo, like `read_hidden`. Raises `WordtoolsError` at the end of input."""
        ask = ask or read_hidden
        messages = Messages(language)
        prompt = messages("password")
        while True:
            try:
                first = ask(f"{prompt}: ")
                if len(first) < SHORTEST:
                    prompt = messages("password_short", shortest=SHORTEST)
                elif first == ask(f"{messages('password_again')}: "):
                    return cls(first, known)
                else:
                    prompt = messages("password_differs")
            except EOFError:
                raise WordtoolsError("type a director's password, or use --password-file") from None

    @classmethod
    def from_file(
        cls, path: Path, *, insecure: bool = False, known: DirectorPassword | None = None
    ) -> Self:
        """Reads the password from a one-line file, which contains either the password or its argon2
        hash. Raises `WordtoolsError`."""
        password = read_secret_file(path, insecure=insecure)
        if "\n" in password:
            raise WordtoolsError(f"{path}: has several lines; write the password alone on one line")
        try:
            if password.startswith("$argon2"):
                return cls.from_hash(password)
            return cls(password, known)
        except WordtoolsError as error:
            raise WordtoolsError(f"{path}: {error}") from None

    @classmethod
    def from_hash(cls, hash: str) -> Self:
        """The password with this argon2 hash. Raises `WordtoolsError`."""
        password = cls.__new__(cls)
        password._hash = lambda timeout=None: hash
        try:
            _hasher.check_needs_rehash(hash)
        except InvalidHashError:
            raise WordtoolsError("this argon2 hash is damaged; write the password") from None
        return password

    def check(self, password: str) -> bool:
        """True for the director's password. Deliberately takes about 50 ms."""
        try:
            return _hasher.verify(self._hash(), _normalize(password))
        except Argon2Error:
            return False

    def __str__(self) -> str:
        """The argon2 hash, for a password file."""
        return self._hash()


def _hash(password: str, known: DirectorPassword | None) -> str:
    if known is not None and known.check(password):
        return str(known)
    return _hasher.hash(_normalize(password))


def _normalize(password: str) -> str:
    """The password in NFC, because keyboards send diacritics in different ways."""
    return unicodedata.normalize("NFC", password)
