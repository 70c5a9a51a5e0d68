"""The pages of the checking service: hand in a record, read its report, take it away, delete it."""

from __future__ import annotations

from flask import Flask

from refsvc.web.checker import deleting, downloads, form, report
from refsvc.web.checker.addresses import TokenConverter, keep_private
from refsvc.web.checker.subjects import Subjects

PRIVATE = (report, downloads, deleting)
for part in PRIVATE:
    part.blueprint.after_request(keep_private)


def register(app: Flask) -> None:
    """Puts the pages into the application; what stands under a token is private."""
    app.extensions["subjects"] = Subjects()
    app.url_map.converters["token"] = TokenConverter
    app.register_blueprint(form.blueprint)
    for part in PRIVATE:
        app.register_blueprint(part.blueprint)
