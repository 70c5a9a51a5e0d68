"""The summary of a report: the line that a person wants first, and the title block."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

from engine.core.findings import Verdict
from refsvc import library
from refsvc.checking.check import is_depending
from refsvc.checking.unverified import unverified
from refsvc.i18n import sentences
from refsvc.reporting.subject import Subject
from refsvc.reporting.weighing import VALUES

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


def summary(subject: Subject) -> dict[str, Any]:
    """What a report says first.

    `sentences` (result, mistakes, whether one mattered: the summary line, in three parts); `unverified` (what could not
    be judged: see `refsvc.checking.unverified`, or None); `result` (winner: a side, `draw` or empty; winner_name;
    player; rule as `Subject.rule` or None; text); `own`, `depending` (on a line that could not be read) and `following`
    (numbers of findings), `is_clean`, `counted` (all in words), `verdicts` (id, kind, count of the mistakes, only those
    there are), `notes` (number); `mattered` (value, text, counts by value, weighed); `title` (see `title_block`).
    """
    own = [finding for finding, _ in subject.families]
    depending = sum(is_depending(finding, other) for finding, others in subject.families for other in others)
    following = len(subject.findings) - len(own) - depending
    counts = Counter(finding.verdict for finding in own)
    result, mattered = _result(subject), _mattered(subject)
    counted = _counted(subject, len(own), depending, following)
    return {
        "sentences": [text for text in (result["text"], counted, mattered["text"]) if text],
        "result": result,
        "own": len(own),
        "depending": depending,
        "following": following,
        "is_clean": not subject.findings,
        "counted": counted,
        "verdicts": [
            {"id": verdict, "kind": subject.text(f"verdict.{verdict}"), "count": counts[verdict]}
            for verdict in VERDICTS
            if counts[verdict]
        ],
        "notes": len(subject.replay.notes),
        "unverified": unverified(subject.record, subject.replay.notes, subject.language),
        "mattered": mattered,
        "title": title_block(subject),
    }


def _result(subject: Subject) -> dict[str, Any]:
    """Who won and by which rule, or that the record stops before the end."""
    outcome = subject.replay.outcome
    if outcome is None:
        text = subject.text("report.result.open")
        return {"winner": "", "winner_name": "", "player": "", "rule": None, "text": text}
    winner = outcome.winner or "draw"
    name, player = subject.name("side", winner), (subject.header.players or {}).get(winner, "")
    rule = subject.rule(outcome.rule)
    key = "draw" if winner == "draw" else "won-by" if player else "won"
    text = subject.text(f"report.result.{key}", winner=name, player=player, rule=rule["title"])
    return {"winner": winner, "winner_name": name, "player": player, "rule": rule, "text": text}


def _counted(subject: Subject, own: int, depending: int, following: int) -> str:
    if not own:
        return subject.text("report.mistakes.none")
    numbers = {"own": own, "depending": depending, "following": following}
    return " ".join(subject.plural(f"report.mistakes.{key}", number) for key, number in numbers.items() if number)


def _mattered(subject: Subject) -> dict[str, Any]:
    """The heaviest that can be said of all mistakes together; nothing where there are none."""
    own = [finding.id for finding, _ in subject.families]
    counts = Counter(subject.weights[id_].value if id_ in subject.weights else "undetermined" for id_ in own)
    value = next((value for value in VALUES[:2] if counts[value]), "")
    if not value and own:
        value = "undetermined" if counts["undetermined"] else "no-difference"
    return {
        "value": value,
        "text": subject.plural(f"report.mattered.{value}", len(own)) if value else "",
        "counts": {each: counts[each] for each in VALUES},
        "weighed": len(subject.weights),
    }


def title_block(subject: Subject) -> dict[str, Any]:
    """What the record is about.

    `game` and `scenario` (id, name); `players` (side, name, player; every side, player empty if not named); `date`,
    `event`, `place` (as written, or empty); `edition` (id, text); `rulings` (as `Subject.ruling`: those that are not
    the recommended ones); `values` (id: `box`, `refsvc` or `own`; text); `moves` and `turns` (numbers), `moves_text`,
    `turns_text`; `rules_version`; `is_from_position` (whether it starts in the middle of a game); `rows` (label,
    value: the same as lines to be set, without what is empty).
    """
    header, game = subject.header, subject.game
    named = header.players or {}
    last = subject.view(len(subject.moves)).get("turn", subject.turns[-1])  # a game may count none
    turns = last - subject.turns[0] + 1
    block: dict[str, Any] = {
        "game": {"id": header.game, "name": subject.text(f"{header.game}.name")},
        "scenario": {"id": header.scenario, "name": subject.battle},
        "players": [
            {"side": side, "name": subject.name("side", side), "player": named.get(side, "")} for side in game.SIDES
        ],
        "date": header.date or "",
        "event": header.event or "",
        "place": header.place or "",
        "edition": _edition(subject),
        "rulings": _rulings(subject),
        "values": _values(subject),
        "moves": len(subject.moves),
        "moves_text": subject.plural("report.moves", len(subject.moves)),
        "turns": turns,
        "turns_text": subject.plural("report.turns", turns),
        "rules_version": library.rules_version(),
        "is_from_position": header.position is not None,
    }
    return block | {"rows": list(_rows(subject, block))}


def _edition(subject: Subject) -> dict[str, str]:
    edition = subject.header.edition or "recommended"
    key = "report.edition.recommended" if edition == "recommended" else f"edition.{edition}"
    return {"id": edition, "text": subject.text(key)}


def _rulings(subject: Subject) -> list[dict[str, str]]:
    """The open rulings for which the record chose another option than the recommended one."""
    recommended = {ruling.id: ruling.recommended for ruling in subject.rulebook.open_rulings}
    chosen = library.chosen_rulings(subject.header)
    return [subject.ruling(id_, option) for id_, option in chosen.items() if option != recommended[id_]]


def _values(subject: Subject) -> dict[str, str]:
    values = "own" if subject.header.box else subject.header.values or "box"
    return {"id": values, "text": subject.text(f"report.values.{values}")}


def _rows(subject: Subject, block: dict[str, Any]) -> list[dict[str, str]]:
    rows = [(key, block[key]["name"]) for key in ("game", "scenario")]
    found = [{"label": subject.text(f"report.title.{key}"), "value": value} for key, value in rows]
    found += [{"label": player["name"], "value": player["player"]} for player in block["players"]]
    rows = [(key, block[key]) for key in ("date", "event", "place")]
    rows += [("edition", block["edition"]["text"])]
    rulings = [subject.text("case.ruling", ruling=each["id"], text=each["text"]) for each in block["rulings"]]
    rows += [("rulings", " ".join(rulings))]
    rows += [("values", block["values"]["text"])]
    rows += [("length", sentences.comma([block["moves_text"], block["turns_text"]], subject.language))]
    rows += [("rules", block["rules_version"])]
    found += [{"label": subject.text(f"report.title.{key}"), "value": value} for key, value in rows]
    return [row for row in found if row["value"]]
