"""The rows of jobs: claimed by one at a time, fenced by their attempt, given up after three, one for each file."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine
from sqlalchemy import func, select

from refsvc.config import LANGUAGES
from refsvc.i18n.problems import Problem
from refsvc.jobs import table
from refsvc.jobs.table import LostError
from refsvc.records.choices import NONE
from refsvc.records.unpack import SentFile, unpack
from refsvc.store import repo
from refsvc.store.database import Store
from refsvc.store.models import JobRow
from refsvc.uploads import files
from refsvc.uploads.service import UploadService
from refsvc.workers import tasks
from tests.refsvc.uploads.examples import MISTAKES, UNREADABLE, score_sheet, take

START = 1_900_000_000
KINDS = {"check"}


def add(store: Store, number: int = 1) -> list[str]:
    with store.write() as session:
        return [table.add(session, "check", {}) for _ in range(number)]


def claim(store: Store) -> tuple[str, int] | None:
    with store.write() as session:
        row = table.claim(session, KINDS)
        return None if row is None else (row.id, row.attempts)


def row(store: Store, job: str) -> JobRow:
    with store.read() as session:
        return session.get_one(JobRow, job)


def test_the_oldest_first_and_each_once(store: Store) -> None:
    with time_machine.travel(START, tick=False) as clock:
        jobs = []
        for n in range(3):
            clock.move_to(START + n)
            jobs += add(store)
        assert [claim(store) for _ in range(4)] == [*((job, 1) for job in jobs), None]


def test_many_claim_at_once(store: Store) -> None:
    jobs = add(store, 30)

    def claim_all(_: int) -> list[str]:
        found = []
        misses = 0
        while misses < 3:  # one row that all others have just locked is none
            if taken := claim(store):
                found.append(taken[0])
            else:
                misses += 1
        return found

    with ThreadPoolExecutor(5) as threads:
        taken = [job for part in threads.map(claim_all, range(5)) for job in part]
    assert sorted(taken) == sorted(jobs)


def test_a_lease_that_is_over(store: Store) -> None:
    with time_machine.travel(START, tick=False) as clock:
        (job,) = add(store)
        assert claim(store) == (job, 1)
        clock.move_to(START + table.LEASE)
        assert claim(store) is None
        with store.read() as session:
            assert not table.has_free(session, KINDS)
        clock.shift(1)
        with store.read() as session:
            assert table.has_free(session, KINDS)
        assert claim(store) == (job, 2)
        with pytest.raises(LostError), store.write() as session:  # the first one comes back
            table.advance(session, job, 1, 1)
        with pytest.raises(LostError), store.write() as session:
            table.finish(session, job, 1)
        with store.write() as session:
            table.fail(session, job, 1, "broken")
            table.release(session, job, 1)
        assert (row(store, job).state, row(store, job).attempts) == ("running", 2)
        with store.write() as session:
            table.finish(session, job, 2)
        assert row(store, job).state == "done"
        with store.write() as session:  # and whoever is late with bad news is not heard
            table.fail(session, job, 2, "too-slow")
            table.release(session, job, 2)
            table.hand_back(session, job, 2)
        assert (row(store, job).state, row(store, job).fault) == ("done", None)


@pytest.mark.parametrize("how", ["release", "lease"])
def test_three_attempts_and_no_more(store: Store, how: str) -> None:
    with time_machine.travel(START, tick=False) as clock:
        (job,) = add(store)
        for attempt in (1, 2, 3):
            assert claim(store) == (job, attempt)
            if how == "release":
                with store.write() as session:
                    table.release(session, job, attempt)
            else:
                clock.shift(table.LEASE + 1)
        assert claim(store) is None
        assert (row(store, job).state, row(store, job).fault) == ("failed", "given-up")


def test_one_that_has_failed_somebody_comes_after_others(store: Store) -> None:
    with time_machine.travel(START, tick=False) as clock:
        (one,) = add(store)
        claim(store)
        clock.shift(1)
        (two,) = add(store)
        with store.write() as session:
            table.release(session, one, 1)
        assert [claim(store), claim(store)] == [(two, 1), (one, 2)]


def test_handed_back_it_was_not_begun(store: Store) -> None:
    (job,) = add(store)
    for _ in range(5):
        assert claim(store) == (job, 1)
        with store.write() as session:
            table.hand_back(session, job, 1)


def test_only_kinds_that_are_known(store: Store) -> None:
    with store.write() as session:
        table.add(session, "of a later version", {})
    assert claim(store) is None


def test_a_lease_that_is_renewed(store: Store) -> None:
    with time_machine.travel(START, tick=False) as clock:
        (job,) = add(store)
        claim(store)
        for _ in range(5):
            clock.shift(table.LEASE)
            with store.write() as session:
                table.renew(session, job, 1)
        clock.shift(table.LEASE)
        assert claim(store) is None
        clock.shift(1)
        assert claim(store) == (job, 2)
        with pytest.raises(LostError), store.write() as session:
            table.renew(session, job, 1)


# files


def test_one_job_for_each_file(uploads: UploadService) -> None:
    opened = uploads.open(take(uploads, MISTAKES).share)
    with ThreadPoolExecutor(6) as threads:
        asked = list(threads.map(lambda _: files.summary(uploads, opened, ("fr",), "a4", None), range(12)))
    assert len({(one.key, one.job) for one in asked}) == 1
    assert asked[0].body is None
    others = [
        files.summary(uploads, opened, ("fr", "cs"), "a4", None),
        files.summary(uploads, opened, ("cs", "fr"), "a4", None),
        files.summary(uploads, opened, ("fr",), "letter", None),
        files.summary(uploads, opened, ("fr",), "a4", "https://example.org/check/x"),
        files.document(uploads, score_sheet("arsuf", ("fr",))),
        files.document(uploads, score_sheet("hattin", ("fr",))),
    ]
    assert len({asked[0].key, *(other.key for other in others)}) == 7
    assert len({asked[0].job, *(other.job for other in others)}) == 7


def test_the_twenty_first_is_asked_to_come_back(uploads: UploadService) -> None:
    with uploads.store.write() as session:
        for _ in range(19):
            table.add(session, "check", {})
    last = files.document(uploads, score_sheet("arsuf", ("fr",)))
    assert last.job
    with pytest.raises(Problem) as told:
        files.document(uploads, score_sheet("arsuf", ("cs",)))
    assert (told.value.kind, told.value.status, told.value.retry_after) == ("busy", 503, 10)
    assert files.document(uploads, score_sheet("arsuf", ("fr",))) == last  # it waits already
    with uploads.store.read() as session:
        assert session.scalar(select(func.count()).select_from(JobRow)) == 20


def test_the_sixth_of_one_address_is_asked_to_come_back(uploads: UploadService) -> None:
    sheets = [score_sheet(battle, (language,)) for battle in ("arsuf", "hattin") for language in LANGUAGES]
    asked = [files.document(uploads, sheet, sender="192.0.2.1") for sheet in sheets[:5]]
    with pytest.raises(Problem) as told:
        files.document(uploads, sheets[5], sender="192.0.2.1")
    assert (told.value.kind, told.value.status, told.value.retry_after) == ("busy-with-yours", 503, 10)
    with pytest.raises(Problem):
        uploads.keep(unpack([SentFile("", MISTAKES)]), NONE, None, sender="192.0.2.1")  # a check counts with them
    assert files.document(uploads, sheets[4], sender="192.0.2.1") == asked[4]  # it waits already
    with uploads.store.write() as session:
        table.claim(session, tasks.KINDS)  # what is under way does not wait
    assert files.document(uploads, sheets[5], sender="192.0.2.2").job
    other = score_sheet("arsuf", ("en", "fr"))
    assert files.document(uploads, other, sender="192.0.2.1").job
    with uploads.store.read() as session:
        kept = {row.who for row in session.scalars(select(JobRow))}
    assert len(kept) == 2
    assert not any(b"192.0.2" in who for who in kept if who)


def test_files_before_checks_however_old(store: Store) -> None:
    with store.write() as session:
        kinds = {table.add(session, kind, {}): kind for kind in ("check", "summary", "check", "score-sheet")}
        for at, row in enumerate(session.scalars(select(JobRow).order_by(JobRow.kind.desc()))):
            row.created -= at
    taken = []
    for _ in kinds:
        with store.write() as session:
            found = table.claim(session, tasks.KINDS)
            assert found is not None
            taken.append(found.kind)
    assert taken == ["score-sheet", "summary", "check", "check"]


def test_a_file_that_is_there(uploads: UploadService) -> None:
    asked = files.document(uploads, score_sheet("arsuf", ("fr",)))
    with time_machine.travel(START, tick=False) as clock:
        with uploads.store.write() as session:
            repo.add_file(session, asked.key, b"%PDF", None)
        assert files.document(uploads, score_sheet("arsuf", ("fr",))) == files.Asked(asked.key, b"%PDF", None)
        clock.shift(repo.SEEN_EVERY + 1)
        files.document(uploads, score_sheet("arsuf", ("fr",)))
        with uploads.store.read() as session:
            found = repo.find_file(session, asked.key)
            assert found is not None
            assert found.seen == START + repo.SEEN_EVERY + 1


def test_a_job_that_failed_can_be_asked_for_again(uploads: UploadService) -> None:
    asked = files.document(uploads, score_sheet("arsuf", ("fr",)))
    assert asked.job is not None
    with uploads.store.write() as session:
        table.claim(session, tasks.KINDS)
        session.flush()
        table.fail(session, asked.job, 1, "too-slow")
    assert files.job_status(uploads, asked.job) == files.Status("score-sheet", "failed", 0, 1, "too-slow")
    assert files.document(uploads, score_sheet("arsuf", ("fr",))) == asked  # whoever waits is told why
    with time_machine.travel(repo.now() + table.FAILED_SECONDS + 1):
        again = files.document(uploads, score_sheet("arsuf", ("fr",)))
    assert again.key == asked.key
    assert again.job not in (None, asked.job)
    assert files.job_status(uploads, "nothing") is None


def test_what_can_not_be_printed(uploads: UploadService) -> None:
    opened = uploads.open(take(uploads, MISTAKES).share)
    for languages in ((), ("de",), ("en", "en"), ("en", "fr", "cs")):
        with pytest.raises(Problem) as told:
            files.summary(uploads, opened, languages, "a4", None)
        assert told.value.kind == "choice"
    with pytest.raises(Problem):
        files.summary(uploads, opened, ("en",), "a5", None)
    with pytest.raises(Problem) as told:
        files.summary(uploads, uploads.open(take(uploads, MISTAKES, UNREADABLE).share, 2), ("en",), "a4", None)
    assert told.value.status == 404
