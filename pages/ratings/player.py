"""The ratings of a player: the curve, and what the games behind it show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.selectors import player_called
from pages.ratings.listing import pool_tabs
from ratings.arithmetic.rating_list import Pool
from ratings.presenters.against import opponents_of
from ratings.presenters.chart import Curve, Dot, Sign, draw, sample
from ratings.presenters.course import MOST_DRAWN, Step, course_of, now_rated, tally_of
from ratings.presenters.figures import pool_called, pool_name
from ratings.presenters.latest import MOST_GAMES, latest_of
from ratings.presenters.listing import may_tick
from ratings.selectors import results_of
from ratings.ticks import has_ticked
from upkeep.clock import local_now

WIDE, NARROW = (640, 270), (340, 210)


@require_safe
def player_ratings(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know. A former name, or another spelling, leads to the name of today."""
    player = player_called(name)
    if player is None or player.is_former:
        raise Http404
    if player.name != name:
        return redirect("player_ratings", player.name)
    pool, viewer, now = pool_called(request.GET.get("pool", "")), request.user, local_now()
    steps = course_of(player, pool)
    ticks = may_tick(viewer, player)
    context = {
        "player": player,
        "pool": pool,
        "pool_name": pool_name(pool),
        "tabs": pool_tabs(pool),
        "now": now_rated(player, pool, now),
        "latest": latest_of(player, pool),
        "most_games": MOST_GAMES,
        "opponents": opponents_of(player),
        "results": results_of(player),
        "may_tick": ticks,
        "ticked": ticks and has_ticked(viewer, player),
        "here": request.get_full_path(),
        **_curve(steps, pool, _chosen(steps, request.GET.get("change", ""))),
    }
    return render(request, "pages/ratings/player.html", context)


def _chosen(steps: Sequence[Step], wanted: str) -> int | None:
    """From 1; the last one, unless another was asked for."""
    numbers = [str(step.number) for step in steps]
    if wanted in numbers:
        return numbers.index(wanted) + 1
    return len(steps) or None


def _curve(steps: Sequence[Step], pool: Pool, chosen: int | None) -> dict[str, Any]:
    if chosen is None:
        return {"steps": []}

    def address(number: int) -> str:
        return f"?{urlencode({'pool': pool, 'change': steps[number - 1].number})}#curve"

    def title(number: int) -> str:
        step = steps[number - 1]
        return gettext("Game {number}: {words}, {before} → {after}").format(
            number=step.games, words=step.words, before=step.from_figure, after=step.to_figure
        )

    curve = Curve(
        steps[0].before,
        steps[0].before_deviation,
        [Dot(step.games, step.sign, step.after, step.deviation) for step in steps],
    )
    wide, narrow = [draw(curve, *size, chosen=chosen, link=address, title=title) for size in (WIDE, NARROW)]
    tally = tally_of(steps)
    return {
        "steps": steps,
        "most_drawn": MOST_DRAWN if len(steps) == MOST_DRAWN else 0,
        "wide": wide,
        "narrow": narrow,
        "chosen": steps[chosen - 1],
        "earlier": address(chosen - 1) if chosen > 1 else "",
        "later": address(chosen + 1) if chosen < len(steps) else "",
        "tally": [(sample(sign), sign, tally[sign]) for sign in (Sign.WON, Sign.LOST, Sign.DRAWN)],
        "others": (sample(Sign.OTHER), tally[Sign.OTHER]),
    }
