"""How printed cards look: sizes of letters, frame and colours; and a side of a card that is to be drawn."""

from __future__ import annotations

from msgspec import Struct

from engine.core.facts import Fact, Standing
from refsvc.i18n import sentences
from refsvc.printing.canvas import SOFT, Canvas, Translation, distinct
from refsvc.reference.cards import PrintedCard

TONES = {"crusader": "#9b2a22", "ayyubid": "#1c6542"}
WASHES = {"crusader": "#f8e8e0", "ayyubid": "#e6efe2"}
GROUNDS = {"uncommitted": "#fbf3de", "committed": "#e9e6e0"}
PAPER = "#fffefb"
SIGNS = {
    "both": ("uncommitted", "committed"),
    "reaction": ("reaction",),
    "uncommitted": ("uncommitted",),
    "committed": ("committed",),
}
LEAST = 6.5  # points: what is smaller can't be read at arm's length
CODE = 15.0  # a QR code with its white rim
QUIET = 3  # modules of that rim: the ground of a card is as good as white
MARK = 1.9  # how sure a value is
ARMS = 4.0  # the room of small arms beside a name
SIGN = 3.0  # a status beside a name
LARGE = 15.0  # so much room left over is filled with the coat of arms


class Scale(Struct, frozen=True):
    """The sizes of letters on a card, in points, and the room between lines in mm.

    Where it `is_short` the coats of arms alone tell who is aimed at, as on the cards of the box, and the second
    language stands beside the first where there is room; else names tell who, and it always stands below.
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

    printed: PrintedCard
    is_back: bool
    languages: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name of the side, and that of its box."""
        return f"{self.printed.id} {self.state}"

    @property
    def page(self) -> str:
        """The id of the page that its code leads to."""
        return self.printed.id

    @property
    def state(self) -> str:
        """How the card lies when this side is up."""
        return "ordered" if self.is_back else "deployed"

    @property
    def kind(self) -> str:
        """Sides of one kind have letters of one size."""
        return "leader" if self.printed.card.is_leader else self.state

    def said(self, key: str) -> list[Translation]:
        """A text in the languages of the side."""
        return distinct([Translation(language, sentences.say(key, language)) for language in self.languages])


def mark(canvas: Canvas, look: Look, fact: Fact, x: float, y: float) -> None:
    """How sure a value is; nothing stands beside what is printed in a rulebook."""
    if look.has_standing and fact.standing != Standing.PRINTED:
        canvas.symbol(f"standing-{fact.standing.word}", x, y - 0.2, MARK, SOFT)
