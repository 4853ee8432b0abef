"""The director's password, kept as an argon2 hash. It unlocks a station and the service's director
page, and is never given on a command line, where others could read it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from wordtools.errors import WordtoolsError
from wordtools.judge.messages import Messages

SHORTEST = 4
"""The fewest characters that a password may have."""

_hasher = PasswordHasher()


class DirectorPassword:
    """A password that can be checked but not read."""

    def __init__(self, password: str) -> None:
        """Raises `WordtoolsError` for a password that is too short."""
        if len(password) < SHORTEST:
            raise WordtoolsError(
                f"the director's password is too short; use {SHORTEST} characters or more"
            )
        hashing = ThreadPoolExecutor(1)  # slow on purpose; the program starts up meanwhile
        self._hash = hashing.submit(_hasher.hash, _normalize(password)).result
        hashing.shutdown(wait=False)

    @classmethod
    def from_prompt(cls, ask: Callable[[str], str] | None = None, language: str = "en") -> Self:
        """Asks for the password twice, until both are the same. `ask` shows a prompt and reads a
        line without showing it (`getpass`). Raises `WordtoolsError` when no one answers."""
        from getpass import getpass

        ask = ask or getpass
        say = Messages(language)
        prompt = say("password")
        while True:
            try:
                first = ask(f"{prompt}: ")
                if len(first) < SHORTEST:
                    prompt = say("password_short", shortest=SHORTEST)
                elif first == ask(f"{say('password_again')}: "):
                    return cls(first)
                else:
                    prompt = say("password_differs")
            except EOFError:
                raise WordtoolsError("a director's password must be set") from None

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """The password on the only line of a file, or its argon2 hash as `str()` gives it.
        Raises `WordtoolsError`."""
        try:
            password = path.read_text("utf-8").removesuffix("\n").removesuffix("\r")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
            raise WordtoolsError(f"{path}: the password cannot be read: {reason}") from None
        if "\n" in password:
            raise WordtoolsError(f"{path}: write the password on one line, and nothing else")
        try:
            return cls.from_hash(password) if password.startswith("$argon2") else cls(password)
        except WordtoolsError as error:
            raise WordtoolsError(f"{path}: {error}") from None

    @classmethod
    def from_hash(cls, hash: str) -> Self:
        """The password of an argon2 hash, as `str()` gives it. Raises `WordtoolsError`."""
        known = cls.__new__(cls)
        known._hash = lambda timeout=None: hash
        try:
            _hasher.check_needs_rehash(hash)
        except InvalidHashError:
            raise WordtoolsError("not an argon2 hash") from None
        return known

    def check(self, password: str) -> bool:
        """Whether this is the director's password. Takes some 50 ms, on purpose."""
        try:
            return _hasher.verify(self._hash(), _normalize(password))
        except Argon2Error:
            return False

    def __str__(self) -> str:
        """The argon2 hash, for a password file."""
        return self._hash()


def _normalize(password: str) -> str:
    """The password in NFC: keyboards differ in how they send a marked letter."""
    return unicodedata.normalize("NFC", password)
