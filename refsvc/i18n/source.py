"""The English source of every text, by domain and id (the `msgctxt` of the catalogues)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import engine.core
from engine import GAMES
from engine.core.rulebook import load_chapters, load_glossary, read_toml, read_words
from refsvc import paths

Text = str | tuple[str, str]
WORDS = ("name", "summary", "history", "commander", "label")  # fields of a scenario file
BESIDE = ("aliases", "spoken", "code")  # tables of what else names something
DOMAINS = ("site", "print", "report", "notation", *GAMES)


@cache
def source(domain: str) -> dict[str, Text]:
    """Every English text of a domain by id, in the order of its files; a pair is (one, other)."""
    if domain not in DOMAINS:
        raise LookupError(domain)
    if domain in GAMES:
        return _game(domain)
    if domain == "notation":
        return _notation(paths.PACKAGE / "notation")
    texts = _messages(Path(__file__).parent / "messages" / domain)
    return (
        texts | _rules("record", Path(engine.core.__file__).with_name("rulebook.toml")) if domain == "site" else texts
    )


def _game(game: str) -> dict[str, Text]:
    """What is said of one game only: names, rules, battles, and its messages, whose ids begin with its key."""
    folder, home = engine.folder(game), paths.home(game)
    texts: dict[str, Text] = {f"{game}.name": game.capitalize()}
    names = read_words(folder / "names.toml")
    forms = names.pop("forms", {})
    texts |= {_name_id(game, key): text for key, text in _leaves(names)} | _forms(game, names, forms)
    texts |= _reference(game, folder) | _drawn(game) | _scenarios(game)
    texts |= _notation(home / "notation", game) | _arms(game, home)
    own = {f"{game}.{key}": text for key, text in _messages(home / "messages").items()}
    if twice := own.keys() & texts.keys() - {f"{game}.name"}:
        raise ValueError(f"{game}: messages with the id of something else: {', '.join(sorted(twice))}")
    return texts | own


def _forms(game: str, names: dict[str, Any], forms: dict[str, Any]) -> dict[str, Text]:
    """The forms that sentences ask of every name of a table; where English has none, it is the name itself."""
    return {
        f"{game}.name.{table}.{key}#{form}": words.get(key, name)
        for table, each in forms.items()
        for form, words in each.items()
        for key, name in names[table].items()
    }


def _messages(folder: Path) -> dict[str, Text]:
    return {key: text for path in sorted(folder.glob("*.toml")) for key, text in _leaves(read_toml(path))}


def _notation(folder: Path, game: str = "") -> dict[str, Text]:
    return {_notation_id(game, key): text for key, text in _leaves(read_words(folder / "words.toml"))}


def _reference(domain: str, folder: Path) -> dict[str, Text]:
    """The rules of a game and everything around them."""
    symbols = read_words(folder / "symbols.toml")
    texts: dict[str, Text] = {f"{domain}.name.symbol.{key}": name for key, name in symbols.items()}
    texts |= _rules(domain, folder / "rulebook.toml")
    for term in load_glossary(folder / "glossary.toml"):
        parts = {"": term.term, "#definition": term.definition, "#note": term.note}
        texts |= {f"{domain}.term.{term.id}{part}": words for part, words in parts.items() if words}
    for key, ruling in read_words(folder / "rulings.toml").items():
        parts = {part: ruling[part] for part in ("question", "fixed", "reason") if part in ruling}
        parts |= {f"option.{slug}": text for slug, text in ruling.get("options", {}).items()}
        texts |= {f"{domain}.ruling.{key}#{part}": text for part, text in parts.items()}
    for code, entry in read_words(folder / "data" / "sources.toml").items():
        texts[f"{domain}.source.{code}"] = entry["text"]
    return texts


def _rules(home: str, path: Path) -> dict[str, Text]:
    texts: dict[str, Text] = {}
    for chapter in load_chapters(path):
        texts[f"{home}.chapter.{chapter.id}"] = chapter.title
        for rule in chapter.rules:
            texts[f"{rule.id}#title"] = rule.title
            texts[rule.id] = rule.text
            if rule.refusal:
                texts[f"{rule.id}#refusal"] = rule.refusal
            texts |= {f"{rule.id}#refusal.{case}": said for case, said in rule.refusals.items()}
    return texts


def _arms(game: str, home: Path) -> dict[str, Text]:
    """The coats of arms in words, and why each is the one that is shown."""
    arms = read_words(home / "static" / "arms" / "arms.toml")
    return {f"{game}.arms.{key}#{part}": entry[part] for key, entry in arms.items() for part in ("blazon", "reason")}


def _drawn(game: str) -> dict[str, Text]:
    """What a game with drawn scenarios says in the files it begins, and what it says that their facts rest on."""
    folder = engine.folder(game) / "scenario"
    if not folder.is_dir():
        return {}
    texts = {f"{game}.template.{key}": text for key, text in _leaves(read_toml(folder / "template.toml"))}
    return texts | {f"{game}.ground.{key}": entry["text"] for key, entry in read_toml(folder / "grounds.toml").items()}


def _scenarios(game: str) -> dict[str, Text]:
    """The words of every battle: its id, and the path of the field that has them (`armies.french.commander`)."""
    texts: dict[str, Text] = {}
    for path in sorted((paths.data("scenarios", game) / game).rglob("*.toml")):
        scenario = read_toml(path)
        tables = {"": scenario, **{f"armies.{side}.": army for side, army in scenario.get("armies", {}).items()}}
        tables |= {f"rules.{n}.": rule for n, rule in enumerate(scenario.get("rules", ()), 1)}
        for at, table in tables.items():
            texts |= {f"{game}.{path.stem}.{at}{part}": table[part] for part in WORDS if part in table}
    return texts


def _name_id(game: str, key: str) -> str:
    """The id of a name; other spellings and codes belong to the name they stand for."""
    table, _, rest = key.partition(".")
    return f"{game}.name.{rest}#{table}" if table in BESIDE else f"{game}.name.{key}"


def _notation_id(game: str, key: str) -> str:
    """The words of the notation, kinds as the messages that say them, other spellings of names."""
    table, _, _ = key.partition(".")
    if table in ("aliases", "spoken"):
        return _name_id(game, key)
    mine = key if table == "kind" else f"notation.{key}"
    return f"{game}.{mine}" if game else mine


def _leaves(tree: dict[str, Any], at: str = "") -> list[tuple[str, Text]]:
    found: list[tuple[str, Text]] = []
    for key, node in tree.items():
        path = f"{at}.{key}" if at else key
        if isinstance(node, str):
            found.append((path, node))
        elif set(node) == {"one", "other"}:
            found.append((path, (node["one"], node["other"])))
        else:
            found += _leaves(node, path)
    return found
