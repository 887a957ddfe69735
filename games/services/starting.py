"""What every service does that changes a game before its start: take seats, start it when it is ready."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from accounts.models import Player
from accounts.selectors import blocked_among, is_known
from games.clocks.deadlines import wind_up
from games.lobby.joining import CONFIRMS_SOONER, CONFIRMS_WITHIN, Joiner, why_no_rated_seat
from games.lobby.terms import GameTerms
from games.lobby.waiting import is_here, musters
from games.log.alignments import deal
from games.log.deals import contribution_of
from games.log.moments import first_moment
from games.models import Answer, Game, Invitation, Seat, SeatKind, SeatOrder, Status
from games.notices.enqueueing import notify_cancelled, notify_ready_check
from games.refusals import GameRefusal, GameRefusalCode, TermsChanged
from games.services.log import save_moment
from games.table.news import publish_version
from homeworlds.outcome import Alignment
from homeworlds.rules import Variant

LOTS: Final = random.SystemRandom()


def check_open(game: Game) -> None:
    if game.status != Status.OPEN:
        code = GameRefusalCode.GAME_EXPIRED if game.has_expired else GameRefusalCode.GAME_NOT_OPEN
        raise GameRefusal(code)


def check_creator(game: Game, player: Player) -> None:
    if game.creator_id != player.pk:
        raise GameRefusal(GameRefusalCode.NOT_THE_CREATOR)


def check_terms(game: Game, shown: int) -> None:
    """Nobody agrees to terms that he was not shown. Raises TermsChanged."""
    if shown != game.terms_number:
        raise TermsChanged(shown=shown, number=game.terms_number)


def clock_for(terms: GameTerms, people: int, players: int) -> GameTerms:
    """The terms as they hold at a table of so many people among its players: with bots alone nobody waits for
    anybody, so no clock runs. Raises GameRefusal (RATED_NEEDS_CLOCK, LIVE_IS_FOR_TWO)."""
    if people < 2:
        return replace(terms, clock=None, weekend_zone="")
    if terms.clock is None and terms.rated:
        raise GameRefusal(GameRefusalCode.RATED_NEEDS_CLOCK)
    if terms.clock is not None and terms.clock.is_live and players > 2:
        raise GameRefusal(GameRefusalCode.LIVE_IS_FOR_TWO)
    return terms


def check_rated_seats(terms: GameTerms, people: Iterable[Player], *, by: Player) -> None:
    """Of who sits there already. Raises GameRefusal (RATED_NEEDS_ADDRESS, THEY_NEED_ADDRESS)."""
    for player in people:
        if refusal := why_no_rated_seat(player, rated=terms.rated):
            if player == by:
                raise refusal
            raise GameRefusal(GameRefusalCode.THEY_NEED_ADDRESS, name=player.name)


GAMES_OF_A_GUEST: Final = 3
"""With people, at once: who plays more can be written to."""


def check_may_sit(
    game: Game, seats: Sequence[Seat], player: Player, *, by_link: bool = False, invited: bool = False
) -> None:
    """`invited`: by name or by a link. Raises GameRefusal: GUESTS_PLAY_BOTS, GUEST_PLAYS_ENOUGH,
    ALREADY_SEATED, GAME_FULL, GAME_NOT_OPEN, NOT_WELCOME, OFTEN_AWAY, NOT_RELIABLE_YET,
    RATING_OUTSIDE, NO_RATING_YET, NEWCOMER_SITS_ENOUGH, MEMBERS_ONLY, RATED_NEEDS_ADDRESS."""
    if player.is_guest:
        _check_guest_may_sit(game, player, by_link=by_link)
    if any(seat.player_id == player.pk for seat in seats):
        raise GameRefusal(GameRefusalCode.ALREADY_SEATED)
    if game.status == Status.RUNNING:
        raise GameRefusal(GameRefusalCode.GAME_FULL)
    check_open(game)
    if blocked_among(player.pk, [game.creator_id, *[seat.player_id for seat in seats if seat.player_id]]):
        raise GameRefusal(GameRefusalCode.NOT_WELCOME)
    if refusal := Joiner(player).why_not(game, invited=invited):
        raise refusal


def guests_may_come(game: Game) -> bool:
    """By a link that somebody gave them; a guest who never comes back costs nobody a rating."""
    return not game.rated


def _check_guest_may_sit(game: Game, guest: Player, *, by_link: bool) -> None:
    if not by_link or not guests_may_come(game):
        raise GameRefusal(GameRefusalCode.GUESTS_PLAY_BOTS)
    going_on = Seat.objects.filter(player=guest, game__status__in=(Status.OPEN, Status.RUNNING))
    if going_on.exclude(game__creator=guest).count() >= GAMES_OF_A_GUEST:
        raise GameRefusal(GameRefusalCode.GUEST_PLAYS_ENOUGH, most=GAMES_OF_A_GUEST)


def waiting_invitations(game: Game) -> dict[int, Invitation]:
    """By the id of the seat that each keeps."""
    waiting = Invitation.objects.filter(seat__game=game, answer=Answer.WAITING).select_related("player")
    return {invitation.seat_id: invitation for invitation in waiting}


def seat_free_for_anybody(game: Game, seats: Sequence[Seat], seat_id: int) -> Seat:
    """Taken by nobody and kept for nobody. Raises GameRefusal (SEAT_NOT_FREE)."""
    seat = next((seat for seat in seats if seat.pk == seat_id), None)
    if seat is None or seat.kind != SeatKind.OPEN or seat.pk in waiting_invitations(game):
        raise GameRefusal(GameRefusalCode.SEAT_NOT_FREE)
    return seat


def take_seat(
    game: Game,
    seats: list[Seat],
    seat: Seat,
    player: Player,
    now: datetime,
    lots: random.Random,
    *,
    contribution: str = "",
) -> None:
    """Seats a player who has been shown the terms; what else was kept for him becomes free. `contribution`:
    to the deal of Good vs Evil, as sent."""
    others = Invitation.objects.filter(seat__game=game, player=player, answer=Answer.WAITING)
    others.exclude(seat=seat).update(answer=Answer.WITHDRAWN, answered_at=now)
    seat.player, seat.kind, seat.agreed_terms = player, SeatKind.PLAYER, game.terms_number
    seat.contribution = contribution_to(game, contribution)
    seat.save(update_fields=["player", "kind", "agreed_terms", "contribution"])
    touch(game, now)
    if musters(game, seats) and not any(each.kind == SeatKind.OPEN for each in seats):
        start_ready_check(game, seats, now, here=player)
    start_when_ready(game, seats, now, lots, by=player)


def contribution_to(game: Game, sent: str) -> str:
    return contribution_of(sent) if game.variant == Variant.GOOD_VS_EVIL else ""


def start_ready_check(game: Game, seats: Sequence[Seat], now: datetime, *, here: Player) -> None:
    """The table is full: all who sit there confirm within two days, or one where somebody sits whom no mail
    reaches. Who made it full has."""
    game.musters += 1
    _ask_to_confirm(game, seats, now, here=here)


def ask_again(game: Game, seats: Sequence[Seat], now: datetime, *, here: Player) -> None:
    """Other terms at a full table: their time begins anew, and who changed them is there."""
    if game.musters_until is not None:
        _ask_to_confirm(game, seats, now, here=here)


def _ask_to_confirm(game: Game, seats: Sequence[Seat], now: datetime, *, here: Player) -> None:
    reached = all(is_known(seat.player) for seat in seats if seat.player and not seat.player.is_bot)
    game.musters_until = now + (CONFIRMS_WITHIN if reached else CONFIRMS_SOONER)
    game.save(update_fields=["musters", "musters_until"])
    for seat in seats:
        seat.confirmed = seat.player_id == here.pk
    Seat.objects.bulk_update(seats, ["confirmed"])
    notify_ready_check(game, [seat.player for seat in seats if not is_here(game, seat)], by=here, now=now)


def free_seat(game: Game, seat: Seat, now: datetime) -> None:
    """Its player has it no longer; the table is not full, so nobody confirms."""
    seat.player, seat.kind, seat.agreed_terms, seat.confirmed = None, SeatKind.OPEN, 0, False
    seat.contribution = ""
    seat.save(update_fields=["player", "kind", "agreed_terms", "confirmed", "contribution"])
    game.musters_until = None
    touch(game, now, "musters_until")


def touch(game: Game, now: datetime, *fields: str) -> None:
    """Whoever looks at the table gets it anew."""
    game.changed_at = now
    game.save(update_fields=["changed_at", *fields])
    publish_version(game)


def give_up(game: Game, seats: Sequence[Seat], now: datetime, *, by: Player | None = None) -> None:
    """The game is cancelled, and nothing is kept for anybody any more; `by` is None when time is over."""
    waiting = Invitation.objects.filter(seat__game=game, answer=Answer.WAITING)
    waiting.update(answer=Answer.WITHDRAWN, answered_at=now)
    game.status, game.musters_until = Status.CANCELLED, None
    touch(game, now, "status", "musters_until")
    notify_cancelled(game, seats, by=by, now=now)


def start_when_ready(
    game: Game,
    seats: list[Seat],
    now: datetime,
    lots: random.Random,
    *,
    by: Player,
    recorded: Sequence[Alignment] = (),
) -> None:
    """Starts the game when every seat is taken, and all players agree to its terms and have confirmed where
    that is asked; `by` was the last. `recorded`: the alignments of a record, by seat."""
    if any(seat.kind == SeatKind.OPEN or not is_here(game, seat) for seat in seats):
        return
    seats = _in_turn_order(game, seats, lots)
    for number, seat in enumerate(seats):
        seat.number, seat.name = number, seat.shown_name
    wind_up(game, seats)
    Seat.objects.bulk_update(seats, ["number", "name", "excuses_left"])
    if game.variant == Variant.GOOD_VS_EVIL:
        deal(game, seats, lots, recorded)
    game.started_at, game.musters_until = now, None
    game.save(update_fields=["musters_until"])
    save_moment(game, seats, first_moment(game, seats), now, by=by)


def _in_turn_order(game: Game, seats: Sequence[Seat], lots: random.Random) -> list[Seat]:
    """Seat 0 has the first turn."""
    order = list(seats)
    if game.seat_order != SeatOrder.FIXED:
        lots.shuffle(order)
    if game.seat_order == SeatOrder.NOVICE:
        order.sort(key=lambda seat: not seat.novice)
    return order
