"""The foot of a printed card: whom the Banner aims at, and who can hit it."""

from __future__ import annotations

from engine.core.cards import Aim
from engine.core.facts import Standing
from refsvc.games.saladin import GAME
from refsvc.i18n import sentences
from refsvc.printing import text_width
from refsvc.printing.canvas import INK, SOFT, Canvas, Translation, distinct, line_height
from refsvc.printing.card_style import ARMS, LEAST, MARK, SIGN, SIGNS, Face, Look, Scale, mark

GAP = 0.8  # between two Banners that are told by their arms alone


class Foot:
    """The foot of a side, drawn on a canvas."""

    def __init__(self, canvas: Canvas, face: Face, look: Look, scale: Scale) -> None:
        self.canvas, self.face, self.look, self.scale = canvas, face, look, scale

    def draw(self, bottom: float) -> None:
        """Whom the Banner aims at and who can hit it, side by side, down to `bottom`."""
        look, card = self.look, self.face.printed.card
        if card.is_leader:
            return
        top = bottom - self.height()
        half = look.room / 2
        second = look.left + half + 0.3
        if self.scale.is_short:
            second = min(second, look.left + look.room - sum(self.shield_room(aim) for aim in card.threats) + GAP)
        self.canvas.rule(look.left, top - 0.4, look.room, 0.15)
        for n, (key, aims) in enumerate((("aims", card.targets), ("hit", card.threats))):
            self.column(key, aims, second if n else look.left, top, half - 0.3)

    def height(self) -> float:
        """How much room the foot takes."""
        card = self.face.printed.card
        if card.is_leader:
            return 0.0
        entries = max(self.column_height(aims) for aims in (card.targets, card.threats))
        return 0.8 + line_height(self.scale.note) + (4.4 if self.scale.is_short else entries)

    def column_height(self, aims: tuple[Aim, ...]) -> float:
        """How much room the Banners below a label take."""
        return sum(self.entry_height(aim) for aim in aims) or line_height(self.scale.note)

    def entry_height(self, aim: Aim) -> float:
        """How much room a Banner takes."""
        _, at = self.named(aim)
        return max(
            4.3,
            0.3 + line_height(self.scale.note) * (at + 1),
            0.3 + line_height(self.scale.note) * len(self.named(aim)[0]),
        )

    def named(self, aim: Aim) -> tuple[list[Translation], int]:
        """The names of a Banner, and beside which of them there is room for its signs; else they have their own row."""
        names = distinct(
            [Translation(each, sentences.name("banner", aim.piece, GAME, each)) for each in self.face.languages]
        )
        room = self.entry_room - SIGN * len(SIGNS[aim.when]) - 0.3 - (MARK if self.look.has_standing else 0.0)
        wide = [text_width.width(one.text, "sans-regular", self.scale.note) for one in names]
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
        y += line_height(size) + 0.2
        for aim in aims:
            if self.scale.is_short:
                x = self.shield(aim, x, y + 2.2)
            else:
                self.entry(aim, x, y)
                y += self.entry_height(aim)
        if not aims:
            canvas.joined(
                self.face.said(f"saladin.card.none.{key}"), (x, y, width), (LEAST, size), "sans-italic", colour=SOFT
            )

    def entry(self, aim: Aim, x: float, y: float) -> None:
        """One Banner: arms, names, and the signs of when."""
        canvas, size = self.canvas, self.scale.note
        names, beside = self.named(aim)
        tall = self.entry_height(aim)
        rows = max(len(names), beside + 1)
        canvas.picture(aim.piece, names[0].text, (x, y + (tall - 4.2) / 2, 3.5, 4.2))
        top = y + (tall - line_height(size) * rows) / 2
        for n, said in enumerate(names):
            fitted = text_width.largest_size(said.text, "sans-regular", self.entry_room, (LEAST, size))
            row = top + n * line_height(size)
            canvas.word(said, (x + ARMS, row, self.entry_room), fitted, colour=SOFT if n else INK)
        begin = x + ARMS
        if beside < len(names):
            begin += text_width.width(names[beside].text, "sans-regular", size) + 0.5
        self.when(aim, begin, top + (beside + 0.5) * line_height(size))

    def when(self, aim: Aim, x: float, middle: float) -> float:
        """In which status, and how sure it is; gives where that ends."""
        for sign in SIGNS[aim.when]:
            self.canvas.symbol(sign, x, middle - SIGN / 2, SIGN - 0.2, SOFT)
            x += SIGN
        mark(self.canvas, self.look, aim.fact, x + 0.1, middle - 0.8)
        return x + (MARK if self.look.has_standing and aim.fact.standing != Standing.PRINTED else 0.0)

    def shield(self, aim: Aim, x: float, middle: float) -> float:
        """One Banner by its arms alone; gives where the next one begins."""
        name = sentences.name("banner", aim.piece, GAME, self.face.languages[0])
        self.canvas.picture(aim.piece, name, (x, middle - 2.1, 3.5, 4.2))
        return self.when(aim, x + 3.8, middle) + GAP

    def shield_room(self, aim: Aim) -> float:
        """What a Banner takes by its arms alone."""
        is_marked = self.look.has_standing and aim.fact.standing != Standing.PRINTED
        return 3.8 + SIGN * len(SIGNS[aim.when]) + (MARK if is_marked else 0.0) + GAP
