"""Retention: what nobody looks at goes after its time, with all that hung on it; what is looked at stays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine
from sqlalchemy import func, select

from refsvc.i18n.problems import Problem
from refsvc.jobs import table
from refsvc.store import repo, retention
from refsvc.store.models import Base, EntryRow, FileRow, JobRow, RecordRow, ReportRow, TallyRow, UploadRow
from refsvc.uploads import acceptance
from refsvc.uploads.rate_limit import admit
from refsvc.uploads.service import UploadService
from tests.refsvc.uploads.examples import CLEAN, MISTAKES, game, take

START = 1_900_000_000
DAY = 86_400
KEPT = 90 * DAY


def count(uploads: UploadService, row: type[Base]) -> int:
    with uploads.store.read() as session:
        return session.scalar(select(func.count()).select_from(row)) or 0


def tidy(uploads: UploadService) -> retention.Dropped:
    return retention.tidy(uploads.store, uploads.settings)


def test_ninety_days_after_the_last_view(uploads: UploadService) -> None:
    with time_machine.travel(START, tick=False) as clock:
        taken, other = take(uploads, MISTAKES), take(uploads, MISTAKES, CLEAN)
        clock.move_to(START + KEPT)
        assert tidy(uploads).uploads == 0
        uploads.open(other.share)
        clock.move_to(START + KEPT + 1)
        assert tidy(uploads) == retention.Dropped(1, 0, 0, 0)
        with pytest.raises(Problem):
            uploads.open(taken.share)
        assert uploads.open(other.share).data == MISTAKES
        clock.move_to(START + 2 * KEPT + 1)
        assert tidy(uploads) == retention.Dropped(1, 2, 0, 0)
    assert [count(uploads, row) for row in (UploadRow, EntryRow, RecordRow, ReportRow)] == [0, 0, 0, 0]


@pytest.mark.parametrize("look", ["open", "table"])
def test_every_view_counts_but_is_not_written_down_each_time(uploads: UploadService, look: str) -> None:
    def view() -> None:
        uploads.open(taken.share) if look == "open" else uploads.table(taken.share, "en")

    def seen() -> int:
        with uploads.store.read() as session:
            return session.scalars(select(UploadRow.seen)).one()

    with time_machine.travel(START, tick=False) as clock:
        taken = take(uploads, CLEAN)
        clock.move_to(START + repo.SEEN_EVERY)
        view()
        assert seen() == START
        clock.move_to(START + repo.SEEN_EVERY + 1)
        view()
        assert seen() == START + repo.SEEN_EVERY + 1


def test_one_that_is_opened_while_others_are_dropped(uploads: UploadService, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was on the list of what is to go, and is looked at before it goes."""
    with time_machine.travel(START, tick=False) as clock:
        taken = take(uploads, CLEAN)
        clock.move_to(START + KEPT + 1)
        listed = repo.uploads_unseen_since

        def and_then_opened(*arguments: int) -> list[int]:
            found = list(listed(*arguments))  # type: ignore[arg-type]  # a session and a moment
            uploads.open(taken.share)
            return found

        monkeypatch.setattr(repo, "uploads_unseen_since", and_then_opened)
        assert tidy(uploads).uploads == 0
        assert uploads.open(taken.share).data == CLEAN


def test_a_record_that_comes_back_while_it_is_dropped(uploads: UploadService) -> None:
    with time_machine.travel(START, tick=False) as clock:
        for _ in range(5):
            take(uploads, MISTAKES)
        clock.move_to(START + KEPT + 1)
        with ThreadPoolExecutor(2) as threads:
            tidied = threads.submit(tidy, uploads)
            taken = [take(uploads, MISTAKES) for _ in range(10)]
        assert tidied.result().uploads == 5
        assert {uploads.open(one.share).data for one in taken} == {MISTAKES}
        assert all(row.report for one in taken for row in uploads.table(one.share, "en"))


def test_files_go_by_age_and_by_size(uploads: UploadService) -> None:
    uploads.settings = uploads.settings.model_copy(update={"files_megabytes": 2})
    with time_machine.travel(START, tick=False) as clock:
        for number in range(4):
            clock.move_to(START + number)
            with uploads.store.write() as session:
                repo.add_file(session, str(number) * 64, bytes(2**20), None)
        clock.move_to(START + 4)
        with uploads.store.write() as session:
            repo.mark_file_seen(session, "0" * 64)
        assert tidy(uploads).files == 2
        with uploads.store.read() as session:
            assert sorted(key[0] for key in session.scalars(select(FileRow.key))) == ["0", "3"]
        clock.move_to(START + 3 + retention.FILE_DAYS * DAY + 1)
        assert tidy(uploads).files == 1
        clock.shift(1)
        assert tidy(uploads).files == 1


def test_jobs_that_ended_and_tallies_that_are_over(uploads: UploadService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 10)
    with time_machine.travel(START, tick=False) as clock:
        admit(uploads.store, uploads.settings, "192.0.2.1")
        for number in range(3):
            take(uploads, game(number))
        with uploads.store.write() as session:
            for fault in ("", "broken"):
                job = table.claim(session, {"check"})
                assert job is not None
                session.flush()
                if fault:
                    table.fail(session, job.id, 1, fault)
                else:
                    table.finish(session, job.id, 1)
        clock.move_to(START + DAY)
        assert tidy(uploads).jobs == 0
        assert count(uploads, TallyRow) == 0
        clock.move_to(START + DAY + 1)
        assert tidy(uploads).jobs == 2
        with uploads.store.read() as session:
            assert session.scalars(select(JobRow.state)).all() == ["waiting"]


def test_what_counts_today_is_not_forgotten(uploads: UploadService) -> None:
    admit(uploads.store, uploads.settings, "192.0.2.1")
    tidy(uploads)
    assert count(uploads, TallyRow) == 2
