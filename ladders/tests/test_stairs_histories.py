"""Histories of the stairs: whatever happens, the log played again gives what stands; and what is known of a
game tells who fell first."""

from __future__ import annotations

import random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Player
from accounts.tests.cast import person
from games.models import EntryKind, FormerPlayer, Game, LogEntry, Seat, SeatResult
from games.signals import game_finished, game_reopened
from ladders.arithmetic.steps import moves
from ladders.models import StairsEvent, StairsPlayer, StairsTable
from ladders.stairs.looking import VARIANTS
from ladders.stairs.refusals import StairsRefusal
from ladders.stairs.services.asking import ask_for_table, leave_stairs, withdraw_from_seating
from ladders.stairs.services.replaying import check_stairs
from ladders.stairs.services.settling import how_it_ended
from ladders.stairs.times import SEASON_DAYS
from ladders.tests.stairs import seating, table_of
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
NAMES = ("Alice", "Bob", "Cleo", "Dora", "Erin", "Frank")
DEEDS = st.one_of(
    st.tuples(st.just("ask"), st.integers(0, 5)),
    st.tuples(st.just("ask"), st.integers(0, 5)),
    st.tuples(st.just("ask all"), st.just(0)),
    st.tuples(st.just("withdraw"), st.integers(0, 5)),
    st.tuples(st.just("leave"), st.integers(0, 5)),
    st.tuples(st.just("seating"), st.integers(1, 3)),
    st.tuples(st.just("season"), st.just(SEASON_DAYS)),
    st.tuples(st.just("finish"), st.integers(0, 99)),
    st.tuples(st.just("finish"), st.integers(0, 99)),
    st.tuples(st.just("reopen"), st.integers(0, 99)),
)


class History:
    """What people do on the stairs; games end as a seed says, without being played."""

    def __init__(self, people: list[Player]) -> None:
        self.people, self.day = people, 0

    def does(self, deed: str, number: int) -> None:
        player = self.people[number % len(self.people)]
        try:
            if deed == "ask all":
                for each in self.people:
                    self.does("ask", self.people.index(each))
            elif deed == "ask":
                ask_for_table(player=player, variants=list(VARIANTS), sizes=[3, 4, 5, 6])
            elif deed == "withdraw":
                withdraw_from_seating(player=player)
            elif deed == "leave":
                leave_stairs(player=player)
            elif deed in ("seating", "season"):
                self.day += number
                seating(self.day, lots=number)
            elif deed == "finish":
                self.finishes(number)
            elif deed == "reopen":
                self.reopens(number)
        except StairsRefusal:
            pass

    def finishes(self, seed: int) -> None:
        tables = list(StairsTable.objects.filter(settled_number=None).select_related("game"))
        if not tables:
            return
        lots = random.Random(seed)
        game = lots.choice(tables).game
        seats = list(game.seats.order_by("number"))
        results = lots.choice([SeatResult.DRAWN, SeatResult.VOID, SeatResult.LOST, SeatResult.LOST])
        for seat in seats:
            seat.result = results
        if results == SeatResult.LOST:
            lots.choice(seats).result = SeatResult.WON
        game.turn_count = lots.choice([3, 30])
        game.outcome = {"termination": "void" if results == SeatResult.VOID else "last-standing"}
        with transaction.atomic():
            game_finished.send(sender=Game, game=game, seats=seats, by=None)

    def reopens(self, seed: int) -> None:
        tables = list(StairsTable.objects.filter(settled_number__isnull=False).select_related("game"))
        if tables:
            game = random.Random(seed).choice(tables).game
            with transaction.atomic():
                game_reopened.send(sender=Game, game=game, seats=list(game.seats.order_by("number")))


@pytest.fixture
def only_the_stairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others that hear of games would miss their logs."""
    from ladders.stairs.services import settling

    for signal, heard in (
        (game_finished, settling.settle_finished),
        (game_reopened, settling.undo_reopened),
    ):
        monkeypatch.setattr(signal, "send", lambda sender, heard=heard, **news: heard(sender, **news))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(DEEDS, max_size=25))
def test_the_log_played_again_gives_what_stands_whatever_happened(only_the_stairs, db, deeds):
    with transaction.atomic():
        history = History([person(name) for name in NAMES])
        for deed, number in deeds:
            history.does(deed, number)
        assert check_stairs() == []
        assert not StairsPlayer.objects.filter(step__lt=1).exists()
        assert len(StairsEvent.objects.filter(kind="seating")) <= history.day
        transaction.set_rollback(True)


# --- who fell first


@pytest.fixture
def people() -> list[Player]:
    return [person(name) for name in NAMES[:4]]


def entry(game: Game, number: int, kind: EntryKind, seat: int, **more: object) -> None:
    LogEntry.objects.create(
        game=game, number=number, answers=number - 1, kind=kind, seat=seat, created_at=database_now(),
        position="", position_hash="", **more,
    )  # fmt: skip


def fate(game: Game, winner: int) -> dict[str, int]:
    """Who moves by it, by names of the first players of the seats: a, b, c, d."""
    table = StairsTable.objects.get(game=game)
    sat = list(table.seats.all())
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    for seat in seats:
        seat.result = SeatResult.WON if seat.number == winner else SeatResult.LOST
    letter = {each.player_id: "abcd"[each.number] for each in sat}
    return {letter[player]: by for player, by in moves(how_it_ended(game, seats, sat)).items()}


def test_all_who_fall_by_the_same_turn_fall_first_together(people):
    game = table_of(*people)
    entry(game, 1, EntryKind.TURN, 0, eliminated=[1, 2])
    entry(game, 2, EntryKind.RESIGNATION, 3, eliminated=[3])
    assert fate(game, 0) == {"a": 1, "b": -1, "c": -1}


def test_whoever_stays_away_goes_down_from_when_turns_are_passed_and_not_the_substitute(people):
    game = table_of(*people)
    entry(game, 1, EntryKind.CLOCK, 2, data={"what": "adrift"})
    entry(game, 2, EntryKind.TURN, 0, eliminated=[1])
    seat = game.seats.get(number=2)
    FormerPlayer.objects.create(seat=seat, player=seat.player, log_number=3, missed=1, left_at=database_now())
    seat.player, seat.has_substitute = person("Sub"), True
    seat.save()
    entry(game, 3, EntryKind.SEAT_CHANGE, 2, data={"what": "substitute"})
    assert fate(game, 0) == {"a": 1, "c": -1}
    assert fate(game, 2) == {"c": -1}, "the substitute wins: nobody goes up"


def test_whoever_has_come_back_has_not_fallen(people):
    game = table_of(*people)
    entry(game, 1, EntryKind.CLOCK, 2, data={"what": "adrift"})
    entry(game, 2, EntryKind.TURN, 0, eliminated=[1])
    assert fate(game, 0) == {"a": 1, "b": -1}
    game.seats.filter(number=2).update(adrift_since=database_now())
    assert fate(game, 0) == {"a": 1, "c": -1}
