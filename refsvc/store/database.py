"""Opens the database, makes its tables, and gives sessions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.orm import Session

MIGRATIONS = Path(__file__).parent / "migrations"
WRITER_SECONDS = 30  # seconds that a writer waits for another one
LOCK = 0x7265667376  # of PostgreSQL, while tables are changed
PRAGMAS = (
    f"busy_timeout={WRITER_SECONDS * 1000}",
    "journal_mode=WAL",  # who reads does not wait for who writes
    "synchronous=FULL",  # what was acknowledged survives a power cut
    "foreign_keys=ON",
    "secure_delete=ON",  # what is deleted is overwritten
)


class Store:
    """A database that is ready: `read` and `write` give sessions, each one transaction."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session to look things up."""
        with Session(self.engine, expire_on_commit=False) as session:
            begin(session.connection())
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that writes: all of it is kept at the end, or nothing."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            begin(session.connection(), is_writing=True)
            yield session

    @contextmanager
    def put(self) -> Iterator[Connection]:
        """The same for what only puts rows in, and often: a session takes as long as two of them."""
        with self.engine.begin() as connection:
            begin(connection, is_writing=True)
            yield connection

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
    engine = create_engine(parsed, connect_args={"timeout": WRITER_SECONDS})
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    """SQLite as a store that loses nothing it has acknowledged; transactions are begun by `begin`."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def begin(connection: Connection, *, is_writing: bool = False) -> None:
    """Begins a transaction of SQLite; PostgreSQL does so by itself.

    Who writes takes the lock of the writer at the start: a reader that turns into a writer later would be refused. An
    event of SQLAlchemy could do this too, but then every statement would ask for events.
    """
    if connection.dialect.name == "sqlite":
        driver: Any = connection.connection.driver_connection
        driver.execute("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def upgrade(engine: Engine) -> None:
    """Brings the tables to this version; of several that start at once, one does it and the others wait."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    head = ScriptDirectory.from_config(config).get_current_head()
    with engine.connect() as connection:
        if MigrationContext.configure(connection).get_current_revision() == head:
            return
    with engine.begin() as connection:
        begin(connection, is_writing=True)
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
