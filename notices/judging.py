"""Whether a notice may go now, by whatever channel."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from notices.hours import held_by_night, preferences_of
from notices.kinds import Kind, Write
from notices.models import Delivery, Dropped, Notice, Preferences
from notices.outbox import put_off, settle
from notices.pacing import has_been_shown, looked_at, next_look
from notices.selectors import has_muted


def wants_by_mail(player: Player, kind: Kind) -> bool:
    return player.mail_at_all and bool(getattr(player, kind.switch))


@dataclass(frozen=True, slots=True)
class Try:
    """What is known of a notice when a try of it is made: it is true, and its player wants it so."""

    now: datetime
    kind: Kind
    preferences: Preferences
    write: Write
    """Its letter, about the moment that was judged."""


def judged(notice: Notice, kind: Kind, now: datetime, *, wanted: bool) -> Try | Dropped:
    """`wanted`: its player still has this topic come by this channel. Otherwise the reason to drop it."""
    player = notice.player
    if not player.is_active or player.deleted_at:
        return Dropped.NO_ADDRESS
    if not wanted:
        return Dropped.SWITCHED_OFF
    if has_muted(player, notice.key or ""):
        return Dropped.MUTED
    write = kind.letter_if_true(notice)
    return Dropped.STALE if write is None else Try(now, kind, preferences_of(player), write)


def has_to_wait(claimed: Notice | Delivery, notice: Notice, made: Try) -> bool:
    """Puts the claimed try off in quiet hours, and while its player has the page open; what the open page has
    shown is settled."""
    if until := held_by_night(notice, made.kind, made.preferences, made.now):
        hold(claimed, until)
        return True
    looked = None if made.kind.is_urgent else looked_at(notice)
    if looked is None:
        return False
    if has_been_shown(notice, looked):
        settle(claimed, dropped=Dropped.SEEN)
    else:
        hold(claimed, next_look(looked))
    return True


def hold(claimed: Notice | Delivery, until: datetime) -> None:
    put_off(claimed, until, held_until=until)
