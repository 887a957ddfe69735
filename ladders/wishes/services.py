"""Standing wishes for a game: made, withdrawn, answered, and met by each other."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts.locking import lock_player
from accounts.models import Player
from accounts.selectors import confirmed_addresses
from accounts.services import ensure_bots
from accounts.vacation.keeping import vacation_of
from board.words.refusals import SiteRefusal
from bots.levels import OFFERED
from games.access import check_may_play
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game
from games.services import Origin, SeatWish, create_game, send_bot_away
from homeworlds.refusals import Refusal
from homeworlds.rules import DEFAULT_PRESET, MAX_PLAYERS, MIN_PLAYERS, Variant, preset_rules
from ladders.arithmetic.matching import Met, fits, match
from ladders.models import Matcher, Rated, Wish, WishSeat
from ladders.wishes.looking import (
    CLOCKS,
    MOST_AT_ONCE,
    MOST_WISHES,
    answer_of,
    can_begin,
    due_for_bots,
    meetings,
    variants_for,
    wished,
)
from ladders.wishes.notices import notify_bot_came, notify_met
from ladders.wishes.refusals import WishRefusal, WishRefusalCode
from upkeep.clock import database_now

THE_MATCHER: Final = 1
ORIGIN: Final = "wish"
TITLE: Final = gettext_noop("Find a game")
LOTS: Final = random.SystemRandom()
SOUGHT_AT_ONCE: Final = 100
"""For so many wishes others are sought in one go; those come first that were looked at longest ago."""
GAMES_AT_ONCE: Final = 20
SITS_IN: Final = OFFERED[1]
"""Who plays with somebody to whom nobody comes."""


@transaction.atomic
def state_wish(
    *,
    player: Player,
    players: int,
    variants: Collection[Variant],
    clocks: Collection[str],
    rated: Rated = Rated.EITHER,
    within: int | None = None,
    at_once: int = 1,
    wants_bot: bool = True,
) -> Wish:
    """The wish stands until it is withdrawn; to state it is to agree that its games begin at once. The same
    again is one wish, with the number of games that was said last. `wants_bot`: where nobody comes for long,
    a bot plays with the player until somebody does.

    Locks the player, then the wish that was stated before. Raises WishRefusal (NEEDS_ACCOUNT, NO_VARIANT,
    NO_CLOCK, WISHES_ENOUGH) and GameRefusal (SUSPENDED); ValueError for figures that no form offers.
    """
    _check_person(player)
    if players not in range(MIN_PLAYERS, MAX_PLAYERS + 1) or at_once not in range(1, MOST_AT_ONCE + 1):
        raise ValueError(f"no wish for {players} players, {at_once} at once")
    chosen = [str(variant) for variant in variants_for(players) if variant in variants]
    accepted = [clock for clock in CLOCKS if clock in clocks]
    if not chosen:
        raise WishRefusal(WishRefusalCode.NO_VARIANT)
    if not accepted:
        raise WishRefusal(WishRefusalCode.NO_CLOCK)
    lock_player(player)
    said = {"players": players, "variants": chosen, "clocks": accepted, "rated": rated, "within": within}
    # Locked: from another tab it may just be withdrawn.
    stated = Wish.objects.select_for_update(no_key=True).filter(player=player, **said)
    if same := stated.order_by("pk").first():
        same.at_once, same.wants_bot = at_once, wants_bot
        same.save(update_fields=["at_once", "wants_bot"])
        return same
    if Wish.objects.filter(player=player).count() >= MOST_WISHES:
        raise WishRefusal(WishRefusalCode.WISHES_ENOUGH, most=MOST_WISHES)
    now = database_now()
    return Wish.objects.create(
        player=player, at_once=at_once, wants_bot=wants_bot, created_at=now, waits_since=now, **said
    )


@transaction.atomic
def withdraw_wish(*, player: Player, wish_id: int) -> None:
    """Its games go on. Locks the wish. Raises Wish.DoesNotExist: it is not the player's."""
    if not _forget(Wish.objects.filter(pk=wish_id, player=player)):
        raise Wish.DoesNotExist


@transaction.atomic
def leaver_wishes_nothing(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that what a deleted player left is settled. Locks the wishes, by their ids."""
    _forget(Wish.objects.filter(player=player))


def _forget(wishes: QuerySet[Wish]) -> int:
    """Locked first: a game that one of them begins meanwhile must be known before it goes."""
    ids = [wish.pk for wish in wishes.select_for_update().order_by("pk")]
    Wish.objects.filter(pk__in=ids).delete()
    return len(ids)


@transaction.atomic
def answer_wish(*, player: Player, wish_id: int, lots: random.Random = LOTS) -> Game:
    """Plays with somebody who wished for a game of two: it begins at once.

    Locks the matcher, then the wish. Raises WishRefusal (NEEDS_ACCOUNT, OWN_WISH, ON_VACATION, WISH_GONE,
    PLAYING_ALREADY, DOES_NOT_FIT) and GameRefusal (SUSPENDED).
    """
    _check_person(player)
    _lock_matcher()
    now = database_now()
    if vacation_of(player, now):
        raise WishRefusal(WishRefusalCode.ON_VACATION)
    locked = _lock_wishes([wish_id], now)
    wish = locked[0] if locked else None
    if wish is None or wish.players != 2:
        raise WishRefusal(WishRefusalCode.WISH_GONE)
    if wish.player_id == player.pk:
        raise WishRefusal(WishRefusalCode.OWN_WISH)
    mine = answer_of(player, wish)
    one, other = wished([wish, mine], now)
    if not fits(one, other):
        plays = WishSeat.objects.filter(player=player, game__status="running")
        if WishSeat.objects.filter(player=wish.player, game__in=plays.values("game")).exists():
            raise WishRefusal(WishRefusalCode.PLAYING_ALREADY, name=wish.player.name)
        raise WishRefusal(WishRefusalCode.DOES_NOT_FIT)
    variant, clock = lots.choice(sorted(one.variants)), lots.choice(sorted(one.clocks))
    met = Met(wishes=(wish.pk,), variant=variant, clock=clock, rated=True in one.counts)
    return _begin([wish, mine], met, now, lots, by=player)


def match_wishes(*, now: datetime | None = None, lots: random.Random = LOTS) -> int:
    """Lets standing wishes meet; returns how many games began. The sweep asks every few minutes; who asks
    while another does so gets 0 at once. Bounded: the wishes looked at longest ago seek others,
    SOUGHT_AT_ONCE of them, and GAMES_AT_ONCE games begin at most. `now` is for proofs.

    Locks the matcher, then the wishes that seek and those that meet, by their ids.
    """
    if not Wish.objects.exists():
        return 0
    with transaction.atomic():
        if not _lock_matcher(wait=False):
            return 0
        now = now or database_now()
        _forget_suspended(now)
        standing = list(can_begin(now).select_related("player").order_by("waits_since", "pk"))
        looked = sorted(standing, key=lambda wish: (wish.looked_at is not None, wish.looked_at or now))
        seeking = {wish.pk for wish in looked[:SOUGHT_AT_ONCE]}
        both = wished(standing, now)
        games = match(
            [each for each in both if each.number in seeking],
            both,
            met=meetings({wish.player_id for wish in standing}, now),
            lots=lots,
            most=GAMES_AT_ONCE,
        )
        ids = seeking | {number for met in games for number in met.wishes}
        locked = {wish.pk: wish for wish in _lock_wishes(ids, now)}
        began = sum(_meet(locked, met, now, lots) for met in games)
        if len(games) < GAMES_AT_ONCE:
            Wish.objects.filter(pk__in=seeking).update(looked_at=now)
        return began


def seat_bots(*, now: datetime | None = None, lots: random.Random = LOTS) -> int:
    """Begins a game with bots in all the other seats for wishes that nobody has met for `WISH_BOT_HOURS`,
    once while each waits; returns how many. The wishes go on waiting. GAMES_AT_ONCE at most. `now` is for
    proofs.

    Locks the matcher, then the wishes, by their ids.
    """
    if not settings.WISH_BOT_HOURS or not due_for_bots(now or database_now()).exists():
        return 0
    with transaction.atomic():
        _lock_matcher()
        ensure_bots()
        now = now or database_now()
        due = [wish.pk for wish in due_for_bots(now).order_by("waits_since", "pk")[:GAMES_AT_ONCE]]
        return sum(_seat_bot(wish, now, lots) for wish in _lock_wishes(due, now))


def _seat_bot(wish: Wish, now: datetime, lots: random.Random) -> bool:
    bots = [SeatWish(bot_level=SITS_IN)] * (wish.players - 1)
    try:
        with transaction.atomic():
            game = create_game(
                creator=wish.player,
                rules=preset_rules(DEFAULT_PRESET, Variant(lots.choice(sorted(wish.variants)))),
                preset=DEFAULT_PRESET,
                seats=[SeatWish(player=wish.player), *bots],
                origin=Origin(ORIGIN, TITLE, reverse("ladders:find")),
                lots=lots,
            )
            wish.bot_game, wish.bot_came_at = game, now
            wish.save(update_fields=["bot_game", "bot_came_at"])
            notify_bot_came(game, wish.player, now=now)
    except (SiteRefusal, Refusal):
        return False
    return True


def _lock_matcher(*, wait: bool = True) -> bool:
    """False: somebody else has it, and it is not waited for."""
    Matcher.objects.bulk_create([Matcher(pk=THE_MATCHER)], ignore_conflicts=True)
    locked = Matcher.objects.select_for_update(no_key=True, skip_locked=not wait)
    return bool(list(locked.filter(pk=THE_MATCHER)))


def _lock_wishes(ids: Collection[int], now: datetime) -> list[Wish]:
    """Those that still stand and can begin a game, by their ids."""
    locked = list(Wish.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))
    return list(
        can_begin(now).filter(pk__in=[wish.pk for wish in locked]).select_related("player").order_by("pk")
    )


def _meet(locked: Mapping[int, Wish], met: Met, now: datetime, lots: random.Random) -> bool:
    if not locked.keys() >= set(met.wishes):
        return False  # one was withdrawn meanwhile
    wishes = [locked[number] for number in met.wishes]
    try:
        with transaction.atomic():
            _begin(wishes, met, now, lots)
    except (SiteRefusal, Refusal):
        return False
    return True


def _begin(
    wishes: Sequence[Wish], met: Met, now: datetime, lots: random.Random, *, by: Player | None = None
) -> Game:
    people = [wish.player for wish in wishes]
    game = create_game(
        creator=by or people[0],
        rules=preset_rules(DEFAULT_PRESET, Variant(met.variant)),
        preset=DEFAULT_PRESET,
        seats=[SeatWish(player=player) for player in people],
        terms=GameTerms(rated=met.rated, clock=PACES[met.clock]),
        arranged=True,
        origin=Origin(ORIGIN, TITLE, reverse("ladders:find")),
        lots=lots,
    )
    WishSeat.objects.bulk_create([_seat_of(wish, game, now) for wish in wishes])
    Wish.objects.filter(pk__in=[wish.pk for wish in wishes if wish.pk]).update(waits_since=now)
    notify_met(game, people, now=now, by=by)
    for left in sorted({wish.bot_game_id for wish in wishes if wish.bot_game_id}):
        send_bot_away(game_id=left)
    return game


def _seat_of(wish: Wish, game: Game, now: datetime) -> WishSeat:
    if not wish.pk:
        return WishSeat(game=game, player=wish.player, at=now)
    return WishSeat(game=game, player=wish.player, wish=wish, at=now, waited=now - wish.waits_since)


def _forget_suspended(now: datetime) -> None:
    """Whom staff have suspended leaves, like one who leaves by himself."""
    gone = Q(player__suspended_until__gt=now) | Q(player__is_active=False)
    _forget(Wish.objects.filter(pk__in=Wish.objects.filter(gone).values("pk")))


def _check_person(player: Player) -> None:
    check_may_play(player)
    if not player.is_human or player.is_former or not confirmed_addresses([player]):
        raise WishRefusal(WishRefusalCode.NEEDS_ACCOUNT)
