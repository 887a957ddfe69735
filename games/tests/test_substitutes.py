"""“Erin for Alice”: whoever plays on is named, the homeworld keeps its name, the log keeps who did what."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import Player
from accounts.tests.cast import person
from games.access import game_for_viewer
from games.lists import rows_of
from games.log.substitutes import Substitutes, substitutes_among
from games.models import Game, Room
from games.notices.kinds import NoticeKind
from games.services import say, substitute
from games.table.view import RunningTable, table_for
from games.talk.view import talk_for
from games.tests.clocks import now, seat, set_up, time_passes, time_runs_out, timed_table
from games.tests.play import play_turn
from notices.kinds import kind_named
from notices.models import Notice

pytestmark = pytest.mark.django_db
ERIN = "Erin for Alice"


@pytest.fixture
def erin() -> Player:
    return person("Erin")


@pytest.fixture
def game(erin: Player) -> Game:
    """Erin has taken the seat of Alice, and it is her turn."""
    game = set_up(timed_table(*[person(name) for name in ("Alice", "Bob", "Cleo", "Dan")], excuses=0))
    time_runs_out(game)
    substitute(game_id=game.pk, seat=0, player=erin, key="take")
    return now(game)


def table(game: Game, viewer: Player) -> RunningTable:
    found = table_for(game_for_viewer(game.public_id, viewer), viewer)
    assert isinstance(found, RunningTable)
    return found


def test_the_log_says_who_did_what_and_the_homeworld_keeps_its_name(game, erin):
    play_turn(game, "pass")
    shown = table(now(game), erin)
    assert [entry.name for entry in shown.entries if entry.seat == 0] == ["Alice", "Alice", "Alice", ERIN]
    assert shown.entries[5].words == "A substitute plays on for Alice."
    assert shown.state.position.names[0] == seat(game, 0).shown_name == "Alice"
    assert [each.person for each in shown.seats] == [ERIN, "Bob", "Cleo", "Dan"]


def test_a_second_substitute_leaves_the_first_one_in_the_log(game, erin):
    time_runs_out(game)
    assert seat(game, 0).adrift_since
    substitute(game_id=game.pk, seat=0, player=person("Fay"), key="take")
    names = Substitutes(list(game.seats.select_related("player")))
    numbers = range(1, now(game).log_number + 1)
    assert [names.name(0, number) for number in numbers][:6] == ["Alice"] * 6
    assert [names.name(0, number) for number in numbers][6:] == [ERIN, ERIN]
    assert names.name(0, now(game).log_number + 1) == "Fay for Alice"
    assert names.name(1, 99) == "Bob"


def test_in_a_game_without_substitutes_nobody_is_asked_for(django_assert_num_queries):
    game = timed_table(person("Alice"), person("Bob"))
    seats = list(game.seats.all())
    with django_assert_num_queries(0):
        assert substitutes_among(seats) is None


def test_pages_name_who_plays_and_whose_turn_it_is(game, erin):
    bob = Player.objects.get(name="Bob")
    client = Client()
    client.force_login(bob)
    text = client.get(f"/games/{game.public_id}/").content.decode()
    assert f"{ERIN} is to move." in text and f"{ERIN} has until" in text
    mine = client.get("/games/mine/").content.decode()
    assert f"<bdi>{ERIN}</bdi>" in mine and f"{ERIN}, Cleo, Dan" in mine and f"{ERIN} is to move" in mine
    (row,) = rows_of([game_for_viewer(game.public_id, bob)], bob, of=bob)
    assert row.last is not None and row.last.words == "A substitute plays on for Alice."
    play_turn(game, "pass")
    (row,) = rows_of([game_for_viewer(game.public_id, bob)], bob, of=bob)
    assert row.last is not None and row.last.name == ERIN
    with translation.override("fr"):
        assert table(now(game), bob).seats[0].person == "Erin pour Alice"


def test_what_is_said_at_the_table_is_the_substitutes(game, erin):
    say(game_id=game.pk, player=erin, room=Room.PLAYERS, text="Hello", key="1")
    talk = talk_for(game_for_viewer(game.public_id, erin), erin)
    assert talk is not None
    assert [message.author for room in talk.rooms for message in room.messages] == [ERIN]


def test_mails_name_who_plays(game, erin):
    time_passes(game, timedelta(days=3, hours=6))
    play_turn(game, "pass")
    bob = Player.objects.get(name="Bob")
    notice = Notice.objects.filter(kind=NoticeKind.TURN, player=bob).latest("pk")
    letter = kind_named(notice.kind).letter(notice)
    assert letter.subject == "Your turn: Erin for Alice – Bob – Cleo – Dan"
    assert letter.told[-1].heading.startswith(f"{ERIN}, ")
    assert [told.sentences for told in letter.told][-2] == ("A substitute plays on for Alice.",)
    owner = Notice.objects.get(kind=NoticeKind.REPLACED)
    assert "Alice – Bob – Cleo – Dan" in kind_named(owner.kind).letter(owner).paragraphs[0]
    assert ERIN not in kind_named(owner.kind).letter(owner).paragraphs[0]
