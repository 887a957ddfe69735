"""A round that cannot be paired: the event waits, and says why; blocks are never the reason."""

from __future__ import annotations

from datetime import timedelta
from itertools import combinations

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from games.tests.browsing import Browser
from notices.kinds import kind_named
from notices.models import Notice
from tournaments.models import Event, EventStatus, Format, Round
from tournaments.refusals import EventRefusal
from tournaments.services.directing import keep_apart, let_meet
from tournaments.services.entering import enter_event, withdraw_from_event
from tournaments.services.finishing import end_event
from tournaments.services.following import follow_event
from tournaments.services.pairing import pair_by_hand, take_pairing_in_hand
from tournaments.services.starting import start_now
from tournaments.services.sweeping import due_events
from tournaments.sheet import Sheet
from tournaments.tests.events import (
    check_event,
    entered,
    flags,
    followed,
    goes_on,
    now,
    opened,
    people,
    play_out,
    play_round,
    refused,
    running,
    started,
    tables,
    time_passes,
    wins,
)
from tournaments.words import act_sentence
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
STUCK = {Format.SWISS: (3, 4), Format.PODS: (4, 2)}


def stuck(alice: Player, format_: Format = Format.SWISS) -> tuple[Event, list[Player]]:
    """Of three in a Swiss event everybody has had the bye after three rounds; at a table for four two are
    kept apart."""
    number, rounds = STUCK[format_]
    players = people(number)
    event = started(alice, players, format_, rounds=rounds)
    if format_ == Format.PODS:
        keep_apart(event_id=event.pk, director=alice, one=players[0], other=players[1])
    for _ in range(rounds - 1):
        event = play_round(event)
    return event, players


def said(event: Event) -> list[str]:
    return [act_sentence(act) for act in event.acts.filter(kind="no-pairing")]


@pytest.mark.parametrize("format_", STUCK)
def test_the_event_waits_and_says_why_once(alice: Player, format_: Format) -> None:
    event, _players = stuck(alice, format_)
    assert event.status == EventStatus.RUNNING and event.waits_until is not None
    assert not due_events().exists(), "nobody looks at it until something has changed"
    for _ in range(3):
        follow_event(event_id=event.pk)
    assert len(said(event)) == 1 and "cannot be paired" in said(event)[0]
    (notice,) = Notice.objects.filter(kind="event_no_pairing")
    assert notice.player == alice and kind_named(notice.kind).is_still_true(notice)
    letter = kind_named(notice.kind).letter(notice)
    assert "cannot be paired" in letter.subject and said(event)[0] in letter.paragraphs
    check_event(event)


def test_after_a_while_it_is_over_with_the_rounds_it_has_had(alice: Player) -> None:
    event, _players = stuck(alice)
    time_passes(event, timedelta(days=2, minutes=1))
    assert due_events().filter(pk=event.pk).exists()
    event = followed(event)
    assert event.status == EventStatus.FINISHED and event.waits_until is None
    assert Round.objects.filter(event=event).count() == 3 and not due_events().exists()
    check_event(event)


def test_nobody_is_waited_for_where_nobody_directs(alice: Player) -> None:
    event = started(alice, people(3), rounds=4)
    type(event).objects.filter(pk=event.pk).update(director=None)
    event = play_out(event)
    assert event.status == EventStatus.FINISHED and len(said(event)) == 1
    assert not Notice.objects.filter(kind="event_no_pairing").exists()


def test_the_director_lifts_what_is_in_the_way(alice: Player) -> None:
    event, players = stuck(alice, Format.PODS)
    let_meet(event_id=event.pk, director=alice, one=players[1], other=players[0])
    event = followed(event)
    assert event.waits_until is None and len(tables(event, 2)) == 1
    assert not kind_named("event_no_pairing").is_still_true(Notice.objects.get(kind="event_no_pairing"))
    assert play_out(event).status == EventStatus.FINISHED


def test_the_director_pairs_by_hand(alice: Player) -> None:
    event, players = stuck(alice, Format.PODS)
    numbers = list(event.entries.order_by("number").values_list("number", flat=True))

    def by_hand() -> None:
        pair_by_hand(event_id=event.pk, director=alice, tables=[numbers])

    with pytest.raises(EventRefusal) as refusal:
        by_hand()
    assert "are kept apart" in str(refusal.value.params["sentence"])
    take_pairing_in_hand(event_id=event.pk, director=alice)
    take_pairing_in_hand(event_id=event.pk, director=alice, by_hand=False)
    assert followed(event).status == EventStatus.RUNNING, "it waits still"
    withdraw_from_event(event_id=event.pk, player=players[0])
    event = followed(event)
    assert len(tables(event, 2)) == 1, "what has changed is looked at at once"


def test_the_director_ends_it(alice: Player) -> None:
    event, _players = stuck(alice)
    assert refused(lambda: end_event(event_id=event.pk, director=_players[0])) == "director-only"
    event = end_event(event_id=event.pk, director=alice)
    assert event.status == EventStatus.FINISHED and event.waits_until is None
    assert act_sentence(event.acts.get(kind="finished")).startswith("The director ends the event")
    check_event(event)


def test_no_event_is_ended_that_can_go_on(alice: Player) -> None:
    event = started(alice, people(4))
    assert refused(lambda: end_event(event_id=event.pk, director=alice)) == "event-not-to-be-ended"


def test_somebody_who_comes_makes_it_possible(alice: Player) -> None:
    players = people(4)
    event = started(alice, players[:3], rounds=8)
    for _ in range(3):
        event = play_round(event)
    assert event.waits_until is not None
    enter_event(event_id=event.pk, player=players[3])
    assert len(tables(followed(event), 4)) == 2


# --- who is kept apart


@pytest.mark.parametrize("format_", STUCK)
def test_who_is_kept_apart_never_meets(alice: Player, format_: Format) -> None:
    players = people(6)
    event = entered(
        opened(alice, format_, rounds=3, **({"size": 3} if format_ == Format.PODS else {})), players
    )
    keep_apart(event_id=event.pk, director=alice, one=players[1], other=players[0])
    start_now(event_id=event.pk, director=alice)
    event = play_out(followed(event))
    assert event.status == EventStatus.FINISHED and Round.objects.filter(event=event).count() == 3
    couple = {players[0].pk, players[1].pk}
    for number in (1, 2, 3):
        for table in tables(event, number):
            assert not couple <= set(table.seats.values_list("entry__player", flat=True))
    assert any("are kept apart" in act_sentence(act) for act in event.acts.all())


def test_what_cannot_be_kept_apart_is_said(alice: Player) -> None:
    players = people(5)
    event = started(alice, [*players[:4], alice])

    def apart(one: Player, other: Player, service=keep_apart, director: Player = alice) -> str:
        return refused(lambda: service(event_id=event.pk, director=director, one=one, other=other))

    assert apart(players[0], players[0]) == "two-are-kept-apart"
    assert apart(players[0], players[4]) == "no-such-entrant"
    assert apart(players[0], alice) == "oneself-kept-apart"
    assert apart(players[0], players[1], director=players[2]) == "director-only"
    assert apart(players[0], players[1], let_meet) == "not-kept-apart"
    assert apart(players[1], players[0]) == ""
    assert apart(players[0], players[1]) == "kept-apart-already"
    assert apart(players[0], players[1], let_meet) == ""
    knock_out = started(alice, players[:4], Format.KNOCKOUT)
    for service in (keep_apart, let_meet):
        code = refused(
            lambda service=service: service(
                event_id=knock_out.pk, director=alice, one=players[0], other=players[1]
            )
        )
        assert code == "nobody-kept-apart"


def test_there_is_an_end_of_keeping_apart(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.directing.MOST_KEPT_APART", 1)
    players = people(4)
    event = started(alice, players)
    keep_apart(event_id=event.pk, director=alice, one=players[0], other=players[1])
    more = refused(lambda: keep_apart(event_id=event.pk, director=alice, one=players[0], other=players[2]))
    assert more == "kept-apart-enough"


# --- blocks


@pytest.mark.parametrize("format_", Format)
def test_blocks_of_everybody_against_everybody_leave_every_format_possible(
    alice: Player, format_: Format
) -> None:
    players = people(6)
    for one, other in combinations(players, 2):
        quiet(player=one, other=other, kind=Quiet.Kind.BLOCK)
    event = play_out(started(alice, players, format_, rounds=2))
    assert event.status == EventStatus.FINISHED and not said(event)
    check_event(event)


def test_a_block_is_heeded_where_there_is_another_way(alice: Player) -> None:
    players = people(4)
    quiet(player=players[0], other=players[2], kind=Quiet.Kind.BLOCK)
    event = play_out(started(alice, players, rounds=2))
    blocked = {players[0].pk, players[2].pk}
    for number in (1, 2):
        for table in tables(event, number):
            assert set(table.seats.values_list("entry__player", flat=True)) != blocked


# --- a game that goes on after its round


def test_a_round_of_which_a_game_goes_on_is_open_again(alice: Player) -> None:
    """Else the event would be looked at twice a minute for as long as the game lasts."""
    event = started(alice, people(4), rounds=1)
    first, second = running(event)
    wins(first)
    game = flags(second)
    event = play_out(event)
    goes_on(game)
    event = followed(event)
    assert event.status == EventStatus.RUNNING and not due_events().exists()
    round_ = Round.objects.get(event=event)
    assert round_.closed_at is None and round_.look_at is not None
    time_passes(event, timedelta(days=31))
    followed(event)
    time_passes(event, timedelta(days=3))
    event = followed(event)
    assert event.status == EventStatus.FINISHED, "and it has an end"
    check_event(event)


def test_looking_at_what_cannot_be_paired_takes_few_queries(alice: Player) -> None:
    event, _players = stuck(alice)
    with CaptureQueriesContext(connection) as queries:
        assert follow_event(event_id=event.pk) == 0
    assert len(queries) < 50
    assert now(event).status == EventStatus.RUNNING


# --- the director's page


def direct(event: Event) -> str:
    return reverse("tournaments:direct", args=[event.public_id])


def sent(browser: Browser, event: Event, act: str, **data: str) -> HttpResponse:
    return browser.client.post(reverse("tournaments:act", args=[event.public_id, act]), data, follow=True)


def test_the_director_ends_it_on_his_page(alice: Player) -> None:
    event, _players = stuck(alice)
    page = page_of(Browser(alice).client.get(direct(event)))
    assert said(event)[0] in page.text and "End the event" in page.names("button")
    assert "The event is over." in page_of(sent(Browser(alice), event, "end")).text
    assert now(event).status == EventStatus.FINISHED


def test_the_director_keeps_two_apart_and_lets_them_meet_on_his_page(alice: Player) -> None:
    players = people(4)
    event, browser = started(alice, players), Browser(alice)
    assert "End the event" not in page_of(browser.client.get(direct(event))).names("button")
    couple = {"one": players[0].public_id, "other": players[1].public_id}
    assert "The two are kept apart." in page_of(sent(browser, event, "apart", **couple)).text
    answer = sent(browser, event, "apart", **couple)
    assert answer.status_code == 422 and "are kept apart already" in page_of(answer).text
    both = "-".join(player.public_id for player in players[:2])
    assert "The two may meet again." in page_of(sent(browser, event, "meet", couple=both)).text
    assert not Sheet(event).forbidden()
    knock_out = started(alice, players, Format.KNOCKOUT)
    assert "Keep them apart" not in page_of(browser.client.get(direct(knock_out))).names("button")
