"""What a plain turn asks of the database, statement by statement, from the browser to the commit."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.log.moments import moment_of
from games.log.votes import occurrences, occurrences_by_turn
from games.models import DrawVote, Game, SeatOrder, Visibility
from games.services import SeatWish, create_game, take_back, take_turn
from games.services.log import lock_game_for_turn
from games.tests.play import play_turn, table_of
from games.tests.races import RACE
from homeworlds.rules import RuleSet
from notices.models import Notice

SETUPS = ("homeworld G3 B1 Y3", "homeworld G2 B1 R3")
SERVICE = [
    "SELECT games_game",
    "SELECT games_seat",
    "SELECT games_logentry",
    "INSERT games_logentry",
    "UPDATE games_game",
    "INSERT games_notice",
]
CLOCK = "SELECT"
"""The database's; SQLite has none."""
WEB = ["SELECT django_session", "SELECT accounts_player"]


def service() -> list[str]:
    asked = [CLOCK] if connection.vendor == "postgresql" else []
    return [*SERVICE[:3], *asked, *SERVICE[3:]]


def said(taken: Any) -> list[str]:
    """Of each statement what it does, and to the rows of which table."""
    return [_short(query["sql"]) for query in taken]


def _short(sql: str) -> str:
    verb = sql.split()[0].rstrip(";")
    table = re.match(r'(?:SELECT|UPDATE|INSERT INTO) "(\w+)"', sql)
    return f"{verb} {table[1]}" if table else verb


def running(*players: Player, clock: str = "") -> Game:
    game = create_game(
        creator=players[0],
        rules=RuleSet(),
        seats=[SeatWish(player=player) for player in players],
        seat_order=SeatOrder.FIXED,
        terms=GameTerms(clock=PACES[clock] if clock else None),
    )
    for text in SETUPS:
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("clock", ["", "normal"])
def test_the_service_asks_what_its_docstring_says(alice, bob, calls, clock):
    game = running(alice, bob, clock=clock)
    with CaptureQueriesContext(connection) as taken:
        now = take_turn(game_id=game.pk, player=alice, answers=2, key="q", text="build Y1 Alice")
    assert now.entry.number == 3
    assert said(taken) == ["SAVEPOINT", *service(), "RELEASE"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("clock", ["", "normal"])
def test_a_turn_from_a_browser_takes_nine_statements_at_most_and_one_commit(alice, bob, client, calls, clock):
    game = running(alice, bob, clock=clock)
    client.force_login(alice)
    form = {"turn": "build Y1 Alice", "answers": 2, "key": "q"}
    with CaptureQueriesContext(connection) as taken:
        answer = client.post(reverse("games:turn", args=[game.public_id]), form)
    assert answer.status_code == 303
    assert said(taken) == [*WEB, "BEGIN", *service(), "COMMIT"]
    assert len([*WEB, *service()]) <= 9
    assert Notice.objects.filter(kind="turn", news=3, player=bob).count() == 1


@pytest.mark.django_db
def test_where_nobody_can_be_written_to_no_address_is_asked_for(alice, bob, calls):
    game = running(alice, bob)
    bob.emailaddress_set.update(verified=False)
    with CaptureQueriesContext(connection) as taken:
        play_turn(game, "build Y1 Alice")
    assert not any("email" in each for each in said(taken))


@pytest.mark.django_db
def test_a_form_sent_again_gets_its_first_answer_by_the_public_id_too(alice, bob, calls):
    game = running(alice, bob)
    first = play_turn(game, "build Y1 Alice", key="once")
    again = take_turn(game_id=game.public_id, player=alice, answers=2, key="once", text="build y1 alice")
    assert again.repeated
    assert again.entry == first.entry


@pytest.mark.django_db
@pytest.mark.parametrize("visibility, status", [(Visibility.PUBLIC, 403), (Visibility.PRIVATE, 404)])
def test_a_stranger_who_sends_a_turn_hears_nothing_of_a_hidden_game(
    alice, bob, charlie, client, calls, visibility, status
):
    game = running(alice, bob)
    Game.objects.filter(pk=game.pk).update(visibility=visibility)
    client.force_login(charlie)
    form = {"turn": "build Y1 Alice", "answers": 2, "key": "q"}
    for name in ("games:turn", "games:turn_fragment"):
        assert client.post(reverse(name, args=[game.public_id]), form).status_code == status
    nowhere = reverse("games:turn", args=["aaaaaaaa"])
    assert client.post(nowhere, form).status_code == 404


@pytest.mark.django_db
def test_what_is_asked_before_a_turn_is_what_stands_after_it(alice, bob, calls):
    """How often a position will have stood: new ones, repeated ones, and ones that were taken back."""
    game = table_of(alice, bob, rules=RuleSet())
    seen = []
    for text in (*SETUPS, "pass", "pass", "pass", "back", "pass", "pass", "back", "pass", "pass", "pass"):
        game.refresh_from_db()
        if text == "back":
            entry = game.log.get(number=game.log_number)
            take_back(game_id=game.pk, player=entry.player, answers=entry.number, key=f"b{entry.number}")
            continue
        # The position after this turn is known once it is made: asked of the log as it was until then.
        last = game.log_number
        play_turn(game, text)
        game.refresh_from_db()
        moment = moment_of(game, list(game.seats.all()))
        after = occurrences(game, moment.state.position)
        with transaction.atomic():
            _forget_after(game, last)
            coming = occurrences_by_turn(game, moment.state.position)
            transaction.set_rollback(True)
        seen.append((coming, after))
    assert [coming for coming, _ in seen] == [after for _, after in seen]
    assert max(after for _, after in seen) == 4


def _forget_after(game: Game, last: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM games_logentry WHERE game_id = %s AND number > %s",
            [game.pk, last],
        )


class TestRace:
    pytestmark = RACE

    def test_what_changed_while_a_turn_waited_for_the_lock_is_seen(self, alice, bob):
        """Votes, seats and players are read once the game is locked, not by the statement that waits."""
        game = running(alice, bob)
        asked, found = threading.Event(), []

        def other() -> None:
            try:
                with transaction.atomic():
                    asked.set()
                    found.append(lock_game_for_turn(game.public_id, alice, "k0"))
            finally:
                connection.close()

        thread = threading.Thread(target=other)
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game.pk)
            thread.start()
            asked.wait(timeout=10)
            thread.join(timeout=0.5)
            assert thread.is_alive()
            Game.objects.filter(pk=game.pk).update(turn_count=77)
            game.seats.filter(number=0).update(red_alert=True)
            DrawVote.objects.create(game=game, seat=1, log_number=2, created_at=game.changed_at)
            Player.objects.filter(pk=bob.pk).update(language="fr")
        thread.join(timeout=10)
        ((seen, seats, what),) = found
        assert seen.turn_count == 77
        assert what.voted
        assert what.answered
        assert seats[0].red_alert
        assert seats[1].player.language == "fr"
