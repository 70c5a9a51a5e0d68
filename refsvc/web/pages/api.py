"""The page to try the API: every operation with its address, its parameters, a form, and a line for a shell."""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import urlencode

from refsvc import library
from refsvc.presentation import registry
from refsvc.reference import book, cards
from refsvc.web.api import openapi
from refsvc.web.api.call import V1
from refsvc.web.api.operation import PART, Operation
from refsvc.web.api.operations import GROUPS
from refsvc.web.site import Place

DESCRIPTION = f"{V1}/openapi.json"


def api(place: Place, origin: str = "") -> dict[str, Any]:
    """Every operation, by group; `origin` is where the service is reached."""
    tree = openapi.document(GROUPS, place.language)
    return {
        "title": place.text("api.title"),
        "groups": [
            {
                "id": group,
                "title": place.text(f"api.group.{group}"),
                "operations": [_operation(place, one, tree, origin) for one in operations],
            }
            for group, operations in GROUPS.items()
        ],
        "description_path": f"{DESCRIPTION}?lang={place.language}",
        "sample": registry.first_sample(place.language).decode(),
        "origin": origin,
    }


@cache
def examples() -> dict[str, str]:
    """A value for each part of an address that is known before anything is sent."""
    game = library.default_game()
    rule, card = next(iter(book.paragraphs(game))), next(iter(cards.deck(game)))
    return {"game": game, "rule": rule, "card": card, "form": "json"}


def _operation(place: Place, operation: Operation, tree: dict[str, Any], origin: str) -> dict[str, Any]:
    described = tree["paths"][operation.path][operation.method.lower()]
    parameters = [_parameter(place, operation, one) for one in described["parameters"]]
    example = ""
    if operation.method == "GET" and set(operation.parts) <= examples().keys():
        example = _address(operation, {"lang": place.language})
    return {
        "id": operation.id,
        "method": operation.method,
        "path": V1 + PART.sub(r"<\1>", operation.path),
        "summary": described["summary"],
        "text": described["description"],
        "required": [one for one in parameters if one["is_required"]],
        "optional": [one for one in parameters if not one["is_required"]],
        "takes": bool(operation.takes),
        "example": example,
        "answers": [
            {"status": status, "text": answer["description"]} for status, answer in described["responses"].items()
        ],
        "curl": curl(operation, origin, place.language),
    }


def _parameter(place: Place, operation: Operation, described: dict[str, Any]) -> dict[str, Any]:
    name, schema = described["name"], described["schema"]
    options = schema.get("enum", []) or schema.get("items", {}).get("enum", [])
    value = examples().get(name, "") if described["in"] == "path" else str(schema.get("default", ""))
    if described["required"] and not value:
        value = str(schema.get("minimum", "") or (options or [""])[0])
    if name == "lang":
        value = place.language
    return {
        "id": f"{operation.id}-{name}",
        "name": name,
        "where": described["in"],
        "text": described["description"],
        "is_required": described["required"],
        "is_list": schema.get("type") == "array",
        "options": options,
        "type": "number" if schema.get("type") == "integer" else "text",
        "low": schema.get("minimum"),
        "high": schema.get("maximum"),
        "value": value,
    }


def _address(operation: Operation, query: dict[str, str]) -> str:
    """The address with its parts filled in, as far as they are known; the others stand in capitals."""
    path = PART.sub(lambda part: examples().get(part[1], part[1].upper()), operation.path)
    return f"{V1}{path}?{urlencode(query)}"


def curl(operation: Operation, origin: str, language: str) -> str:
    """The line for a shell; the script of the page writes the same with what the form says."""
    query = {"lang": language}
    for name in operation.query.model_json_schema().get("required", ()):
        query[name] = {"move": "1"}.get(name, "json")
    address = f"'{origin}{_address(operation, query)}'"
    if operation.takes:
        return f"curl --data-binary @game.txt -H 'Content-Type: text/plain' {address}"
    return f"curl -X {operation.method} {address}" if operation.method != "GET" else f"curl {address}"
