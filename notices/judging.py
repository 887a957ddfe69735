"""Whether a notice may go now, by whatever channel."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from notices.hours import held_by_night
from notices.kinds import Kind
from notices.models import Delivery, Dropped, Notice
from notices.outbox import put_off, settle
from notices.pacing import has_been_shown, looked_at, next_look
from notices.selectors import has_muted
from upkeep.clock import database_now


def wants_by_mail(player: Player, kind: Kind) -> bool:
    return player.mail_at_all and bool(getattr(player, kind.switch))


def reason_to_drop(notice: Notice, kind: Kind, *, wanted: bool) -> Dropped | None:
    """`wanted`: its player still has this topic come by this channel."""
    player = notice.player
    if not player.is_active or player.deleted_at:
        return Dropped.NO_ADDRESS
    if not wanted:
        return Dropped.SWITCHED_OFF
    if has_muted(player, notice.key or ""):
        return Dropped.MUTED
    return None if kind.is_still_true(notice) else Dropped.STALE


def has_to_wait(claimed: Notice | Delivery, notice: Notice, kind: Kind) -> bool:
    """Puts the claimed try off in quiet hours, and while its player has the page open; what the open page has
    shown is settled."""
    if until := held_by_night(notice, kind, database_now()):
        hold(claimed, until)
        return True
    looked = None if kind.is_urgent else looked_at(notice)
    if looked is None:
        return False
    if has_been_shown(notice, looked):
        settle(claimed, dropped=Dropped.SEEN)
    else:
        hold(claimed, next_look(looked))
    return True


def hold(claimed: Notice | Delivery, until: datetime) -> None:
    put_off(claimed, until, held_until=until)
