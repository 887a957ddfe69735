"""Clocks that fell by a fault of the site: what they brought about is undone, exactly and once."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.tests.cast import person
from games.clocks.deadlines import MILLISECOND, left_of
from games.clocks.paces import PACES
from games.log import rebuilding
from games.log.falls import Way
from games.models import (
    EntryKind,
    Game,
    Heartbeat,
    LogEntry,
    Mark,
    Marking,
    MarkKind,
    Seat,
    SeatResult,
    Status,
)
from games.notices.kinds import NoticeKind
from games.services import agree_to_draw, come_back, mark_whole_game, play_bot, resign, take_back
from games.services.clocks import undoing
from games.services.clocks.sweeping import sweep_clocks
from games.services.clocks.undoing import undo_falls
from games.tests.clocks import now, open_no_more, seat, set_up, time_passes, time_runs_out, timed_table
from games.tests.play import deal, play_turn
from homeworlds.outcome import Termination
from homeworlds.rules import Preset, Variant, preset_rules
from notices.models import Notice
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
START = PACES["normal"].start
CACHES = (
    "status", "position", "places", "turn_count", "next_seat", "departed", "revealed", "fallen", "outcome",
    "finished_at",
)  # fmt: skip
ABSENCE = ("missed", "excuses_left", "adrift_since", "passes", "returned", "result", "ended_at")


@pytest.fixture
def people(db):
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]


@pytest.fixture
def two(people) -> Game:
    return played(set_up(timed_table(*people[:2])))


@pytest.fixture
def four(people) -> Game:
    return played(set_up(timed_table(*people)), 4)


def played(game: Game, turns: int = 2) -> Game:
    for _ in range(turns):
        play_turn(game, "pass")
    return now(game)


def standing(game: Game) -> tuple[object, ...]:
    """All that a fall may change, but for the clocks themselves."""
    seats = Seat.objects.filter(game=game).order_by("number")
    caches = [getattr(now(game), name) for name in CACHES]
    return (*caches, *seats.values_list(*ABSENCE))


def undo(game: Game, since=None, until=None) -> Way:
    at = database_now()
    return undo_falls(game_id=game.pk, since=since or at - HOUR, until=until or at).way


def agrees(game: Game) -> bool:
    return rebuilding.check(now(game)) == []


def command(**options: object) -> str:
    out = StringIO()
    call_command(
        "undo_endings", stdout=out, **{"since": f"{database_now() - HOUR:%Y-%m-%dT%H:%M}", **options}
    )
    return out.getvalue()


def last(game: Game) -> LogEntry:
    return LogEntry.objects.get(game=game, number=now(game).log_number)


def without_excuses(game: Game) -> None:
    Seat.objects.filter(game=game).update(excuses_left=0)


def passed_on(game: Game) -> Game:
    open_no_more(game)
    play_bot(game_id=game.pk, number=now(game).log_number)
    return now(game)


# --- What it undoes


def test_a_game_that_ended_by_time_goes_on_as_it_stood(two):
    before = standing(two)
    ended = time_runs_out(two)
    assert ended.status == Status.FINISHED
    assert undo(two) is Way.GOES_ON
    game = now(two)
    assert standing(two) == before
    entry = last(game)
    assert (entry.kind, entry.data, entry.seat) == (EntryKind.REOPENED, {"before": ended.log_number}, None)
    assert agrees(game)
    assert game.due_at > database_now() and game.sweep_at is not None
    assert [left_of(game, number) >= START for number in (0, 1)] == [True, True]
    play_turn(game, "pass")
    assert now(game).next_seat == 1


def test_everybody_has_as_much_time_as_at_the_start_or_more(two):
    more = START + 30 * HOUR
    Game.objects.filter(pk=two.pk).update(clock_left=[HOUR // MILLISECOND, more // MILLISECOND])
    time_runs_out(two)
    undo(two)
    game = now(two)
    assert (left_of(game, 0), left_of(game, 1)) == (START, more)
    assert game.due_at == game.clock_since + START


def test_done_twice_it_is_done_once(two):
    time_runs_out(two)
    assert undo(two) is Way.GOES_ON
    number = now(two).log_number
    assert undo(two) is Way.STANDS
    assert now(two).log_number == number
    assert command(yes=True).splitlines() == ["0 games"]


def test_an_excuse_is_given_back(four):
    before = standing(four)
    assert time_runs_out(four).status == Status.RUNNING
    assert standing(four) != before
    assert undo(four) is Way.GOES_ON
    assert standing(four) == before and agrees(four)


def test_all_that_followed_by_itself_is_undone_with_it(four):
    """Alice is excused, adrift, passed over, and Bob after her; the game ends void."""
    without_excuses(four)
    before = standing(four)
    while (game := time_runs_out(four)).status == Status.RUNNING:
        passed_on(game)
    assert game.outcome["termination"] == Termination.VOID
    assert undo(four) is Way.GOES_ON
    assert standing(four) == before and agrees(four)
    assert now(four).bot_due_at is None and now(four).due_at is not None


def test_a_seat_lost_after_three_passed_turns_is_adrift_no_more(four):
    without_excuses(four)
    before = standing(four)
    game = time_runs_out(four)
    Seat.objects.filter(game=game, number=0).update(passes=2)
    assert passed_on(game).departed == [0]
    assert undo(four) is Way.GOES_ON
    assert standing(four) == before and agrees(four)


def test_what_people_did_since_then_stands(four, people):
    without_excuses(four)
    time_runs_out(four)
    passed_on(four)
    play_turn(now(four), "pass")
    number = now(four).log_number
    assert undo(four) is Way.STANDS
    assert now(four).log_number == number
    come_back(game_id=four.pk, player=people[0], key="back")
    assert undo(four) is Way.STANDS
    assert "people have gone on" in command(yes=True)


def test_only_falls_between_the_two_moments_are_undone(two):
    time_runs_out(two)
    at = database_now()
    assert undo(two, since=at, until=at + HOUR) is Way.STANDS
    assert undo(two, since=at - 2 * HOUR, until=at - HOUR) is Way.STANDS
    assert undo(two, since=at - HOUR, until=at) is Way.GOES_ON


def test_a_clock_that_fell_before_stays_fallen(four):
    game = time_runs_out(four)
    since = database_now()
    without_excuses(four)
    before = standing(four)
    assert time_runs_out(game).status == Status.RUNNING
    assert undo(four, since=since) is Way.GOES_ON
    assert standing(four) == before and agrees(four)
    assert seat(four, 0).missed == 1


def test_resigning_and_deciding_are_no_falls(two, people):
    resign(game_id=two.pk, player=people[0], key="gone", confirmed=True)
    assert undo(two) is Way.STANDS
    assert now(two).status == Status.FINISHED


def test_votes_and_repetitions_count_as_if_nothing_had_been(people):
    """A turn passed for a seat adrift and undone is not taken for one that stands."""
    game = set_up(timed_table(*people[:3], excuses=0))
    time_runs_out(game)
    passed_on(game)
    undo(game)
    stands = LogEntry.objects.filter(game=game).standing()
    assert EntryKind.CLOCK not in set(stands.values_list("kind", flat=True))
    assert stands.filter(kind=EntryKind.TURN).count() == now(game).turn_count == 3
    for number, player in enumerate(people[:3]):
        agree_to_draw(game_id=game.pk, player=player, answers=now(game).log_number, key=f"d{number}")
    assert now(game).outcome["termination"] == Termination.AGREEMENT and agrees(game)


def test_a_reopened_game_is_reopened_again(two):
    for _ in range(3):
        time_runs_out(two)
        assert undo(two) is Way.GOES_ON
    assert agrees(two)
    assert seat(two, 0).missed == 0
    play_turn(two, "pass")
    taken = last(two)
    take_back(game_id=two.pk, player=taken.player, answers=taken.number, key="back")
    assert agrees(two)


# --- Alignments


@pytest.fixture
def evil(people) -> Game:
    game = timed_table(*people[:3], rules=preset_rules(Preset.MODERN, Variant.GOOD_VS_EVIL), excuses=0)
    deal(game, "GEG")
    return set_up(game)


def test_a_game_that_has_shown_its_alignments_is_void_instead(evil, people):
    resign(game_id=evil.pk, player=people[0], key="gone", confirmed=True)
    time_runs_out(evil)
    Seat.objects.filter(game=evil, number=1).update(passes=2)
    game = passed_on(evil)
    assert game.outcome["termination"] == Termination.NO_EVIL_LEFT
    assert undo(evil) is Way.VOID
    game = now(evil)
    assert game.outcome == {"winners": [], "draw": False, "termination": "void"}
    assert {each.result for each in game.seats.all()} == {SeatResult.VOID}
    assert agrees(game)
    assert "alignments are known" in page_of(Client().get(f"/games/{game.public_id}/")).one("main").text
    assert undo(evil) is Way.STANDS


def test_while_nothing_is_shown_it_goes_on(evil):
    before = standing(evil)
    time_runs_out(evil)
    passed_on(evil)
    assert undo(evil) is Way.GOES_ON
    assert standing(evil) == before and agrees(evil)


def test_a_running_game_that_has_shown_an_alignment_stays_as_it_is(people):
    game = timed_table(*people, rules=preset_rules(Preset.MODERN, Variant.GOOD_VS_EVIL), excuses=0)
    deal(game, "GEGG")
    assert time_runs_out(game).revealed
    assert now(game).status == Status.RUNNING
    assert undo(game) is Way.STANDS
    assert now(game).departed == [0]


# --- What follows


def test_marks_and_what_is_planned_go(two):
    game = time_runs_out(two)
    Mark.objects.create(game=game, number=1, kind=MarkKind.MISSED, seat=0, player=seat(game, 0).player)
    assert mark_whole_game(game_id=game.pk)
    undo(two)
    assert not Mark.objects.filter(game=game).exists() and not Marking.objects.filter(game=game).exists()


def test_all_are_told(two):
    time_runs_out(two)
    Notice.objects.all().delete()
    undo(two)
    told = set(Notice.objects.values_list("kind", "player__name"))
    assert told == {(NoticeKind.REOPENED, "Alice"), (NoticeKind.REOPENED, "Bob"), (NoticeKind.TURN, "Alice")}


def test_the_table_says_so_and_strikes_out_what_is_undone(two):
    ended = time_runs_out(two)
    undo(two)
    page = page_of(Client().get(f"/games/{two.public_id}/"))
    assert "the game goes on as it stood before" in page.one("main").text
    assert any("ran out of time" in each.text for each in page.select("s"))
    past = page_of(Client().get(f"/games/{two.public_id}/{ended.log_number}/"))
    assert past.one("main")


# --- Many, and one that fails


def test_the_command_says_what_it_would_do_and_does_it_when_told(two, four):
    for game in (two, four):
        time_runs_out(game)
    said = command()
    assert f"{two.public_id}: goes on as before entry" in said and "add --yes" in said
    assert now(two).status == Status.FINISHED
    assert command(yes=True, game=two.public_id).count("goes on") == 1
    assert now(two).status == Status.RUNNING and seat(four, 0).missed == 1
    assert command(yes=True).count("goes on") == 1
    assert seat(four, 0).missed == 0


def test_what_fell_before_the_breaker_tripped_is_undone_exactly(people):
    games = [timed_table(*people[:2]) for _ in range(21)]
    before = [standing(game) for game in games]
    for at_once in (games[:12], games[12:]):
        for game in at_once:
            time_passes(game, 9 * timedelta(days=1))
        sweep_clocks()
    ended = [game for game in games if now(game).status == Status.FINISHED]
    assert ended == games[:12] and Heartbeat.objects.get().tripped_at is not None
    assert command(yes=True).count("goes on") == 12
    assert [standing(game) for game in games] == before
    assert all(agrees(game) for game in games)


def test_a_game_that_fails_is_reported_and_the_rest_goes_on(two, four, monkeypatch, caplog):
    for game in (two, four):
        time_runs_out(game)
    really = undoing.undo_falls

    def fails(**asked):
        if asked["game_id"] == two.pk:
            raise ZeroDivisionError
        return really(**asked)

    monkeypatch.setattr(undoing, "undo_falls", fails)
    with pytest.raises(SystemExit):
        command(yes=True)
    assert "could not be undone" in caplog.text
    assert now(two).status == Status.FINISHED and seat(four, 0).missed == 0


@pytest.mark.parametrize("since", ["yesterday", "2026-13-40T10:00", "2999-01-01T00:00"])
def test_moments_that_are_none_are_refused(since):
    with pytest.raises(CommandError):
        command(since=since)
