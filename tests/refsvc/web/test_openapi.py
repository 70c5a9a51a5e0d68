"""The description of the API is true: schemathesis asks every operation for what it says, and for what it does not.

`python -m tests.refsvc.web.test_openapi 500` runs it with so many examples of each operation and prints what it did.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import strategies
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from engine import GAMES
from refsvc import create_app
from refsvc.config import LANGUAGES
from refsvc.paths import PACKAGE
from refsvc.web.api.operations import GROUPS
from tests.long import IS_LONG

EXAMPLES = 300 if IS_LONG else 8
MISTAKES = [
    next((PACKAGE / "games" / game / "samples").glob(f"{game}-*-mistakes.en.txt")).read_bytes() for game in GAMES
]
OPERATIONS = [operation for group in GROUPS.values() for operation in group]
UNLIMITED = {"uploads_a_minute": 0, "uploads_a_day": 0, "jobs_waiting": 1_000_000, "jobs_waiting_each": 1_000_000}
UPLOADS = 12
NEVER_MET = {  # what needs a long record or a worker is in test_api.py
    ("checkRecord", 202),
    ("getUpload", 202),
    ("getReport", 202),
    ("getSummary", 200),
    *((operation.id, 200) for operation in GROUPS["printing"]),
}

schemathesis.openapi.media_type("application/gzip", strategies.binary(max_size=200).map(gzip.compress))


class CheckedUpload:
    """What schemathesis did and found: requests by phase, checks, faults, the statuses of each operation."""

    def __init__(self) -> None:
        self.requests: Counter[str] = Counter()
        self.checks: Counter[str] = Counter()
        self.faults: list[str] = []
        self.met: set[tuple[str, int]] = set()

    def take(self, event: events.ScenarioFinished) -> None:
        record = event.recorder
        self.requests[event.phase.value] += len(record.interactions)
        for case_id, interaction in record.interactions.items():
            if interaction.response is not None:
                operation = record.cases[case_id].value.operation.definition.raw["operationId"]
                self.met.add((operation, interaction.response.status_code))
        for case_id, checks in record.checks.items():
            for check in checks:
                self.checks[check.name] += 1
                if check.failure_info is not None:
                    failure, case = check.failure_info.failure, record.cases[case_id].value
                    self.faults.append(f"{check.name}: {failure.title}: {failure.message}\n{case.as_curl_command()}")


def judge(folder: Path, examples: int) -> CheckedUpload:
    """Runs every phase of schemathesis against the application, with tokens that open something among its words."""
    app = create_app({"instance": folder, "language": "en", **UNLIMITED})
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, config=config(app, examples))
    every = schema.include(operation_id=[operation.id for operation in OPERATIONS])  # else the description is left out
    judged = CheckedUpload()
    for event in from_schema(every).execute():
        if isinstance(event, events.ScenarioFinished):
            judged.take(event)
        elif isinstance(event, events.NonFatalError | events.FatalError):
            judged.faults.append(str(event))
    return judged


def config(app: Flask, examples: int) -> SchemathesisConfig:
    client = app.test_client()
    sent = [MISTAKES[number % len(GAMES)] for number in range(UPLOADS)]
    kept = [client.post("/api/v1/check", data=record, content_type="text/plain") for record in sent]
    links = [json.loads(answer.data)["links"] for answer in kept]
    job = json.loads(client.get(links[-1]["pdf"]).data)["id"]
    words: dict[str, list[Any]] = {
        "share": [link["html"].rpartition("/")[2] for link in links[-len(GAMES) :]],
        "token": [link["delete"].rpartition("/")[2] for link in links[: -len(GAMES)]],
        "job": [job],
        "number": [1],
        "move": list(range(1, 18)),
        "rule": ["saladin.activation.pass", "napoleonics.retire.infantry", "record.syntax"],
        "card": ["arsuf-sable", "attack-left"],
    }
    tree: dict[str, Any] = {
        "seed": 5,
        "headers": {"Accept-Encoding": "identity"},  # the client of a WSGI application unpacks nothing
        "generation": {"max-examples": examples, "deterministic": not IS_LONG},
        # a schema can't say which text is a record, which tokens there are, or how many moves a record has
        "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "404", "422"]}},
        "dictionaries": {name: {"values": values} for name, values in words.items()},
        "parameters": {f"path.{name}": {"dictionary": name, "probability": 0.6} for name in words},
    }
    return SchemathesisConfig.from_dict(tree)


@pytest.mark.long
def test_every_operation_is_as_described(tmp_path: Path) -> None:
    judged = judge(tmp_path, EXAMPLES)
    assert judged.faults == []
    assert set(judged.requests) == {"examples", "coverage", "fuzzing", "stateful"}
    promised = {(operation.id, status) for operation in OPERATIONS for status in operation.gives}
    assert promised - judged.met <= NEVER_MET


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_described_in_every_language(client: Any, language: str) -> None:
    tree = client.get(f"/api/v1/openapi.json?lang={language}").json
    described = [operation for path in tree["paths"].values() for operation in path.values()]
    assert {one["operationId"] for one in described} == {operation.id for operation in OPERATIONS}
    words = str(tree)
    assert "[api." not in words
    assert len({one["summary"] for one in described}) == len(described)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        found = judge(Path(made), int(sys.argv[1]))
    print(f"{sum(found.requests.values())} requests {dict(found.requests)}")
    print(f"{sum(found.checks.values())} checks {dict(found.checks)}")
    print(f"{len(found.faults)} faults", *found.faults, sep="\n\n")
