"""What staff do about the clocks of a game: by their pages, with a reason, and through the log."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.deletion import delete_account
from accounts.models import Player
from accounts.tests.cast import log_in_as_staff, person
from games.clocks.deadlines import is_paused, left_now, left_of
from games.clocks.paces import PACES
from games.log import rebuilding
from games.models import EntryKind, Game, Leaver, LogEntry
from games.services import settle_leaver
from games.services.deciding import extend_clock, resign_for
from games.tests.clocks import now, set_up, time_passes, time_runs_out, timed_table
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from upkeep.clock import database_now
from upkeep.models import StaffAct
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
WHY = "The host of Bob was away."
HOUR = timedelta(hours=1)
A_MOMENT = timedelta(seconds=30)


@pytest.fixture
def people(db):
    return [person(name) for name in ("Alice", "Bob", "Cleo")]


@pytest.fixture
def sue(db) -> Player:
    sue = person("Sue")
    Player.objects.filter(pk=sue.pk).update(is_staff=True)
    return Player.objects.get(pk=sue.pk)


@pytest.fixture
def game(people) -> Game:
    return set_up(timed_table(*people[:2]))


def last(game: Game) -> LogEntry:
    return LogEntry.objects.get(game=game, number=now(game).log_number)


# --- More time


def test_staff_give_the_player_to_move_more_time_and_the_table_says_why(sue, game, people):
    time_passes(game, 40 * HOUR)
    left = left_now(now(game), 0, database_now())
    other = left_of(now(game), 1)
    extend_clock(staff=sue, game=game, hours=10, reason=WHY)
    given = now(game)
    assert abs(left_now(given, 0, database_now()) - left - 10 * HOUR) < A_MOMENT
    assert left_of(given, 1) == other and given.next_seat == 0
    assert abs(given.due_at - database_now() - left - 10 * HOUR) < A_MOMENT
    assert (last(game).kind, last(game).seat) == (EntryKind.CLOCK, 0)
    assert rebuilding.check(given) == []
    page = page_of(Client().get(f"/games/{game.public_id}/")).one("main").text
    assert f"The staff gave Alice more time. {WHY}" in page and "Sue" not in page
    act = StaffAct.objects.get()
    assert (act.act, act.reason, set(act.concerns.all())) == ("extend_clock", WHY, set(people[:2]))


def test_no_clock_is_given_more_than_it_holds(sue, game):
    extend_clock(staff=sue, game=game, hours=24 * 14, reason=WHY)
    assert left_of(now(game), 0) == PACES["normal"].cap
    with pytest.raises(ValidationError, match="as it stands"):
        extend_clock(staff=sue, game=game, hours=1, reason=WHY)


def test_who_was_given_time_is_warned_again(sue, game):
    time_passes(game, now(game).due_at - database_now() - HOUR)
    Game.objects.filter(pk=game.pk).update(sweep_at=now(game).due_at)
    extend_clock(staff=sue, game=game, hours=48, reason=WHY)
    assert now(game).sweep_at < now(game).due_at


def test_where_no_clock_runs_there_is_nothing_to_extend(sue, people):
    without = table_of(*people[:2], rules=preset_rules(Preset.MODERN, Variant.BINARY))
    over = time_runs_out(timed_table(*people[:2]))
    for game in (without, over):
        with pytest.raises(ValidationError, match="as it stands"):
            extend_clock(staff=sue, game=game, hours=1, reason=WHY)
    running = timed_table(*people[:2])
    time_passes(running, 40 * HOUR)
    with pytest.raises(ValidationError, match="say why"):
        extend_clock(staff=sue, game=running, hours=1, reason=" ")
    assert now(running).log_number == 0 and not StaffAct.objects.exists()


def test_a_seat_adrift_is_ended_by_staff_as_any_other(sue, people):
    game = set_up(timed_table(*people, excuses=0))
    time_runs_out(game)
    resign_for(staff=sue, game=game, seat=0, reason=WHY)
    assert now(game).departed == [0] and now(game).next_seat == 1
    assert rebuilding.check(now(game)) == []


# --- By their pages


def test_staff_do_it_by_their_pages(client, sue, game):
    log_in_as_staff(client, sue)
    time_passes(game, 40 * HOUR)

    def act(name: str, **sent: object) -> int:
        address = reverse("admin:games_game_act", args=[game.pk, name])
        return client.post(address, {"reason": WHY, **sent}).status_code

    shown = page_of(client.get(reverse("admin:games_game_change", args=[game.pk])))
    for name in ("extend", "pause", "resume"):
        address = reverse("admin:games_game_act", args=[game.pk, name])
        assert address in shown.targets
        assert "in the list of turns" in page_of(client.get(address)).text
    assert act("extend") == act("extend", hours=0) == act("extend", hours=337) == 422
    assert act("extend", hours=2) == 302
    assert act("resume") == 422
    assert act("pause", reason=" ") == 422
    assert act("pause") == 302 and is_paused(now(game), database_now())
    assert act("pause") == 422
    assert act("resume") == 302 and not is_paused(now(game), database_now())
    page = page_of(Client().get(f"/games/{game.public_id}/")).one("main").text
    assert page.count(WHY) >= 3
    assert list(StaffAct.objects.values_list("act", flat=True)) == [
        "resume_game",
        "pause_game",
        "extend_clock",
    ]
    assert rebuilding.check(now(game)) == []


def test_whoever_leaves_is_named_no_more_in_what_staff_said(sue, game, people):
    extend_clock(staff=sue, game=game, hours=2, reason="Alice asked for it, and so did BOB; bobsled.")
    play_turn(game, "pass")
    delete_account(player=people[1])
    settle_leaver(leaver_id=Leaver.objects.get(player=people[1]).pk)
    people[1].refresh_from_db()
    entry = LogEntry.objects.get(game=game, kind=EntryKind.CLOCK)
    assert entry.data["reason"] == f"Alice asked for it, and so did {people[1].name}; bobsled."
    assert rebuilding.check(now(game)) == []
