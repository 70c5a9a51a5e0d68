"""Back-up and restore, from each database into each, while others write; nothing is overwritten unasked."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select, text

from refsvc.commands.main import main
from refsvc.config import Settings
from refsvc.store import backup as backups
from refsvc.store import repo
from refsvc.store.database import Store, open_store
from refsvc.store.models import Base
from refsvc.uploads import acceptance
from refsvc.uploads.service import UploadService
from tests.refsvc.databases import KINDS, database
from tests.refsvc.uploads.examples import CLEAN, MISTAKES, UNREADABLE, game, take


@pytest.fixture(params=KINDS)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A second store, to restore into."""
    (tmp_path / "other").mkdir()
    with database(request.param, tmp_path / "other") as url, closing(open_store(url)) as opened:
        yield opened


def rows(store: Store) -> dict[str, list[Any]]:
    """Everything that a back-up holds."""
    with store.engine.connect() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in Base.metadata.sorted_tables
            if table.name not in backups.LEFT_OUT
        }


def test_everything_comes_back(
    uploads: UploadService, other: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = [take(uploads, game(n), MISTAKES, UNREADABLE) for n in range(60)]
    uploads.delete(taken.pop(30).delete)
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 10)
    waiting = take(uploads, game(100), key="k")
    file = tmp_path / "back-up"
    assert backups.backup(uploads.store, file) == 60
    assert backups.restore(other, file) == 60
    assert rows(other) == rows(uploads.store)
    restored = UploadService(other, uploads.settings)
    assert [restored.open(one.share).data for one in taken] == [uploads.open(one.share).data for one in taken]
    assert restored.job_of(waiting.share) == waiting.job
    assert take(restored, game(100), key="k") == waiting  # its secrets too
    assert restored.open(take(restored, CLEAN).share).data == CLEAN  # the next upload has a number of its own
    for one in taken:
        restored.delete(one.delete)


def test_nothing_is_overwritten_unasked(uploads: UploadService, other: Store, tmp_path: Path) -> None:
    file = tmp_path / "back-up"
    take(uploads, CLEAN)
    backups.backup(uploads.store, file)
    there = UploadService(other, uploads.settings)
    mine = take(there, MISTAKES)
    with pytest.raises(backups.NotEmptyError):
        backups.restore(other, file)
    assert there.open(mine.share).data == MISTAKES
    assert backups.restore(other, file, is_forced=True) == 1
    assert rows(other) == rows(uploads.store)


def test_a_back_up_is_one_file_of_its_owner(uploads: UploadService, tmp_path: Path) -> None:
    folder = tmp_path / "back-ups"
    folder.mkdir()
    take(uploads, CLEAN)
    for _ in range(2):  # the second one over the first
        backups.backup(uploads.store, folder / "a?b#c.sqlite")
    assert [path.name for path in folder.iterdir()] == ["a?b#c.sqlite"]
    assert stat.S_IMODE((folder / "a?b#c.sqlite").stat().st_mode) == 0o600
    with closing(sqlite3.connect(folder / "a?b#c.sqlite")) as plain:
        assert plain.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert plain.execute("SELECT count(*) FROM records").fetchone() == (1,)


def test_while_others_write(uploads: UploadService, tmp_path: Path) -> None:
    """Each back-up is of one moment: whatever upload is in it is there whole, and all that were acknowledged before."""
    stopped = Event()

    def write(number: int) -> None:
        for n in range(10_000):
            if stopped.is_set():
                return
            taken = take(uploads, game(number), game(10 + n % 5))
            if n % 3 == 0:
                uploads.delete(taken.delete)

    with ThreadPoolExecutor(2) as threads:
        written = [threads.submit(write, n) for n in range(2)]
        try:
            for n in range(4):
                before = take(uploads, game(50 + n))
                file = tmp_path / f"back-up-{n}"
                saved = backups.backup(uploads.store, file)
                with closing(open_store(f"sqlite:///{file}")) as kept:
                    there = UploadService(kept, uploads.settings)
                    assert there.open(before.share).data == game(50 + n)
                    with kept.engine.connect() as connection:
                        assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
                        entries = connection.scalar(text("SELECT count(*) FROM entries"))
                        assert entries == 2 * saved - (n + 1)
        finally:
            stopped.set()
    for one in written:
        one.result()


@pytest.mark.parametrize("data", [None, b"", b"no database", b"SQLite format 3\0" + bytes(5000), "other", "later"])
def test_what_is_no_back_up(store: Store, tmp_path: Path, settings: Settings, data: bytes | str | None) -> None:
    file = tmp_path / "file"
    taken = take(UploadService(store, settings), CLEAN)
    if isinstance(data, bytes):
        file.write_bytes(data)
    elif data is not None:
        if data == "later":
            backups.backup(store, file)
        with closing(sqlite3.connect(file)) as plain, plain:
            plain.execute("CREATE TABLE other (x)" if data == "other" else "UPDATE alembic_version SET version_num='x'")
    with pytest.raises(backups.UnusableError):
        backups.restore(store, file, is_forced=True)
    assert UploadService(store, settings).open(taken.share).data == CLEAN


def run(url: str, *arguments: object) -> Result:
    environment = {**os.environ, "REFSVC_DATABASE": url}
    result = CliRunner(env=environment).invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_commands(url: str, settings: Settings, tmp_path: Path) -> None:
    with closing(open_store(url)) as store:
        take(UploadService(store, settings), CLEAN)
        kept = rows(store)
    file = tmp_path / "back-up"
    assert run(url, "backup", file, "--lang", "en").output == "back-up of 1 upload written\n"
    refused = run(url, "restore", file, "--lang", "fr")
    assert refused.exit_code == 2
    assert "--force" in refused.output
    assert run(url, "restore", file, "--force", "--lang", "cs").output == "obnovena 1\xa0zásilka\n"
    assert run(url, "tidy", "--lang", "en").output == "0 uploads deleted\n"
    assert run(url, "restore", tmp_path / "nothing").exit_code == 2
    assert run(url, "backup", tmp_path / "nothing" / "back-up").exit_code == 2
    assert run("postgresql://127.0.0.1:1/x", "tidy").exit_code == 2
    assert run("nonsense", "tidy").exit_code == 2
    with closing(open_store(url)) as store:
        assert rows(store) == kept
        with store.write() as session:
            assert repo.secret(session, "tokens")
