"""How a player did against each opponent."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db.models import Count, F, Q, Sum

from accounts.models import Player
from ratings.models import PairTally

MOST_SHOWN: Final = 10
_PLAYED: Final = F("one_won") + F("other_won") + F("both_won") + F("drawn") + F("neither")


class Opponent(NamedTuple):
    player: Player | None
    """None: all others together, `number` of them."""
    number: int
    played: int
    won: int
    share: float
    """Won of 100."""


def opponents_of(player: Player) -> list[Opponent]:
    """Those met most often, and the others together; two queries. Of public games, rated or not."""
    pairs = (
        PairTally.objects.filter(Q(one=player) | Q(other=player))
        .annotate(played=_PLAYED)
        .filter(played__gt=0)
    )
    often = list(pairs.select_related("one", "other").order_by("-played", "pk")[: MOST_SHOWN + 1])
    shown = [_opponent(pair, player) for pair in often[:MOST_SHOWN]]
    if len(often) <= MOST_SHOWN:
        return shown
    all_pairs = pairs.aggregate(
        number=Count("pk"),
        games=Sum("played"),
        as_one=Sum("one_won", filter=Q(one=player), default=0),
        as_other=Sum("other_won", filter=Q(other=player), default=0),
        both=Sum("both_won"),
    )
    won = all_pairs["as_one"] + all_pairs["as_other"] + all_pairs["both"] - sum(each.won for each in shown)
    played = all_pairs["games"] - sum(each.played for each in shown)
    return [*shown, Opponent(None, all_pairs["number"] - len(shown), played, won, _share(won, played))]


def _opponent(pair: PairTally, player: Player) -> Opponent:
    is_one = pair.one_id == player.pk
    won = (pair.one_won if is_one else pair.other_won) + pair.both_won
    played = pair.one_won + pair.other_won + pair.both_won + pair.drawn + pair.neither
    return Opponent(pair.other if is_one else pair.one, 1, played, won, _share(won, played))


def _share(won: int, played: int) -> float:
    return round(100 * won / played, 1)
