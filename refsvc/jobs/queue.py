"""The queue for many machines: Procrastinate, in the PostgreSQL of the store. The row of a job stays the truth."""

from __future__ import annotations

from refsvc.config import Settings


def announce(settings: Settings, job: str | None) -> None:
    """Tells the workers of a job that was put in; the runner beside the service looks by itself."""
    if job is None or settings.jobs == "embedded":
        return
