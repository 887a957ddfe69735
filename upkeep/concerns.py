"""Nobody of staff is judge in his own game: one gate, which every act of staff passes where it is written
down (`upkeep.services.write_down_act`). Apps say in `AppConfig.ready` what makes an act on their rows
somebody's own concern; another member of staff does it then. What reveals a secret needs two in any case: one
asks for it, and another, whom it does not concern, does it (`upkeep.seconding`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeAlias

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _

Concern: TypeAlias = Callable[[Any, Any], str]
"""Given somebody of staff and a row: why it is his own concern, in a sentence that says who can act; empty:
it is not."""


class NotAlone(ValidationError):
    """Another member of staff can be asked for it."""


class Concerned(NotAlone):
    """Whoever acts would be judge in his own game."""

    def __init__(self, why: str) -> None:
        super().__init__(why, code="concerned")


class NeedsSecond(NotAlone):
    """Nobody does this without another who has asked for it."""

    def __init__(self, why: str) -> None:
        super().__init__(why, code="needs_second")


class Asked(NamedTuple):
    by: Any
    """Who wants what another does just now."""
    at_the_machine: bool
    """It is no member of staff who does it, but whoever may give commands on the server."""


_asked: ContextVar[Asked | None] = ContextVar("asked", default=None)


@contextmanager
def asked_for(by: Any, *, at_the_machine: bool = False) -> Iterator[None]:
    """What is done inside, `by` has asked for."""
    token = _asked.set(Asked(by, at_the_machine))
    try:
        yield
    finally:
        _asked.reset(token)


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


def check_apart(*, staff: Any, rows: Collection[Model], reveals: bool = False) -> Any:
    """The gate of an act on these rows, which `reveals` what nobody else may know, or does not. Returns who
    has asked for it; None: nobody. Raises NotAlone, and LookupError as `why_concerned`."""
    asked = _asked.get()
    if asked is not None and asked.at_the_machine:
        return asked.by
    if refusal := why_not_second(asker=asked.by if asked else None, staff=staff, rows=rows, reveals=reveals):
        raise refusal
    return asked.by if asked else None


def why_not_second(
    *, asker: Any, staff: Any, rows: Collection[Model], reveals: bool = False
) -> NotAlone | None:
    """Why somebody of staff does not do what the `asker` wants (None: nobody has asked). Whom it concerns
    does it only where it concerns all staff, and learns no secret even there."""
    if asker is not None and asker.pk == staff.pk:
        return NeedsSecond(_("You have asked for this yourself: another member of staff can confirm it."))
    if why := _why_any(staff, rows):
        return Concerned(why) if asker is None or reveals or _somebody_is_apart(rows) else None
    if reveals and asker is None:
        return NeedsSecond(
            _("This opens what only the player knows: another member of staff has to confirm it.")
        )
    return None


def _why_any(staff: Any, rows: Collection[Model]) -> str:
    return next((why for row in rows if (why := why_concerned(staff=staff, done_to=row))), "")


def _somebody_is_apart(rows: Collection[Model]) -> bool:
    members = get_user_model().objects.filter(is_staff=True, is_active=True).order_by("pk")
    return any(not _why_any(each, rows) for each in members)
