"""What the header of every page says of the bell: one small query a page, none for a fragment."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet
from django.http import HttpRequest

from notices.models import Dropped, Notice
from notices.services import see
from upkeep.kept.compiled_query import CompiledQuery

SHOWN: Final = 99
"""Beyond it stands a plus."""
_LOOKED_AT: Final = SHOWN + 1
_KEPT: Final = "_unseen_keys"


def unseen_in_header(request: HttpRequest) -> int:
    """How many notices are new to who asks, SHOWN + 1 at most; asked for once a request."""
    return len(_keys(request))


def see_on_page(request: HttpRequest, key: str) -> None:
    """Who asks for a page sees all that the bell has of its subject. Writes only when there is something new:
    the query of the header says so, and its number is right afterwards."""
    if request.method == "HEAD":
        return
    keys = _keys(request)
    # Of more than these nobody knows the rest.
    if key not in keys and len(keys) < _LOOKED_AT:
        return
    see(player=request.user, key=key)  # type: ignore[arg-type]
    if len(keys) < _LOOKED_AT:
        setattr(request, _KEPT, [each for each in keys if each != key])
    else:
        delattr(request, _KEPT)


def _keys(request: HttpRequest) -> list[str | None]:
    """What the new notices are about."""
    kept: list[str | None] | None = getattr(request, _KEPT, None)
    if kept is None:
        player = request.user.pk
        kept = [key for (key,) in _UNSEEN(player)] if player is not None else []
        setattr(request, _KEPT, kept)
    return kept


def _unseen(player: int) -> QuerySet[Notice, tuple[str | None]]:
    unseen = Notice.objects.filter(player=player, seen_at__isnull=True)
    return unseen.exclude(dropped=Dropped.TAKEN_BACK).values_list("key")[:_LOOKED_AT]


_UNSEEN = CompiledQuery(_unseen, int)
