"""Where the parts of a line end, and which commas and colons stand within a part."""

from __future__ import annotations

import re
from itertools import product

from refsvc.config import LANGUAGES
from refsvc.i18n.folding import spelling
from refsvc.notation.words import MOST_WORDS, Lexicon, spellings

LISTS = ("HAND", "TAKES")  # what is followed by cards with commas between them
# Words after which a colon is no card's.
NO_CARDS = (
    "HAND", "TAKES", "ORDER", "LEADER", "DETACH", "RALLY", "LEADER_RETREAT", "FIRST_STRIKE", "SQUARE", "RETIRE",
    "CHECK", "IGNORE", "IGNORED", "RETREAT", "BACK", "GROUND", "THROUGH", "BONUS", "DISCARD", "MELEE", "MOVES", "FIRES",
    "DICE", "TYPE", "PURPOSE", "WINS", "CARDS",
)  # fmt: skip
# What a comma may part from the move that it belongs to.
ADJUNCTS = ("LOST", "AS", "ONE_UNIT", "WITH", "REASON", "BLOCKED")
NEAR = 60  # letters around a comma that may stand within a name
SENT = re.compile(r"-\s*[A-Ia-i]\d+\s*,[^\d|,:_]{3,40}$")  # words behind a move, to the end of the line
ONE_UNIT = "la-grande-manoeuvre"  # the card that may be played for one unit
BEFORE_SIGN = re.compile(r"\s*\(?(?P<name>[^\d,:>|()]{1,40})[,:>)]")
AFTER_CARD = re.compile(r"\s*(?P<sign>>|\s[-–—](?=\s)|[.;,](?=\s))\s*")
LOST = re.compile(r"\s*[0-9]\s+(?P<words>[^\W\d_]+(?:\s+[^\W\d_]+)?)")
UNITS = re.compile(r"(?<=:)\s*(?:[0-9]|[^\W\d_]+)\s+(?P<kind>[^\W\d_]+)\s*(?P<comma>,)(?=\s*[A-Ia-i][0-9])")
WITH = re.compile(r"\s(?P<with>[^\W\d_]+)\s+(?=[A-Ia-i][0-9])")
STEP = re.compile(r"(?<=[^\W\d_])\s(?P<dash>[-–—])\s+(?=(?P<words>[^\W\d_]+(?:\s+[^\W\d_]+)*))")
AND = re.compile(r"\s(?P<and>[^\W\d_]+)\s+(?=(?P<words>[^\W\d_]+(?:\s+[^\W\d_]+){0,6}))")
STARTING_HEX = re.compile(r"[\s|,]*[A-Ia-i][0-9]{1,2}(?![^\W_])")
WAYS = ("THROUGH", "RETREAT", "RETIRE", "LEADER_RETREAT")
STEPS = ("RALLY", "RETREAT", "BACK", "GROUND", "CHECK", "THROUGH", "LEADER_RETREAT", "IGNORE", "RETIRE")
ONE = re.compile(r"(?<![^\W_])1\s+(?P<kind>[^\W\d_]+)")
TO_HEX = re.compile(r"-\s*[A-Ia-i]\d+\s*$")
BEFORE_COMMA = re.compile(r"[^,:|\d()]*$")
AFTER_COMMA = re.compile(r"\s*((?:[^\W\d_]+(?![^\W_])[\s.'’&-]*){1,5})")
SPLIT = re.compile(r"[():]")


class Parting:
    """Parts the lines of one record."""

    def __init__(self, words: Lexicon) -> None:
        self.words = words

    def stops(self, line: str, end: int) -> list[int]:
        """Where the parts end: at `|`, at a comma that is not between cards or dice, at the colon after a card."""
        stops: list[int] = []
        start = 0
        for at, sign in enumerate(line[:end]):
            is_stop = (
                sign == "|"
                or (sign == "," and not self.is_list(line[start:at]) and not self._is_within(line, start, at, end))
                or (sign == ":" and not stops and self._is_card_before(line[:at]))
            )
            if is_stop:
                stops.append(at)
                start = at + 1
        return [*stops, end]

    def _is_within(self, line: str, start: int, at: int, end: int) -> bool:
        """Whether a comma stands between dice, or between a card and the section that it is played in."""
        after = line[at + 1 : min(at + NEAR, end)]
        before = line[max(start, at - NEAR) : at]
        stop = min((found for found in map(after.find, ",|") if found >= 0), default=len(after))
        if self._are_dice(next((each for each in SPLIT.split(after[:stop]) if each.strip()), "")):
            said = SPLIT.split(before[before.rfind(",") + 1 :].rstrip(" )"))[-1]
            return self._are_dice(said) or self._are_dice(said.rpartition(" ")[2]) or self._is_check(said)
        if start or any(letter.isdigit() for letter in before):
            return False
        words = spelling(after[:stop].partition(":")[0]).split()[: MOST_WORDS + 1]
        return bool(words) and self.words.find(("SECTION",), words) is not None

    def _is_check(self, text: str) -> bool:
        """Whether a text is the check of a leader, and nothing else: dice belong to it."""
        words = spelling(text).split()[:MOST_WORDS]
        found = self.words.find(("CHECK",), words) if words else None
        return bool(found) and found is not None and found[0] == len(words)

    def _are_dice(self, text: str) -> bool:
        """Whether a text is dice and nothing else."""
        key = ("dice", text)
        if key not in self.words.memory:
            words = spelling(text).split()
            if words and self.words.find(("DICE",), words[:1]):
                words = words[1:]
            words = [word for word in words if self.words.find(("AND", "MANY"), [word]) is None or self._is_die(word)]
            letters = [word.lstrip("0123456789") for word in words]
            self.words.remember(key, any(letters) and all(map(self._is_die, filter(None, letters))))
        return bool(self.words.memory.get(key, False))

    def _is_die(self, word: str) -> bool:
        return self.words.find(("FACE",), [word]) is not None or all(self.words.read("FACES", each) for each in word)

    def without_commas(self, line: str) -> str:
        """The line without the commas that stand within a name or a move, as in `fire, hold` and `orders, units`."""
        commas: list[int] = []
        last = line.rfind(",")
        if SENT.search(line, max(0, last - NEAR)) and self.words.find(("SENDS",), spelling(line[last:]).split()):
            commas.append(last)
        at = start = 0
        while (at := line.find(",", at)) >= 0:
            after = AFTER_COMMA.match(line, at + 1, at + NEAR)
            words = spelling(after.group()).split()[:MOST_WORDS] if after else []
            if not words and (self._is_lost(line[at + 1 : at + NEAR]) or self._is_way(line, start, at)):
                commas.append(at)
            if words and not self.is_list(line[start:at]) and self._is_in_name(line[max(0, at - NEAR) : at], words):
                commas.append(at)
            else:
                start = at + 1
            at += 1
        letters = list(line)
        for at in commas:
            letters[at] = " "
        return "".join(letters) if commas else line

    def _is_way(self, line: str, start: int, at: int) -> bool:
        """Whether a comma stands between a word for a way, and the hex where it leads."""
        text = re.split("[|,]", line[max(start, at - NEAR) : at])[-1]
        words = spelling(STARTING_HEX.sub("", text)).split()[:MOST_WORDS]
        found = self.words.find(WAYS, words) if words and STARTING_HEX.match(line, at + 1) else None
        return found is not None and found[0] == len(words)

    def _is_lost(self, text: str) -> bool:
        """Whether a text begins with how many blocks were lost."""
        number = LOST.match(text)
        words = spelling(number["words"]).split() if number else []
        return bool(words) and self.words.find(("LOST", "BLOCKS"), words) is not None

    def with_colons(self, line: str) -> str:
        """The line with a colon behind its side and its card, for the signs people put: `French, …`, `Rally > …`."""
        line = AND.sub(self._listed, STEP.sub(self._parted, UNITS.sub(self._units, line)))
        name = BEFORE_SIGN.match(line)
        if name is None or self._are_dice(line):
            return self._colon_after_card(line)
        at = name.end() - 1
        if self.words.read("SIDE", name["name"]) is None:
            return self._colon_after_card(line)
        bracket = name.start("name") - 1
        if line[at] == ")" and line[max(bracket, 0)] != "(":
            return line
        line = f"{line[:at]}:{line[at + 1 :]}"
        if line[max(bracket, 0)] == "(":
            line = f"{line[:bracket]} {line[bracket + 1 :]}"
        return self._colon_after_card(line)

    def _units(self, match: re.Match[str]) -> str:
        """The number of units, without the comma behind it."""
        is_kind = self.words.means("TYPE", spelling(match["kind"]))
        return f"{match.group()[:-1]} " if is_kind else match.group()

    def _listed(self, match: re.Match[str]) -> str:
        """A comma for an "and" between a hex or dice, and another move."""
        if not self.words.means("AND", spelling(match["and"])):
            return match.group()
        last = match.string[max(0, match.start() - NEAR) : match.start()].split()[-1:]
        words = spelling(match["words"]).split()[:MOST_WORDS]
        is_before = bool(last) and (STARTING_HEX.fullmatch(last[0]) is not None or self._are_dice(last[0]))
        is_move = is_before and self.words.find(("DETACH", "LEADER", "BONUS", *STEPS), words) is not None
        return match.group().replace(match["and"], ",".ljust(len(match["and"])), 1) if is_move else match.group()

    def _parted(self, match: re.Match[str]) -> str:
        """A comma for the dash between dice and what comes of them."""
        last = match.string[max(0, match.start() - NEAR) : match.start()].split()[-1]
        words = spelling(match["words"]).split()[:MOST_WORDS]
        is_step = self._are_dice(last) and self.words.find(STEPS, words) is not None
        return match.group().replace(match["dash"], ",", 1) if is_step else match.group()

    def _colon_after_card(self, line: str) -> str:
        """A colon for the sign behind a card, before a hex or a word that orders; none before how a card is played."""
        before, colon, after = line.partition(":")
        if colon and self._is_for_one(before, after[:NEAR]):
            return f"{before} {after}"
        if (word := WITH.search(line, 0, 2 * NEAR)) and self.words.means("WITH", spelling(word["with"])):
            before = line[: word.start()]
            if not any(letter.isdigit() for letter in before) and self._is_card_at_end(before):
                return f"{before}:{' ' * (word.end() - word.start() - 1)}{line[word.end() :]}"
        for sign in AFTER_CARD.finditer(line, 0, 2 * NEAR):
            before = line[: sign.start()]
            if any(letter.isdigit() for letter in before) or not self._is_card_at_end(before):
                return line
            words = spelling(line[sign.end() : sign.end() + NEAR]).split()[:MOST_WORDS]
            if sign["sign"] == ">" or (words and self.words.find(("ORDER", "DETACH", "LEADER"), words)):
                return f"{before}:{' ' * (len(sign.group()) - 1)}{line[sign.end() :]}"
        return line

    def _is_for_one(self, before: str, after: str) -> bool:
        """Whether a colon stands between the card that may be played for one unit and the words for that."""
        words, behind = self.after_side(before), spelling(after).split()[:MOST_WORDS]
        found = self.words.find(("CARD",), words) if words and behind else None
        return found == (len(words), {("CARD", ONE_UNIT)}) and bool(self.words.find(("ONE_UNIT",), behind))

    def _is_card_at_end(self, text: str) -> bool:
        """Whether a text is a side, or none, and a card, with the section that it is played in."""
        words = self.after_side(text.replace(":", " "))
        found = self.words.find(("CARD",), words) if words else None
        if found is None:
            return False
        rest = words[found[0] :]
        return not rest or (self.words.find(("SECTION", "PLAYS"), rest) or (0,))[0] == len(rest)

    def _is_in_name(self, text: str, after: list[str]) -> bool:
        """Whether what stands before and behind a comma is one name, or an order and whom it is for."""
        if self.words.find(("MANY",), after) and after[1:] and self.words.find(("BLOCKS", "LOST"), after[1:]):
            return True
        if self.words.find(ADJUNCTS, after) or (TO_HEX.search(text) and self.words.means("TYPE", " ".join(after))):
            return True
        before = BEFORE_COMMA.search(text)
        words = self.after_side(before.group()) if before else []
        if not words:
            return False
        if self.words.find(("ORDER",), words[-1:]) and self.words.find(("TYPE", "LEADER"), after):
            return True
        found = (self.words.find(kinds, [*words, *after]) for kinds in (("CARD",), ("MELEE", "FIRES"), ("BONUS",)))
        return any(each and each[0] > len(words) and len(each[1]) == 1 for each in found)

    def is_list(self, text: str) -> bool:
        """Whether a part is a list of cards, which has commas of its own."""
        words = self.after_side(text)
        return bool(words) and self.words.find(LISTS, words) is not None

    def _is_card_before(self, text: str) -> bool:
        """Whether a card stands before a colon: more than a side, and no other word; or it stands on the line above."""
        words = self.after_side(text)
        if not words or any(letter.isdigit() for letter in self._without_one(text[:NEAR])):
            return not text.strip()
        rest = words
        while rest and (other := self.words.find(NO_CARDS, rest)):
            rest = rest[other[0] :]
        return bool(rest) or self.is_card(" ".join(words))

    def _without_one(self, text: str) -> str:
        """A text without a 1 before a word for units: one unit is how a card is played, and no hex."""
        one = ONE.search(text)
        return text.replace(one.group(), "", 1) if one and self.words.means("TYPE", spelling(one["kind"])) else text

    def is_card(self, text: str) -> bool:
        """Whether a text is a card's name in full."""
        return spelling(text) in self._cards()

    def _cards(self) -> frozenset[str]:
        """The names of cards in all languages, in full."""
        key = ("cards", "")
        if key not in self.words.memory:
            named = product(self.words.keys["CARD"].values(), LANGUAGES)
            cards = frozenset(spelling(each) for texts, language in named for each in spellings(texts, language))
            self.words.remember(key, cards)
        known: frozenset[str] = self.words.memory[key]
        return known

    def after_side(self, text: str) -> list[str]:
        """The first words of a part without the side, and without a word that says that it plays."""
        key = ("side", text[:80])
        if key not in self.words.memory:
            words = spelling(key[1]).split()[: MOST_WORDS + 1]
            for kind in ("SIDE", "PLAYS"):
                found = self.words.find((kind,), words) if words else None
                words = words[found[0] :] if found else words
            self.words.remember(key, words)
        after: list[str] = self.words.memory.get(key, [])
        return after
