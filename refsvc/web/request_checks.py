"""What every request is asked before it is answered: for whom it is meant, and where it comes from."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import Flask, Request, request

from refsvc.config import Settings
from refsvc.i18n.problems import Problem

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
OWN = ("same-origin", "none")  # what a browser says of a request from the same site, or of one that its user typed


def register(app: Flask) -> None:
    """Asks every request that comes to the application."""
    settings: Settings = app.config["SETTINGS"]
    names = known_hosts(settings)

    def ask() -> None:
        if not is_known_host(request.host, names):
            raise Problem("host", 400)
        if request.method not in SAFE and not is_same_site(request):
            raise Problem("cross-site", 403)

    app.before_request(ask)


def known_hosts(settings: Settings) -> frozenset[str]:
    """The names that the service answers to, besides numbers."""
    named = [settings.host, urlsplit(settings.address).hostname or "", *settings.hosts.split(",")]
    return frozenset(["localhost", *(name.casefold() for name in named if name)])


def is_known_host(host: str, names: frozenset[str]) -> bool:
    """Whether a Host is one of these names or a number: a page of another site can't have made it stand for us."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name.removesuffix(".") in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_same_site(request: Request) -> bool:
    """Whether a request that changes something comes from our own pages, or from no page at all.

    There are no cookies, so nobody's rights can be borrowed; this keeps other sites from uploading in a reader's name.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OWN
    origin = request.headers.get("Origin")
    try:
        return origin is None or urlsplit(origin).netloc == request.host
    except ValueError:
        return False
