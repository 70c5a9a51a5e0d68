"""The queue that polls: it ends with a signal, and gives what is under way a moment."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from sqlalchemy.exc import OperationalError

from refsvc.jobs import embedded
from refsvc.jobs.embedded import Embedded
from refsvc.jobs.queue import IsHalted


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def stop() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def test_it_polls_until_it_is_told_to_stop() -> None:
    left = [True, True, False, False, True]

    def do(_: IsHalted) -> bool:
        if len(left) == 1:
            stop()
        return left.pop(0)

    Embedded(1).run(do)
    assert left == []


def test_what_is_under_way_may_end_within_the_grace() -> None:
    halted: list[bool] = []

    def do(is_halted: IsHalted) -> bool:
        stop()
        halted.append(is_halted())
        return True

    Embedded(2).run(do)
    assert set(halted) == {False}


def test_what_takes_longer_is_halted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "GRACE", 0.01)
    halted: list[bool] = []

    def do(is_halted: IsHalted) -> bool:
        stop()
        while not is_halted():
            pass
        halted.append(True)
        return False

    Embedded(2).run(do)
    assert set(halted) == {True}


def test_a_database_that_is_away_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(embedded, "LATER", 0.0)
    asked: list[int] = []

    def do(_: IsHalted) -> bool:
        asked.append(1)
        if len(asked) == 1:
            raise OperationalError("SELECT", None, Exception("away"))
        stop()
        return False

    Embedded(1).run(do)
    assert len(asked) == 2
    assert "a job could not be taken" in caplog.text
