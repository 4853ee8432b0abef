"""The director's password."""

from __future__ import annotations

import os
import threading
import unicodedata
import weakref
from collections.abc import Callable
from pathlib import Path

import argon2
import pytest

from tests.conftest import FAST, write_secret
from tests.waiting import PATIENCE
from wordtools import secrets_input
from wordtools.errors import WordtoolsError
from wordtools.judge import password as passwords
from wordtools.judge.password import DirectorPassword


def answers(*lines: str) -> tuple[Callable[[str], str], list[str]]:
    """A user who types these lines, and the prompts shown for them."""
    left, prompts = iter(lines), list[str]()

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return ask, prompts


@pytest.fixture(autouse=True)
def hasher(monkeypatch: pytest.MonkeyPatch) -> argon2.PasswordHasher:
    """The hasher for real passwords, while the tests use a fast one."""
    real = passwords._hasher
    monkeypatch.setattr(passwords, "_hasher", FAST)
    return real


def test_hashing_is_as_slow_as_argon2_advises(hasher: argon2.PasswordHasher) -> None:
    advised = argon2.profiles.RFC_9106_LOW_MEMORY
    assert argon2.extract_parameters(hasher.hash("coração 7")) == advised


def test_only_the_password_is_right() -> None:
    password = DirectorPassword("coração 7")
    assert password.check("coração 7")
    assert password.check(unicodedata.normalize("NFD", "coração 7"))
    for wrong in ("", "coração", "coração 7 ", "Coração 7", "\0", str(password)):
        assert not password.check(wrong)


def test_it_is_not_kept_readable() -> None:
    password = DirectorPassword("secret word")
    assert str(password).startswith("$argon2id$")
    assert "secret" not in f"{password} {vars(password)}"


class Typed(str):
    """A text that reveals when it is no longer referenced."""


@pytest.mark.parametrize("known", [None, DirectorPassword.from_hash(FAST.hash("other words"))])
def test_the_typed_password_is_forgotten_once_it_is_hashed(known: DirectorPassword | None) -> None:
    typed, forgotten = Typed("secret word"), threading.Event()
    weakref.finalize(typed, forgotten.set)
    password = DirectorPassword(typed, known)
    del typed
    assert password.check("secret word")
    assert forgotten.wait(PATIENCE)


def test_the_password_known_before_keeps_its_hash() -> None:
    before = DirectorPassword("secret word")
    assert str(DirectorPassword("secret word", before)) == str(before)
    assert str(DirectorPassword("other words", before)) != str(before)
    ask, _ = answers("secret word", "secret word")
    assert str(DirectorPassword.from_prompt(ask, known=before)) == str(before)


def test_it_is_asked_twice_until_both_are_the_same() -> None:
    ask, prompts = answers("secret", "secrte", "ab", "secret", "secret")
    assert DirectorPassword.from_prompt(ask, "pt").check("secret")
    assert prompts == [
        "Palavra-passe do árbitro: ",
        "Repita a palavra-passe: ",
        "As palavras-passe não coincidem. Palavra-passe do árbitro: ",
        "Use pelo menos 4 caracteres. Palavra-passe do árbitro: ",
        "Repita a palavra-passe: ",
    ]


def test_someone_must_answer() -> None:
    ask, _ = answers("secret")
    with pytest.raises(WordtoolsError, match="type a director's password"):
        DirectorPassword.from_prompt(ask)


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_from_a_file(tmp_path: Path, end: str) -> None:
    path = tmp_path / "password"
    write_secret(path, f"a secret {end}")
    assert DirectorPassword.from_file(path).check("a secret ")


def test_a_file_may_hold_the_hash(tmp_path: Path) -> None:
    path = tmp_path / "password"
    write_secret(path, f"{DirectorPassword('a secret')}\n")
    assert DirectorPassword.from_file(path).check("a secret")
    assert not DirectorPassword.from_file(path).check(path.read_text().strip())


@pytest.mark.parametrize(
    "content", [b"", b"abc\n", b"one line\nanother\n", b"\xff\xfe\xff", b"$argon2id$x"]
)
def test_a_file_that_holds_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "password"
    path.touch(0o600)
    path.write_bytes(content)
    with pytest.raises(WordtoolsError, match=r"password: (?!others)"):
        DirectorPassword.from_file(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WordtoolsError, match="cannot be read"):
        DirectorPassword.from_file(tmp_path / "nowhere")


@pytest.mark.parametrize("mode", [0o604, 0o640, 0o602, 0o620, 0o644])
def test_a_file_that_others_can_read_or_change(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "password"
    path.write_text("a secret\n")
    path.chmod(mode)
    with pytest.raises(WordtoolsError, match=f"chmod 600 {path}"):
        DirectorPassword.from_file(path)
    with pytest.raises(WordtoolsError, match=f"chmod 600 {path}"):
        secrets_input.read_secret_file(path)
    assert DirectorPassword.from_file(path, insecure=True).check("a secret")
    assert secrets_input.read_secret_file(path, insecure=True) == "a secret"


def test_what_is_no_file_has_no_other_readers(tmp_path: Path) -> None:
    """A pipe is accepted, as in `--password-file <(pass show judge)`."""
    path = tmp_path / "pipe"
    os.mkfifo(path, 0o644)
    writer = threading.Thread(target=path.write_text, args=("a secret\n",))
    writer.start()
    assert DirectorPassword.from_file(path).check("a secret")
    writer.join()
