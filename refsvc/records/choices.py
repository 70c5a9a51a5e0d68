"""What the reader of a report chooses a record to be judged by: edition, rulings, a box file."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.record import Header
from refsvc.records.box_file import Box


class Choices(Struct, frozen=True, omit_defaults=True):
    """An edition and rulings take the place of the record's own; a box holds for a record that brings none."""

    edition: str | None = None
    rulings: dict[str, str] = {}
    box: Box | None = None

    def applied(self, header: Header) -> Header:
        """The header that a record is judged by."""
        if self.box is not None:
            header = self.box.laid_under(header)
        changed: dict[str, Any] = {}
        if self.edition is not None:
            changed["edition"] = self.edition
        if self.rulings:
            changed["rulings"] = {**(header.rulings or {}), **self.rulings}
        return header.model_copy(update=changed) if changed else header

    def canonical(self) -> str:
        """One text for the same choices."""
        return msgspec.json.encode(self, order="sorted").decode()

    @property
    def key(self) -> str:
        """A short name for the same choices."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()


def read_choices(text: str) -> Choices:
    """Choices as `canonical` wrote them."""
    return msgspec.json.decode(text, type=Choices)


NONE = Choices()
