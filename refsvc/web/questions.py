"""Searches that found nothing are counted for the owner: their words, and nothing of who asked."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from refsvc.search.index import LONGEST, Found
from refsvc.store import repo
from refsvc.web.language_choice import settings
from refsvc.web.upload_service import uploads

ENOUGH = 0.5  # of a question: an answer that covers less of it is none


def count(question: str, language: str, found: Found) -> None:
    """Counts a question that nothing answers, unless the owner wants none counted; a store that fails is no matter."""
    if not question or (found.hits and found.share >= ENOUGH) or settings().count_questions == "no":
        return
    with suppress(SQLAlchemyError, OSError), uploads().store.write() as session:
        repo.count_question(session, " ".join(question.casefold().split())[:LONGEST], language)
