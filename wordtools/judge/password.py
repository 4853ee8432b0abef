"""The director's password, kept as an argon2 hash. It unlocks a station and the service's director
page, and is never given on a command line, where others could read it."""

from __future__ import annotations

import stat
import unicodedata
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from getpass import GetPassWarning, getpass
from pathlib import Path
from typing import Self

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from wordtools.errors import WordtoolsError
from wordtools.messages import Messages

SHORTEST = 4
"""The fewest characters that a password may have."""

_OTHERS = stat.S_IRGRP | stat.S_IWGRP | stat.S_IROTH | stat.S_IWOTH
_hasher = PasswordHasher()


class DirectorPassword:
    """A password that can be checked but not read: only its hash is kept."""

    def __init__(self, password: str, known: DirectorPassword | None = None) -> None:
        """If this is the `known` password, it has the same hash from now on. Raises
        `WordtoolsError` for a password that is too short."""
        if len(password) < SHORTEST:
            raise WordtoolsError(
                f"the director's password is too short; use {SHORTEST} characters or more"
            )
        hashing = ThreadPoolExecutor(1)  # slow on purpose; the program starts up meanwhile
        self._hash = hashing.submit(_hash, password, known).result
        hashing.shutdown(wait=False)

    @classmethod
    def from_prompt(
        cls,
        ask: Callable[[str], str] | None = None,
        language: str = "en",
        known: DirectorPassword | None = None,
    ) -> Self:
        """Asks for the password twice, until both are the same. `ask` shows a prompt and reads a
        line without showing it (`read_hidden`). Raises `WordtoolsError` when no one answers."""
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
                raise WordtoolsError("a director's password must be set") from None

    @classmethod
    def from_file(
        cls, path: Path, *, insecure: bool = False, known: DirectorPassword | None = None
    ) -> Self:
        """The password on the only line of a file, or its argon2 hash as `str()` gives it; the
        file as for `read_file`. Raises `WordtoolsError`."""
        password = read_file(path, insecure=insecure)
        if "\n" in password:
            raise WordtoolsError(f"{path}: write the password on one line, and nothing else")
        try:
            if password.startswith("$argon2"):
                return cls.from_hash(password)
            return cls(password, known)
        except WordtoolsError as error:
            raise WordtoolsError(f"{path}: {error}") from None

    @classmethod
    def from_hash(cls, hash: str) -> Self:
        """The password of an argon2 hash, as `str()` gives it. Raises `WordtoolsError`."""
        password = cls.__new__(cls)
        password._hash = lambda timeout=None: hash
        try:
            _hasher.check_needs_rehash(hash)
        except InvalidHashError:
            raise WordtoolsError("not an argon2 hash") from None
        return password

    def check(self, password: str) -> bool:
        """Whether this is the director's password. Takes some 50 ms, on purpose."""
        try:
            return _hasher.verify(self._hash(), _normalize(password))
        except Argon2Error:
            return False

    def __str__(self) -> str:
        """The argon2 hash, for a password file."""
        return self._hash()


def read_file(path: Path, *, insecure: bool = False) -> str:
    """What a file says, without the end of its line. Raises `WordtoolsError`; unless `insecure`,
    also for a file that others than its owner can read or change."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and mode & _OTHERS and not insecure:
            raise WordtoolsError(
                f"{path}: others can read this password or change it; run chmod 600 {path}, "
                "or insist with --insecure-password-file"
            )
        return path.read_text("utf-8").removesuffix("\n").removesuffix("\r")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WordtoolsError(f"{path}: the password cannot be read: {reason}") from None


def read_hidden(prompt: str) -> str:
    """A line typed on the terminal, which does not show it. Raises `WordtoolsError` where there is
    no terminal, and `EOFError` when nobody answers."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", GetPassWarning)
        try:
            return getpass(prompt)
        except GetPassWarning:
            raise WordtoolsError(
                "there is no terminal to ask for the director's password; use --password-file"
            ) from None


def _hash(password: str, known: DirectorPassword | None) -> str:
    if known is not None and known.check(password):
        return str(known)
    return _hasher.hash(_normalize(password))


def _normalize(password: str) -> str:
    """The password in NFC: keyboards differ in how they send a marked letter."""
    return unicodedata.normalize("NFC", password)
