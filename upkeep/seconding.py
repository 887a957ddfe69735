"""The rule of two: what somebody of staff may not do alone he asks for, and another does it, once, as it was
asked for. What may not be done alone is for the gate to say (`upkeep.concerns`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from upkeep.clock import database_now
from upkeep.concerns import asked_for, why_not_second
from upkeep.models import StaffRequest

LASTS: Final = timedelta(days=7)
KEPT: Final = timedelta(days=30)
"""After its end; the log of acts is for ever."""


class AskedAlready(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("Somebody has asked for this already, and it waits."), code="asked_already")


class NotWaiting(ValidationError):
    def __init__(self) -> None:
        super().__init__(
            _("This request is answered, or too old, or of somebody who is no longer staff."),
            code="not_waiting",
        )


def waiting() -> QuerySet[StaffRequest]:
    return StaffRequest.objects.filter(
        answer="", until__gt=database_now(), asker__is_staff=True, asker__is_active=True
    )


@transaction.atomic
def ask_another(
    *, asker: Any, page: str, row: int, act: str, arguments: Mapping[str, list[str]], reason: str
) -> StaffRequest:
    """Raises ValidationError (asked_already)."""
    if waiting().filter(page=page, row=row, act=act).exists():
        raise AskedAlready
    return StaffRequest.objects.create(
        asker=asker,
        until=database_now() + LASTS,
        page=page,
        row=row,
        act=act,
        arguments=dict(arguments),
        reason=reason,
    )


@transaction.atomic
def confirm_request(
    *, request_id: int, second: Any, do: Callable[[Any], object], at_the_machine: bool = False
) -> object:
    """Does it as `second`, or `at_the_machine` as the asker, and returns what `do` returns.

    Locks the request. Raises ValidationError (not_waiting, and whatever the act raises).
    """
    asked = _lock(request_id)
    second = asked.asker if at_the_machine else second
    with asked_for(asked.asker, at_the_machine=at_the_machine):
        done = do(second)
    _answer(asked, StaffRequest.Answer.CONFIRMED, second)
    return done


@transaction.atomic
def refuse_request(*, request_id: int, second: Any, rows: Collection[Model]) -> None:
    """Whoever has asked may take it back; of the others only who may confirm it, by the `rows` that it is
    about. Locks the request. Raises ValidationError (not_waiting) and NotAlone."""
    asked = _lock(request_id)
    if second.pk != asked.asker_id and (
        refusal := why_not_second(asker=asked.asker, staff=second, rows=rows)
    ):
        raise refusal
    _answer(asked, StaffRequest.Answer.REFUSED, second)


def _lock(request_id: int) -> StaffRequest:
    found = waiting().select_for_update(of=("self",)).select_related("asker").filter(pk=request_id).first()
    if found is None:
        raise NotWaiting
    return found


def _answer(asked: StaffRequest, answer: StaffRequest.Answer, second: Any) -> None:
    asked.answer, asked.answered_by, asked.answered_at = answer, second, database_now()
    asked.save(update_fields=["answer", "answered_by", "answered_at"])


def forget_old_requests() -> int:
    """How many: those that were over a month ago."""
    return StaffRequest.objects.filter(until__lt=database_now() - KEPT).delete()[0]
