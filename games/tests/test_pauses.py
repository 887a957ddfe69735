"""Pauses, more time, and clocks that a running game agrees on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from accounts.models import Player
from accounts.tests.cast import person
from games.clocks.deadlines import PAUSED_AT_MOST, hold, is_paused, left_now, left_of
from games.clocks.paces import PACES
from games.log import rebuilding
from games.log.words import CHANGES, entry_sentence
from games.models import Consent, EntryKind, Game, LogEntry, Matter, Seat, Status
from games.notices.kinds import NoticeKind
from games.refusals import GameRefusalCode
from games.services import consent, dissent, give_time, pause_game, resign, resume_game
from games.services.clocks.sweeping import sweep_clocks
from games.tests.clocks import SETUPS, now, seat, set_up, time_passes, time_runs_out, timed_table
from games.tests.play import play_turn, table_of
from games.tests.seating import refused
from homeworlds.refusals import Refusal
from homeworlds.rules import Preset, Variant, preset_rules
from notices.models import Notice
from upkeep.clock import database_now
from upkeep.models import StaffAct

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
A_MOMENT = timedelta(seconds=30)
NORMAL = PACES["normal"]


@pytest.fixture
def people(db):
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]


@pytest.fixture
def sue(db) -> Player:
    staff = person("Sue")
    staff.is_staff = True
    staff.save()
    return staff


@pytest.fixture
def game(people) -> Game:
    """Alice is to move."""
    return timed_table(*people[:2])


@pytest.fixture
def untimed(people) -> Game:
    return table_of(*people[:2], rules=preset_rules(Preset.MODERN, Variant.BINARY))


def agree(game: Game, *players: Player, matter: Matter = Matter.PAUSE, pace: str = "") -> Game:
    for player in players:
        consent(game_id=game.pk, player=player, matter=matter, pace=pace)
    return now(game)


def last(game: Game) -> LogEntry:
    return LogEntry.objects.get(game=game, number=now(game).log_number)


def close(one: object, other: object) -> bool:
    return abs(one - other) < A_MOMENT  # type: ignore[operator]


def pause_passes(game: Game, time: timedelta) -> None:
    time_passes(game, time)
    paused = now(game).paused_until
    Game.objects.filter(pk=game.pk).update(paused_until=paused - time)


# --- by all who play


def test_when_all_agree_no_clock_runs_for_a_fortnight_at_most(game, people):
    time_passes(game, HOUR)
    assert not is_paused(agree(game, people[0]), database_now())
    game = agree(game, people[1])
    assert is_paused(game, database_now())
    assert close(game.paused_until, database_now() + PAUSED_AT_MOST)
    assert game.clock_since == game.paused_until
    assert close(left_now(game, 0, database_now()), NORMAL.start - HOUR)
    assert (last(game).kind, last(game).seat, last(game).data) == (EntryKind.CLOCK, None, {"what": "paused"})
    assert not Consent.objects.exists() and not game.asks_consent
    assert rebuilding.check(game) == []
    pause_passes(game, 13 * DAY)
    assert sweep_clocks() == 0
    pause_passes(game, 2 * DAY)
    assert close(left_now(now(game), 0, database_now()), NORMAL.start - HOUR - DAY)


@pytest.mark.parametrize("begins", [-HOUR, HOUR])
def test_held_a_clock_has_used_no_more_and_goes_on_no_sooner(game, begins):
    at = database_now()
    game.clock_since = at + begins
    before = [left_now(game, 0, at + later) for later in (HOUR / 2, 2 * HOUR)]
    hold(game, at)
    assert left_of(game, 0) == NORMAL.start - max(-begins, 0 * HOUR)
    assert [left_now(game, 0, at + later) for later in (HOUR / 2, 2 * HOUR)] == before


def test_turns_are_made_all_the_same_and_cost_nothing(game, people):
    agree(game, *people[:2])
    play_turn(game, SETUPS[0])
    game = now(game)
    assert close(left_of(game, 0), NORMAL.start + NORMAL.increment)
    assert game.clock_since == game.paused_until


def test_all_end_it_together(game, people):
    agree(game, *people[:2])
    pause_passes(game, 3 * DAY)
    assert is_paused(agree(game, people[0], matter=Matter.RESUME), database_now())
    game = agree(game, people[1], matter=Matter.RESUME)
    assert game.paused_until is None
    assert close(game.clock_since, database_now())
    assert close(left_now(game, 0, database_now()), NORMAL.start)
    assert last(game).data == {"what": "resumed"}


def test_one_against_is_not(game, people):
    agree(game, people[0])
    dissent(game_id=game.pk, player=people[1], matter=Matter.PAUSE)
    assert not now(game).asks_consent
    assert not is_paused(agree(game, people[1]), database_now())


def test_a_consent_ages_as_a_vote_for_a_draw_does(game, people):
    agree(game, people[1])
    play_turn(game, SETUPS[0])
    play_turn(game, SETUPS[1])
    assert not is_paused(agree(game, people[0]), database_now())
    assert is_paused(agree(game, people[1]), database_now())


def test_who_is_out_or_adrift_is_not_asked(people):
    game = set_up(timed_table(*people))
    Seat.objects.filter(game=game).update(excuses_left=0)
    game = time_runs_out(game)
    resign(game_id=game.pk, player=people[1], key="gone", confirmed=True)
    for outsider, why in ((people[0], GameRefusalCode.ADRIFT), (person("Eve"), GameRefusalCode.NOT_A_PLAYER)):
        with refused(why):
            agree(game, outsider)
    with pytest.raises(Refusal):
        agree(game, people[1])
    assert not is_paused(agree(game, people[2]), database_now())
    assert is_paused(agree(game, people[3]), database_now())


def test_those_who_have_not_agreed_are_told_once(game, people):
    for _ in range(2):
        agree(game, people[0])
    told = Notice.objects.filter(kind=NoticeKind.CONSENT).values_list("player__name", flat=True)
    assert list(told) == ["Bob"]


def test_pauses_that_cannot_be(game, untimed, people):
    for matter, table, why in (
        (Matter.PAUSE, untimed, GameRefusalCode.NO_CLOCK),
        (Matter.RESUME, game, GameRefusalCode.NOT_PAUSED),
        (Matter.CLOCK, game, GameRefusalCode.HAS_CLOCK),
    ):
        with refused(why):
            agree(table, people[0], matter=matter, pace="normal" if matter is Matter.CLOCK else "")
    agree(game, *people[:2])
    with refused(GameRefusalCode.PAUSED_ALREADY):
        agree(game, people[0])
    resign(game_id=game.pk, player=people[0], key="gone", confirmed=True)
    with refused(GameRefusalCode.NOT_RUNNING):
        agree(game, people[0])


def test_a_warning_comes_once_a_turn_whatever_stops_the_clock(game, people):
    time_passes(game, 0.9 * NORMAL.start)
    assert sweep_clocks() == 1
    agree(game, *people[:2])
    game = agree(game, *people[:2], matter=Matter.RESUME)
    assert game.sweep_at == game.due_at
    assert sweep_clocks() == 0
    assert Notice.objects.filter(kind=NoticeKind.WARNING).count() == 1


# --- by staff


def test_staff_pause_and_end_a_pause_with_a_reason_that_all_read(game, people, sue):
    pause_game(game_id=game.pk, by=sue, reason="Alice is in hospital.")
    assert is_paused(now(game), database_now())
    entry = last(game)
    assert entry.player is None
    assert "Alice is in hospital." in entry_sentence(EntryKind.CLOCK, "", entry.data)
    with refused(GameRefusalCode.PAUSED_ALREADY):
        pause_game(game_id=game.pk, by=sue, reason="Again")
    resume_game(game_id=game.pk, by=sue, reason="She is back.")
    assert now(game).paused_until is None
    assert "She is back." in entry_sentence(EntryKind.CLOCK, "", last(game).data)
    with refused(GameRefusalCode.NOT_PAUSED):
        resume_game(game_id=game.pk, by=sue, reason="Again")
    acts = StaffAct.objects.order_by("pk")
    assert [act.act for act in acts] == ["pause_game", "resume_game"]
    assert set(acts[0].concerns.all()) == set(people[:2])


def test_without_a_reason_nothing_is_paused(game, sue):
    with pytest.raises(ValidationError):
        pause_game(game_id=game.pk, by=sue, reason=" ")
    assert not is_paused(now(game), database_now())


# --- more time


def test_a_player_gives_all_others_more_time(people):
    game = set_up(timed_table(*people[:3], clock="brisk"))
    time_passes(game, 10 * HOUR)
    give_time(game_id=game.pk, player=people[1], key="1")
    game = now(game)
    assert close(left_now(game, 0, database_now()), PACES["brisk"].cap)
    assert left_of(game, 2) == PACES["brisk"].cap
    assert close(left_of(game, 1), PACES["brisk"].start + PACES["brisk"].increment)
    assert (last(game).kind, last(game).seat, last(game).data["what"]) == (EntryKind.CLOCK, 1, "given")
    assert last(game).data["amounts"].keys() == {"0", "2"}
    give_time(game_id=game.pk, player=people[1], key="1")
    assert now(game).log_number == game.log_number
    assert rebuilding.check(game) == []


def test_the_running_clock_gets_it_too(game, people):
    time_passes(game, 2 * DAY)
    give_time(game_id=game.pk, player=people[1], key="1")
    assert close(now(game).due_at, database_now() + 3 * DAY)


@pytest.mark.parametrize(
    ("pace", "given"),
    [
        ("brisk", DAY),
        ("normal", DAY),
        ("slow", 36 * HOUR),
        ("live", timedelta(minutes=1)),
        ("days-3", 3 * DAY),
    ],
)
def test_how_much_is_given(pace, given):
    assert PACES[pace].gift == given


def test_more_time_that_cannot_be_given(untimed, people):
    full = set_up(timed_table(*people[:2], clock="days-1"))
    with refused(GameRefusalCode.NO_CLOCK):
        give_time(game_id=untimed.pk, player=people[0], key="1")
    with refused(GameRefusalCode.NO_MORE_TIME):
        give_time(game_id=full.pk, player=people[0], key="1")
    with refused(GameRefusalCode.NOT_A_PLAYER):
        give_time(game_id=full.pk, player=people[3], key="1")
    before = now(full).log_number
    resign(game_id=full.pk, player=people[1], key="gone", confirmed=True)
    with refused(GameRefusalCode.NOT_RUNNING):
        give_time(game_id=full.pk, player=people[0], key="1")
    assert now(full).log_number == before + 1


# --- a clock for a game without one


def test_a_running_game_gets_a_clock_when_all_agree_on_the_same(untimed, people):
    Game.objects.update(days_per_turn=3)
    agree(untimed, people[0], matter=Matter.CLOCK, pace="normal")
    game = agree(untimed, people[1], matter=Matter.CLOCK, pace="slow")
    assert (game.clock_start, game.due_at, game.days_per_turn) == (None, None, 3)
    game = agree(untimed, people[0], matter=Matter.CLOCK, pace="slow")
    assert (game.clock_start, game.clock_increment, game.clock_cap) == PACES["slow"]
    assert game.days_per_turn is None
    assert close(game.due_at, database_now() + PACES["slow"].start)
    assert [left_of(game, number) for number in (0, 1)] == [PACES["slow"].start] * 2
    assert last(game).data == {"what": "wound"}
    assert rebuilding.check(game) == []
    time_passes(game, 11 * DAY)
    Game.objects.update(vacation_allowed=False)
    sweep_clocks()
    assert now(game).status == Status.FINISHED


def test_with_more_than_two_its_excuses_come_with_it(people):
    table = table_of(*people, rules=preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING))
    game = agree(table, *people, matter=Matter.CLOCK, pace="days-3")
    assert game.due_at is not None
    assert seat(game, 0).excuses_left == game.excuses == 1


@pytest.mark.parametrize("pace", ["live", "", "never"])
def test_clocks_that_are_not_offered(untimed, people, pace):
    with refused(GameRefusalCode.NO_SUCH_CLOCK):
        agree(untimed, people[0], matter=Matter.CLOCK, pace=pace)


def test_every_entry_about_clocks_has_words():
    for what in CHANGES:
        assert "{" not in entry_sentence(EntryKind.CLOCK, "Alice", {"what": what})
