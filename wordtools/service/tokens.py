"""Tokens. Only their hashes are stored, so that reading the database does not reveal them."""

from __future__ import annotations

import base64
import hashlib
import hmac


def derive_token(secret: str, key: str) -> str:
    """A token that can be derived only from both a secret and a key."""
    digest = hmac.digest(key.encode(), secret.encode("utf-8", "replace"), "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def hash_token(token: str) -> str:
    """The SHA-256 of a token, in hexadecimal, as the database stores it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
