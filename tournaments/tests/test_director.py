"""What the director does while an event runs: annuls, pairs, replaces, writes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.models import EntryKind, Game, Status
from notices.models import Notice
from tournaments.models import EventStatus, Result, Round
from tournaments.refusals import EventRefusal
from tournaments.services.directing import annul_table, notify_all, replace_entrant
from tournaments.services.pairing import pair_by_hand, take_pairing_in_hand
from tournaments.tests.events import (
    check_event,
    entered,
    followed,
    now,
    opened,
    people,
    play_out,
    play_round,
    points,
    refused,
    running,
    started,
    tables,
    time_passes,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DAY = timedelta(days=1)


def test_an_annulled_table_is_played_anew_and_the_old_game_stays_on_record(alice: Player) -> None:
    event = started(alice, people(4))
    table = tables(event)[0]
    old = table.game
    wins(old)
    made = annul_table(table_id=table.pk, director=alice, reason="A fault of the site.")
    event = followed(event)
    made.refresh_from_db()
    assert made.game_id not in (None, old.pk) and made.replaces == table
    assert Game.objects.get(pk=old.pk).status == Status.FINISHED
    assert sum(points(event).values()) == 0
    again = refused(lambda: annul_table(table_id=table.pk, director=alice, reason="Once more."))
    assert again == "annulled-already"
    check_event(play_out(event))


def test_a_running_game_is_void_once_its_table_is_annulled(alice: Player) -> None:
    event = started(alice, people(4))
    table = tables(event)[0]
    annul_table(table_id=table.pk, director=alice, reason="Two accounts of one player.")
    game = Game.objects.get(pk=table.game_id)
    assert game.outcome["termination"] == "void" and game.log.latest("number").kind == EntryKind.DECISION
    event = play_out(event)
    assert event.status == EventStatus.FINISHED
    check_event(event)


def test_tables_of_rounds_before_and_ones_own_are_not_annulled(alice: Player) -> None:
    event = started(alice, [alice, *people(3)])
    first = tables(event)[0]
    event = play_round(event)

    def why(table, reason="R") -> str:
        return refused(lambda: annul_table(table_id=table.pk, director=alice, reason=reason))

    assert why(first) == "not-the-last-round"
    own = next(each for each in tables(event) if each.seats.filter(entry__player=alice).exists())
    assert why(own) == "ones-own-table" and why(own, reason=" ") == "no-words"


# --- by hand, and the rest


def test_the_director_pairs_a_round_and_what_is_wrong_with_it_is_said(alice: Player) -> None:
    event = started(alice, people(4), rounds=2)
    take_pairing_in_hand(event_id=event.pk, director=alice)
    event = play_round(event)
    assert Round.objects.filter(event=event).count() == 1 and now(event).waits_until is not None

    def pairs(*wanted) -> str:
        try:
            known = ("all-again", "met-before-0-1", "met-before-2-3")
            pair_by_hand(event_id=event.pk, director=alice, tables=wanted, confirmed=known)
        except EventRefusal as refusal:
            return str(refusal.params.get("sentence", refusal.code))
        return ""

    names = {entry.number: entry.player.name for entry in event.entries.all()}
    assert pairs((0, 1), (2,)) == f"{names[3]} is not seated."
    assert pairs((0, 1), (1, 2), (3,)) == f"{names[1]} is seated twice."
    assert pairs((0, 1, 2, 3)) == "A table of 4 is not possible in this event."
    assert pairs((0, 1), (2, 9), (3,)) == "Somebody at these tables is not in the event."
    assert pairs((0, 1), (2, 3)) == ""
    assert pairs((0, 1), (2, 3)) == "not-to-be-paired"
    event = followed(event)
    assert [[s.entry.number for s in t.seats.order_by("number")] for t in tables(event)] == [[0, 1], [2, 3]]
    assert len(running(event)) == 2 and event.acts.filter(kind="paired", by=alice).count() == 1


def test_a_round_that_the_director_forgets_is_paired_by_itself(alice: Player) -> None:
    event = started(alice, people(4))
    take_pairing_in_hand(event_id=event.pk, director=alice)
    event = play_round(event)
    time_passes(event, 2 * DAY + timedelta(minutes=1))
    event = followed(event)
    assert len(running(event)) == 2 and not event.by_hand


def test_before_the_start_somebody_who_waits_gets_the_place_of_another(alice: Player) -> None:
    players = people(5)
    event = entered(opened(alice, most=4), players)
    replace_entrant(event_id=event.pk, director=alice, player=players[0], by_player=players[4])
    inside = event.entries.filter(waits=False).values_list("player", flat=True)
    assert set(inside) == {each.pk for each in players[1:]}
    why = refused(
        lambda: replace_entrant(event_id=event.pk, director=alice, player=players[0], by_player=players[1])
    )
    assert why == "no-such-entrant"


def test_a_message_of_the_director_goes_to_all_and_into_the_log(alice: Player, bob: Player) -> None:
    event = entered(opened(alice), [alice, *people(3)])
    notify_all(event_id=event.pk, director=alice, words="Be kind.")
    assert Notice.objects.filter(kind="event_message").count() == 3
    assert event.acts.latest("number").data == {"words": "Be kind."}
    assert refused(lambda: notify_all(event_id=event.pk, director=bob, words="Hello")) == "director-only"
    assert refused(lambda: notify_all(event_id=event.pk, director=alice, words=" ")) == "no-words"


def test_results_are_appended_without_a_lock_of_the_event(alice: Player) -> None:
    event = started(alice, people(4))
    game = running(event)[0]
    with CaptureQueriesContext(connection) as asked:
        wins(game)
    touched = [query["sql"] for query in asked if "tournaments_event" in query["sql"]]
    assert not [sql for sql in touched if sql.startswith("UPDATE") or "FOR " in sql]
    assert Result.objects.count() == 1
