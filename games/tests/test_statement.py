"""The statement of a clock, as it stands at the table and on a page of its own."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.http import Http404

from accounts.models import Player
from accounts.tests.cast import person
from games.access import game_for_viewer
from games.clocks.arithmetic import DAY, HOUR
from games.clocks.deadlines import left_now, pace_of
from games.clocks.ledger import Account, Ledger
from games.models import Game, Outage, Visibility
from games.services import give_time, go_on_vacation, pause_game, resign, resume_game, take_back
from games.services.clocks.absence import pass_adrift
from games.services.clocks.playing_on import play_on
from games.services.clocks.sweeping import sweep_clocks
from games.services.clocks.vacation import follow_vacation
from games.table.clocks.books import books_of
from games.table.clocks.statement import Statement, statement_of
from games.tests.browsing import HTMX, Browser
from games.tests.clocks import log_ages, now, open_no_more, set_up, time_passes, timed_table
from games.tests.play import play_turn
from upkeep.clock import database_now
from upkeep.tests.elements import page_of
from upkeep.timekeeping.beats import note_outage

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
A_MOMENT = timedelta(seconds=5)


@pytest.fixture
def people(db) -> list[Player]:
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]


def ages(game: Game, time: timedelta) -> None:
    """As if all that happened had happened so much sooner."""
    time_passes(game, time)
    log_ages(game, time)
    Game.objects.filter(pk=game.pk).update(started_at=F("started_at") - time)
    Outage.objects.update(began_at=F("began_at") - time, ended_at=F("ended_at") - time)


def falls(game: Game) -> Game:
    ages(game, now(game).due_at - database_now() + timedelta(seconds=1))
    sweep_clocks()
    return now(game)


def of(game: Game, viewer: object, seat: int = 0) -> Statement:
    return statement_of(game_for_viewer(game.public_id, viewer), viewer, seat)  # type: ignore[arg-type]


def ledger(game: Game, seat: int) -> Ledger:
    found, moment = now(game), database_now()
    runs = found.due_at is not None and found.next_seat == seat
    left = left_now(found, seat, moment) if runs else None
    held = found.seats.select_related("player").get(number=seat)
    return books_of(found, pace_of(found), held, left=left, now=moment)


def check_adds_up(game: Game) -> None:
    for seat in range(game.players):
        kept = ledger(game, seat)
        for account in (*kept.closed, *([kept.present] if kept.present else [])):
            assert account.given + account.credited + account.unrecorded == account.used + account.left
            assert abs(account.unrecorded) < A_MOMENT, (seat, account)


def lines(statement: Statement) -> dict[str, tuple[str, str]]:
    return {line.title: (line.amount, line.detail) for line in statement.lines}


def test_what_services_write_adds_up(people):
    """Everything that gives, takes or stops time, one after the other."""
    game = set_up(timed_table(*people, clock="brisk", vacation_allowed=True))
    sue = person("Sue")
    for act in (
        lambda: play_turn(game, "build Y1 Alice"),
        lambda: give_time(game_id=game.pk, player=people[2], key="gift"),
        lambda: take_back(game_id=game.pk, player=people[0], answers=now(game).log_number, key="back"),
        lambda: pause_game(game_id=game.pk, by=sue, reason="a storm"),
        lambda: resume_game(game_id=game.pk, by=sue, reason="it is over"),
        lambda: note_outage(database_now() - HOUR, database_now(), live_only=False),
        lambda: play_turn(game, "pass"),
        lambda: play_turn(game, "pass"),
        lambda: resign(game_id=game.pk, player=people[2], key="gone", confirmed=True),
        lambda: play_turn(game, "pass"),
    ):
        ages(game, 7 * HOUR)
        act()
        check_adds_up(game)
    assert len(ledger(game, 0).closed) == 2


def test_a_vacation_in_the_middle_of_a_turn_is_not_counted(people):
    game = set_up(timed_table(*people, clock="normal", vacation_allowed=True))
    ages(game, 5 * HOUR)
    go_on_vacation(player=people[0], until=database_now() + 30 * HOUR)
    follow_vacation(player_id=people[0].pk)
    check_adds_up(game)
    statement = of(game, people[0])
    assert lines(statement)["Used"][0] == "−\N{NO-BREAK SPACE}5\N{NO-BREAK SPACE}h"


def test_the_page_tells_given_used_credited_and_left(people):
    game = set_up(timed_table(*people, clock="normal"))
    ages(game, 20 * HOUR)
    note_outage(database_now() - 9 * HOUR, database_now(), live_only=False)
    ages(game, 10 * HOUR - timedelta(minutes=5))
    statement = of(game, people[0])
    told = lines(statement)
    assert statement.title == "Your clock"
    assert told["Since your turn began"][0] == "1\N{NO-BREAK SPACE}d\N{NO-BREAK SPACE}5\N{NO-BREAK SPACE}h"
    assert told["Used"] == (
        "−\N{NO-BREAK SPACE}1\N{NO-BREAK SPACE}d\N{NO-BREAK SPACE}5\N{NO-BREAK SPACE}h",
        "while the clock ran",
    )
    assert told["Outage"][0] == "+\N{NO-BREAK SPACE}9\N{NO-BREAK SPACE}h"
    given, detail = told["Given when it began"]
    assert given.split() == ["4", "d", "23", "h"]
    assert " ".join(detail.split()) == "3 d 23 h kept, + 1 d a turn, at most 7 d"
    assert statement.left == "4\N{NO-BREAK SPACE}d\N{NO-BREAK SPACE}3\N{NO-BREAK SPACE}h left"
    signs = [step.sign for step in statement.steps]
    assert signs == ["0", "1", "72", "3"]
    assert all(re.search(r"\d", step.title) for step in statement.steps[:3]), "dated"


def test_a_gift_names_its_giver(people):
    game = set_up(timed_table(*people, clock="normal"))
    ages(game, 3 * DAY)
    give_time(game_id=game.pk, player=people[1], key="gift")
    assert lines(of(game, people[2]))["Bob’s gift"][0] == "+\N{NO-BREAK SPACE}1\N{NO-BREAK SPACE}d"


def test_a_seat_adrift_tells_what_happened_and_what_comes(people):
    game = falls(set_up(timed_table(*people, clock="normal", excuses=0)))
    erin = person("Erin")
    statement = of(game, erin)
    assert statement.take == "Alice" and statement.adrift_since
    assert [step.sign for step in statement.steps] == ["✓", "72", "3"]
    assert "Passed so far: 0 of 3." in statement.steps[1].sentence
    assert lines(statement)["Left"][0] == "0\N{NO-BREAK SPACE}s"
    open_no_more(game)
    pass_adrift(game_id=game.pk, number=now(game).log_number)
    again = of(game, erin)
    assert again.take == "" and "Passed so far: 1 of 3." in again.steps[1].sentence
    assert "Used" in lines(again)


def test_a_game_of_two_has_one_box(people):
    game = set_up(timed_table(*people[:2]))
    assert of(game, people[0]).duel[0] == "At zero Bob wins"
    assert of(game, people[1]).duel[0] == "At zero you win"
    assert of(game, people[0]).steps == ()


def test_whoever_sees_the_table_opens_every_clock_and_nobody_else(people):
    game = set_up(timed_table(*people))
    for viewer in (people[1], person("Erin"), None):
        page = Browser(viewer).open(f"/games/{game.public_id}/")
        links = [link for link in page_of(page.page).targets if "/clock/" in link]
        assert links == [f"/games/{game.public_id}/clock/{seat}/" for seat in range(4)]
        for link in links:
            assert page.client.get(link).status_code == 200
            assert page.client.get(link.replace("/clock/", "/table/clock/"), headers=HTMX).status_code == 200
    Game.objects.update(visibility=Visibility.PRIVATE)
    assert Browser(person("Fay")).client.get(links[0]).status_code == 404
    assert Browser(None).client.get(f"/games/{game.public_id}/clock/7/").status_code == 404


def test_bots_and_games_without_a_clock_have_none(people, bots):
    game = timed_table(*people[:2], Player.objects.filter(kind=Player.Kind.BOT)[0])
    with pytest.raises(Http404):
        of(game, people[0], 2)
    Game.objects.update(clock_start=None, clock_left=[])
    with pytest.raises(Http404):
        of(game, people[0], 0)


def test_after_the_end_the_turns_before_are_there(people):
    game = set_up(timed_table(*people[:2]))
    ages(game, HOUR)
    play_turn(game, "pass")
    resign(game_id=game.pk, player=people[1], key="gone", confirmed=True)
    statement = of(game, people[0])
    assert [turn.title for turn in statement.before] == ["Turn 3", "Turn 1"]
    assert (
        statement.before[0].used == "−\N{NO-BREAK SPACE}1\N{NO-BREAK SPACE}h"
        and not statement.zero
        and not statement.duel
    )
    check_adds_up(game)


def test_a_game_played_on_after_a_loss_on_time_adds_up(people):
    game = falls(set_up(timed_table(*people[:2])))
    for player in (people[1], people[0]):
        play_on(game_id=game.pk, player=player)
    ages(game, HOUR)
    check_adds_up(game)
    assert now(game).status == "running" and books_present(game).used < 2 * HOUR


def books_present(game: Game) -> Account:
    present = ledger(game, 0).present
    assert present is not None
    return present


def test_it_takes_few_queries_however_long_the_game(people, django_assert_max_num_queries):
    game = set_up(timed_table(*people))
    found = game_for_viewer(game.public_id, people[0])
    with django_assert_max_num_queries(3):
        statement_of(found, people[0], 1)
