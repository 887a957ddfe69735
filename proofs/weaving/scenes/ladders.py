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
from proofs.weaving.register import The, scene, the
from upkeep.clock import database_now

DAY = timedelta(days=1)
RULES = preset_rules(DEFAULT_PRESET, Variant.BINARY)
LOTS = The(lambda _scene: random.Random(1))


@scene
def ladder() -> Scenery:
    """Of a club. Alice, Bob, Carol and Dave stand there in this order; Dave has challenged Carol, who leaves;
    Eve is a newcomer whose fortnight is over; Frank stands beside."""
    people = [person(name) for name in ("Alice", "Bob", "Carol", "Dave", "Eve", "Frank")]
    alice, bob, carol, dave, eve, frank = people
    club = club_of(*people)
    made = found_ladder(club=club, by=alice, rules=RULES)
    climbing.ladder_of(alice, bob, carol, dave, eve, ladder=made)
    game = climbing.really_played(climbing.challenged(dave, carol))
    joining.leave_ladder(ladder_id=made.pk, player=carol)
    Rung.objects.filter(player=eve).update(challenge_by=database_now() - DAY)
    return Scenery(
        alice=alice, bob=bob, carol=carol, dave=dave, eve=eve, frank=frank, club=club, ladder=made,
        game=now(game),
    )  # fmt: skip


act = ladder.act
act(challenge, "ladder eve", "of Eve", player=the.eve, other=the.bob, lots=climbing.AsListed())
act(challenge, "ladder", "of Dave", player=the.dave, other=the.bob, lots=climbing.AsListed())
act(joining.join_ladder, "ladder club", player=the.frank)
act(joining.leave_ladder, "ladder", player=the.bob)
act(joining.see_out, "ladder", player_id=the.bob.pk, why=Limbo.CLUB)
act(joining.close_ladder, "ladder")
act(sweeping.sweep_ladders, "ladder")
act(sweeping.let_go, "ladder", player_id=the.carol.pk)
act(sweeping.settle_newcomer, "ladder", player_id=the.eve.pk)
act(sinking.offer_game, "ladder", player=the.bob)
act(sinking.sink_holders, "ladder")
act(sweeping.keep_places, "ladder")
act(check_ladders, "ladder", write=True)
act(resign, "ladder game", player=the.carol, key="r", confirmed=True)
act(leave_club, "club ladder", "of Frank", player=the.frank)
act(leave_club, "club ladder", "of Bob", player=the.bob)
act(close_club, "club ladder", player=the.alice)
act(found_ladder, "club", is_refused=True, by=the.alice, rules=RULES)
act(site_ladder, "site")


@scene
def ladder_whose_game_fell() -> Scenery:
    """Bob has lost his place's game on time, which may be undone."""
    alice, bob, carol = (person(name) for name in ("Alice", "Bob", "Carol"))
    made = climbing.ladder_of(alice, bob, carol)
    game = climbing.really_played(climbing.challenged(bob, alice))
    climbing.falls(game)
    at = database_now()
    return Scenery(
        alice=alice, bob=bob, carol=carol, ladder=made, game=now(game), since=at - DAY, until=at + DAY
    )


act = ladder_whose_game_fell.act
act(undo_falls, "ladder")
act(joining.come_back, "ladder", is_refused=True, player=the.bob)
act(joining.leave_ladder, "ladder", is_refused=True, player=the.bob)
act(sweeping.sweep_ladders, "ladder")
act(challenge, "ladder", player=the.carol, other=the.alice, lots=climbing.AsListed())


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
act(asking.ask_for_table, "stairs", player=the.plays, variants=list(VARIANTS), sizes=[3])
act(asking.withdraw_from_seating, "stairs", player=the.waits)
act(asking.leave_stairs, "stairs", player=the.waits)
act(seating.seat_if_due, "stairs")
act(seating.seat_day, "stairs", now=The(lambda _scene: stairs.day(2)), lots=LOTS)
act(resign, "stairs", player=the.plays, key="r", confirmed=True)
act(resign, "stairs", "of another", player=the.people[1], key="r", confirmed=True)
act(delete_account, "stairs", player=the.waits)


@scene
def standing_wishes() -> Scenery:
    """Alice and Bob would meet; Carol has none, and Dave a wish for three."""
    alice, bob, carol, dave = (person(name) for name in ("Alice", "Bob", "Carol", "Dave"))
    s = Scenery(alice=alice, bob=bob, carol=carol, dave=dave)
    s.wish, s.other, s.three = wish(alice), wish(bob), wish(dave, 3)
    return s


act = standing_wishes.act
act(wishes.state_wish, "wish carol", "of Carol", call=lambda s: wish(s.carol))
act(wishes.state_wish, "wish alice", "anew", call=lambda s: wish(s.alice, at_once=2))
act(wishes.withdraw_wish, "wish", player=the.alice)
act(wishes.answer_wish, "wish carol", "of Carol", player=the.carol, lots=LOTS)
act(wishes.answer_wish, "wish", "of Dave", player=the.dave, lots=LOTS)
act(wishes.match_wishes, "wish", lots=LOTS)
act(delete_account, "wish alice", player=the.alice)


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
act(wishes.seat_bots, "wish", lots=LOTS)
act(wishes.answer_wish, "wish game", "while a bot plays", player=the.carol, lots=LOTS)
act(send_bot_away, "game")
act(resign, "game", "to a bot meanwhile", player=the.alice, key="r", confirmed=True)
