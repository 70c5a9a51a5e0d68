"""The tables: made by migrations that go both ways, equal to the models, once even if several start at once."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from refsvc.jobs import table
from refsvc.store import repo
from refsvc.store.database import MIGRATIONS, Store, connect, open_store
from refsvc.store.models import Base, EntryRow


def test_migrations_make_what_the_models_say(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_indexes_and_what_follows_a_deleted_row_are_those_of_the_models(store: Store) -> None:
    """What a comparison of models does not look at."""
    found = inspect(store.engine)
    for each_table in Base.metadata.tables.values():
        made = {key["name"]: (key["referred_table"], key["options"].get("ondelete"))
                for key in found.get_foreign_keys(each_table.name)}  # fmt: skip
        meant = {key.name: (key.referred_table.name, key.ondelete) for key in each_table.foreign_key_constraints}
        assert made == meant
        assert {i.name for i in each_table.indexes} <= {each["name"] for each in found.get_indexes(each_table.name)}


def test_down_and_up_again(store: Store) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with store.put() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        assert set(inspect(connection).get_table_names()) <= {"alembic_version"}
        command.upgrade(config, "head")
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


JOB_OF_0002 = """INSERT INTO jobs (id, kind, state, arguments, attempts, lease, owner, done, total, created, changed)
                 VALUES ('one', 'check', 'running', '{}', 1, 0, 'somebody', 0, 1, 5, 5)"""


def test_a_job_that_an_earlier_version_had_claimed_goes_on(store: Store) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with store.put() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0002")
        connection.execute(text(JOB_OF_0002))
        command.upgrade(config, "head")
    with store.write() as session:
        claimed = table.claim(session, {"check"})
        assert claimed is not None
        assert (claimed.id, claimed.attempts) == ("one", 2)


def _open(url: str) -> int:
    store = open_store(url)
    with store.write() as session:
        known = len(repo.secret(session, "tokens"))
    store.close()
    return known


def test_several_that_start_at_once(url: str) -> None:
    with ProcessPoolExecutor(6, mp_context=get_context("fork")) as pool:
        assert list(pool.map(_open, [url] * 6)) == [32] * 6
    engine = connect(url)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM secrets")) == 1
        assert connection.scalar(text("SELECT count(*) FROM alembic_version")) == 1
    engine.dispose()


def test_a_second_opening_changes_nothing(store: Store, url: str) -> None:
    with store.write() as session:
        kept = repo.secret(session, "tokens")
    again = open_store(url)
    with again.write() as session:
        assert repo.secret(session, "tokens") == kept
    again.close()


def test_an_entry_needs_its_record(store: Store) -> None:
    entry = EntryRow(upload_id=1, number=1, record_hash="0" * 64, file="", line=1, is_line=False, choices="{}")
    with pytest.raises(IntegrityError), store.write() as session:
        session.add(entry)


def test_what_the_driver_refuses_is_told_as_by_everything_else(store: Store) -> None:
    entry = repo.NewEntry(b"{}", "", 1, is_line=False, choices="{}")
    with store.put() as connection:
        assert repo.add_upload(connection, "share", "delete", [entry]) > 0
    with pytest.raises(IntegrityError), store.put() as connection:
        repo.add_upload(connection, "share", "other", [entry])
    with store.put() as connection:
        repo.add_upload(connection, "other", "other", [entry])


def test_a_failed_transaction_leaves_nothing(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.write() as session:
        1 // (32 - len(repo.secret(session, "half")))
    with store.engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM secrets")) == 0


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_sqlite_loses_nothing_that_it_acknowledged(store: Store) -> None:
    with store.engine.connect() as connection:
        settings = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout")
        }
    assert settings == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "secure_delete": 1,
        "busy_timeout": 30_000,
    }
    assert sqlite3.threadsafety > 0
