"""Sentences about turns, as templates with parameters; a site translates the template."""

from __future__ import annotations

from typing import NamedTuple


def gettext_noop(sentence: str) -> str:
    """Marks a sentence for the collectors of translations; the library itself speaks English."""
    return sentence


class Words(NamedTuple):
    """A sentence: an English template with {parameters}, and their values."""

    template: str
    params: dict[str, str | int]

    def __str__(self) -> str:
        return self.template.format(**self.params)
