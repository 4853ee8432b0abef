"""Requests to time-stamping authorities (RFC 3161)."""

from __future__ import annotations

import secrets

_SHA256 = bytes.fromhex("300d06096086480165030402010500")
"""The algorithm's identifier, in DER."""


def make_request(digest: bytes) -> bytes:
    """A request (TimeStampReq, in DER) to stamp a SHA-256 digest. The request asks for the
    authority's certificate, and contains a random number, so that no older answer matches it.
    """
    imprint = _encode(0x30, _SHA256 + _encode(0x04, digest))
    nonce = _encode(0x02, bytes([secrets.randbelow(127) + 1]) + secrets.token_bytes(7))
    return _encode(0x30, _encode(0x02, b"\1") + imprint + nonce + _encode(0x01, b"\xff"))


def _encode(tag: int, content: bytes) -> bytes:
    """A DER element of at most 127 bytes."""
    return bytes([tag, len(content)]) + content
