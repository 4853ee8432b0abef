"""Receipts: short codes that state a ruling, signed with the event's key.

A receipt states the verdict, the ruling's numbers and time, the edition, and digests of the words,
of the lexicon and of the log's record. docs/signing.md describes it byte by byte; `web/receipt.js`
is the second reader.

The signed text begins with `_DOMAIN` and is longer than 64 bytes. By contrast, minisign signs
exactly 64 bytes, or a signature with its comment. So a signature of one kind cannot pass for a
signature of another kind.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from collections.abc import Iterable

import msgspec

from wordtools.alphabet import show_character
from wordtools.signing.minisign import SecretKey, SignatureError
from wordtools.signing.trust import Trust, find_signer, require_one_signature

LINK = "#receipt="
"""Separates the address of a published page from a code."""

_DOMAIN = b"wordtools receipt\n"
_VERSION = 1
_HALF = 16  # number of bytes kept from each digest
_FACTS = struct.Struct(f">BIII{_HALF}s{_HALF}s{_HALF}s")
_SIGNATURE = 64  # length in bytes
_CHECK = 3  # length in bytes of the hash that detects mistyped codes
_LONGEST = 2000  # maximum number of characters in a code, including its link
_GROUP = 4  # number of characters between hyphens
_ROUNDS = 100_000
"""The number of rounds of PBKDF2. They take a tenth of a second; anyone who has only the code must
spend this time on each guess.
"""

# Douglas Crockford's base32 (https://www.crockford.com/base32.html), and RFC 4648's.
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_RFC = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_WRITE = str.maketrans(_RFC, _CROCKFORD)
_READ = {
    **str.maketrans(_CROCKFORD, _RFC),
    **str.maketrans(_CROCKFORD.lower(), _RFC),
    **str.maketrans("OoIiLl", "AABBBB"),  # 0 and 1
    **dict.fromkeys(map(ord, "- \t\r\n\f\v")),
}


class Receipt(msgspec.Struct, frozen=True):
    """A receipt. `time` is in seconds since 1970. `words` is the digest that `hash_words` returns;
    `lexicon` and `record` are the first 16 bytes of the lexicon's digest and of the record's hash.
    `event_number` is 0 in a log without such numbers."""

    acceptable: bool
    number: int
    event_number: int
    time: int
    words: bytes
    lexicon: bytes
    record: bytes
    edition: str
    signature: bytes = b""

    @property
    def facts(self) -> bytes:
        """All fields except the signature, as bytes. Raises `struct.error` for a number above
        2³²."""
        kind = 2 * _VERSION + self.acceptable
        numbers = (self.number, self.event_number, self.time)
        digests = (self.words, self.lexicon, self.record)
        return _FACTS.pack(kind, *numbers, *digests) + self.edition.encode()

    @property
    def code(self) -> str:
        """The receipt as letters and digits, with hyphens."""
        data = self.facts + self.signature
        text = _encode(data + _hash_check(data))
        return "-".join(text[at : at + _GROUP] for at in range(0, len(text), _GROUP))

    @property
    def answer(self) -> str:
        """The verdict in one word."""
        return "YES" if self.acceptable else "NO"

    def has_words(self, words: Iterable[str]) -> bool:
        """True if these are the words of the ruling, in any order. The words must be written as
        `judge.verdict.normalize_words` writes them."""
        return hash_words(words, self.record) == self.words

    def is_by(self, digest: str, edition: str) -> bool:
        """True if the ruling was made with this edition and with the lexicon with this digest."""
        return shorten(digest) == self.lexicon and edition == self.edition


def hash_words(words: Iterable[str], record: bytes) -> bytes:
    """The digest of a ruling's words, salted with the record's hash."""
    text = "\n".join(sorted(words)).encode()
    return hashlib.pbkdf2_hmac("sha256", text, record, _ROUNDS, _HALF)


def shorten(digest: str) -> bytes:
    """The part of a hexadecimal digest that a receipt contains."""
    return bytes.fromhex(digest)[:_HALF]


def sign_receipt(receipt: Receipt, key: SecretKey) -> Receipt:
    """The receipt, signed."""
    return msgspec.structs.replace(receipt, signature=key.sign(_DOMAIN + receipt.facts))


def check_receipt(receipt: Receipt, trust: Trust) -> str:
    """The name of the trusted key that has signed a receipt. Raises `SignatureError`."""
    require_one_signature(trust, "a receipt")
    return find_signer(_DOMAIN + receipt.facts, receipt.signature, receipt.time, trust).name


def parse_receipt(text: str) -> Receipt:
    """Reads a receipt from its code, which may be at the end of a link. The signature is not
    checked. Hyphens, spaces and case do not matter. O is read as 0; I and L are read as 1. Raises
    `SignatureError`."""
    code = text[: _LONGEST + 1].rpartition(LINK)[2]
    if strange := next((one for one in code if ord(one) not in _READ), ""):
        raise SignatureError(f"the code of a receipt has no {show_character(strange)}")
    data = _decode(code.translate(_READ)) if len(text) <= _LONGEST else b""
    facts, signature = data[: -_SIGNATURE - _CHECK], data[-_SIGNATURE - _CHECK : -_CHECK]
    if len(facts) <= _FACTS.size or _hash_check(facts + signature) != data[-_CHECK:]:
        raise SignatureError("not the code of a receipt: a part of it is missing or mistyped")
    kind, number, event_number, time, words, lexicon, record = _FACTS.unpack_from(facts)
    if kind // 2 != _VERSION:
        raise SignatureError("the receipt comes from another version of wordtools; update this one")
    try:
        edition = facts[_FACTS.size :].decode()
    except UnicodeDecodeError:
        raise SignatureError("not a receipt: it names no edition") from None
    numbers = (number, event_number, time)
    return Receipt(kind % 2 == 1, *numbers, words, lexicon, record, edition, signature)


def make_link(page: str, code: str) -> str:
    """The text of a receipt's QR code: a link to a published page or, if there is no page, the
    code. Browsers do not send what follows the `#` to a server."""
    return f"{page}{LINK if page else ''}{code.replace('-', '')}"


def _encode(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=").translate(_WRITE)


def _decode(letters: str) -> bytes:
    """The bytes of a code that is written in the letters of RFC 4648; empty unless the code is
    exactly as `_encode` would write it.
    """
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except binascii.Error:
        return b""
    return data if _encode(data) == letters.translate(_WRITE) else b""


def _hash_check(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:_CHECK]
