"""What `bin/prove tournaments` says of events that were held as they should be, and that it finds what is
missing, doubled and summed up wrongly."""

from __future__ import annotations

import pytest

from accounts.tests.cast import person
from games.models import Game
from proofs.events.judging import Verdict, judge
from proofs.kit.killer import Killer
from proofs.kit.processes import wait_for
from tournaments.models import Entry, Event, EventTable, Format, Round, TableSeat
from tournaments.services import pairing
from tournaments.sheet import Sheet, next_rounds
from tournaments.tests.events import people, play_out, play_round, started

FORMATS = [Format.SWISS, Format.DIVISIONS, Format.KNOCKOUT, Format.PODS, Format.AT_ONCE]


@pytest.fixture
def held(db):
    """Begun, with eight people."""
    return lambda format_, **changes: started(person("Director"), people(8), format_, **changes)


def last_table(event: Event) -> EventTable:
    return EventTable.objects.filter(round__event=event, has_game=True).order_by("round", "number").last()


@pytest.mark.parametrize("format_", FORMATS)
def test_of_an_event_that_was_held_as_it_should_be_nothing_is_said(held, format_):
    event = play_out(held(format_, best_of=3 if format_ is Format.KNOCKOUT else 1))
    found = judge([event])
    assert found.lines == [] and found.good
    assert found.games == Game.objects.filter(event_table__round__event=event).count() > 0


@pytest.mark.parametrize("format_", FORMATS)
def test_what_is_not_there_is_missing_and_a_game_without_a_table_one_too_many(held, format_):
    event = play_out(held(format_))
    table = last_table(event)
    EventTable.objects.filter(pk=table.pk).update(game=None)
    found = judge([event])
    assert found.missing and any("no table has it" in line for line in found.doubled)


@pytest.mark.parametrize("format_", [Format.SWISS, Format.DIVISIONS, Format.PODS])
def test_who_does_not_sit_where_he_should_is_missed(held, format_):
    event = play_out(held(format_))
    TableSeat.objects.filter(table=last_table(event), number=0).delete()
    assert any("does not sit" in line or "have not met" in line for line in judge([event]).missing)


@pytest.mark.parametrize("format_", [Format.SWISS, Format.DIVISIONS, Format.PODS])
def test_who_sits_once_more_is_found(held, format_):
    event = play_out(held(format_))
    first, other = (
        TableSeat.objects.filter(table__round__event=event).order_by(order).first()
        for order in ("table", "-table")
    )
    again = EventTable.objects.create(round=other.table.round, number=99, has_game=False)
    for number, seat in enumerate((first, other)):
        TableSeat.objects.create(table=again, number=number, entry=seat.entry)
    assert judge([event]).doubled


def test_a_wrong_place_and_an_event_without_an_end_are_found(held):
    event = play_out(held(Format.SWISS))
    Entry.objects.filter(event=event, number=0).update(score=99.0)
    assert list(judge([event]).differ) == [event.title]
    Event.objects.filter(pk=event.pk).update(status="running", finished_at=None)
    assert any("not come to its end" in line for line in judge([event]).differ[event.title])


def test_a_round_that_the_site_pairs_over_games_that_go_on_is_found(held, monkeypatch):
    event = play_round(held(Format.SWISS))
    Round.objects.filter(event=event).update(alone=False)
    monkeypatch.setattr(pairing, "awaits_round", lambda _event: True)
    sheet = Sheet(event)
    assert pairing.write_rounds(event_id=event.pk, seen=sheet.fingerprint, rounds=next_rounds(sheet) or ())
    monkeypatch.undo()
    doubled = judge([play_out(event)]).doubled
    assert doubled and all("was paired before round 2" in line for line in doubled)


def test_the_last_line_counts_what_was_found():
    verdict = Verdict(games=12, missing=["a"], doubled=["b", "c"], differ={"Swiss": ["d", "e"]})
    assert not verdict.good and len(verdict.lines) == 5
    assert verdict.summary(5) == "tournaments: 5 events, 12 games, 1 missing, 2 doubled, 1 standings differ"
    assert Verdict(games=12).good and not Verdict().good and not Verdict(games=1, besides=["f"]).good


class Victim:
    def __init__(self, name: str, words: str) -> None:
        self.name, self.words = name, words

    def said(self) -> str:
        return self.words

    def kill(self) -> None:
        pass

    start = kill


def test_who_has_not_come_to_work_yet_is_not_killed():
    at_work, starts = Victim("worker", "default@here ready.\n"), Victim("beat", "not ready yet\n")
    killer = Killer([at_work, starts], every=0.01)
    killer.start()
    wait_for("it is killed again and again", lambda: killer.kills["worker"] > 2)
    killer.stopped.set()
    killer.join()
    assert killer.kills["beat"] == 0
