"""The public page of a player."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.quiet import quiet_for
from accounts.selectors import player_called
from accounts.services import RECORD_NAMES
from board.words.rules import bot_level_note
from clubs.selectors import clubs_shown_of
from games.access import Viewer
from games.lobby.joining import reliability_of
from games.log.substitutes import games_played_on
from games.table.hindsight import marks_tally
from ladders.ladder.presenters.page import places_of
from ladders.stairs.moved import step_of
from pages.games_of_player import finished_games_of, running_games_of
from ratings.presenters.course import figures_of
from ratings.presenters.figures import pool_name
from ratings.selectors import meetings_of, results_of
from tournaments.presenters.looking import medals_of
from upkeep.clock import local_now

MOST_MEDALS: Final = 12


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know of a player. A former name, or another spelling, leads to the name of today."""
    player = player_called(name)
    if player is None:
        raise Http404
    if player.name != name:
        return redirect(player)
    viewer = request.user
    running, finished = request.GET.get("running", ""), request.GET.get("finished", "")
    context = {
        "player": player,
        "level": bot_level_note(player.bot_level) if player.is_bot else "",
        "is_record": not player.is_active and player.name in RECORD_NAMES,
        "reliability": reliability_of(player),
        "ratings": [] if player.is_former else _ratings(player),
        "ladders": [] if player.is_former else places_of(player, viewer),
        "step": None if player.is_former else step_of(player),
        "results": [] if player.is_former else results_of(player),
        "meetings": None if player.is_former else meetings_of(viewer, player),
        "marks": [] if player.is_former else marks_tally(player),
        "played_on": 0 if player.is_former else games_played_on(player),
        "medals": [] if player.is_former else medals_of(player)[:MOST_MEDALS],
        "clubs": clubs_shown_of(player),
        "running": running_games_of(player, viewer, after=running),
        "finished": finished_games_of(player, viewer, after=finished),
        "quiet": quiet_for(viewer, player) if _is_person(viewer) and viewer != player else None,
        "may_quiet": _is_person(viewer) and viewer != player and player.is_human and not player.is_former,
        "may_invite": _is_person(viewer) and viewer != player and player.is_human and player.is_active,
        "invite_query": urlencode({"invite": player.name}),
        # Each list goes on by itself and leaves the other where it is.
        "running_query": urlencode({"running": running}) if running else "",
        "finished_query": urlencode({"finished": finished}) if finished else "",
    }
    return render(request, "pages/profile.html", context)


def _ratings(player: Player) -> list[tuple[str, str, str]]:
    """Each pool's name, the rating and the value of its address."""
    return [(pool_name(pool), shown, pool) for pool, shown in figures_of(player, local_now()).items()]


def _is_person(viewer: Viewer) -> bool:
    return isinstance(viewer, Player) and viewer.is_human
