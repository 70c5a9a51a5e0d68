"""The desk: a record is kept once, tokens open and delete, a verdict stays reachable, nothing is lost in between."""

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
from refsvc.checking import check
from refsvc.config import Settings
from refsvc.i18n.problems import Problem
from refsvc.records.choices import Choices
from refsvc.store import repo, upkeep
from refsvc.store.engine import Store
from refsvc.store.models import Base, EntryRow, FileRow, RecordRow, ReportRow, SecretRow, UploadRow
from refsvc.uploads import service as desks
from refsvc.uploads.service import Desk, Taken
from tests.refsvc.uploads.examples import CLEAN, MISTAKES, UNREADABLE, game, take


def count(store: Store, row: type[Base]) -> int:
    with store.read() as session:
        return session.scalar(select(func.count()).select_from(row)) or 0


def counts(store: Store) -> list[int]:
    return [count(store, row) for row in (UploadRow, EntryRow, RecordRow, ReportRow)]


def test_a_record_is_kept_once_and_dropped_with_its_last_upload(desk: Desk) -> None:
    one, two = take(desk, MISTAKES), take(desk, MISTAKES)
    assert counts(desk.store) == [2, 2, 1, 1]
    assert len({one.share, one.delete, two.share, two.delete}) == 4
    opened = desk.open(one.share)
    with desk.store.write() as session:
        repo.add_file(session, "f" * 64, b"%PDF", opened.record)
    desk.delete(one.delete)
    assert counts(desk.store) == [1, 1, 1, 1]
    assert desk.open(two.share).data == MISTAKES
    assert desk.report(desk.open(two.share), "en")["findings"]
    desk.delete(two.delete)
    assert [*counts(desk.store), count(desk.store, FileRow)] == [0, 0, 0, 0, 0]


def test_what_was_uploaded_comes_back(desk: Desk) -> None:
    taken = take(desk, CLEAN, UNREADABLE, MISTAKES, CLEAN)
    assert [desk.open(taken.share, n).data for n in (1, 2, 3, 4)] == [CLEAN, UNREADABLE, MISTAKES, CLEAN]
    rows = desk.table(taken.share, "fr")
    assert [row.file for row in rows] == ["0.json", "1.json", "2.json", "3.json"]
    assert [row.report and row.report["clean"] for row in rows] == [True, None, False, True]
    assert rows[1].problem is not None
    assert rows[1].problem["title"] == "Le relevé ne peut pas être lu."
    assert taken.records == 4
    assert counts(desk.store) == [1, 4, 3, 2]


def test_wrong_tokens_open_nothing(desk: Desk) -> None:
    taken = take(desk, CLEAN)
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
        repo.hidden(share).hex(),
        repo.hidden(share).decode("latin-1"),
    ]
    for token in wrong:
        with pytest.raises(Problem) as told:
            desk.open(token)
        assert (told.value.kind, told.value.status) == ("not-found", 404)
        with pytest.raises(Problem):
            desk.table(token, "en")
        with pytest.raises(Problem):
            desk.job_of(token)
    for token in [delete[:-1], delete.swapcase(), share, "", repo.hidden(delete).hex()]:
        assert not desk.deletable(token)
        assert not desk.may_delete(share, token)
        with pytest.raises(Problem):
            desk.delete(token)
    other = take(desk, MISTAKES)
    assert not desk.may_delete(share, other.delete)
    assert desk.may_delete(share, delete)
    assert desk.deletable(delete)
    for number in (0, 2, -1, 2**31 - 1):
        with pytest.raises(Problem):
            desk.open(share, number)
    assert desk.open(share).data == CLEAN


def every_cell(store: Store) -> bytes:
    """Everything that is kept, as one text."""
    with store.engine.connect() as connection:
        rows = [row for table in Base.metadata.tables for row in connection.execute(text(f'SELECT * FROM "{table}"'))]
    cells = [cell for row in rows for cell in row]
    return b"\n".join(bytes(cell) if isinstance(cell, (bytes, memoryview)) else str(cell).encode() for cell in cells)


def test_tokens_are_kept_as_hashes_only(desk: Desk, tmp_path: Path) -> None:
    tokens: list[str] = []
    for key in ("", "a key of the sender"):
        taken = take(desk, CLEAN, MISTAKES, key=key)
        tokens += [taken.share, taken.delete]
    kept = every_cell(desk.store)
    assert all(repo.hidden(token) in kept for token in tokens)
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    for token in tokens:
        assert len(token) == 22
        assert token.encode() not in kept + files


def test_tokens_are_chance(desk: Desk) -> None:
    tokens = [repo.new_token() for _ in range(1000)]
    assert len(set(tokens)) == 1000
    assert {len(token) for token in tokens} == {22}
    assert len({token[0] for token in tokens}) == 64  # every one of the letters stands first somewhere
    assert desk.settings.kept_days == 90


def test_the_same_request_again(desk: Desk) -> None:
    one = take(desk, CLEAN, MISTAKES, key="k")
    assert take(desk, CLEAN, MISTAKES, key="k") == one
    assert counts(desk.store)[:2] == [1, 2]
    others = [
        take(desk, CLEAN, MISTAKES, key="l"),
        take(desk, MISTAKES, CLEAN, key="k"),
        take(desk, CLEAN, key="k"),
        take(desk, CLEAN, MISTAKES, key="k", choices=Choices(edition="fr")),
        take(desk, CLEAN, MISTAKES),
    ]
    assert len({one.share, *(other.share for other in others)}) == 6
    desk.delete(one.delete)
    assert take(desk, CLEAN, MISTAKES, key="k") == one


def test_the_same_request_at_once(desk: Desk) -> None:
    with ThreadPoolExecutor(8) as threads:
        taken = list(threads.map(lambda _: take(desk, MISTAKES, key="k"), range(8)))
    assert len(set(map(repr, taken))) == 1
    assert counts(desk.store) == [1, 1, 1, 1]


def test_tokens_of_a_key_can_be_made_by_this_service_only(desk: Desk) -> None:
    one = take(desk, CLEAN, key="k")
    with desk.store.write() as session:
        session.execute(text("DELETE FROM secrets"))
    assert take(desk, CLEAN, key="k").share != one.share
    assert count(desk.store, SecretRow) == 1


def test_an_old_verdict_stays_reachable(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = take(desk, MISTAKES)
    opened = desk.open(taken.share)
    today = library.rules_version()
    before = desk.report(opened, "en")
    monkeypatch.setattr(library, "rules_version", lambda: "other")
    with desk.store.write() as session:  # the table shows the last verdict until somebody asks for a new one
        assert [row.rules for row in repo.reports_on(session, opened.record, opened.choices.key)] == [today]
    assert desk.table(taken.share, "en")[0].report == before
    desk.report(opened, "cs")
    assert set(desk.versions(opened)) == {"other", today}
    assert desk.report(opened, "en", today) == before
    assert count(desk.store, ReportRow) == 2
    with pytest.raises(Problem) as told:
        desk.report(opened, "en", "third")
    assert told.value.status == 404
    take(desk, MISTAKES)
    assert count(desk.store, ReportRow) == 2


def test_a_verdict_of_the_time_when_versions_followed_the_sources_opens(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their names were the first 12 digits of another hash: nothing reads them but as a name."""
    old = hashlib.sha256(b"paths and sources").hexdigest()[:12]
    monkeypatch.setattr(library, "rules_version", lambda: old)
    taken = take(desk, MISTAKES)
    monkeypatch.undo()
    opened = desk.open(taken.share)
    assert desk.versions(opened) == [old]
    row = desk.table(taken.share, "fr")[0].report
    assert row == desk.report(opened, "fr", old)
    assert row is not None
    assert row["findings"][0]["rule"].startswith("saladin.")
    assert desk.report(opened, "fr") == row  # by the rules of today, judged anew
    assert set(desk.versions(opened)) == {old, library.rules_version()}


def test_a_kept_verdict_is_not_judged_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = desk.open(take(desk, MISTAKES).share)
    monkeypatch.setattr(check, "check_record", None)
    assert desk.report(opened, "en")["findings"]


def test_choices_have_reports_of_their_own(desk: Desk) -> None:
    plain, french = take(desk, MISTAKES), take(desk, MISTAKES, choices=Choices(edition="fr"))
    assert counts(desk.store) == [2, 2, 1, 2]
    editions = [desk.report(desk.open(taken.share), "en")["record"]["edition"] for taken in (plain, french)]
    assert editions == ["recommended", "fr"]


def test_what_can_not_be_done_at_once_becomes_a_job(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MOST_AT_ONCE", 10)
    taken = take(desk, MISTAKES, CLEAN, key="k")
    assert taken.job is not None
    assert desk.job_of(taken.share) == taken.job
    assert take(desk, MISTAKES, CLEAN, key="k").job == taken.job
    assert [row.report for row in desk.table(taken.share, "en")] == [None, None]
    assert counts(desk.store) == [1, 2, 2, 0]
    desk.delete(taken.delete)
    assert counts(desk.store) == [0, 0, 0, 0]


def test_when_too_much_waits_nothing_is_kept(store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MOST_AT_ONCE", 10)
    desk = Desk(store, settings.model_copy(update={"jobs_waiting": 2}))
    take(desk, game(1))
    take(desk, game(2))
    with pytest.raises(Problem) as told:
        take(desk, game(3))
    assert (told.value.kind, told.value.status, told.value.retry_after) == ("busy", 503, 10)
    assert counts(store)[:3] == [2, 2, 2]


def test_uploads_and_deletions_of_one_record_at_once(desk: Desk) -> None:
    """Each upload that was acknowledged and not deleted is there with all it needs; in the end nothing is left."""
    chance = random.Random(5)
    plans = [[chance.random() < 0.5 for _ in range(12)] for _ in range(6)]

    def work(plan: list[bool]) -> list[Taken]:
        kept = []
        for is_kept in plan:
            taken = take(desk, MISTAKES, CLEAN)
            if is_kept:
                kept.append(taken)
            else:
                desk.delete(taken.delete)
        return kept

    with ThreadPoolExecutor(6) as threads:
        kept = [taken for part in threads.map(work, plans) for taken in part]
    assert len(kept) == sum(map(sum, plans))
    for taken in kept:
        assert [desk.open(taken.share, n).data for n in (1, 2)] == [MISTAKES, CLEAN]
        assert all(row.report for row in desk.table(taken.share, "en"))
    assert counts(desk.store) == [len(kept), 2 * len(kept), 2, 2]
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda taken: desk.delete(taken.delete), kept))
    assert counts(desk.store) == [0, 0, 0, 0]


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)  # SQLite lets nobody write in between
def test_a_record_that_is_dropped_while_it_is_uploaded(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found to be there, and gone a moment later: it is kept anew."""
    taken = take(desk, MISTAKES)
    with desk.store.write() as session:  # the first half of a deletion
        records = repo.delete_upload(session, desk.open(taken.share).upload)
    add_once = repo.add_once
    dropped: list[int] = []

    def and_then_dropped(session: Session, row: type[Base], values: Sequence[dict[str, Any]]) -> None:
        add_once(session, row, values)
        if row is RecordRow and not dropped:
            dropped.append(upkeep.drop_orphans(desk.store, records))

    monkeypatch.setattr(repo, "add_once", and_then_dropped)
    again = take(desk, MISTAKES)
    assert dropped == [1]
    assert desk.open(again.share).data == MISTAKES
    assert counts(desk.store) == [1, 1, 1, 1]


def test_what_is_kept_is_small(desk: Desk) -> None:
    opened = desk.open(take(desk, MISTAKES).share)
    with desk.store.read() as session:
        row = session.get_one(RecordRow, opened.record)
        assert len(row.body) < row.size == len(MISTAKES)
        assert zlib.decompress(row.body) == MISTAKES
