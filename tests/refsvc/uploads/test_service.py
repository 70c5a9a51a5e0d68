"""The uploads: a record is kept once, tokens open and delete, a verdict stays reachable, nothing is lost in between."""

from __future__ import annotations

import hashlib
import random
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from refsvc import library
from refsvc.config import Settings
from refsvc.i18n.problems import Problem
from refsvc.records.choices import Choices
from refsvc.store import repo, retention
from refsvc.store.database import Store
from refsvc.store.models import Base, EntryRow, FileRow, RecordRow, ReportRow, SecretRow, UploadRow
from refsvc.uploads import acceptance, replay_cache
from refsvc.uploads.service import Receipt, UploadService
from tests.refsvc.uploads.examples import CLEAN, MISTAKES, UNREADABLE, game, take


def count(store: Store, row: type[Base]) -> int:
    with store.read() as session:
        return session.scalar(select(func.count()).select_from(row)) or 0


def counts(store: Store) -> list[int]:
    return [count(store, row) for row in (UploadRow, EntryRow, RecordRow, ReportRow)]


def test_a_record_is_kept_once_and_dropped_with_its_last_upload(uploads: UploadService) -> None:
    one, two = take(uploads, MISTAKES), take(uploads, MISTAKES)
    assert counts(uploads.store) == [2, 2, 1, 1]
    assert len({one.share, one.delete, two.share, two.delete}) == 4
    opened = uploads.open(one.share)
    with uploads.store.write() as session:
        repo.add_file(session, "f" * 64, b"%PDF", opened.record)
    uploads.delete(one.delete)
    assert counts(uploads.store) == [1, 1, 1, 1]
    assert uploads.open(two.share).data == MISTAKES
    assert uploads.report(uploads.open(two.share), "en")["findings"]
    uploads.delete(two.delete)
    assert [*counts(uploads.store), count(uploads.store, FileRow)] == [0, 0, 0, 0, 0]


def test_what_was_uploaded_comes_back(uploads: UploadService) -> None:
    taken = take(uploads, CLEAN, UNREADABLE, MISTAKES, CLEAN)
    assert [uploads.open(taken.share, n).data for n in (1, 2, 3, 4)] == [CLEAN, UNREADABLE, MISTAKES, CLEAN]
    rows = uploads.table(taken.share, "fr")
    assert [row.file for row in rows] == ["0.json", "1.json", "2.json", "3.json"]
    assert [row.report and row.report["clean"] for row in rows] == [True, None, False, True]
    assert rows[1].problem is not None
    assert rows[1].problem["title"] == "Le relevé ne peut pas être lu."
    assert taken.records == 4
    assert counts(uploads.store) == [1, 4, 3, 2]


def test_wrong_tokens_open_nothing(uploads: UploadService) -> None:
    taken = take(uploads, CLEAN)
    share, delete = taken.share, taken.delete
    wrong = [
        share[:-1],
        share[1:],
        share + "A",
        share.swapcase(),
        share + "\n",
        f" {share}",
        f"{share}=",
        "",
        "\0",
        "\ud800",
        "%",
        "' OR 1=1 --",
        "A" * 100_000,
        delete,
        repo.new_token(),
        repo.hash_token(share).hex(),
        repo.hash_token(share).decode("latin-1"),
    ]
    for token in wrong:
        with pytest.raises(Problem) as told:
            uploads.open(token)
        assert (told.value.kind, told.value.status) == ("not-found", 404)
        with pytest.raises(Problem):
            uploads.table(token, "en")
        with pytest.raises(Problem):
            uploads.job_of(token)
    for token in [delete[:-1], delete.swapcase(), share, "", repo.hash_token(delete).hex()]:
        assert not uploads.may_delete(share, token)
        with pytest.raises(Problem):
            uploads.delete(token)
    other = take(uploads, MISTAKES)
    assert not uploads.may_delete(share, other.delete)
    assert uploads.may_delete(share, delete)
    for number in (0, 2, -1, 2**31 - 1):
        with pytest.raises(Problem):
            uploads.open(share, number)
    assert uploads.open(share).data == CLEAN


def every_cell(store: Store) -> bytes:
    """Everything that is kept, as one text."""
    with store.engine.connect() as connection:
        rows = [row for table in Base.metadata.tables for row in connection.execute(text(f'SELECT * FROM "{table}"'))]
    cells = [cell for row in rows for cell in row]
    return b"\n".join(bytes(cell) if isinstance(cell, (bytes, memoryview)) else str(cell).encode() for cell in cells)


def test_tokens_are_kept_as_hashes_only(uploads: UploadService, tmp_path: Path) -> None:
    tokens: list[str] = []
    for key in ("", "a key of the sender"):
        taken = take(uploads, CLEAN, MISTAKES, key=key)
        tokens += [taken.share, taken.delete]
    kept = every_cell(uploads.store)
    assert all(repo.hash_token(token) in kept for token in tokens)
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    for token in tokens:
        assert len(token) == 22
        assert token.encode() not in kept + files


def test_tokens_are_chance(uploads: UploadService) -> None:
    tokens = [repo.new_token() for _ in range(1000)]
    assert len(set(tokens)) == 1000
    assert {len(token) for token in tokens} == {22}
    assert len({token[0] for token in tokens}) == 64  # every one of the letters stands first somewhere
    assert uploads.settings.kept_days == 90


def test_the_same_request_again(uploads: UploadService) -> None:
    one = take(uploads, CLEAN, MISTAKES, key="k")
    assert take(uploads, CLEAN, MISTAKES, key="k") == one
    assert counts(uploads.store)[:2] == [1, 2]
    others = [
        take(uploads, CLEAN, MISTAKES, key="l"),
        take(uploads, MISTAKES, CLEAN, key="k"),
        take(uploads, CLEAN, key="k"),
        take(uploads, CLEAN, MISTAKES, key="k", choices=Choices(edition="fr")),
        take(uploads, CLEAN, MISTAKES),
    ]
    assert len({one.share, *(other.share for other in others)}) == 6
    uploads.delete(one.delete)
    assert take(uploads, CLEAN, MISTAKES, key="k") == one


def test_the_same_request_at_once(uploads: UploadService) -> None:
    with ThreadPoolExecutor(8) as threads:
        taken = list(threads.map(lambda _: take(uploads, MISTAKES, key="k"), range(8)))
    assert len(set(map(repr, taken))) == 1
    assert counts(uploads.store) == [1, 1, 1, 1]


def test_tokens_of_a_key_can_be_made_by_this_service_only(uploads: UploadService) -> None:
    one = take(uploads, CLEAN, key="k")
    with uploads.store.write() as session:
        session.execute(text("DELETE FROM secrets"))
    assert take(uploads, CLEAN, key="k").share != one.share
    assert count(uploads.store, SecretRow) == 1


def test_an_old_verdict_stays_reachable(uploads: UploadService, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = take(uploads, MISTAKES)
    opened = uploads.open(taken.share)
    today = library.rules_version()
    before = uploads.report(opened, "en")
    monkeypatch.setattr(library, "rules_version", lambda: "other")
    with uploads.store.write() as session:  # the table shows the last verdict until somebody asks for a new one
        assert [row.rules for row in repo.reports_on(session, opened.record, opened.choices.key)] == [today]
    assert uploads.table(taken.share, "en")[0].report == before
    uploads.report(opened, "cs")
    assert set(uploads.versions(opened)) == {"other", today}
    assert uploads.report(opened, "en", today) == before
    assert count(uploads.store, ReportRow) == 2
    with pytest.raises(Problem) as told:
        uploads.report(opened, "en", "third")
    assert told.value.status == 404
    take(uploads, MISTAKES)
    assert count(uploads.store, ReportRow) == 2


def test_a_verdict_of_the_time_when_versions_followed_the_sources_opens(
    uploads: UploadService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their names were the first 12 digits of another hash: nothing reads them but as a name."""
    old = hashlib.sha256(b"paths and sources").hexdigest()[:12]
    monkeypatch.setattr(library, "rules_version", lambda: old)
    taken = take(uploads, MISTAKES)
    monkeypatch.undo()
    opened = uploads.open(taken.share)
    assert uploads.versions(opened) == [old]
    row = uploads.table(taken.share, "fr")[0].report
    assert row == uploads.report(opened, "fr", old)
    assert row is not None
    assert row["findings"][0]["rule"].startswith("saladin.")
    assert uploads.report(opened, "fr") == row  # by the rules of today, judged anew
    assert set(uploads.versions(opened)) == {old, library.rules_version()}


def test_a_kept_verdict_is_not_judged_again(uploads: UploadService, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = uploads.open(take(uploads, MISTAKES).share)
    monkeypatch.setattr(replay_cache, "check", None)
    assert uploads.report(opened, "en")["findings"]


def test_choices_have_reports_of_their_own(uploads: UploadService) -> None:
    plain, french = take(uploads, MISTAKES), take(uploads, MISTAKES, choices=Choices(edition="fr"))
    assert counts(uploads.store) == [2, 2, 1, 2]
    editions = [uploads.report(uploads.open(taken.share), "en")["record"]["edition"] for taken in (plain, french)]
    assert editions == ["recommended", "fr"]


def test_what_can_not_be_done_at_once_becomes_a_job(uploads: UploadService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 10)
    taken = take(uploads, MISTAKES, CLEAN, key="k")
    assert taken.job is not None
    assert uploads.job_of(taken.share) == taken.job
    assert take(uploads, MISTAKES, CLEAN, key="k").job == taken.job
    assert [row.report for row in uploads.table(taken.share, "en")] == [None, None]
    assert counts(uploads.store) == [1, 2, 2, 0]
    uploads.delete(taken.delete)
    assert counts(uploads.store) == [0, 0, 0, 0]


def test_when_too_much_waits_nothing_is_kept(store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 10)
    uploads = UploadService(store, settings.model_copy(update={"jobs_waiting": 2}))
    take(uploads, game(1))
    take(uploads, game(2))
    with pytest.raises(Problem) as told:
        take(uploads, game(3))
    assert (told.value.kind, told.value.status, told.value.retry_after) == ("busy", 503, 10)
    assert counts(store)[:3] == [2, 2, 2]


def test_uploads_and_deletions_of_one_record_at_once(uploads: UploadService) -> None:
    """Each upload that was acknowledged and not deleted is there with all it needs; in the end nothing is left."""
    chance = random.Random(5)
    plans = [[chance.random() < 0.5 for _ in range(12)] for _ in range(6)]

    def work(plan: list[bool]) -> list[Receipt]:
        kept = []
        for is_kept in plan:
            taken = take(uploads, MISTAKES, CLEAN)
            if is_kept:
                kept.append(taken)
            else:
                uploads.delete(taken.delete)
        return kept

    with ThreadPoolExecutor(6) as threads:
        kept = [taken for part in threads.map(work, plans) for taken in part]
    assert len(kept) == sum(map(sum, plans))
    for taken in kept:
        assert [uploads.open(taken.share, n).data for n in (1, 2)] == [MISTAKES, CLEAN]
        assert all(row.report for row in uploads.table(taken.share, "en"))
    assert counts(uploads.store) == [len(kept), 2 * len(kept), 2, 2]
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda taken: uploads.delete(taken.delete), kept))
    assert counts(uploads.store) == [0, 0, 0, 0]


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)  # SQLite lets nobody write in between
def test_a_record_that_is_dropped_while_it_is_uploaded(uploads: UploadService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found to be there, and gone a moment later: it is kept anew."""
    taken = take(uploads, MISTAKES)
    with uploads.store.write() as session:  # the first half of a deletion
        records = repo.delete_upload(session, uploads.open(taken.share).upload)
    add_once = repo.add_once
    dropped: list[int] = []

    def and_then_dropped(session: Session, row: type[Base], values: Sequence[dict[str, Any]]) -> None:
        add_once(session, row, values)
        if row is RecordRow and not dropped:
            dropped.append(retention.drop_orphans(uploads.store, records))

    monkeypatch.setattr(repo, "add_once", and_then_dropped)
    again = take(uploads, MISTAKES)
    assert dropped == [1]
    assert uploads.open(again.share).data == MISTAKES
    assert counts(uploads.store) == [1, 1, 1, 1]


def test_what_is_kept_is_small(uploads: UploadService) -> None:
    opened = uploads.open(take(uploads, MISTAKES).share)
    with uploads.store.read() as session:
        row = session.get_one(RecordRow, opened.record)
        assert len(row.body) < row.size == len(MISTAKES)
        assert zlib.decompress(row.body) == MISTAKES
