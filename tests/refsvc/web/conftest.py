"""The site, made once for all tests of a process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from refsvc import create_app
from refsvc.uploads import replay_cache


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """No check becomes a job because the machine is busy; tests of that set their own end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replay_cache, "MOST_SECONDS", 60.0)
        yield


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    instance = tmp_path_factory.mktemp("instance")
    without_end = {"uploads_a_minute": 0, "uploads_a_day": 0, "jobs_waiting": 1_000_000, "jobs_waiting_each": 1_000_000}
    return create_app({"language": "en", "instance": instance, **without_end})


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client
