"""Taking turns and resigning."""

import pytest

from board.turn.naming import NameRefusal, NameRefusalCode
from games.log.alignments import alignments_for_judge
from games.log.moments import state_of
from games.models import EntryKind, Game, LogEntry, SeatOrder, SecretAlignment, Status
from games.refusals import GameRefusalCode, NeedsConfirmation, ReadAs, Stale
from games.services import SeatWish, create_game, join_game, resign, take_turn
from games.signals import game_finished
from games.tests.seating import new_game, refused
from homeworlds.outcome import Termination
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import RuleSet, Variant
from upkeep.models import IsAppendOnly

pytestmark = pytest.mark.django_db
SETUPS = ("homeworld G3 B1 Y3", "homeworld G2 B1 R3")
# Bob gives up his home with his only ship there.
SUICIDE = "sacrifice R3 Bob"


@pytest.fixture
def game(alice, bob):
    return join_game(game_id=new_game(alice, seat_order=SeatOrder.FIXED).pk, player=bob)


@pytest.fixture
def set_up(game):
    """The game after both setups: Alice is to move."""
    for text in SETUPS:
        turn(game, text)
    return game


def mover(game: Game):
    game = Game.objects.get(pk=game.pk)
    return game.seats.get(number=game.next_seat).player


def turn(game: Game, text: str, **changes):
    game.refresh_from_db()
    asked = {"player": mover(game), "answers": game.log_number, "key": f"k{game.log_number}", **changes}
    taken = take_turn(game_id=game.pk, text=text, **asked)
    game.refresh_from_db()
    return taken


def test_a_turn_moves_the_game_on(game, alice, bob):
    taken = turn(game, "H g3 b1 y3")
    assert not taken.repeated
    assert taken.entry.text == "homeworld G3 B1 Y3"
    assert (taken.entry.number, taken.entry.seat, taken.entry.player) == (1, 0, alice)
    assert (game.log_number, game.turn_count, game.next_seat) == (1, 1, 1)
    assert game.position == taken.entry.position == "<1> Alice (0, g3b1) y3-"
    assert mover(game) == bob


def test_the_same_key_gets_the_same_answer_again(game, alice, bob):
    first = turn(game, SETUPS[0])
    turn(game, SETUPS[1])
    again = take_turn(game_id=game.pk, player=alice, answers=0, key="k0", text=f"  {SETUPS[0].lower()}")
    assert again.repeated
    assert again.entry == first.entry
    assert LogEntry.objects.filter(game=game).count() == 2


def test_the_key_of_another_player_means_nothing(game, bob):
    turn(game, SETUPS[0])
    turn(game, SETUPS[1], key="k0")
    assert game.log_number == 2


def test_another_key_on_an_old_position_is_stale(game, alice):
    turn(game, SETUPS[0])
    for answers in (0, 7):
        with pytest.raises(Stale):
            take_turn(game_id=game.pk, player=alice, answers=answers, key="other", text=SETUPS[0])
    assert game.log.count() == 1


def test_only_the_player_to_move_takes_a_turn(game, bob, charlie):
    with refused(GameRefusalCode.NOT_YOUR_TURN):
        turn(game, SETUPS[0], player=bob)
    with refused(GameRefusalCode.NOT_A_PLAYER):
        turn(game, SETUPS[0], player=charlie)


def test_an_illegal_turn_is_refused_and_nothing_written(set_up):
    before = Game.objects.filter(pk=set_up.pk).values().get()
    for text, code in (
        ("build R1 Alice", RefusalCode.NO_SHIP_OF_COLOUR),
        ("", RefusalCode.NOTHING_DONE),
        ("dance", RefusalCode.UNKNOWN_VERB),
        ("pass " * 3000, RefusalCode.TOO_LONG),
        ("discover Y3 Alice G2 a\x00b", NameRefusalCode.HIDDEN_MARK),
        ("discover Y3 Alice G2 a\u202eb", NameRefusalCode.HIDDEN_MARK),
        ("discover Y3 Alice G2 \u3164", NameRefusalCode.HIDDEN_MARK),
        ("discover Y3 Alice G2 Аlice", NameRefusalCode.MIXED_SCRIPTS),
        ("discover Y3 Alice G2 A1ice", NameRefusalCode.LOOKS_TAKEN),
    ):
        with pytest.raises((Refusal, NameRefusal)) as refusal:
            turn(set_up, text)
        assert refusal.value.code is code
    assert Game.objects.filter(pk=set_up.pk).values().get() == before


def test_no_turn_before_the_start(alice):
    game = new_game(alice)
    with refused(GameRefusalCode.NOT_RUNNING):
        take_turn(game_id=game.pk, player=alice, answers=0, key="k", text=SETUPS[0])


def test_a_turn_that_eliminates_its_maker_needs_a_confirmation(set_up, bob):
    turn(set_up, "pass")
    with pytest.raises(NeedsConfirmation) as question:
        turn(set_up, SUICIDE)
    assert question.value.effects.would_fall == (1,)
    assert set_up.log.count() == 3
    turn(set_up, SUICIDE, confirmed=True)
    assert set_up.status == Status.FINISHED
    assert set_up.outcome == {"winners": [0], "draw": False, "termination": Termination.LAST_PLAYER}
    assert set_up.next_seat is None
    assert set_up.finished_at


LAST_SHIP = "<0> Alice (0, b1y2) g1-r2; Bob (1, r1b3) -g3; Vega (g3) y3-"


@pytest.mark.parametrize(
    "position, text, code, reason",
    [
        (
            LAST_SHIP,
            "sacrifice G1 Alice",
            GameRefusalCode.ELIMINATES_YOU,
            "This turn puts you out",
        ),
        (LAST_SHIP, "trade G1 R1 Alice", GameRefusalCode.RED_ALERT, "Red Alert"),
        ("<0>", "homeworld Y2 B1 R3", GameRefusalCode.WEAK_SETUP, "No green"),
    ],
)
def test_whoever_asks_is_asked_before_the_turn_counts(game, alice, position, text, code, reason):
    game.seats.filter(player=alice).update(red_alert=True)
    Game.objects.filter(pk=game.pk).update(position=position, turn_count=2)
    order = {"game_id": game.pk, "player": alice, "answers": 0, "key": "k", "text": text}
    with pytest.raises(NeedsConfirmation) as question:
        take_turn(**order)
    assert (question.value.code, question.value.caution.title) == (code, reason)
    assert question.value.effects is not None and not game.log.exists()
    taken = take_turn(**order, confirmed=True)
    assert take_turn(**order) == taken._replace(repeated=True), "a turn that counts is not asked about again"


@pytest.mark.parametrize("red_alert, rated", [(False, False), (True, True)])
def test_only_those_whom_the_terms_warn_are_asked_about_a_red_alert(game, alice, red_alert, rated):
    game.seats.filter(player=alice).update(red_alert=red_alert)
    Game.objects.filter(pk=game.pk).update(position=LAST_SHIP, turn_count=2, rated=rated)
    take_turn(game_id=game.pk, player=alice, answers=0, key="k", text="trade G1 R1 Alice")
    assert game.log.get().text == "trade G1 R1 Alice"


def test_a_finished_game_takes_no_turn(set_up, alice):
    turn(set_up, "pass")
    turn(set_up, SUICIDE, confirmed=True)
    with refused(GameRefusalCode.NOT_RUNNING):
        take_turn(game_id=set_up.pk, player=alice, answers=4, key="late", text="pass")


def test_the_fifth_occurrence_draws_by_itself_in_the_same_commit(set_up):
    # The position after Bob's setup counts as the first.
    for _ in range(3):
        turn(set_up, "pass")
        turn(set_up, "pass")
    turn(set_up, "pass")
    assert set_up.status == Status.RUNNING
    taken = turn(set_up, "pass", confirmed=True)
    assert set_up.status == Status.FINISHED
    assert set_up.outcome == {"winners": [0, 1], "draw": True, "termination": "fifth-occurrence"}
    assert set_up.log_number == taken.entry.number + 1
    assert set_up.log.last().kind == EntryKind.DRAW


def test_resigning_asks_first_and_ends_a_game_of_two(set_up, alice):
    with refused(GameRefusalCode.RESIGNS):
        resign(game_id=set_up.pk, player=alice, key="r")
    assert set_up.log.count() == 2
    resign(game_id=set_up.pk, player=alice, key="r", confirmed=True)
    again = resign(game_id=set_up.pk, player=alice, key="r", confirmed=True)
    assert again.repeated
    set_up.refresh_from_db()
    assert set_up.outcome == {"winners": [1], "draw": False, "termination": "resignation"}
    assert set_up.departed == [0]


def test_resigning_out_of_turn_leaves_the_turn_where_it_is(alice, bob, charlie):
    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    seats = [SeatWish(player=player) for player in (alice, bob, charlie)]
    game = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    game.refresh_from_db()
    assert (game.status, game.next_seat, game.log_number) == (Status.RUNNING, 0, 1)
    turn(game, SETUPS[0])
    assert mover(game) == charlie
    with pytest.raises(Refusal, check=lambda refusal: refusal.code is RefusalCode.NOT_LIVING):
        resign(game_id=game.pk, player=bob, key="r2", confirmed=True)


def test_only_players_of_a_running_game_resign(game, set_up, alice, charlie):
    with refused(GameRefusalCode.NOT_A_PLAYER):
        resign(game_id=set_up.pk, player=charlie, key="r", confirmed=True)
    resign(game_id=set_up.pk, player=alice, key="r", confirmed=True)
    with refused(GameRefusalCode.NOT_RUNNING):
        resign(game_id=set_up.pk, player=alice, key="other", confirmed=True)


def test_the_end_is_told_within_the_transaction(set_up, alice):
    heard = []

    def listen(game, **kwargs):
        heard.append(game.outcome)
        raise RuntimeError("a higher app fails")

    game_finished.connect(listen)
    try:
        with pytest.raises(RuntimeError):
            resign(game_id=set_up.pk, player=alice, key="r", confirmed=True)
    finally:
        game_finished.disconnect(listen)
    assert heard
    set_up.refresh_from_db()
    assert (set_up.status, set_up.log.count()) == (Status.RUNNING, 2)


def test_the_log_is_append_only(set_up):
    entry = set_up.log.last()
    for change in (
        entry.save,
        entry.delete,
        set_up.log.all().delete,
        lambda: set_up.log.update(text="pass"),
        lambda: LogEntry.objects.filter(pk=entry.pk).update(seat=0),
    ):
        with pytest.raises(IsAppendOnly):
            change()
    assert set_up.log.count() == 2


def test_the_state_comes_from_the_caches(set_up, django_assert_num_queries):
    with django_assert_num_queries(1):
        state = state_of(set_up)
    assert state.position.names == ("Alice", "Bob")
    assert state.rules == set_up.rules()
    assert state.outcome is None


@pytest.fixture
def secret_game(alice, bob, charlie):
    seats = [SeatWish(player=player) for player in (alice, bob, charlie)]
    rules = RuleSet(variant=Variant.GOOD_VS_EVIL)
    return create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)


def test_a_departure_reveals_the_player_and_the_end_reveals_all(secret_game, alice):
    dealt = [str(alignment) for alignment in alignments_for_judge(secret_game)]
    evil = dealt.index("E")
    good = dealt.index("G")
    first = secret_game.seats.get(number=good).player
    resign(game_id=secret_game.pk, player=first, key="r", confirmed=True)
    secret_game.refresh_from_db()
    assert secret_game.revealed == [[good, "G"]]
    last = secret_game.seats.get(number=evil).player
    resign(game_id=secret_game.pk, player=last, key="r", confirmed=True)
    secret_game.refresh_from_db()
    assert secret_game.status == Status.FINISHED
    assert [alignment for _, alignment in secret_game.revealed] == dealt


def test_no_alignment_is_in_a_text_form_of_a_row(secret_game):
    for secret in SecretAlignment.objects.all():
        assert repr(secret) == f"<SecretAlignment: secret of seat {secret.seat_id}>"


def test_an_order_that_is_not_canonical_is_shown_as_it_is_understood_before_it_counts(set_up):
    for text in ("grow yellow at alice", "1. b y1 Alice", "build\u200b y1, Alice"):
        with pytest.raises(ReadAs, match="read-as") as refusal:
            turn(set_up, text, typed=True)
        assert refusal.value.params == {"order": "build Y1 Alice"}
    assert turn(set_up, "build y1 alice", typed=True).entry.text == "build Y1 Alice"
