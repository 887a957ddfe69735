"""The director takes somebody out of an event, before the start or after it, and takes a place away."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from notices.kinds import kind_named
from notices.models import Notice
from tournaments.models import Entry, Event, EventStatus, Format
from tournaments.services.checking import check_events
from tournaments.services.directing import replace_entrant
from tournaments.services.entering import enter_event, return_to_event, withdraw_from_event
from tournaments.services.opening import invite_to_event
from tournaments.services.removing import (
    disqualify,
    disqualify_banned,
    disqualify_the_banned,
    remove_player,
)
from tournaments.sheet import Sheet, standings
from tournaments.tests.events import (
    check_event,
    entered,
    followed,
    now,
    opened,
    people,
    play_out,
    play_round,
    refused,
    running,
    started,
    tables,
    wins,
)
from tournaments.words import act_sentence
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def removes(event: Event, director: Player, player: Player, why: str = "Two accounts.") -> str:
    return refused(lambda: remove_player(event_id=event.pk, director=director, player=player, reason=why))


def ousts(event: Event, director: Player, player: Player, why: str = "Had help.") -> str:
    return refused(lambda: disqualify(event_id=event.pk, director=director, player=player, reason=why))


def places(event: Event) -> dict[str, int | None]:
    return dict(Entry.objects.filter(event=event).values_list("player__name", "place"))


def letter(kind: str) -> str:
    notice = Notice.objects.get(kind=kind)
    assert kind_named(kind).is_still_true(notice)
    found = kind_named(kind).letter(notice)
    return " ".join([found.subject, *found.paragraphs])


def test_before_the_start_who_is_removed_is_out_and_who_waits_moves_up(alice: Player) -> None:
    players = people(5)
    event = entered(opened(alice, most=4), players)
    assert removes(event, alice, players[0]) == ""
    inside = set(event.entries.filter(waits=False).values_list("player", flat=True))
    assert inside == {each.pk for each in players[1:]}
    act = event.acts.get(kind="left")
    assert act.by == alice
    assert act_sentence(act) == "The director removes Player1 before the start. Two accounts."
    assert "Two accounts." in letter("event_removed")
    assert refused(lambda: enter_event(event_id=event.pk, player=players[0])) == "event-shut-out"
    invite_to_event(event_id=event.pk, director=alice, invited=players[0])
    assert refused(lambda: enter_event(event_id=event.pk, player=players[0])) == ""
    assert not kind_named("event_removed").is_still_true(Notice.objects.get(kind="event_removed"))


def test_who_was_invited_is_removed_for_good_too(alice: Player) -> None:
    players = people(4)
    event = opened(alice, by_invitation=True)
    for each in players:
        invite_to_event(event_id=event.pk, director=alice, invited=each)
    entered(event, players)
    removes(event, alice, players[0])
    assert refused(lambda: enter_event(event_id=event.pk, player=players[0])) == "event-shut-out"


def test_who_was_removed_is_invited_again_like_anybody_else(alice: Player) -> None:
    """The first invitation is used up with the place."""
    (player,) = people(1)
    event = opened(alice, by_invitation=True)
    invite_to_event(event_id=event.pk, director=alice, invited=player)
    entered(event, [player])
    removes(event, alice, player)
    assert not event.invitations.exists()
    invite_to_event(event_id=event.pk, director=alice, invited=player)
    assert refused(lambda: enter_event(event_id=event.pk, player=player)) == ""


def test_who_left_before_keeps_the_hour_and_the_reason_when_disqualified(alice: Player) -> None:
    players = people(4)
    event = started(alice, players)
    withdraw_from_event(event_id=event.pk, player=players[0])
    before = Entry.objects.get(event=event, player=players[0])
    assert ousts(event, alice, players[0]) == ""
    after = Entry.objects.get(event=event, player=players[0])
    assert (after.withdrawn_at, after.why) == (before.withdrawn_at, "left")
    assert after.disqualified_at is not None and after.disqualified_at > before.withdrawn_at


def test_who_only_waits_for_a_place_has_none_to_lose(alice: Player) -> None:
    *players, late = people(5)
    event = started(alice, [*players, late], most=4)
    assert Entry.objects.get(event=event, player=late).waits
    assert ousts(event, alice, late) == "no-such-entrant"
    Player.objects.filter(pk=late.pk).update(suspended_until=database_now() + timedelta(days=99))
    assert disqualify_the_banned() == 0


def test_whose_ban_is_shortened_meanwhile_keeps_the_place(alice: Player) -> None:
    players = people(4)
    event = started(alice, players)
    for days in (None, 29):
        until = days and database_now() + timedelta(days=days)
        Player.objects.filter(pk=players[0].pk).update(suspended_until=until)
        assert not disqualify_banned(event_id=event.pk, player_id=players[0].pk)
    Player.objects.filter(pk=players[0].pk).update(suspended_until=database_now() + timedelta(days=31))
    assert disqualify_banned(event_id=event.pk, player_id=players[0].pk)
    assert not disqualify_banned(event_id=event.pk, player_id=players[0].pk)
    assert event.acts.filter(kind="disqualify").count() == 1


def test_whose_place_somebody_else_gets_is_not_shut_out(alice: Player) -> None:
    players = people(5)
    event = entered(opened(alice, most=4), players)
    replace_entrant(event_id=event.pk, director=alice, player=players[0], by_player=players[4])
    assert refused(lambda: enter_event(event_id=event.pk, player=players[0])) == ""


def test_after_the_start_games_go_on_and_further_rounds_are_without_him(alice: Player) -> None:
    players = people(4)
    event = started(alice, players)
    game = next(each for each in running(event) if each.seats.filter(player=players[0]).exists())
    assert removes(event, alice, players[0]) == ""
    assert game in running(event)
    act = event.acts.get(kind="withdrawn")
    assert act.by == alice and "The director withdraws Player1" in act_sentence(act)
    event = play_round(event)
    assert not any(table.seats.filter(entry__player=players[0]).exists() for table in tables(event, 2))
    back = refused(lambda: return_to_event(event_id=event.pk, player=players[0]))
    assert back == "event-shut-out"
    assert "Games that run go on" in letter("event_removed")
    invite_to_event(event_id=event.pk, director=alice, invited=players[0])
    return_to_event(event_id=event.pk, player=players[0])
    check_event(play_out(event))


def test_what_is_refused_and_why(alice: Player) -> None:
    players = people(4)
    event = started(alice, [*players, alice])
    assert removes(event, alice, players[0], " ") == "no-words"
    assert removes(event, alice, alice) == "oneself-removed"
    assert removes(event, alice, players[0]) == ousts(event, alice, players[0]) == "ones-own-event"
    assert removes(event, players[0], players[1]) == ousts(event, players[0], players[1]) == "director-only"
    withdraw_from_event(event_id=event.pk, player=alice)
    assert removes(event, alice, players[0]) == "ones-own-event", "a standing he has still"
    other = started(alice, players)
    assert removes(other, alice, alice) == "oneself-removed"
    assert removes(other, alice, players[0]) == ""
    assert removes(other, alice, players[0]) == "withdrawn-before"
    assert ousts(opened(alice), alice, players[0]) == "event-not-running"
    over = play_out(other)
    assert removes(over, alice, players[1]) == "event-over"


def test_a_director_who_plays_removes_others_before_the_start(alice: Player, bob: Player) -> None:
    event = entered(opened(alice), [alice, bob])
    assert removes(event, alice, bob) == ""
    assert removes(event, alice, people(1)[0]) == "no-such-entrant"


def test_a_winner_who_is_disqualified_after_the_end_does_not_stay_first(alice: Player) -> None:
    event = play_out(started(alice, people(6)))
    before, ended = places(event), event.finished_at
    (winner,) = [name for name, place in before.items() if place == 1]
    assert ousts(event, alice, Player.objects.get(name=winner)) == ""
    after = places(event)
    assert after[winner] is None
    assert {name: place - 1 for name, place in before.items() if name != winner} == {
        name: place for name, place in after.items() if name != winner
    }
    event = now(event)
    assert (event.status, event.finished_at) == (EventStatus.FINISHED, ended)
    said = [act_sentence(act) for act in event.acts.order_by("number")]
    assert f"{winner} is disqualified, and has no place: whoever stood behind moves up. Had help." in said
    assert Notice.objects.filter(kind="event_final").exclude(news=event.last_number).exists()
    told = Notice.objects.get(kind="event_final", news=event.last_number, player__name="Player2")
    assert "at place" in " ".join(kind_named(told.kind).letter(told).paragraphs)
    assert "you are disqualified" in letter("event_disqualified")
    assert ousts(event, alice, Player.objects.get(name=winner)) == "disqualified-already"
    check_event(event)
    assert check_events() == []


@pytest.mark.parametrize("format_", Format)
def test_in_every_format_others_move_up_while_it_runs(alice: Player, format_: Format) -> None:
    players = people(8)
    event = started(alice, players, format_)
    wins(running(event)[0])
    assert ousts(event, alice, players[0]) == ""
    assert refused(lambda: return_to_event(event_id=event.pk, player=players[0])) == "event-disqualified"
    event = play_out(event)
    assert event.status == EventStatus.FINISHED and places(event)["Player1"] is None
    assert 1 in places(event).values()
    assert standings(Sheet(event))[0][-1].place == 0
    check_event(event)


def test_whoever_is_banned_has_no_place(alice: Player) -> None:
    event = play_out(started(alice, people(4)))
    (winner,) = [name for name, place in places(event).items() if place == 1]
    until = database_now() + timedelta(days=29)
    Player.objects.filter(name=winner).update(suspended_until=until)
    assert disqualify_the_banned() == 0
    Player.objects.filter(name=winner).update(suspended_until=until + timedelta(days=2))
    assert disqualify_the_banned() == 1 and disqualify_the_banned() == 0
    assert places(event)[winner] is None and 1 in places(event).values()
    assert "is suspended for long" in act_sentence(event.acts.get(kind="disqualify"))
    check_event(now(event))


def test_who_is_banned_in_an_event_long_over_keeps_the_place(alice: Player) -> None:
    event = play_out(started(alice, people(4)))
    Event.objects.filter(pk=event.pk).update(finished_at=database_now() - timedelta(days=91))
    Player.objects.update(suspended_until=database_now() + timedelta(days=99))
    assert disqualify_the_banned() == 0


def test_who_is_banned_while_it_runs_is_out_at_once(alice: Player) -> None:
    players = people(4)
    event = started(alice, players)
    Player.objects.filter(pk=players[0].pk).update(suspended_until=database_now() + timedelta(days=99))
    assert disqualify_the_banned() == 1
    entry = Entry.objects.get(event=event, player=players[0])
    assert (entry.why, bool(entry.withdrawn_at)) == ("out", True)
    assert followed(event).status == EventStatus.RUNNING
