"""Ratings to look up, and whose results count for nothing. What staff do about that is done by services, each
with a reason."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from ratings.models import Exclusion, PlayerRating
from ratings.services.excluding import exclude_player, readmit_player
from upkeep.admin import ActsWithReason


class OfPlayer(ActsWithReason):
    list_select_related = ["player"]
    search_fields = ["player__name", "=player__public_id"]
    people = ("player",)

    def done_to(self, shown: Any) -> dict[str, Any]:
        return {"player": shown.player}

    def judged(self, shown: Any) -> Exclusion:
        return Exclusion(player=shown.player)

    def after(self, request: HttpRequest, act: str, shown: Any, done: object) -> HttpResponse:
        """To who is left out now: the row that was shown may be gone."""
        super().after(request, act, shown, done)
        return redirect("admin:ratings_exclusion_changelist")


@admin.register(PlayerRating)
class PlayerRatingAdmin(OfPlayer):
    acts = {"exclude": exclude_player}
    labels = {"exclude": gettext_lazy("Take all results out")}
    list_display = ["player", "pool", "rating", "deviation", "games", "listed_until"]
    list_filter = ["pool"]


@admin.register(Exclusion)
class ExclusionAdmin(OfPlayer):
    acts = {"readmit": readmit_player}
    labels = {"readmit": gettext_lazy("Let results count again")}
    list_display = ["player", "since"]
