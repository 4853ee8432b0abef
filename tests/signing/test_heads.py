"""Signed heads: the changes that they reveal, and that minisign and OpenSSL accept them."""

from __future__ import annotations

import random
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Run
from wordtools.log.log import Log
from wordtools.log.record import LogEntry
from wordtools.signing import heads
from wordtools.signing.minisign import SecretKey, SignatureError
from wordtools.signing.trust import Trust, TrustedKey, read_trust

EVENT, OTHER = (SecretKey(bytes([n]) * 8, bytes([n]) * 32) for n in (7, 8))
TRUST = Trust([TrustedKey("Open", EVENT.public.text)])


def append(path: Path, *ids: str) -> None:
    log = Log(str(path))
    for id in ids:
        log.append(LogEntry("note", id, {}))
    log.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log of three records, with heads signed after the first and the last; and the key."""
    path = tmp_path / "open.db"
    append(path, "a")
    sign(path)
    append(path, "b", "c")
    sign(path)
    (tmp_path / "open.pub").write_text(EVENT.public.encode())
    (tmp_path / "open.key").write_text(EVENT.encode(""))
    return path


def sign(path: Path, key: SecretKey = EVENT) -> None:
    log = Log(str(path))
    heads.sign_head(log, key, path.with_suffix(".heads"))
    log.close()


def verify(run: Run, path: Path, signed: Path | None = None) -> subprocess.CompletedProcess[str]:
    options = ["--heads", str(signed or path.with_suffix(".heads"))]
    options += ["--signed-by", str(path.with_suffix(".pub"))]
    return run("log", "verify", "--log", str(path), *options)


def test_heads_of_a_log_that_grew_are_in_it(run: Run, path: Path) -> None:
    append(path, "d")
    done = verify(run, path)
    assert done.returncode == 0
    assert "2 signed heads in the log, the latest at record 3" in done.stdout


def test_a_log_that_was_cut_back(run: Run, path: Path) -> None:
    """An earlier copy has an intact chain of its own."""
    last = heads.read_heads(path.with_suffix(".heads"))[-1]
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM records WHERE number > 1")
        database.execute("UPDATE head SET number = 1, hash = (SELECT hash FROM records)")
    database.close()
    assert run("log", "verify", "--log", str(path)).returncode == 0, "its chain is whole"
    done = verify(run, path)
    assert done.returncode == 1
    assert done.stdout.startswith(
        f"record 3 is missing, although a signed head states its hash, {last.hash}"
    )


def test_an_empty_file_of_heads_shows_nothing(run: Run, path: Path) -> None:
    path.with_suffix(".heads").write_text("")
    done = verify(run, path)
    assert done.returncode == 2
    assert "the file of signed heads is empty" in done.stderr


def test_a_log_that_was_forged_whole(run: Run, path: Path) -> None:
    (signed,) = heads.read_heads(path.with_suffix(".heads"))[:1]
    for file in path.parent.glob("open.db*"):
        file.unlink()
    append(path, "x", "b", "c", "d")
    assert run("log", "verify", "--log", str(path)).returncode == 0, "its chain is whole"
    done = verify(run, path)
    assert done.returncode == 1
    assert (
        f"record 1 does not have the hash that a signed head states, {signed.hash}" in done.stdout
    )
    assert "record 3 does not have" in done.stdout


def test_only_trusted_keys_in_force_count(run: Run, path: Path) -> None:
    sign(path, OTHER)
    done = verify(run, path)
    assert done.returncode == 2
    assert "the head of record 3" in done.stderr
    assert f"signed with the key {OTHER.public.name}, which is not trusted" in done.stderr
    signed = heads.read_heads(path.with_suffix(".heads"))[:2]
    heads.check_heads(signed, TRUST)
    for stated in ("until = 2020-01-01", 'revoked = "stolen"'):
        trust = path.with_name("trust.toml")
        trust.write_text(f'[[keys]]\nname = "Open"\nkey = "{EVENT.public.text}"\n{stated}\n')
        with pytest.raises(SignatureError, match=r"no longer in force|stolen"):
            heads.check_heads(signed, read_trust([str(trust)]))


def test_one_signature_cannot_be_two(path: Path) -> None:
    two = Trust([*TRUST.keys, TrustedKey("Other", OTHER.public.text)], required=2)
    with pytest.raises(SignatureError, match="a head has one signature, but 2 are required"):
        heads.check_heads([], two)


def test_minisign_verifies_a_head(path: Path, tmp_path: Path) -> None:
    lines = path.with_suffix(".heads").read_text().splitlines(keepends=True)
    (tmp_path / "head").write_text(lines[5])
    (tmp_path / "head.minisig").write_text("".join(lines[6:10]))
    command = ["minisign", "-V", "-m", str(tmp_path / "head"), "-p", str(tmp_path / "open.pub")]
    subprocess.run(command, check=True, capture_output=True)
    (tmp_path / "head").write_text(lines[5].replace("record 3", "record 4"))
    assert subprocess.run(command, capture_output=True).returncode != 0


def test_every_change_of_a_head_is_found(path: Path, longer: int) -> None:
    file = path.with_suffix(".heads")
    whole = file.read_bytes()
    dice = random.Random(5)
    for _ in range(int(1000 * longer)):
        changed = bytearray(whole)
        place = dice.randrange(len(changed))
        match dice.randrange(3):
            case 0:
                changed[place] ^= dice.randrange(1, 256)
            case 1:
                del changed[place : place + dice.randrange(1, 40)]
            case _:
                changed.insert(place, dice.randrange(256))
        if bytes(changed) in (whole, b"".join(whole.splitlines(keepends=True)[:5])):
            continue
        file.write_bytes(changed)
        with pytest.raises(SignatureError):
            heads.check_heads(heads.read_heads(file), TRUST)


def test_sign_head_command(run: Run, path: Path) -> None:
    done = run("log", "sign-head", "--log", str(path), "--key", str(path.with_suffix(".key")))
    assert done.returncode == 0
    signed = heads.read_heads(path.with_suffix(".heads"))
    assert len(signed) == 3
    assert done.stdout == signed[-1].text
    heads.check_heads(signed, TRUST)


def test_a_log_on_a_server_needs_a_file_of_heads(run: Run, path: Path) -> None:
    url = "postgresql://nobody@localhost/none"
    done = run("log", "sign-head", "--log", url, "--key", str(path.with_suffix(".key")))
    assert done.returncode == 2
    assert "--heads FILE" in done.stderr


def test_openssl_reads_a_time_stamp_request(run: Run, path: Path, tmp_path: Path) -> None:
    log = Log(str(path), make=False)
    _, hash = log.read_head()
    log.close()
    file = tmp_path / "head.tsq"
    done = run("log", "timestamp", str(file), "--log", str(path))
    assert done.stdout.strip().endswith(f"record 3, {hash}")
    shown = subprocess.run(
        ["openssl", "ts", "-query", "-in", str(file), "-text"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert "Hash Algorithm: sha256" in shown
    assert "Certificate required: yes" in shown
    dump = [line.split(" - ")[1][:49] for line in shown.splitlines() if " - " in line]
    assert "".join(dump).replace(" ", "").replace("-", "") == hash
    assert "Nonce: 0x" in shown
    assert run("log", "timestamp", str(file), "--log", str(path)).returncode == 2
