"""What every service of a ladder does: lock it, append to its log, move places. Whoever calls these holds the
ladder's row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Case, F, IntegerField, Q, Value, When

from games.models import Game
from ladders.arithmetic.order import EventKind
from ladders.models import Challenge, Ladder, LadderEvent, Limbo, Rung, WhyLeft

AT_ONCE: Final = 500
_LEFT: Final = {
    Limbo.LEAVES: WhyLeft.LEFT,
    Limbo.CLOCK: WhyLeft.CLOCK,
    Limbo.SUSPENDED: WhyLeft.SUSPENDED,
    Limbo.CLUB: WhyLeft.CLUB,
    Limbo.DELETED: WhyLeft.DELETED,
}


def lock_ladder(ladder_id: int) -> Ladder:
    """To the end of the transaction. Raises Ladder.DoesNotExist."""
    return (
        Ladder.objects.select_for_update(no_key=True, of=("self",)).select_related("club").get(pk=ladder_id)
    )


def append(
    ladder: Ladder,
    kind: EventKind,
    player: int | None,
    now: datetime,
    *,
    other: int | None = None,
    game: Game | None = None,
    data: Mapping[str, Any] | None = None,
    **more: Any,
) -> LadderEvent:
    """The next line of the log; players by their ids."""
    ladder.last_number += 1
    ladder.save(update_fields=["last_number"])
    return LadderEvent.objects.create(
        ladder=ladder,
        number=ladder.last_number,
        kind=kind,
        player_id=player,
        other_id=other,
        game=game,
        at=now,
        data=dict(data or {}),
        **more,
    )


def rung_of(ladder: Ladder, player: int) -> Rung | None:
    return Rung.objects.filter(ladder=ladder, player=player).select_related("player").first()


def move_up(rung: Rung, place: int) -> None:
    """Everybody between moves down one. Two statements, since no two places may be alike meanwhile."""
    between = Rung.objects.filter(ladder=rung.ladder_id, place__gte=place, place__lte=rung.place)
    between.update(
        place=Case(When(pk=rung.pk, then=Value(-place)), default=-F("place") - 1, output_field=IntegerField())
    )
    _show_again(rung.ladder_id)
    rung.place = place


def take_out(ladder: Ladder, rung: Rung) -> None:
    """Everybody below moves up one."""
    place = rung.place
    rung.delete()
    Rung.objects.filter(ladder=ladder, place__gt=place).update(place=-F("place") + 1)
    _show_again(ladder.pk)
    resize(ladder, -1)


def resize(ladder: Ladder, by: int) -> None:
    ladder.size += by
    ladder.save(update_fields=["size"])


def place_all(ladder: Ladder, places: Mapping[int, int]) -> None:
    """Gives these players, who have rungs, these places, which are free once all of them have theirs."""
    players = sorted(places)
    Rung.objects.filter(ladder=ladder, player__in=players).update(place=-F("place") - ladder.size - 10**6)
    for first in range(0, len(players), AT_ONCE):
        some = players[first : first + AT_ONCE]
        Rung.objects.filter(ladder=ladder, player__in=some).update(
            place=Case(
                *[When(player=player, then=Value(-places[player])) for player in some],
                output_field=IntegerField(),
            )
        )
    _show_again(ladder.pk)


def _show_again(ladder_id: int) -> None:
    Rung.objects.filter(ladder=ladder_id, place__lt=0).update(place=-F("place"))


def running_games(ladder: Ladder, player: int) -> int:
    games = Challenge.objects.filter(ladder=ladder, settled_at__isnull=True)
    return games.filter(Q(challenger=player) | Q(challenged=player)).count()


def begin_limbo(ladder: Ladder, rung: Rung, why: Limbo, now: datetime, *, cause: int = 0) -> None:
    """Out at once when no game of the player's runs here."""
    rung.limbo = why
    rung.save(update_fields=["limbo"])
    append(ladder, EventKind.LIMBO, rung.player_id, now, why=why, cause=cause)
    end_limbo(ladder, rung, now, cause=cause)


def end_limbo(ladder: Ladder, rung: Rung, now: datetime, *, cause: int = 0) -> bool:
    """Whoever is in limbo leaves when the last game is over; whether that is so."""
    if not rung.limbo or running_games(ladder, rung.player_id):
        return False
    drop(ladder, rung, _LEFT[Limbo(rung.limbo)], now, cause=cause)
    return True


def drop(ladder: Ladder, rung: Rung, why: WhyLeft, now: datetime, *, cause: int = 0) -> LadderEvent:
    """Off the ladder, whatever games still run: they move nobody any more."""
    rung.refresh_from_db(fields=["place"])  # somebody above may have left in this very moment
    event = append(
        ladder, EventKind.LEFT, rung.player_id, now, why=why, cause=cause, data={"from": rung.place}
    )
    take_out(ladder, rung)
    return event


def rungs_of(ladder: Ladder, players: Iterable[int]) -> dict[int, Rung]:
    rungs = Rung.objects.filter(ladder=ladder, player__in=players).select_related("player")
    return {rung.player_id: rung for rung in rungs}
