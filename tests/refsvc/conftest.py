"""A store on each database, and a desk at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from refsvc.config import Settings
from refsvc.store.engine import Store, open_store
from refsvc.uploads.service import Desk
from tests.refsvc.databases import KINDS, database


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
def desk(store: Store, settings: Settings) -> Desk:
    """A desk at the store."""
    return Desk(store, settings)
