"""A store on each database, and the uploads in it; the site, made once for all tests of a process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from refsvc import create_app
from refsvc.checking import deadline
from refsvc.config import Settings
from refsvc.store.database import Store, open_store
from refsvc.uploads.service import UploadService
from tests.refsvc import kept
from tests.refsvc.databases import KINDS, RUN, database


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    with database(request.param, tmp_path) as found:
        yield found


@pytest.fixture
def settings(url: str, tmp_path: Path) -> Settings:
    """The defaults, with a folder of its own."""
    return Settings(database=url, instance=tmp_path)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store with its tables."""
    with closing(open_store(url)) as opened:
        yield opened


@pytest.fixture
def uploads(store: Store, settings: Settings) -> UploadService:
    """The uploads in the store."""
    return UploadService(store, settings)


@pytest.fixture(scope="session", autouse=True)
def folder_of_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Where all processes of a run keep what is made once; pytest takes it away after some more runs."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / f"kept-{RUN[:12]}"
    folder.mkdir(exist_ok=True)
    kept.FOLDER[:] = [folder]


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """No check becomes a job because the machine is busy; tests of that set their own end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deadline, "MOST_SECONDS", 60.0)
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
