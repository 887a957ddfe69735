"""Keeping seats for friends: by a link for whoever has it, or for one player by name."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.selectors import blocked_among
from clubs.models import Membership
from games.access import check_may_play, check_may_talk
from games.clocks.pulse import time_of
from games.models import Answer, Game, Invitation, Room, Seat
from games.notices.enqueueing import notify_invitation
from games.refusals import GameRefusal, GameRefusalCode
from games.services.log import lock_game
from games.services.starting import (
    LOTS,
    check_creator,
    check_may_sit,
    check_open,
    check_terms,
    seat_free_for_anybody,
    take_seat,
    touch,
    waiting_invitations,
)
from games.services.talk import say
from games.talk.text import tidy_talk


@transaction.atomic
def invite(
    *, game_id: int, player: Player, seat_id: int, invited: Player | None = None, word: str = ""
) -> Invitation:
    """The creator keeps a free seat: for `invited`, or (None) for the first who comes by the link.

    Locks the game. Raises GameRefusal (NOT_THE_CREATOR, GUESTS_PLAY_BOTS, GAME_NOT_OPEN,
    SEAT_NOT_FREE, ALREADY_SEATED, CANNOT_BE_INVITED, INVITED_ALREADY, NO_LINKS_IN_CLUBS, MEMBERS_ONLY).
    """
    check_may_play(player)
    if word.strip():
        check_may_talk(player)
    game, seats = lock_game(game_id)
    check_creator(game, player)
    if player.is_guest:
        raise GameRefusal(GameRefusalCode.GUESTS_PLAY_BOTS)
    check_open(game)
    seat = seat_free_for_anybody(game, seats, seat_id)
    now = time_of(game)
    invitation = keep_seat(game, seats, seat, invited, word, now)
    touch(game, now)
    return invitation


def keep_seat(
    game: Game, seats: Sequence[Seat], seat: Seat, invited: Player | None, word: str, now: datetime
) -> Invitation:
    """The same for a seat known to be free, in the creator's name. Raises as `invite`."""
    check_invited_to_club(game.club_id, invited)
    if invited is not None:
        check_invited(game.creator, invited, seats)
        if any(each.player_id == invited.pk for each in seats):
            raise GameRefusal(GameRefusalCode.ALREADY_SEATED)
        if any(each.player_id == invited.pk for each in waiting_invitations(game).values()):
            raise GameRefusal(GameRefusalCode.INVITED_ALREADY, name=invited.name)
    invitation = Invitation.objects.create(
        seat=seat, player=invited, inviter=game.creator, word=word, created_at=now
    )
    notify_invitation(invitation)
    return invitation


def check_invited_to_club(club_id: int | None, invited: Player | None) -> None:
    """`invited` None: a link. Raises GameRefusal (NO_LINKS_IN_CLUBS, MEMBERS_ONLY)."""
    if club_id is None:
        return
    if invited is None:
        raise GameRefusal(GameRefusalCode.NO_LINKS_IN_CLUBS)
    if not Membership.objects.filter(club=club_id, player=invited).exists():
        raise GameRefusal(GameRefusalCode.MEMBERS_ONLY)


def check_invited(inviter: Player, invited: Player, seats: Iterable[Seat] = ()) -> None:
    """Raises GameRefusal (CANNOT_BE_INVITED), with one sentence for all reasons: nobody learns of a block."""
    reachable = invited.is_human and invited.is_active and invited != inviter
    others = {seat.player_id for seat in seats if seat.player_id} - {invited.pk}
    if not reachable or blocked_among(invited.pk, {inviter.pk, *others}):
        raise GameRefusal(GameRefusalCode.CANNOT_BE_INVITED)


@transaction.atomic
def withdraw_invitation(*, game_id: int, player: Player, seat_id: int) -> Game:
    """The creator keeps the seat no longer: it is open to all, and a link leads nowhere.

    Locks the game. Raises GameRefusal (NOT_THE_CREATOR, GAME_NOT_OPEN, INVITATION_GONE).
    """
    game, _seats = lock_game(game_id)
    check_creator(game, player)
    check_open(game)
    invitation = waiting_invitations(game).get(seat_id)
    if invitation is None:
        raise GameRefusal(GameRefusalCode.INVITATION_GONE)
    now = time_of(game)
    _answer(invitation, Answer.WITHDRAWN, now)
    touch(game, now)
    return game


@transaction.atomic
def accept_invitation(
    *,
    invitation_id: int,
    player: Player,
    terms: int,
    word: str = "",
    contribution: str = "",
    lots: random.Random = LOTS,
) -> Game:
    """Takes the seat kept by a link or for this player; the game starts when it was the last one.

    `terms` and `contribution` as in `join_game`. The word is said at the table, where the players may talk.

    A guest comes by a link only. Locks the game. Raises GameRefusal (INVITATION_GONE, GUESTS_PLAY_BOTS,
    GUEST_PLAYS_ENOUGH, ALREADY_SEATED, GAME_FULL, GAME_NOT_OPEN, NOT_WELCOME, NEWCOMER_SITS_ENOUGH) and
    TermsChanged.
    """
    check_may_play(player)
    game, seats, invitation = _lock_invitation(invitation_id, player)
    check_may_sit(game, seats, player, by_link=invitation.player_id is None, invited=True)
    check_terms(game, terms)
    now = time_of(game)
    accept(invitation, now, word)
    seat = next(seat for seat in seats if seat.pk == invitation.seat_id)
    take_seat(game, seats, seat, player, now, lots, contribution=contribution)
    if game.talk_allowed and tidy_talk(word) and not player.is_guest:
        say(game_id=game.pk, player=player, room=Room.PLAYERS, text=word, key=f"invitation-{invitation.pk}")
    return game


def accept(invitation: Invitation, now: datetime, word: str = "") -> None:
    """The game must be locked; `take_seat` follows."""
    _answer(invitation, Answer.ACCEPTED, now, word)


@transaction.atomic
def decline_invitation(*, invitation_id: int, player: Player, word: str = "") -> Game:
    """The player invited by name will not play; the seat is open to all.

    Locks the game. Raises GameRefusal (INVITATION_GONE).
    """
    if word.strip():
        check_may_talk(player)
    game, _seats, invitation = _lock_invitation(invitation_id, player)
    if invitation.player_id != player.pk:
        raise GameRefusal(GameRefusalCode.INVITATION_GONE)
    now = time_of(game)
    _answer(invitation, Answer.DECLINED, now, word)
    touch(game, now)
    return game


def _lock_invitation(invitation_id: int, player: Player) -> tuple[Game, list[Seat], Invitation]:
    """The invitation as it stands once the game is locked, if it waits for this player."""
    game_id = Invitation.objects.values_list("seat__game_id", flat=True).get(pk=invitation_id)
    game, seats = lock_game(game_id)
    invitation = Invitation.objects.get(pk=invitation_id)
    if invitation.answer != Answer.WAITING or invitation.player_id not in (None, player.pk):
        raise GameRefusal(GameRefusalCode.INVITATION_GONE)
    return game, seats, invitation


def _answer(invitation: Invitation, answer: Answer, now: datetime, word: str = "") -> None:
    invitation.answer, invitation.answered_at, invitation.answer_word = answer, now, word
    invitation.save(update_fields=["answer", "answered_at", "answer_word"])
