"""The pages of the checking service: hand in a record, read its report, take it away, delete it."""

from __future__ import annotations

from flask import Flask

from refsvc.web.checker import deleting, downloads, form, report, sheets
from refsvc.web.checker.addresses import TokenConverter
from refsvc.web.checker.subjects import Subjects


def register(app: Flask) -> None:
    """Puts the pages into the application."""
    app.extensions["subjects"] = Subjects()
    app.url_map.converters["token"] = TokenConverter
    for part in (form, report, downloads, deleting, sheets):
        app.register_blueprint(part.blueprint)
