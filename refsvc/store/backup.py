"""Back-ups: one SQLite file with every row, whatever database they come from and whatever one they go back to."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic.util.exc import CommandError
from sqlalchemy import URL, Connection, delete, exists, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from refsvc.store.database import Store, begin, connect, open_store
from refsvc.store.models import Base, FileRow, JobRow, TallyRow, UploadRow

AT_ONCE = 50  # rows: a record can have megabytes
TABLES = Base.metadata.sorted_tables  # what is pointed to before what points
LEFT_OUT = (FileRow.__tablename__, TallyRow.__tablename__)  # files can be made again; tallies are of today


class NotEmptyError(Exception):
    """Something is kept already where a back-up is to be restored."""


class UnusableError(Exception):
    """A file that is no back-up, or one of a later version."""


def backup(store: Store, file: Path) -> int:
    """Writes a back-up while the service goes on: everything as it was at one moment. Gives how many uploads.

    The file appears under its name when it is whole, and only its owner may read it.
    """
    with TemporaryDirectory(dir=file.parent, prefix=f".{file.name}.") as folder:  # it is its owner's alone
        new = Path(folder) / "new"
        with closing(open_store(_address(new))) as target, _snapshot(store) as source:
            with target.put() as rows:
                uploads = _copy(source, rows)
            _make_one_file(target)
        new.chmod(0o600)
        _write_through(new)
        new.replace(file)
    _write_through(file.parent)
    return uploads


def restore(store: Store, file: Path, *, is_forced: bool = False) -> int:
    """Takes a back-up into the store, all of it or nothing; `NotEmptyError` if there are uploads. Gives how many."""
    with (
        TemporaryDirectory(prefix="refsvc-") as folder,
        closing(_opened(file, Path(folder) / "copy")) as source,
        _snapshot(source) as rows,
        store.put() as target,
    ):
        if target.scalar(select(exists().select_from(UploadRow))) and not is_forced:
            raise NotEmptyError
        for table in reversed(TABLES):
            target.execute(delete(table))
        uploads = _copy(rows, target)
        if target.dialect.name == "postgresql":  # the next upload gets a number of its own
            counter = "pg_get_serial_sequence('uploads', 'id')"
            target.execute(text(f"SELECT setval({counter}, coalesce((SELECT max(id) FROM uploads), 0) + 1, false)"))
    return uploads


def _address(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


def _opened(file: Path, copy: Path) -> Store:
    """A back-up, brought to this version; the file stays as it is."""
    try:
        shutil.copyfile(file, copy)
        engine = connect(_address(copy))
        is_ours = inspect(engine).has_table("alembic_version")
        engine.dispose()
        if not is_ours:
            raise UnusableError(file)
        return open_store(_address(copy))
    except (OSError, SQLAlchemyError, CommandError):
        raise UnusableError(file) from None


@contextmanager
def _snapshot(store: Store) -> Iterator[Connection]:
    """A store as it is at one moment, whatever is written meanwhile."""
    engine = store.engine
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as connection:
        begin(connection)
        yield connection


def _copy(source: Connection, target: Connection) -> int:
    """Copies the rows; gives how many uploads there are."""
    for table in TABLES:
        if table.name in LEFT_OUT:
            continue
        wanted = select(table)
        if table.name == JobRow.__tablename__:  # other jobs hold an address, and are asked for again
            wanted = wanted.where(JobRow.kind == "check")
        rows = source.execute(wanted.execution_options(yield_per=AT_ONCE))
        for part in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in part])
    return target.scalar(select(func.count()).select_from(UploadRow)) or 0


def _make_one_file(store: Store) -> None:
    """SQLite without the files beside it: it can be copied, and read where nothing can be written."""
    with store.engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA journal_mode=DELETE")


def _write_through(path: Path) -> None:
    """Waits until a file, or the names in a folder, are on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
