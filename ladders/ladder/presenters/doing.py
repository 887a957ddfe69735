"""The one thing to do next on a ladder, and the games that wait there."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from board.words.refusals import sentence
from games.models import Game, Seat
from ladders.ladder.refusals import LadderRefusal, LadderRefusalCode
from ladders.ladder.rights import Challenger, why_not_join
from ladders.models import Challenge, Ladder, Limbo, Rung
from upkeep.dates import exact


class Do(enum.StrEnum):
    """What the button of the one thing to do next does."""

    NOTHING = ""
    GO = "go"
    JOIN = "join"
    BACK = "back"
    OFFER = "offer"


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


def running_games(challenger: Challenger) -> list[Running]:
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


def reach_of(own: Rung | None, challenger: Challenger | None) -> str:
    """Whom the player may challenge by their places, in words; empty for who is not on the ladder."""
    if own is None or challenger is None:
        return ""
    if own.place == 1:
        return gettext("You stand on top: there is nobody above to challenge.")
    if challenger.highest == own.place - 1:
        return gettext("You may challenge place {place}.").format(place=challenger.highest)
    return gettext("You may challenge places {highest} to {lowest}.").format(
        highest=challenger.highest, lowest=own.place - 1
    )


def next_thing(
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
    if own.sinks_at is not None and not own.limbo:
        return _sinks(own.sinks_at)
    refusal = challenger.why_not_at_all()
    if refusal is None and own.place > 1:
        return Next(
            gettext("Challenge somebody") if may else gettext("Nobody near you is free now"),
            " ".join([reach_of(own, challenger), *_deadline(own)]),
            Do.GO,
            gettext("Choose") if may else gettext("See why"),
            "#challenge" if may else "#not-now",
            waits=bool(may),
        )
    words = sentence(refusal) if refusal else reach_of(own, challenger)
    return Next(gettext("Nothing to do now"), words)


def _sinks(at: datetime) -> Next:
    return Next(
        gettext("Your place is about to sink"),
        gettext(
            "You have begun no game with a stranger for 30 days, or have blocked somebody below you. Offer a "
            "game, or you lose a place a week from {until} on."
        ).format(until=exact(at)),
        Do.OFFER,
        gettext("Offer a game"),
        waits=True,
    )


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
    return [said.format(until=exact(own.challenge_by))]


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
