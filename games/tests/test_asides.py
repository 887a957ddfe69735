"""What is noted aside in the log, about clocks and seats, leaves everything else as it was: no form becomes
stale by it, no turn stands for it, no bot is called anew."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Final

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.clocks.arithmetic import HOUR
from games.clocks.deadlines import left_now, left_of
from games.clocks.paces import PACES
from games.log import rebuilding
from games.log.votes import standing_votes
from games.models import ASIDES, EntryKind, Game, LogEntry, Matter
from games.notices.kinds import NoticeKind
from games.notices.still_true import runs_short
from games.refusals import GameRefusalCode, Stale
from games.services import (
    agree_to_draw,
    come_back,
    consent,
    give_time,
    open_table,
    pause_game,
    play_bot,
    resume_game,
    substitute,
    take_back,
)
from games.services.clocks.falling import set_adrift
from games.services.clocks.sweeping import sweep_clocks
from games.services.deciding import extend_clock
from games.services.log import lock_game
from games.table.view import table_for
from games.tests.browsing import HTMX, Browser
from games.tests.clocks import now, set_up, time_passes, timed_table
from games.tests.play import play_turn, table_of
from games.tests.seating import refused
from homeworlds.rules import Preset, Variant, preset_rules
from notices.models import Notice
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
NORMAL = PACES["normal"]
A_MOMENT = timedelta(seconds=30)
BUILD = "build Y1 Alice"


class Scene:
    """Four sit at a table: Alice is to move, Dan is adrift where `adrift`, Erin looks on."""

    def __init__(self, *, clock: bool = True) -> None:
        self.people = [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]
        self.alice, self.bob, self.cleo, self.dan = self.people
        self.erin, self.sue = person("Erin"), person("Sue")
        rules = preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING)
        made = timed_table(*self.people) if clock else table_of(*self.people, rules=rules)
        self.game = set_up(made)

    def set_adrift(self, number: int) -> None:
        """As a fall does, in the turn of somebody else or the own one."""
        game, seats = lock_game(self.game.pk)
        set_adrift(game, seats, seats[number], database_now())

    def drain(self) -> None:
        """All clocks have an hour."""
        Game.objects.filter(pk=self.game.pk).update(clock_left=[HOUR // timedelta(milliseconds=1)] * 4)


def given(scene: Scene) -> None:
    scene.drain()
    give_time(game_id=scene.game.pk, player=scene.bob, key="given")


def extended(scene: Scene) -> None:
    scene.drain()
    extend_clock(staff=scene.sue, game=scene.game, hours=5, reason="a storm")


def paused(scene: Scene) -> None:
    pause_game(game_id=scene.game.pk, by=scene.sue, reason="a storm")


def resumed(scene: Scene) -> None:
    paused(scene)
    resume_game(game_id=scene.game.pk, by=scene.sue, reason="it is over")


def agreed(scene: Scene) -> None:
    for player in scene.people:
        consent(game_id=scene.game.pk, player=player, matter=Matter.PAUSE)


def wound(scene: Scene) -> None:
    for player in scene.people:
        consent(game_id=scene.game.pk, player=player, matter=Matter.CLOCK, pace="slow")


def excused(scene: Scene) -> None:
    game = now(scene.game)
    time_passes(game, game.due_at - game.clock_since + timedelta(seconds=1))
    assert sweep_clocks() == 1


def adrift(scene: Scene) -> None:
    scene.set_adrift(3)


def back(scene: Scene) -> None:
    adrift(scene)
    come_back(game_id=scene.game.pk, player=scene.dan, key="back")


def replaced(scene: Scene) -> None:
    adrift(scene)
    substitute(game_id=scene.game.pk, seat=3, player=scene.erin, key="takes")


Aside = Callable[[Scene], None]
KINDS: Final[dict[Aside, set[str]]] = {
    given: {"given"},
    extended: {"extended"},
    paused: {"paused-by-staff"},
    resumed: {"resumed-by-staff"},
    agreed: {"paused"},
    wound: {"wound"},
    excused: {"excused"},
    adrift: {"adrift"},
    back: {"back"},
    replaced: {"substitute"},
}


def scene_of(aside: Aside) -> Scene:
    return Scene(clock=aside is not wound)


def noted(scene: Scene, aside: Aside) -> int:
    """It happens; returns the number of the log before it."""
    before = now(scene.game).log_number
    aside(scene)
    entries = LogEntry.objects.filter(game=scene.game, number__gt=before)
    assert {entry.kind for entry in entries} <= ASIDES
    assert KINDS[aside] <= {entry.data["what"] for entry in entries}
    return before


kinds = pytest.mark.parametrize("aside", KINDS)


@kinds
def test_a_turn_on_its_way_counts(db, aside):
    scene = scene_of(aside)
    number = noted(scene, aside)
    play_turn(scene.game, BUILD, answers=number, key="sent twice")
    assert play_turn(scene.game, BUILD, answers=number, key="sent twice", player=scene.alice).repeated
    assert rebuilding.check(now(scene.game)) == []
    with pytest.raises(Stale):
        play_turn(scene.game, "pass", answers=number)
    with pytest.raises(Stale):
        play_turn(scene.game, "pass", answers=now(scene.game).log_number + 1)


@kinds
def test_a_turn_is_taken_back(db, aside):
    scene = scene_of(aside)
    play_turn(scene.game, BUILD)
    number = noted(scene, aside)
    with pytest.raises(Stale):
        take_back(game_id=scene.game.pk, player=scene.alice, answers=number - 1, key="no")
    entry = take_back(game_id=scene.game.pk, player=scene.alice, answers=number, key="back").entry
    assert take_back(game_id=scene.game.pk, player=scene.alice, answers=number, key="back").repeated
    game = now(scene.game)
    assert (entry.kind, entry.data) == (EntryKind.TAKE_BACK, {"turn": number})
    assert (game.next_seat, game.turn_count) == (0, 4)
    assert not game.log.standing_turns().filter(number=number).exists()
    assert rebuilding.check(game) == []
    view = table_for(game, scene.alice)
    assert [each.number for each in view.entries if each.taken_back] == [number]
    play_turn(game, BUILD)
    assert rebuilding.check(now(game)) == []


@kinds
def test_the_page_offers_both_still_and_says_what_was_noted(db, aside):
    """In a form that has stood there since before: as an open page sends it."""
    scene = scene_of(aside)
    page = Browser(scene.alice).open(f"/games/{scene.game.public_id}/")
    asked = page_of(page.page).by_id("news")["hx-get"]
    form = page.open(f"/games/{scene.game.public_id}/?turn={BUILD.replace(' ', '+')}").form("turn")
    noted(scene, aside)
    news = page.client.get(asked, headers=HTMX)
    said = page_of(news).by_id("news")
    assert news.status_code == 200 and "HX-Retarget" not in news.headers
    last = LogEntry.objects.filter(game=scene.game).latest("number")
    assert said.text and "Something has happened" not in said.text, last.data
    assert page.client.get(said["hx-get"], headers=HTMX).status_code == 204
    assert page.send(form).status_code == 303
    answer = page.open(f"/games/{scene.game.public_id}/").form("answers", action="/take-back/")
    assert page.send(answer).status_code == 303
    assert now(scene.game).next_seat == 0


@kinds
def test_votes_and_offers_of_a_draw_stand_and_can_be_given_on(db, aside):
    scene = scene_of(aside)
    number = now(scene.game).log_number
    agree_to_draw(game_id=scene.game.pk, player=scene.bob, answers=number, key="bob")
    noted(scene, aside)
    agree_to_draw(game_id=scene.game.pk, player=scene.alice, answers=number, key="alice")
    assert standing_votes(now(scene.game)) == {0, 1}


@kinds
def test_who_looks_sees_the_last_turn_and_hears_it(db, aside):
    scene = scene_of(aside)
    number = noted(scene, aside)
    view = table_for(now(scene.game), scene.alice)
    turn = view.entries[number - 1]
    assert (view.at.turn, view.at.mover) == (turn.turn, turn.seat)
    assert view.stands_since == number


def test_a_draw_offered_to_a_table_that_is_old_by_an_aside_shows(db):
    scene = Scene()
    page = Browser(scene.alice).open(f"/games/{scene.game.public_id}/")
    asked = page_of(page.page).by_id("draw")["hx-get"]
    given(scene)
    agree_to_draw(game_id=scene.game.pk, player=scene.bob, answers=now(scene.game).log_number, key="bob")
    assert "A draw is being voted on" in page_of(page.client.get(asked, headers=HTMX)).text
    play_turn(scene.game, BUILD)
    assert page.client.get(asked, headers=HTMX).status_code == 204


def test_a_warning_is_sent_all_the_same(db):
    scene = Scene()
    game = now(scene.game)
    time_passes(game, game.sweep_at - game.clock_since + timedelta(seconds=1))
    sweep_clocks()
    warning = Notice.objects.get(kind=NoticeKind.WARNING, player=scene.alice)
    pause_game(game_id=game.pk, by=scene.sue, reason="a storm")
    assert runs_short(warning)
    play_turn(game, BUILD)
    assert not runs_short(warning)


def test_what_others_did_since_the_own_turn_is_told_after_a_gift_of_ones_own(db):
    scene = Scene()
    play_turn(scene.game, BUILD)
    play_turn(scene.game, "pass")
    scene.drain()
    give_time(game_id=scene.game.pk, player=scene.alice, key="given")
    page = page_of(Browser(scene.alice).open(f"/games/{scene.game.public_id}/").page)
    assert "Bob" in page.by_id("since").text


# --- bots


@pytest.fixture
def with_bot(bots) -> Scene:
    scene = Scene()
    bot = Player.objects.filter(kind=Player.Kind.BOT, bot_level="random")[0]
    scene.game = timed_table(scene.alice, bot, scene.bob)
    return scene


def test_a_bot_is_called_once_and_answers_whatever_is_noted_meanwhile(
    with_bot, calls, django_capture_on_commit_callbacks
):
    game = with_bot.game
    with django_capture_on_commit_callbacks(execute=True):
        play_turn(game, "homeworld G3 B1 Y3")
        called = now(game).bot_due_at
        pause_game(game_id=game.pk, by=with_bot.sue, reason="a storm")
        resume_game(game_id=game.pk, by=with_bot.sue, reason="it is over")
    assert [call for call in calls if "bot" in call[0]] == [("games.tasks.play_bot_turns",)]
    assert now(game).bot_due_at == called is not None
    assert play_bot(game_id=game.pk, number=1).entry.seat == 1
    assert play_bot(game_id=game.pk, number=1) is None
    assert now(game).turn_count == 2


# --- clocks of a turn that is taken back


def test_a_gift_stays_with_a_turn_that_is_taken_back(db):
    scene = Scene()
    time_passes(scene.game, 2 * NORMAL.increment)
    play_turn(scene.game, BUILD)
    Game.objects.filter(pk=scene.game.pk).update(clock_left=[HOUR // timedelta(milliseconds=1)] * 4)
    before = now(scene.game)
    left = LogEntry.objects.get(game=before, number=before.log_number).data["left"]
    give_time(game_id=before.pk, player=scene.cleo, key="given")
    take_back(game_id=before.pk, player=scene.alice, answers=before.log_number, key="back")
    held = left_of(now(scene.game), 0) - timedelta(milliseconds=left)
    assert abs(held - NORMAL.gift) < A_MOMENT


def test_who_was_to_move_loses_nothing_by_what_was_noted_before_the_turn_was_taken_back(db):
    scene = Scene()
    play_turn(scene.game, BUILD)
    before = left_of(now(scene.game), 1)
    time_passes(scene.game, 5 * HOUR)
    paused(scene)
    number = now(scene.game).log_number
    assert left_of(now(scene.game), 1) < before - 4 * HOUR
    take_back(game_id=scene.game.pk, player=scene.alice, answers=number, key="back")
    assert left_of(now(scene.game), 1) == before


def test_a_pause_between_is_not_counted_for_who_takes_back(db):
    scene = Scene()
    turn = play_turn(scene.game, BUILD).entry
    resumed(scene)
    # As if all that had happened half a day, four hours and two hours ago.
    for number, ago in ((turn.number, 12), (turn.number + 1, 4), (turn.number + 2, 2)):
        entries = LogEntry._base_manager.filter(game=scene.game, number=number)
        entries.update(created_at=database_now() - ago * HOUR)
    take_back(game_id=scene.game.pk, player=scene.alice, answers=now(scene.game).log_number, key="back")
    left = turn.data["left"] * timedelta(milliseconds=1) - 10 * HOUR
    assert abs(left_now(now(scene.game), 0, database_now()) - left) < A_MOMENT


# --- gifts


def test_gifts_are_once_a_turn_for_each_giver(db):
    scene = Scene()
    scene.drain()
    give_time(game_id=scene.game.pk, player=scene.bob, key="1")
    with refused(GameRefusalCode.GIVEN_ALREADY):
        give_time(game_id=scene.game.pk, player=scene.bob, key="2")
    give_time(game_id=scene.game.pk, player=scene.cleo, key="1")
    assert LogEntry.objects.filter(game=scene.game, data__what="given").count() == 2
    play_turn(scene.game, BUILD)
    give_time(game_id=scene.game.pk, player=scene.bob, key="3")


@pytest.mark.parametrize(("pace", "least"), [("normal", HOUR), ("live", timedelta(minutes=1))])
def test_a_gift_has_a_least_size(db, pace, least):
    alice, bob = person("Alice"), person("Bob")
    game = timed_table(alice, bob, clock=pace)
    cap = PACES[pace].cap
    holds = [cap - least + timedelta(seconds=1), cap]
    Game.objects.filter(pk=game.pk).update(clock_left=[each // timedelta(milliseconds=1) for each in holds])
    with refused(GameRefusalCode.NO_MORE_TIME):
        give_time(game_id=game.pk, player=bob, key="1")
    holds[0] = cap - least
    Game.objects.filter(pk=game.pk).update(clock_left=[each // timedelta(milliseconds=1) for each in holds])
    give_time(game_id=game.pk, player=bob, key="2")
    entry = LogEntry.objects.get(game=game, data__what="given")
    assert timedelta(milliseconds=entry.data["amounts"]["0"]) >= least - A_MOMENT
    assert (now(game).log_number, open_table(game_id=game.pk, player=alice)) == (1, 1)
