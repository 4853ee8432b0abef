"""Tokens, which are stored only as hashes, so that reading the database reveals none."""

from __future__ import annotations

import hashlib


def hash_token(token: str) -> str:
    """The SHA-256 of a token, in hexadecimal, as the database stores it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
