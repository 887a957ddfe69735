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
from games.services.clocks.undoing import undo_falls
from proofs.weaving.register import scene, the
from proofs.weaving.scenes.people import staff_called
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
    """Of a club, a series, with three places, all taken; somebody waits, and it is time to start. Frank, who
    is an officer, does not play there."""
    names = ("Alice", "Bob", "Carol", "Dave", "Eve", "Frank")
    alice, bob, carol, dave, eve, frank = people = [person(name) for name in names]
    club = club_of(*people)
    make_officer(club_id=club.pk, player=alice, member=frank)
    event = opening.open_event(director=alice, plan=events.plan(most=3), club=club, repeats=Repeats.WEEKLY)
    events.entered(event, [alice, bob, carol, dave])
    for each in (bob, eve):
        co_directing.ask_co_director(event_id=event.pk, director=alice, asked=each)
    co_directing.accept_co_directing(event_id=event.pk, player=bob)
    Event.objects.filter(pk=event.pk).update(starts_at=database_now() - timedelta(minutes=1))
    return Scenery(
        director=alice, bob=bob, carol=carol, dave=dave, eve=eve, frank=frank, club=club,
        event=events.now(event), plan=events.plan(),
    )  # fmt: skip


act = event_one_can_enter.act
act(entering.enter_event, "event club eve", "of eve", player=the.eve)
act(entering.enter_event, "event club frank", "of frank", player=the.frank)
act(entering.leave_event, "event", player=the.bob)
act(starting.start_if_due, "event")
act(starting.start_now, "event")
act(following.follow_event, "event")
act(opening.cancel_event, "event")
act(opening.invite_to_event, "event", invited=the.eve)
act(opening.open_event, "club alice", plan=the.plan, club=the.club)
act(directing.replace_entrant, "event", player=the.carol, by_player=the.dave)
act(directing.keep_apart, "event", one=the.bob, other=the.carol)
act(directing.notify_all, "event", words="Welcome!")
act(removing.remove_player, "event", player=the.carol)
act(editing.edit_event, "event", title="Winter")
act(co_directing.ask_co_director, "event", asked=the.frank)
act(co_directing.accept_co_directing, "event", player=the.eve)
act(co_directing.leave_co_directing, "event", player=the.bob, leaver=the.bob)
act(co_directing.hand_over, "event", to=the.bob)
act(entering.enter_every_edition, "event", player=the.bob)
act(entering.end_every_edition, "event", player=the.bob)
act(entering.let_go, "event", player_id=the.carol.pk, why=Why.CLUB)
act(sweeping.claim_event, "event")
act(editions.open_editions, "event")
act(leave_club, "club event", "of Eve", player=the.eve)
act(remove_member, "club event", player=the.frank, member=the.bob)
act(close_club, "club event", player=the.director)
act(delete_account, "bob event club", player=the.bob)


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
    at = database_now()
    return Scenery(
        director=alice, staff=staff, players=players, event=events.now(event), first=first,
        table=others[0].event_table, since=at - DAY, until=at + DAY,
    )  # fmt: skip


act = round_that_is_over.act
act(following.follow_event, "event")
act(tasks.follow_event, "event", call=lambda s: tasks.follow_event(s.event.pk))
act(tasks.follow_events, "event")
act(following.step, "event")
act(pairing.close_if_complete, "event")
act(pairing.pair_if_due, "event")
act(finishing.finish_if_due, "event")
act(pairing.take_pairing_in_hand, "event")
act(entering.withdraw_from_event, "event", player=the.players[0])
act(entering.return_to_event, "event", is_refused=True, player=the.players[0])
act(removing.disqualify, "event", player=the.players[0])
act(correcting.correct_result, "event", seat=DRAW)
act(undo_falls, "event", game_id=the.first.pk, since=the.since, until=the.until)


@scene
def round_to_be_paired() -> Scenery:
    """The same event, its round closed."""
    s = round_that_is_over.build()
    pairing.close_if_complete(event_id=s.event.pk)
    s.event = events.now(s.event)
    stays = s.event.entries.filter(withdrawn_at=None).order_by("number")
    one, two, three, four, bye = [entry.number for entry in stays]
    s.tables = [(one, two), (three, four), (bye,)]
    s.known = ("all-again", f"met-before-{one}-{two}", f"met-before-{three}-{four}")
    # Whoever stayed away is in no further round, and that was drawn.
    s.stays = stays.last().player
    return s


act = round_to_be_paired.act
act(following.follow_event, "event")
act(pairing.pair_if_due, "event")
act(pairing.pair_by_hand, "event", tables=the.tables, confirmed=the.known)
act(pairing.take_pairing_in_hand, "event")
act(directing.let_meet, "event", is_refused=True, one=the.players[0], other=the.players[1])
act(directing.keep_apart, "event", one=the.players[0], other=the.players[1])
act(entering.withdraw_from_event, "event", player=the.stays)
act(undo_falls, "event", game_id=the.first.pk, since=the.since, until=the.until)
act(sweeping.claim_event, "event")
act(finishing.finish_if_due, "event")
act(removing.remove_player, "event", player=the.stays)
act(correcting.correct_result, "event", seat=DRAW)


@scene
def event_that_is_over() -> Scenery:
    """Whoever has won it is banned."""
    alice, *players = [person(name) for name in ("Alice", "Bob", "Carol", "Dave", "Eve")]
    event = events.play_out(events.started(alice, players, rounds=1))
    Player.objects.filter(pk=players[0].pk).update(suspended_until=database_now() + 99 * DAY)
    return Scenery(director=alice, players=players, event=event, table=events.tables(event)[0])


act = event_that_is_over.act
act(removing.disqualify_the_banned, "event")
act(removing.disqualify_banned, "event", player_id=the.players[0].pk)
act(removing.disqualify, "event", player=the.players[0])
act(correcting.correct_result, "event", seat=DRAW)
act(following.follow_event, "event")


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
    voter = games[0].seats.get(number=0).player
    return Scenery(
        director=alice, event=events.now(event), game=games[0], table=games[0].event_table, voter=voter
    )


act = round_whose_time_is_over.act
act(adjudicating.look_at_rounds, "event")
act(adjudicating.adjudicate_at_end, "event")
act(adjudicating.adjudicate, "event", winners=[1])
act(adjudicating.vote, "event", player=the.voter, seat=DRAW)
act(directing.extend_round, "event", by=10 * DAY)
act(directing.annul_table, "event")
act(resign, "event", player=the.voter, key="r", confirmed=True)
act(following.follow_event, "event")


@scene
def round_that_begins() -> Scenery:
    """Paired, and none of its tables has its game."""
    alice, *players = [person(name) for name in ("Alice", "Bob", "Carol", "Dave", "Eve")]
    event = events.entered(events.opened(alice), players)
    starting.start_now(event_id=event.pk, director=alice)
    pairing.pair_if_due(event_id=event.pk)
    return Scenery(director=alice, players=players, event=events.now(event), table=events.tables(event)[0])


act = round_that_begins.act
act(tables.begin_tables, "event")
act(tables.begin_table, "event")
act(tables.notify_round_begun, "event")
act(following.follow_event, "event")
act(entering.withdraw_from_event, "event", player=the.players[0])
act(delete_account, "event", player=the.players[0])


@scene
def match_that_is_level() -> Scenery:
    """Of a knock-out of two games each, the first of which are over."""
    alice, *players = [person(name) for name in ("Alice", "Bob", "Carol", "Dave")]
    event = events.started(alice, players, Format.KNOCKOUT, best_of=3)
    for game in events.running(event):
        events.wins(game)
    return Scenery(director=alice, players=players, event=events.now(event))


act = match_that_is_level.act
act(pairing.add_legs_if_due, "event")
act(following.follow_event, "event")
act(pairing.close_if_complete, "event")
act(pairing.pair_if_due, "event")
act(entering.withdraw_from_event, "event", player=the.players[0])


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
    return Scenery(director=alice, players=players, event=events.now(event))


act = event_that_cannot_be_paired.act
act(pairing.pair_if_due, "event")
act(finishing.finish_if_due, "event")
act(following.follow_event, "event")
act(finishing.end_event, "event", is_refused=True)
act(entering.withdraw_from_event, "event", player=the.players[0])
