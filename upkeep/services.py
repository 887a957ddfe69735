"""Counting what is done, and writing down what staff did."""

import re
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, Model
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from upkeep.concerns import check_apart
from upkeep.models import Fault, StaffAct, StaffRequest, Tally
from upkeep.signals import act_written


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


def write_down_act(
    *,
    staff: Any,
    act: str,
    done_to: Model,
    public_id: str,
    reason: str,
    concerns: Collection[Any] = (),
    internal: bool = False,
    touches: Collection[Model] = (),
    reveals: bool = False,
) -> StaffAct:
    """Every service for staff calls this in its own transaction, which nothing of it outlives when this
    refuses. Whom it `concerns` reads it and is told, unless it is `internal`. It `touches` further rows,
    which may be somebody's own concern too; it `reveals` what nobody but the player may know, or hands it
    over with the account. Raises ValidationError without a reason, and NotAlone."""
    asked_by = check_apart(staff=staff, rows=(done_to, *touches), reveals=reveals)
    reason = reason.strip()
    if not reason:
        raise ValidationError(_("Please say why."), code="no_reason")
    written = StaffAct.objects.create(
        staff=staff,
        act=act,
        object_kind=done_to._meta.model_name or "",
        object_id=public_id,
        reason=reason,
        internal=internal,
        asked_by=asked_by,
    )
    written.concerns.set(concerns)
    act_written.send(sender=StaffAct, act=written, concerns=() if internal else tuple(concerns))
    return written


def forget_words(words: Collection[str], instead: str) -> None:
    """Writes something else wherever staff, or a report of an error, mention these names and addresses."""
    if not words:
        return
    longest_first = sorted(words, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
    # Each is read: no database finds words of all scripts whatever their case.
    for act in StaffAct.objects.all():
        if (said := pattern.sub(instead, act.reason)) != act.reason:
            act.reason = said
            StaffAct.objects.write_without_names(act)
    for asked in StaffRequest.objects.all():
        asked.reason = pattern.sub(instead, asked.reason)
        asked.arguments = {
            name: [pattern.sub(instead, each) for each in said] for name, said in asked.arguments.items()
        }
        asked.save(update_fields=["reason", "arguments"])
    for fault in Fault.objects.all():
        headline, text = pattern.sub(instead, fault.headline)[:200], pattern.sub(instead, fault.text)
        if (headline, text) != (fault.headline, fault.text):
            fault.headline, fault.text = headline, text
            fault.save(update_fields=["headline", "text"])
