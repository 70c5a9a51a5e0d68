"""The pages of the checking service: hand in a record, read its report, take it away, delete it."""

from __future__ import annotations

from flask import Flask

from refsvc.web.checker import deletion, downloads, form, report
from refsvc.web.checker.addresses import TokenConverter
from refsvc.web.checker.subjects import Subjects


def register(app: Flask) -> None:
    """Puts the pages into the application."""
    app.extensions["subjects"] = Subjects()
    app.url_map.converters["token"] = TokenConverter
    for part in (form, report, downloads, deletion):
        app.register_blueprint(part.blueprint)
