"""Clocks at tables: they run, are warned of, fall, and are given back."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from accounts.deletion import delete_account
from accounts.tests.cast import person
from games.access import game_for_viewer
from games.clocks.deadlines import left_now, left_of, set_deadline, ticking
from games.clocks.paces import PACES, USUAL
from games.lobby.terms import GameTerms
from games.log import rebuilding
from games.models import EntryKind, Game, Heartbeat, Leaver, LogEntry, Outage, Seat, SeatResult, Status
from games.notices.kinds import NoticeKind
from games.refusals import GameRefusalCode
from games.services import (
    SeatWish,
    come_back,
    create_game,
    play_bot,
    resign,
    settle_leaver,
    substitute,
    take_back,
)
from games.services.clocks import sweeping
from games.services.clocks.sweeping import settle_clock, sweep_clocks
from games.table.view import table_for
from games.tests.clocks import (
    SETUPS,
    now,
    open_no_more,
    seat,
    set_up,
    time_passes,
    time_runs_out,
    timed_table,
)
from games.tests.play import play_turn, table_of
from games.tests.seating import refused
from homeworlds.outcome import Termination
from homeworlds.rules import Preset, Variant, preset_rules
from notices.models import Notice
from upkeep import clock
from upkeep.clock import database_now
from upkeep.timekeeping.beats import beat, note_outage

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
A_MOMENT = timedelta(seconds=30)


@pytest.fixture
def people(db):
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]


@pytest.fixture
def game(people) -> Game:
    return timed_table(*people[:2])


@pytest.fixture
def four(people) -> Game:
    return set_up(timed_table(*people))


def kinds(game: Game) -> list[str]:
    return list(LogEntry.objects.filter(game=game).order_by("number").values_list("kind", flat=True))


def told(game: Game) -> set[tuple[str, str]]:
    rows = Notice.objects.filter(key=game.public_id).values_list("kind", "player__name")
    return {row for row in rows if row[0] not in (NoticeKind.START, NoticeKind.TURN)}


def test_a_game_without_a_clock_waits_for_ever(people):
    game = table_of(*people[:2], rules=preset_rules(Preset.MODERN, Variant.BINARY))
    assert (game.clock_since, game.due_at, game.sweep_at, game.clock_left) == (None, None, None, [])
    play_turn(game, SETUPS[0])
    assert now(game).due_at is None
    assert LogEntry.objects.get(game=game).data == {}


def test_the_clock_of_who_is_to_move_runs_and_the_others_stand_still(game):
    pace = PACES["normal"]
    assert game.due_at == game.clock_since + pace.start
    assert left_of(game, 0) == left_of(game, 1) == pace.start
    time_passes(game, 30 * HOUR)
    play_turn(game, SETUPS[0])
    game = now(game)
    assert abs(left_of(game, 0) - (pace.start - 30 * HOUR + pace.increment)) < A_MOMENT
    assert game.due_at == game.clock_since + pace.start
    assert abs(database_now() - game.clock_since) < A_MOMENT
    assert left_of(game, 1) == pace.start


def test_no_clock_holds_more_than_its_cap(game):
    for _ in range(4):
        play_turn(game, SETUPS[now(game).next_seat] if now(game).turn_count < 2 else "pass")
        play_turn(game, SETUPS[now(game).next_seat] if now(game).turn_count < 2 else "pass")
    assert left_of(now(game), 1) == PACES["normal"].cap


def test_a_turn_taken_back_gives_back_the_time_as_it_was(game, people):
    set_up(game)
    time_passes(game, 10 * HOUR)
    before = left_now(now(game), 0, database_now())
    play_turn(game, "build Y1 Alice")
    assert left_of(now(game), 0) > before
    take_back(game_id=game.pk, player=people[0], answers=now(game).log_number, key="back")
    game = now(game)
    assert abs(left_now(game, 0, database_now()) - before) < A_MOMENT
    assert abs(left_of(game, 1) - PACES["normal"].start - DAY) < A_MOMENT
    assert game.next_seat == 0
    # What passes from then on counts.
    time_passes(game, HOUR)
    assert abs(left_now(now(game), 0, database_now()) - before + HOUR) < A_MOMENT


def test_two_players_whoever_runs_out_of_time_loses(game):
    set_up(game)
    game = time_runs_out(game)
    assert game.status == Status.FINISHED
    assert game.outcome["termination"] == Termination.TIME
    assert [each.result for each in game.seats.all()] == [SeatResult.LOST, SeatResult.WON]
    assert kinds(game)[-1] == EntryKind.TIME
    assert (game.due_at, game.sweep_at, game.clock_since) == (None, None, None)
    assert rebuilding.check(game) == []
    assert {name for kind, name in told(game) if kind == NoticeKind.END} == {"Alice", "Bob"}


def test_nothing_falls_before_it_is_due(game):
    time_passes(game, PACES["normal"].start - timedelta(minutes=1))
    sweep_clocks()
    assert now(game).status == Status.RUNNING
    assert seat(game, 0).missed == 0


def test_one_warning_a_turn(game):
    assert sweep_clocks() == 0
    time_passes(game, 0.81 * PACES["normal"].start)
    assert sweep_clocks() == 1
    assert told(game) == {(NoticeKind.WARNING, "Alice")}
    game = now(game)
    assert game.sweep_at == game.due_at
    assert sweep_clocks() == 0
    assert Notice.objects.filter(kind=NoticeKind.WARNING).count() == 1


def test_a_live_clock_falls_without_a_warning(people):
    game = timed_table(*people[:2], clock="live")
    assert game.sweep_at == game.due_at
    time_passes(game, timedelta(minutes=16))
    sweep_clocks()
    assert now(game).status == Status.FINISHED
    assert {kind for kind, _ in told(game)} == {NoticeKind.END}


def test_the_sweep_looks_again_after_the_lock(game):
    """What it found is not what there is any more."""
    found = now(game).sweep_at
    time_passes(game, 10 * DAY)
    stale = now(game).sweep_at
    assert not settle_clock(game_id=game.pk, sweep_at=found)
    play_turn(game, SETUPS[0])
    assert not settle_clock(game_id=game.pk, sweep_at=stale)
    assert now(game).status == Status.RUNNING


def test_a_clock_that_jumps_within_a_sweep_lets_nothing_fall(game, people, monkeypatch):
    """What the sweep has found is left alone until the next one has looked at the gap."""
    beat()
    live = timed_table(*people[2:], clock="live")
    for each in (game, live):
        time_passes(each, now(each).due_at - database_now() - 10 * SECOND)
        Game.objects.filter(pk=each.pk).update(sweep_at=F("due_at"))
    for each, jump in ((game, 6 * MINUTE), (live, MINUTE)):
        each, read = now(each), clock.reading()
        monkeypatch.setattr(clock, "reading", lambda: read._replace(clock=read.clock + jump))
        assert not settle_clock(game_id=each.pk, sweep_at=each.sweep_at)
        assert now(each).status == Status.RUNNING
        monkeypatch.setattr(clock, "reading", lambda: read._replace(clock=read.clock + 11 * SECOND))
        assert settle_clock(game_id=each.pk, sweep_at=each.sweep_at)
        assert now(each).status == Status.FINISHED


def test_a_turn_after_the_end_counts_as_long_as_nothing_has_fallen(game):
    time_passes(game, 5 * DAY)
    play_turn(game, SETUPS[0])
    assert left_of(now(game), 0) == PACES["normal"].increment


def test_a_poison_game_is_set_aside_and_the_others_go_on(game, people, monkeypatch, caplog):
    poison = timed_table(*people[2:4])
    for each in (game, poison):
        time_passes(each, 9 * DAY)
    fall = sweeping.fall

    def falls(table, *rest):
        if table.pk == poison.pk:
            raise ZeroDivisionError
        fall(table, *rest)

    monkeypatch.setattr(sweeping, "fall", falls)
    assert sweep_clocks() == 1
    assert now(game).status == Status.FINISHED
    assert now(poison).status == Status.RUNNING
    assert abs(now(poison).sweep_at - database_now() - HOUR) < A_MOMENT
    assert "could not be settled" in caplog.text
    caplog.clear()
    assert sweep_clocks() == 0
    assert not caplog.text


# --- three and more


def test_an_excuse_comes_first(four):
    game = time_runs_out(four)
    assert game.next_seat == 0
    assert seat(game, 0).excuses_left == 0
    assert left_of(game, 0) == PACES["normal"].excused()
    assert kinds(game)[-1] == EntryKind.CLOCK
    assert told(game) == {(NoticeKind.EXCUSED, "Alice")}
    assert rebuilding.check(game) == []


def adrift(game: Game) -> Game:
    """The seat to move has no excuse left and runs out of time."""
    Seat.objects.filter(game=game).update(excuses_left=0)
    return time_runs_out(game)


def passed_on(game: Game) -> Game:
    open_no_more(game)
    play_bot(game_id=game.pk, number=game.log_number)
    return now(game)


def test_then_the_seat_is_adrift_and_its_turns_are_passed(four):
    game = adrift(four)
    assert seat(game, 0).adrift_since is not None
    assert game.due_at is None
    assert game.bot_due_at is not None
    game = passed_on(game)
    assert game.next_seat == 1
    assert game.due_at is not None
    last = LogEntry.objects.get(game=game, number=game.log_number)
    assert (last.kind, last.seat, last.text) == (EntryKind.TURN, 0, "pass")
    assert last.data["adrift"]
    assert rebuilding.check(game) == []


def test_a_turn_that_was_passed_is_not_taken_back(four, people):
    game = passed_on(adrift(four))
    assert not table_for(game_for_viewer(game.public_id, people[0]), people[0]).may_take_back
    with refused(GameRefusalCode.NO_TURN_TO_TAKE_BACK):
        take_back(game_id=game.pk, player=people[0], answers=game.log_number, key="back")


def test_a_pass_asked_for_twice_is_one(four):
    game = adrift(four)
    open_no_more(game)
    assert play_bot(game_id=game.pk, number=game.log_number) is not None
    assert play_bot(game_id=game.pk, number=game.log_number) is None


def round_played(game: Game) -> Game:
    while now(game).next_seat:
        play_turn(game, "pass")
    return now(game)


def test_after_three_passed_turns_it_is_lost(four):
    game = adrift(four)
    for passes in (1, 2):
        game = passed_on(game)
        assert seat(game, 0).passes == passes
        game = round_played(game)
    game = passed_on(game)
    assert game.departed == [0]
    assert kinds(game)[-1] == EntryKind.TIME
    assert game.status == Status.RUNNING
    assert game.next_seat == 1
    assert rebuilding.check(game) == []


def test_who_has_not_set_up_is_lost_at_once(people):
    game = adrift(timed_table(*people))
    assert game.departed == [0]
    assert game.next_seat == 1


def test_the_player_comes_back_once(four, people):
    game = adrift(four)
    game = come_back(game_id=game.pk, player=people[0], key="back")
    game = now(game)
    assert seat(game, 0).adrift_since is None
    assert game.next_seat == 0
    assert game.due_at is not None
    assert kinds(game)[-1] == EntryKind.SEAT_CHANGE
    come_back(game_id=game.pk, player=people[0], key="back")
    assert now(game).log_number == game.log_number
    game = time_runs_out(game)
    assert seat(game, 0).adrift_since is not None
    with refused(GameRefusalCode.BACK_BEFORE):
        come_back(game_id=game.pk, player=people[0], key="again")
    with refused(GameRefusalCode.NOT_ADRIFT):
        come_back(game_id=game.pk, player=people[1], key="again")
    assert rebuilding.check(now(game)) == []


def test_who_takes_a_seat_up_leaves_the_clock_of_another_alone(four, people):
    game = passed_on(adrift(four))
    time_passes(game, 0.81 * PACES["normal"].start)
    sweep_clocks()
    game = now(game)
    before = (game.clock_since, game.due_at, game.sweep_at)
    come_back(game_id=game.pk, player=people[0], key="back")
    game = now(game)
    assert game.next_seat == 1
    assert (game.clock_since, game.due_at, game.sweep_at) == before
    assert left_of(game, 0) == PACES["normal"].start
    assert sweep_clocks() == 0


def test_who_is_adrift_says_first_that_he_is_back(four):
    game = adrift(four)
    with refused(GameRefusalCode.ADRIFT):
        play_turn(game, "pass")


def test_a_substitute_takes_the_seat_with_all_that_belongs_to_it(four, people):
    erin = person("Erin")
    game = adrift(four)
    game = substitute(game_id=game.pk, seat=0, player=erin, key="sub")
    game = now(game)
    held = seat(game, 0)
    assert (held.player, held.name, held.missed) == (erin, "Alice", 0)
    former = held.former.get()
    assert (former.player, former.missed) == (people[0], 1)
    assert told(game) >= {(NoticeKind.REPLACED, "Alice")}
    play_turn(game, "pass")
    assert now(game).next_seat == 1
    with refused(GameRefusalCode.NOT_A_PLAYER):
        come_back(game_id=game.pk, player=people[0], key="late")
    with refused(GameRefusalCode.NOT_ADRIFT):
        substitute(game_id=game.pk, seat=0, player=person("Fay"), key="late")
    assert rebuilding.check(now(game)) == []


def test_who_cannot_be_a_substitute(four, people):
    from games.models import Room, TalkSeen

    game, reader = adrift(four), person("Reader")
    TalkSeen.objects.create(game=game, room=Room.WATCHERS, player=reader)
    for player, why in (
        (people[1], GameRefusalCode.ALREADY_SEATED),
        (people[0], GameRefusalCode.ALREADY_SEATED),
        (reader, GameRefusalCode.HAS_READ_WATCHERS),
    ):
        with refused(why):
            substitute(game_id=game.pk, seat=0, player=player, key="sub")
    for number in (1, 7):
        with refused(GameRefusalCode.NOT_ADRIFT):
            substitute(game_id=game.pk, seat=number, player=person(f"Fay{number}"), key="sub")
    time_passes(game, 73 * HOUR)
    with refused(GameRefusalCode.NOT_ADRIFT):
        substitute(game_id=game.pk, seat=0, player=person("Gus"), key="sub")


def test_a_seat_is_called_after_who_began_whoever_plays_on(four, people):
    erin = person("Erin")
    game = adrift(four)
    substitute(game_id=game.pk, seat=0, player=erin, key="sub")
    delete_account(player=erin)
    settle_leaver(leaver_id=Leaver.objects.get(player=erin).pk)
    assert seat(game, 0).name == "Alice"
    assert 0 in now(game).departed
    delete_account(player=people[0])
    settle_leaver(leaver_id=Leaver.objects.get(player=people[0]).pk)
    people[0].refresh_from_db()
    assert seat(game, 0).name == people[0].name != "Alice"
    assert "Alice" not in now(game).position
    assert rebuilding.check(now(game)) == []


def test_if_nobody_is_left_who_plays_the_game_is_void(four):
    game = four
    for _ in range(4):
        game = adrift(game)
        if game.status == Status.FINISHED:
            break
        game = passed_on(game)
    assert game.outcome["termination"] == Termination.VOID
    assert kinds(game)[-1] == EntryKind.VOID
    assert {each.result for each in game.seats.all()} == {SeatResult.VOID}
    assert rebuilding.check(game) == []


def test_a_seat_adrift_does_not_vote(four, people):
    from games.services import agree_to_draw

    game = adrift(four)
    for voter in people[1:]:
        agree_to_draw(game_id=game.pk, player=voter, answers=now(game).log_number, key=f"draw {voter.name}")
    game = now(game)
    assert game.outcome["termination"] == Termination.AGREEMENT


def test_resigning_hands_the_clock_on(four, people):
    resign(game_id=four.pk, player=people[0], key="gone", confirmed=True)
    game = now(four)
    assert game.next_seat == 1
    assert game.due_at is not None
    time_passes(game, HOUR)
    before = now(game).due_at
    resign(game_id=game.pk, player=people[2], key="gone", confirmed=True)
    assert now(game).due_at == before


# --- outages and the breaker


def test_a_clock_that_is_set_back_hides_no_outage(game):
    beat()
    Heartbeat.objects.update(at=database_now() + HOUR)
    beat()
    Heartbeat.objects.update(at=F("at") - DAY)
    beat()
    assert abs(Outage.objects.get().ended_at - Outage.objects.get().began_at - DAY) < A_MOMENT


def test_the_first_beat_is_no_outage(game):
    assert not beat().in_grace
    assert not Outage.objects.exists()
    assert Heartbeat.objects.count() == 1


@pytest.mark.parametrize(
    ("gap", "moved", "grace"),
    [
        (timedelta(seconds=20), False, False),
        (timedelta(minutes=4), False, False),
        (timedelta(minutes=15), True, True),
        (timedelta(days=3), True, True),
    ],
)
def test_an_outage_moves_every_running_deadline_once(game, gap, moved, grace):
    beat()
    before = now(game)
    Heartbeat.objects.update(at=database_now() - gap)
    time_passes(game, gap)
    first, second = beat(), beat()
    after = now(game)
    credit = after.due_at - (before.due_at - gap)
    assert abs(credit - (gap if moved else timedelta(0))) < A_MOMENT
    assert (after.sweep_at - after.clock_since) == (before.sweep_at - before.clock_since)
    assert (first.in_grace, second.in_grace) == (grace, grace)
    assert Outage.objects.filter(live_only=False).count() == int(moved)


@pytest.mark.parametrize("warned", [False, True])
def test_an_outage_takes_nothing_from_a_clock_that_weekends_stop(people, warned):
    game = timed_table(*people[:2], weekend_zone="Europe/Paris")
    for hours in range(0, 72, 12):
        ended = database_now()
        began = ended - 3 * DAY
        Game.objects.filter(pk=game.pk).update(clock_since=began - hours * HOUR)
        game = now(game)
        set_deadline(game, warned=warned)
        game.save()
        left = ticking(game).left_at(began)
        assert note_outage(began, ended, live_only=False) == 1
        after = now(game)
        assert left_now(after, 0, ended) == left
        assert after.due_at == ticking(after).runs_out()
        assert (after.sweep_at == after.due_at) is warned


def test_after_an_outage_nothing_falls_for_a_quarter_of_an_hour(game):
    time_passes(game, 9 * DAY)
    beat()
    Heartbeat.objects.update(at=database_now() - HOUR)
    sweep_clocks()
    assert now(game).status == Status.RUNNING
    Outage.objects.update(ended_at=database_now() - timedelta(minutes=16))
    sweep_clocks()
    assert now(game).status == Status.FINISHED


def test_a_live_clock_is_not_charged_for_a_short_outage(people):
    live, slow = timed_table(*people[:2], clock="live"), timed_table(*people[2:])
    beat()
    gap = timedelta(minutes=2)
    Heartbeat.objects.update(at=database_now() - gap)
    before = live.due_at, slow.due_at
    for each in (live, slow):
        time_passes(each, gap)
    beat()
    assert abs(now(live).due_at - before[0]) < A_MOMENT
    assert abs(now(slow).due_at - before[1] + gap) < A_MOMENT


def test_a_clock_that_began_within_the_outage_gets_the_rest_of_it(game):
    beat()
    Heartbeat.objects.update(at=database_now() - 6 * HOUR)
    time_passes(game, 2 * HOUR)
    beat()
    assert abs(now(game).clock_since - database_now()) < A_MOMENT


def test_a_turn_before_the_first_sweep_does_not_pay_for_the_outage(game):
    beat()
    Heartbeat.objects.update(at=database_now() - 3 * DAY)
    time_passes(game, 3 * DAY + HOUR)
    play_turn(game, SETUPS[0])
    assert abs(left_of(now(game), 0) - (PACES["normal"].start - HOUR + DAY)) < A_MOMENT


def many_due(people, number: int) -> list[Game]:
    tables = [timed_table(*people[:2]) for _ in range(number)]
    for each in tables:
        time_passes(each, 9 * DAY)
    return tables


def test_the_breaker_trips_when_too_many_fall_at_once(people, caplog):
    tables = many_due(people, 21)
    assert sweep_clocks() == 0
    assert {now(each).status for each in tables} == {Status.RUNNING}
    assert Heartbeat.objects.get().tripped_at is not None
    assert caplog.text.count("none is let fall") == 1
    sweep_clocks()
    assert caplog.text.count("none is let fall") == 1
    call_command("let_clocks_fall", hours=2, stdout=StringIO())
    assert sweep_clocks() == 21
    sweep_clocks()
    assert Heartbeat.objects.get().tripped_at is None


@pytest.mark.parametrize("hours", [0, -1, 49])
def test_clocks_are_let_fall_for_a_while_only(hours):
    with pytest.raises(CommandError, match="between 0 and 48"):
        call_command("let_clocks_fall", hours=hours)


def test_where_no_sweep_has_run_there_is_nothing_to_let_fall():
    with pytest.raises(CommandError, match="never run"):
        call_command("let_clocks_fall")


def test_the_breaker_counts_what_fell_within_the_hour(people):
    first = many_due(people, 12)
    assert sweep_clocks() == 12
    many_due(people, 9)
    assert sweep_clocks() == 0
    assert {now(each).status for each in first} == {Status.FINISHED}
    assert Heartbeat.objects.get().tripped_at is not None


@pytest.mark.parametrize(("running", "holds"), [(3, True), (4, False)])
def test_among_many_games_more_may_fall(people, monkeypatch, running, holds):
    monkeypatch.setattr(sweeping, "BREAKER_LEAST", 1)
    monkeypatch.setattr(sweeping, "BREAKER_SHARE", 0.5)
    for _ in range(running - 2):
        timed_table(*people[2:])
    many_due(people, 2)
    assert sweep_clocks() == (0 if holds else 2)


def test_warnings_go_on_while_the_breaker_holds(people, game):
    many_due(people, 21)
    time_passes(game, 0.85 * PACES["normal"].start)
    assert sweep_clocks() == 1
    assert told(game) == {(NoticeKind.WARNING, "Alice")}


def test_the_breaker_is_a_setting(people, settings):
    settings.CLOCK_BREAKER = False
    many_due(people, 21)
    assert sweep_clocks() == 21


# --- terms


def test_with_bots_alone_no_clock_runs(people, bots):
    game = create_game(
        creator=people[0],
        rules=preset_rules(Preset.MODERN, Variant.BINARY),
        seats=[SeatWish(player=people[0]), SeatWish(bot_level="judge")],
        terms=GameTerms(clock=PACES[USUAL]),
    )
    assert game.clock_start is None


@pytest.mark.parametrize(
    ("terms", "players", "why"),
    [
        (GameTerms(rated=True), 2, GameRefusalCode.RATED_NEEDS_CLOCK),
        (GameTerms(clock=PACES["live"]), 3, GameRefusalCode.LIVE_IS_FOR_TWO),
    ],
)
def test_clocks_that_do_not_fit(people, terms, players, why):
    variant = Variant.BINARY if players == 2 else Variant.SINISTER
    with refused(why):
        create_game(
            creator=people[0],
            rules=preset_rules(Preset.MODERN, variant),
            seats=[SeatWish(player=each) for each in people[:players]],
            terms=terms,
        )


def test_what_people_do_with_clocks_does_not_count_for_the_breaker(people):
    """Otherwise a few who give each other time would keep all clocks of the site from falling."""
    game, other = many_due(people, 1)[0], timed_table(*people[2:])
    last = other.log_number
    LogEntry.objects.bulk_create(
        LogEntry(
            game=other, number=last + n, answers=last + n - 1, kind=EntryKind.CLOCK, data={"what": "given"},
            created_at=database_now(), position="", position_hash="",
        )
        for n in range(1, 30)
    )  # fmt: skip
    assert sweep_clocks() == 1
    assert now(game).status == Status.FINISHED
