"""Who may join a ladder, and whom one may challenge there. The page and the services ask the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from accounts.models import Player
from accounts.selectors import blocked_with, is_known
from accounts.vacation.keeping import vacation_of
from clubs.models import Membership
from ladders.arithmetic.order import EventKind, Result
from ladders.arithmetic.reach import (
    OFTEN,
    SENT,
    highest_reached,
    received_at_most,
    received_from_friends_at_most,
)
from ladders.ladder.holding import offers, often_met
from ladders.ladder.refusals import LadderRefusal, LadderRefusalCode
from ladders.models import Challenge, Ladder, LadderEvent, Limbo, Rung
from ratings.arithmetic.rating_list import pool_of
from ratings.models import PlayerRating
from upkeep.dates import exact

APART: Final = timedelta(days=7)
"""So long two who have played here do not play again."""


def why_not_join(ladder: Ladder, player: Player, now: datetime) -> LadderRefusal | None:
    """Three queries at most."""
    if not is_known(player):
        return LadderRefusal(LadderRefusalCode.PEOPLE_ONLY)
    if player.is_suspended:
        return LadderRefusal(LadderRefusalCode.SUSPENDED, until=exact(player.suspended_until))
    if ladder.closed_at is not None:
        return LadderRefusal(LadderRefusalCode.CLOSED)
    if ladder.club_id and not Membership.objects.filter(club=ladder.club_id, player=player).exists():
        return LadderRefusal(LadderRefusalCode.MEMBERS_ONLY)
    own = Rung.objects.filter(ladder=ladder, player=player).first()
    if own is not None:
        leaves = own.limbo and own.limbo != Limbo.CLOCK
        return LadderRefusal(LadderRefusalCode.LEFT_BY_CHOICE if leaves else LadderRefusalCode.ALREADY_THERE)
    if until := barred_until(ladder, player, now):
        return LadderRefusal(LadderRefusalCode.BARRED, until=exact(until))
    return None


def barred_until(ladder: Ladder, player: Player, now: datetime) -> datetime | None:
    bars = LadderEvent.objects.filter(ladder=ladder, player=player, kind=EventKind.BARRED, until__gt=now)
    last = bars.standing().order_by("-until").first()
    return last.until if last else None


class Challenger:
    """Somebody on a ladder, and whom there he may challenge. Asked for many players at once it takes as many
    queries as for one: nine at most."""

    def __init__(self, ladder: Ladder, player: Player, rung: Rung | None, now: datetime) -> None:
        self.ladder, self.player, self.rung, self.now = ladder, player, rung, now
        self.running = list(
            Challenge.objects.filter(
                Q(challenger=player) | Q(challenged=player), ladder=ladder, settled_at__isnull=True
            ).select_related("game", "challenger", "challenged")
        )
        self.sent = sum(each.challenger_id == player.pk for each in self.running)
        self.highest = self._highest()
        self._received: Counter[int] = Counter()
        self._from_friends: Counter[int] = Counter()
        self._met: Counter[frozenset[int]] = Counter()
        self._lately: dict[int, datetime] = {}
        self._blocked: set[int] = set()

    def _highest(self) -> int:
        """The highest place within reach; the own one for whoever stands nowhere."""
        if self.rung is None:
            return 0
        return highest_reached(self.rung.place, self._place_by_rating())

    def _place_by_rating(self) -> int | None:
        """Where the player would stand if the ladder went by settled ratings."""
        pool = pool_of(self.ladder.variant, 2)
        settled = PlayerRating.objects.filter(pool=pool, listed_until__gt=self.now)
        own = settled.filter(player=self.player).first()
        if own is None:
            return None
        better = settled.filter(rating__gt=own.rating, player__rungs__ladder=self.ladder)
        return better.count() + 1

    def look_at(self, rungs: Iterable[Rung]) -> None:
        """Learns what there is to know of these, in four queries."""
        players = [rung.player_id for rung in rungs]
        games = Challenge.objects.filter(ladder=self.ladder)
        self._met.update(often_met(self.ladder, players, self.now))
        received = games.filter(challenged__in=players, settled_at__isnull=True)
        for other, whom in received.values_list("challenger", "challenged"):
            self._received[whom] += 1
            self._from_friends[whom] += self._met[frozenset((other, whom))] > OFTEN
        lately = (
            games.filter(settled_at__gt=self.now - APART)
            .exclude(result=Result.VOID)
            .filter(
                Q(challenger=self.player, challenged__in=players)
                | Q(challenged=self.player, challenger__in=players)
            )
        )
        for one, other, at in lately.values_list("challenger", "challenged", "settled_at"):
            who = other if one == self.player.pk else one
            self._lately[who] = max(at, self._lately.get(who, at))
        blocks = blocked_with(self.player).values_list("owner", "other")
        self._blocked.update(player for pair in blocks for player in pair)
        self._blocked.discard(self.player.pk)

    def why_not_at_all(self) -> LadderRefusal | None:
        """Why he challenges nobody; asks nothing."""
        if self.player.is_suspended:
            return LadderRefusal(LadderRefusalCode.SUSPENDED, until=exact(self.player.suspended_until))
        if self.ladder.closed_at is not None:
            return LadderRefusal(LadderRefusalCode.CLOSED)
        if self.rung is None:
            return LadderRefusal(LadderRefusalCode.NOT_THERE)
        if self.rung.limbo:
            return LadderRefusal(LadderRefusalCode.IN_LIMBO)
        if vacation_of(self.player, self.now):
            return LadderRefusal(LadderRefusalCode.ON_VACATION)
        if self.sent >= SENT:
            return LadderRefusal(LadderRefusalCode.SENT_ENOUGH, number=self.sent)
        return None

    def why_not(self, rung: Rung | None) -> LadderRefusal | None:
        """Why he does not challenge whoever stands there, at whom he has looked. What is about the other
        comes first, so that each row of a list has a reason of its own."""
        return self._why_not_them(rung) or self.why_not_at_all()

    def _why_not_them(self, rung: Rung | None) -> LadderRefusal | None:
        if rung is None:
            return LadderRefusal(LadderRefusalCode.THEY_ARE_NOT_THERE)
        if rung.player_id == self.player.pk:
            return LadderRefusal(LadderRefusalCode.SELF)
        if self.rung is None:
            return LadderRefusal(LadderRefusalCode.NOT_THERE)
        if rung.place > self.rung.place:
            return LadderRefusal(LadderRefusalCode.BELOW)
        if any(rung.player_id in (game.challenger_id, game.challenged_id) for game in self.running):
            return LadderRefusal(LadderRefusalCode.PLAYING_ALREADY)
        if rung.place < self.highest:
            return LadderRefusal(LadderRefusalCode.TOO_HIGH, own=self.rung.place, highest=self.highest)
        if rung.limbo:
            return LadderRefusal(LadderRefusalCode.THEY_ARE_IN_LIMBO)
        if vacation_of(rung.player, self.now):
            return LadderRefusal(LadderRefusalCode.THEY_ARE_ON_VACATION)
        if played := self._lately.get(rung.player_id):
            return LadderRefusal(LadderRefusalCode.TOO_SOON, until=exact(played + APART))
        is_friend = self._met[frozenset((self.player.pk, rung.player_id))] >= OFTEN
        more = offers(rung, self.now) and not is_friend
        if self._received[rung.player_id] >= received_at_most(rung.place) + more:
            return LadderRefusal(LadderRefusalCode.THEY_ARE_FULL, number=self._received[rung.player_id])
        if is_friend and self._from_friends[rung.player_id] >= received_from_friends_at_most(rung.place):
            return LadderRefusal(LadderRefusalCode.FRIENDS_ENOUGH)
        if rung.player_id in self._blocked or rung.player.is_suspended or not is_known(rung.player):
            return LadderRefusal(LadderRefusalCode.NOT_NOW)
        return None


def may_challenge(challenger: Challenger, rungs: Sequence[Rung]) -> list[Rung]:
    """Those of them whom he may challenge."""
    challenger.look_at(rungs)
    return [rung for rung in rungs if challenger.why_not(rung) is None]
