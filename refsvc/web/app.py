"""The Flask application, put together."""

from __future__ import annotations

import gzip
import os
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from flask import Flask, Request, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from refsvc.config import Settings, read_settings
from refsvc.records import unpack
from refsvc.web import (
    box_form,
    checker,
    errors,
    offline_bundle,
    print_pages,
    reference_pages,
    request_checks,
    root_pages,
    search_pages,
)
from refsvc.web.api import operations, page
from refsvc.web.headers import ALWAYS
from refsvc.web.response_cache import SMALLEST, ResponseCache, takes_gzip
from refsvc.web.upload_service import LazyService

BORDERS = 200_000  # bytes of a form besides the files in it: their names and borders, and its other fields
LONGEST_REQUEST = unpack.MOST_SENT + BORDERS
MOST_PARTS = unpack.MOST_RECORDS + 100  # of a form: its files and other fields
LARGE = 1_000_000  # bytes beyond which an answer is compressed in haste
PACKED = ("text/", "application/json", "application/problem+json", "application/sarif+json")


class MemoryRequest(Request):
    """A request whose files stay in memory: they are small, and what a reader sends lies about in no other place."""

    def _get_file_stream(self, *_about: Any, **_more: Any) -> BytesIO:
        return BytesIO()


class Service(Flask):
    """Flask with our requests."""

    request_class = MemoryRequest


def make(config: Mapping[str, Any]) -> Flask:
    """The application with finished answers before it."""
    app = Service("refsvc", static_folder=None, template_folder=None)
    settings = app.config["SETTINGS"] = read_settings(os.environ, **config)
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = LONGEST_REQUEST
    app.config["MAX_FORM_PARTS"] = MOST_PARTS
    app.extensions["uploads"] = LazyService(settings)
    app.extensions["response_cache"] = cache = ResponseCache(behind_proxies(app.wsgi_app, settings))
    app.wsgi_app = cache  # type: ignore[method-assign]  # as Flask's documentation says
    request_checks.register(app)
    for part in (root_pages, search_pages, box_form, offline_bundle, reference_pages):
        app.register_blueprint(part.blueprint)
    checker.register(app)
    for api in (operations, page, print_pages):
        app.register_blueprint(api.blueprint)
    errors.register(app)
    app.after_request(add_headers)
    return app


def behind_proxies(application: Any, settings: Settings) -> Any:
    """The application behind as many proxies as are believed."""
    n = settings.proxies
    return ProxyFix(application, x_for=n, x_proto=n, x_host=n) if n else application


def add_headers(response: Response) -> Response:
    """Every answer has the security headers; one that depends on a question is not kept."""
    given = {header.lower() for header, _ in response.headers}  # looking each up would go through all of them
    response.headers.extend((header, value) for header, value in ALWAYS if header.lower() not in given)
    return compressed(response)


def compressed(response: Response) -> Response:
    """The answer compressed, if it is text that is worth it and the browser can read that."""
    if (
        response.direct_passthrough
        or response.is_streamed
        or "Content-Encoding" in response.headers
        or not response.content_type.startswith(PACKED)
        or len(response.get_data()) < SMALLEST
    ):
        return response
    response.vary.add("Accept-Encoding")
    if takes_gzip(request.headers.get("Accept-Encoding", "")):
        data = response.get_data()
        response.set_data(gzip.compress(data, 6 if len(data) < LARGE else 1, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        if tag := response.get_etag()[0]:
            response.set_etag(f"{tag}-gz")
    return response
