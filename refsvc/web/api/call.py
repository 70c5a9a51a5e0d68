"""What an operation is asked and what it answers, and the parameters that an address may carry."""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec import Struct
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from engine import GAMES, find_game
from engine.core.record import MOST_MOVES
from refsvc.config import LANGUAGES
from refsvc.search.index import LONGEST

V1 = "/api/v1"
JSON = "application/json"
Language = Literal["en", "fr", "cs"]
Form = Literal["json", "en", "fr", "cs"]
assert get_args(Language) == LANGUAGES
EDITIONS = tuple(dict.fromkeys(edition for game in GAMES for edition in find_game(game).EDITIONS))
RULINGS = tuple(
    dict.fromkeys(
        f"{ruling.id}:{option}"
        for game in GAMES
        for ruling in find_game(game).rulebook().open_rulings
        for option in ruling.options
    )
)


def split(words: Any) -> Any:
    """A list whose members stand with commas between them."""
    return words.split(",") if isinstance(words, str) else words


Chosen = Annotated[
    list[Annotated[str, Field(json_schema_extra={"enum": list(RULINGS)}, pattern=f"^({'|'.join(RULINGS)})$")]],
    BeforeValidator(split),
]


class Query(BaseModel):
    """Parameters of an address: words until they are read; one that nobody knows is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    lang: Language | None = None


class Judging(Query):
    """What a record is to be judged by, in place of what it says itself."""

    edition: (
        Annotated[str, Field(json_schema_extra={"enum": list(EDITIONS)}, pattern=f"^({'|'.join(EDITIONS)})$")] | None
    ) = None
    rulings: Chosen | None = None


class Checking(Judging):
    """How a record is checked, and whether it is kept."""

    store: Literal["yes", "no"] = "yes"


class AtMove(Judging):
    """Which move of a record is asked about, from 1; the one after the last is that which would come next."""

    move: int = Field(ge=1, le=MOST_MOVES + 1)


class Searching(Query):
    """What is searched for, and in which game and among which kind of things, if in one only."""

    q: str = Field(max_length=LONGEST)
    game: Annotated[str, Field(json_schema_extra={"enum": list(GAMES)}, pattern=f"^({'|'.join(GAMES)})$")] | None = None
    kind: Literal["rules", "rulings", "glossary", "cards", "scenarios", "cases", "records"] | None = None


class Converting(Query):
    """Which form a record is to get."""

    to: Form


class Versioned(Query):
    """Which version of the rules judged it; empty for that of today."""

    rules: Annotated[str, Field(pattern=r"^[0-9a-f]{12}$")] | None = None


class Printing(Query):
    """How a file is printed: its paper, and a second language beside the first."""

    paper: Literal["a4", "letter"] = "a4"
    second: Annotated[Language | None, Field(alias="with")] = None


class Listing(Query):
    """Which moves are listed: from which on, and how many."""

    start: Annotated[int, Field(alias="from", ge=1, le=MOST_MOVES)] = 1
    most: int = Field(default=1_000, ge=1, le=20_000)


Q = TypeVar("Q", bound=Query)


class Call(Struct, Generic[Q], frozen=True):
    """A request that was read: its parameters, and the language of its answer."""

    query: Q
    language: str


class Reply(Struct, frozen=True):
    """An answer: data for JSON, or bytes of another kind."""

    body: Any
    status: int = 200
    media_type: str = JSON
    headers: dict[str, str] = {}

    def content(self) -> bytes:
        """The bytes that are sent."""
        return self.body if isinstance(self.body, bytes) else msgspec.json.encode(self.body)
