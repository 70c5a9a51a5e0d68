"""The description of the API (OpenAPI 3.1), made from the operations, their shapes and the words of a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from pydantic import TypeAdapter

from engine import GAMES, find_game
from engine.core.record import MOST_MOVES, UNSEEN, Header
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import has_text
from refsvc.presentation import registry
from refsvc.records.report_schema import ProblemShape
from refsvc.records.unpack import LONGEST_NAME
from refsvc.version import __version__
from refsvc.web.api import problems
from refsvc.web.api.call import EDITIONS, JSON, V1, Query
from refsvc.web.api.operation import PARTS, Operation

Groups = Mapping[str, Iterable[Operation]]
Tree = dict[str, Any]
REF = "#/components/schemas/{model}"
KEY = {"type": "string", "minLength": 16, "maxLength": 80, "pattern": "^[!-~]+$"}


def document(groups: Groups, language: str) -> Tree:
    """The whole description, its words in one language."""
    operations = [operation for group in groups.values() for operation in group]
    schemas, defined = _schemas(operations)
    listed: Tree = {}
    for group, members in groups.items():
        for operation in members:
            described = _operation(operation, group, schemas, language)
            listed.setdefault(operation.path, {})[operation.method.lower()] = described
    return {
        "openapi": "3.1.1",
        "info": {
            "title": sentences.say("api.title", language),
            "version": __version__,
            "description": sentences.say("api.about", language),
        },
        "servers": [{"url": V1}],
        "tags": [{"name": group, "description": sentences.say(f"api.group.{group}", language)} for group in groups],
        "paths": listed,
        "components": {"schemas": defined | {"Record": record_schema()}},
    }


def _schemas(operations: Iterable[Operation]) -> tuple[Mapping[tuple[str, int], Tree], Tree]:
    """The schema of every answer that has a shape, and those that they share."""
    shaped = [
        ((operation.id, status), "serialization", TypeAdapter(shape))
        for operation in operations
        for status, shape in operation.gives.items()
        if shape is not None and not isinstance(shape, tuple)
    ]
    problem = [(("", 0), "serialization", TypeAdapter(ProblemShape))]
    found, whole = TypeAdapter.json_schemas(shaped + problem, ref_template=REF)  # type: ignore[arg-type]  # keys are of any kind
    return {key: schema for (key, _), schema in found.items()}, whole["$defs"]


def _operation(operation: Operation, group: str, schemas: Mapping[tuple[str, int], Tree], language: str) -> Tree:
    described: Tree = {
        "operationId": operation.id,
        "tags": [group],
        "summary": sentences.say(operation.words[0], language),
        "description": sentences.say(operation.words[1], language),
        "parameters": [
            *(_parameter(name, "path", PARTS[name][1], language, is_required=True) for name in operation.parts),
            *query_parameters(operation.query, language),
            *(_parameter(name, "header", KEY, language) for name in operation.headers),
        ],
        "responses": _responses(operation, schemas, language),
    }
    if operation.takes:
        content = {media_type: _body(media_type, operation.query) for media_type in operation.takes}
        described["requestBody"] = {
            "required": True,
            "description": sentences.say("api.body", language),
            "content": content,
        }
    return described


def _parameter(name: str, place: str, schema: Tree, language: str, *, is_required: bool = False) -> Tree:
    own = f"api.parameter.{name.lower()}"
    return {
        "name": name,
        "in": place,
        "required": is_required,
        "schema": schema,
        "description": sentences.say(own if has_text(own, language) else f"printing.help.{name}", language),
    }


def query_parameters(query: type[Query], language: str) -> list[Tree]:
    """The parameters after the `?`, as a model of them says."""
    tree = query.model_json_schema()
    found = []
    for name, schema in tree["properties"].items():
        described = _parameter(name, "query", _plain(schema), language, is_required=name in tree.get("required", ()))
        if described["schema"].get("type") == "array":
            described |= {"style": "form", "explode": False}
        found.append(described)
    return found


def _plain(schema: Tree) -> Tree:
    """The schema of a word in an address: there is no null, and no title."""
    plain = {key: value for key, value in schema.items() if key not in ("title", "anyOf", "default")}
    for part in schema.get("anyOf", ()):
        if part.get("type") != "null":
            plain |= part
    if schema.get("default") is not None:
        plain["default"] = schema["default"]
    if plain.get("type") == "array":
        plain |= {"minItems": 1, "uniqueItems": True}
    return plain


def _body(media_type: str, query: type[Query]) -> Tree:
    match media_type:
        case "application/json":
            return {
                "schema": {"$ref": REF.format(model="Record")},
                "example": TypeAdapter(Any).validate_json(registry.first_sample("json")),
            }
        case "text/plain":
            return {"schema": {"type": "string", "minLength": 1}, "example": registry.first_sample("en").decode()}
        case "multipart/form-data":
            file = {"type": "string", "contentMediaType": "application/octet-stream"}
            fields = {word["name"]: word["schema"] for word in query_parameters(query, "en")}
            properties = {"file": {"type": "array", "items": file, "minItems": 1}, "box": file}
            return {
                "schema": {
                    "type": "object",
                    "properties": properties | fields,
                    "required": ["file"],
                    "additionalProperties": False,
                }
            }
    return {"schema": {"type": "string", "contentMediaType": media_type}}


def _responses(operation: Operation, schemas: Mapping[tuple[str, int], Tree], language: str) -> Tree:
    found: Tree = {}
    for status, shape in operation.gives.items():
        answer: Tree = {"description": sentences.say(f"api.answer.{status}", language)}
        found[str(status)] = answer
        if isinstance(shape, tuple):
            answer["content"] = {media_type: {"schema": _raw(media_type)} for media_type in shape}
        elif shape is not None:
            answer["content"] = {JSON: {"schema": schemas[operation.id, status]}}
        if status == HTTPStatus.ACCEPTED:
            answer["headers"] = {
                name: {
                    "description": sentences.say(f"api.header.{name.lower()}", language),
                    "schema": {"type": "string"},
                }
                for name in ("Location", "Retry-After")
            }
    for status in sorted(operation.refuses):
        problem = {problems.MEDIA_TYPE: {"schema": schemas["", 0]}}
        found[str(status)] = {"description": sentences.say(f"api.answer.{status}", language), "content": problem}
    return found


def _raw(media_type: str) -> Tree:
    """The schema of an answer without a shape: any JSON object, any text, or bytes."""
    if "json" in media_type:
        return {"type": "object"}
    return {"type": "string"} if media_type.startswith("text/") else {}


def record_schema() -> Tree:
    """A record as JSON, as far as a schema can say it; what the moves hold is judged, and never refused."""
    tree = Header.model_json_schema()
    properties: Tree = tree["properties"]
    modules = [find_game(game) for game in GAMES]
    visible = f"^[^{UNSEEN.pattern.strip('[]')}]*$"
    name = {"type": "string", "maxLength": LONGEST_NAME, "pattern": visible}
    chosen = {ruling.id: list(ruling.options) for module in modules for ruling in module.rulebook().open_rulings}
    properties["game"] = {"type": "string", "enum": list(GAMES)}
    properties["scenario"] = {"type": "string", "maxLength": LONGEST_NAME, "pattern": visible}  # a record may bring one
    properties["edition"] = {"enum": [*EDITIONS, None]}
    properties["rulings"] = _nullable({ruling: {"enum": options} for ruling, options in chosen.items()})
    properties["players"] = _nullable({side: name for module in modules for side in module.SIDES})
    for key in ("date", "event", "place"):
        properties[key] = {"anyOf": [name, {"type": "null"}]}
    properties["moves"] = {"type": "array", "minItems": 1, "maxItems": MOST_MOVES, "items": {}}
    tree["required"] = [*tree["required"], "moves"]
    for schema in properties.values():
        schema.pop("title", None)
    return tree


def _nullable(properties: Tree) -> Tree:
    return {"anyOf": [{"type": "object", "properties": properties, "additionalProperties": False}, {"type": "null"}]}
