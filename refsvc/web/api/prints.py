"""Printed documents: one operation for each line of the table, with what can be chosen for it as its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from flask import request
from pydantic import BeforeValidator, Field, create_model

from engine import GAMES
from refsvc import library
from refsvc.printing import document_options, document_registry
from refsvc.reference.cards import deck
from refsvc.uploads import files
from refsvc.web import language_choice
from refsvc.web.api import answers
from refsvc.web.api.call import Call, Language, Query, Reply, split
from refsvc.web.api.reports import PDF
from refsvc.web.headers import REVALIDATE
from refsvc.web.upload_service import uploads

BATTLES = tuple(dict.fromkeys(battle for game in GAMES for battle in library.in_order(game)))
CARDS = tuple(dict.fromkeys(card for game in GAMES for card in deck(game)))


def query_of(name: str) -> type[Query]:
    """The parameters of a document: its fields, besides the game, which stands in the address."""
    every = document_options.fields(document_registry.DOCUMENTS[name].choice)
    fields = [field for field in every if field.kind not in ("game", "language")]
    parameters: dict[str, Any] = {field.word.replace("-", "_"): _parameter(field) for field in fields}
    return create_model(f"Printing {name}", __base__=Query, **parameters)


def _parameter(field: document_options.Field) -> tuple[Any, Any]:
    """The type of a parameter, and its default."""
    match field.kind:
        case "second":
            return Language | None, Field(None, alias=field.word)
        case "scenario":
            return _one_of(BATTLES) | None, None
        case "number":
            return float, Field(field.default, ge=field.low, le=field.high, allow_inf_nan=False)
        case "cards":
            counts = "|".join(str(count) for count in range(1, int(field.high) + 1))
            card = Annotated[str, Field(pattern=f"^({'|'.join(CARDS)})(:({counts}))?$")]
            return Annotated[list[card], BeforeValidator(split)] | None, None
        case "parts":
            part = Annotated[str, Field(pattern=f"^({'|'.join(field.options)})$")]
            return Annotated[list[part], BeforeValidator(split)] | None, None
    default = document_options.spelled_value(field, field.default)
    return _one_of(field.options), Field(default, alias=field.word)


def _one_of(options: tuple[str, ...]) -> Any:
    return Annotated[str, Field(json_schema_extra={"enum": list(options)}, pattern=f"^({'|'.join(options)})$")]


def answer_of(name: str) -> Callable[..., Reply]:
    """What answers the operation of a document: the PDF, or the job that makes it."""

    def answer(call: Call[Query], game: str) -> Reply:
        chosen = call.query.model_dump(by_alias=True, exclude_none=True, exclude={"lang"})
        words = {word: [_word(value)] for word, value in chosen.items()} | {"game": [game]}
        choice = document_options.read(document_registry.DOCUMENTS[name].choice, words, call.language)
        asked = files.document(uploads(), choice, language_choice.site(request), request.remote_addr or "")
        if asked.job is not None:
            return answers.of_job(asked.job, call.language, 202)
        disposition = f'attachment; filename="{document_options.file_name(choice, name)}"'
        headers = {"Content-Disposition": disposition, "Cache-Control": REVALIDATE}
        return Reply(asked.body, media_type=PDF, headers=headers)

    return answer


def _word(value: Any) -> str:
    """A parameter as an address has it; lengths are rounded to the hundredth of a millimetre."""
    if isinstance(value, list):
        return ",".join(value)
    return f"{value:.2f}" if isinstance(value, float) else str(value)
