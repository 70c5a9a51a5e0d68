"""Settings that can't be end a command with a sentence; those that are none are said; `refsvc config` shows all."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from refsvc.commands.main import main
from refsvc.config import LANGUAGES, Settings, environment_name

WRONG = {  # setting, value, what the sentence says is allowed
    "port": ("abc", "a whole number from 1 to 65535"),
    "threads": ("0", "a whole number from 1 to 64"),
    "body_seconds": ("-1", "a whole number, 1 or more"),
    "language": ("de", "en, fr, cs"),
    "jobs": ("here", "embedded, procrastinate"),
    "address": ("rules.example.org", "https://rules.example.org"),
    "hosts": ("a b", "with commas"),
    "database": ("mysql://me:secret@host/name", "postgresql://user@host/name"),
}


def config(language: str, **environment: str) -> Result:
    given = {environment_name(name): value for name, value in environment.items()}
    return CliRunner(env=given).invoke(main, ["config", "--lang", language])


@pytest.mark.parametrize("name", WRONG)
def test_a_value_that_can_not_be_is_one_sentence(name: str) -> None:
    value, allowed = WRONG[name]
    for command in (["config"], ["serve"], ["tidy"], ["work"]):
        said = CliRunner(env={environment_name(name): value}).invoke(main, [*command, "--lang", "en"])
        assert (said.exit_code, said.stdout, said.stderr.count("\n")) == (2, "", 1)
        assert said.stderr.startswith(f"{environment_name(name)} can’t be “{value.replace('secret', '***')}”: ")
        assert allowed in said.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_none_is_said_and_nothing_else(language: str) -> None:
    said = config(language, prot="80", quite_another="1", lang="fr")
    assert said.exit_code == 0
    first, second = said.stderr.splitlines()
    assert "REFSVC_PROT" in first
    assert "REFSVC_PORT" in first
    assert "REFSVC_QUITE_ANOTHER" in second


def test_every_setting_is_shown_with_where_it_comes_from() -> None:
    said = config("en", port="8123", database="postgresql://me:secret@host/name")
    rows = [line.split() for line in said.stdout.splitlines()]
    assert [row[0] for row in rows] == [environment_name(name) for name in Settings.model_fields]
    assert ["REFSVC_PORT", "8123", "environment"] in rows
    assert ["REFSVC_WORKERS", "2", "default"] in rows
    assert ["REFSVC_DATABASE", "postgresql://me:***@host/name", "environment"] in rows
