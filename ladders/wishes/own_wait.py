"""The wish by which somebody waits, as a bar: how long so far, how long usually, and when bots sit in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils.translation import gettext

from board.words.rules import bot_level_name
from games.access import Viewer
from games.clocks.words import HOUR, amount_in_short
from ladders.models import Wish
from ladders.wishes.looking import own_wishes, ranges_of, terms_in_row
from ladders.wishes.services import SITS_IN
from ladders.wishes.waits import Waits, waits_lately

LENGTH: Final = 1000
"""Of the bar."""
A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class OwnWait:
    title: str
    terms: tuple[str, ...]
    so_far: str
    usual: str
    """Empty where nobody knows."""
    bots: str
    """When bots sit in, or that they do; empty where none come."""
    done: int
    """Of LENGTH."""
    tick: int | None
    """Where the usual time stands, of LENGTH; None where it is beyond, or nobody knows."""
    more: int
    """So many more wishes wait."""


def own_wait(viewer: Viewer, now: datetime, waits: Waits | None) -> OwnWait | None:
    """Of the wish that has waited longest; None without one that waits. `waits` are those for one opponent.
    Three queries at most, one for who has no wish."""
    waiting = [wish for wish in own_wishes(viewer) if wish.running < wish.at_once]
    if not waiting:
        return None
    wish = min(waiting, key=lambda each: each.waits_since)
    waits = waits if wish.players == 2 else waits_lately(now, wish.players)
    usual = waits.usual if waits else None
    so_far, comes_after = now - wish.waits_since, _bots_come_after(wish)
    end = comes_after or max(so_far, 2 * usual if usual else A_DAY)
    return OwnWait(
        title=_title(wish),
        terms=_terms(wish, now),
        so_far=gettext("{time} so far").format(time=amount_in_short(so_far)),
        usual=gettext("usually {time}").format(time=amount_in_short(waits.hours * HOUR)) if waits else "",
        bots=_bots(wish, comes_after),
        done=min(LENGTH, int(LENGTH * (so_far / end))),
        tick=int(LENGTH * (usual / end)) if usual and usual <= end else None,
        more=len(waiting) - 1,
    )


def _title(wish: Wish) -> str:
    if wish.players > 2:
        return gettext("You wait for a table of {number}").format(number=wish.players)
    return gettext("You wait for anybody") if wish.within is None else gettext("You wait for an opponent")


def _terms(wish: Wish, now: datetime) -> tuple[str, ...]:
    return (*terms_in_row(wish), *filter(None, ranges_of([wish], now)))


def _has_bots(wish: Wish) -> bool:
    return wish.bot_came_at is not None and wish.bot_came_at >= wish.waits_since


def _bots_come_after(wish: Wish) -> timedelta | None:
    if not wish.wants_bot or not settings.WISH_BOT_HOURS or _has_bots(wish):
        return None
    return settings.WISH_BOT_HOURS * HOUR


def _bots(wish: Wish, after: timedelta | None) -> str:
    if _has_bots(wish):
        return gettext("a bot plays meanwhile") if wish.players == 2 else gettext("bots play meanwhile")
    if after is None:
        return ""
    who = bot_level_name(SITS_IN) if wish.players == 2 else gettext("bots")
    return gettext("{who} at {time}").format(who=who, time=amount_in_short(after))
