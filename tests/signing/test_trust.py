"""Nothing judges by a lexicon without the signatures that its trust file demands."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run, write_secret
from wordtools.alphabet import load_alphabet
from wordtools.errors import LexiconError
from wordtools.judge.settings import Settings
from wordtools.lexicon.compile import compile_words
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.messages.refusal import CannotJudge
from wordtools.service.config import LexiconOffer
from wordtools.service.judging.lexicons import OfferedLexicons
from wordtools.signing import minisign
from wordtools.signing.minisign import SecretKey, SignatureError
from wordtools.signing.trust import Trust, TrustedKey, check_file, check_lexicon, read_trust

ANA, EVA, IVO = (SecretKey(bytes([n]) * 8, bytes([n]) * 32) for n in (1, 2, 3))
NOON = int(datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC).timestamp())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "club.lexicon"
    file.write_bytes(compile_words(["CAT", "DOG"], load_alphabet("en").alphabet, name="club"))
    return file


def sign(path: Path, *keys: SecretKey, comment: str = f"timestamp:{NOON}") -> None:
    for key in keys:
        signature = minisign.sign(path.read_bytes(), key, comment)
        path.with_name(f"{path.name}.{key.public.name}.minisig").write_text(signature.encode())


def trust(*keys: SecretKey, required: int = 1) -> Trust:
    names = dict(zip((ANA.number, EVA.number, IVO.number), ("Ana", "Eva", "Ivo"), strict=True))
    return Trust([TrustedKey(names[key.number], key.public.text) for key in keys], required)


def signers(path: Path, trusted: Trust) -> list[str]:
    return check_file(path, path.read_bytes(), trusted)


def test_one_of_the_keys_suffices_unless_more_are_required(path: Path) -> None:
    sign(path, EVA)
    assert signers(path, trust(EVA)) == ["Eva"]
    assert signers(path, trust(ANA, EVA)) == ["Eva"]
    with pytest.raises(
        SignatureError, match=r"not signed by Ana or Ivo: .* was made with the key 0202"
    ):
        signers(path, trust(ANA, IVO))
    with pytest.raises(SignatureError, match="not signed by Ana and Eva: only Eva signed it"):
        signers(path, trust(ANA, EVA, required=2))
    sign(path, ANA)
    assert sorted(signers(path, trust(ANA, EVA, required=2))) == ["Ana", "Eva"]
    with pytest.raises(SignatureError, match="not signed by Ana, Eva and Ivo"):
        signers(path, trust(ANA, EVA, IVO, required=3))


def test_a_key_that_signs_twice_counts_once(path: Path) -> None:
    sign(path, ANA)
    copy = next(path.parent.glob("*.minisig"))
    copy.with_name("club.lexicon.again.minisig").write_bytes(copy.read_bytes())
    with pytest.raises(SignatureError):
        signers(path, trust(ANA, EVA, required=2))


def test_without_a_signature(path: Path) -> None:
    with pytest.raises(SignatureError, match=r"by Ana: club\.lexicon\.minisig is missing"):
        signers(path, trust(ANA))


def test_the_signature_of_another_file(path: Path) -> None:
    sign(path, ANA)
    path.write_bytes(compile_words(["CAT"], load_alphabet("en").alphabet, name="club"))
    with pytest.raises(SignatureError, match="Ana: the file is not the one that was signed"):
        signers(path, trust(ANA))


@pytest.mark.parametrize(
    ("limits", "problem"),
    [
        ({}, ""),
        ({"since": datetime.date(2026, 5, 1), "until": datetime.date(2026, 5, 1)}, ""),
        ({"since": datetime.date(2026, 5, 2)}, "before the key was in force"),
        ({"until": datetime.date(2026, 4, 30)}, "no longer in force"),
        ({"revoked": "a stolen laptop"}, "the key is revoked: a stolen laptop"),
    ],
)
def test_rotation_and_revocation(path: Path, limits: dict[str, Any], problem: str) -> None:
    sign(path, ANA)
    trusted = Trust([TrustedKey("Ana", ANA.public.text, **limits)])
    if not problem:
        assert signers(path, trusted) == ["Ana"]
        return
    with pytest.raises(SignatureError, match=problem):
        signers(path, trusted)


def test_a_time_that_is_not_stated(path: Path) -> None:
    sign(path, ANA, comment="hashed")
    trusted = Trust([TrustedKey("Ana", ANA.public.text, since=datetime.date(2020, 1, 1))])
    with pytest.raises(SignatureError, match="does not state when"):
        signers(path, trusted)


def test_a_file_that_changes_once_it_is_open(path: Path) -> None:
    lexicon = Lexicon.read(path)
    sign(path, ANA)
    assert check_lexicon(lexicon, trust(ANA)) == ["Ana"]
    path.write_bytes(compile_words(["CAT"], load_alphabet("en").alphabet, name="club"))
    sign(path, ANA)
    with pytest.raises(SignatureError, match="has changed since it was opened"):
        check_lexicon(lexicon, trust(ANA))


def test_a_file_of_trusted_keys(tmp_path: Path) -> None:
    file = tmp_path / "trust.toml"
    file.write_text(
        f'required = 2\n[[keys]]\nname = "Ana"\nkey = "{ANA.public.text}"\nuntil = 2027-12-31\n'
        f'[[keys]]\nname = "Eva"\nkey = "{EVA.public.text}"\nrevoked = "lost"\n'
    )
    trusted = read_trust([str(file)])
    assert (trusted.required, [key.name for key in trusted.keys]) == (2, ["Ana", "Eva"])
    assert trusted.keys[0].until == datetime.date(2027, 12, 31)
    (tmp_path / "ivo.pub").write_text(IVO.public.encode())
    names = [key.name for key in read_trust([str(tmp_path / "ivo.pub"), ANA.public.text]).keys]
    assert names == ["ivo (0303030303030303)", "0101010101010101"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "keys"),
        ("keys = []", "keys"),
        ('[[keys]]\nname = "Ana"\nkey = "RWQ"', "Ana: not a public key"),
        (f'required = 2\n[[keys]]\nname = "Ana"\nkey = "{ANA.public.text}"', "2 signatures"),
        (f'required = 0\n[[keys]]\nname = "Ana"\nkey = "{ANA.public.text}"', "required"),
        (f'[[keys]]\nname = "Ana"\nkey = "{ANA.public.text}"\nuntl = 2027-01-01', "until"),
    ],
)
def test_files_that_trust_nobody(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "trust.toml").write_text(content)
    with pytest.raises(SignatureError, match=problem):
        read_trust([str(tmp_path / "trust.toml")])


def test_keys_that_are_not_there(tmp_path: Path) -> None:
    for name in (str(tmp_path / "none.pub"), str(tmp_path), "RWQ"):
        with pytest.raises(SignatureError, match="there is no such public key"):
            read_trust([name])


def test_a_service_judges_only_by_signed_lexicons(path: Path) -> None:
    offers, log = [LexiconOffer("club", str(path), None)], Log(str(path.with_name("rulings.db")))
    unsigned = OfferedLexicons(offers, log, Settings(), trust=trust(ANA))
    with pytest.raises(CannotJudge, match="not signed by Ana"):
        unsigned.judge("club")
    sign(path, ANA)
    offered = OfferedLexicons(offers, log, Settings(), trust=trust(ANA))
    assert "CAT" in offered.judge("club").lexicon
    path.write_bytes(compile_words(["COW"], load_alphabet("en").alphabet, name="club"))
    with pytest.raises(CannotJudge, match="not the one that was signed"):
        offered.reopen("club")


def test_signing_and_verifying_on_the_command_line(path: Path, run: Run) -> None:
    folder = path.parent
    write_secret(folder / "secret", "a tin can\n")
    made = run("key", "new", "ana", "--key-password-file", "secret")
    assert (made.returncode, made.stderr) == (0, "")
    assert (folder / "ana.key").stat().st_mode & 0o777 == 0o600
    assert run("key", "new", "ana", "--no-password").returncode == 2
    assert run("key", "new", "eva", "--no-password").returncode == 0

    unsigned = run("verify", "club.lexicon", "--signed-by", "ana.pub")
    assert unsigned.returncode == 2
    assert "club.lexicon: not signed by ana" in unsigned.stderr
    options = ("--key", "ana.key", "--key-password-file", "secret")
    signed = run("sign", "club.lexicon", *options, "--comment", "for 2026")
    assert signed.stdout.startswith("club.lexicon.minisig: signed with the key ")
    signed = run("sign", "club.lexicon", "--key", "eva.key")
    number = signed.stdout.split()[-1]
    assert signed.stdout.startswith(f"club.lexicon.{number}.minisig")
    assert run("sign", "club.lexicon", "--key", "eva.key").stdout == signed.stdout

    keys = ("--signed-by", "ana.pub", "--signed-by", "eva.pub")
    checked = run("verify", "club.lexicon", *keys)
    assert checked.stdout.count("  signed by ") == 2
    as_json = json.loads(run("verify", "club.lexicon", *keys, "--json").stdout)
    assert len(as_json["signers"]) == 2
    shown = run("key", "show", "club.lexicon.minisig").stdout
    assert "file:club.lexicon" in shown
    assert "for 2026" in shown
    assert number in run("key", "show", "eva.pub").stdout

    (folder / "secret").write_text("a tin cam\n")
    wrong = run("sign", "club.lexicon", *options)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "ana.key: this is not the key's password" in wrong.stderr


@pytest.mark.slow
def test_nothing_is_served_without_a_signature(path: Path, run: Run) -> None:
    folder = path.parent
    write_secret(folder / "password", "correct horse\n")
    common = ("-l", "club.lexicon", "--password-file", "password", "--log", "rulings.db")
    done = run("serve", *common, "--signed-by", ANA.public.text)
    assert (done.returncode, done.stdout) == (2, "")
    assert "not signed by 0101010101010101" in done.stderr
    assert not (folder / "rulings.db").exists()


def test_the_errors_are_those_of_lexicons() -> None:
    assert issubclass(SignatureError, LexiconError)
