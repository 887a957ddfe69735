"""What `bin/prove tournaments` says of events that were held as they should be, and that it finds what is
missing, doubled and summed up wrongly."""

from __future__ import annotations

import pytest
from django.db import transaction

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
    """Begun, with so few people that it is soon over."""

    def begun(format_: Format, **changes: object) -> Event:
        some = people(4 if format_.is_for_two else 6)
        rounds = {} if format_ in (Format.KNOCKOUT, Format.DIVISIONS) else {"rounds": 2}
        return started(person("Director"), some, format_, **rounds | changes)

    return begun


def without_a_game(event: Event, last: EventTable) -> Verdict:
    EventTable.objects.filter(pk=last.pk).update(game=None)
    return judge([event])


def without_somebody(event: Event, last: EventTable) -> Verdict:
    TableSeat.objects.filter(table=last, number=0).delete()
    return judge([event])


def with_a_table_more(event: Event, last: EventTable) -> Verdict:
    plays = event.format == Format.KNOCKOUT  # there he may also go on alone
    again = EventTable.objects.create(round=last.round, number=99, has_game=plays, leg=last.leg)
    for number, seat in enumerate(last.seats.order_by("number")[:2]):
        TableSeat.objects.create(table=again, number=number, entry=seat.entry)
    return judge([event])


def with_another_score(event: Event, last: EventTable) -> Verdict:
    Entry.objects.filter(event=event, number=0).update(score=99.0)
    return judge([event])


def without_an_end(event: Event, last: EventTable) -> Verdict:
    Event.objects.filter(pk=event.pk).update(status="running", finished_at=None)
    return judge([event])


@pytest.mark.parametrize("format_", FORMATS)
def test_of_an_event_that_was_held_as_it_should_be_nothing_is_said_and_what_is_spoilt_is_found(held, format_):
    event = play_out(held(format_, best_of=3 if format_ is Format.KNOCKOUT else 1))
    found = judge([event])
    assert found.lines == [] and found.good
    assert found.games == Game.objects.filter(event_table__round__event=event).count() > 0
    last = EventTable.objects.filter(round__event=event, has_game=True).order_by("round", "number").last()
    for spoil, what in (
        (without_a_game, "missing"),
        (without_a_game, "doubled"),
        (without_somebody, "missing"),
        (with_a_table_more, "doubled"),
        (with_another_score, "differ"),
        (without_an_end, "differ"),
    ):
        if format_ is Format.KNOCKOUT and spoil is without_somebody:
            continue  # whoever sits in the game besides is a difference of results
        with transaction.atomic():
            assert getattr(spoil(event, last), what), spoil.__name__
            transaction.set_rollback(True)


def test_a_round_that_the_site_pairs_over_games_that_go_on_is_found(held, monkeypatch):
    event = play_round(held(Format.SWISS, rounds=3))
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
