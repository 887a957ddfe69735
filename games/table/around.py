"""What the table offers around the turns: a draw, a rematch, the next game, and how things stand."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext, ngettext

from bots.levels import OFFERED
from games.access import Viewer, game_for_viewer, seat_of
from games.clocks.playing_on import WITHIN, may_be_offered, may_go_on
from games.clocks.words import HOUR
from games.log.votes import draw_by_leaving, standing_votes
from games.models import Game, PlayOn, SeatKind, SeatResult, Status
from games.table.news import draw_version
from games.table.view import RunningTable
from homeworlds.outcome import CLAIMABLE, Termination
from homeworlds.position import Position, sinister_target
from homeworlds.rules import Variant
from upkeep.clock import database_now
from upkeep.dates import exact


@dataclass(frozen=True, slots=True)
class DrawView:
    """What a living player can do about a draw."""

    public_id: str
    heading: str
    explanation: str
    state: str
    """Who has agreed so far, in numbers with three and more seats, and until when the own vote holds; empty
    while nobody has."""
    is_offered: bool
    """Somebody else waits for an answer."""
    is_accepting: bool
    """With two seats `agree` answers an offer, and means nothing without it."""
    may_agree: bool
    agree: str
    """What the button says."""
    may_withdraw: bool
    withdraw: str
    may_claim: bool
    answers: int
    key: str
    version: str


def draw_for(table: RunningTable, viewer: Viewer) -> DrawView | None:
    """None for watchers, for players who are out, and for positions of the past. Two queries at most."""
    state, me, game = table.state, table.viewer_seat, table.game
    if viewer.is_anonymous or not table.may_resign or not table.at.is_latest or me is None:
        return None
    votes = standing_votes(game)
    mine, others = me in votes, len(votes - {me})
    # Given in the own turn a vote outlives it, so it is worth giving again there.
    ends_now = game.players > 2 and mine and table.my_turn and me not in standing_votes(game, ending=me)
    claim = game.players == 2 and table.occurrences >= CLAIMABLE
    people = [seat for seat in state.position.living if table.seats[seat].votes_as is not SeatKind.BOT]
    two = game.players == 2
    agree = gettext("Keep my vote for another turn") if ends_now else gettext("Vote for a draw")
    if two:
        agree = gettext("Accept the draw") if others else gettext("Offer a draw")
    return DrawView(
        public_id=game.public_id,
        heading=gettext("Draw") if not others else _offered(table, two),
        explanation=_explanation(two, len(people), len(state.position.living), _accepts(table)),
        state=_agreed_in_words(table, mine, ends_now, len(votes), len(people)),
        is_offered=bool(others) and not mine,
        is_accepting=two and bool(others),
        may_agree=not mine or ends_now,
        agree=agree,
        may_withdraw=mine,
        withdraw=gettext("Take the offer back") if two else gettext("Take my vote back"),
        may_claim=claim,
        answers=game.log_number,
        key=secrets.token_urlsafe(16),
        version=draw_version(game.log_number, mine=mine, others=others),
    )


def _offered(table: RunningTable, two: bool) -> str:
    if not two:
        return gettext("A draw is being voted on")
    other = next(seat.name for seat in table.seats if not seat.is_viewer)
    return gettext("{player} offers a draw").format(player=other)


def _accepts(table: RunningTable) -> bool:
    """Whether there is a bot that accepts an offer."""
    return any(seat.level in OFFERED for seat in table.seats)


def _explanation(two: bool, people: int, living: int, accepts: bool) -> str:
    if two and accepts:
        return gettext(
            "The bot answers an offer at its turn. Once the game has gone on for a while it accepts unless "
            "it thinks itself better, and in a position that has occurred before in any case."
        )
    if people == 1 and living > 1:
        return gettext("A bot agrees only in a position that has occurred before, or in an endless game.")
    if two:
        return gettext("An offer stands until the other player ends a turn.")
    if people < living:
        return gettext(
            "The game is drawn when all people who still play vote for it; the bots follow them. A vote is "
            "secret and holds until its voter’s next turn has ended."
        )
    return gettext(
        "The game is drawn when all who still play vote for it. A vote is secret and holds until its voter’s "
        "next turn has ended."
    )


def _agreed_in_words(table: RunningTable, mine: bool, ends_now: bool, votes: int, people: int) -> str:
    if table.game.players == 2:
        return gettext("You have offered a draw.") if mine else ""
    if not votes:
        return ""
    words = ngettext("{votes} of {people} has voted.", "{votes} of {people} have voted.", votes)
    sentences = [words.format(votes=votes, people=people)]
    if mine and ends_now:
        sentences.append(gettext("Your vote holds until this turn of yours has ended."))
    elif mine and table.my_turn:
        sentences.append(gettext("Your vote outlives this turn: it holds until your next one has ended."))
    elif mine:
        sentences.append(gettext("Your vote holds until your next turn has ended."))
    elif votes + 1 == people and people > 1:
        sentences.append(gettext("Yours is the last that is missing: with it the game is drawn at once."))
    return " ".join(sentences)


def resigning_draws(table: RunningTable) -> str:
    """That the game is drawn if the viewer, a living player, resigns now; empty when it is not."""
    state, me = table.state, table.viewer_seat
    kinds = [seat.votes_as for seat in table.seats]
    if me is None or not draw_by_leaving(table.game, kinds, state.position, me):
        return ""
    if state.rules.variant is Variant.GOOD_VS_EVIL:
        # Whether somebody wins by the departure, the hidden alignments say.
        return gettext(
            "All the others agree on a draw, so the game is drawn when you resign, unless somebody wins by "
            "it."
        )
    return gettext("All the others agree on a draw, so the game is drawn when you resign.")


@dataclass(frozen=True, slots=True)
class RematchView:
    public_id: str
    """Of the game that is over."""
    made: str
    """The rematch, if there is one and the viewer may see it; else empty."""
    may_ask: bool
    """For the first one; once it is made, to take the own seat in it."""


@dataclass(frozen=True, slots=True)
class PlayOnView:
    """A game of two that was lost on time may go on."""

    public_id: str
    words: str
    button: str
    """Empty for who has offered it and waits."""


def play_on_for(table: RunningTable) -> PlayOnView | None:
    """None unless the viewer can offer it or accept it, or has offered it. A query or two where a game of
    the viewer was lost on time."""
    game, me = table.game, table.viewer_seat
    if table.state.outcome is None or me is None or game.players != 2:
        return None
    seats = list(game.seats.all())
    if game.outcome["termination"] != Termination.TIME or not may_go_on(game, seats):
        return None
    own, other, now = seats[me], seats[1 - me], database_now()
    offer = PlayOn.objects.filter(game=game).first()
    name = other.shown_name
    if offer is None:
        if not may_be_offered(game, own, now):
            return None
        words = gettext(
            "{name} ran out of time. You may offer to play on: if {name} accepts within {hours} hours, the "
            "game goes on as it stood, and all that followed from its end is undone."
        ).format(name=name, hours=WITHIN // HOUR)
        return PlayOnView(game.public_id, words, gettext("Offer to play on"))
    if offer.accepted or now >= offer.until:
        return None
    until = exact(offer.until)
    if own.result == SeatResult.WON:
        words = gettext("You have offered to play on. {name} may accept until {moment}.")
        return PlayOnView(game.public_id, words.format(name=name, moment=until), "")
    words = gettext(
        "{name} offers to play on. If you accept until {moment}, the game goes on as it stood, and all that "
        "followed from its end is undone."
    )
    return PlayOnView(game.public_id, words.format(name=name, moment=until), gettext("Play on"))


def rematch_for(table: RunningTable, viewer: Viewer) -> RematchView | None:
    """None unless the game is over and there is something to offer."""
    if table.state.outcome is None:
        return None
    game = table.game
    made = Game.objects.filter(rematch_of=game).exclude(status=Status.CANCELLED).first()
    seen = _seen(made, viewer) if made else None
    waits = seen is not None and seen.status == Status.OPEN and seat_of(seen, viewer) is None
    may_ask = table.viewer_seat is not None and (seen is None or waits)
    if seen is None and not may_ask:
        return None
    return RematchView(game.public_id, seen.public_id if seen else "", may_ask)


def _seen(game: Game, viewer: Viewer) -> Game | None:
    try:
        return game_for_viewer(game.public_id, viewer)
    except Http404:
        return None


def standing_of(table: RunningTable) -> list[str]:
    """How things stand in a game of more than two, in sentences: who hunts whom, or what may be known."""
    position = table.state.position
    if table.state.outcome is not None or position.players == 2:
        return []
    match table.rules.variant:
        case Variant.SINISTER:
            return _hunts(position, table.viewer_seat)
        case Variant.GOOD_VS_EVIL:
            return _known(table)
        case _:
            left = len(position.living)
            return [
                ngettext("{number} captain is left.", "{number} captains are left.", left).format(number=left)
            ]


def _hunts(position: Position, me: int | None) -> list[str]:
    """For a living player everybody else's hunt; the own one and the own hunter stand in the goal."""
    names = position.names
    words = []
    for seat in position.living:
        target = sinister_target(position, seat)
        if target is None or (me in position.living and me in (seat, target)):
            continue
        words.append(gettext("{hunter} hunts {target}.").format(hunter=names[seat], target=names[target]))
    if len(position.living) > 2:
        words.append(
            gettext(
                "When a target falls by another player’s turn or resigns, its hunter goes on to the next "
                "living player to the left."
            )
        )
    return words


def _known(table: RunningTable) -> list[str]:
    hidden = [seat.name for seat in table.seats if seat.alignment is None]
    words = [gettext("You may claim to be anything; nobody can show it.")]
    if len(hidden) < len(table.seats):
        words.append(gettext("Still unknown: {names}.").format(names=", ".join(hidden)))
    words.append(gettext("Who falls is revealed, and so is who brought it about."))
    return words
