"""The ladder, the stairs, and standing wishes."""

from __future__ import annotations

import random
from datetime import timedelta
from types import SimpleNamespace as Scenery

from accounts.deletion import delete_account
from accounts.tests.cast import person
from clubs.services import close_club, leave_club
from clubs.tests.clubhouse import club_of
from games.clocks.paces import BRISK
from games.models import Game
from games.services import resign, send_bot_away
from games.services.clocks.undoing import undo_falls
from games.tests.clocks import now
from homeworlds.rules import DEFAULT_PRESET, Variant, preset_rules
from ladders.ladder.services import joining, sinking, sweeping
from ladders.ladder.services.challenging import challenge
from ladders.ladder.services.founding import found_ladder, site_ladder
from ladders.ladder.services.replaying import check_ladders
from ladders.models import Limbo, Rung, Wish
from ladders.stairs.looking import VARIANTS
from ladders.stairs.services import asking, seating
from ladders.tests import climbing, stairs
from ladders.tests.wishes import wish
from ladders.wishes import services as wishes
from proofs.weaving.register import scene
from upkeep.clock import database_now

DAY = timedelta(days=1)


@scene
def ladder() -> Scenery:
    """Of a club. Alice, Bob, Carol and Dave stand there in this order; Dave has challenged Carol, who leaves;
    Eve is a newcomer whose fortnight is over; Frank stands beside."""
    people = [person(name) for name in ("Alice", "Bob", "Carol", "Dave", "Eve", "Frank")]
    alice, bob, carol, dave, eve, frank = people
    club = club_of(*people)
    made = found_ladder(club=club, by=alice, rules=preset_rules(DEFAULT_PRESET, Variant.BINARY))
    climbing.ladder_of(alice, bob, carol, dave, eve, ladder=made)
    game = climbing.really_played(climbing.challenged(dave, carol))
    joining.leave_ladder(ladder_id=made.pk, player=carol)
    Rung.objects.filter(player=eve).update(challenge_by=database_now() - DAY)
    return Scenery(
        alice=alice,
        bob=bob,
        carol=carol,
        dave=dave,
        eve=eve,
        frank=frank,
        club=club,
        ladder=made,
        game=now(game),
    )


act = ladder.act
act(
    challenge,
    "ladder eve",
    lambda s: challenge(ladder_id=s.ladder.pk, player=s.eve, other=s.bob, lots=climbing.AsListed()),
    "of Eve",
)
act(
    challenge,
    "ladder",
    lambda s: challenge(ladder_id=s.ladder.pk, player=s.dave, other=s.bob, lots=climbing.AsListed()),
    "of Dave",
)
act(joining.join_ladder, "ladder club", lambda s: joining.join_ladder(ladder_id=s.ladder.pk, player=s.frank))
act(joining.leave_ladder, "ladder", lambda s: joining.leave_ladder(ladder_id=s.ladder.pk, player=s.bob))
act(
    joining.see_out,
    "ladder",
    lambda s: joining.see_out(ladder_id=s.ladder.pk, player_id=s.bob.pk, why=Limbo.CLUB),
)
act(joining.close_ladder, "ladder", lambda s: joining.close_ladder(ladder_id=s.ladder.pk))
act(sweeping.sweep_ladders, "ladder", lambda s: sweeping.sweep_ladders())
act(sweeping.let_go, "ladder", lambda s: sweeping.let_go(ladder_id=s.ladder.pk, player_id=s.carol.pk))
act(
    sweeping.settle_newcomer,
    "ladder",
    lambda s: sweeping.settle_newcomer(ladder_id=s.ladder.pk, player_id=s.eve.pk),
)
act(sinking.offer_game, "ladder", lambda s: sinking.offer_game(ladder_id=s.ladder.pk, player=s.bob))
act(sinking.sink_holders, "ladder", lambda s: sinking.sink_holders(ladder_id=s.ladder.pk))
act(sweeping.keep_places, "ladder", lambda s: sweeping.keep_places(ladder_id=s.ladder.pk))
act(check_ladders, "ladder", lambda s: check_ladders(write=True))
act(
    resign,
    "ladder game",
    lambda s: resign(game_id=s.game.pk, player=s.carol, key="r", confirmed=True),
)
act(leave_club, "club ladder", lambda s: leave_club(club_id=s.club.pk, player=s.frank), "of Frank")
act(leave_club, "club ladder", lambda s: leave_club(club_id=s.club.pk, player=s.bob), "of Bob")
act(close_club, "club ladder", lambda s: close_club(club_id=s.club.pk, player=s.alice))
act(
    found_ladder,
    "club",
    lambda s: found_ladder(club=s.club, by=s.alice, rules=preset_rules(DEFAULT_PRESET, Variant.BINARY)),
    is_refused=True,
)
act(site_ladder, "site", lambda s: site_ladder())


@scene
def ladder_whose_game_fell() -> Scenery:
    """Bob has lost his place's game on time, which may be undone."""
    alice, bob, carol = (person(name) for name in ("Alice", "Bob", "Carol"))
    made = climbing.ladder_of(alice, bob, carol)
    game = climbing.really_played(climbing.challenged(bob, alice))
    climbing.falls(game)
    return Scenery(alice=alice, bob=bob, carol=carol, ladder=made, game=now(game))


act = ladder_whose_game_fell.act


def _falls(s: Scenery) -> object:
    at = database_now()
    return undo_falls(game_id=s.game.pk, since=at - DAY, until=at + DAY)


act(undo_falls, "ladder", _falls)
for service in (joining.come_back, joining.leave_ladder):
    act(
        service,
        "ladder",
        lambda s, service=service: service(ladder_id=s.ladder.pk, player=s.bob),
        is_refused=True,
    )
act(sweeping.sweep_ladders, "ladder", lambda s: sweeping.sweep_ladders())
act(
    challenge,
    "ladder",
    lambda s: challenge(ladder_id=s.ladder.pk, player=s.carol, other=s.alice, lots=climbing.AsListed()),
)


@scene
def the_stairs() -> Scenery:
    """Three play there, four wait, and the day after a seating is due."""
    names = ("Alice", "Bob", "Carol", "Dave", "Eve", "Frank", "Gwen")
    people = [person(name) for name in names]
    game = stairs.table_of(*people[:3])
    stairs.ask(*people[3:])
    # It was called long enough for its steps to move; its log has no turn.
    Game.objects.filter(pk=game.pk).update(turn_count=0)
    return Scenery(people=people, game=now(game), waits=people[3], plays=people[0])


act = the_stairs.act
act(
    asking.ask_for_table,
    "stairs",
    lambda s: asking.ask_for_table(player=s.plays, variants=list(VARIANTS), sizes=[3]),
)
act(asking.withdraw_from_seating, "stairs", lambda s: asking.withdraw_from_seating(player=s.waits))
act(asking.leave_stairs, "stairs", lambda s: asking.leave_stairs(player=s.waits))
act(seating.seat_if_due, "stairs", lambda s: seating.seat_if_due())
act(seating.seat_day, "stairs", lambda s: seating.seat_day(now=stairs.day(2), lots=random.Random(1)))
act(resign, "stairs", lambda s: resign(game_id=s.game.pk, player=s.plays, key="r", confirmed=True))
act(
    resign,
    "stairs",
    lambda s: resign(game_id=s.game.pk, player=s.people[1], key="r", confirmed=True),
    "of another",
)
act(delete_account, "stairs", lambda s: delete_account(player=s.waits))


@scene
def standing_wishes() -> Scenery:
    """Alice and Bob would meet; Carol has none, and Dave a wish for three."""
    alice, bob, carol, dave = (person(name) for name in ("Alice", "Bob", "Carol", "Dave"))
    s = Scenery(alice=alice, bob=bob, carol=carol, dave=dave)
    s.wish, s.other, s.three = wish(alice), wish(bob), wish(dave, 3)
    return s


act = standing_wishes.act
act(wishes.state_wish, "wish carol", lambda s: wish(s.carol), "of Carol")
act(wishes.state_wish, "wish alice", lambda s: wish(s.alice, at_once=2), "anew")
act(wishes.withdraw_wish, "wish", lambda s: wishes.withdraw_wish(player=s.alice, wish_id=s.wish.pk))
act(
    wishes.answer_wish,
    "wish carol",
    lambda s: wishes.answer_wish(player=s.carol, wish_id=s.wish.pk, lots=random.Random(1)),
    "of Carol",
)
act(
    wishes.answer_wish,
    "wish",
    lambda s: wishes.answer_wish(player=s.dave, wish_id=s.wish.pk, lots=random.Random(1)),
    "of Dave",
)
act(wishes.match_wishes, "wish", lambda s: wishes.match_wishes(lots=random.Random(1)))
act(delete_account, "wish alice", lambda s: delete_account(player=s.alice))


@scene
def a_bot_meanwhile() -> Scenery:
    """Alice plays with a bot until somebody comes; Bob's wish waits for one, and Carol could answer Alice."""
    alice, bob, carol = (person(name) for name in ("Alice", "Bob", "Carol"))
    s = Scenery(alice=alice, bob=bob, carol=carol, wish=wish(alice))
    late = database_now() - DAY
    Wish.objects.update(waits_since=late)
    wishes.seat_bots(lots=random.Random(1))
    s.wish.refresh_from_db()
    s.game = now(s.wish.bot_game)
    s.other = wish(bob, variants=[Variant.BINARY], clocks=[BRISK])
    Wish.objects.filter(pk=s.other.pk).update(waits_since=late)
    return s


act = a_bot_meanwhile.act
act(wishes.seat_bots, "wish", lambda s: wishes.seat_bots(lots=random.Random(1)))
act(
    wishes.answer_wish,
    "wish game",
    lambda s: wishes.answer_wish(player=s.carol, wish_id=s.wish.pk, lots=random.Random(1)),
    "while a bot plays",
)
act(send_bot_away, "game", lambda s: send_bot_away(game_id=s.game.pk))
act(
    resign,
    "game",
    lambda s: resign(game_id=s.game.pk, player=s.alice, key="r", confirmed=True),
    "to a bot meanwhile",
)
