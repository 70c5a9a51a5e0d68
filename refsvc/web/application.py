"""The Flask application, put together."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response

from refsvc import errors
from refsvc.config import read_settings
from refsvc.web import asking, boxing, entrance, keeping, reference
from refsvc.web.api import operations
from refsvc.web.desks import LateDesk
from refsvc.web.finished import Finished
from refsvc.web.headers import SECURITY

LONGEST_REQUEST = 2 * 1024 * 1024  # bytes


def make(config: Mapping[str, Any]) -> Flask:
    """The application with finished answers before it."""
    app = Flask("refsvc", static_folder=None, template_folder=None)
    app.config["SETTINGS"] = read_settings(os.environ, **config)
    app.config["MAX_CONTENT_LENGTH"] = LONGEST_REQUEST
    app.extensions["desk"] = LateDesk(app.config["SETTINGS"])
    app.extensions["finished"] = finished = Finished(app.wsgi_app)
    app.wsgi_app = finished  # type: ignore[method-assign]  # as Flask's documentation says
    for part in (entrance, asking, boxing, keeping, reference, operations):
        app.register_blueprint(part.blueprint)
    errors.register(app)
    app.after_request(add_headers)
    return app


def add_headers(response: Response) -> Response:
    """Every answer has the security headers; one that depends on a question is not kept."""
    for header, value in SECURITY:
        response.headers.setdefault(header, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
