"""Files with an address in them: opened by that address only, and made anew when they can't be opened."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from refsvc.store import repo
from refsvc.uploads import files
from refsvc.uploads.encryption import UndecryptableError, decrypt_file, encrypt_file
from refsvc.uploads.service import UploadService
from tests.refsvc.uploads.examples import MISTAKES, take

BODY, KEY, ADDRESS = b"%PDF-1.7 the token" + bytes(100), "k" * 64, "https://example.org/check/token"


def sealed_by_an_xor(body: bytes, key: str, address: str) -> bytes:
    """What versions before 0.2 kept."""
    stream = hashlib.shake_256(f"{key} {address}".encode()).digest(len(body))
    return (int.from_bytes(body) ^ int.from_bytes(stream)).to_bytes(len(body))


def test_a_file_is_opened_by_its_address_only() -> None:
    kept = encrypt_file(BODY, KEY, ADDRESS)
    assert b"PDF" not in kept
    assert bytes(20) not in kept
    assert decrypt_file(kept, KEY, ADDRESS) == BODY
    assert decrypt_file(encrypt_file(b"", KEY, ADDRESS), KEY, ADDRESS) == b""
    assert encrypt_file(BODY, KEY, ADDRESS) != kept
    for key, address in ((KEY, ADDRESS + "x"), ("l" * 64, ADDRESS)):
        with pytest.raises(UndecryptableError):
            decrypt_file(kept, key, address)
    with pytest.raises(UndecryptableError):
        decrypt_file(kept[:-1] + bytes([kept[-1] ^ 1]), KEY, ADDRESS)


def test_a_file_without_an_address_is_kept_as_it_is() -> None:
    assert decrypt_file(encrypt_file(BODY, KEY, None), KEY, None) == encrypt_file(BODY, KEY, None) == BODY


@pytest.mark.parametrize("kept", [sealed_by_an_xor, lambda *_: b"", lambda *_: b"short"])
def test_a_file_that_can_not_be_opened_is_made_anew(
    uploads: UploadService, kept: Callable[[bytes, str, str], bytes]
) -> None:
    opened = uploads.open(take(uploads, MISTAKES).share)
    asked = files.summary(uploads, opened, ("en",), "a4", ADDRESS)
    with uploads.store.write() as session:
        repo.add_file(session, asked.key, kept(BODY, asked.key, ADDRESS), opened.record)
    assert files.summary(uploads, opened, ("en",), "a4", ADDRESS) == files.Asked(asked.key, None, asked.job)
    with uploads.store.read() as session:
        assert repo.find_file(session, asked.key) is None
