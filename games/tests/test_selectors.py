"""What leaves the server, and at what cost."""

import dataclasses

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.models import Player
from accounts.tests.cast import person
from games.access import game_for_viewer, seat_of
from games.lists import games_awaiting, open_games
from games.log.alignments import alignment_of_viewer, alignments_for_judge
from games.models import SeatOrder, SecretAlignment
from games.services import SeatWish, cancel_game, create_game, join_game, resign
from games.table.view import table_for
from games.tests.play import play_peaceful_turns, play_turn, table_of
from games.tests.seating import known, new_game
from homeworlds.outcome import Alignment
from homeworlds.rules import RuleSet, Variant

pytestmark = pytest.mark.django_db
SETUPS = ("homeworld G3 B1 Y3", "homeworld G2 B1 R3")
SECRET = RuleSet(variant=Variant.GOOD_VS_EVIL)
SINISTER = RuleSet(variant=Variant.SINISTER)


def table(game, viewer, **which):
    return table_for(game_for_viewer(game.public_id, viewer), viewer, **which)


def test_the_table_of_a_running_game(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, SETUPS[0])
    view = table(game, bob)
    assert [(seat.name, seat.is_viewer, seat.to_move) for seat in view.seats] == [
        ("Alice", False, False),
        ("Bob", True, True),
    ]
    assert (view.viewer_seat, view.my_turn, view.may_resign, view.at.number) == (1, True, True, 1)
    assert view.at.entry.words == "set up with the stars G3 and B1 and the ship Y3"
    assert (view.at.mover, len(view.at.turn)) == (0, 1)
    assert view.evil_left is None
    assert view.goal == "Leave your opponent no ship at home."


def test_the_table_at_an_earlier_entry(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    for text in SETUPS:
        play_turn(game, text)
    view = table(game, alice, number=1)
    assert [system.name for system in view.at.position.systems] == ["Alice"]
    assert (view.at.is_latest, view.at.mover) == (False, 0)
    assert len(view.state.position.systems) == 2
    assert table(game, alice, number=0).at.position.systems == ()
    for number in (-1, 3):
        with pytest.raises(Http404):
            table(game, alice, number=number)


def test_the_table_before_the_start(alice, bob):
    game = new_game(alice)
    tables = [table(game, viewer) for viewer in (bob, alice, AnonymousUser())]
    assert [each.waiting.may_join for each in tables] == [True, False, False]
    assert [each.waiting.is_creator for each in tables] == [False, True, False]
    assert [each.viewer_seat for each in tables] == [None, 0, None]
    assert [seat.name for seat in tables[1].seats] == ["Alice", ""]
    cancel_game(game_id=game.pk, player=alice)
    assert table(game, bob).waiting is None


def test_sinister_names_hunted_and_hunter(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=SINISTER)
    assert table(game, bob).goal == "Eliminate Charlie in your own turn. Alice hunts you."
    resign(game_id=game.pk, player=charlie, key="r", confirmed=True)
    assert table(game, bob).goal == "Eliminate Alice in your own turn: you hunt each other."
    for outsider in (charlie, AnonymousUser()):
        assert table(game, outsider).goal == "Eliminate the next player to your left in your own turn."


def test_everybody_sees_only_the_own_alignment(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=SECRET)
    dealt = alignments_for_judge(game)
    watcher = person("Wanda")
    for number, player in enumerate((alice, bob, charlie)):
        view = table(game, player)
        assert view.alignment is dealt[number] is alignment_of_viewer(game, player)
        assert view.goal.startswith("You are Evil" if dealt[number] is Alignment.EVIL else "You are Good")
        assert [seat.alignment for seat in view.seats] == [None] * 3
        assert view.evil_left == 1
    for viewer in (watcher, AnonymousUser()):
        assert table(game, viewer).alignment is None
        assert table(game, viewer).goal.startswith("An Evil player who")


def test_the_table_is_the_same_whatever_was_dealt(alice, bob, charlie):
    """Twin worlds: only the alignments differ, and a spectator cannot tell which is which."""
    game = table_of(alice, bob, charlie, rules=SECRET)
    play_peaceful_turns(game, 6)
    seen = []
    for deal in ("GGE", "GEG"):
        for seat, alignment in zip(game.seats.all(), deal, strict=True):
            set_alignment(seat, alignment)
        for viewer in (alice, AnonymousUser()):
            view = dataclasses.asdict(table(game, viewer))
            view["game"] = str(view["game"])
            seen.append(repr(view))
    assert seen[0] == seen[2]
    assert seen[1] == seen[3]


def set_alignment(seat, alignment: str) -> None:
    SecretAlignment.objects.filter(seat=seat).update(alignment=alignment)


def test_a_fallen_good_player_is_told_he_is_evil(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=SECRET)
    good = alignments_for_judge(game).index(Alignment.GOOD)
    game.fallen = [good]
    player = game.seats.get(number=good).player
    assert alignment_of_viewer(game, player) is Alignment.EVIL


def test_only_players_have_a_seat(alice, bob, charlie):
    game = table_of(alice, bob, rules=RuleSet())
    game = game_for_viewer(game.public_id, alice)
    assert seat_of(game, bob).number == 1
    assert seat_of(game, charlie) is None
    assert seat_of(game, AnonymousUser()) is None
    with pytest.raises(Http404):
        game_for_viewer("nosuchid", alice)


@pytest.fixture
def many_games(alice, bob, charlie):
    """In every state, with Alice."""
    waiting = table_of(alice, bob, rules=RuleSet())
    running = table_of(bob, alice, rules=RuleSet())
    finished = table_of(alice, bob, charlie, rules=SINISTER)
    for player in (bob, charlie):
        resign(game_id=finished.pk, player=player, key="r", confirmed=True)
    table_of(bob, charlie, rules=RuleSet())
    is_open = new_game(alice)
    cancelled = cancel_game(game_id=new_game(alice).pk, player=alice)
    return [waiting, running, is_open, finished, cancelled]


def test_games_that_wait_for_me(alice, many_games):
    assert list(games_awaiting(alice)) == [many_games[0]]


def test_open_games_show_who_sits_there(alice, bob, many_games):
    (row,) = open_games(bob).rows
    assert [seat.name for seat in row.seats] == ["Alice", ""]
    assert (row.open_seats, row.viewer_sits) == (1, False)
    assert open_games(AnonymousUser()).total == 1


def use_table(view) -> None:
    assert view.game.creator.name
    assert repr(view)


def test_queries_do_not_grow(alice, bob, charlie, bots, django_assert_num_queries):
    alice = known(alice)
    games = [new_game(alice), table_of(alice, bob, rules=RuleSet())]
    six = [alice, bob, charlie, *map(person, ("Dora", "Emil", "Fred"))]
    games += [play_peaceful_turns(table_of(*six, rules=SECRET), 30)]
    assert games[2].log_number == 30
    for game, queries in zip(games, (5, 3, 4), strict=True):
        with django_assert_num_queries(queries):
            use_table(table(game, alice))
    with django_assert_num_queries(5):
        use_table(table(games[2], alice, number=10))

    def lists() -> None:
        for row in open_games(alice).rows:
            assert row.game.creator.name
            assert row.seats

    with django_assert_num_queries(4):
        lists()
    for _ in range(3):
        table_of(alice, bob, rules=RuleSet())
        create_game(creator=alice, rules=SECRET, seats=[SeatWish(player=alice)] + [SeatWish()] * 5)
    with django_assert_num_queries(4):
        lists()


def test_a_novice_is_marked(alice, bob: Player):
    game = create_game(
        creator=alice,
        rules=RuleSet(),
        seats=[SeatWish(player=alice), SeatWish(novice=True)],
        seat_order=SeatOrder.NOVICE,
    )
    game = join_game(game_id=game.pk, player=bob)
    assert [(seat.name, seat.novice) for seat in table(game, bob).seats] == [("Bob", True), ("Alice", False)]
