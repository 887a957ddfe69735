"""Counting what is done, and writing down what staff did."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, Model
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from upkeep.models import StaffAct, Tally


def tally(name: str, *, label: str = "", amount: float = 0.0) -> None:
    """Counts once more. Call it outside of transactions: everybody counts in the same row."""
    if _add(name, label, amount):
        return
    try:
        with transaction.atomic():
            Tally.objects.create(name=name, label=label, count=1, total=amount, changed_at=Now())
    except IntegrityError:  # another process made it just now
        _add(name, label, amount)


def _add(name: str, label: str, amount: float) -> int:
    return Tally.objects.filter(name=name, label=label).update(
        count=F("count") + 1, total=F("total") + amount, changed_at=Now()
    )


@contextmanager
def timed(name: str, *, label: str = "") -> Iterator[None]:
    """Counts what is done inside and the seconds it took; not what failed."""
    began = time.perf_counter()
    yield
    tally(name, label=label, amount=time.perf_counter() - began)


def write_down_act(*, staff: Any, act: str, done_to: Model, public_id: str, reason: str) -> StaffAct:
    """Every service for staff calls this in its own transaction. Raises ValidationError without a reason."""
    reason = reason.strip()
    if not reason:
        raise ValidationError(_("Please say why."), code="no_reason")
    return StaffAct.objects.create(
        staff=staff, act=act, object_kind=done_to._meta.model_name or "", object_id=public_id, reason=reason
    )
