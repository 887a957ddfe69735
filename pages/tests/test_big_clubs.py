"""Pages of clubs take as many queries for thousands of members, games and clubs as for fifty, and hardly more
time."""

from __future__ import annotations

import copy
import sys
from collections.abc import Sequence
from datetime import timedelta
from time import process_time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from accounts.tests.cast import person
from clubs.models import Club
from clubs.services import invite_to_club
from clubs.tests.clubhouse import club_of, clubs_called, fill
from games.models import Game, LogEntry, Seat
from games.models.game import new_public_id
from games.services import SeatWish, create_game, resign
from games.tests.play import play_peaceful_turns
from homeworlds.rules import RuleSet

pytestmark = pytest.mark.django_db
FEW, MANY = 50, 5000
"""Fifty fill every page as thousands do."""
MANY_GAMES = 1700
"""Of each state: 5,100 together."""


def three_states(club: Club, alice: Player, bob: Player) -> list[Game]:
    """A game that waits for somebody, one that is played and one that is over."""
    pair = [SeatWish(player=alice), SeatWish(player=bob)]
    waiting = create_game(creator=bob, rules=RuleSet(), seats=[SeatWish(player=bob), SeatWish()], club=club)
    running = play_peaceful_turns(create_game(creator=alice, rules=RuleSet(), seats=pair, club=club), 4)
    over = play_peaceful_turns(create_game(creator=alice, rules=RuleSet(), seats=pair, club=club), 6)
    resign(game_id=over.pk, player=bob, key="r", confirmed=True)
    return [Game.objects.get(pk=game.pk) for game in (waiting, running, over)]


def copies(games: Sequence[Game], number: int) -> None:
    """So many of each, with their seats and the end of their log."""
    for game in games:
        seats = list(game.seats.all())
        last = LogEntry.objects.filter(game=game, number=game.log_number).first()
        made = Game.objects.bulk_create(
            [
                as_new(game, public_id=new_public_id(), changed_at=game.changed_at - timedelta(seconds=each))
                for each in range(number)
            ]
        )
        Seat.objects.bulk_create([as_new(seat, game=each) for each in made for seat in seats])
        if last is not None:
            LogEntry.objects.bulk_create([as_new(last, game=each) for each in made])


def as_new(row, **changes):
    made = copy.copy(row)
    made.pk, made._state.adding = None, True
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def taken(client: Client, address: str) -> tuple[int, float]:
    """The queries of the page, and the seconds of the processor, the quickest of some."""
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    queries, times = len(asked), []
    for _ in range(4):
        began = process_time()
        client.get(address)
        times.append(process_time() - began)
    return queries, min(times)


def test_thousands_take_no_more_queries_than_fifty_and_hardly_more_time(alice, bob, client, capsys):
    club = club_of(alice, bob, person("Dora"))
    invite_to_club(club_id=club.pk, player=alice, invited=person("Edgar"))
    games = three_states(club, alice, bob)
    client.force_login(alice)
    address, listed = club.get_absolute_url(), reverse("pages:clubs")
    members, played = [
        reverse(f"pages:{name}", args=[club.public_id]) for name in ("club_members", "club_games")
    ]
    pages = [listed, f"{listed}?words=number", address, members, played, f"{played}?state=finished"]
    fill(club, FEW)
    copies(games, FEW)
    clubs_called([f"club number {number}" for number in range(FEW)])
    client.get(listed)
    few = {page: taken(client, page) for page in pages}
    fill(club, MANY)
    copies(games, MANY_GAMES)
    clubs_called([f"more by number {number}" for number in range(MANY)])
    for page in pages:
        queries, seconds = taken(client, page)
        ratio = seconds / few[page][1]
        with capsys.disabled():
            sys.stdout.write(f"{page}: {queries} queries, {MANY} take {ratio:.2f} times as long as {FEW}\n")
        assert queries == few[page][0] <= 30
        assert ratio < 3
