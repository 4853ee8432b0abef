"""A byte changed in a signed lexicon or its signature is found, by us and by the second reader."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator

import msgspec
import pytest

from tests.lexicon.hostile import SMALL
from tests.publishing.pages import KEY, TRUST
from tests.web.second_reader import ask
from wordtools.signing import minisign
from wordtools.signing.minisign import SignatureError

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
        if (
            is_accepted
        ):  # the untrusted comment says something else, or base64 spells the same bytes
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
