"""A card or a step whose name is misspelt: the whole name can't be read, and the nearest to it are offered."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from refsvc.i18n.folding import Folded, spelling
from refsvc.notation.parsing import PartError
from refsvc.notation.words import MOST_WORDS, Lexicon

HEAD = re.compile(r"[^\d:>|,()]{1,80}")  # the side and the card
STEP = re.compile(r"\s*(?:[a-i][0-9]{1,2}\s+)?(?P<said>[^\W\d_]+(?:[\s'-]+[^\W\d_]+)+(?![0-9]))")
STEPS = ("GROUND", "CHECK", "BACK", "RETREAT", "THROUGH", "SQUARE", "FIRST_STRIKE", "RETIRE", "LEADER_RETREAT")
WORD = re.compile(r"[^\W\d_]+")
NEAR, FAR = 0.8, 0.7  # how like a name is that was meant, and how like it is what is no better


def card_slip(words: Lexicon, folded: Folded, fault: PartError) -> PartError | None:
    """The fault of a part that begins with a side and what is nearly a card, unless its own word has a likely one."""
    head = HEAD.match(folded.text)
    found = list(WORD.finditer(folded.text, 0, head.end())) if head else []
    side = words.find(("SIDE",), [each.group() for each in found[: MOST_WORDS + 1]]) if found else None
    if fault.rule not in ("record.word", "record.type") or side is None or len(side[1]) != 1:
        return None
    name = found[side[0] :][:MOST_WORDS]
    for number in range(len(name), 0, -1):
        rest = [each.group() for each in name[number:]]
        section = words.find(("SECTION",), rest) if rest else (0, set())
        said = " ".join(each.group() for each in name[:number])
        if section is None or section[0] != len(rest) or _likeness(words, ("CARD",), said) < NEAR:
            continue
        own = str(fault.params.get("word", ""))
        if not rest and _likeness(words, fault.kinds, own) >= FAR:
            return None
        start, end = name[0].start(), name[number - 1].end()
        shown = folded.line[folded.places[start] : folded.places[end]]
        slip = PartError("record.word", start, ("CARD",), word=shown, expected=words.expected(("CARD",)))
        slip.end, slip.tokens, slip.meant = end, fault.tokens, fault.meant
        slip.params["read"] = {"side": next(iter(side[1]))[1]}
        return slip
    return None


def step_slip(words: Lexicon, folded: Folded, fault: PartError) -> PartError | None:
    """The fault of a part that begins with what is nearly a step, of which only the last words are unknown."""
    head = STEP.match(folded.text)
    if fault.rule not in ("record.word", "record.type") or head is None or fault.at <= head.start("said"):
        return None
    name = list(WORD.finditer(folded.text, head.start("said"), head.end("said")))[:MOST_WORDS]
    while name and all(words.read(words.syntax.letters, letter) for letter in name[-1].group()):
        name.pop()  # dice
    if not name or name[-1].end() < fault.at:
        return None
    said = " ".join(each.group() for each in name)
    own = str(fault.params.get("word", ""))
    if _likeness(words, fault.kinds, own) >= FAR or not NEAR <= _likeness(words, STEPS, said) < 1:
        return None
    start, end = name[0].start(), name[-1].end()
    shown = folded.line[folded.places[start] : folded.places[end]]
    slip = PartError("record.word", start, STEPS, word=shown, expected=words.expected(STEPS))
    slip.end, slip.tokens, slip.meant = end, fault.tokens, fault.meant
    return slip


def _likeness(words: Lexicon, kinds: tuple[str, ...], said: str) -> float:
    """How like the nearest word is to what was written, from 0 to 1; one that it begins with is no slip."""
    key = spelling(said)
    near = map(spelling, words.nearest(kinds, said) if kinds and said else [])
    return max((SequenceMatcher(None, each, key).ratio() for each in near if not key.startswith(f"{each} ")), default=0)
