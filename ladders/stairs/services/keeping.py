"""Writing of the stairs: under the lock of their one row, every change with its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db.models import Max

from ladders.models import Stairs, StairsEvent, StairsSeason
from ladders.stairs.times import last_seating_day
from upkeep.clock import database_now

THE_STAIRS: Final = 1
Kind = StairsEvent.Kind


def lock_stairs() -> Stairs:
    """To the end of the transaction. The first call ever makes them, with their first season."""
    locked = Stairs.objects.select_for_update(no_key=True)
    found = locked.filter(pk=THE_STAIRS).first()
    if found is None:
        day = last_seating_day(database_now())
        Stairs.objects.bulk_create([Stairs(pk=THE_STAIRS, last_day=day)], ignore_conflicts=True)
        found = locked.get(pk=THE_STAIRS)
        StairsSeason.objects.get_or_create(number=1, defaults={"began_on": day})
    return found


def season_now() -> StairsSeason:
    """The one that lasts; the stairs are locked, or it is only looked at."""
    return StairsSeason.objects.get(ended_on=None)


@dataclass(slots=True)
class Log:
    """Events of one change of the locked stairs; `write` stores them, and what stands of the number."""

    stairs: Stairs
    at: datetime
    events: list[StairsEvent] = field(default_factory=list)

    def add(
        self,
        kind: StairsEvent.Kind,
        *,
        player: int | None = None,
        game: int | None = None,
        step: int | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> int:
        """The number of the event."""
        self.stairs.last_number += 1
        self.events.append(
            StairsEvent(
                number=self.stairs.last_number,
                at=self.at,
                kind=kind,
                player_id=player,
                game_id=game,
                step=step,
                data=dict(data or {}),
            )
        )
        return self.stairs.last_number

    def write(self, *fields: str) -> None:
        StairsEvent.objects.bulk_create(self.events)
        self.stairs.save(update_fields=["last_number", *fields])
        self.events = []


def last_number() -> int:
    """Of all that is written; for checks."""
    return int(StairsEvent.objects.aggregate(last=Max("number"))["last"] or 0)


def by_id(rows: Sequence[Any]) -> dict[int, Any]:
    """Rows of the stairs by their players."""
    return {row.player_id: row for row in rows}
