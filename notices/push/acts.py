"""What may be done about a message where it is shown: told again this evening, the game muted, talk read.

A service worker asks for it, which has no token of a form, and whose session may be over while the message
is still on the screen. So the permission is in the message, which was encrypted for one device alone: each
button has an address of its own, signed, which permits that act about that notice and nothing else, by a
device that is still its player's and on, for as long as bells keep the notice. What it answers says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext

from notices.hours import at_clock, preferences_of, zone_of
from notices.kinds import Kind, Letter, UnknownKind, kind_named
from notices.models import Notice
from notices.push import services
from notices.push.models import PushDevice
from notices.push.waiting import OF_TURNS, games_that_wait
from notices.selectors import has_muted
from notices.services import mute, see
from upkeep.clock import database_now, local_now

EVENING, MUTE, OPEN = "evening", "mute", "open"
EVENING_AT: Final = time(19)
OFFERED_UNTIL: Final = time(18)
"""Later it is evening already."""
_SHOWN: Final = "shown"
_SALT: Final = "notices.push.acts"


@dataclass(frozen=True, slots=True)
class Button:
    """Below a message."""

    action: str
    title: str
    address: str
    """`open` leads there; to any other it is sent, without a page."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A message that a device of the notice's player shows."""

    notice: Notice
    kind: Kind
    name: str
    """Of the button, or what marks the message itself."""
    since: datetime
    """When it was composed."""


def buttons(notice: Notice, kind: Kind, letter: Letter, device: int) -> tuple[Button, ...]:
    """The first is what a tap does. In the reader's language."""
    opens = letter.brief.opens if letter.brief else ""
    found = [Button(OPEN, opens or letter.link.words, letter.link.address)]
    for name, words in _offered(notice, kind, letter):
        found.append(Button(name, words, address_of(notice, device, name)))
    return tuple(found)


def _offered(notice: Notice, kind: Kind, letter: Letter) -> Iterator[tuple[str, str]]:
    local = local_now().astimezone(zone_of(notice.player))
    if kind.again_until and local.time() < OFFERED_UNTIL:
        yield EVENING, gettext("This evening")
    for act in kind.acts:
        yield act.name, str(act.words)
    if letter.mute and not kind.is_urgent and not kind.acts:
        yield MUTE, gettext("Mute game")


def address_of(notice: Notice, device: int, name: str) -> str:
    return settings.SITE_URL + reverse("notices:push_pressed", args=[_signed(notice, device, name)])


def mark_of(notice: Notice, device: int) -> str:
    """By which the device asks later whether the message, composed now, may go from its screen."""
    return _signed(notice, device, _SHOWN)


def _signed(notice: Notice, device: int, name: str) -> str:
    return signing.dumps([device, notice.pk, name, int(local_now().timestamp())], salt=_SALT)


def _read(token: str) -> Shown | None:
    """None: the device is gone, off or another's, or the notice is gone. Raises BadSignature: not one of
    ours, or an old one."""
    kept = timedelta(days=settings.NOTICES_KEPT_DAYS)
    device, pk, name, since = signing.loads(token, salt=_SALT, max_age=kept)
    notice = Notice.objects.filter(pk=pk).select_related("player").first()
    if notice is None:
        return None
    if not PushDevice.objects.filter(pk=device, player=notice.player_id, is_on=True).exists():
        return None
    try:
        return Shown(notice, kind_named(notice.kind), name, datetime.fromtimestamp(since, UTC))
    except UnknownKind:
        return None


@transaction.atomic
def act_by(token: str) -> bool:
    """Does what the button says, by which its player has seen the notice; False where there is no such notice
    or device any more. Raises BadSignature, for what is no button too."""
    shown = _read(token)
    if shown is None:
        return False
    notice, now = shown.notice, database_now()
    if shown.name == EVENING:
        _tell_again(shown, now)
    elif shown.name == MUTE:
        mute(player=notice.player, key=notice.key or "")
    else:
        act = next((act for act in shown.kind.acts if act.name == shown.name), None)
        if act is None:
            raise signing.BadSignature(f"{shown.name} is no button.")
        act.do(notice, shown.since)
    see(player=notice.player, key=notice.key, up_to=notice.pk)
    return True


def _tell_again(shown: Shown, now: datetime) -> None:
    """Nothing where it has been answered meanwhile."""
    notice, kind = shown.notice, shown.kind
    if kind.again_until and kind.is_still_true(notice):
        at = evening_of(now, zone=zone_of(notice.player), until=kind.again_until(notice))
        services.tell_again(notice=notice, at=at, now=now)


def evening_of(now: datetime, *, zone: ZoneInfo, until: datetime | None) -> datetime:
    """The next time that clocks there show EVENING_AT, but never past half of the time that is left."""
    today = now.astimezone(zone).date()
    days = (today, today + timedelta(days=1))
    evenings = [at_clock(day_time=datetime.combine(day, EVENING_AT), zone=zone) for day in days]
    evening = evenings[0] if evenings[0] > now else evenings[1]
    return evening if until is None else min(evening, now + max(until - now, timedelta(0)) / 2)


def read_elsewhere(marks: Sequence[str]) -> tuple[list[str], int | None]:
    """Of the messages on a device's screen those that may go: read or answered since, wherever, their games
    muted, or not the device's any more; and how many games wait for its player, None: there is none."""
    gone, waiting = [], None
    for mark in marks:
        try:
            shown = _read(mark)
        except signing.BadSignature:
            gone.append(mark)
            continue
        if shown is not None and waiting is None:
            waiting = games_that_wait(shown.notice.player)
        if shown is None or _may_go(shown, waiting or 0):
            gone.append(mark)
    return gone, waiting


def _may_go(shown: Shown, waiting: int) -> bool:
    notice, player = shown.notice, shown.notice.player
    if shown.kind.topic in OF_TURNS and waiting and not preferences_of(player).words_shown:
        return False
    was_seen = notice.seen_at is not None and notice.seen_at > shown.since
    return was_seen or has_muted(player, notice.key or "") or not shown.kind.is_still_true(notice)
