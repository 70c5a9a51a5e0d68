"""Who speaks in these tests: every language, about Napoleonics, without links."""

from __future__ import annotations

import pytest

from refsvc.config import LANGUAGES
from refsvc.printing.print_speaker import Tongue


@pytest.fixture
def english() -> Tongue:
    return Tongue("napoleonics", "en")


@pytest.fixture(params=LANGUAGES)
def speaker(request: pytest.FixtureRequest) -> Tongue:
    return Tongue("napoleonics", request.param)
