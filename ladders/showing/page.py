"""The page of a ladder: what to do next, my place and games, whom I may challenge, who stands where."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from board.words.refusals import sentence
from games.access import Viewer
from games.clocks.words import clock_in_short
from games.models import Game, Seat
from ladders.access import ladders_seen_by
from ladders.arithmetic.order import Result
from ladders.arithmetic.reach import SENT
from ladders.models import Challenge, Ladder, Limbo, PlaceThen, Rung
from ladders.refusals import LadderRefusal, LadderRefusalCode
from ladders.rights import Challenger, moment, why_not_join
from ratings.showing.figures import signed

PER_PAGE: Final = 25
NEAREST: Final = 10
"""So many of those whom one may challenge are named; the others have their buttons in the list."""
MOST_ON_A_PROFILE: Final = 12
WEEK: Final = timedelta(days=7)


class Do(enum.StrEnum):
    """What the button of the one thing to do next does."""

    NOTHING = ""
    GO = "go"
    JOIN = "join"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Next:
    """The one thing to do next."""

    title: str
    words: str
    do: Do = Do.NOTHING
    label: str = ""
    address: str = ""
    """Where it goes, if it does."""
    waits: bool = False
    """For the viewer."""


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody on the ladder, as the viewer sees them."""

    player: Player
    place: int
    moved: int | None
    """Places up since a week ago; None: was not there."""
    moved_words: str
    is_viewer: bool
    may_challenge: bool
    why_not: str
    """In words; empty where nothing is to be said."""
    state: str
    """Leaving, on vacation; empty: there."""


class Running(NamedTuple):
    """A game of the viewer's."""

    other: Player
    address: str
    words: str
    waits: bool
    received: bool
    is_new: bool
    """The viewer has made no turn of it."""
    from_place: int


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


@dataclass(frozen=True, slots=True)
class LadderPage:
    ladder: Ladder
    next: Next
    figures: Figures | None
    """None for who is not on it."""
    running: tuple[Running, ...]
    reach: str
    begins: str
    """What a challenge does; empty where none can be sent."""
    """Whom the viewer may challenge by their places, in words; empty for who is not on it."""
    nearest: tuple[Row, ...]
    may: int
    """So many of the nearest may be challenged."""
    rows: tuple[Row, ...]
    page: int
    pages: int
    may_leave: bool

    @property
    def previous(self) -> int:
        return self.page - 1

    @property
    def following(self) -> int:
        return self.page + 1 if self.page < self.pages else 0


def ladder_page(ladder: Ladder, viewer: Viewer, now: datetime, *, page: str = "") -> LadderPage:
    """As many queries for thousands of players as for a few: fifteen at most."""
    player = viewer if isinstance(viewer, Player) else None
    own = _rung(ladder, player)
    challenger = Challenger(ladder, player, own, now) if player and own else None
    number, pages = _page_asked(page, own, ladder.size)
    first = (number - 1) * PER_PAGE + 1
    low = max(own.place - NEAREST, 1) if own else 0
    wanted = Q(place__gte=first, place__lt=first + PER_PAGE)
    if own:
        wanted |= Q(place__gte=low, place__lt=own.place)
    rungs = list(Rung.objects.filter(wanted, ladder=ladder).select_related("player").order_by("place"))
    if challenger:
        challenger.look_at(rungs)
    then = _week_ago(ladder, [rung.player_id for rung in rungs] + ([own.player_id] if own else []), now)
    rows = {rung.place: _row(rung, challenger, player, then) for rung in rungs}
    nearest = [rows[place] for place in sorted(rows, reverse=True) if own and low <= place < own.place]
    running = _running(challenger) if challenger else ()
    may = sum(row.may_challenge for row in nearest)
    return LadderPage(
        ladder=ladder,
        next=_next(ladder, player, own, challenger, running, may, now),
        figures=_figures(ladder, own, challenger, then) if own and challenger else None,
        running=tuple(running),
        reach=_reach(own, challenger),
        begins=_begins(ladder) if own and own.place > 1 else "",
        nearest=tuple(nearest),
        may=may,
        rows=tuple(
            [
                _said_above(rows[place]) if rows[place] in nearest else rows[place]
                for place in sorted(rows)
                if first <= place < first + PER_PAGE
            ]
        ),
        page=number,
        pages=pages,
        may_leave=own is not None and own.limbo in ("", Limbo.CLOCK) and ladder.closed_at is None,
    )


def _rung(ladder: Ladder, player: Player | None) -> Rung | None:
    if player is None:
        return None
    return Rung.objects.filter(ladder=ladder, player=player).select_related("player").first()


def _page_asked(asked: str, own: Rung | None, size: int) -> tuple[int, int]:
    """The page asked for; else the one on which the viewer stands."""
    pages = max(1, -(-size // PER_PAGE))
    if asked.isascii() and asked.isdigit() and len(asked) < 7:
        return min(max(int(asked), 1), pages), pages
    return (min((own.place - 1) // PER_PAGE + 1, pages) if own else 1), pages


def _week_ago(ladder: Ladder, players: Sequence[int], now: datetime) -> dict[int, int]:
    """Places at the beginning of the day a week ago, or of the first day of which they are kept."""
    kept = PlaceThen.objects.filter(ladder=ladder, player__in=players, day__gte=(now - WEEK).date())
    found: dict[int, int] = {}
    for player, place in kept.order_by("day").values_list("player", "place"):
        found.setdefault(player, place)
    return found


def _row(rung: Rung, challenger: Challenger | None, player: Player | None, then: dict[int, int]) -> Row:
    before = then.get(rung.player_id)
    why = challenger.why_not(rung) if challenger else None
    is_viewer = player is not None and rung.player_id == player.pk
    reached = (
        challenger is not None
        and challenger.rung is not None
        and challenger.highest <= rung.place < challenger.rung.place
    )
    return Row(
        player=rung.player,
        place=rung.place,
        moved=None if before is None else before - rung.place,
        moved_words="" if before is None else signed(before - rung.place),
        is_viewer=is_viewer,
        may_challenge=challenger is not None and why is None,
        why_not=sentence(why) if why and reached else "",
        state=gettext("is leaving") if rung.limbo else "",
    )


def _said_above(row: Row) -> Row:
    """The same in the list of all, below those who are near."""
    return replace(row, may_challenge=False, why_not="")


def _running(challenger: Challenger) -> list[Running]:
    """What waits for the viewer first. One query, of the seats."""
    games = {
        game.pk: game
        for game in Game.objects.filter(
            pk__in=[each.game_id for each in challenger.running]
        ).prefetch_related(Prefetch("seats", Seat.objects.order_by("number")))
    }
    found = [_running_game(each, games[each.game_id], challenger.player) for each in challenger.running]
    return sorted(found, key=lambda game: not game.waits)


def _running_game(challenge: Challenge, game: Game, player: Player) -> Running:
    sent = challenge.challenger_id == player.pk
    other = challenge.challenged if sent else challenge.challenger
    mine = next((seat.number for seat in game.seats.all() if seat.player_id == player.pk), None)
    if sent:
        words = gettext("you challenge place {place}").format(place=challenge.to_place)
    else:
        words = gettext("challenges you from place {place}").format(place=challenge.from_place)
    return Running(
        other,
        reverse("games:table", args=[game.public_id]),
        words,
        game.next_seat is not None and game.next_seat == mine,
        not sent,
        game.turn_count < game.players,
        challenge.from_place,
    )


def _figures(ladder: Ladder, own: Rung, challenger: Challenger, then: dict[int, int]) -> Figures:
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


def _reach(own: Rung | None, challenger: Challenger | None) -> str:
    if own is None or challenger is None:
        return ""
    if own.place == 1:
        return gettext("You stand on top: there is nobody above to challenge.")
    if challenger.highest == own.place - 1:
        return gettext("You may challenge place {place}.").format(place=challenger.highest)
    return gettext("You may challenge places {highest} to {lowest}.").format(
        highest=challenger.highest, lowest=own.place - 1
    )


def _begins(ladder: Ladder) -> str:
    words = gettext("A challenge starts its game at once, for each {clock}.")
    return words.format(clock=clock_in_short(ladder.pace))


def _next(
    ladder: Ladder,
    player: Player | None,
    own: Rung | None,
    challenger: Challenger | None,
    running: Sequence[Running],
    may: int,
    now: datetime,
) -> Next:
    if running and running[0].waits:
        return _turn(running[0])
    if own is None or challenger is None:
        return _joining(ladder, player, now)
    if own.limbo == Limbo.CLOCK:
        return Next(
            gettext("Are you back?"),
            gettext(
                "You ran out of time in a game. Unless you say that you are back, you leave the ladder when "
                "your other games there are over."
            ),
            Do.BACK,
            gettext("I am back"),
            waits=True,
        )
    refusal = challenger.why_not_at_all()
    if refusal is None and own.place > 1:
        return Next(
            gettext("Challenge somebody") if may else gettext("Nobody near you is free now"),
            " ".join([_reach(own, challenger), *_deadline(own)]),
            Do.GO,
            gettext("Choose"),
            "#challenge",
            waits=bool(may),
        )
    words = sentence(refusal) if refusal else _reach(own, challenger)
    return Next(gettext("Nothing to do now"), words)


def _turn(game: Running) -> Next:
    name = game.other.name
    title, words = (
        gettext("Your turn against {name}"),
        gettext("You have challenged {name}: win, and you move up."),
    )
    if game.received:
        title = gettext("{name} challenges you") if game.is_new else title
        words = gettext("From place {place}. If {name} wins, your place goes to {name}; else you keep it.")
    return Next(
        title.format(name=name),
        words.format(name=name, place=game.from_place),
        Do.GO,
        gettext("Make your turn"),
        game.address,
        waits=True,
    )


def _deadline(own: Rung) -> list[str]:
    if own.challenge_by is None:
        return []
    said = gettext("You are new here: challenge somebody by {until}, else you leave the ladder again.")
    return [said.format(until=moment(own.challenge_by))]


def _joining(ladder: Ladder, player: Player | None, now: datetime) -> Next:
    if ladder.closed_at is not None:
        return Next(gettext("Closed"), sentence(LadderRefusal(LadderRefusalCode.CLOSED)))
    title = gettext("Somebody to play, any day")
    words = gettext(
        "You begin at the bottom and challenge whom you like a few places above. A challenge starts its "
        "game at once; win, and you take the other’s place."
    )
    if player is None:
        return Next(
            title,
            words,
            Do.GO,
            gettext("Log in to join"),
            f"{reverse('account_login')}?next={ladder.get_absolute_url()}",
            waits=True,
        )
    refusal: LadderRefusal | None = why_not_join(ladder, player, now)
    if refusal:
        return Next(title, sentence(refusal))
    return Next(title, words, Do.JOIN, gettext("Join the ladder"), waits=True)


def places_of(player: Player, viewer: Viewer) -> list[Rung]:
    """Where the player stands, on ladders that the viewer sees; one query."""
    seen = ladders_seen_by(viewer).filter(closed_at__isnull=True)
    rungs = Rung.objects.filter(player=player, ladder__in=seen.values("pk"))
    return list(rungs.select_related("ladder__club").order_by("ladder")[:MOST_ON_A_PROFILE])
