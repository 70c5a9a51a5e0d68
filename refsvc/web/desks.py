"""The desk of the running application, opened when it is first needed: the reference is served without a database."""

from __future__ import annotations

from threading import Lock

from flask import current_app

from refsvc.config import Settings
from refsvc.store.engine import open_store
from refsvc.uploads.service import Desk


class LateDesk:
    """Opens the store once, at the first question."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = Lock()
        self._desk: Desk | None = None

    def __call__(self) -> Desk:
        with self._lock:
            if self._desk is None:
                self._desk = Desk(open_store(self._settings.database_url), self._settings)
            return self._desk


def desk() -> Desk:
    """The desk of the application that answers."""
    late: LateDesk = current_app.extensions["desk"]
    return late()
