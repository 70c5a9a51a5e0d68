"""One side of a printed card: its head, its lines by status, whom it aims at and who can hit it; lengths in mm.

The origin is the corner where the card is cut; the frame goes on into the bleed. All fronts of a deck have letters of one
size, all backs, and all Leaders: the largest in which the fullest of them fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engine.core.cards import Aim, CardLine
from engine.core.facts import Fact, Standing
from refsvc import deck
from refsvc.deck import Dealt
from refsvc.i18n import say
from refsvc.printing import measuring
from refsvc.printing.drawn import INK, SOFT, Canvas, Said, distinct, high

TONES = {"crusader": "#9b2a22", "ayyubid": "#1c6542"}
WASHES = {"crusader": "#f8e8e0", "ayyubid": "#e6efe2"}
GROUNDS = {"uncommitted": "#fbf3de", "committed": "#e9e6e0"}
PAPER = "#fffefb"
SIGNS = {"both": deck.STATUSES, "reaction": ("reaction",), "uncommitted": ("uncommitted",), "committed": ("committed",)}
LEAST = 6.5  # points: what is smaller can't be read at arm's length
CODE = 15.0  # a QR code with its white rim
QUIET = 3  # modules of that rim: the ground of a card is as good as white
MARK = 1.9  # how sure a value is
ARMS = 4.0  # the room of small arms beside a name
SIGN = 3.0  # a status beside a name
LARGE = 15.0  # so much room left over is filled with the coat of arms


class Scale(Struct, frozen=True):
    """The sizes of letters on a card, in points, and the room between lines in mm.

    Where it `is_short` the coats of arms alone tell who is aimed at, as on the cards of the box, and the second language
    stands beside the first where there is room; else names tell who, and the second language always stands below.
    """

    name: float
    room: float
    is_short: bool = False

    @property
    def second(self) -> float:
        """Of the second language."""
        return max(LEAST, self.name - 2.25)

    @property
    def note(self) -> float:
        """Of what a line says besides numbers, and of targets."""
        return min(8.0, max(LEAST, self.name * 0.75))


SCALES = (
    *(Scale(name / 4, room) for name in range(48, 35, -2) for room in (1.6, 1.1, 0.7)),
    *(Scale(name / 4, room, is_short=True) for name in range(44, 31, -1) for room in (1.1, 0.7, 0.4)),
)


class Look(Struct, frozen=True):
    """How cards are printed: what is the same for every card of a document."""

    size: tuple[float, float]
    bleed: float
    saves_ink: bool
    has_standing: bool

    @property
    def frame(self) -> float:
        """The width of the frame."""
        return 2.2 if self.size[0] < 70 else 2.5

    @property
    def left(self) -> float:
        """Where words begin."""
        return self.frame + 1.2

    @property
    def room(self) -> float:
        """How wide words may be."""
        return self.size[0] - 2 * self.left


class Face(Struct, frozen=True):
    """A side of a card to draw: in these languages, its name in those."""

    dealt: Dealt
    is_back: bool
    languages: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name of the side, and that of its box."""
        return f"{self.dealt.id} {self.state}"

    @property
    def state(self) -> str:
        """How the card lies when this side is up."""
        return "ordered" if self.is_back else "deployed"

    @property
    def kind(self) -> str:
        """Sides of one kind have letters of one size."""
        return "leader" if self.dealt.card.is_leader else self.state

    def said(self, key: str) -> list[Said]:
        """A text in the languages of the side."""
        return distinct([Said(language, say.say(key, language)) for language in self.languages])


class Drawing:
    """A side being drawn; `y` is how far down it has come."""

    def __init__(self, face: Face, look: Look, scale: Scale) -> None:
        self.face, self.look, self.scale = face, look, scale
        self.canvas = Canvas()
        self.tone, self.wash = TONES[face.dealt.card.side], WASHES[face.dealt.card.side]
        self.y = look.frame

    def whole(self, extra: float = 0.0) -> Canvas:
        """The side with so much more room between its lines."""
        self.ground()
        self.head()
        parts = deck.parts(self.face.dealt.card, is_back=self.face.is_back)
        for status, lines in parts:
            self.part(status, lines, extra)
        if not parts:
            self.y += 2
            for said in self.face.said("card.nothing"):
                box = (self.look.left, self.y, self.look.room)
                self.y = self.canvas.wrapped(said, box, self.scale.note + 1, "sans-italic", colour=SOFT)
        return self.canvas

    def ground(self) -> None:
        """Frame and paper: round corners for Ayyubids, square ones for Crusaders; the frame of a back is pale."""
        (w, h), b, f = self.look.size, self.look.bleed, self.look.frame
        corner = 3.5 if self.face.dealt.card.side == "ayyubid" else 0.0
        panel = rounded(f, f, w - 2 * f, h - 2 * f, corner)
        if self.look.saves_ink:
            self.canvas.path(panel, stroke=self.tone, width=0.2, dash="1.2 .8" if self.face.is_back else "")
            return
        self.canvas.rect((-b, -b, w + 2 * b, h + 2 * b), fill=self.wash if self.face.is_back else self.tone)
        self.canvas.path(panel, fill=PAPER, stroke=self.tone, width=0.3 if self.face.is_back else 0)

    def head(self) -> None:
        """Coat of arms, name, how the card lies, battle."""
        face, look, canvas = self.face, self.look, self.canvas
        card, left = face.dealt.card, look.left + 11.2
        room = look.left + look.room - left
        top = self.y
        wash = len(canvas.shapes)
        self.y += 1.1
        names = distinct([Said(language, deck.name_of(card, language)) for language in face.names])
        for n, said in enumerate(names):
            across = room - 6 if n == 0 else room
            most = 9.0 if n else 15.0 if len(names) == 1 else 13.0
            size = measuring.largest(said.text, "display-regular", across, (10.5 if n == 0 else 7.0, most))
            how = {"tag": "h2"} if n == 0 else {"colour": SOFT}
            self.y = canvas.wrapped(said, (left, self.y, across), size, "display-regular", **how)
        canvas.symbol(f"side-{card.side}", look.left + look.room - 5, top + 1.4, 4.6, self.tone)
        self.state(left, room)
        self.y = max(self.y + 0.9, top + 12.4)
        middle = (top + self.y) / 2
        canvas.picture(face.dealt.arms, names[0].text, (look.left, middle - 5.6, 9.4, 11.2))
        low = self.y
        if not look.saves_ink:
            corner = 3.2 if card.side == "ayyubid" else 0.0
            shape = rounded(look.frame, top, look.size[0] - 2 * look.frame, low - top, corner, is_top=True)
            ink = {"fill": self.wash, "stroke": "none"}
            canvas.shapes.insert(wash, {"d": shape, "ink": ink})
        thick = 0.25 if look.saves_ink else 0.5
        canvas.rule(look.frame, low, look.size[0] - 2 * look.frame, stroke=self.tone, width=thick)
        if card.side == "ayyubid":
            canvas.rule(look.frame, low + 0.9, look.size[0] - 2 * look.frame, stroke=self.tone, width=thick / 2)
        self.y = low + 1.1

    def state(self, left: float, room: float) -> None:
        """How the card lies, and the battle it belongs to."""
        face, canvas = self.face, self.canvas
        words = distinct([Said(each, deck.capital(say.name("card", face.state, each))) for each in face.languages])
        battle = Said(face.languages[0], say.say(f"saladin.{face.dealt.scenario}.name", face.languages[0]))
        y = self.y + 0.3
        width = measuring.width(battle.text, "sans-regular", 7.5)
        canvas.word(battle, (left + room - width - 0.6, y, width + 0.6), 7.5, colour=SOFT)
        sign = "horns" if face.dealt.card.replaces else face.dealt.scenario
        canvas.symbol(sign, left + room - width - 4.3, y - 0.15, 3.3, self.tone)
        canvas.symbol(face.state, left, y - 0.15, 3.3, self.tone)
        space = room - width - 9.0
        self.y = max(canvas.joined(words, (left + 4, y, space), (LEAST, 8.0), "sans-bold"), y + 3.2)

    def part(self, status: str, lines: list[CardLine], extra: float) -> None:
        """The lines of a status, under its name; beside the open status stand two bars, beside the other a thick one."""
        look, canvas, top = self.look, self.canvas, self.y
        behind = len(canvas.shapes)
        x, width = look.frame, look.size[0] - 2 * look.frame
        if status:
            self.band(status)
        for n, line in enumerate(lines):
            if n:
                canvas.rule(look.left, self.y, look.room, stroke="#c9bda6", width=0.12, dash=".6 .6")
            self.line(line, extra)
        self.y += 0.5
        if status and not look.saves_ink:
            shade = Canvas()
            shade.rect((x, top, width, self.y - top), fill=GROUNDS[status])
            canvas.shapes[behind:behind] = shade.shapes
        bars = ((0.0, 0.35), (0.7, 0.35)) if status == "uncommitted" else ((0.0, 1.05),) if status else ()
        for at, thick in bars:
            canvas.rect((x + at, top, thick, self.y - top), fill=SOFT)
        self.y += 0.5

    def band(self, status: str) -> None:
        """The name of a status with its sign."""
        look, canvas = self.look, self.canvas
        words = distinct([Said(each, deck.capital(say.name("status", status, each))) for each in self.face.languages])
        size = max(7.0, self.scale.note)
        self.y += 0.5
        canvas.symbol(status, look.left, self.y - 0.1, high(size) + 0.2)
        box = (look.left + high(size) + 1.2, self.y, look.room - high(size) - 1.2)
        self.y = canvas.word(words, box, size, "sans-bold", tag="h3") + 0.2

    def line(self, line: CardLine, extra: float) -> None:
        """Cost, name, dice and change of status of a line; below it what it says besides."""
        look, canvas, scale = self.look, self.canvas, self.scale
        room = (scale.room + extra) / 2
        top = self.y = self.y + room
        sign = min(5.2, high(scale.name) * 1.12)
        is_led = "line" in line.facts
        left = look.left + (0.0 if is_led else self.cost_room(sign))
        right = look.left + look.room - (0.0 if is_led else self.throws_room(line, sign)) - 0.6
        begin = left
        if line.is_reaction:
            canvas.symbol("reaction", left, top + (high(scale.name) - sign * 0.8) / 2, sign * 0.8, SOFT)
            begin += sign * 0.8 + 0.7
        first, *others = distinct([Said(each, deck.line_name(line, each)) for each in self.face.languages])
        end = self.name(first, begin, right, is_on_back=deck.is_on_back(line) and not self.face.is_back)
        for said in others:
            width = measuring.width(said.text, "sans-regular", scale.second)
            if scale.is_short and end + 1.2 + width <= right:
                drop = (high(scale.name) - high(scale.second)) * 0.72
                canvas.word(said, (end + 1.2, top + drop, width + 0.1), scale.second, colour=SOFT)
                continue
            size = measuring.largest(said.text, "sans-regular", right - left, (LEAST, scale.second))
            self.y = canvas.wrapped(said, (left, self.y, right - left), size, "sans-regular", colour=SOFT)
        if not is_led:
            middle = (top + self.y) / 2
            self.cost(line, middle, sign)
            self.throws(line, middle, sign)
        for note in self.notes(line):
            width = look.left + look.room - left
            self.y = canvas.wrapped(note, (left, self.y, width), scale.note, "sans-italic", colour=SOFT)
        self.y += room

    def name(self, said: Said, left: float, right: float, *, is_on_back: bool) -> float:
        """The name of a line, behind it a sign if it stands on the back too; gives where its only row ends."""
        canvas, scale, sign = self.canvas, self.scale, high(self.scale.name) * 0.85
        room = right - left - (sign + 0.6 if is_on_back else 0.0)
        size = measuring.largest(said.text, "sans-bold", room, (max(8.5, scale.name - 0.75), scale.name))
        longest = max(said.text.split(" "), key=lambda word: measuring.width(word, "sans-bold", size))
        size = measuring.largest(longest, "sans-bold", room, (8.0, size))
        lines = measuring.wrap(said.text, "sans-bold", size, room)
        end = left + measuring.width(lines[0], "sans-bold", size)
        if is_on_back:
            canvas.symbol("back", end + 0.6, self.y + (high(size) - sign) / 2, sign, SOFT)
            end += sign + 0.6
        self.y = canvas.word(said, (left, self.y, room), size, "sans-bold", tag="h4", lines=lines)
        return end if len(lines) == 1 else right

    def notes(self, line: CardLine) -> list[Said]:
        """What a line says besides numbers, each in every language."""
        told = [[Said(each, note.text) for note in deck.notes(line, each)] for each in self.face.languages]
        return [said for same in zip(*told, strict=True) for said in distinct(list(same))]

    @property
    def mark_room(self) -> float:
        """What the mark behind a value takes."""
        return MARK + 0.2 if self.look.has_standing else 0.4

    def cost_room(self, sign: float) -> float:
        """What the price of a line takes, with the room behind it."""
        return sign + 0.9 + measuring.width("0", "sans-bold", self.scale.name + 1) + self.mark_room + 0.5

    def cost(self, line: CardLine, middle: float, sign: float) -> None:
        """The price of a line."""
        canvas, x = self.canvas, self.look.left
        size = self.scale.name + 1
        canvas.symbol("order", x, middle - sign / 2, sign)
        number = Said(self.face.languages[0], str(line.facts["cost"].value))
        width = measuring.width("0", "sans-bold", size) + 0.3
        canvas.word(number, (x + sign + 0.5, middle - high(size) / 2, width), size, "sans-bold")
        self.mark(line.facts["cost"], x + sign + 0.6 + width, middle - 1.4)

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
            self.mark(facts["change"], x + sign + 0.2, middle - 1.4)
        x -= self.mark_room + 0.5
        self.mark(deck.weakest((facts["red"], facts["green"])), x + 0.2, middle - 1.4)
        dice = [colour for colour in ("red", "green") for _ in range(facts[colour].value)]
        for colour in reversed(dice):
            x -= sign + 0.3
            canvas.symbol(colour, x, middle - sign / 2, sign)
        if not dice:
            canvas.rule(x - 2.1, middle, 1.8, stroke=SOFT, width=0.3)

    def mark(self, fact: Fact, x: float, y: float) -> None:
        """How sure a value is; nothing stands beside what is printed in a rulebook."""
        if self.look.has_standing and fact.standing != Standing.PRINTED:
            self.canvas.symbol(f"standing-{fact.standing.word}", x, y - 0.2, MARK, SOFT)

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
                "step": round(step, 4),
            }
        )
        words = self.face.said("card-sheet.code")
        y = top + CODE / 2 - 1
        for said in words:
            lines = measuring.wrap(said.text, "sans-italic", LEAST, look.room - CODE - 2)
            y -= high(LEAST) * len(lines) / 2
        for said in words:
            box = (look.left, y, look.room - CODE - 2)
            y = canvas.wrapped(said, box, LEAST, "sans-italic", align="end", colour=SOFT)

    # --- the foot

    def foot(self, bottom: float) -> None:
        """Whom the Banner aims at and who can hit it, side by side, down to `bottom`."""
        look, card = self.look, self.face.dealt.card
        if card.is_leader:
            return
        top = bottom - self.foot_height()
        half = look.room / 2
        self.canvas.rule(look.left, top - 0.4, look.room, stroke=SOFT, width=0.15)
        for n, (key, aims) in enumerate((("aims", card.targets), ("hit", card.threats))):
            self.column(key, aims, look.left + n * (half + 0.3), top, half - 0.3)

    def foot_height(self) -> float:
        """How much room the foot takes."""
        card = self.face.dealt.card
        if card.is_leader:
            return 0.0
        entries = max(self.column_height(aims) for aims in (card.targets, card.threats))
        return 0.8 + high(self.scale.note) + (4.4 if self.scale.is_short else entries)

    def column_height(self, aims: tuple[Aim, ...]) -> float:
        """How much room the Banners below a label take."""
        return sum(self.entry_height(aim) for aim in aims) or high(self.scale.note)

    def entry_height(self, aim: Aim) -> float:
        """How much room a Banner takes."""
        _, at = self.named(aim)
        return max(4.3, 0.3 + high(self.scale.note) * (at + 1), 0.3 + high(self.scale.note) * len(self.named(aim)[0]))

    def named(self, aim: Aim) -> tuple[list[Said], int]:
        """The names of a Banner, and beside which of them there is room for its signs; they may have a row of their own."""
        names = distinct([Said(each, say.name("banner", aim.piece, each)) for each in self.face.languages])
        room = self.entry_room - SIGN * len(SIGNS[aim.when]) - 0.3 - (MARK if self.look.has_standing else 0.0)
        wide = [measuring.width(one.text, "sans-regular", self.scale.note) for one in names]
        return names, next((n for n, width in enumerate(wide) if width <= room), len(names))

    @property
    def entry_room(self) -> float:
        """How wide the name of a Banner may be."""
        return self.look.room / 2 - 0.3 - ARMS

    def column(self, key: str, aims: tuple[Aim, ...], x: float, y: float, width: float) -> None:
        """Banners with their arms, and in which status."""
        canvas, size = self.canvas, self.scale.note
        label = self.face.said(f"card-sheet.{key}")
        canvas.joined(label, (x, y, width), (LEAST, size), "sans-bold", tag="h3", colour=SOFT)
        y += high(size) + 0.2
        for aim in aims:
            if self.scale.is_short:
                x = self.shield(aim, x, y + 2.2)
            else:
                self.entry(aim, x, y)
                y += self.entry_height(aim)
        if not aims:
            canvas.joined(self.face.said(f"card.none.{key}"), (x, y, width), (LEAST, size), "sans-italic", colour=SOFT)

    def entry(self, aim: Aim, x: float, y: float) -> None:
        """One Banner: arms, names, and the signs of when."""
        canvas, size = self.canvas, self.scale.note
        names, beside = self.named(aim)
        tall = self.entry_height(aim)
        rows = max(len(names), beside + 1)
        canvas.picture(aim.piece, names[0].text, (x, y + (tall - 4.2) / 2, 3.5, 4.2))
        top = y + (tall - high(size) * rows) / 2
        for n, said in enumerate(names):
            fitted = measuring.largest(said.text, "sans-regular", self.entry_room, (LEAST, size))
            row = top + n * high(size)
            canvas.word(said, (x + ARMS, row, self.entry_room), fitted, colour=SOFT if n else INK)
        begin = x + ARMS
        if beside < len(names):
            begin += measuring.width(names[beside].text, "sans-regular", size) + 0.5
        self.when(aim, begin, top + (beside + 0.5) * high(size))

    def when(self, aim: Aim, x: float, middle: float) -> float:
        """In which status, and how sure it is; gives where that ends."""
        for sign in SIGNS[aim.when]:
            self.canvas.symbol(sign, x, middle - SIGN / 2, SIGN - 0.2, SOFT)
            x += SIGN
        self.mark(aim.fact, x + 0.1, middle - 0.8)
        return x + (MARK if self.look.has_standing and aim.fact.standing != Standing.PRINTED else 0.0)

    def shield(self, aim: Aim, x: float, middle: float) -> float:
        """One Banner by its arms alone; gives where the next one begins."""
        name = say.name("banner", aim.piece, self.face.languages[0])
        self.canvas.picture(aim.piece, name, (x, middle - 2.1, 3.5, 4.2))
        return self.when(aim, x + 3.8, middle) + 0.8


def lay_out(face: Face, look: Look, scale: Scale, qr: Mapping[str, Any] | None) -> tuple[Canvas, float]:
    """The side with these letters, and by how much it is too long (below 0: so much was left over)."""
    drawing = Drawing(face, look, scale)
    drawing.whole()
    bottom = look.size[1] - look.frame - 1.0
    foot = drawing.foot_height() + (0.8 if drawing.foot_height() else 0.0)
    code = CODE if qr else 0.0
    left_over = bottom - foot - code - drawing.y
    if left_over < 0:
        return drawing.canvas, -left_over  # unfinished
    lines = sum(len(found) for _, found in deck.parts(face.dealt.card, is_back=face.is_back))
    drawing = Drawing(face, look, scale)
    drawing.whole(min(left_over / max(lines, 1), scale.name * 0.16))
    drawing.foot(bottom)
    space = bottom - foot - code - drawing.y
    if space > LARGE:
        tall = min(space - 4, look.size[1] * 0.4)
        middle = drawing.y + space / 2
        box = (look.size[0] / 2 - tall / 2.4, middle - tall / 2, tall / 1.2, tall)
        drawing.canvas.picture(face.dealt.arms, "", box)
    if qr:
        drawing.code(qr, bottom - foot - code)
    return drawing.canvas, -left_over


def rounded(x: float, y: float, w: float, h: float, r: float, *, is_top: bool = False) -> str:
    """A rectangle with round corners, or with two at its top; with none for a radius of 0."""
    low = 0.0 if is_top else r

    def corner(radius: float, across: float, down: float) -> str:
        return f"a{radius} {radius} 0 0 1 {across} {down}" if radius else ""

    return (
        f"M{x + r} {y}H{x + w - r}{corner(r, r, r)}V{y + h - low}{corner(low, -low, low)}"
        f"H{x + low}{corner(low, -low, -low)}V{y + r}{corner(r, r, -r)}z"
    )
