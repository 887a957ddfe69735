"""What has happened on a ladder, in words, and what a game has moved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext

from accounts.models import Player
from games.lists import Listing, paged
from games.models import Game
from games.table.slots import ChangeRow, EndChanges
from ladders.arithmetic.order import EventKind, Result
from ladders.models import Challenge, Ladder, LadderEvent, Limbo, WhyLeft
from ratings.presenters.figures import signed
from upkeep.dates import exact

PER_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Line:
    at: datetime
    words: str
    game: str
    """The public id of the game it is about; empty where there is none."""


def history_of(ladder: Ladder, page: str) -> Listing[Line]:
    """The last first; three queries."""
    events = LadderEvent.objects.filter(ladder=ladder).select_related("player", "other", "game")
    return paged(events.order_by("-number"), page or 1, PER_PAGE, _lines)


def _lines(events: Iterable[LadderEvent]) -> list[Line]:
    return [Line(event.at, words_of(event), event.game.public_id if event.game else "") for event in events]


def words_of(event: LadderEvent) -> str:
    """A sentence; its game and its players are loaded."""
    name, other = event.player.name if event.player else "", event.other.name if event.other else ""
    names = {"name": name, "other": other}
    match event.kind:
        case EventKind.JOINED:
            return gettext("{name} joins at place {place}.").format(name=name, place=event.data["to"])
        case EventKind.CHALLENGED:
            return gettext("{name} at place {place} challenges {other} at place {other_place}.").format(
                **names, place=event.data["from"], other_place=event.data["to"]
            )
        case EventKind.SETTLED:
            return _settled(event, names)
        case EventKind.LIMBO:
            return _limbo_words()[Limbo(event.why)].format(name=name)
        case EventKind.BACK:
            return gettext("{name} is back and stays.").format(name=name)
        case EventKind.LEFT:
            return _left_words()[WhyLeft(event.why)].format(name=name, place=event.data["from"])
        case EventKind.BARRED:
            return gettext("From {until} on {name} may join again.").format(
                name=name, until=exact(event.until)
            )
        case EventKind.SUNK:
            said = gettext("{name} has played no stranger of late and sinks from place {place} to {to}.")
            return said.format(name=name, place=event.data["from"], to=event.data["to"])
        case EventKind.UNDONE:
            said = gettext(
                "The game of {name} and {other} goes on after all: all stand as if it had not ended. "
                "{name} is at place {place}, {other} at place {other_place}."
            )
            return said.format(
                **names, place=event.data["to"] or "–", other_place=event.data["other_to"] or "–"
            )
    return gettext("The ladder is closed.")


def _settled(event: LadderEvent, names: dict[str, str]) -> str:
    match event.result:
        case Result.LOST:
            said = gettext("{other} wins against {name}, who had challenged: nobody moves.")
        case Result.DRAWN:
            said = gettext("{name} and {other} draw: nobody moves.")
        case Result.VOID:
            said = gettext("The game of {name} and {other} is void: nobody moves.")
        case _ if event.data["from"] == event.data["to"]:
            said = gettext("{name} wins against {other}: nobody moves.")
        case Result.EARLY:
            said = gettext("{other} made fewer than three turns: {name} moves up from place {place} to {to}.")
        case _:
            said = gettext("{name} wins against {other} and moves up from place {place} to {to}.")
    return said.format(**names, place=event.data["from"], to=event.data["to"])


def _limbo_words() -> dict[Limbo, str]:
    return {
        Limbo.LEAVES: gettext("{name} leaves when the games that run are over."),
        Limbo.CLOCK: gettext("{name} ran out of time, and leaves unless it was a mishap."),
        Limbo.SUSPENDED: gettext("{name} leaves when the games that run are over."),
        Limbo.CLUB: gettext("{name} has left the club."),
        Limbo.DELETED: gettext("{name} leaves when the games that run are over."),
    }


def _left_words() -> dict[WhyLeft, str]:
    gone = gettext("{name} has left from place {place}.")
    return dict.fromkeys(WhyLeft, gone) | {
        WhyLeft.AWAY: gettext(
            "{name} ran out of time before the third turn and drops out from place {place}."
        ),
        WhyLeft.NO_SHOW: gettext("{name} came to no turn and drops out from place {place}."),
        WhyLeft.NEWCOMER: gettext("{name}, new here, has challenged nobody and leaves from place {place}."),
    }


def moved_by(game: Game) -> EndChanges | None:
    """What a finished game has moved on its ladder, for its end page; a query for other games of two."""
    if game.players != 2 or not game.arranged:
        return None
    challenge = (
        Challenge.objects.filter(game=game, settled_at__isnull=False)
        .select_related("ladder__club", "challenger", "challenged")
        .first()
    )
    if challenge is None:
        return None
    event = LadderEvent.objects.select_related("player", "other", "game").get(
        ladder=challenge.ladder, number=challenge.settled_number
    )
    data = event.data
    rows = [
        _row(challenge.challenger, data["from"], data["to"]),
        _row(challenge.challenged, data["other_from"], data["other_to"]),
    ]
    return EndChanges(
        challenge.ladder.title,
        tuple([row for row in rows if row is not None]),
        (words_of(event),),
        challenge.ladder.get_absolute_url(),
        gettext("The ladder"),
    )


def _row(player: Player, before: int | None, after: int | None) -> ChangeRow | None:
    if before is None or after is None:
        return None
    step = before - after
    return ChangeRow(player.name, player.get_absolute_url(), str(before), str(after), signed(step), step)
