"""Receipts: the content of a code, the detection of changed ones, and codes that are not
receipts."""

from __future__ import annotations

import datetime
import string

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordtools.signing import minisign
from wordtools.signing.minisign import SecretKey, SignatureError
from wordtools.signing.receipts import (
    LINK,
    Receipt,
    check_receipt,
    hash_words,
    make_link,
    parse_receipt,
    sign_receipt,
)
from wordtools.signing.trust import Trust, TrustedKey

EVENT, OTHER = (SecretKey(bytes([n]) * 8, bytes([n]) * 32) for n in (7, 8))
TRUST = Trust([TrustedKey("Open", EVENT.public.text)])
_NUMBERS, _HALVES = st.integers(0, (1 << 32) - 1), st.binary(min_size=16, max_size=16)
RECEIPTS = st.builds(
    Receipt,
    acceptable=st.booleans(),
    number=_NUMBERS,
    event_number=_NUMBERS,
    time=_NUMBERS,
    words=_HALVES,
    lexicon=_HALVES,
    record=_HALVES,
    edition=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=100),
).map(lambda receipt: sign_receipt(receipt, EVENT))
RECEIPT = sign_receipt(
    Receipt(False, 9, 3, 1764000000, b"w" * 16, b"l" * 16, b"r" * 16, "pt-PT"), EVENT
)


def is_accepted(code: str) -> bool:
    try:
        check_receipt(parse_receipt(code), TRUST)
    except SignatureError:
        return False
    return True


@given(RECEIPTS, st.sampled_from(["", "https://words.example.org/"]))
def test_a_code_keeps_everything(receipt: Receipt, page: str) -> None:
    for text in (receipt.code, make_link(page, receipt.code)):
        assert parse_receipt(text) == receipt
    assert check_receipt(receipt, TRUST) == "Open"


@given(RECEIPTS, st.data())
def test_a_code_may_be_read_off_and_typed(receipt: Receipt, data: st.DataObject) -> None:
    looks = {"0": "0oO", "1": "1iIlL"}

    def spell(symbol: str) -> str:
        if symbol == "-":
            return data.draw(st.sampled_from(["-", "", " ", "\n", "--"]))
        return data.draw(st.sampled_from(looks.get(symbol, symbol + symbol.lower())))

    assert parse_receipt("".join(map(spell, receipt.code))) == receipt


def test_a_code_is_short() -> None:
    letters = RECEIPT.code.replace("-", "")
    assert len(letters) == 213
    assert set(letters) <= set(string.digits + string.ascii_uppercase) - set("ILOU")


@given(RECEIPTS, st.data())
def test_any_changed_bit_is_found(receipt: Receipt, data: st.DataObject) -> None:
    """This is detected even if the check digits match, because a forger would make them match."""
    facts = bytearray(receipt.facts + receipt.signature)
    bit = data.draw(st.integers(0, 8 * len(facts) - 1))
    facts[bit // 8] ^= 1 << bit % 8
    try:
        edition = facts[61:-64].decode()
    except UnicodeDecodeError:
        return
    forged = msgspec.structs.replace(
        receipt,
        acceptable=bool(facts[0] & 1),
        number=int.from_bytes(facts[1:5]),
        event_number=int.from_bytes(facts[5:9]),
        time=int.from_bytes(facts[9:13]),
        words=bytes(facts[13:29]),
        lexicon=bytes(facts[29:45]),
        record=bytes(facts[45:61]),
        edition=edition,
        signature=bytes(facts[-64:]),
    )
    if facts[0] >> 1 == 1:
        assert parse_receipt(forged.code) == forged
        assert not is_accepted(forged.code)


@given(st.data())
def test_a_mistyped_symbol_is_called_mistyped(data: st.DataObject) -> None:
    symbols = list(RECEIPT.code.replace("-", ""))
    place = data.draw(st.integers(0, len(symbols) - 1))
    symbols[place] = data.draw(st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
    if (code := "".join(symbols)) != RECEIPT.code.replace("-", ""):
        with pytest.raises(SignatureError, match="missing or mistyped"):
            parse_receipt(code)


CODE = RECEIPT.code


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "missing or mistyped"),
        ("-", "missing or mistyped"),
        ("0", "missing or mistyped"),
        (CODE[:-1], "missing or mistyped"),
        (CODE[1:], "missing or mistyped"),
        (CODE + "0", "missing or mistyped"),
        (CODE + CODE, "missing or mistyped"),
        ("0" * 10_000_000, "missing or mistyped"),
        ("=" + CODE, "has no ="),
        ("U" + CODE[1:], "has no U"),
        (CODE.replace("0", "О"), r"has no О \(U\+041E cyrillic capital letter o\)"),
        (CODE.replace("0", "０"), r"has no ０ \(U\+FF10 fullwidth digit zero\)"),
        (CODE.replace("-", "\u2011"), r"U\+2011 non-breaking hyphen"),
        ("\u202e" + CODE, r"U\+202E right-to-left override"),
        ("\ud800", r"U\+D800"),
        ("https://words.example.org/#receipt=", "missing or mistyped"),
        ("https://words.example.org/", "has no :"),
    ],
    ids=ascii,
)
def test_what_is_no_code(text: str, problem: str) -> None:
    with pytest.raises(SignatureError, match=problem):
        parse_receipt(text)


def make_code(data: bytes) -> str:
    """A code with matching check digits."""
    import hashlib

    from wordtools.signing import receipts

    return receipts._encode(data + hashlib.sha256(data).digest()[:3])


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (bytes([6]) + RECEIPT.facts[1:] + RECEIPT.signature, "from another version"),
        (bytes([0]) + RECEIPT.facts[1:] + RECEIPT.signature, "from another version"),
        (RECEIPT.facts[:61] + RECEIPT.signature, "missing or mistyped"),
        (RECEIPT.facts[:61] + b"\xff" + RECEIPT.signature, "names no edition"),
        (RECEIPT.signature, "missing or mistyped"),
    ],
)
def test_codes_whose_check_digits_fit(data: bytes, problem: str) -> None:
    with pytest.raises(SignatureError, match=problem):
        parse_receipt(make_code(data))


@given(RECEIPTS)
def test_signatures_of_another_kind_are_none(receipt: Receipt) -> None:
    """It cannot pass as the signature of a list, of a log's head, or of the comment of either."""
    comment = "timestamp:1764000000"
    for data in (receipt.facts, b"wordtools receipt\n" + receipt.facts):
        signature = minisign.sign(data, EVENT, comment)
        for part in (signature.signature, signature.proof, EVENT.sign(receipt.facts)):
            forged = msgspec.structs.replace(receipt, signature=part)
            assert not is_accepted(forged.code)


@given(RECEIPTS)
def test_a_receipt_passes_as_nothing_else(receipt: Receipt) -> None:
    """It cannot even pass as a signature by the old algorithm for a file with the signed bytes."""
    signature = minisign.Signature(
        EVENT.number, receipt.signature, "timestamp:1764000000", receipt.signature, False
    )
    for data in (receipt.facts, b"wordtools receipt\n" + receipt.facts):
        for is_hashed in (True, False):
            with pytest.raises(SignatureError):
                minisign.check_signature(
                    data, msgspec.structs.replace(signature, is_hashed=is_hashed), EVENT.public
                )


def test_only_trusted_keys_in_force_count() -> None:
    other = sign_receipt(RECEIPT, OTHER)
    with pytest.raises(SignatureError, match="not signed by Open"):
        check_receipt(other, TRUST)
    key = EVENT.public.text
    both = Trust([TrustedKey("Other", OTHER.public.text), TrustedKey("Open", key)])
    assert [check_receipt(one, both) for one in (RECEIPT, other)] == ["Open", "Other"]
    day = datetime.date(2025, 11, 24)  # of the ruling, in UTC
    for changes, problem in (
        ({"revoked": "stolen"}, "the key is revoked: stolen"),
        ({"until": day - datetime.timedelta(1)}, "no longer in force"),
        ({"since": day + datetime.timedelta(1)}, "before the key was in force"),
    ):
        with pytest.raises(SignatureError, match=problem):
            check_receipt(RECEIPT, Trust([TrustedKey("Open", key, **changes)]))
    assert check_receipt(RECEIPT, Trust([TrustedKey("Open", key, day, day)])) == "Open"
    with pytest.raises(SignatureError, match="one signature, but 2 are required"):
        check_receipt(RECEIPT, Trust(both.keys, required=2))


def test_words_in_any_order_and_only_these() -> None:
    words = ["CASA", "LIVRO", "CASA"]
    receipt = msgspec.structs.replace(RECEIPT, words=hash_words(words, RECEIPT.record))
    assert receipt.has_words(["LIVRO", "CASA", "CASA"])
    for others in (["CASA", "LIVRO"], ["CASALIVRO", "CASA"], [], ["CASA", "LIVRO", "casa"]):
        assert not receipt.has_words(others)
    salted = msgspec.structs.replace(receipt, record=b"s" * 16)
    assert not salted.has_words(words)


def test_a_link_is_the_page_and_the_code() -> None:
    assert make_link("", "AB-CD") == "ABCD"
    assert make_link("https://a.example/", "AB-CD") == f"https://a.example/{LINK}ABCD"
