"""TOML -> .pot, and .pot -> .po: `python -m refsvc.i18n.extract [--check]`.

Babel's own update matches by similarity across contexts and would give a new rule another rule's translation. This one
matches by id only: where the English has changed, the translation is kept, marked fuzzy, with the English it was made
from. `--check` writes nothing and fails when a catalogue is out of date, stale or incomplete.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from refsvc.config import LANGUAGES, SOURCE_LANGUAGE
from refsvc.i18n.catalogue import po_path, read_catalogue, translations
from refsvc.i18n.source import DOMAINS, Text, source

FORM = re.compile(r"\{\w+\.[\w-]+\}")  # a word in a form that the language needs: no two ask for the same


def template(domain: str) -> Catalog:
    """The .pot of a domain."""
    return _catalogue(domain, None, {})


def updated(domain: str, language: str) -> Catalog:
    """The .po of a domain and language brought up to date with the English."""
    known = {m.context: m for m in read_catalogue(po_path(domain, language), language) if m.context}
    return _catalogue(domain, language, known)


def _catalogue(domain: str, language: str | None, known: dict[str, Message]) -> Catalog:
    catalogue = Catalog(locale=language, domain=domain, project="refsvc", header_comment=f"# {domain}", fuzzy=False)
    for key, english in source(domain).items():
        old = known.get(key)
        if old is None or not any(_as_tuple(old.string)):
            _free_forms(catalogue.add(english, context=key))
            continue
        # added once and whole: Babel merges a second `add` into the first and drops its string
        is_stale = "fuzzy" in old.flags or old.id != english
        previous = _as_tuple(old.previous_id) if old.id == english else _as_tuple(old.id)
        added = catalogue.add(
            english,
            _as_string(old.string, english),
            context=key,
            flags=("fuzzy",) if is_stale else (),
            previous_id=previous if is_stale else (),
        )
        _free_forms(added)
    return catalogue


def _free_forms(message: Message) -> None:
    """Words in forms are no placeholders of Python to msgfmt, which would ask for the same form in every language."""
    if any(FORM.search(form) for text in (message.id, message.string) for form in _as_tuple(text)):
        message.flags.discard("python-brace-format")


def _as_tuple(text: Text | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def _as_string(string: Text | tuple[str, ...] | list[str] | None, english: Text) -> str | tuple[str, ...]:
    forms = _as_tuple(string)
    return forms[0] if isinstance(english, str) else forms


def as_bytes(catalogue: Catalog) -> bytes:
    """The file of a catalogue: no dates, so the same texts give the same bytes."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=110, omit_header=True, include_previous=True, sort_output=False)
    return _header(catalogue).encode() + buffer.getvalue()


def _header(catalogue: Catalog) -> str:
    lines = [f"# refsvc, {catalogue.domain}", 'msgid ""', 'msgstr ""']
    if catalogue.locale is not None:
        lines.append(f'"Language: {catalogue.locale}\\n"')
        lines.append(f'"Plural-Forms: {catalogue.plural_forms}\\n"')
    lines += [
        '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
    ]
    return "\n".join(lines) + "\n\n"


def faults(catalogue: Catalog, language: str) -> list[str]:
    """Texts that are missing or stale."""
    found = []
    for message in catalogue:
        if message.context and not all(_as_tuple(message.string)):
            found.append(f"{language}: {message.context}: missing")
        elif message.context and "fuzzy" in message.flags:
            found.append(f"{language}: {message.context}: stale")
    return found


def main(arguments: list[str]) -> int:
    """Write the catalogues, or with `--check` say what is not in order."""
    is_check = "--check" in arguments
    wrong: list[str] = []
    for domain in DOMAINS:
        files: list[tuple[Path, Catalog]] = [(translations(domain) / f"{domain}.pot", template(domain))]
        for language in LANGUAGES:
            if language != SOURCE_LANGUAGE:
                catalogue = updated(domain, language)
                files.append((po_path(domain, language), catalogue))
                wrong += faults(catalogue, language)
        for path, catalogue in files:
            written = as_bytes(catalogue)
            if not is_check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(written)
            elif not path.is_file() or path.read_bytes() != written:
                wrong.append(f"{path.name}: out of date, run python -m refsvc.i18n.extract")
    print("\n".join(wrong) if wrong else "catalogues are complete")
    return int(bool(wrong) and is_check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
