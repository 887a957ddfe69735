"""A game that was reopened after clocks had fallen, taken away and read again."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from accounts.services import ensure_record_players
from accounts.tests.cast import person
from games.log import rebuilding
from games.models import EntryKind, Game
from games.services import resign
from games.services.clocks.undoing import undo_falls
from games.tests.clocks import now, set_up, time_runs_out, timed_table
from games.tests.play import play_turn
from records.reading import NotARecord, read_record
from records.services import ImportRefused, import_game
from records.tests.round_trips import through_json, through_text
from records.writing import export_text
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(db) -> Game:
    """Alice ran out of time in her third turn; reopened, she passes and resigns."""
    alice = person("Alice")
    game = set_up(timed_table(alice, person("Bob")))
    play_turn(game, "pass")
    play_turn(game, "pass")
    time_runs_out(game)
    at = database_now()
    undo_falls(game_id=game.pk, since=at - timedelta(hours=1), until=at)
    play_turn(game, "pass")
    resign(game_id=game.pk, player=alice, key="gone", confirmed=True)
    return now(game)


@pytest.mark.parametrize("written", [through_json, through_text])
def test_it_is_exported_and_read_again(game, written):
    copy = import_game(record=read_record(written(game)), accounts=ensure_record_players())
    assert rebuilding.check(now(copy)) == []
    ours, theirs = [
        list(each.log.order_by("number").values_list("kind", "seat", "text")) for each in (game, copy)
    ]
    assert ours == theirs
    assert copy.outcome == game.outcome
    assert "6. reopened (before 5)" in export_text(now(copy))


@pytest.mark.parametrize("before", [0, 6, -3, "5", None])
def test_a_record_that_undoes_what_there_is_not_is_refused(game, before):
    record = json.loads(through_json(game))
    entry = next(each for each in record["log"] if each["kind"] == EntryKind.REOPENED)
    entry["data"] = {"before": before}
    with pytest.raises((NotARecord, ImportRefused)):
        import_game(record=read_record(json.dumps(record)), accounts=ensure_record_players())
