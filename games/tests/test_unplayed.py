"""Results that nobody played for: whoever was there wins, and if nobody was the game is void."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from accounts.tests.cast import person
from games.clocks.reliability import Tier
from games.log.rebuilding import check
from games.models import EntryKind, Game, Reliability, Seat, SeatResult, Status
from games.services import resign
from games.services.clocks.reliability import recount_due
from games.services.clocks.undoing import undo_falls
from games.tests.clocks import SETUPS, now, time_runs_out, timed_table
from games.tests.play import play_turn
from homeworlds.outcome import Alignment, Termination
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db


def people(number: int) -> list[Player]:
    return [person(name) for name in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")[:number]]


def run_down(game: Game) -> Game:
    """Nobody is there any more."""
    for _ in range(20):
        if now(game).status != Status.RUNNING:
            break
        time_runs_out(game)
    return now(game)


def results(game: Game) -> list[str]:
    return list(game.seats.order_by("number").values_list("result", flat=True))


def is_void(game: Game) -> bool:
    return game.outcome["termination"] == Termination.VOID and set(results(game)) == {SeatResult.VOID}


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_game_to_which_nobody_ever_came_is_void(players: int) -> None:
    game = run_down(timed_table(*people(players)))
    assert is_void(game)
    last = game.log.order_by("number").last()
    assert (last.kind, last.data) == (EntryKind.VOID, {"why": "nobody played"})
    assert not check(game)
    page = Client().get(game_page(game)).content.decode()
    assert "Whoever was left had never been at the table: the game is void." in page


def game_page(game: Game) -> str:
    return f"/games/{game.public_id}/"


def test_who_came_to_a_duel_and_waited_wins_it() -> None:
    ann, bob = people(2)
    game = timed_table(ann, bob)
    client = Client()
    client.force_login(bob)
    client.get(game_page(game), headers={"Sec-Purpose": "prefetch"})
    assert not Seat.objects.filter(game=game, has_come=True)
    client.get(game_page(game))
    assert Seat.objects.get(game=game, has_come=True).player == bob
    assert results(run_down(game)) == [SeatResult.LOST, SeatResult.WON]


def test_who_looks_at_a_game_only_when_it_is_over_never_came() -> None:
    ann, bob = people(2)
    game = run_down(timed_table(ann, bob))
    client = Client()
    client.force_login(bob)
    client.get(game_page(game))
    assert not Seat.objects.filter(game=game, has_come=True)


@pytest.mark.parametrize("players", [2, 4])
def test_the_only_one_who_set_up_wins(players: int) -> None:
    game = timed_table(*people(players))
    play_turn(game, SETUPS[0])
    game = run_down(game)
    assert results(game)[0] == SeatResult.WON and results(game).count(SeatResult.LOST) == players - 1


def test_who_never_set_up_at_a_table_does_not_win_it_by_the_clock_of_another() -> None:
    """The first has set up and given up, the second never comes, and the third has only looked."""
    ann, bob, cleo = people(3)
    game = timed_table(ann, bob, cleo)
    play_turn(game, SETUPS[0])
    resign(game_id=game.pk, player=ann, key="resign", confirmed=True)
    Seat.objects.filter(game=game, player=cleo).update(has_come=True)
    assert is_void(run_down(game))


def test_whoever_gives_up_without_a_turn_has_lost() -> None:
    ann, bob = people(2)
    game = timed_table(ann, bob)
    resign(game_id=game.pk, player=ann, key="resign", confirmed=True)
    assert results(now(game)) == [SeatResult.LOST, SeatResult.WON]


def test_good_has_not_won_where_evil_never_came(good_vs_evil) -> None:
    game = good_vs_evil(people(3), [Alignment.EVIL, Alignment.GOOD, Alignment.GOOD])
    assert is_void(run_down(game))


@pytest.fixture
def good_vs_evil():
    from games.log.alignments import alignments_for_judge
    from games.models import SecretAlignment
    from homeworlds.rules import Preset, Variant, preset_rules

    def made(players: list[Player], dealt: list[Alignment]) -> Game:
        rules = preset_rules(Preset.MODERN, Variant.GOOD_VS_EVIL)
        game = timed_table(*players, rules=rules, excuses=0)
        for number, alignment in enumerate(dealt):
            SecretAlignment.objects.filter(seat__game=game, seat__number=number).update(alignment=alignment)
        assert list(alignments_for_judge(game) or ()) == dealt
        return game

    return made


def test_staying_away_from_a_void_game_counts_against_whoever_was_to_move() -> None:
    ann, bob = people(2)
    run_down(timed_table(ann, bob))
    recount_due()
    found = {row.player.name: (row.missed, row.left) for row in Reliability.objects.select_related("player")}
    assert found == {"Ann": (1, 1), "Bob": (0, 0)}
    assert set(Reliability.objects.values_list("tier", flat=True)) == {Tier.NEW}


def test_a_void_game_goes_on_when_its_clock_fell_by_a_fault_of_the_site() -> None:
    game = run_down(timed_table(*people(2)))
    undo_falls(game_id=game.pk, since=game.created_at, until=database_now())
    game = now(game)
    assert game.status == Status.RUNNING and not check(game) and results(game) == ["", ""]
