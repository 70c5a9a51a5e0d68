"""Tags that say their language, so that a voice changes with it: WeasyPrint 70 writes only that of the document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def speak_languages() -> None:
    """From now on every tag of an element with `lang` has it too. Idempotent."""
    from weasyprint.pdf import tags  # noqa: PLC0415  # only after our fonts are known

    if not hasattr(tags._build_box_tree, "otherwise"):
        tags._build_box_tree = _speaking(tags._build_box_tree, tags.pydyf.String)


def _speaking(build: Callable[..., Iterator[Any]], written: Callable[[str], Any]) -> Callable[..., Iterator[Any]]:
    """What builds the tags of a box, and of those within by asking for itself by name."""

    def speaking(box: Any, *others: Any) -> Iterator[Any]:
        element = getattr(box, "_box", box).element
        language = None if element is None else element.get("lang")
        for tag in build(box, *others):
            if language and "Lang" not in tag:  # of the body, WeasyPrint gives the tags of what is in it
                tag["Lang"] = written(language)
            yield tag

    speaking.otherwise = build  # type: ignore[attr-defined]  # the mark that it is done
    return speaking
