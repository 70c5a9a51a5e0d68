"""The uploads of the running application; the store is opened at the first use, since the rules need no database."""

from __future__ import annotations

from threading import Lock

from flask import current_app

from refsvc.config import Settings
from refsvc.store.database import open_store
from refsvc.uploads.service import UploadService


class LazyService:
    """Opens the store once, at the first call."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = Lock()
        self._service: UploadService | None = None

    def __call__(self) -> UploadService:
        with self._lock:
            if self._service is None:
                self._service = UploadService(open_store(self._settings.database_url), self._settings)
            return self._service


def uploads() -> UploadService:
    """The uploads of the application that answers."""
    lazy: LazyService = current_app.extensions["uploads"]
    return lazy()
