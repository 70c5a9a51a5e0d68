"""How often an address may upload: at the limit, one past it, for each network, counted by all processes together."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
import time_machine
from sqlalchemy import select

from refsvc.config import Settings
from refsvc.i18n.problems import Problem
from refsvc.store import repo
from refsvc.store.database import Store, open_store
from refsvc.store.models import TallyRow
from refsvc.uploads.rate_limit import READINGS, admit, admit_reading

MINUTE = 60 * 27_000_000  # some moment at which a minute begins
DAY = 86_400 * 20_000


def admitted(store: Store, settings: Settings, address: str, times: int) -> int:
    """How many of so many uploads are let in."""
    found = 0
    for _ in range(times):
        try:
            admit(store, settings, address)
        except Problem:
            continue
        found += 1
    return found


def test_twenty_a_minute(store: Store, settings: Settings) -> None:
    with time_machine.travel(MINUTE + 10, tick=False) as clock:
        assert admitted(store, settings, "192.0.2.1", 20) == 20
        with pytest.raises(Problem) as told:
            admit(store, settings, "192.0.2.1")
        assert (told.value.kind, told.value.status, told.value.retry_after) == ("too-often", 429, 50)
        assert "50" in told.value.to_dict("fr")["detail"]
        assert admitted(store, settings, "192.0.2.2", 1) == 1
        clock.move_to(MINUTE + 59)
        assert admitted(store, settings, "192.0.2.1", 1) == 0
        clock.move_to(MINUTE + 60)
        assert admitted(store, settings, "192.0.2.1", 21) == 20


def test_two_hundred_a_day(store: Store, settings: Settings) -> None:
    settings = settings.model_copy(update={"uploads_a_minute": 0})
    with time_machine.travel(DAY, tick=False) as clock:
        assert admitted(store, settings, "192.0.2.1", 201) == 200
        clock.move_to(DAY + 86_399)
        with pytest.raises(Problem) as told:
            admit(store, settings, "192.0.2.1")
        assert told.value.retry_after == 1
        clock.move_to(DAY + 86_400)
        assert admitted(store, settings, "192.0.2.1", 1) == 1


def test_without_limits_nothing_is_counted(store: Store, settings: Settings) -> None:
    settings = settings.model_copy(update={"uploads_a_minute": 0, "uploads_a_day": 0})
    assert admitted(store, settings, "192.0.2.1", 300) == 300
    with store.read() as session:
        assert session.scalars(select(TallyRow)).all() == []


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:0DB8:0001:0002::99", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("no address", "no address either", False),
        ("", "", True),
    ],
)
def test_whom_an_address_stands_for(store: Store, settings: Settings, one: str, other: str, is_same: bool) -> None:
    settings = settings.model_copy(update={"uploads_a_minute": 1})
    with time_machine.travel(MINUTE, tick=False):
        assert admitted(store, settings, one, 1) == 1
        assert admitted(store, settings, other, 1) == (0 if is_same else 1)


def test_who_it_was_can_not_be_read(store: Store, settings: Settings) -> None:
    admit(store, settings, "192.0.2.1")
    with store.read() as session:
        rows = session.scalars(select(TallyRow)).all()
        assert len(rows) == 2
        assert all(repo.hash_token("192.0.2.1") != row.who and b"192.0.2.1" not in row.who for row in rows)


def _admitted(url: str, times: int) -> int:
    store = open_store(url)
    try:
        return admitted(store, Settings(database=url, uploads_a_minute=0, uploads_a_day=30), "192.0.2.1", times)
    finally:
        store.close()


def test_processes_count_together(url: str) -> None:
    open_store(url).close()
    with ProcessPoolExecutor(3, mp_context=get_context("fork")) as pool:
        assert sum(pool.map(_admitted, [url] * 3, [15] * 3)) == 30


def test_texts_that_are_read_while_they_are_written_count_by_themselves(store: Store, settings: Settings) -> None:
    few = settings.model_copy(update={"uploads_a_minute": 1})
    with time_machine.travel(MINUTE, tick=False):
        for _ in range(READINGS):
            admit_reading(store, few, "192.0.2.7")
        with pytest.raises(Problem) as told:
            admit_reading(store, few, "192.0.2.7")
        assert told.value.kind == "too-often"
        admit(store, few, "192.0.2.7")  # an upload is none of them
