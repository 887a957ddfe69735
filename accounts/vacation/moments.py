"""What outages do to the moments of accounts (`upkeep.timekeeping.moments`)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Q, Value
from django.db.models.functions import Coalesce, Greatest, Least

from accounts.models import AddressChange, FormerName, Player, Quiet
from accounts.vacation.arithmetic import AT_JOINING, MOST
from upkeep.timekeeping.moments import CALENDAR, HAPPENED, WORK, Locked, Span, moves, stays


class Vacations:
    """A vacation ends on the day its player has said, but what an outage took of it is paid back: the clocks
    would have stood still without it."""

    def over(self, span: Span) -> int:
        if span.live_only:
            return 0  # no live clock heeds a vacation
        began, ended = Value(span.began, DateTimeField()), Value(span.ended, DateTimeField())
        away = Player.objects.filter(vacation_since__lt=span.ended, vacation_until__gt=span.began)
        list(away.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))
        both = Least(F("vacation_until"), ended) - Greatest(F("vacation_since"), began)
        held = Coalesce(F("vacation_left"), Value(AT_JOINING, DurationField()))
        paid = ExpressionWrapper(held + ExpressionWrapper(both, DurationField()), DurationField())
        return away.update(vacation_left=Least(paid, Value(MOST, DurationField())))

    def back(self, by: timedelta, now: datetime) -> int:
        return 0


def register_all() -> None:
    moves(Player, "vacation_until", locked=Locked.PLAYER, by=Vacations())
    # Whoever has signed up has so long to confirm an address, and to take back that it was changed.
    moves(Player, "unconfirmed_since", locked=Locked.PLAYER, begins=True)
    moves(AddressChange, "at", locked=Locked.PLAYER, begins=True, open=Q(undone_at=None), held_by="player")
    stays(HAPPENED, Player, "vacation_since", "last_login", "deleted_at", "date_joined")
    stays("A vacation grows by the calendar, outages or not.", Player, "vacation_counted_at")
    stays(WORK, Player, "vacation_followed_from")
    stays(CALENDAR, Player, "suspended_until", "silenced_until")
    stays(HAPPENED, AddressChange, "undone_at")
    stays(HAPPENED, FormerName, "until")
    stays(HAPPENED, Quiet, "created_at")
