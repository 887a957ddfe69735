"""What is wrong with cells, and what is missing among them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from homeworlds_site.tests.sheets.forms import FORMS, Cell
from homeworlds_site.tests.sheets.gathering import LANGUAGES
from notices import channels
from notices.hooks import places
from notices.kinds import registered

POST_FORMS = ("service", "own-server")


class Verdict(NamedTuple):
    kinds: int
    forms: int
    rendered: int
    missing: tuple[str, ...]
    """Kinds, forms and channels of which there is no cell."""
    empty: tuple[str, ...]
    untranslated: tuple[str, ...]
    cut: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        return not (self.missing or self.empty or self.untranslated or self.cut)

    @property
    def last_line(self) -> str:
        languages = len(LANGUAGES)
        lacks = f", {len(self.missing)} missing" if self.missing else ""
        wrong = f"{len(self.empty)} empty, {len(self.untranslated)} untranslated, {len(self.cut)} cut{lacks}"
        return (
            f"sheets: {self.kinds} kinds x {self.forms} channels x {languages} languages, {self.rendered} "
            f"rendered, {wrong}"
        )

    def faults(self) -> list[str]:
        about = {
            "missing": self.missing,
            "empty": self.empty,
            "untranslated": self.untranslated,
            "cut": self.cut,
        }
        return [f"{fault}: {cell}" for fault, cells in about.items() for cell in cells]


def verdict(cells: Sequence[Cell], overflowing: Collection[str] = ()) -> Verdict:
    kinds = {*registered(), *places._kinds}
    return Verdict(
        kinds=len(kinds),
        forms=len({cell.form for cell in cells}),
        rendered=len(cells),
        missing=tuple(_missing(cells)),
        empty=tuple([_name(cell) for cell in cells if cell.is_empty]),
        untranslated=tuple(_untranslated(cells)),
        cut=(*[_name(cell) for cell in cells if cell.is_cut], *overflowing),
    )


def _name(cell: Cell) -> str:
    return f"{cell.kind} · {cell.form} · {cell.language}"


def _missing(cells: Sequence[Cell]) -> list[str]:
    """What is registered decides what there has to be."""
    there = {(cell.kind, cell.form, cell.language) for cell in cells}
    asked = [(kind, form) for kind in registered() for form in FORMS]
    asked += [(kind, form) for kind in places._kinds for form in POST_FORMS]
    missing = [
        " · ".join((kind, form, language))
        for kind, form in asked
        for language in LANGUAGES
        if (kind, form, language) not in there
    ]
    drawn = {channel for channel, _form in FORMS.values()}
    return missing + [f"the channel {name}" for name in {*channels.registered()} - drawn]


def _untranslated(cells: Sequence[Cell]) -> list[str]:
    """By words that the catalogue has not, and by a form that says the same in two languages."""
    found = [f"{_name(cell)} ({', '.join(cell.missing)})" for cell in cells if cell.missing]
    first = {(cell.kind, cell.form): cell for cell in cells if cell.language == LANGUAGES[0]}
    for cell in cells:
        other = first.get((cell.kind, cell.form))
        if other is not None and cell.language != LANGUAGES[0] and _words(cell) == _words(other):
            found.append(_name(cell))
    return found


def _words(cell: Cell) -> tuple[str, str]:
    return cell.said.title, cell.said.words
