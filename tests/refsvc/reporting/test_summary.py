"""The summary and the title block."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import engine
from refsvc import library, paths
from refsvc.reporting.summary import summary
from tests.refsvc.reporting.records import SAMPLES, START, about, made, planted

RESIGNED = {"do": "result", "winner": "crusader", "by": "resignation"}


def sample(name: str, language: str) -> list[str]:
    path = next(path for path in SAMPLES if path.name == name)
    said: list[str] = summary(about(path.read_bytes(), language))["sentences"]
    return [sentence.replace("\u00a0", " ").replace("\u202f", " ") for sentence in said]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["The record stops before the end of the game.", "3 mistakes were found."]),
        ("fr", ["Le relevé s’arrête avant la fin de la partie.", "3 erreurs ont été constatées."]),
        ("cs", ["Zápis končí dřív než partie.", "Našly se 3 chyby."]),
    ],
)
def test_the_line_that_comes_first(language: str, said: list[str]) -> None:
    assert sample("saladin-arsuf-mistakes.cs.txt", language)[:2] == said


def test_a_clean_record_says_nothing_about_weight() -> None:
    found = summary(about(planted("arsuf", 0, 0)))
    assert (found["is_clean"], found["mattered"]["value"], len(found["sentences"])) == (True, "", 2)
    assert found["result"]["winner"] in ("ayyubid", "crusader", "draw")
    assert found["result"]["rule"]["id"].startswith("saladin.victory.")
    assert found["result"]["winner_name"] in found["result"]["text"]


def test_who_won_and_how() -> None:
    found = summary(made([RESIGNED], players={"crusader": "Benoît"}))["result"]
    assert found["text"] == "Winner: Crusaders (Benoît). Decided by: Ending a game early."
    drawn = summary(made([{**RESIGNED, "winner": None}]))["result"]
    assert (drawn["winner"], drawn["player"]) == ("draw", "")
    assert drawn["text"].startswith("The game ended in a draw.")


def test_the_heaviest_mistake_speaks_for_all() -> None:
    shot = {"do": "activate", "side": "ayyubid", "banner": "henry-ii", "action": "loose", "target": "ala-afdal"}
    light = made([START, shot, {"do": "roll", "red": ["1"], "green": []}])
    assert summary(light)["mattered"]["value"] == "no-difference"
    heavy = made(
        [{"do": "turn", "number": 2, "paid": {"ayyubid": 1, "crusader": 0}}, START, {**shot, "banner": "naplouse"}],
        scenario="hattin",
        position={"turn": 1, "phase": "redeployment", "orders": {"crusader": {"available": 1}}},
    )
    assert summary(heavy)["mattered"]["value"] == "changed-result"


def test_the_title_block_names_what_was_chosen() -> None:
    block = summary(
        made([START], edition="cs", rulings={"DIF-05": "feed-only"}, box={"banners": {"sable": {"lances": 9}}})
    )["title"]
    assert block["edition"] == {"id": "cs", "text": "Czech rules"}
    assert [(each["id"], each["option"]) for each in block["rulings"]] == [("DIF-05", "feed-only")]
    assert block["rulings"][0]["text"] == "It goes out unless Feed Fire was used this turn."
    assert block["rulings"][0]["question"]
    assert block["values"]["id"] == "own"
    plain = summary(made([START]))["title"]
    assert (plain["edition"]["id"], plain["rulings"], plain["values"]["id"]) == ("recommended", [], "refsvc")
    assert summary(made([START], values="box"))["title"]["values"]["id"] == "box"
    assert (plain["moves"], plain["turns"], plain["moves_text"]) == (1, 1, "1 move")
    english = summary(made([START], edition="en"))["title"]["rulings"]
    assert {each["id"] for each in english} == {"DIF-01", "DIF-05", "DIF-06"}


def test_turns_are_counted_from_where_the_record_begins() -> None:
    found = summary(about(planted("arsuf", 0, 0)))["title"]
    last = about(planted("arsuf", 0, 0))
    assert found["turns"] == last.view(len(last.moves))["turn"] > 1
    middle = made([{"do": "turn", "number": 5}], position={"turn": 5, "phase": "initiative"})
    assert summary(middle)["title"]["turns"] == 1
    assert summary(middle)["title"]["is_from_position"]


def test_the_version_of_the_rules_follows_what_judges_and_no_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = library.rules_version()
    assert re.fullmatch("[0-9a-f]{12}", now)
    copies = {}
    for room, original in (("engine", Path(engine.__file__).parent), ("scenarios", paths.data("scenarios"))):
        copies[room] = tmp_path / room
        shutil.copytree(original, copies[room], ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(engine, "__path__", [str(copies["engine"])])
    monkeypatch.setattr(paths, "data", lambda room, _game="": copies[room])
    version = library.rules_version.__wrapped__
    assert version() == now
    saladin = copies["engine"] / "saladin"
    (saladin / "notes.txt").write_text("not a rule", "utf-8")
    (saladin / "glossary.toml").write_text("# words\n", "utf-8")
    (saladin / "rules" / "fighting.py").write_text("# another file\n", "utf-8")
    (saladin / "judge.py").rename(saladin / "rules" / "judge.py")
    (saladin / "state.py").unlink()
    assert version() == now
    seen = {now}
    for judging in (
        saladin / "rulebook.toml",
        saladin / "rulings.toml",
        saladin / "data" / "banners.toml",
        copies["engine"] / "core" / "rulebook.toml",
        copies["scenarios"] / "saladin" / "arsuf.toml",
        next((copies["scenarios"] / "napoleonics" / "printed").glob("*.toml")),
    ):
        judging.write_bytes(judging.read_bytes() + b"# another\n")
        seen.add(version())
    monkeypatch.setattr(engine, "VERDICTS", engine.VERDICTS + 1)
    seen.add(version())
    assert len(seen) == 8
