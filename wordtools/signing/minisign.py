"""Keys and signatures in the formats of minisign (Frank Denis, https://jedisct1.github.io/minisign).

A public key is 42 bytes, and a signature is 74 bytes, in one line of base64 that follows a comment.
A signature is followed by a trusted comment, and by a second signature that covers both. minisign
signs the BLAKE2b digest of a file (`ED`). Older versions signed the file itself (`Ed`); this module
reads such signatures, but does not write them.
"""

from __future__ import annotations

import binascii
import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable

import msgspec

from wordtools.errors import LexiconError

LONGEST_COMMENT = 1024
LONGEST_TRUSTED = 8192
"""minisign's limits in bytes."""

_COMMENT, _TRUSTED = "untrusted comment: ", "trusted comment: "
_KEY, _HASHED = b"Ed", b"ED"
_SCRYPT, _NO_PASSWORD = b"Sc", b"\0\0"
_CHECKSUM = b"B2"
_SECRET_SIZE = 8 + 64 + 32
"""The size of a secret key's encrypted part: the key's number, the key, and a checksum."""
_SECRET_KEY_SIZE = 54 + _SECRET_SIZE

# scrypt uses 128 MiB, because some machines on which lists are released cannot spare the 1 GiB that
# minisign uses. Files state their own parameters.
_OPERATIONS, _MEMORY = 1 << 22, 1 << 27
_MOST_MEMORY = 1 << 31


class SignatureError(LexiconError):
    """A key or a signature is unreadable, or a signature does not match the key and the file."""


class PublicKey(msgspec.Struct, frozen=True):
    """A public key, which verifies signatures. Its number consists of 8 bytes, and its key of 32
    bytes."""

    number: bytes
    key: bytes

    @property
    def name(self) -> str:
        """The number as minisign shows it: 16 hexadecimal digits."""
        return self.number[::-1].hex().upper()

    @property
    def text(self) -> str:
        """The key as one line of base64."""
        return b64encode(_KEY + self.number + self.key).decode()

    def has_signed(self, data: bytes, signature: bytes) -> bool:
        """True if this is the key's Ed25519 signature of these bytes."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(signature, data)
        except (InvalidSignature, ValueError):
            return False
        return True

    def encode(self) -> str:
        """The text of the key's file."""
        return f"{_COMMENT}minisign public key {self.name}\n{self.text}\n"


def parse_public_key(text: str) -> PublicKey:
    """Reads a public key from the text of its file, or from its line of base64 alone. Raises
    `SignatureError`."""
    lines = text.strip().splitlines()
    if lines and lines[0].startswith(_COMMENT.strip()):
        lines = lines[1:]
    if len(lines) != 1:
        raise SignatureError("not a public key, which is one line of base64 after a comment")
    if len(lines[0].strip()) == len(b64encode(bytes(_SECRET_KEY_SIZE))):
        raise SignatureError(
            "this is a secret key; give the public key instead, in the file that ends in .pub"
        )
    data = _decode(lines[0], 42, "a public key")
    if data[:2] != _KEY:
        raise SignatureError("not a public key that minisign makes")
    return PublicKey(data[2:10], data[10:])


class SecretKey(msgspec.Struct, frozen=True):
    """A secret key, which signs. Its number consists of 8 bytes, and its seed of 32 bytes."""

    number: bytes
    seed: bytes

    @property
    def public(self) -> PublicKey:
        """The public key that verifies signatures made with this secret key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        key = Ed25519PrivateKey.from_private_bytes(self.seed).public_key()
        return PublicKey(self.number, key.public_bytes_raw())

    def sign(self, data: bytes) -> bytes:
        """The Ed25519 signature of bytes."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(data)

    def encode(self, password: str) -> str:
        """The text of the key's file, encrypted with the password unless that is ""."""
        secret = self.number + self.seed + self.public.key + self._checksum
        salt, operations, memory = bytes(32), 0, 0
        if password:
            salt, operations, memory = secrets.token_bytes(32), _OPERATIONS, _MEMORY
            secret = _xor(secret, _derive(password, salt, operations, memory))
        data = (
            _KEY
            + (_SCRYPT if password else _NO_PASSWORD)
            + _CHECKSUM
            + salt
            + operations.to_bytes(8, "little")
            + memory.to_bytes(8, "little")
            + secret
        )
        encrypted = "encrypted " if password else ""
        return f"{_COMMENT}minisign {encrypted}secret key\n{b64encode(data).decode()}\n"

    @property
    def _checksum(self) -> bytes:
        content = _KEY + self.number + self.seed + self.public.key
        return hashlib.blake2b(content, digest_size=32).digest()


def create_key() -> SecretKey:
    """A new secret key."""
    return SecretKey(secrets.token_bytes(8), secrets.token_bytes(32))


def parse_secret_key(text: str, ask_password: Callable[[], str]) -> SecretKey:
    """Reads a secret key from the text of its file. Calls `ask_password` if the key is encrypted.
    Raises `SignatureError`, for example for a wrong password.
    """
    lines = text.strip().splitlines()
    if len(lines) != 2:
        raise SignatureError("not a secret key, which consists of a comment and one line of base64")
    data = _decode(lines[1], _SECRET_KEY_SIZE, "a secret key")
    kind, derivation, checksum, salt = data[:2], data[2:4], data[4:6], data[6:38]
    operations = int.from_bytes(data[38:46], "little")
    memory = int.from_bytes(data[46:54], "little")
    secret = data[54:]
    if kind != _KEY or checksum != _CHECKSUM or derivation not in (_SCRYPT, _NO_PASSWORD):
        raise SignatureError("not a secret key that minisign makes")
    if derivation == _SCRYPT:
        secret = _xor(secret, _derive(ask_password(), salt, operations, memory))
    number, seed = secret[:8], secret[8:40]
    key = SecretKey(number, seed)
    if not hmac.compare_digest(secret[72:], key._checksum):
        if derivation == _SCRYPT:
            raise SignatureError("this is not the key's password")
        raise SignatureError("the secret key is damaged")
    return key


class Signature(msgspec.Struct, frozen=True):
    """The signature of a file. `trusted` is a signed comment, and `proof` is that comment's
    signature.
    """

    number: bytes
    signature: bytes
    trusted: str
    proof: bytes
    is_hashed: bool = True

    def encode(self) -> str:
        """The text of the signature's file."""
        kind = _HASHED if self.is_hashed else _KEY
        line = b64encode(kind + self.number + self.signature).decode()
        proof = b64encode(self.proof).decode()
        return f"{_COMMENT}signature by wordtools\n{line}\n{_TRUSTED}{self.trusted}\n{proof}\n"


def parse_signature(text: str) -> Signature:
    """Reads a signature from its file. Raises `SignatureError`."""
    lines = text.split("\n")
    lines = [line.removesuffix("\r") for line in lines[:-1] if lines[-1] == ""] or lines
    if len(lines) != 4 or not lines[0].startswith(_COMMENT) or not lines[2].startswith(_TRUSTED):
        raise SignatureError(
            "not a signature, which has four lines; the first and third are comments"
        )
    trusted = lines[2].removeprefix(_TRUSTED)
    if len(lines[0].encode()) > LONGEST_COMMENT or len(trusted.encode()) > LONGEST_TRUSTED:
        raise SignatureError("a comment of the signature is too long")
    data = _decode(lines[1], 74, "a signature")
    if data[:2] not in (_KEY, _HASHED):
        raise SignatureError("not a signature that minisign makes")
    proof = _decode(lines[3], 64, "the signature of the comment")
    return Signature(data[2:10], data[10:], trusted, proof, data[:2] == _HASHED)


def sign(data: bytes, key: SecretKey, trusted: str) -> Signature:
    """Signs a file's content and the comment `trusted`. Raises `SignatureError` for a bad
    comment."""
    if not trusted.replace("\t", " ").isprintable() or len(trusted.encode()) > LONGEST_TRUSTED:
        raise SignatureError(f"a comment is one line of at most {LONGEST_TRUSTED:,} bytes")
    signature = key.sign(hashlib.blake2b(data).digest())
    return Signature(key.number, signature, trusted, key.sign(signature + trusted.encode()))


def check_signature(data: bytes, signature: Signature, key: PublicKey) -> None:
    """Raises `SignatureError` unless the signature and its comment were made with this key for this
    content."""
    if signature.number != key.number:
        other = PublicKey(signature.number, b"").name
        raise SignatureError(f"signed with the key {other}, not with {key.name}")
    signed = hashlib.blake2b(data).digest() if signature.is_hashed else data
    if not key.has_signed(signed, signature.signature):
        raise SignatureError("the file is not the one that was signed")
    if not key.has_signed(signature.signature + signature.trusted.encode(), signature.proof):
        raise SignatureError("the comment is not the one that was signed")


def _decode(line: str, size: int, what: str) -> bytes:
    try:
        data = b64decode(line.strip(), validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != size:
        raise SignatureError(f"not {what}: a line of {size} bytes in base64 is missing")
    return data


def _xor(data: bytes, stream: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(data, stream, strict=True))


def _derive(password: str, salt: bytes, operations: int, memory: int) -> bytes:
    """The stream that encrypts a secret key. Derives it with scrypt, using the parameters that
    libsodium's crypto_pwhash_scryptsalsa208sha256 would choose. Raises `SignatureError` for limits
    that no program would choose."""
    operations = max(operations, 1 << 15)
    is_short_of_memory = operations >= memory // 32
    most_cost = memory // 1024 if is_short_of_memory else operations // 32
    # the first power of 2 that exceeds half of `most_cost`
    cost = 1 << max(1, (most_cost // 2).bit_length())
    parallel = operations // 4 // cost // 8 if is_short_of_memory else 1
    if memory > _MOST_MEMORY or not 1 <= parallel <= 16:
        raise SignatureError("not a secret key that minisign makes")
    return hashlib.scrypt(
        password.encode(), salt=salt, n=cost, r=8, p=parallel,
        maxmem=_MOST_MEMORY - 1, dklen=_SECRET_SIZE,
    )  # fmt: skip
