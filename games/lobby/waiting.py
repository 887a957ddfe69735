"""A game before its start, as its viewer sees it: who is awaited, and what the viewer may do about it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext

from accounts.models import Player
from accounts.selectors import blocked_among, blocked_with, is_known
from board.words.game import goal_sentence
from board.words.refusals import sentence
from board.words.rules import bot_level_name, variant_name
from bots.levels import OFFERED
from games.access import Viewer, seat_of
from games.clocks.words import amount_in_short, clock_in_list
from games.lobby.filling import usual_filling
from games.lobby.joining import FROM_THREE, Joiner, why_cannot_join
from games.lobby.terms import TermWords, terms_of
from games.models import Answer, Game, Invitation, Seat, SeatKind, Status
from games.refusals import GameRefusal
from homeworlds.rules import RuleSet
from upkeep.clock import local_now


@dataclass(frozen=True, slots=True)
class Kept:
    """Why nobody can just join a seat."""

    by_link: bool
    name: str
    """Who is invited; empty for a link, and for those whom it does not concern."""


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat that its creator may give away."""

    place: int
    """From 1, in the order of the list."""
    invited: str
    token: str
    """Of the link that keeps it; empty without one."""


@dataclass(frozen=True, slots=True)
class WaitingView:
    """What the table shows before the start, besides seats, rules and terms."""

    terms_number: int
    expires_at: datetime | None
    kept: dict[int, Kept]
    """By the id of the seat."""
    open_seats: tuple[OpenSeat, ...]
    """For the creator only."""
    removable: tuple[tuple[int, str], ...]
    """Place, from 1, and name of those whose seats the creator may take back; for the creator only."""
    declined: tuple[tuple[str, str], ...]
    """Name and word of those who declined, the latest first; for the creator only."""
    invitation: InvitationRow | None
    """The viewer's own."""
    may_join: bool
    why_not: str
    """Why the viewer cannot take a seat that is free."""
    must_agree: bool
    awaited: tuple[str, ...]
    """Names of the players who have not agreed to the terms yet."""
    is_creator: bool
    musters: bool = False
    """Once the table is full its players confirm."""
    musters_until: datetime | None = None
    """The table is full: until then its players confirm."""
    must_confirm: bool = False
    """The viewer, who has agreed to the terms."""
    to_confirm: tuple[str, ...] = ()
    """Names of the players who have not confirmed yet."""
    is_called: bool = False
    """The viewer sits there, and a mail tells him that the game begins: he wants it, and it reaches him."""
    cannot_be_called: bool = False
    """The viewer sits there, and no mail reaches him."""
    players: int = 0
    open_number: int = 0
    """So many seats are free, or kept for somebody."""
    clock: str = ""
    bots: tuple[tuple[str, str], ...] = ()
    """The levels of bots that may sit in, and their words; for the creator, if somebody is left to play."""
    usual: str = ""
    """How long such tables take to fill; empty where nobody knows, and once this one is full."""

    @property
    def taken_number(self) -> int:
        return self.players - self.open_number

    @property
    def here_number(self) -> int:
        """Of a full table: so many have confirmed, or need not."""
        return self.players - len(self.to_confirm)

    @property
    def share_token(self) -> str:
        """Of the first seat that is kept by a link; for its creator."""
        return next((seat.token for seat in self.open_seats if seat.token), "")

    @property
    def first_free(self) -> OpenSeat | None:
        """That is kept for nobody; for its creator."""
        return next((seat for seat in self.open_seats if not seat.token and not seat.invited), None)

    @property
    def last_look(self) -> datetime | None:
        """When a viewer whom nothing reaches should look in at the latest."""
        return self.musters_until or self.expires_at


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """An invitation in the list of the one invited."""

    token: str
    public_id: str
    inviter: str
    inviter_profile: str
    """The address of the inviter's profile."""
    word: str
    variant: str
    players: int
    made_at: datetime
    terms_number: int
    """Of the terms that whoever accepts here agrees to."""
    why_not: str = ""
    """What keeps the one invited from accepting now."""


def waiting_view(game: Game, viewer: Viewer) -> WaitingView | None:
    """None unless the game waits for players. Expects a game of `game_for_viewer`; three queries at most."""
    if game.status != Status.OPEN:
        return None
    seats = list(game.seats.all())
    asked = Invitation.objects.filter(seat__game=game, answer__in=[Answer.WAITING, Answer.DECLINED])
    asked = asked.select_related("player", "inviter").order_by("-answered_at", "pk")
    waiting = {each.seat_id: each for each in asked if each.answer == Answer.WAITING}
    own_seat, creator = seat_of(game, viewer), viewer.pk == game.creator_id
    invited = [each for each in waiting.values() if each.player_id and each.player_id == viewer.pk]
    knows = creator or own_seat is not None
    free = not invited and own_seat is None and may_join(game, seats, waiting, viewer)
    refusal = why_cannot_join(game, viewer) if free else None
    still_open = sum(seat.kind == SeatKind.OPEN for seat in seats)
    return WaitingView(
        terms_number=game.terms_number,
        expires_at=game.expires_at,
        kept={seat: _kept(each, knows or each in invited) for seat, each in waiting.items()},
        open_seats=_open_seats(seats, waiting) if creator else (),
        removable=_removable(seats, viewer) if creator else (),
        declined=_declined(asked) if creator else (),
        invitation=_row(invited[0], game) if invited else None,
        may_join=free and refusal is None,
        why_not=_in_words(refusal),
        must_agree=own_seat is not None and own_seat.agreed_terms != game.terms_number,
        awaited=tuple([seat.shown_name for seat in seats if not seat_agrees(game, seat)]),
        is_creator=creator,
        musters=musters(game, seats),
        musters_until=game.musters_until,
        must_confirm=own_seat is not None and seat_agrees(game, own_seat) and not is_here(game, own_seat),
        to_confirm=tuple([seat.shown_name for seat in seats if not is_here(game, seat)])
        if game.musters_until
        else (),
        is_called=own_seat is not None and viewer.mail_starts and is_known(viewer),
        cannot_be_called=own_seat is not None and not is_known(viewer),
        players=len(seats),
        open_number=still_open,
        clock=clock_in_list(game),
        bots=_bots(seats) if creator else (),
        usual=_usually(len(seats)) if still_open else "",
    )


def _bots(seats: Sequence[Seat]) -> tuple[tuple[str, str], ...]:
    if sum(seat.kind != SeatKind.BOT for seat in seats) < 2:
        return ()
    return tuple([(level, bot_level_name(level)) for level in OFFERED])


def _usually(players: int) -> str:
    usual = usual_filling(players, local_now())
    if usual is None:
        return ""
    return gettext("Usually {time}.").format(time=amount_in_short(usual))


def foreseen_seats(game: Game) -> list[Seat]:
    """With everybody who is invited by name in the seat that is kept; for those who may know of it. One
    query."""
    waiting = Invitation.objects.filter(seat__game=game, answer=Answer.WAITING).select_related("player")
    invited = {each.seat_id: each.player for each in waiting}
    seats = [copy(seat) for seat in game.seats.all()]
    for seat in seats:
        seat.player = seat.player or invited.get(seat.pk)
    return seats


def _kept(invitation: Invitation, may_know: bool) -> Kept:
    name = invitation.player.name if invitation.player and may_know else ""
    return Kept(by_link=invitation.player is None, name=name)


def _declined(asked: Iterable[Invitation]) -> tuple[tuple[str, str], ...]:
    no = [each for each in asked if each.answer == Answer.DECLINED]
    return tuple([(each.player.name, each.answer_word) for each in no if each.player])


def seat_agrees(game: Game, seat: Seat) -> bool:
    """Nobody need agree for an open seat or a bot's."""
    return seat.kind != SeatKind.PLAYER or seat.agreed_terms == game.terms_number


def musters(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether its players confirm once the table is full: where one who does not come would stop several
    others. Who joins an event's game has confirmed by that."""
    people = sum(seat.kind != SeatKind.BOT for seat in seats)
    return game.players >= FROM_THREE and people > 1 and not game.arranged


def is_here(game: Game, seat: Seat) -> bool:
    """The game need not wait for this seat: it agrees to the terms, and has confirmed where that is asked."""
    asked = game.musters_until is not None and seat.kind == SeatKind.PLAYER
    return seat_agrees(game, seat) and (seat.confirmed or not asked)


def may_join(game: Game, seats: Sequence[Seat], waiting: Collection[int], viewer: Viewer) -> bool:
    """Whether a viewer without a seat may take one that is kept for nobody."""
    if viewer.is_anonymous or not viewer.is_human:
        return False
    free = any(seat.kind == SeatKind.OPEN and seat.pk not in waiting for seat in seats)
    people = [game.creator_id, *[seat.player_id for seat in seats if seat.player_id]]
    return free and not blocked_among(viewer.pk, people)


def _open_seats(seats: Sequence[Seat], waiting: dict[int, Invitation]) -> tuple[OpenSeat, ...]:
    found = []
    for place, seat in enumerate(seats, 1):
        if seat.kind != SeatKind.OPEN:
            continue
        kept = waiting.get(seat.pk)
        named = kept.player.name if kept and kept.player else ""
        found.append(OpenSeat(place, named, kept.token if kept and not kept.player else ""))
    return tuple(found)


def _removable(seats: Sequence[Seat], creator: Viewer) -> tuple[tuple[int, str], ...]:
    return tuple(
        [
            (place, seat.shown_name)
            for place, seat in enumerate(seats, 1)
            if seat.kind == SeatKind.PLAYER and seat.player_id != creator.pk
        ]
    )


def invitations_for(player: Player) -> list[InvitationRow]:
    """The invitations that wait for the player's answer, the oldest first; one query, and what a `Joiner`
    asks where there are any."""
    blocks = blocked_with(player)
    waiting = (
        Invitation.objects.filter(player=player, answer=Answer.WAITING, seat__game__status=Status.OPEN)
        .exclude(inviter__in=blocks.values("owner"))
        .exclude(inviter__in=blocks.values("other"))
    )
    joiner = Joiner(player)
    return [
        replace(_row(each, each.seat.game), why_not=_in_words(joiner.why_not(each.seat.game, invited=True)))
        for each in waiting.select_related("inviter", "seat__game").order_by("created_at", "pk")
    ]


def _in_words(refusal: GameRefusal | None) -> str:
    return sentence(refusal) if refusal else ""


def _row(invitation: Invitation, game: Game) -> InvitationRow:
    return InvitationRow(
        token=invitation.token,
        public_id=game.public_id,
        inviter=invitation.inviter.name,
        inviter_profile=invitation.inviter.get_absolute_url(),
        word=invitation.word,
        variant=variant_name(game.rules().variant),
        players=game.players,
        made_at=invitation.created_at,
        terms_number=game.terms_number,
    )


@dataclass(frozen=True, slots=True)
class InvitationView:
    """The page behind a link: all that must be known before one sits down."""

    row: InvitationRow
    rules: RuleSet
    goal: str
    terms: list[TermWords]
    terms_number: int
    names: tuple[tuple[str, str], ...]
    """Who sits there already, with the addresses of their profiles."""
    place: int
    """The seat's, from 1."""
    by_name: bool
    rated: bool
    talk_allowed: bool
    why_not: str
    """What keeps the viewer from taking the seat."""
    expires_at: datetime | None


def invitation_view(invitation: Invitation, game: Game, viewer: Viewer) -> InvitationView:
    """Expects the game with its seats."""
    seats = list(game.seats.all())
    rules = game.rules()
    return InvitationView(
        row=_row(invitation, game),
        rules=rules,
        goal=goal_sentence(rules.variant),
        terms=terms_of(game, seats),
        terms_number=game.terms_number,
        names=tuple([(seat.shown_name, seat.player.get_absolute_url()) for seat in seats if seat.player]),
        place=1 + [seat.pk for seat in seats].index(invitation.seat_id),
        by_name=invitation.player_id is not None,
        rated=game.rated,
        talk_allowed=game.talk_allowed,
        why_not=_in_words(why_cannot_join(game, viewer, invited=True)),
        expires_at=game.expires_at,
    )
