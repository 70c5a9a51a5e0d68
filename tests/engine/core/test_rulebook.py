"""Chapters as they stand in a file, and what stands in brackets in a text."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.core.rulebook import LINK, TOKEN, load_chapters, rules_of

CHAPTER = '[[chapter]]\nid = "{id}"\ntitle = "T"\n\n[[chapter.rule]]\nid = "{rule}"\ntitle = "t"\ntext = "x"\n'


def chapters(tmp_path: Path, *entries: tuple[str, str]) -> Path:
    path = tmp_path / "rulebook.toml"
    path.write_text("\n".join(CHAPTER.format(id=name, rule=rule) for name, rule in entries), "utf-8")
    return path


def test_chapters_keep_their_order(tmp_path: Path) -> None:
    found = load_chapters(chapters(tmp_path, ("second", "game.b.one"), ("first", "game.a.one")))
    assert [chapter.id for chapter in found] == ["second", "first"]
    assert list(rules_of(found)) == ["game.b.one", "game.a.one"]


@pytest.mark.parametrize(
    "entries",
    [
        (("one", "game.a.x"), ("two", "game.a.x")),
        (("one", "game.a.x"), ("one", "game.a.y")),
        (("one", "Game A"),),
        (("One", "game.a.x"),),
    ],
)
def test_an_id_stands_once_and_is_well_formed(tmp_path: Path, entries: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(ValueError, match="stands twice or is not an id"):
        load_chapters(chapters(tmp_path, *entries))


def test_a_rule_has_a_title(tmp_path: Path) -> None:
    path = chapters(tmp_path, ("one", "game.a.x"))
    path.write_text(path.read_text("utf-8").replace('title = "t"\n', ""), "utf-8")
    with pytest.raises(msgspec.ValidationError):
        load_chapters(path)


def test_a_link_is_no_token() -> None:
    text = "A [lance](rule:game.a.x) and a [lance] beside [die:1] (and [more words](rule:game.b-c.y))."
    assert LINK.findall(text) == [("lance", "game.a.x"), ("more words", "game.b-c.y")]
    assert TOKEN.findall(text) == ["lance", "die:1"]
