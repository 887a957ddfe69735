"""Who has sat in a seat when: before a substitute came, the one whose name it keeps."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext

from accounts.models import Player
from games.clocks.words import who_plays
from games.models import FormerPlayer, Seat


class Substitutes:
    """Of a game in which there are some. One query."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = seats
        former = FormerPlayer.objects.filter(seat__in=seats).select_related("player").order_by("log_number")
        self._former: dict[int, list[FormerPlayer]] = {seat.pk: [] for seat in seats}
        for each in former:
            self._former[each.seat_id].append(each)

    def name(self, seat: int, number: int) -> str:
        """Of who sat there when an entry of the log was written. The entry by which a substitute came names
        the one who stayed away."""
        taken, former = self._seats[seat], self._former[self._seats[seat].pk]
        # The first of the former players has given the seat its name, each other one came as a substitute.
        left = next((place for place, each in enumerate(former) if number <= each.log_number), None)
        if left == 0:
            return taken.shown_name
        if left is None:
            return who_plays(taken)
        return gettext("{player} for {name}").format(player=former[left].player.name, name=taken.shown_name)


def games_played_on(player: Player) -> int:
    """In so many games the player has taken the seat of somebody who stayed away, and has it still or lost it
    to another. One query over such seats alone."""
    earlier = FormerPlayer.objects.filter(seat=OuterRef("seat"), log_number__lt=OuterRef("log_number"))
    left = FormerPlayer.objects.filter(Exists(earlier), player=player).order_by().values("pk")
    has = Seat.objects.filter(player=player, has_substitute=True).order_by().values("pk")
    return has.union(left, all=True).count()


def substitutes_among(seats: Sequence[Seat]) -> Substitutes | None:
    """None in most games, which asks nothing."""
    return Substitutes(seats) if any(seat.has_substitute for seat in seats) else None
