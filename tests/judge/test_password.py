"""The director's password."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from wordtools.errors import WordtoolsError
from wordtools.judge.password import DirectorPassword


def answers(*lines: str) -> tuple[Callable[[str], str], list[str]]:
    """Someone who types these lines, and the prompts that were shown for them."""
    left, prompts = iter(lines), list[str]()

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return ask, prompts


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
    with pytest.raises(WordtoolsError, match="must be set"):
        DirectorPassword.from_prompt(ask)


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_from_a_file(tmp_path: Path, end: str) -> None:
    path = tmp_path / "password"
    path.write_bytes(b"a secret " + end.encode())
    assert DirectorPassword.from_file(path).check("a secret ")


def test_a_file_may_hold_the_hash(tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_text(f"{DirectorPassword('a secret')}\n")
    assert DirectorPassword.from_file(path).check("a secret")
    assert not DirectorPassword.from_file(path).check(path.read_text().strip())


@pytest.mark.parametrize(
    "content", [b"", b"abc\n", b"one line\nanother\n", b"\xff\xfe\xff", b"$argon2id$x"]
)
def test_a_file_that_holds_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "password"
    path.write_bytes(content)
    with pytest.raises(WordtoolsError, match=r"password: "):
        DirectorPassword.from_file(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WordtoolsError, match="cannot be read"):
        DirectorPassword.from_file(tmp_path / "nowhere")
