"""The command cards of Napoleonics as they are printed: whom a card orders, drawn and in words. Lengths in mm.

Cards are held in the hand, so every back is the same; where each side of a card has its own language, both are fronts.
All cards of a kind have letters of one size: the largest in which the fullest of them fits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engine.core.facts import Fact, Standing
from refsvc.games.napoleonics import GAME
from refsvc.i18n import rich_text, sentences
from refsvc.i18n.catalogue import text
from refsvc.printing import text_width
from refsvc.printing.canvas import SOFT, Canvas, Translation, distinct, line_height
from refsvc.printing.card_style import CODE, LEAST, MARK, PAPER, QUIET, Look, mark
from refsvc.printing.document_choices import Cards
from refsvc.reference import cards
from refsvc.reference.cards import PrintedCard

TONES = {"section": "#2f4f74", "tactic": "#7d3a26", "back": "#3f3a52"}
WASHES = {"section": "#e6ecf3", "tactic": "#f6e7dd", "back": "#e9e7ef"}
SECTIONS = ("left", "center", "right")
COPIES = re.compile(r"\s*[^.!?]*\{cards_\w+_count\}\.")  # the last sentence of a card’s paragraph: how many there are
HEAD = 10.0  # the least height of the head
PICTURE = 12.0  # of whom a card orders, where there is room for it
LATTICE = 4.5  # of the pattern of the back
ARM = 10.0  # the sign of an arm, with its room
FOOT, HORSE, GUNS = ("arm-infantry",), ("arm-cavalry",), ("arm-artillery",)
# What stands for whom a card orders; horse artillery is artillery that rides.
SIGNS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "infantry": (FOOT,),
    "cavalry": (HORSE,),
    "artillery": (GUNS,),
    "horse-artillery": ((*GUNS, *HORSE),),
    "guard-horse-artillery": ((*GUNS, *HORSE),),
    "any": (FOOT, HORSE, GUNS),
    "leaders": (("hat",),),
}


class Scale(Struct, frozen=True):
    """The size of the text of a card, in points."""

    text: float


SCALES = tuple(Scale(size / 4) for size in range(44, round(LEAST * 4) - 1, -1))


class Face(Struct, frozen=True):
    """A side of a card to draw in these languages; `is_common`: the back that all cards have."""

    printed: PrintedCard
    is_back: bool
    is_common: bool
    languages: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name of the side, and that of its box."""
        return f"{self.printed.id} {'back' if self.is_back else 'front'}"

    @property
    def page(self) -> str:
        """The id of the page that its code leads to; from a common back it is the list of all cards."""
        return "" if self.is_common else self.printed.id

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The values of the card."""
        return self.printed.card.lines[0].facts

    @property
    def kind(self) -> str:
        """Sides of one kind have letters of one size."""
        return "back" if self.is_common else str(self.facts["kind"].value)


def face_of(choice: Cards, printed: PrintedCard, *, is_back: bool) -> Face:
    """A side of a card; with one language a side, the back is a front in the second."""
    if choice.pair == "sides" and len(choice.languages) > 1:
        return Face(printed, is_back, False, (choice.languages[is_back],))
    return Face(printed, is_back, is_back, choice.languages)


def spoken_text(face: Face, language: str) -> str:
    """What the card says: its paragraph without links, and without how many of it there are."""
    whole = text(face.printed.card.rules[0], language)
    return rich_text.COUNTED.sub("\N{NO-BREAK SPACE}", rich_text.plain(COPIES.sub("", whole), GAME, language))


class Drawing:
    """A side being drawn; `y` is how far down it has come."""

    def __init__(self, face: Face, look: Look, scale: Scale) -> None:
        self.face, self.look, self.scale = face, look, scale
        self.canvas = Canvas(is_thin=look.saves_ink)
        self.tone, self.wash = TONES[face.kind], WASHES[face.kind]
        self.y = look.frame

    def whole(self, picture: float = PICTURE) -> Canvas:
        """The side down to the end of its text; the sections of a section card are drawn so high."""
        self.ground()
        if self.face.is_common:
            self.common()
            return self.canvas
        self.head()
        if self.face.kind == "section":
            self.sections(self.y + 1.6, picture)
            self.y += picture + 2.4
        self.text()
        return self.canvas

    def ground(self) -> None:
        """Frame and paper."""
        (w, h), b, f = self.look.size, self.look.bleed, self.look.frame
        panel = (f, f, w - 2 * f, h - 2 * f)
        if self.look.saves_ink:
            self.canvas.rect(panel, stroke=self.tone, width=0.2)
            return
        self.canvas.rect((-b, -b, w + 2 * b, h + 2 * b), fill=self.tone)
        self.canvas.rect(panel, fill=PAPER)

    def head(self) -> None:
        """The names of the card; at the right the bicorne, if it has one."""
        face, look, canvas = self.face, self.look, self.canvas
        has_hat = face.facts["hat"].value == "yes"
        room = look.room - (7.0 if has_hat else 0.0)
        top, wash = self.y, len(canvas.shapes)
        self.y += 1.0
        names = distinct(
            [Translation(each, sentences.name("card", face.printed.card.id, GAME, each)) for each in face.languages]
        )
        for n, said in enumerate(names):
            most = 9.5 if n else 14.0 if len(names) == 1 else 12.5
            size = text_width.largest_size(said.text, "display-regular", room, (8.0 if n else 11.0, most))
            how = {"colour": SOFT} if n else {"tag": "h2"}
            self.y = canvas.wrapped(said, (look.left, self.y, room), size, "display-regular", **how)
        self.y = max(self.y + 0.8, top + HEAD)
        if has_hat:
            canvas.symbol("hat", look.left + look.room - 6.0, (top + self.y) / 2 - 3.0, 6.0, self.tone)
        if not look.saves_ink:
            band = Canvas()
            band.rect((look.frame, top, look.size[0] - 2 * look.frame, self.y - top), fill=self.wash)
            canvas.shapes[wash:wash] = band.shapes
        canvas.rule(look.frame, self.y, look.size[0] - 2 * look.frame, 0.25 if look.saves_ink else 0.5, self.tone)
        self.y += 0.6

    def sections(self, top: float, tall: float) -> None:
        """The board with its three sections as the player sees them, and the orders of each."""
        look, canvas = self.look, self.canvas
        wide = look.room / 3
        size, sign = tall * 1.75, tall * 0.56
        amounts = [self.face.facts.get(f"orders.{section}") for section in SECTIONS]
        for n, amount in enumerate(amounts):
            x = look.left + n * wide
            if amount is None:
                continue
            if look.saves_ink:
                canvas.rect((x + 0.4, top + 0.4, wide - 0.8, tall - 0.8), stroke=self.tone, width=0.5)
            else:
                canvas.rect((x, top, wide, tall), fill=self.wash)
            if amount.value == "command":
                canvas.symbol("cards", x + wide / 2 - sign / 2, top + tall / 2 - sign / 2, sign, self.tone)
            else:
                number = Translation(self.face.languages[0], str(amount.value))
                box = (x, top + tall / 2 - line_height(size, "display-regular") / 2, wide)
                canvas.word(number, box, size, "display-regular", align="center", colour=self.tone)
        canvas.rect((look.left, top, look.room, tall), stroke=self.tone, width=0.3)
        for n in (1, 2):
            x = round(look.left + n * wide, 3)
            canvas.draw_above(
                f"M{x} {top:.3f}v{tall}",
                {"fill": "none", "stroke": self.tone, "stroke-width": 0.25, "stroke-dasharray": "1.1 .7"},
            )

    def text(self) -> None:
        """What the card says in each language, the first marked if a value is not printed."""
        look, canvas, size = self.look, self.canvas, self.scale.text
        for n, language in enumerate(self.face.languages):
            self.y += 0.8
            if n:
                canvas.rule(look.left, self.y, look.room, 0.15)
                self.y += 0.9
            said = Translation(language, spoken_text(self.face, language))
            lines = text_width.wrap(said.text, "sans-regular", size, look.room - (0.0 if n else MARK))
            self.y = canvas.word(said, (look.left, self.y, look.room), size, lines=lines)
            values = [fact for field, fact in self.face.facts.items() if field != "count"]
            if not n:
                end = look.left + text_width.width(lines[-1], "sans-regular", size) + 0.4
                mark(canvas, look, cards.weakest(values), end, self.y - line_height(size) + 0.7)

    def foot(self, bottom: float) -> None:
        """What kind of card it is, and how many of it there are."""
        look, canvas = self.look, self.canvas
        top = bottom - line_height(7.0)
        canvas.rule(look.left, top - 0.5, look.room, 0.15)
        kind = [
            Translation(each, cards.capital(sentences.name("card-kind", self.face.kind, GAME, each)))
            for each in self.face.languages
        ]
        canvas.joined(distinct(kind), (look.left, top, look.room - 10), (LEAST, 7.0), "sans-regular", colour=SOFT)
        count = self.face.facts["count"]
        is_marked = look.has_standing and count.standing != Standing.PRINTED
        right = look.left + look.room - (MARK + 0.3 if is_marked else 0.0)
        number = Translation(self.face.languages[0], f"× {count.value}".replace(" ", "\N{NO-BREAK SPACE}"))
        canvas.word(number, (right - 8, top, 8), 7.0, "sans-bold", align="end", colour=SOFT)
        mark(canvas, look, count, right + 0.3, top + 0.8)

    def ordered(self, top: float, room: float) -> None:
        """Whom a tactic card orders, drawn in the room that is left over: so many of these arms, or all of them."""
        canvas, facts = self.canvas, self.face.facts
        drawn = (
            list(dict.fromkeys(signs for one in facts["who"].value for signs in SIGNS[one])) if "who" in facts else []
        )
        if room < PICTURE or not drawn:
            return
        most, size = facts["most"].value, 19.0
        amount = f"{most}\N{NO-BREAK SPACE}×" if isinstance(most, int) else ""
        width = text_width.width(amount, "display-regular", size) + 1.5 if amount else ARM if most == "command" else 0.0
        x = self.look.size[0] / 2 - (width + len(drawn) * ARM) / 2
        middle = top + room / 2
        if amount:
            box = (x, middle - line_height(size, "display-regular") / 2, width)
            canvas.word(Translation(self.face.languages[0], amount), box, size, "display-regular", colour=self.tone)
        elif most == "command":
            canvas.symbol("cards", x, middle - 3.6, 7.0, self.tone)
        for n, signs in enumerate(drawn):
            for layer, sign in enumerate(signs):
                canvas.symbol(sign, x + width + n * ARM, middle - ARM / 2 + 0.6, ARM - 1.2, self.tone, layer)

    def common(self) -> None:
        """The back of every card: a lattice, the hat and the name of the game."""
        look, canvas = self.look, self.canvas
        (w, h), f = look.size, look.frame + 1.4
        inner = (f, f, w - 2 * f, h - 2 * f)
        if not look.saves_ink:
            canvas.rect(inner, fill=self.wash)
            canvas.path(lattice(inner), stroke="#cfcbdc", width=0.25)
        canvas.rect(inner, stroke=self.tone, width=0.35)
        middle, room = h / 2, w - 2 * f - 12
        names = distinct([Translation(each, sentences.say(f"{GAME}.name", each)) for each in self.face.languages])
        sized = [(said, text_width.wrap(said.text, "display-regular", 15.0, room)) for said in names]
        tall = sum(line_height(15.0, "display-regular") * len(lines) for _, lines in sized)
        box = (f + 5, middle - 15, w - 2 * f - 10, 18 + tall)
        canvas.rect(box, fill=PAPER, stroke=self.tone, width=0.35)
        canvas.symbol("hat", w / 2 - 7, middle - 15.5, 14, self.tone)
        self.y = middle + 0.6
        for said, lines in sized:
            at = (f + 6, self.y, room)
            self.y = canvas.word(said, at, 15.0, "display-regular", tag="h2", align="center", lines=lines)

    def code(self, qr: Mapping[str, Any], bottom: float) -> None:
        """The QR code in the middle of the foot of a common back; of a side with a text at its right end."""
        look, canvas = self.look, self.canvas
        x = look.size[0] / 2 - CODE / 2 if self.face.is_common else look.left + look.room - CODE
        top, step = bottom - CODE, (CODE - 1) / (qr["size"] + 2 * QUIET)
        canvas.rect((x, top, CODE - 1, CODE - 1), fill="#fff")
        at = {"x": round(x + QUIET * step, 3), "y": round(top + QUIET * step, 3), "step": round(step, 5)}
        canvas.shapes.append({"code": qr["d"], **at})


def lattice(box: tuple[float, float, float, float]) -> str:
    """Lines across a box, both ways, from edge to edge."""
    x, y, w, h = box
    d = ""
    at = LATTICE
    while at < w + h:
        left, low = max(0.0, at - h), min(at, h)
        right, upper = min(at, w), max(0.0, at - w)
        d += f"M{x + left:.2f} {y + low:.2f}L{x + right:.2f} {y + upper:.2f}"
        d += f"M{x + w - left:.2f} {y + low:.2f}L{x + w - right:.2f} {y + upper:.2f}"
        at += LATTICE
    return d


def _bottom(look: Look) -> float:
    return look.size[1] - look.frame - 1.0


def _end(face: Face, look: Look, *, has_code: bool) -> float:
    """How far down a text may come: below are the foot and, on a back that is a front, the code."""
    return _bottom(look) - line_height(7.0) - 1.0 - (CODE if has_code and not face.is_common else 0.0)


def excess(face: Face, look: Look, scale: Scale, *, has_code: bool) -> float:
    """By how much a side with these letters is too long; below 0 so much is left over."""
    drawing = Drawing(face, look, scale)
    drawing.whole()
    return drawing.y - _end(face, look, has_code=has_code)


def lay_out(face: Face, look: Look, scale: Scale, qr: Mapping[str, Any] | None) -> Canvas:
    """The side with these letters."""
    left_over = -excess(face, look, scale, has_code=qr is not None)
    drawing = Drawing(face, look, scale)
    drawing.whole(min(look.room / 2, PICTURE + left_over * 0.7))
    end = _end(face, look, has_code=qr is not None)
    if not face.is_common:
        drawing.foot(_bottom(look))
        if face.kind == "tactic":
            drawing.ordered(drawing.y, end - drawing.y)
    if qr:
        drawing.code(qr, _bottom(look) - (3.0 if face.is_common else line_height(7.0) + 1.0))
    return drawing.canvas


def spoken(face: Face) -> str:
    """What the drawing of a card shows, in words."""
    language = face.languages[0]
    if face.is_common:
        return sentences.say(f"{GAME}.name", language)
    orders = [
        f"{sentences.name('section', section, GAME, language)} {face.facts[key].value}"
        for section in SECTIONS
        if isinstance(face.facts[key].value if (key := f"orders.{section}") in face.facts else None, int)
    ]
    return sentences.comma(orders, language) or sentences.name("card", face.printed.card.id, GAME, language)
