"""The page of a ladder: what to do next, my place and games, whom I may challenge, who stands where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, Q
from django.utils.translation import gettext, ngettext

from accounts.models import Player
from board.words.refusals import sentence
from games.access import Viewer
from games.clocks.words import clock_in_short
from ladders.arithmetic.order import Result
from ladders.arithmetic.reach import SENT
from ladders.ladder.access import ladders_seen_by
from ladders.ladder.presenters.doing import Next, Running, next_thing, reach_of, running_games
from ladders.ladder.presenters.rows import (
    PER_PAGE,
    Eyes,
    Fold,
    Line,
    Row,
    fold,
    folded,
    page_of,
    places_around,
    places_on,
    without_buttons,
)
from ladders.ladder.refusals import LadderRefusal, LadderRefusalCode
from ladders.ladder.rights import Challenger
from ladders.models import Challenge, Ladder, Limbo, PlaceThen, Rung
from ratings.presenters.forecasts import chances_against

NEAREST: Final = 10
"""So many of those whom one may challenge are named; those farther up are a row together."""
MOST_ON_A_PROFILE: Final = 12
WEEK: Final = timedelta(days=7)


class Figures(NamedTuple):
    place: int
    moved: int | None
    sent: int
    most: int
    won: int
    played: int

    @property
    def fell(self) -> int:
        return -self.moved if self.moved else 0

    @property
    def hundred(self) -> int:
        return round(100 * self.won / self.played) if self.played else 0


class Challenges(NamedTuple):
    """Whom the viewer may challenge, and why not the others."""

    reach: str
    """By their places, in words, or why nobody."""
    begins: str
    """What a challenge does; empty where none can be sent."""
    left: str
    """How many more may be sent."""
    farther: Fold | None
    """Those within reach who are not named."""
    may: tuple[Row, ...]
    not_now: tuple[Row, ...]
    too_high: Fold | None


@dataclass(frozen=True, slots=True)
class LadderPage:
    ladder: Ladder
    next: Next
    figures: Figures | None
    """None for who is not on it."""
    running: tuple[Running, ...]
    challenges: Challenges | None
    """None for who is not on it."""
    rows: tuple[Line, ...]
    page: int
    """0: the top, the viewer's surroundings, and the rest folded."""
    pages: int
    may_leave: bool

    @property
    def previous(self) -> int:
        return self.page - 1

    @property
    def following(self) -> int:
        return self.page + 1 if self.page < self.pages else 0


def ladder_page(ladder: Ladder, viewer: Viewer, now: datetime, *, page: str = "") -> LadderPage:
    """As many queries for thousands of players as for a few: sixteen at most."""
    player = viewer if isinstance(viewer, Player) else None
    own = _rung(ladder, player)
    challenger = Challenger(ladder, player, own, now) if player and own else None
    number, pages = _page_asked(page, own, ladder.size)
    listed = places_on(number) if number or own is None else places_around(own.place, ladder.size)
    near = range(max(own.place - NEAREST, 1), own.place) if own else range(0)
    wanted = {*listed, *near, *([own.place] if own else [])}
    rungs = list(
        Rung.objects.filter(ladder=ladder, place__in=wanted).select_related("player").order_by("place")
    )
    if challenger:
        challenger.look_at(rungs)
    eyes = _eyes(ladder, player, challenger, rungs, now)
    rows = {rung.place: eyes.row(rung) for rung in rungs}
    nearest = [rows[place] for place in near if place in rows]
    challenges = _challenges(ladder, own, challenger, nearest) if own and challenger else None
    running = running_games(challenger) if challenger else []
    may = len(challenges.may) if challenges else 0
    named = [*challenges.may, *challenges.not_now] if challenges else []
    shown = without_buttons([rows[place] for place in listed if place in rows], named)
    return LadderPage(
        ladder=ladder,
        next=next_thing(ladder, player, own, challenger, running, may, now),
        figures=_figures(ladder, own, challenger, eyes.then) if own and challenger else None,
        running=tuple(running),
        challenges=challenges,
        rows=tuple(shown if number else folded(shown, ladder.size)),
        page=number,
        pages=pages,
        may_leave=own is not None and own.limbo in ("", Limbo.CLOCK) and ladder.closed_at is None,
    )


def _rung(ladder: Ladder, player: Player | None) -> Rung | None:
    if player is None:
        return None
    return Rung.objects.filter(ladder=ladder, player=player).select_related("player").first()


def _page_asked(asked: str, own: Rung | None, size: int) -> tuple[int, int]:
    """The page asked for; else 0 for whoever stands on a ladder of several pages."""
    pages = max(1, page_of(size))
    if asked.isascii() and asked.isdigit() and len(asked) < 7:
        return min(max(int(asked), 1), pages), pages
    return (0 if own and size > PER_PAGE else 1), pages


def _eyes(
    ladder: Ladder, player: Player | None, challenger: Challenger | None, rungs: Sequence[Rung], now: datetime
) -> Eyes:
    """Two queries."""
    rated = player is not None and challenger is not None and not ladder.is_hidden
    free = [rung.player for rung in rungs if challenger and challenger.why_not(rung) is None]
    return Eyes(
        player,
        challenger,
        _week_ago(ladder, [rung.player_id for rung in rungs], now),
        chances_against(player, free, ladder.variant) if player and rated else {},
    )


def _week_ago(ladder: Ladder, players: Sequence[int], now: datetime) -> dict[int, int]:
    """Places at the beginning of the day a week ago, or of the first day of which they are kept."""
    kept = PlaceThen.objects.filter(ladder=ladder, player__in=players, day__gte=(now - WEEK).date())
    found: dict[int, int] = {}
    for player, place in kept.order_by("day").values_list("player", "place"):
        found.setdefault(player, place)
    return found


def _figures(ladder: Ladder, own: Rung, challenger: Challenger, then: Mapping[int, int]) -> Figures:
    """One query."""
    player = own.player_id
    settled = Challenge.objects.filter(ladder=ladder, settled_at__isnull=False)
    sent, received = Q(challenger=player), Q(challenged=player)
    tally = (
        settled.filter(sent | received)
        .exclude(result=Result.VOID)
        .aggregate(
            won=Count(
                "pk",
                filter=sent & Q(result__in=(Result.WON, Result.EARLY)) | received & Q(result=Result.LOST),
            ),
            played=Count("pk"),
        )
    )
    before = then.get(player)
    return Figures(
        own.place,
        None if before is None else before - own.place,
        challenger.sent,
        SENT,
        tally["won"],
        tally["played"],
    )


def _challenges(ladder: Ladder, own: Rung, challenger: Challenger, nearest: Sequence[Row]) -> Challenges:
    """Asks nothing. A reason why none can be sent at all is said once, and nobody is named then."""
    refusal = challenger.why_not_at_all()
    if refusal or own.place == 1:
        why = sentence(refusal) if refusal else reach_of(own, challenger)
        return Challenges(why, "", "", None, (), (), None)
    left, low = SENT - challenger.sent, max(own.place - NEAREST, 1)
    said = ngettext("{number} more may be sent", "{number} more may be sent", left)
    too_high = LadderRefusal(LadderRefusalCode.TOO_HIGH, own=own.place, highest=challenger.highest)
    return Challenges(
        reach=reach_of(own, challenger),
        begins=_begins(ladder),
        left=said.format(number=left),
        farther=fold(challenger.highest, low - 1) if challenger.highest < low else None,
        may=tuple([row for row in nearest if row.may_challenge]),
        not_now=tuple([row for row in nearest if not row.may_challenge]),
        too_high=fold(1, challenger.highest - 1, sentence(too_high)) if challenger.highest > 1 else None,
    )


def _begins(ladder: Ladder) -> str:
    words = gettext("A challenge starts its game at once, for each {clock}.")
    return words.format(clock=clock_in_short(ladder.pace))


def places_of(player: Player, viewer: Viewer) -> list[Rung]:
    """Where the player stands, on ladders that the viewer sees; one query."""
    seen = ladders_seen_by(viewer).filter(closed_at__isnull=True)
    rungs = Rung.objects.filter(player=player, ladder__in=seen.values("pk"))
    return list(rungs.select_related("ladder__club").order_by("ladder")[:MOST_ON_A_PROFILE])
