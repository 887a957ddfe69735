"""The home page, the lists of games, and what the site keeps of whom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.sessions import guide_step
from board.words.rules import bot_level_manner, bot_level_name
from bots.levels import OFFERED
from clubs.selectors import club_invitations_for
from games.access import Viewer
from games.forms.new_game import new_key
from games.lists import Band, GameRow, OpenGamesFilter, first_open_games, open_counts, rows_of
from games.lists import open_games as games_that_are_open
from games.lobby.taking_over import seats_adrift
from games.lobby.waiting import invitations_for
from games.models import Status
from games.views.around import KEEP
from homeworlds.rules import Variant
from ladders.wishes.looking import wishes_of_others
from ladders.wishes.own_wait import own_wait
from ladders.wishes.waits import WITHIN, Waits, somebody_for, waits_lately
from pages.forms import MyGamesForm, OpenGamesForm
from pages.guide import step_offered
from pages.living import living_table
from pages.lobby import lobby_of
from pages.mine import CANCELLED, FINISHED, PER_PAGE, RUNNING, Counts, count_games, first_waiting, news_stamp
from pages.mine import my_games as games_of
from pages.some_games import SomeGames
from ratings.presenters.forecasts import forecasts_of
from records.lately import anything_begun, games_going_on
from upkeep.clock import local_now

SHOWN_AT_HOME: Final = 5
SHOWN_BELOW: Final = 3
"""Games at home that others play, and that can be joined."""
BOTS_SHOWN: Final = 3
"""In a lobby where nobody waits, the weakest first."""
LOOKED_AT: Final = 12
"""Open games of which those are shown that the viewer may join."""
JOINABLE: Final = OpenGamesFilter(only_mine_to_join=True)
INDEXED_FROM: Final = 10
"""So many games are more than a phone shows."""
COMPACT: Final = "compact"
"""Where a session keeps that My games are shown without maps."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and for a player what waits; beneath it what goes on and what can be joined."""
    user, waiting, invitations, clubs = request.user, [], [], []
    if user.is_authenticated:
        invitations = invitations_for(user)
        waiting = first_waiting(user, SHOWN_AT_HOME)
        clubs = club_invitations_for(user)
    context = {
        "waiting": waiting,
        "invitations": invitations,
        "club_invitations": clubs,
        "living": None if waiting else living_table(),
        "going_on": [] if waiting else rows_of(games_going_on(SHOWN_BELOW), user),
        "joinable": _not_refused(first_open_games(user, JOINABLE, LOOKED_AT))[:SHOWN_BELOW],
        "key": new_key(),
        "learn_step": step_offered(guide_step(request)),
    }
    return render(request, "pages/home.html", context)


def _not_refused(rows: Sequence[GameRow]) -> list[GameRow]:
    return [row for row in rows if not row.why_not]


@require_safe
def living(request: HttpRequest) -> HttpResponse:
    """The fragment with the table of the home page, 204 while it is the one after which was asked."""
    now = living_table()
    if request.GET.get("after") == now["version"]:
        return HttpResponse(status=204)
    return render(request, "pages/_living.html", {"living": now})


@require_safe
def open_games(request: HttpRequest) -> HttpResponse:
    """The public games that wait for players, as many of them as one asks for."""
    form, now = OpenGamesForm(request.GET), local_now()
    form.count(open_counts(request.user))
    listing = games_that_are_open(request.user, wanted=form.wanted(), page=request.GET.get("page", 1))
    wishes, waits = wishes_of_others(request.user, now), waits_lately(now)
    context = {
        "own_wait": own_wait(request.user, now, waits),
        "waits": waits,
        **({} if listing.rows or wishes or form.query() else _quiet_hour(request.user, now, waits)),
        "listing": listing,
        "lobby": lobby_of(listing.rows, _forecasts_by_game(listing.rows, request.user)),
        "adrift": seats_adrift(request.user, now),
        "wishes": wishes,
        "form": form,
        "query": form.query(),
        "key": new_key(),
    }
    return render(request, "pages/open_games.html", context)


def _quiet_hour(viewer: Viewer, now: datetime, waits: Waits | None) -> dict[str, object]:
    """What there is to do in a lobby where nobody waits: who sits down at once, and what is played."""
    is_first = waits is None and not anything_begun(now - WITHIN)
    return {
        "is_quiet": True,
        "is_first_here": is_first,
        "somebody": somebody_for(viewer),
        "bots": [
            BotRow(level, bot_level_name(level), bot_level_manner(level)) for level in OFFERED[:BOTS_SHOWN]
        ],
        "going_on": [] if is_first else rows_of(games_going_on(SHOWN_BELOW), viewer),
    }


class BotRow(NamedTuple):
    level: str
    name: str
    manner: str


@login_required
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """The player's games as they are asked for; whether without maps is remembered. A page that is open asks
    for news, 204 while there are none."""
    if "compact" in request.GET:
        request.session[COMPACT] = request.GET["compact"] == "1"
    form, player = MyGamesForm(request.GET), request.user
    news = news_stamp(player, local_now())
    if request.GET.get("news") == news:
        return HttpResponse(status=204)
    wanted, counts = form.wanted(), count_games(player)
    games = games_of(player, wanted, after=request.GET.get("after", ""), per_page=PER_PAGE)
    answer = render(
        request,
        "pages/my_games.html",
        {
            "games": games,
            "sections": _sections(games, is_usual=not wanted.order),
            "index": _index(games.rows),
            "news": news,
            "counts": counts,
            "tabs": _tabs(form, counts),
            "form": form,
            "first_page": form.query(),
            "next_page": form.query(after=games.older),
            "all_of_state": form.query(words="", variant=""),
            "compact": request.session.get(COMPACT, False),
            "invitations": invitations_for(player),
            "key": new_key(),
            "learn_step": step_offered(guide_step(request)),
        },
    )
    if not any(row.game.variant == Variant.GOOD_VS_EVIL for row in games.rows):
        answer[KEEP] = "yes"
    return answer


class Tab(NamedTuple):
    """A state of games that can be chosen."""

    name: str
    number: str
    address: str
    is_shown: bool


def _tabs(form: MyGamesForm, counts: Counts) -> list[Tab]:
    tabs = [
        (RUNNING, gettext("Running"), counts.running),
        (FINISHED, gettext("Finished"), counts.finished),
        (CANCELLED, gettext("Cancelled"), counts.cancelled),
    ]
    shown = form.wanted().state
    return [
        Tab(
            name,
            number_format(number, force_grouping=True),
            form.query(state=state, order=""),
            state == shown,
        )
        for state, name, number in tabs
        if number or state != CANCELLED or state == shown
    ]


class Group(NamedTuple):
    """Where rows begin that have about as much time."""

    words: str
    number: int
    public_id: str
    is_urgent: bool


def _index(rows: Sequence[GameRow]) -> list[Group]:
    """Of the rows of a page that go on, in their order; empty where they are no more than a screen shows."""
    if len(rows) < INDEXED_FROM:
        return []
    running = [row for row in rows if row.game.status == Status.RUNNING]
    grouped = groupby(running, lambda row: row.band if row.waits_for_viewer else Band.OTHERS)
    found = [(band, list(group)) for band, group in grouped]
    words = {
        Band.DAY: gettext("under 1 d"),
        Band.DAYS: gettext("1–3 d"),
        Band.LATER: gettext("later"),
        Band.OTHERS: gettext("others"),
    }
    return [
        Group(words[band], len(those), those[0].game.public_id, band is Band.DAY) for band, those in found
    ]


class Section(NamedTuple):
    """Rows under a heading."""

    heading: str
    rows: list[GameRow]
    number: int
    """So many there are; 0 where that is not told."""
    is_mine: bool
    """They wait for the player."""
    order: str
    """In which order they stand; empty where it need not be said."""


def _sections(games: SomeGames, *, is_usual: bool) -> list[Section]:
    """The rows, sorted already, under headings; `is_usual`: no other order was asked for."""
    is_whole = games.is_start and not games.older
    found = []
    for heading, group in groupby(games.rows, _heading):
        rows = list(group)
        by_time = is_usual and len(rows) > 1 and rows[0].game.status == Status.RUNNING
        order = gettext("least time first") if by_time else ""
        found.append(Section(heading, rows, len(rows) if is_whole else 0, rows[0].waits_for_viewer, order))
    return found


def _heading(row: GameRow) -> str:
    if row.waits_for_viewer:
        return gettext("Your turn")
    return {
        Status.RUNNING: gettext("Others are to move"),
        Status.OPEN: gettext("Waiting for players"),
        Status.FINISHED: gettext("Finished"),
        Status.CANCELLED: gettext("Cancelled"),
    }[Status(row.game.status)]


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site keeps of whom, and how those who run it can be reached."""
    context = {
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 3600),
        "notice_days": settings.NOTICES_KEPT_DAYS,
    }
    return render(request, "pages/privacy.html", context)


def _forecasts_by_game(rows: Sequence[GameRow], viewer: Viewer) -> dict[int, str]:
    """By the id of the game; those that the viewer can join, in one query."""
    games = [row.game for row in rows if row.may_join]
    found = forecasts_of([(game, list(game.seats.all())) for game in games], viewer)
    return {game.pk: said for game, said in zip(games, found, strict=True) if said}
