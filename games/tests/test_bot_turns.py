"""Turns of bots: once however often they are called, found when they are due, and in one worker's hands."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from kombu.exceptions import OperationalError

from bots import levels, searching
from bots.thinking import Asked
from games.clocks.waiting import somebody_waits
from games.log import votes
from games.log.moments import state_of
from games.measures import oldest_in_bot_queue
from games.models import EntryKind, Game, SeatOrder, SecretAlignment, Status
from games.refusals import Stale
from games.services import SeatWish, bot_turns, create_game, play_bot, resign, take_back
from games.tasks import call_bots, play_bot_turn, play_bot_turns, use_spare_time
from games.tests.play import play_turn
from games.wake import BOT_BELL, CALL_TASK, SPARE_BELL
from homeworlds.notation import format_position
from homeworlds.rules import RuleSet, Variant
from upkeep.breaker import Breaker
from upkeep.models import Tally
from upkeep.queue import enqueue
from upkeep.sweep import sweep

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
SETUP = "homeworld G3 B1 Y3"


@pytest.fixture
def game(alice, bots):
    """Alice begins; a bot follows."""
    seats = [SeatWish(player=alice), SeatWish(bot_level="random")]
    return create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)


@pytest.fixture
def later(monkeypatch):
    """What would be queued for later."""
    made = []
    monkeypatch.setattr("upkeep.queue.enqueue_after", lambda *call: made.append(call))
    return made


def test_the_bot_is_called_when_the_turn_is_committed(game, calls, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        play_turn(game, SETUP)
        assert calls == []
    assert calls == [(BOT_BELL,)]


def test_it_waits_a_moment_for_who_may_take_the_turn_back(
    game, calls, settings, later, django_capture_on_commit_callbacks
):
    settings.BOT_PAUSE = 3.0
    with django_capture_on_commit_callbacks(execute=True):
        play_turn(game, SETUP)
    assert (calls, later) == ([], [(3.0, CALL_TASK)])
    game.refresh_from_db()
    assert game.bot_due_at - game.changed_at == timedelta(seconds=3.0)
    assert bot_turns.claim_awaited() is None
    with django_capture_on_commit_callbacks(execute=True):
        call_bots()
    assert calls == [(BOT_BELL,)]


def test_a_bot_follows_a_bot_and_opens_a_game_at_once(
    alice, bots, calls, settings, later, django_capture_on_commit_callbacks
):
    settings.BOT_PAUSE = 3.0
    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    seats = [*[SeatWish(bot_level="random")] * 2, SeatWish(player=alice)]
    with django_capture_on_commit_callbacks(execute=True):
        game = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
        play_bot(game_id=game.pk, number=0)
    assert (calls, later) == ([(BOT_BELL,)] * 2, [])


def test_who_thinks_long_comes_after_the_others(alice, bots):
    slow, quick = (
        create_game(
            creator=alice,
            rules=RuleSet(),
            seats=[SeatWish(player=alice), SeatWish(bot_level=level)],
            seat_order=SeatOrder.FIXED,
        )
        for level in ("admiral", "random")
    )
    for game in (slow, quick):
        play_turn(game, SETUP)
    assert [bot_turns.claim_awaited() for _ in range(3)] == [quick, slow, None]


@pytest.mark.parametrize("level", levels.OFFERED)
def test_each_level_sets_up_and_answers(alice, bots, level):
    seats = [SeatWish(bot_level=level), SeatWish(player=alice)]
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
    for number in (0, 2):
        assert play_bot(game_id=game.pk, number=number, seconds=0.1).entry.number == number + 1
        if number == 0:
            play_turn(game, SETUP)


def test_it_knows_the_earlier_positions_that_stand(alice, bots, monkeypatch):
    seats = [SeatWish(player=alice), SeatWish(bot_level="random")]
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
    for text in (SETUP, "homeworld G2 B1 Y3", "pass", "pass"):
        play_turn(game, text)
    play_turn(game, "pass")
    take_back(game_id=game.pk, player=alice, answers=5, key="back")
    play_turn(game, "build Y1 Alice")
    heard = []
    choose = levels.choose
    monkeypatch.setattr(levels, "choose", lambda level, asked: heard.append(asked) or choose(level, asked))
    play_bot(game_id=game.pk, number=7)
    (asked,) = heard
    stood = [game.log.get(number=number).position for number in (2, 3, 4)]
    assert [format_position(position) for position in asked.before] == stood
    assert asked.state.position not in asked.before


def test_called_twice_it_plays_once(game):
    play_turn(game, SETUP)
    taken = play_bot(game_id=game.pk, number=1)
    assert taken.entry.player == game.seats.get(number=1).player
    assert play_bot(game_id=game.pk, number=1) is None
    game.refresh_from_db()
    assert (game.log_number, game.next_seat, game.bot_due_at) == (2, 0, None)


@pytest.mark.parametrize("compiled, label", [(False, "random"), (True, "random compiled")])
def test_the_figures_say_which_search_the_worker_has(game, monkeypatch, compiled, label):
    monkeypatch.setattr(searching, "uses_core", lambda: compiled)
    play_turn(game, SETUP)
    play_bot(game_id=game.pk, number=1)
    assert list(Tally.objects.values_list("name", "label", "count")) == [("bot_turn", label, 1)]


def test_it_plays_nothing_out_of_turn(game):
    assert play_bot(game_id=game.pk, number=0) is None
    assert play_bot(game_id=game.pk, number=5) is None
    assert play_bot(game_id=game.pk + 1, number=0) is None
    assert not game.log.exists()


def test_another_worker_may_get_there_first(game, monkeypatch):
    play_turn(game, SETUP)

    def choose_slowly(level, asked):
        monkeypatch.setattr(levels, "choose", choose)
        play_bot(game_id=game.pk, number=1)
        return choose(level, asked)

    choose = levels.choose
    monkeypatch.setattr(levels, "choose", choose_slowly)
    late = play_bot(game_id=game.pk, number=1)
    assert late is None or late.repeated
    assert game.log.count() == 2


def test_while_one_thinks_another_who_is_called_leaves_it(game, monkeypatch):
    play_turn(game, SETUP)
    thought = []

    def choose_slowly(level, asked):
        thought.append(level)
        play_bot_turns()
        return choose(level, asked)

    choose = levels.choose
    monkeypatch.setattr(levels, "choose", choose_slowly)
    play_bot_turns()
    assert (thought, game.log.count()) == (["random"], 2)


def test_one_that_failed_thinks_again_when_it_is_called_again(game, monkeypatch):
    play_turn(game, SETUP)
    with monkeypatch.context() as patched:
        patched.setattr(levels, "choose", lambda level, asked: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            play_bot(game_id=game.pk, number=1)
    assert play_bot(game_id=game.pk, number=1) is not None


def test_a_resignation_meanwhile_makes_the_turn_void(game, monkeypatch, alice):
    play_turn(game, SETUP)
    choose = levels.choose

    def choose_slowly(level, asked):
        resign(game_id=game.pk, player=alice, key="r", confirmed=True)
        return choose(level, asked)

    monkeypatch.setattr(levels, "choose", choose_slowly)
    assert play_bot(game_id=game.pk, number=1) is None
    assert [entry.kind for entry in game.log.all()] == [EntryKind.TURN, EntryKind.RESIGNATION]


def test_a_bot_knows_its_own_alignment_only(alice, bots, monkeypatch):
    seats = [SeatWish(bot_level="random"), SeatWish(player=alice), SeatWish(bot_level="random")]
    rules = RuleSet(variant=Variant.GOOD_VS_EVIL)
    game = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    heard = []
    choose = levels.choose

    def listen(level, asked):
        heard.append(asked)
        return choose(level, asked)

    monkeypatch.setattr(levels, "choose", listen)
    play_bot(game_id=game.pk, number=0)
    (asked,) = heard
    own = SecretAlignment.objects.get(seat=game.seats.get(number=0)).alignment
    assert asked.alignment == own
    assert asked.state.revealed == ()
    assert asked == Asked(asked.state, asked.alignment, seed=asked.seed)


def test_a_turn_that_is_due_is_called_for_by_the_sweep_and_in_one_workers_hands(game, calls):
    play_turn(game, SETUP)
    calls.clear()
    sweep()
    assert calls == [(BOT_BELL,)]
    assert (bot_turns.claim_awaited(), bot_turns.claim_awaited()) == (game, None)
    sweep()
    assert calls == [(BOT_BELL,)]
    Game.objects.update(bot_due_at=F("bot_due_at") - timedelta(minutes=1))
    assert bot_turns.claim_awaited() == game, "who had it has died"


def test_a_bot_that_fails_is_called_less_and_less_often(game):
    play_turn(game, SETUP)
    hour = timedelta(hours=1)
    now = timezone.now()
    Game.objects.filter(pk=game.pk).update(bot_due_at=now, changed_at=now - hour)
    assert bot_turns.claim_awaited().bot_due_at >= now + hour / 4


def test_the_tasks_are_the_services(game):
    play_turn(game, SETUP)
    play_bot_turns()
    assert game.log.count() == 2
    play_turn(game, "build y1 alice")
    play_bot_turn(game.pk, 3)
    assert game.log.count() == 4


def test_a_queue_out_of_reach_loses_no_turn(game, monkeypatch, caplog):
    monkeypatch.undo()

    def fail(*arguments, **options):
        raise OperationalError("no queue")

    monkeypatch.setattr("upkeep.queue.queue", Breaker("queue"))
    monkeypatch.setattr(play_bot_turns, "apply_async", fail)
    enqueue(BOT_BELL)
    assert f"the sweep will find {BOT_BELL}" in caplog.text


def test_a_bug_is_an_error_and_never_a_loss(game, monkeypatch):
    play_turn(game, SETUP)

    def fail(level, asked):
        raise ZeroDivisionError

    monkeypatch.setattr(levels, "choose", fail)
    with pytest.raises(ZeroDivisionError):
        play_bot(game_id=game.pk, number=1)
    game.refresh_from_db()
    assert (game.status, game.log_number, game.bot_due_at is not None) == (Status.RUNNING, 1, True)


@pytest.fixture
def among_bots(alice, bots):
    """Alice has resigned, and two bots go on."""
    seats = [SeatWish(player=alice), *[SeatWish(bot_level="random")] * 2]
    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    game = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    play_turn(game, SETUP)
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    game.refresh_from_db()
    return game


def due(game):
    Game.objects.filter(pk=game.pk).update(bot_due_at=timezone.now() - timedelta(seconds=1))


def test_bots_among_themselves_are_called_by_the_sweep_alone_and_after_a_pause(
    among_bots, calls, settings, django_capture_on_commit_callbacks
):
    calls.clear()
    with django_capture_on_commit_callbacks(execute=True):
        play_bot(game_id=among_bots.pk, number=2)
        sweep()
    among_bots.refresh_from_db()
    pause = among_bots.bot_due_at - among_bots.changed_at
    assert (calls, pause) == ([], timedelta(seconds=settings.BOTS_ALONE_SECONDS))
    due(among_bots)
    sweep()
    assert calls == [(SPARE_BELL,)]
    use_spare_time()
    assert among_bots.log.count() == 4


def test_a_turn_is_left_to_those_who_do_it_now_that_somebody_waits_or_nobody_does(
    game, among_bots, calls, django_capture_on_commit_callbacks
):
    play_turn(game, SETUP)
    due(among_bots)
    Game.objects.filter(pk=game.pk).update(bot_awaited=False)
    Game.objects.filter(pk=among_bots.pk).update(bot_awaited=True)
    calls.clear()
    with django_capture_on_commit_callbacks(execute=True):
        bot_turns.play_alone(bot_turns.claim_alone())
        bot_turns.play_awaited(bot_turns.claim_awaited())
    assert calls == [(BOT_BELL,), (SPARE_BELL,)]
    assert (game.log.count(), among_bots.log.count()) == (1, 2)
    assert (bot_turns.claim_awaited(), bot_turns.claim_alone()) == (game, among_bots)


def test_nobody_waits_where_the_last_person_is_adrift_or_eliminated(game, alice):
    play_turn(game, SETUP)
    assert bot_turns.waits_for_bot(game)
    game.refresh_from_db()
    seat = game.seats.get(number=0)
    seat.adrift_since = timezone.now()
    assert not somebody_waits([seat, game.seats.get(number=1)], state_of(game).position)
    seat.adrift_since = None
    out = state_of(game).position._replace(out=frozenset({0}))
    assert not somebody_waits([seat, game.seats.get(number=1)], out)


def test_a_game_that_cannot_be_read_holds_up_no_other(game, alice, bots, calls):
    other = create_game(
        creator=alice,
        rules=RuleSet(),
        seats=[SeatWish(player=alice), SeatWish(bot_level="random")],
        seat_order=SeatOrder.FIXED,
    )
    for each in (game, other):
        play_turn(each, SETUP)
    Game.objects.filter(pk=game.pk).update(position="nonsense")
    calls.clear()
    with pytest.raises(ValueError):
        play_bot_turns()
    assert calls == [(BOT_BELL,)]
    play_bot_turns()
    assert other.log.count() == 2


def test_the_figures_count_the_wait_for_whom_somebody_waits_only(game, among_bots):
    Game.objects.update(changed_at=timezone.now() - timedelta(hours=1))
    assert oldest_in_bot_queue() == 0.0
    play_turn(game, SETUP)
    Game.objects.filter(pk=game.pk).update(changed_at=timezone.now() - timedelta(minutes=3))
    assert 179 < oldest_in_bot_queue() < 210


def test_bots_left_to_themselves_come_to_an_end(alice, bots, monkeypatch):
    monkeypatch.setattr(votes, "BOTS_AGREE_FROM", 4)
    seats = [SeatWish(player=alice), *[SeatWish(bot_level="random")] * 3]
    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    game = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    for number in range(1, 5):
        play_bot(game_id=game.pk, number=number)
    game.refresh_from_db()
    assert game.outcome["draw"]
    assert game.outcome["termination"] == "agreement"
    assert game.log.last().kind == EntryKind.DRAW


def test_a_stale_turn_is_no_error_of_the_task(game, monkeypatch):
    play_turn(game, SETUP)

    def stale(**asked):
        raise Stale(answers=1, number=2)

    monkeypatch.setattr(bot_turns, "take_turn", stale)
    assert play_bot(game_id=game.pk, number=1) is None


def test_the_table_says_that_only_bots_play_on(game, among_bots, alice, client):
    said = "Only bots play on here, and they take their time."
    client.force_login(alice)
    play_turn(game, SETUP)
    assert said not in client.get(f"/games/{game.public_id}/").content.decode()
    assert said in client.get(f"/games/{among_bots.public_id}/").content.decode()
