"""A season of the stairs ends: its order is kept, and all begin the next one half as high."""

from __future__ import annotations

from datetime import date
from typing import Final

from ladders.arithmetic.steps import compressed
from ladders.models import StairsPlayer, StairsSeason, StairsStanding
from ladders.stairs.looking import in_order
from ladders.stairs.notices import notify_season_over
from ladders.stairs.services.keeping import Kind, Log

AT_ONCE: Final = 1000


def end_season(log: Log, season: StairsSeason, day: date) -> StairsSeason:
    """The next season. Who has left stands in no order, but goes down with the others. The stairs are
    locked."""
    rows = list(in_order().select_related("player"))
    StairsStanding.objects.bulk_create(
        [
            StairsStanding(
                season=season,
                player_id=row.player_id,
                place=place,
                step=row.step,
                played=row.played,
                won=row.won,
            )
            for place, row in enumerate(rows, 1)
        ],
        batch_size=AT_ONCE,
    )
    season.ended_on = day
    season.save(update_fields=["ended_on"])
    log.add(Kind.SEASON, data={"number": season.number})
    for row in (everybody := list(StairsPlayer.objects.all())):
        row.step = row.began_at_step = compressed(row.step)
        row.played = row.won = 0
    StairsPlayer.objects.bulk_update(
        everybody, ["step", "began_at_step", "played", "won"], batch_size=AT_ONCE
    )
    notify_season_over(season, [row.player for row in rows], now=log.at)
    return StairsSeason.objects.create(number=season.number + 1, began_on=day)
