"""Who speaks in these tests: every language, about Napoleonics, without links."""

from __future__ import annotations

import pytest

from refsvc.config import LANGUAGES
from refsvc.printing.print_speaker import PrintSpeaker


@pytest.fixture
def english() -> PrintSpeaker:
    return PrintSpeaker("napoleonics", "en")


@pytest.fixture(params=LANGUAGES)
def speaker(request: pytest.FixtureRequest) -> PrintSpeaker:
    return PrintSpeaker("napoleonics", request.param)
