"""Changes in a signed lexicon, its signature, a head or a receipt are detected by us and by the
second reader."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from tests.conftest import examples
from tests.lexicon.hostile import SMALL
from tests.publishing.pages import KEY, TRUST
from tests.signing.test_receipts import EVENT, OTHER, RECEIPT, RECEIPTS
from tests.signing.test_receipts import TRUST as EVENT_TRUST
from tests.web.second_reader import ask
from wordtools.log.log import Log
from wordtools.log.record import LogEntry
from wordtools.signing import heads, minisign
from wordtools.signing.minisign import SignatureError
from wordtools.signing.receipts import (
    Receipt,
    check_receipt,
    hash_words,
    make_link,
    parse_receipt,
    sign_receipt,
)
from wordtools.signing.trust import Trust

COMMENT = "timestamp:1764000000\tfile:small.lexicon"
SIGNATURE = minisign.sign(SMALL, KEY, COMMENT)
LEGACY = msgspec.structs.replace(
    SIGNATURE,
    signature=KEY.sign(SMALL),
    proof=KEY.sign(KEY.sign(SMALL) + COMMENT.encode()),
    is_hashed=False,
)


def is_signed(data: bytes, text: str) -> bool:
    try:
        minisign.check_signature(data, minisign.parse_signature(text), KEY.public)
    except SignatureError:
        return False
    return True


def ask_who_signed(pairs: list[tuple[bytes, str]]) -> list[bool]:
    encoded = [(base64.b64encode(data).decode(), text) for data, text in pairs]
    answers = ask("check", pairs=encoded, trust=msgspec.to_builtins(TRUST))
    assert all(answer == ["Word committee"] or "refused" in answer for answer in answers)
    return [answer == ["Word committee"] for answer in answers]


def make_changes(text: str, count: int, chance: random.Random) -> Iterator[tuple[bytes, str]]:
    """The lexicon with a byte changed, or the signature with a character changed."""
    for number in range(count):
        data, characters = bytearray(SMALL), list(text)
        if number % 2:
            data[chance.randrange(len(data))] ^= chance.randrange(1, 256)
        else:
            place = chance.randrange(len(characters))
            characters[place] = chr(ord(characters[place]) ^ chance.choice([1, 2, 4, 8, 16, 32]))
        yield bytes(data), "".join(characters)


@pytest.mark.slow
@pytest.mark.parametrize("signature", [SIGNATURE, LEGACY], ids=["ED", "Ed"])
def test_a_thousand_changes(signature: minisign.Signature, chance: random.Random) -> None:
    text = signature.encode()
    assert ask_who_signed([(SMALL, text)]) == [True] == [is_signed(SMALL, text)]
    pairs = list(make_changes(text, 1000, chance))
    accepted = [is_signed(*pair) for pair in pairs]
    assert ask_who_signed(pairs) == accepted
    for (data, changed), is_accepted in zip(pairs, accepted, strict=True):
        if is_accepted:  # the untrusted comment differs, or base64 spells the same bytes
            assert data == SMALL
            assert minisign.parse_signature(changed) == signature


def test_signatures_that_are_none() -> None:
    lines = SIGNATURE.encode().splitlines()
    texts = [
        "",
        "\n".join(lines[:3]),
        "\r\n".join([*lines, ""]),
        "\n".join(lines),
        "\n".join([*lines, "", ""]),
        "\n".join([lines[0] + "x" * 1024, *lines[1:]]),
        "\n".join([*lines[:2], "trusted comment: " + "é" * 4097, lines[3]]),
        "\n".join([lines[0], lines[1].replace("RUQ", "RUX"), *lines[2:]]),
    ]
    expected = [is_signed(SMALL, text) for text in texts]
    assert expected == [False, False, True, True, *[False] * 4]
    assert ask_who_signed([(SMALL, text) for text in texts]) == expected


# Heads


def read_heads(path: Path, data: bytes) -> list[list[str]] | None:
    """The heads in a file with this content; None if they are refused."""
    path.write_bytes(data)
    try:
        signed = heads.read_heads(path)
        heads.check_heads(signed, TRUST)
    except SignatureError:
        return None
    return [[str(head.number), head.hash, head.time] for head in signed]


def ask_for_heads(files: list[bytes], trust: Trust = TRUST) -> list[list[list[str]] | None]:
    encoded = [base64.b64encode(file).decode() for file in files]
    answers = ask("readHeads", files=encoded, trust=msgspec.to_builtins(trust))
    return [None if "refused" in answer else answer for answer in answers]


@pytest.fixture
def signed(tmp_path: Path) -> bytes:
    """A file of two heads."""
    log = Log(str(tmp_path / "open.db"))
    path = tmp_path / "open.heads"
    for id in ("a", "b"):
        log.append(LogEntry("note", id, {}))
        heads.sign_head(log, KEY, path)
    log.close()
    return path.read_bytes()


def change_bytes(data: bytes, chance: random.Random) -> bytes:
    """The data with a byte changed, lost or added, or a bit changed."""
    changed = bytearray(data)
    place = chance.randrange(len(changed))
    match chance.randrange(4):
        case 0:
            changed[place] ^= 1 << chance.randrange(8)
        case 1:
            changed[place] ^= chance.randrange(1, 256)
        case 2:
            del changed[place : place + chance.randrange(1, 40)]
        case _:
            changed.insert(place, chance.randrange(256))
    return bytes(changed)


@pytest.mark.slow
def test_a_thousand_changes_of_heads(
    signed: bytes, tmp_path: Path, chance: random.Random, longer: float
) -> None:
    path = tmp_path / "changed"
    whole = read_heads(path, signed)
    assert whole is not None and len(whole) == 2
    first = b"".join(signed.splitlines(keepends=True)[:5])
    assert ask_for_heads([signed, first]) == [whole, whole[:1]]
    files = [change_bytes(signed, chance) for _ in range(int(1000 * longer))]
    files = [file for file in files if file != signed]
    ours = [read_heads(path, file) for file in files]
    assert ask_for_heads(files) == ours
    assert {file for file, read in zip(files, ours, strict=True) if read} <= {first}


def test_heads_that_are_none(signed: bytes, tmp_path: Path) -> None:
    files = [
        b"",
        b"\n",
        signed[:-1],
        b"\xef\xbb\xbf" + signed,
        signed.replace(b"\n", b"\r\n"),
        signed.replace(b"record 1", b"record 01"),
        signed.replace(b"by wordtools", b"by others"),
        signed + signed,
    ]
    expected = [read_heads(tmp_path / "changed", file) for file in files]
    assert [bool(read) for read in expected] == [False] * 7 + [True]
    assert ask_for_heads(files) == expected


@pytest.mark.parametrize(
    "change", [{"revoked": "lost"}, {"until": "2020-01-01"}, {"since": "2100-01-01"}], ids=str
)
def test_keys_of_heads_and_receipts_that_do_not_count(
    signed: bytes, change: dict[str, str]
) -> None:
    for key, answer in (
        (KEY, lambda trust: ask_for_heads([signed], trust)),
        (EVENT, lambda trust: ask_for_receipts([RECEIPT.code], trust)),
    ):
        keys = [{"name": "Open", "key": key.public.text}]
        trust = msgspec.convert({"keys": keys}, Trust)
        assert answer(trust) != [None]
        assert answer(msgspec.structs.replace(trust, required=2)) == [None]
        assert answer(msgspec.convert({"keys": [keys[0] | change]}, Trust)) == [None]


# Receipts


def read_receipt(code: str) -> dict[str, Any] | None:
    """The second reader's statements on a code that it accepts."""
    try:
        receipt = parse_receipt(code)
        signer = check_receipt(receipt, EVENT_TRUST)
    except SignatureError:
        return None
    return {
        "acceptable": receipt.acceptable,
        "number": receipt.number,
        "eventNumber": receipt.event_number,
        "time": receipt.time,
        "words": receipt.words.hex(),
        "lexicon": receipt.lexicon.hex(),
        "record": receipt.record.hex(),
        "edition": receipt.edition,
        "signer": signer,
    }


def ask_for_receipts(
    codes: list[str], trust: Trust = EVENT_TRUST, **request: Any
) -> list[dict[str, Any] | None]:
    answers = ask("readReceipts", codes=codes, trust=msgspec.to_builtins(trust), **request)
    return [None if "refused" in answer else answer for answer in answers]


def change_code(receipt: Receipt, chance: random.Random) -> str:
    """A code with a symbol changed, lost or added, or with a bit changed and matching check
    digits."""
    symbols = list(receipt.code)
    place = chance.randrange(len(symbols))
    match chance.randrange(4):
        case 0:
            symbols[place] = chr(ord(symbols[place]) ^ 1 << chance.randrange(8))
        case 1:
            del symbols[place : place + chance.randrange(1, 9)]
        case 2:
            symbols.insert(place, chr(chance.randrange(32, 127)))
        case _:
            return change_bit(receipt, chance).code
    return "".join(symbols)


def change_bit(receipt: Receipt, chance: random.Random) -> Receipt:
    field = chance.choice(["signature", "words", "lexicon", "record", "number", "time", "edition"])
    value = getattr(receipt, field)
    if isinstance(value, int):
        return msgspec.structs.replace(receipt, **{field: value ^ 1 << chance.randrange(32)})
    data = bytearray(value.encode() if isinstance(value, str) else value)
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(7)
    changed = data.decode() if isinstance(value, str) else bytes(data)
    return msgspec.structs.replace(receipt, **{field: changed})


@pytest.mark.slow
def test_a_thousand_changes_of_a_receipt(chance: random.Random, longer: float) -> None:
    whole = read_receipt(RECEIPT.code)
    assert whole is not None
    codes = [change_code(RECEIPT, chance) for _ in range(int(1000 * longer))]
    ours = [read_receipt(code) for code in codes]
    assert ask_for_receipts([RECEIPT.code, *codes]) == [whole, *ours]
    assert all(read in (None, whole) for read in ours), "only hyphens and looks may differ"
    assert ours.count(None) > 900 * longer


@given(RECEIPTS)
@settings(max_examples=examples(0.2))
def test_both_readers_read_the_same(receipt: Receipt) -> None:
    link = make_link("https://words.example.org/", receipt.code)
    other = sign_receipt(receipt, OTHER).code
    codes = [receipt.code, link, receipt.code.lower().replace("1", "L"), other, receipt.code[:-1]]
    expected = [read_receipt(code) for code in codes]
    assert [bool(read) for read in expected] == [True] * 3 + [False] * 2
    assert ask_for_receipts(codes) == expected


@pytest.mark.parametrize(
    "words",
    [["CASA"], ["LIVRO", "CASA", "CASA"], ["PE[RR]O", "Ñ", "N"], ["\U00010400", "\uff21", "A"]],
)
def test_both_readers_know_the_words(words: list[str]) -> None:
    facts = msgspec.structs.replace(RECEIPT, words=hash_words(words, RECEIPT.record))
    code = sign_receipt(facts, EVENT).code
    digest = RECEIPT.lexicon.hex() + "0" * 32
    for asked in (words, words[::-1], [*words, "X"]):
        (answer,) = ask_for_receipts([code], words=asked, digest=digest)
        assert answer is not None
        assert (answer["isOf"], answer["isBy"]) == (facts.has_words(asked), True)
        assert facts.is_by(digest, "pt-PT")


HOSTILE = [
    "", "-", "0", "U" * 212, "0" * 3000, "\U0001d7d8" * 212, "Ｏ" * 212, "#receipt=",
    "https://words.example.org/", RECEIPT.code + "\0", RECEIPT.code.replace("-", "\u2011"),
    RECEIPT.code.replace("0", "ο"), "ı" + RECEIPT.code[1:], "ſ" + RECEIPT.code[1:],
    RECEIPT.code[:-1] + "ß",
]  # fmt: skip


def test_hostile_codes() -> None:
    assert [read_receipt(code) for code in HOSTILE] == [None] * len(HOSTILE)
    assert ask_for_receipts(HOSTILE) == [None] * len(HOSTILE)
