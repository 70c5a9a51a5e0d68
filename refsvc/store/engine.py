"""Opens the database, makes its tables, and gives sessions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.orm import Session

MIGRATIONS = Path(__file__).parent / "migrations"
PATIENCE = 30  # seconds that a writer waits for another one
LOCK = 0x7265667376  # of PostgreSQL, while tables are changed
PRAGMAS = (
    f"busy_timeout={PATIENCE * 1000}",
    "journal_mode=WAL",  # who reads does not wait for who writes
    "synchronous=FULL",  # what was acknowledged survives a power cut
    "foreign_keys=ON",
    "secure_delete=ON",  # what is deleted is overwritten
)


class Store:
    """A database that is ready: `read` and `write` give sessions, each one transaction."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._writing = engine.execution_options(is_writing=True)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session to look things up."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that writes: all of it is kept at the end, or nothing.

        SQLite takes the lock of the writer at its start: a reader that turns into a writer later would be refused.
        """
        with Session(self._writing, expire_on_commit=False) as session, session.begin():
            session.connection()
            yield session

    def put(self) -> AbstractContextManager[Connection]:
        """The same for what only puts rows in, and often: a session takes as long as two of them."""
        return self._writing.begin()

    def close(self) -> None:
        """Ends every connection."""
        self.engine.dispose()


def open_store(url: str | URL) -> Store:
    """The store at a database URL, its tables as this version needs them."""
    engine = connect(url)
    upgrade(engine)
    return Store(engine)


def connect(url: str | URL) -> Engine:
    """An engine for a URL; `postgresql://` means psycopg."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    if parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    """SQLite as a store that loses nothing it has acknowledged; transactions are begun by `_begin`."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get("is_writing")
    driver: Any = connection.connection.driver_connection  # nothing here that SQLAlchemy could help with
    driver.execute("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def upgrade(engine: Engine) -> None:
    """Brings the tables to this version; of several that start at once, one does it and the others wait."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    head = ScriptDirectory.from_config(config).get_current_head()
    with engine.connect() as connection:
        if MigrationContext.configure(connection).get_current_revision() == head:
            return
    with engine.execution_options(is_writing=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
