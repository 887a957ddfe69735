"""Entries about clocks and seats, taken away and read again."""

from __future__ import annotations

import json

import pytest

from accounts.services import ensure_record_players
from accounts.tests.cast import person
from games.log import rebuilding
from games.log.words import CHANGES
from games.models import Game, Matter
from games.services import consent, give_time, pause_game, resign, resume_game
from games.tests.clocks import now, set_up, time_runs_out, timed_table
from records.reading import NotARecord, read_record
from records.services import import_game
from records.tests.round_trips import through_json, through_text
from records.writing import NOTED, export_text

pytestmark = pytest.mark.django_db


def test_every_such_entry_can_be_written_down():
    assert set(NOTED) == set(CHANGES)


@pytest.fixture
def game(db) -> Game:
    alice, bob, sue = (person(name) for name in ("Alice", "Bob", "Sue"))
    game = set_up(timed_table(alice, bob, vacation_allowed=True))
    time_runs_out(game)
    for matter in (Matter.PAUSE, Matter.RESUME):
        for player in (alice, bob):
            consent(game_id=game.pk, player=player, matter=matter)
    pause_game(game_id=game.pk, by=sue, reason="Fire.")
    resume_game(game_id=game.pk, by=sue, reason="Out.")
    give_time(game_id=game.pk, player=bob, key="1")
    resign(game_id=game.pk, player=alice, key="gone", confirmed=True)
    return now(game)


@pytest.mark.parametrize("written", [through_json, through_text])
def test_they_are_exported_and_read_again(game, written):
    copy = import_game(record=read_record(written(game)), accounts=ensure_record_players())
    assert rebuilding.check(now(copy)) == []
    ours, theirs = [
        [(e.kind, e.seat, e.data.get("what")) for e in each.log.order_by("number")] for each in (game, copy)
    ]
    assert ours == theirs
    for line in ("3. Alice goes on vacation", "4. paused", "6. paused by staff", "8. Bob gives time"):
        assert line in export_text(now(copy))


def test_what_belongs_to_a_seat_needs_one(game):
    record = json.loads(through_json(game))
    next(each for each in record["log"] if each["data"].get("what") == "given")["seat"] = None
    with pytest.raises(NotARecord):
        read_record(json.dumps(record))
