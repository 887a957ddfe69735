"""What is told of events, whom it reaches, and whether it is still true when it is sent."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from clubs.services import found_club
from notices.kinds import kind_named
from notices.models import Notice
from tournaments.models import Event, Format
from tournaments.services.directing import notify_all
from tournaments.services.entering import return_to_event
from tournaments.services.opening import cancel_event, invite_to_event, open_event
from tournaments.services.pairing import take_pairing_in_hand
from tournaments.tests.events import (
    entered,
    flags,
    followed,
    opened,
    people,
    plan,
    play_out,
    play_round,
    running,
    started,
    time_passes,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def told(kind: str) -> list[str]:
    return sorted(Notice.objects.filter(kind=kind, dropped="").values_list("player__name", flat=True))


def said(kind: str, player: Player | None = None) -> tuple[str, str]:
    """The subject and the words of the last one, which must still be true."""
    notices = Notice.objects.filter(kind=kind)
    notice = (notices.filter(player=player) if player else notices).latest("pk")
    assert kind_named(kind).is_still_true(notice)
    letter = kind_named(kind).letter(notice)
    return letter.subject, " ".join(letter.paragraphs)


def holds(kind: str) -> bool:
    return kind_named(kind).is_still_true(Notice.objects.filter(kind=kind).latest("pk"))


def test_whoever_has_a_table_hears_of_it_and_of_nothing_else(alice: Player) -> None:
    started(alice, people(5))
    assert len(told("event_table")) == 4 and len(told("event_round")) == 1
    assert told("start") == [] and told("turn") == []
    assert "Autumn" in said("event_table")[1]
    subject, words = said("event_round")
    assert subject == "Autumn: round 1 is paired" and words == "You have a bye: it counts as a win."


def test_whoever_wants_no_mail_of_tables_hears_of_the_round(alice: Player) -> None:
    players = people(4)
    players[0].mail_event_tables = False
    players[0].save()
    event = started(alice, players)
    assert told("event_round") == ["Player1"] and "Player1" not in told("event_table")
    assert "You play with Player" in said("event_round")[1]
    play_round(event)
    assert not kind_named("event_round").is_still_true(Notice.objects.get(kind="event_round", news=1))


def test_of_tables_that_begin_together_one_letter_tells(alice: Player) -> None:
    players = people(6)
    players[0].mail_event_tables = False
    players[0].save()
    event = started(alice, players, Format.AT_ONCE, size=3, rounds=3, round_lasts=timedelta(days=20))
    assert told("event_round") == ["Player1"] and len(told("event_table")) == 15
    subject, words = said("event_round")
    met = Player.objects.filter(seats__game__seats__player=players[0]).exclude(pk=players[0].pk).distinct()
    assert subject == "Autumn has begun" and len(met) >= 2 and all(each.name in words for each in met)
    time_passes(event, timedelta(days=17, minutes=1))
    followed(event)
    assert len(told("event_deadline")) == 6
    time_passes(event, timedelta(days=3))
    followed(event)
    assert told("event_adjudicate") == ["Alice"]


def test_the_end_of_a_round_is_told_while_a_game_runs(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=timedelta(days=10))
    time_passes(event, timedelta(days=7, minutes=1))
    followed(event)
    assert len(told("event_deadline")) == 4
    assert "adjudicated" in said("event_deadline")[1]
    for game in running(event):
        wins(game)
    assert not holds("event_deadline")


def test_final_standings_go_to_all_who_played(alice: Player) -> None:
    event = play_out(started(alice, people(4), rounds=2))
    assert len(told("event_final")) == 4
    first = event.entries.get(number=0).player
    subject, words = said("event_final", first)
    assert subject == "Autumn: the standings are final"
    assert words == "You finished at place 1. First: Player1."
    Event.objects.filter(pk=event.pk).update(status="running")
    assert not holds("event_final")


def test_of_divisions_the_letter_names_the_division(alice: Player) -> None:
    event = play_out(started(alice, people(3), Format.DIVISIONS))
    winner = event.entries.get(place=1).player
    assert said("event_final", winner)[1].startswith("You finished division 1 at place 1.")


def test_who_is_withdrawn_hears_why_unless_he_has_come_back(alice: Player) -> None:
    event = started(alice, people(4))
    first, second = running(event)
    away = first.seats.get(number=0).player
    flags(first)
    wins(second)
    followed(event)
    assert said("event_withdrawn", away)[1].startswith("You ran out of time")
    return_to_event(event_id=event.pk, player=away)
    assert not holds("event_withdrawn")


def test_an_event_that_is_not_held_tells_who_had_entered(alice: Player) -> None:
    event = entered(opened(alice), people(2))
    time_passes(event, timedelta(days=1, minutes=1))
    followed(event)
    assert len(told("event_put_off")) == 2 and said("event_put_off")[0] == "Autumn starts later"
    cancel_event(event_id=event.pk, director=alice)
    assert len(told("event_cancelled")) == 2 and said("event_cancelled")[0] == "Autumn is not held"
    assert not holds("event_put_off")


def test_messages_and_invitations(alice: Player, bob: Player) -> None:
    event = opened(alice, by_invitation=True)
    for _ in range(2):
        invite_to_event(event_id=event.pk, director=alice, invited=bob)
    assert told("event_invitation") == ["Bob"]
    assert said("event_invitation")[0] == "You are invited to the event “Autumn”"
    entered(event, [bob])
    assert not holds("event_invitation")
    notify_all(event_id=event.pk, director=alice, words="Be {kind}.")
    assert said("event_message")[1] == "Alice, who directs the event, writes: Be {kind}."


def test_the_director_hears_what_waits_for_him(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=timedelta(days=10))
    time_passes(event, timedelta(days=10, minutes=1))
    followed(event)
    assert told("event_adjudicate") == ["Alice"] and "within two days" in said("event_adjudicate")[1]
    take_pairing_in_hand(event_id=event.pk, director=alice)
    play_round(event)
    assert told("event_to_pair") == ["Alice"] and not holds("event_adjudicate")
    assert said("event_to_pair")[0] == "Autumn: the next round waits for you"


def test_links_into_a_hidden_club_lead_by_the_log_in(alice: Player) -> None:
    event = open_event(director=alice, plan=plan(), club=found_club(player=alice, name="X", hidden=True))
    entered(event, [alice])
    cancel_event(event_id=event.pk, director=alice)
    Notice.objects.create(
        player=alice,
        kind="event_cancelled",
        key=f"event-{event.public_id}",
        news=0,
        created_at=event.created_at,
    )
    notice = Notice.objects.get()
    assert "?next=%2Fevents%2F" in kind_named("event_cancelled").letter(notice).link.address
