"""Encryption of printed files that hold the address of a report: what is kept must not open what the address opens."""

from __future__ import annotations

import hashlib
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

NONCE = 12  # bytes


class UndecryptableError(ValueError):
    """A file that was damaged, or encrypted by an earlier version or for another address."""


def encrypt_file(body: bytes, key: str, address: str | None) -> bytes:
    """A file as it is kept: encrypted if an address stands in it. `key` is the hash of what the file is made from."""
    if address is None:
        return body
    nonce = secrets.token_bytes(NONCE)
    return nonce + _cipher(key, address).encrypt(nonce, body, None)


def decrypt_file(body: bytes, key: str, address: str | None) -> bytes:
    """A file as it was made; `UndecryptableError` if this key and address don't open it."""
    if address is None:
        return body
    try:
        return _cipher(key, address).decrypt(body[:NONCE], body[NONCE:], None)
    except (InvalidTag, ValueError):
        raise UndecryptableError from None


def _cipher(key: str, address: str) -> ChaCha20Poly1305:
    """The cipher of one file: its key is as hard to guess as the token in the address."""
    return ChaCha20Poly1305(hashlib.sha256(f"{key} {address}".encode()).digest())
