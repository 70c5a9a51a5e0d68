"""One side of a printed card: its head, its lines by status, whom it aims at and who can hit it; lengths in mm.

The origin is the corner where the card is cut; the frame goes on into the bleed. All fronts of a deck have letters of
one size, all backs, and all Leaders: the largest in which the fullest of them fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.cards import CardLine
from refsvc.games.saladin import GAME, card_lines
from refsvc.games.saladin.print.card_foot import Foot
from refsvc.i18n import sentences
from refsvc.printing import text_width
from refsvc.printing.canvas import DOT, SOFT, Canvas, Translation, distinct, line_height
from refsvc.printing.card_style import (
    CODE,
    GROUNDS,
    LARGE,
    LEAST,
    MARK,
    PAPER,
    QUIET,
    SCALES,
    TONES,
    WASHES,
    Face,
    Look,
    Scale,
    mark,
)
from refsvc.printing.document_choices import Cards
from refsvc.reference import cards
from refsvc.reference.cards import PrintedCard

__all__ = ["SCALES", "excess", "face_of", "lay_out", "spoken"]  # what `cardsheets` asks of how a game's cards are drawn


class Drawing:
    """A side being drawn; `y` is how far down it has come."""

    def __init__(self, face: Face, look: Look, scale: Scale) -> None:
        self.face, self.look, self.scale = face, look, scale
        self.canvas = Canvas(is_thin=look.saves_ink)
        self.tone, self.wash = TONES[face.printed.card.side], WASHES[face.printed.card.side]
        self.y = look.frame

    def whole(self, extra: float = 0.0) -> Canvas:
        """The side with so much more room between its lines."""
        self.ground()
        self.head()
        parts = card_lines.parts(self.face.printed.card, is_back=self.face.is_back)
        for status, lines in parts:
            self.part(status, lines, extra)
        if not parts:
            self.y += 2
            for said in self.face.said("saladin.card.nothing"):
                box = (self.look.left, self.y, self.look.room)
                self.y = self.canvas.wrapped(said, box, self.scale.note + 1, "sans-italic", colour=SOFT)
        return self.canvas

    def ground(self) -> None:
        """Frame and paper: round corners for Ayyubids, square ones for Crusaders; the frame of a back is pale."""
        (w, h), b, f = self.look.size, self.look.bleed, self.look.frame
        corner = 3.5 if self.face.printed.card.side == "ayyubid" else 0.0
        panel = rounded(f, f, w - 2 * f, h - 2 * f, corner)
        if self.look.saves_ink:
            self.canvas.path(panel, stroke=self.tone, width=0.2, dash="1.2 .8" if self.face.is_back else "")
            return
        self.canvas.rect((-b, -b, w + 2 * b, h + 2 * b), fill=self.wash if self.face.is_back else self.tone)
        self.canvas.path(panel, fill=PAPER)
        if self.face.is_back:
            self.canvas.draw_above(panel, {"fill": "none", "stroke": self.tone, "stroke-width": 0.3})

    def head(self) -> None:
        """Coat of arms, name, how the card lies, battle."""
        face, look, canvas = self.face, self.look, self.canvas
        card, left = face.printed.card, look.left + 11.2
        room = look.left + look.room - left
        top = self.y
        wash = len(canvas.shapes)
        self.y += 1.1
        names = distinct([Translation(language, cards.name_of(card, GAME, language)) for language in face.names])
        for n, said in enumerate(names):
            across = room - 6 if n == 0 else room
            most = 9.0 if n else 15.0 if len(names) == 1 else 13.0
            size = text_width.largest_size(said.text, "display-regular", across, (10.5 if n == 0 else 7.0, most))
            how = {"tag": "h2"} if n == 0 else {"colour": SOFT}
            self.y = canvas.wrapped(said, (left, self.y, across), size, "display-regular", **how)
        canvas.symbol(f"side-{card.side}", look.left + look.room - 5, top + 1.4, 4.6, self.tone)
        self.state(left, room)
        self.y = max(self.y + 0.9, top + 12.4)
        middle = (top + self.y) / 2
        canvas.picture(face.printed.arms, names[0].text, (look.left, middle - 5.6, 9.4, 11.2))
        low = self.y
        if not look.saves_ink:
            corner = 3.2 if card.side == "ayyubid" else 0.0
            shape = rounded(look.frame, top, look.size[0] - 2 * look.frame, low - top, corner, is_top=True)
            ink = {"fill": self.wash, "stroke": "none"}
            canvas.shapes.insert(wash, {"d": shape, "ink": ink})
        thick = 0.25 if look.saves_ink else 0.5
        canvas.rule(look.frame, low, look.size[0] - 2 * look.frame, thick, self.tone)
        if card.side == "ayyubid":
            canvas.rule(look.frame, low + 0.9, look.size[0] - 2 * look.frame, thick / 2, self.tone)
        self.y = low + 1.1

    def state(self, left: float, room: float) -> None:
        """How the card lies, and the battle it belongs to."""
        face, canvas = self.face, self.canvas
        words = distinct(
            [
                Translation(each, cards.capital(sentences.name("card", face.state, GAME, each)))
                for each in face.languages
            ]
        )
        battle = Translation(
            face.languages[0], sentences.say(f"saladin.{face.printed.scenario}.name", face.languages[0])
        )
        y = self.y + 0.3
        width = text_width.width(battle.text, "sans-regular", 7.5)
        canvas.word(battle, (left + room - width - 0.6, y, width + 0.6), 7.5, colour=SOFT)
        sign = "horns" if face.printed.card.replaces else face.printed.scenario
        canvas.symbol(sign, left + room - width - 4.3, y - 0.15, 3.3, self.tone)
        canvas.symbol(face.state, left, y - 0.15, 3.3, self.tone)
        space = room - width - 9.0 - (MARK if face.is_back and self.look.has_standing else 0.0)
        size = text_width.largest_size(DOT.join(one.text for one in words), "sans-bold", space, (LEAST, 8.0))
        backs = [line.facts["back"] for line in face.printed.card.lines if "back" in line.facts]
        if face.is_back and backs:
            end = left + 4.4 + text_width.width(DOT.join(one.text for one in words), "sans-bold", size)
            mark(canvas, self.look, cards.weakest(backs), end, y + 0.4)
        self.y = max(canvas.word(words, (left + 4, y, space), size, "sans-bold"), y + 3.2)

    def part(self, status: str, lines: list[CardLine], extra: float) -> None:
        """The lines of a status, under its name; beside Uncommitted are two thin bars, beside Committed a thick one."""
        look, canvas, top = self.look, self.canvas, self.y
        behind = len(canvas.shapes)
        x, width = look.frame, look.size[0] - 2 * look.frame
        if status:
            self.band(status)
        for n, line in enumerate(lines):
            if n:
                canvas.rule(look.left, self.y, look.room, 0.12, "#c9bda6", ".6 .6")
            self.line(line, extra)
        self.y += 0.5
        if status and not look.saves_ink:
            shade = Canvas()
            shade.rect((x, top, width, self.y - top), fill=GROUNDS[status])
            canvas.shapes[behind:behind] = shade.shapes
        bars = ((0.0, 0.35), (0.7, 0.35)) if status == "uncommitted" else ((0.0, 1.05),) if status else ()
        for at, thick in bars:
            if look.saves_ink:
                canvas.rect((x + at, top, thick, self.y - top), stroke=SOFT, width=0.12)
            else:
                canvas.rect((x + at, top, thick, self.y - top), fill=SOFT)
        self.y += 0.5

    def band(self, status: str) -> None:
        """The name of a status with its sign."""
        look, canvas = self.look, self.canvas
        words = distinct(
            [
                Translation(each, cards.capital(sentences.name("status", status, GAME, each)))
                for each in self.face.languages
            ]
        )
        size = max(7.0, self.scale.note)
        self.y += 0.5
        canvas.symbol(status, look.left, self.y - 0.1, line_height(size) + 0.2)
        box = (look.left + line_height(size) + 1.2, self.y, look.room - line_height(size) - 1.2)
        self.y = canvas.word(words, box, size, "sans-bold", tag="h3") + 0.2

    def line(self, line: CardLine, extra: float) -> None:
        """Cost, name, dice and change of status of a line; below it what it says besides."""
        look, canvas, scale = self.look, self.canvas, self.scale
        room = (scale.room + extra) / 2
        top = self.y = self.y + room
        sign = min(5.2, line_height(scale.name) * 1.12)
        is_led = "line" in line.facts
        left = look.left + (0.0 if is_led else self.cost_room(sign))
        right = look.left + look.room - (0.0 if is_led else self.throws_room(line, sign)) - 1.2
        begin = left
        if line.is_reaction:
            canvas.symbol("reaction", left, top + (line_height(scale.name) - sign * 0.8) / 2, sign * 0.8, SOFT)
            begin += sign * 0.8 + 0.7
        first, *others = distinct([Translation(each, card_lines.line_name(line, each)) for each in self.face.languages])
        end = self.name(first, begin, right, is_on_back=card_lines.is_on_back(line) and not self.face.is_back)
        for said in others:
            width = text_width.width(said.text, "sans-regular", scale.second)
            if scale.is_short and end + 1.2 + width <= right:
                drop = (line_height(scale.name) - line_height(scale.second)) * 0.72
                canvas.word(said, (end + 1.2, top + drop, width + 0.1), scale.second, colour=SOFT)
                continue
            size = text_width.largest_size(said.text, "sans-regular", right - left, (LEAST, scale.second))
            self.y = canvas.wrapped(said, (left, self.y, right - left), size, "sans-regular", colour=SOFT)
        if not is_led:
            middle = (top + self.y) / 2
            self.cost(line, middle, sign)
            self.throws(line, middle, sign)
        self.notes(line, left)
        self.y += room

    def name(self, said: Translation, left: float, right: float, *, is_on_back: bool) -> float:
        """The name of a line, behind it a sign if it stands on the back too; gives where its only row ends."""
        canvas, scale, sign = self.canvas, self.scale, line_height(self.scale.name) * 0.85
        room = right - left - (sign + 0.6 if is_on_back else 0.0)
        size = text_width.largest_size(said.text, "sans-bold", room, (max(8.5, scale.name - 0.75), scale.name))
        longest = max(said.text.split(" "), key=lambda word: text_width.width(word, "sans-bold", size))
        size = text_width.largest_size(longest, "sans-bold", room, (8.0, size))
        lines = text_width.wrap(said.text, "sans-bold", size, room)
        end = left + text_width.width(lines[0], "sans-bold", size)
        if is_on_back:
            canvas.symbol("back", end + 0.6, self.y + (line_height(size) - sign) / 2, sign, SOFT)
            end += sign + 0.6
        self.y = canvas.word(said, (left, self.y, room), size, "sans-bold", tag="h4", lines=lines)
        return end if len(lines) == 1 else right

    def notes(self, line: CardLine, left: float) -> None:
        """What a line says besides numbers, each in every language, with how sure it is."""
        canvas, size = self.canvas, self.scale.note
        width = self.look.left + self.look.room - left
        told = [list(card_lines.notes(line, each)) for each in self.face.languages]
        for same in zip(*told, strict=True):
            fact = same[0].fact
            said = [Translation(each, note.text) for each, note in zip(self.face.languages, same, strict=True)]
            for one in distinct(said):
                lines = text_width.wrap(one.text, "sans-italic", size, width - (MARK if fact else 0.0))
                self.y = canvas.word(one, (left, self.y, width), size, "sans-italic", colour=SOFT, lines=lines)
                if fact and one is said[0]:
                    end = left + text_width.width(lines[-1], "sans-italic", size) + 0.4
                    mark(canvas, self.look, fact, end, self.y - line_height(size) + 0.5)

    @property
    def mark_room(self) -> float:
        """What the mark behind a value takes."""
        return MARK + 0.2 if self.look.has_standing else 0.4

    def cost_room(self, sign: float) -> float:
        """What the price of a line takes, with the room behind it."""
        return sign + 0.9 + text_width.width("0", "sans-bold", self.scale.name + 1) + self.mark_room + 0.5

    def cost(self, line: CardLine, middle: float, sign: float) -> None:
        """The price of a line."""
        canvas, x = self.canvas, self.look.left
        size = self.scale.name + 1
        canvas.symbol("order", x, middle - sign / 2, sign)
        number = Translation(self.face.languages[0], str(line.facts["cost"].value))
        width = text_width.width("0", "sans-bold", size) + 0.3
        canvas.word(number, (x + sign + 0.5, middle - line_height(size) / 2, width), size, "sans-bold")
        mark(canvas, self.look, line.facts["cost"], x + sign + 0.6 + width, middle - 1.4)

    def throws_room(self, line: CardLine, sign: float) -> float:
        """What dice and change of status take at the right end."""
        dice = line.facts["red"].value + line.facts["green"].value
        return sign + 2 * self.mark_room + 0.5 + (dice * (sign + 0.3) if dice else 2.4)

    def throws(self, line: CardLine, middle: float, sign: float) -> None:
        """Dice and change of status, each kind in a column of its own."""
        canvas, facts = self.canvas, line.facts
        x = self.look.left + self.look.room - sign - self.mark_room
        if facts["change"].value != "none":
            canvas.symbol(facts["change"].value, x, middle - sign / 2, sign)
            mark(canvas, self.look, facts["change"], x + sign + 0.2, middle - 1.4)
        x -= self.mark_room + 0.5
        mark(canvas, self.look, cards.weakest((facts["red"], facts["green"])), x + 0.2, middle - 1.4)
        dice = [colour for colour in ("red", "green") for _ in range(facts[colour].value)]
        for colour in reversed(dice):
            x -= sign + 0.3
            canvas.symbol(colour, x, middle - sign / 2, sign)
        if not dice:
            canvas.rule(x - 2.1, middle, 1.8, 0.3)

    def large_arms(self, end: float) -> None:
        """The coat of arms in the room that is left over, if it is worth it."""
        look, space = self.look, end - self.y
        if space > LARGE and not look.saves_ink:
            tall = min(space - 4, look.size[1] * 0.4)
            box = (look.size[0] / 2 - tall / 2.4, self.y + space / 2 - tall / 2, tall / 1.2, tall)
            self.canvas.picture(
                self.face.printed.arms, cards.name_of(self.face.printed.card, GAME, self.face.names[0]), box
            )

    def code(self, qr: Mapping[str, Any], top: float) -> None:
        """The QR code of the card's page at the right, with what it is."""
        look, canvas = self.look, self.canvas
        x = look.left + look.room - CODE
        step = (CODE - 1) / (qr["size"] + 2 * QUIET)
        canvas.rect((x, top, CODE - 1, CODE - 1), fill="#fff")
        canvas.shapes.append(
            {
                "code": qr["d"],
                "x": round(x + QUIET * step, 3),
                "y": round(top + QUIET * step, 3),
                "step": round(step, 5),
            }
        )
        words = self.face.said("card-sheet.code")
        y = top + CODE / 2 - 1
        for said in words:
            lines = text_width.wrap(said.text, "sans-italic", LEAST, look.room - CODE - 2)
            y -= line_height(LEAST) * len(lines) / 2
        for said in words:
            box = (look.left, y, look.room - CODE - 2)
            y = canvas.wrapped(said, box, LEAST, "sans-italic", align="end", colour=SOFT)


def _end(drawing: Drawing, *, has_code: bool) -> float:
    """How far down the lines of a side may come: below are the QR code and the foot."""
    foot = Foot(drawing.canvas, drawing.face, drawing.look, drawing.scale).height()
    return _bottom(drawing.look) - foot - (0.8 if foot else 0.0) - (CODE if has_code else 0.0)


def _bottom(look: Look) -> float:
    return look.size[1] - look.frame - 1.0


def excess(face: Face, look: Look, scale: Scale, *, has_code: bool) -> float:
    """By how much a side with these letters is too long; below 0 so much is left over."""
    drawing = Drawing(face, look, scale)
    drawing.whole()
    return drawing.y - _end(drawing, has_code=has_code)


def lay_out(face: Face, look: Look, scale: Scale, qr: Mapping[str, Any] | None) -> Canvas:
    """The side with these letters; what is left over is shared out between its lines, up to a measure."""
    left_over = -excess(face, look, scale, has_code=qr is not None)
    lines = sum(len(found) for _, found in card_lines.parts(face.printed.card, is_back=face.is_back))
    drawing = Drawing(face, look, scale)
    drawing.whole(min(left_over / max(lines, 1), scale.name * 0.16))
    end = _end(drawing, has_code=qr is not None)
    Foot(drawing.canvas, face, look, scale).draw(_bottom(look))
    drawing.large_arms(end)
    if qr:
        drawing.code(qr, end)
    return drawing.canvas


def face_of(choice: Cards, printed: PrintedCard, *, is_back: bool) -> Face:
    """A side of a card in the languages that stand on it.

    With `pair` "sides" the cards of the Ayyubids are in the first, those of the Crusaders in the second, and only the
    names of the cards stand in both.
    """
    languages = choice.languages
    if choice.pair == "sides" and len(languages) > 1:
        own = languages[0] if printed.card.side == "ayyubid" else languages[1]
        return Face(printed, is_back, (own,), (own, *(each for each in languages if each != own)))
    return Face(printed, is_back, languages, languages)


def spoken(face: Face) -> str:
    """What the drawing of a card shows, in words: of each line its price, dice and change of status."""
    language = face.languages[0]
    told = []
    for _, lines in card_lines.parts(face.printed.card, is_back=face.is_back):
        for line in lines:
            values = [
                f"{sentences.say(f'saladin.card.field.{field}', language)} {line.facts[field].value}"
                for field in ("cost", "red", "green")
                if field in line.facts
            ]
            if "change" in line.facts:
                values.append(sentences.say(f"saladin.card.change.{line.facts['change'].value}", language))
            told.append(f"{card_lines.line_name(line, language)} ({sentences.comma(values, language)})")
    return sentences.comma(told, language) if told else sentences.say("saladin.card.nothing", language)


def rounded(x: float, y: float, w: float, h: float, r: float, *, is_top: bool = False) -> str:
    """A rectangle with round corners, or with two at its top; with none for a radius of 0."""
    low = 0.0 if is_top else r

    def corner(radius: float, across: float, down: float) -> str:
        return f"a{radius} {radius} 0 0 1 {across} {down}" if radius else ""

    return (
        f"M{x + r} {y}H{x + w - r}{corner(r, r, r)}V{y + h - low}{corner(low, -low, low)}"
        f"H{x + low}{corner(low, -low, -low)}V{y + r}{corner(r, r, -r)}z"
    )
