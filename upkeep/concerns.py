"""Nobody of staff is judge in his own game: one gate, which every act of staff passes where it is written
down (`upkeep.services.write_down_act`). Apps say in `AppConfig.ready` what makes an act on their rows
somebody's own concern; another member of staff does it then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from django.core.exceptions import ValidationError
from django.db.models import Model

Concern: TypeAlias = Callable[[Any, Any], str]
"""Given somebody of staff and a row: why it is his own concern, in a sentence that says who can act; empty:
it is not."""


class Concerned(ValidationError):
    """Whoever acts would be judge in his own game."""

    def __init__(self, why: str) -> None:
        super().__init__(why, code="concerned")


_concerns: dict[type[Model], list[Concern]] = {}


def add_concern(model: type[Model], concern: Concern) -> None:
    """An app may add its own to the rows of an app below."""
    _concerns.setdefault(model, []).append(concern)


def add_concern_of(model: type[Model], whole: Callable[[Any], Model]) -> None:
    """Whoever an act on the whole would concern, an act on its part concerns as well."""
    add_concern(model, lambda staff, part: why_concerned(staff=staff, done_to=whole(part)))


def models_with_concerns() -> set[type[Model]]:
    return set(_concerns)


def why_concerned(*, staff: Any, done_to: Model) -> str:
    """Empty: it is not his own concern. Raises LookupError for rows of which nobody has said what makes them
    somebody's own."""
    return next((why for concern in _concerns[type(done_to)] if (why := concern(staff, done_to))), "")


def check_apart(*, staff: Any, done_to: Model) -> None:
    """Raises Concerned, and LookupError as `why_concerned`."""
    if why := why_concerned(staff=staff, done_to=done_to):
        raise Concerned(why)
