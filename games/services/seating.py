"""From the wish for a game to its start."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from accounts.selectors import bots_of_level
from clubs.models import Club, Membership
from games.access import check_may_play, check_may_talk
from games.clocks.pulse import time_of
from games.lobby.joining import Joiner
from games.lobby.terms import USUAL_TERMS, GameTerms, terms_within
from games.log.deals import bind_deal
from games.models import OF_CLUB, Game, Invitation, Seat, SeatKind, SeatOrder, Status
from games.notices.enqueueing import notify_removed
from games.refusals import GameRefusal, GameRefusalCode
from games.services.invitations import accept, keep_seat
from games.services.log import lock_game
from games.services.starting import (
    GAMES_OF_A_GUEST,
    LOTS,
    check_creator,
    check_may_sit,
    check_open,
    check_rated_seats,
    check_terms,
    clock_for,
    contribution_to,
    free_seat,
    give_up,
    start_when_ready,
    take_seat,
    waiting_invitations,
)
from homeworlds.outcome import Alignment
from homeworlds.rules import (
    MIN_PLAYERS,
    OFFERED_VARIANTS,
    RULES_VERSION,
    Preset,
    RuleSet,
    Variant,
    check_players,
    preset_rules,
)
from upkeep.clock import database_now

WAITS_FOR_TWO: Final = timedelta(days=7)
WAITS_FOR_ANOTHER: Final = timedelta(days=3, hours=12)
"""So long an unfilled game waits: three weeks with six seats."""
AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWish:
    """Who shall sit there: a player, a bot of a level, the one invited, whoever has the link, or (nothing
    given) whoever joins."""

    player: Player | None = None
    bot_level: str = ""
    invited: Player | None = None
    by_link: bool = False
    word: str = ""
    """To the one invited."""
    novice: bool = False
    one_star: bool = False
    timewarp: int = 0
    red_alert: bool = False
    name: str = ""
    """What the player is called in this game; empty: by the account's name. Only records need it."""
    contribution: str = ""
    """To the deal of Good vs Evil, as the player's browser sent it."""


class Origin(NamedTuple):
    """What a game belongs to: it is named beside the game, and led to from there."""

    kind: str
    """Of the app that made the game, which finds it by that: a ladder, stairs, an event."""
    title: str
    """In the site's first language; at most 200 characters."""
    link: str
    """An address of this site, without the host."""

    @property
    def fields(self) -> dict[str, str]:
        """By the names of the game's fields."""
        return {f"origin_{name}": value for name, value in self._asdict().items()}


NO_ORIGIN: Final = Origin("", "", "")


def people_among(seats: Sequence[SeatWish]) -> int:
    """So many seats will be people's."""
    return sum(not wish.bot_level and (wish.player is None or wish.player.is_human) for wish in seats)


@transaction.atomic
def create_game(
    *,
    creator: Player,
    rules: RuleSet,
    seats: Sequence[SeatWish],
    seat_order: SeatOrder = SeatOrder.LOT,
    preset: Preset | None = None,
    terms: GameTerms = USUAL_TERMS,
    key: str = "",
    arranged: bool = False,
    origin: Origin = NO_ORIGIN,
    club: Club | None = None,
    lots: random.Random = LOTS,
    recorded: Sequence[Alignment] = (),
) -> Game:
    """A new game; it starts at once when no seat is open.

    `preset` None means `custom`; a preset whose options are not those of `rules` counts as that. A
    creator who sends the same `key` again gets the game it made, or MADE_BEFORE if it wants another.
    `arranged`: an event brings the players together, so to join is to confirm. `club`: its members join,
    and it is where the game comes from unless that is said otherwise; a hidden one's game is private,
    unrated and comes from nowhere. `recorded`: the alignments of Good vs Evil by seat, as a record has them;
    without them their deal can be proven. Locks the creator when there is a key. Raises Refusal (as
    homeworlds.rules.check_players) and GameRefusal (VARIANT_NOT_OFFERED, ONE_NOVICE_NEEDED,
    RATED_NEEDS_CLOCK, LIVE_IS_FOR_TWO, NOBODY_TO_PLAY, GUESTS_PLAY_BOTS, GUEST_PLAYS_ENOUGH,
    ALREADY_SEATED, NO_BOT_FREE, CANNOT_BE_INVITED, INVITED_ALREADY, NEWCOMER_SITS_ENOUGH,
    MEMBERS_ONLY, NO_LINKS_IN_CLUBS, RATED_NEEDS_ADDRESS, THEY_NEED_ADDRESS).
    """
    check_may_play(creator)
    if any(wish.word.strip() for wish in seats):
        check_may_talk(creator)
    if key and (made := _made_before(creator, key)):
        asked = clock_for(terms_within(terms, club), people_among(seats), len(seats))
        if not _is_as_wished(made, rules, seats, seat_order, asked):
            raise GameRefusal(GameRefusalCode.MADE_BEFORE)
        return made
    if preset is not None and preset_rules(preset, rules.variant) != rules:
        preset = None
    check_wishes(rules, preset, seats, seat_order)
    if creator.is_guest:
        check_guest_makes(creator, seats, terms)
    check_newcomer(creator, seats, arranged=arranged)
    if club is not None:
        if not arranged:
            check_club(club, creator, seats)
        origin = _origin_in(club, origin)
    terms = clock_for(terms_within(terms, club), people_among(seats), len(seats))
    now = database_now()
    game = Game.objects.create(
        variant=rules.variant,
        options=rules.options(),
        rules_version=RULES_VERSION,
        preset=preset or "",
        players=len(seats),
        seat_order=seat_order,
        creator=creator,
        creation_key=key,
        expires_at=now + WAITS_FOR_TWO + WAITS_FOR_ANOTHER * (len(seats) - MIN_PLAYERS),
        created_at=now,
        changed_at=now,
        arranged=arranged,
        club=club,
        **origin.fields,
        **terms.fields(),
    )
    if rules.variant is Variant.GOOD_VS_EVIL and not recorded:
        bind_deal(game)
    taken: list[Seat] = []
    check_rated_seats(terms, [who for wish in seats if (who := wish.player)], by=creator)
    for wish in seats:
        taken.append(_new_seat(game, wish, taken))
    taken = Seat.objects.bulk_create(taken)
    for seat, wish in zip(taken, seats, strict=True):
        if wish.invited or wish.by_link:
            keep_seat(game, taken, seat, wish.invited, wish.word, now)
    start_when_ready(game, taken, now, lots, by=creator, recorded=recorded)
    return game


def _made_before(creator: Player, key: str) -> Game | None:
    """The game that this key made already: a double click, a form sent again."""
    # Two requests with one key wait here for each other; `no_key` lets other games seat the player meanwhile.
    Player.objects.select_for_update(no_key=True).get(pk=creator.pk)
    return Game.objects.filter(creator=creator, creation_key=key).first()


def _is_as_wished(
    game: Game, rules: RuleSet, seats: Sequence[SeatWish], seat_order: SeatOrder, terms: GameTerms
) -> bool:
    """Whether a game that a form has made is what the form says now, as far as its creator has not changed it
    since. Two queries."""
    bots = Seat.objects.filter(game=game, kind=SeatKind.BOT).values_list("player__bot_level", flat=True)
    invited = Invitation.objects.filter(seat__game=game, player__isnull=False).values_list(
        "player", flat=True
    )
    made = (game.variant, game.options, game.players, game.seat_order)
    asked = (rules.variant, rules.options(), len(seats), seat_order)
    same_terms = game.terms_number > 1 or GameTerms.of(game) == terms
    return (
        made == asked
        and same_terms
        and sorted(bots) == sorted(wish.bot_level for wish in seats if wish.bot_level)
        and {wish.invited.pk for wish in seats if wish.invited} <= set(invited)
    )


def check_wishes(
    rules: RuleSet, preset: Preset | None, seats: Sequence[SeatWish], seat_order: SeatOrder
) -> None:
    """Raises Refusal and GameRefusal for a game that cannot be, whoever asks for it."""
    if preset is not None and rules.variant not in OFFERED_VARIANTS[preset]:
        raise GameRefusal(GameRefusalCode.VARIANT_NOT_OFFERED, preset=str(preset), variant=str(rules.variant))
    check_players(len(seats), rules.variant, preset)
    if seat_order == SeatOrder.NOVICE and sum(wish.novice for wish in seats) != 1:
        raise GameRefusal(GameRefusalCode.ONE_NOVICE_NEEDED)
    if all(wish.bot_level for wish in seats):
        raise GameRefusal(GameRefusalCode.NOBODY_TO_PLAY)


def check_club(club: Club, creator: Player, seats: Sequence[SeatWish]) -> None:
    """Raises GameRefusal (MEMBERS_ONLY, NO_LINKS_IN_CLUBS) for a table that is not the club's."""
    if any(wish.by_link for wish in seats):
        raise GameRefusal(GameRefusalCode.NO_LINKS_IN_CLUBS)
    people = {creator, *[who for wish in seats if (who := wish.player or wish.invited)]}
    members = Membership.objects.filter(club=club, player__in=people).count()
    if members < len(people):
        raise GameRefusal(GameRefusalCode.MEMBERS_ONLY)


def check_guest_makes(guest: Player, seats: Sequence[SeatWish], terms: GameTerms) -> None:
    """A guest plays with bots, and with whom he sends a link to. Raises GameRefusal (GUESTS_PLAY_BOTS,
    GUEST_PLAYS_ENOUGH)."""
    others = [wish for wish in seats if not wish.bot_level and wish.player != guest]
    if not others:
        return
    if terms.rated or not all(wish.by_link for wish in others):
        raise GameRefusal(GameRefusalCode.GUESTS_PLAY_BOTS)
    made = Game.objects.filter(creator=guest, status__in=(Status.OPEN, Status.RUNNING))
    if made.exclude(seats__kind=SeatKind.BOT).count() >= GAMES_OF_A_GUEST:
        raise GameRefusal(GameRefusalCode.GUEST_PLAYS_ENOUGH, most=GAMES_OF_A_GUEST)


def _origin_in(club: Club, origin: Origin) -> Origin:
    if club.hidden:
        return NO_ORIGIN
    return origin if origin.kind else Origin(OF_CLUB, club.name, club.get_absolute_url())


def check_newcomer(creator: Player, seats: Sequence[SeatWish], *, arranged: bool = False) -> None:
    """Raises GameRefusal (NEWCOMER_SITS_ENOUGH) where a new player makes one table of three and more too many
    for people still to come."""
    waits = any(wish.player is None and not wish.bot_level for wish in seats)
    if waits and any(wish.player == creator for wish in seats):
        refusal = Joiner(creator).why_no_more_tables(len(seats), arranged=arranged)
        if refusal:
            raise refusal


def _new_seat(game: Game, wish: SeatWish, taken: Sequence[Seat]) -> Seat:
    player, kind = wish.player, SeatKind.PLAYER if wish.player else SeatKind.OPEN
    seated = [seat.player_id for seat in taken if seat.player_id]
    if wish.bot_level:
        kind = SeatKind.BOT
        player = free_bot(wish.bot_level, taken)
    elif player and player.pk in seated:
        raise GameRefusal(GameRefusalCode.ALREADY_SEATED)
    return Seat(
        game=game,
        kind=kind,
        player=player,
        name=wish.name,
        novice=wish.novice,
        one_star=wish.one_star,
        timewarp=wish.timewarp,
        red_alert=wish.red_alert,
        agreed_terms=game.terms_number if player else 0,
        contribution=contribution_to(game, wish.contribution),
    )


def free_bot(level: str, taken: Sequence[Seat]) -> Player:
    """One whose badge, the first letter of its name, nobody at the table has, if there is one. Raises
    GameRefusal (NO_BOT_FREE)."""
    seated = [seat.player for seat in taken if seat.player]
    free = [bot for bot in bots_of_level(level) if bot not in seated]
    if not free:
        raise GameRefusal(GameRefusalCode.NO_BOT_FREE, level=level)
    badges = {player.name[:1] for player in seated}
    return next((bot for bot in free if bot.name[:1] not in badges), free[0])


@transaction.atomic
def join_game(
    *,
    game_id: int,
    player: Player,
    terms: int | None = None,
    contribution: str = "",
    lots: random.Random = LOTS,
) -> Game:
    """Takes the seat kept for the player, else the first free one; the game starts when it was the last.

    `terms` is the number of the terms that the player was shown; None agrees to whatever stands.
    `contribution`: to the deal of Good vs Evil, as sent.
    Locks the game. Raises GameRefusal (GUESTS_PLAY_BOTS, ALREADY_SEATED, GAME_FULL, GAME_NOT_OPEN,
    NOT_WELCOME, OFTEN_AWAY, NOT_RELIABLE_YET, RATING_OUTSIDE, NO_RATING_YET, NEWCOMER_SITS_ENOUGH,
    MEMBERS_ONLY, RATED_NEEDS_ADDRESS, SEATS_KEPT) and TermsChanged.
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    kept = waiting_invitations(game)
    own = next((invitation for invitation in kept.values() if invitation.player_id == player.pk), None)
    check_may_sit(game, seats, player, invited=own is not None)
    free = [seat for seat in seats if seat.kind == SeatKind.OPEN and seat.pk not in kept]
    if own is None and not free:
        full = any(seat.kind == SeatKind.OPEN for seat in seats)
        raise GameRefusal(GameRefusalCode.SEATS_KEPT if full else GameRefusalCode.GAME_FULL)
    if terms is not None:
        check_terms(game, terms)
    now = time_of(game)
    seat = free[0] if own is None else next(seat for seat in seats if seat.pk == own.seat_id)
    if own is not None:
        accept(own, now)
    take_seat(game, seats, seat, player, now, lots, contribution=contribution)
    return game


@transaction.atomic
def leave_game(*, game_id: int, player: Player) -> Game:
    """Gives a seat back before the start.

    Locks the game. Raises GameRefusal (NOT_SEATED, GAME_NOT_OPEN).
    """
    game, seats = lock_game(game_id)
    check_open(game)
    seat = next((seat for seat in seats if seat.player_id == player.pk), None)
    if seat is None:
        raise GameRefusal(GameRefusalCode.NOT_SEATED)
    free_seat(game, seat, time_of(game))
    return game


@transaction.atomic
def remove_player(*, game_id: int, player: Player, seat_id: int) -> Game:
    """The creator takes somebody else's seat back before the start, who gets a notice.

    Locks the game. Raises GameRefusal (NOT_THE_CREATOR, GAME_NOT_OPEN, NOBODY_TO_REMOVE).
    """
    game, seats = lock_game(game_id)
    check_creator(game, player)
    check_open(game)
    seat = next((seat for seat in seats if seat.pk == seat_id and seat.kind == SeatKind.PLAYER), None)
    if seat is None or seat.player_id == player.pk:
        raise GameRefusal(GameRefusalCode.NOBODY_TO_REMOVE)
    now, removed = time_of(game), seat.player
    free_seat(game, seat, now)
    notify_removed(game, seat_id, removed, by=player, now=now)
    return game


@transaction.atomic
def cancel_game(*, game_id: int, player: Player) -> Game:
    """Withdraws a game that has not started.

    Locks the game. Raises GameRefusal (NOT_THE_CREATOR, GAME_NOT_OPEN).
    """
    game, seats = lock_game(game_id)
    check_creator(game, player)
    check_open(game)
    give_up(game, seats, time_of(game), by=player)
    return game


def due_to_expire(now: datetime) -> QuerySet[Game]:
    """A full one waits for its players to confirm."""
    return Game.objects.filter(status=Status.OPEN, expires_at__lte=now, musters_until__isnull=True)


def give_up_expired_games() -> int:
    """Cancels the games that did not fill in their time; returns how many."""
    first = due_to_expire(database_now()).order_by("expires_at").values_list("pk", flat=True)[:AT_ONCE]
    return sum(_give_up_if_expired(pk) for pk in first)


@transaction.atomic
def _give_up_if_expired(game_id: int) -> bool:
    game, seats = lock_game(game_id)
    now = time_of(game)
    # Somebody may have taken the last seat while the lock was waited for.
    late = game.expires_at is not None and game.expires_at <= now
    if game.status != Status.OPEN or game.musters_until is not None or not late:
        return False
    give_up(game, seats, now)
    return True
