"""An operation of the API: its address, what it takes and gives, and how a request becomes an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from flask import Response
from msgspec import Struct

from engine import GAMES
from engine.core.record import MOST_MOVES
from refsvc.config import LANGUAGES
from refsvc.records.unpack import MOST_RECORDS
from refsvc.web.api import bodies, problems
from refsvc.web.api.call import Call, Query, Reply
from refsvc.web.response_cache import Answer

TOKEN = ("token", {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"})
PARTS: Mapping[str, tuple[str, dict[str, Any]]] = {  # of an address: as Flask reads them, and as they are described
    "share": TOKEN,
    "job": TOKEN,
    "token": TOKEN,
    "number": ("int(min=1)", {"type": "integer", "minimum": 1, "maximum": MOST_RECORDS}),
    "move": ("int(min=1)", {"type": "integer", "minimum": 1, "maximum": MOST_MOVES + 1}),
    "game": (f"any({','.join(GAMES)})", {"type": "string", "enum": list(GAMES)}),
    "form": (f"any(json,{','.join(LANGUAGES)})", {"type": "string", "enum": ["json", *LANGUAGES]}),
    "rule": ("string", {"type": "string", "pattern": r"^[a-z]+(\.[a-z0-9-]+){1,2}$"}),
    "card": ("string", {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}),
}
PART = re.compile(r"\{([a-z]+)\}")
MOST_FINISHED = 2_000  # answers of the reference that are kept


class Operation(Struct, frozen=True):
    """One operation: `gives` is the shape, or the media types, of each answer by its status; `refuses` the problems.

    What is `fixed` is the same for everybody: it is made once for each language, and has a tag.
    """

    id: str
    method: str
    path: str
    answer: Callable[..., Reply]
    gives: Mapping[int, Any]
    refuses: tuple[int, ...] = ()
    query: type[Query] = Query
    takes: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    is_fixed: bool = False
    texts: tuple[str, str] = ("", "")

    @property
    def words(self) -> tuple[str, str]:
        """The texts that say what it does: in short, and at length."""
        return self.texts if any(self.texts) else (f"api.operation.{self.id}.summary", f"api.operation.{self.id}.text")

    @property
    def parts(self) -> list[str]:
        """The names that stand in the address."""
        return PART.findall(self.path)

    @property
    def rule(self) -> str:
        """The address as Flask reads it."""
        return PART.sub(lambda part: f"<{PARTS[part[1]][0]}:{part[1]}>", self.path)

    def __call__(self, **parts: Any) -> Response | Answer:
        if self.takes:
            bodies.check_type(self.takes)
        query = bodies.parameters(self.query)
        language = query.lang or problems.language()
        if self.is_fixed:
            return _finished(self.answer, language, **parts)
        reply = self.answer(Call(query, language), **parts)
        headers = {"Content-Language": language, "Vary": "Accept-Language", **reply.headers}
        return Response(reply.content(), reply.status, content_type=reply.media_type, headers=headers)


@lru_cache(MOST_FINISHED)
def _finished(answer: Callable[..., Reply], language: str, **parts: Any) -> Answer:
    reply = answer(Call(Query(), language), **parts)
    return Answer(reply.content(), reply.media_type, language=language)
