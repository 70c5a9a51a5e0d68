"""The data of the summary: what the rooms of `reporting` give, in one language or two, chosen and bounded for paper."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from engine.core.findings import Finding
from engine.core.replay import Replay
from refsvc.checking.read import Record
from refsvc.i18n import sentences as say
from refsvc.printing.qr_codes import qr_code
from refsvc.reporting import statistics, verdicts
from refsvc.reporting.narrative import narrative, turning_points
from refsvc.reporting.subject import Subject
from refsvc.reporting.summary import summary as summary_of
from refsvc.reporting.summary import title_block
from refsvc.reporting.weighing import MOST_MISTAKES, UNDETERMINED

MOST_FINDINGS = 16  # that get a card; of more than these only the number is said
MOST_HOPELESS = 8  # of a record in which so much is wrong that nothing could be weighed
MOST_SENTENCES = 200  # of the account
MOST_FOLLOWING = 6  # named under a card
MOST_CHANGES = 8
TALL = 450  # units of a drawing, beyond which nothing fits beside it but words
UNNUMBERED = ("cut", "closing")  # sentences that tell no move
UNDRAWN = ("findings",)  # statistics that paper does without: where findings stand, the cards say
BROAD = 430  # units of a drawing, beyond which its letters need the whole width of a page
NARROW_MM, BROAD_MM = 80, 165
HIGH_MM = 84  # of pictures side by side: two rows of them, with their sentences, fill a page
MOST_INSTEAD = 3
# The heaviest first; what can't be told comes before what is known to have changed nothing.
ORDER = ("changed-result", "changed-position", "undetermined", "no-difference")

PerLanguage = dict[str, Any]


def summary(record: Record, played: Replay[Any], languages: Sequence[str], address: str | None) -> dict[str, Any]:
    """Everything that the document shows: `per_language` holds what each language says, the rest stands there once."""
    first, *others = subjects = [Subject(record, played, language) for language in languages]
    for other in others:
        other.weights = first.weights  # the same in every language
    chosen = heaviest(first)
    title = title_block(first)
    return {
        "game": record.header.game,
        "languages": tuple(languages),
        "title": title,
        "players": [
            {**player, "names": in_each_language(subjects, partial(_side, side=player["side"]))}
            for player in title["players"]
        ],
        "battle": in_each_language(subjects, _battle),
        "dates": in_each_language(subjects, _date) if title["date"] else [],
        "per_language": [in_one_language(subject, chosen, is_online=address is not None) for subject in subjects],
        "findings": [finding(subjects, number, found) for number, found in enumerate(chosen, 1)],
        "turning": turning(subjects),
        "charts": charts(subjects),
        "turns": turns(subjects, marks(chosen)),
        "record": attachment(first),
        "address": address,
        "qr": qr_code(address) if address else None,
    }


def in_each_language(subjects: Sequence[Subject], tell: Callable[[Subject], str]) -> list[dict[str, str]]:
    """What `tell` gives for each subject, with its language."""
    return [{"language": subject.language, "text": tell(subject)} for subject in subjects]


def _side(subject: Subject, side: str) -> str:
    return subject.name("side", side)


def _battle(subject: Subject) -> str:
    header = subject.header
    game, battle = subject.text(f"{header.game}.name"), subject.battle
    return subject.text("summary.battle", game=game, battle=battle)


def _date(subject: Subject) -> str:
    """A day as the language writes it; what is no day stands as the players wrote it."""
    written = subject.header.date or ""
    try:
        return say.day(date.fromisoformat(written), subject.language)
    except ValueError:
        return written


def heaviest(subject: Subject) -> list[Finding]:
    """The mistakes that get a card, by weight and then as they stand in the record."""
    own = [found for found, _ in subject.families]
    weight = {found.id: subject.weights.get(found.id, UNDETERMINED).value for found in own}
    most = MOST_FINDINGS if len(own) <= MOST_MISTAKES else MOST_HOPELESS
    return sorted(own, key=lambda found: (ORDER.index(weight[found.id]), found.move, found.id))[:most]


def in_one_language(subject: Subject, chosen: Sequence[Finding], *, is_online: bool) -> PerLanguage:
    """What is said once in each language."""
    summary = summary_of(subject)
    left = len(subject.families) - len(chosen)
    where = "online" if is_online else "attached"
    return {
        "language": subject.language,
        "summary": summary,
        "rows": [row for row in summary["title"]["rows"] if row["label"] in _shown(subject)],
        "more": say.say_number(f"summary.more.{where}", subject.language, left) if left else "",
        "attached": subject.text("summary.record.attached", name=_name(subject)),
    }


def _shown(subject: Subject) -> set[str]:
    """The rows of the title block that the heading doesn't show already."""
    return {subject.text(f"report.title.{key}") for key in ("edition", "rulings", "values", "length", "rules")}


def finding(subjects: Sequence[Subject], number: int, found: Finding) -> dict[str, Any]:
    """A card in every language, numbered by weight; the position and the line as written stand there once."""
    cards = [verdicts.verdict(subject, found.id, with_drawing=subject is subjects[0]) for subject in subjects]
    told = [card for card in cards if card is not None]
    first = told[0]
    return {
        "number": number,
        "verdict": first["verdict"],
        "move": first["move"],
        "turn": first["turn"],
        "line": first["line"],
        "source": first["source"],
        "drawing": None if _is_broad(first["position"]["drawing"]) else first["position"]["drawing"],
        "weight": first["weight"]["value"],
        "cards": [shortened(subject, card) for subject, card in zip(subjects, told, strict=True)],
    }


def _is_broad(drawing: dict[str, Any] | None) -> bool:
    """Whether a picture is too broad to stand beside words: a whole map, which a finding without a place has."""
    return drawing is not None and float(drawing["width"]) > BROAD


def _is_of_dice(card: dict[str, Any]) -> bool:
    """Whether a finding is about how many dice there are, which their sum says best."""
    return ".dice." in card["rule"]["id"]


def shortened(subject: Subject, card: dict[str, Any]) -> dict[str, Any]:
    """A card with lists no longer than paper bears; what is left out is counted."""
    following, depending = (card["following_count"] - MOST_FOLLOWING, len(card["depending"]) - MOST_FOLLOWING)
    return card | {
        "language": subject.language,
        "weight": card["weight"] | {"changes": card["weight"]["changes"][:MOST_CHANGES]},
        "accounts": [account for account in card["accounts"] if card["rule"]["id"] in account or _is_of_dice(card)],
        "instead": card["instead"][:MOST_INSTEAD],
        "following": card["following"][:MOST_FOLLOWING],
        "following_more": _more(following, subject),
        "depending": card["depending"][:MOST_FOLLOWING],
        "depending_more": _more(depending, subject),
    }


def _more(left: int, subject: Subject) -> str:
    """How many findings are not named, if any."""
    return say.say_number("summary.more.following", subject.language, left) if left > 0 else ""


def charts(subjects: Sequence[Subject]) -> list[list[dict[str, Any]]]:
    """The statistics that paper shows."""
    told = [
        [each for each in statistics.statistics(subject) if each["id"] not in UNDRAWN and each["drawing"] is not None]
        for subject in subjects
    ]
    return rows_of([position_plate(subjects, same) for same in zip(*told, strict=True)])


def turning(subjects: Sequence[Subject]) -> list[list[dict[str, Any]]]:
    """The turning points of the game."""
    told = [turning_points(subject) for subject in subjects]
    return rows_of([position_plate(subjects, same) for same in zip(*told, strict=True)])


def position_plate(subjects: Sequence[Subject], same: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A picture drawn in the first language and told in each; beside a tall one, the position in words."""
    drawing = same[0]["drawing"]
    is_broad = _is_broad(drawing)
    height = float(drawing["height"])
    is_tall = height > TALL and not is_broad
    narrow = NARROW_MM if is_tall else min(NARROW_MM, HIGH_MM * float(drawing["width"]) / height)
    return {
        "drawing": drawing,
        "is_broad": is_broad,
        "mm": BROAD_MM if is_broad else narrow,
        "is_tall": is_tall,
        "said": [
            {
                "language": subject.language,
                "title": each["title"],
                "place": subject.text("summary.place", move=each["move"], turn=each["turn"]) if "move" in each else "",
                "sentence": each["sentence"] if "sentence" in each else each["text"],
                "words": each["drawing"]["sentences"] if is_tall else [],
            }
            for subject, each in zip(subjects, same, strict=True)
        ],
    }


def rows_of(plates: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Pictures side by side, two and two; a tall one stands alone, its text beside it, a broad one with it below."""
    rows: list[list[dict[str, Any]]] = []
    for each in plates:
        is_free = not any(plate["is_tall"] or plate["is_broad"] for plate in (each, *(rows[-1] if rows else ())))
        if rows and len(rows[-1]) == 1 and is_free:
            rows[-1].append(each)
        else:
            rows.append([each])
    return rows


def marks(chosen: Sequence[Finding]) -> dict[int, dict[str, Any]]:
    """The printed number and the verdict of each finding that has a card, by its id."""
    return {found.id: {"number": number, "verdict": found.verdict} for number, found in enumerate(chosen, 1)}


def turns(subjects: Sequence[Subject], numbers: Mapping[int, dict[str, Any]]) -> list[dict[str, Any]]:
    """The account turn by turn: titles and sentences in every language."""
    told = [narrative(subject, MOST_SENTENCES) for subject in subjects]
    return [
        {
            "titles": [{"language": s.language, "text": turn["title"]} for s, turn in zip(subjects, same, strict=True)],
            "sentences": list(sentences(subjects, [turn["sentences"] for turn in same], numbers)),
        }
        for same in zip(*told, strict=True)
    ]


def sentences(
    subjects: Sequence[Subject], told: Sequence[Sequence[dict[str, Any]]], numbers: Mapping[int, dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Each sentence with its first move, where that is not the one above, and the findings that stand there."""
    before = 0
    for same in zip(*told, strict=True):
        first = same[0]
        is_new = first["kind"] not in UNNUMBERED and first["move"] != before
        before = first["move"]
        yield {
            "move": before if is_new else "",
            "marks": [numbers[id_] for id_ in first["findings"] if id_ in numbers],
            "said": [{"language": s.language, "text": each["text"]} for s, each in zip(subjects, same, strict=True)],
        }


def _name(subject: Subject) -> str:
    form = "txt" if subject.record.is_text else "json"
    return f"record.{form}"


def attachment(subject: Subject) -> dict[str, Any]:
    """The record as it was sent: the name it is attached by, and its SHA-256 in groups that can be compared by eye."""
    digest = hashlib.sha256(subject.record.upload.data).hexdigest()
    return {
        "name": _name(subject),
        "description": subject.text("summary.record.description"),
        "sha256": digest,
        "groups": [digest[at : at + 8] for at in range(0, len(digest), 8)],
    }
