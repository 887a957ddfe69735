"""Events: one that one can enter, one whose round is over, one at the end of the time of its round, a
knock-out, and one whose next round cannot be paired."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace as Scenery

from accounts.deletion import delete_account
from accounts.models import Player
from accounts.tests.cast import person
from clubs.services import close_club, leave_club, make_officer, remove_member
from clubs.tests.clubhouse import club_of
from games.services import resign
from proofs.weaving.register import scene
from proofs.weaving.scenes.people import WHY, staff_called
from tournaments import tasks
from tournaments.models import DRAW, Event, Format, Repeats, Why
from tournaments.services import (
    adjudicating,
    co_directing,
    correcting,
    directing,
    editing,
    editions,
    entering,
    finishing,
    following,
    opening,
    pairing,
    removing,
    starting,
    sweeping,
    tables,
)
from tournaments.tests import events
from upkeep.clock import database_now

DAY = timedelta(days=1)


@scene
def event_one_can_enter() -> Scenery:
    """Of a club, a series, with three places, all taken; somebody waits, and it is time to start. An officer
    of the club does not play."""
    names = ("Alice", "Bob", "Carol", "Dave", "Eve", "Frank", "Gwen")
    alice, bob, carol, dave, eve, _, gwen = people = [person(name) for name in names]
    club = club_of(*people)
    make_officer(club_id=club.pk, player=alice, member=gwen)
    event = opening.open_event(director=alice, plan=events.plan(most=3), club=club, repeats=Repeats.WEEKLY)
    events.entered(event, [alice, bob, carol, dave])
    for each in (bob, eve):
        co_directing.ask_co_director(event_id=event.pk, director=alice, asked=each)
    co_directing.accept_co_directing(event_id=event.pk, player=bob)
    Event.objects.filter(pk=event.pk).update(starts_at=database_now() - timedelta(minutes=1))
    by_name = {each.name.lower(): each for each in people}
    return Scenery(**by_name, club=club, event=events.now(event))


act = event_one_can_enter.act
for who in ("eve", "frank"):
    act(
        entering.enter_event,
        f"event club {who}",
        lambda s, who=who: entering.enter_event(event_id=s.event.pk, player=getattr(s, who)),
        f"of {who}",
    )
act(entering.leave_event, "event", lambda s: entering.leave_event(event_id=s.event.pk, player=s.bob))
act(starting.start_if_due, "event", lambda s: starting.start_if_due(event_id=s.event.pk))
act(starting.start_now, "event", lambda s: starting.start_now(event_id=s.event.pk, director=s.alice))
act(following.follow_event, "event", lambda s: following.follow_event(event_id=s.event.pk))
act(opening.cancel_event, "event", lambda s: opening.cancel_event(event_id=s.event.pk, director=s.alice))
act(
    opening.invite_to_event,
    "event",
    lambda s: opening.invite_to_event(event_id=s.event.pk, director=s.alice, invited=s.eve),
)
act(
    opening.open_event,
    "club alice",
    lambda s: opening.open_event(director=s.alice, plan=events.plan(), club=s.club),
)
act(
    directing.replace_entrant,
    "event",
    lambda s: directing.replace_entrant(
        event_id=s.event.pk, director=s.alice, player=s.carol, by_player=s.dave
    ),
)
act(
    directing.keep_apart,
    "event",
    lambda s: directing.keep_apart(event_id=s.event.pk, director=s.alice, one=s.bob, other=s.carol),
)
act(
    directing.notify_all,
    "event",
    lambda s: directing.notify_all(event_id=s.event.pk, director=s.alice, words="Welcome!"),
)
act(
    removing.remove_player,
    "event",
    lambda s: removing.remove_player(event_id=s.event.pk, director=s.alice, player=s.carol, reason=WHY),
)
act(
    editing.edit_event,
    "event",
    lambda s: editing.edit_event(event_id=s.event.pk, director=s.alice, title="Winter"),
)
act(
    co_directing.ask_co_director,
    "event",
    lambda s: co_directing.ask_co_director(event_id=s.event.pk, director=s.alice, asked=s.frank),
)
act(
    co_directing.accept_co_directing,
    "event",
    lambda s: co_directing.accept_co_directing(event_id=s.event.pk, player=s.eve),
)
act(
    co_directing.leave_co_directing,
    "event",
    lambda s: co_directing.leave_co_directing(event_id=s.event.pk, player=s.bob, leaver=s.bob),
)
act(
    co_directing.hand_over,
    "event",
    lambda s: co_directing.hand_over(event_id=s.event.pk, director=s.alice, to=s.bob),
)
act(
    entering.enter_every_edition,
    "event",
    lambda s: entering.enter_every_edition(event_id=s.event.pk, player=s.bob),
)
act(
    entering.end_every_edition,
    "event",
    lambda s: entering.end_every_edition(event_id=s.event.pk, player=s.bob),
)
act(
    entering.let_go,
    "event",
    lambda s: entering.let_go(event_id=s.event.pk, player_id=s.carol.pk, why=Why.CLUB),
)
act(sweeping.claim_event, "event", lambda s: sweeping.claim_event())
act(editions.open_editions, "event", lambda s: editions.open_editions())
act(leave_club, "club event", lambda s: leave_club(club_id=s.club.pk, player=s.eve), "of Eve")
act(
    remove_member,
    "club event",
    lambda s: remove_member(club_id=s.club.pk, player=s.gwen, member=s.bob),
)
act(close_club, "club event", lambda s: close_club(club_id=s.club.pk, player=s.alice))
act(delete_account, "bob event club", lambda s: delete_account(player=s.bob))


@scene
def round_that_is_over() -> Scenery:
    """Of a Swiss event of six, all games are, one by the clock; nobody has closed it."""
    alice, staff = person("Alice"), staff_called("Staff")
    players = [person(name) for name in ("Bob", "Carol", "Dave", "Eve", "Frank", "Gwen")]
    event = events.started(alice, players, rounds=3)
    first, *others = events.running(event)
    events.flags(first)
    for game in others:
        events.wins(game)
    table = others[0].event_table
    return Scenery(
        alice=alice, staff=staff, players=players, event=events.now(event), first=first, table=table
    )


def _by_hand(s: Scenery) -> object:
    one, two, three, four, bye = s.stays
    tables = [(one, two), (three, four), (bye,)]
    known = ("all-again", f"met-before-{one}-{two}", f"met-before-{three}-{four}")
    return pairing.pair_by_hand(event_id=s.event.pk, director=s.alice, tables=tables, confirmed=known)


act = round_that_is_over.act
act(following.follow_event, "event", lambda s: following.follow_event(event_id=s.event.pk))
act(tasks.follow_event, "event", lambda s: tasks.follow_event(s.event.pk))
act(tasks.follow_events, "event", lambda s: tasks.follow_events())
act(following.step, "event", lambda s: following.step(event_id=s.event.pk))
act(pairing.close_if_complete, "event", lambda s: pairing.close_if_complete(event_id=s.event.pk))
act(pairing.pair_if_due, "event", lambda s: pairing.pair_if_due(event_id=s.event.pk))
act(finishing.finish_if_due, "event", lambda s: finishing.finish_if_due(event_id=s.event.pk))
act(
    pairing.take_pairing_in_hand,
    "event",
    lambda s: pairing.take_pairing_in_hand(event_id=s.event.pk, director=s.alice),
)
act(
    entering.withdraw_from_event,
    "event",
    lambda s: entering.withdraw_from_event(event_id=s.event.pk, player=s.players[0]),
)
act(
    entering.return_to_event,
    "event",
    lambda s: entering.return_to_event(event_id=s.event.pk, player=s.players[0]),
    is_refused=True,
)


act(
    removing.disqualify,
    "event",
    lambda s: removing.disqualify(event_id=s.event.pk, director=s.alice, player=s.players[0], reason=WHY),
)
act(
    correcting.correct_result,
    "event",
    lambda s: correcting.correct_result(table_id=s.table.pk, director=s.alice, seat=DRAW, reason=WHY),
)


def _goes_on(s: Scenery) -> object:
    from games.services.clocks.undoing import undo_falls

    at = database_now()
    return undo_falls(game_id=s.first.pk, since=at - DAY, until=at + DAY)


def _undo() -> object:
    from games.services.clocks.undoing import undo_falls

    return undo_falls


act(_undo(), "event", _goes_on)


@scene
def round_to_be_paired() -> Scenery:
    """The same event, its round closed."""
    s = round_that_is_over.build()
    pairing.close_if_complete(event_id=s.event.pk)
    s.event = events.now(s.event)
    stays = s.event.entries.filter(withdrawn_at=None).order_by("number")
    s.stays = list(stays.values_list("number", flat=True))
    return s


def _who_stays(s: Scenery) -> Player:
    """Whoever stayed away is in no further round, and that was drawn."""
    player: Player = s.event.entries.get(number=s.stays[-1]).player
    return player


act = round_to_be_paired.act
act(following.follow_event, "event", lambda s: following.follow_event(event_id=s.event.pk))
act(pairing.pair_if_due, "event", lambda s: pairing.pair_if_due(event_id=s.event.pk))
act(pairing.pair_by_hand, "event", _by_hand)
act(
    pairing.take_pairing_in_hand,
    "event",
    lambda s: pairing.take_pairing_in_hand(event_id=s.event.pk, director=s.alice),
)
act(
    directing.let_meet,
    "event",
    lambda s: directing.let_meet(event_id=s.event.pk, director=s.alice, one=s.players[0], other=s.players[1]),
    is_refused=True,
)
act(
    directing.keep_apart,
    "event",
    lambda s: directing.keep_apart(
        event_id=s.event.pk, director=s.alice, one=s.players[0], other=s.players[1]
    ),
)
act(
    entering.withdraw_from_event,
    "event",
    lambda s: entering.withdraw_from_event(event_id=s.event.pk, player=_who_stays(s)),
)
act(_undo(), "event", _goes_on)
act(sweeping.claim_event, "event", lambda s: sweeping.claim_event())
act(finishing.finish_if_due, "event", lambda s: finishing.finish_if_due(event_id=s.event.pk))


act(
    removing.remove_player,
    "event",
    lambda s: removing.remove_player(event_id=s.event.pk, director=s.alice, player=_who_stays(s), reason=WHY),
)
act(
    correcting.correct_result,
    "event",
    lambda s: correcting.correct_result(table_id=s.table.pk, director=s.alice, seat=DRAW, reason=WHY),
)


@scene
def event_that_is_over() -> Scenery:
    """Whoever has won it is banned."""
    alice, *players = [person(name) for name in ("Alice", "Bob", "Carol", "Dave", "Eve")]
    event = events.play_out(events.started(alice, players, rounds=1))
    Player.objects.filter(pk=players[0].pk).update(suspended_until=database_now() + 99 * DAY)
    return Scenery(alice=alice, players=players, event=event, table=events.tables(event)[0])


act = event_that_is_over.act
act(removing.disqualify_the_banned, "event", lambda s: removing.disqualify_the_banned())
act(
    removing.disqualify_banned,
    "event",
    lambda s: removing.disqualify_banned(event_id=s.event.pk, player_id=s.players[0].pk),
)
act(
    removing.disqualify,
    "event",
    lambda s: removing.disqualify(event_id=s.event.pk, director=s.alice, player=s.players[0], reason=WHY),
)
act(
    correcting.correct_result,
    "event",
    lambda s: correcting.correct_result(table_id=s.table.pk, director=s.alice, seat=DRAW, reason=WHY),
)
act(following.follow_event, "event", lambda s: following.follow_event(event_id=s.event.pk))


@scene
def round_whose_time_is_over() -> Scenery:
    """Nobody directs it but Alice, who has had her while; one table has voted."""
    alice, *players = [person(name) for name in ("Alice", "Bob", "Carol", "Dave", "Eve")]
    event = events.started(alice, players, round_lasts=10 * DAY)
    events.time_passes(event, 10 * DAY - timedelta(minutes=1))
    games = events.running(event)
    for seat in games[0].seats.select_related("player"):
        adjudicating.vote(table_id=games[0].event_table.pk, player=seat.player, seat=0)
    events.time_passes(event, timedelta(minutes=2))
    adjudicating.look_at_rounds(event_id=event.pk)
    adjudicating.look_at_rounds(event_id=event.pk)
    events.time_passes(event, 5 * DAY)
    table = games[0].event_table
    return Scenery(
        alice=alice,
        players=players,
        event=events.now(event),
        game=games[0],
        table=table,
        seat=games[0].seats.get(number=0),
    )


act = round_whose_time_is_over.act
act(adjudicating.look_at_rounds, "event", lambda s: adjudicating.look_at_rounds(event_id=s.event.pk))
act(
    adjudicating.adjudicate_at_end,
    "event",
    lambda s: adjudicating.adjudicate_at_end(table_id=s.table.pk),
)
act(
    adjudicating.adjudicate,
    "event",
    lambda s: adjudicating.adjudicate(table_id=s.table.pk, director=s.alice, winners=[1]),
)
act(
    adjudicating.vote,
    "event",
    lambda s: adjudicating.vote(table_id=s.table.pk, player=s.seat.player, seat=DRAW),
)
act(
    directing.extend_round,
    "event",
    lambda s: directing.extend_round(event_id=s.event.pk, director=s.alice, by=10 * DAY),
)
act(
    directing.annul_table,
    "event",
    lambda s: directing.annul_table(table_id=s.table.pk, director=s.alice, reason=WHY),
)
act(
    resign,
    "event",
    lambda s: resign(game_id=s.game.pk, player=s.seat.player, key="r", confirmed=True),
)
act(following.follow_event, "event", lambda s: following.follow_event(event_id=s.event.pk))


@scene
def round_that_begins() -> Scenery:
    """Paired, and none of its tables has its game."""
    alice, *players = [person(name) for name in ("Alice", "Bob", "Carol", "Dave", "Eve")]
    event = events.entered(events.opened(alice), players)
    starting.start_now(event_id=event.pk, director=alice)
    pairing.pair_if_due(event_id=event.pk)
    return Scenery(alice=alice, players=players, event=events.now(event), table=events.tables(event)[0])


act = round_that_begins.act
act(tables.begin_tables, "event", lambda s: tables.begin_tables(event_id=s.event.pk))
act(tables.begin_table, "event", lambda s: tables.begin_table(table_id=s.table.pk))
act(tables.notify_round_begun, "event", lambda s: tables.notify_round_begun(event_id=s.event.pk))
act(following.follow_event, "event", lambda s: following.follow_event(event_id=s.event.pk))
act(
    entering.withdraw_from_event,
    "event",
    lambda s: entering.withdraw_from_event(event_id=s.event.pk, player=s.players[0]),
)
act(delete_account, "event", lambda s: delete_account(player=s.players[0]))


@scene
def match_that_is_level() -> Scenery:
    """Of a knock-out of two games each, the first of which are over."""
    alice, *players = [person(name) for name in ("Alice", "Bob", "Carol", "Dave")]
    event = events.started(alice, players, Format.KNOCKOUT, best_of=3)
    for game in events.running(event):
        events.wins(game)
    return Scenery(alice=alice, players=players, event=events.now(event))


act = match_that_is_level.act
act(pairing.add_legs_if_due, "event", lambda s: pairing.add_legs_if_due(event_id=s.event.pk))
act(following.follow_event, "event", lambda s: following.follow_event(event_id=s.event.pk))
act(pairing.close_if_complete, "event", lambda s: pairing.close_if_complete(event_id=s.event.pk))
act(pairing.pair_if_due, "event", lambda s: pairing.pair_if_due(event_id=s.event.pk))
act(
    entering.withdraw_from_event,
    "event",
    lambda s: entering.withdraw_from_event(event_id=s.event.pk, player=s.players[0]),
)


@scene
def event_that_cannot_be_paired() -> Scenery:
    """Three in a Swiss event, each of whom has had the bye; the director has not ended it."""
    alice, *players = [person(name) for name in ("Alice", "Bob", "Carol", "Dave")]
    event = events.started(alice, players, rounds=4)
    for _ in range(2):
        event = events.play_round(event)
    for game in events.running(event):
        events.wins(game)
    pairing.close_if_complete(event_id=event.pk)
    return Scenery(alice=alice, players=players, event=events.now(event))


act = event_that_cannot_be_paired.act
act(pairing.pair_if_due, "event", lambda s: pairing.pair_if_due(event_id=s.event.pk))
act(finishing.finish_if_due, "event", lambda s: finishing.finish_if_due(event_id=s.event.pk))
act(following.follow_event, "event", lambda s: following.follow_event(event_id=s.event.pk))
act(
    finishing.end_event,
    "event",
    lambda s: finishing.end_event(event_id=s.event.pk, director=s.alice),
    is_refused=True,
)
act(
    entering.withdraw_from_event,
    "event",
    lambda s: entering.withdraw_from_event(event_id=s.event.pk, player=s.players[0]),
)
