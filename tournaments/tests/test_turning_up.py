"""Who does not turn up at a table is barred from other events for a while, longer each time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.models import Game
from games.tests.play import play_peaceful_turns
from tournaments.models import Event, Format, Result
from tournaments.presenters.words import facts_of
from tournaments.rights import barred_until, why_not_enter
from tournaments.services.directing import annul_table
from tournaments.services.entering import enter_event
from tournaments.tests.events import (
    flags,
    followed,
    goes_on,
    opened,
    people,
    play_out,
    refused,
    running,
    started,
)
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DAY = timedelta(days=1)


def begun(alice: Player, last: Player, others: list[Player]) -> tuple[Event, Game]:
    """Who is entered last moves first."""
    event = started(alice, [*others, last], Format.KNOCKOUT)
    game = next(game for game in running(event) if game.seats.filter(player=last).exists())
    assert game.seats.get(number=0).player == last
    return event, game


def missed(alice: Player, late: Player, others: list[Player]) -> Event:
    event, game = begun(alice, late, others)
    flags(game)
    return play_out(followed(event))


def ban(player: Player) -> timedelta | None:
    """Counted from the end of the last game."""
    until = barred_until(player)
    last = Result.objects.filter(table__seats__entry__player=player).order_by("at").last()
    return until - last.at if until else None


def month_passes() -> None:
    models.QuerySet(Result).update(at=models.F("at") - 40 * DAY)


def test_it_is_longer_each_time_up_to_a_month(alice: Player) -> None:
    *others, late = people(4)
    assert barred_until(late) is None
    for days in (1, 3, 7, 14, 30, 30):
        missed(alice, late, others)
        assert ban(late) == timedelta(days=days)
        assert [barred_until(player) for player in others] == [None] * 3
        month_passes()
        assert barred_until(late) < database_now()


def test_it_is_said_with_its_date_and_ends(alice: Player) -> None:
    *others, late = people(4)
    missed(alice, late, others)
    event = opened(alice)
    refusal = why_not_enter(event, late, database_now())
    assert refusal is not None and str(refusal.code) == "did-not-turn-up" and refusal.params["from_"]
    assert refused(lambda: enter_event(event_id=event.pk, player=late)) == "did-not-turn-up"
    assert why_not_enter(event, others[0], database_now()) is None
    models.QuerySet(Result).update(at=models.F("at") - DAY)
    assert refused(lambda: enter_event(event_id=event.pk, player=late)) == ""


def test_a_game_played_to_its_end_clears_it(alice: Player) -> None:
    *others, late = people(4)
    for _ in range(2):
        missed(alice, late, others)
        month_passes()
    event, _game = begun(alice, late, others)
    play_out(event)
    assert barred_until(late) is None
    missed(alice, late, others)
    assert ban(late) == DAY


def test_who_has_made_a_turn_there_turned_up(alice: Player) -> None:
    *others, late = people(4)
    event, game = begun(alice, late, others)
    play_peaceful_turns(game, 2)
    flags(game)
    play_out(followed(event))
    assert barred_until(late) is None


def test_what_is_undone_or_annulled_bars_nobody(alice: Player) -> None:
    *others, late = people(4)
    _event, game = begun(alice, late, others)
    game = flags(game)
    assert barred_until(late) is not None
    goes_on(game)
    assert barred_until(late) is None
    flags(game)
    assert barred_until(late) is not None
    annul_table(table_id=game.event_table.pk, director=alice, reason="A fault of the site.")
    assert barred_until(late) is None


def test_of_one_event_all_tables_count_once(alice: Player) -> None:
    players = people(4)
    event = started(alice, players, Format.DIVISIONS)
    late = players[0]
    mine = [game for game in running(event) if game.seats.get(number=0).player == late]
    for game in mine:
        flags(game)
    assert ban(late) == DAY and mine


def test_it_takes_two_queries_whatever_was_played(alice: Player) -> None:
    *others, late = people(4)
    for _ in range(2):
        missed(alice, late, others)
        month_passes()
    with CaptureQueriesContext(connection) as queries:
        barred_until(late)
    assert len(queries) == 2


def test_it_is_said_before_anybody_enters(alice: Player) -> None:
    said = " ".join(fact.words for fact in facts_of(opened(alice)))
    assert "1, 3, 7, 14, 30 days" in said
