"""Our own keys and signatures, those of Debian's minisign and of py-minisign, and hostile ones."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import minisign as peer
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordtools.signing import minisign
from wordtools.signing.minisign import SignatureError

KEY = minisign.SecretKey(bytes(range(8)), bytes(range(32)))
DATA = b"the content of a file"
COMMENT = "timestamp:1764000000\tfile:pt.lexicon\thashed"
SIGNATURE = minisign.sign(DATA, KEY, COMMENT)
ENCRYPTED = KEY.encode("a tin can")


def parse(text: str, password: str = "") -> minisign.SecretKey:
    return minisign.parse_secret_key(text, lambda: password)


def test_what_is_written_is_read_again() -> None:
    assert minisign.parse_public_key(KEY.public.encode()) == KEY.public
    assert minisign.parse_public_key(KEY.public.text) == KEY.public
    assert minisign.parse_signature(SIGNATURE.encode()) == SIGNATURE
    assert parse(KEY.encode("")) == KEY
    assert parse(ENCRYPTED, "a tin can") == KEY
    minisign.check_signature(DATA, SIGNATURE, KEY.public)
    assert KEY.public.name == "0706050403020100"
    assert SIGNATURE.encode().splitlines()[2] == f"trusted comment: {COMMENT}"


def test_a_new_key_is_another_one() -> None:
    assert minisign.create_key() != minisign.create_key()
    with pytest.raises(SignatureError, match="not with 0706050403020100"):
        minisign.check_signature(DATA, minisign.sign(DATA, minisign.create_key(), ""), KEY.public)


def test_a_wrong_password() -> None:
    with pytest.raises(SignatureError, match="not the key's password"):
        parse(ENCRYPTED, "a tin cam")


@given(st.binary(max_size=200), st.text(max_size=50))
def test_another_content_or_comment_is_found(data: bytes, comment: str) -> None:
    for signature, content in (
        (SIGNATURE, data),
        (minisign.Signature(KEY.number, SIGNATURE.signature, comment, SIGNATURE.proof), DATA),
    ):
        with pytest.raises(SignatureError):
            minisign.check_signature(content, signature, KEY.public)


def change_text(text: str, place: int, character: str) -> str:
    place %= len(text)
    return text[:place] + character + text[place + 1 :]


@given(st.integers(0, 10_000), st.characters(codec="utf-8"))
def test_a_changed_signature_is_refused_or_harmless(place: int, character: str) -> None:
    """Harmless: only the untrusted comment differs, or base64 spells the same bytes."""
    text = change_text(SIGNATURE.encode(), place, character)
    try:
        signature = minisign.parse_signature(text)
        minisign.check_signature(DATA, signature, KEY.public)
    except SignatureError:
        return
    assert signature == SIGNATURE


@given(st.integers(0, 10_000), st.characters(codec="utf-8"))
def test_a_changed_key_is_refused_or_another(place: int, character: str) -> None:
    text = change_text(KEY.public.encode(), place, character)
    try:
        key = minisign.parse_public_key(text)
        minisign.check_signature(DATA, SIGNATURE, key)
    except SignatureError:
        return
    assert key == KEY.public


@given(st.integers(0, 10_000), st.characters(codec="utf-8"))
def test_a_changed_secret_key_is_refused(place: int, character: str) -> None:
    try:
        key = parse(change_text(KEY.encode(""), place, character), "x")
    except SignatureError:
        return
    assert key == KEY


@given(st.text(max_size=300))
def test_texts_that_are_neither_keys_nor_signatures(text: str) -> None:
    reads: list[Callable[[str], object]] = [minisign.parse_public_key, minisign.parse_signature]
    for read in (*reads, parse):
        with pytest.raises(SignatureError):
            read(text)


def test_a_comment_that_cannot_be_written() -> None:
    for comment in ("two\nlines", "x" * 8193):
        with pytest.raises(SignatureError, match="one line"):
            minisign.sign(DATA, KEY, comment)


def test_a_secret_key_that_wants_all_memory_is_refused() -> None:
    import base64

    head, line = ENCRYPTED.splitlines()
    data = bytearray(base64.b64decode(line))
    data[46:54] = (1 << 40).to_bytes(8, "little")
    with pytest.raises(SignatureError, match="not a secret key that minisign makes"):
        parse(f"{head}\n{base64.b64encode(data).decode()}\n", "a tin can")


def test_py_minisign_agrees(tmp_path: Path) -> None:
    public = peer.PublicKey.from_base64(KEY.public.text)
    public.verify(DATA, peer.Signature.from_bytes(SIGNATURE.encode().encode()))
    pair = peer.KeyPair.generate()
    made = pair.secret_key.sign(DATA, trusted_comment="ours")
    key = minisign.parse_public_key(bytes(pair.public_key).decode())
    signature = minisign.parse_signature(bytes(made).decode())
    minisign.check_signature(DATA, signature, key)
    assert signature.trusted == "ours"
    pair.secret_key.encrypt("a password")
    secret = parse(bytes(pair.secret_key).decode(), "a password")
    assert secret.public == key
    ours = peer.SecretKey.from_bytes(ENCRYPTED.encode())
    ours.decrypt("a tin can")
    ours.sign(DATA)


def run_minisign(folder: Path, *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        ["minisign", *arguments], cwd=folder, input=typed, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("option", ["-H", "-l"])
def test_minisign_agrees(tmp_path: Path, option: str) -> None:
    (tmp_path / "file").write_bytes(DATA)
    (tmp_path / "ours.pub").write_text(KEY.public.encode())
    (tmp_path / "ours.key").write_text(KEY.encode(""))
    (tmp_path / "file.minisig").write_text(SIGNATURE.encode())
    assert COMMENT in run_minisign(tmp_path, "-V", "-m", "file", "-p", "ours.pub")
    run_minisign(tmp_path, "-S", option, "-m", "file", "-s", "ours.key", "-t", "théirs")
    theirs = minisign.parse_signature((tmp_path / "file.minisig").read_text("utf-8"))
    minisign.check_signature(DATA, theirs, KEY.public)
    assert (theirs.trusted, theirs.is_hashed) == ("théirs", option == "-H")


@pytest.mark.slow
def test_keys_that_minisign_encrypts(tmp_path: Path) -> None:
    """This key costs as much as minisign's own do, 1 GiB and a second."""
    run_minisign(tmp_path, "-G", "-p", "a.pub", "-s", "a.key", typed="tin\ntin\n")
    secret = parse((tmp_path / "a.key").read_text(), "tin")
    assert secret.public == minisign.parse_public_key((tmp_path / "a.pub").read_text())
    (tmp_path / "ours.key").write_text(ENCRYPTED)
    (tmp_path / "file").write_bytes(DATA)
    run_minisign(tmp_path, "-S", "-m", "file", "-s", "ours.key", typed="a tin can\n")
    made = minisign.parse_signature((tmp_path / "file.minisig").read_text("utf-8"))
    minisign.check_signature(DATA, made, KEY.public)
