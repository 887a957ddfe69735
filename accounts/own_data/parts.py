"""What is kept of a player, table by table. Each app says in `AppConfig.ready` what its tables hold of
somebody, and of every column that the player does not get, why."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Field, Model, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Why(enum.Enum):
    """Why somebody does not get what a column says."""

    KEY = "key"
    ORDER = "order"
    SHARED = "shared"
    OTHERS = "others"
    INTERNAL = "internal"
    UNUSED = "unused"
    RUNNING = "running"


WHY: Final[Mapping[Why, Promise]] = {
    Why.KEY: _("It is a key: whoever has it gets in somewhere. No file holds it."),
    Why.ORDER: _("It only keeps the site’s own books in order and says nothing of you."),
    Why.SHARED: _("It is the same for everybody who sees the game, and stands in the game’s own record."),
    Why.OTHERS: _("It says what somebody else has done or said, which is for them to take away."),
    Why.INTERNAL: _("Staff keep it to themselves, so that whoever reports something need not be afraid."),
    Why.UNUSED: _("This site keeps nothing there."),
    Why.RUNNING: _(
        "Staff made this file, and staff may not know it while a game runs. It is in the file that you make "
        "yourself."
    ),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A table that holds something of players."""

    name: str
    """In the file."""
    model: type[Model]
    rows: Callable[[Player], QuerySet[Any]]
    """Those the player gets."""
    columns: tuple[str, ...]
    kept_back: Mapping[str, Why] = field(default_factory=dict)
    """The other columns."""
    not_mine: Mapping[str, Why] = field(default_factory=dict)
    """Columns by which rows refer to a player who does not get them for that."""
    running: Q | None = None
    """The rows that a file made by staff leaves out: of games that run, what nobody else may know."""
    secret: tuple[str, ...] = ()
    """The columns that a file made by staff leaves out, for the same reason."""


_parts: dict[type[Model], Part] = {}
_left_out: dict[type[Model], Why] = {}


def add_parts(*parts: Part) -> None:
    """Raises ValueError for a table that has its part already, and for a name that is taken."""
    for part in parts:
        if part.model in _parts or part.name in {each.name for each in _parts.values()}:
            raise ValueError(f"There is a part “{part.name}” already, or one for {part.model._meta.label}.")
        _parts[part.model] = part


def leave_out(why: Why, *models: type[Model]) -> None:
    """The player gets nothing of these tables."""
    _left_out.update(dict.fromkeys(models, why))


def all_parts() -> Iterator[Part]:
    yield from _parts.values()


def all_left_out() -> Iterator[tuple[type[Model], Why]]:
    yield from _left_out.items()


def columns_of(model: type[Model]) -> list[Field[Any, Any]]:
    return [each for each in model._meta.concrete_fields if not each.primary_key]


def names_player(column: Field[Any, Any]) -> bool:
    return column.related_model is Player
