"""How often an address may upload: counted in the store, so that every process and machine counts together."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from contextlib import suppress

from sqlalchemy.orm import Session

from refsvc.config import Settings
from refsvc.i18n.problems import Problem
from refsvc.store import repo
from refsvc.store.database import Store

MINUTE, DAY = 60, 86_400
READINGS = 10  # of a text that is being written, in place of one upload
NETWORK = 64  # bits of an IPv6 address that one customer gets


def admit(store: Store, settings: Settings, address: str) -> None:
    """Counts an upload from an address; `Problem` when that makes too many."""
    _admit(store, address, "upload", [(settings.uploads_a_minute, MINUTE), (settings.uploads_a_day, DAY)])


def admit_reading(store: Store, settings: Settings, address: str) -> None:
    """Counts a text that is read while it is written; `Problem` when that makes too many."""
    _admit(store, address, "reading", [(settings.uploads_a_minute * READINGS, MINUTE)])


def _admit(store: Store, address: str, what: str, spans: list[tuple[int, int]]) -> None:
    """Counts what an address asks for, in each span of so many seconds that has a limit."""
    if not any(most for most, _ in spans):
        return
    moment = repo.now()
    with store.write() as session:
        who = address_hmac(session, address)
        counts = [
            (most, until - moment, repo.count_up(session, who, f"{what} {seconds} {until}", until))
            for most, seconds in spans
            if most
            for until in ((moment // seconds + 1) * seconds,)
        ]
    for most, left, count in counts:
        if count > most:
            raise Problem("too-often", 429, retry_after=left, seconds=left)


def address_hmac(session: Session, address: str) -> bytes:
    """Whom an address stands for, as it is kept: only this service can tell whether it is the same one again."""
    return hmac.digest(repo.secret(session, "addresses"), _counted(address).encode(), hashlib.sha256)


def _counted(address: str) -> str:
    """Whom an address stands for: itself, or its network."""
    with suppress(ValueError):
        parsed = ipaddress.ip_address(address)
        if parsed.version == 6:
            mapped = parsed.ipv4_mapped
            return str(mapped or ipaddress.ip_network((parsed, NETWORK), strict=False))
    return address
