"""Results of old, whose players have numbers and no names: what the ratings of this site make of them.

A list for itself. Nobody of it is anybody here, no game of it counts here, and days do not count in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet

from ratings.arithmetic.rating_list import Pool, RatedGame, recomputed
from ratings.arithmetic.shown import NEW_GAMES, PROVISIONAL
from ratings.models import Archive, ArchiveStanding


@transaction.atomic
def show_archive(*, label: str, games: Sequence[RatedGame]) -> Archive:
    """Instead of what was shown under this label."""
    book = recomputed(games)
    Archive.objects.filter(label=label).delete()
    archive = Archive.objects.create(label=label, games=len(games))
    rows = [
        ArchiveStanding(
            archive=archive,
            pool=pool,
            number=player,
            rating=standing.rating.value,
            deviation=standing.rating.deviation,
            games=standing.games,
        )
        for (pool, player), standing in book.standings.items()
    ]
    ArchiveStanding.objects.bulk_create(rows, batch_size=1000)
    return archive


@transaction.atomic
def hide_archive(*, label: str) -> bool:
    """Whether there was one."""
    found, _ = Archive.objects.filter(label=label).delete()
    return found > 0


def listed_in(archive: Archive, pool: Pool) -> QuerySet[ArchiveStanding]:
    """Who had settled, as in the list of the living; the best first."""
    settled = archive.standings.filter(pool=pool, deviation__lte=PROVISIONAL, games__gte=NEW_GAMES)
    return settled.order_by("-rating", "number")
