"""What staff do in a game goes through its log: caches agree, results and tallies follow, all can read it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.services import ensure_bots, ensure_record_players
from accounts.tests.cast import log_in_as_staff, person
from games import services
from games.log import rebuilding
from games.models import EntryKind, Game, Mark, MarkKind, SeatResult, Status, Visibility
from games.refusals import GameRefusal
from games.services import SeatWish, create_game
from games.services.deciding import decide_game, resign_for
from games.tests.play import deal, play_peaceful_turns, table_of
from homeworlds.rules import RuleSet, Variant
from homeworlds.state import decide, start_game
from ratings.models import PairTally, PlayerTally
from ratings.selectors import meetings_of, results_of
from ratings.tallies import count_results
from records.reading import NotARecord, read_record
from records.services import import_game
from records.writing import export_json, export_text
from upkeep.models import StaffAct
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
WHY = "Has not been seen for a year."
LAST = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)


@pytest.fixture
def people(db: None) -> list[Player]:
    return [person(name) for name in ("Alice", "Bob", "Carol")]


@pytest.fixture
def sue(db: None) -> Player:
    sue = person("Sue")
    Player.objects.filter(pk=sue.pk).update(is_staff=True)
    return Player.objects.get(pk=sue.pk)


@pytest.fixture
def running(people: list[Player]) -> Game:
    return play_peaceful_turns(table_of(*people[:2], rules=RuleSet()), 5)


@pytest.fixture
def three(people: list[Player]) -> Game:
    return play_peaceful_turns(table_of(*people, rules=LAST), 6)


def again(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def results(game: Game) -> list[str]:
    return list(game.seats.order_by("number").values_list("result", flat=True))


def agrees(game: Game) -> bool:
    """With its log, and the tallies with all games."""
    call_command("replay_games", check=True)
    return rebuilding.check(again(game)) == [] and count_results(write=False) == []


def played(player: Player) -> dict[str, int]:
    row = PlayerTally.objects.filter(player=player).first()
    return {} if row is None else {"won": row.won, "lost": row.lost, "drawn": row.drawn}


# --- Resigning for somebody


def test_staff_resign_for_a_player_and_the_log_says_so(
    sue: Player, three: Game, people: list[Player]
) -> None:
    resign_for(staff=sue, game=three, seat=1, reason=WHY)
    game = again(three)
    assert game.status == Status.RUNNING and game.departed == [1] and agrees(game)
    entry = game.log.last()
    assert entry is not None and (entry.kind, entry.player, entry.data) == (
        EntryKind.RESIGNATION,
        people[1],
        {"by": "staff"},
    )
    page = page_of(Client().get(f"/games/{game.public_id}/")).one("main").text
    assert "The staff resigned for Bob." in page and "Sue" not in page
    assert set(StaffAct.objects.get().concerns.all()) == set(people)
    resign_for(staff=sue, game=three, seat=2, reason=WHY)
    assert again(three).outcome == {"winners": [0], "draw": False, "termination": "resignation"}
    assert agrees(three)


def test_the_own_resignation_says_nothing_of_staff(three: Game, people: list[Player]) -> None:
    services.resign(game_id=three.pk, player=people[1], key="r", confirmed=True)
    page = page_of(Client().get(f"/games/{three.public_id}/")).one("main").text
    assert "Bob resigned." in page and "The staff" not in page


def test_nobody_is_resigned_for_who_is_no_person_or_out_or_where_nothing_runs(
    sue: Player, three: Game, people: list[Player]
) -> None:
    ensure_bots()
    seats = [SeatWish(player=people[0]), SeatWish(bot_level="random")]
    with_bot = create_game(creator=people[0], rules=RuleSet(), seats=seats)
    bot = with_bot.seats.get(kind="bot").number
    resign_for(staff=sue, game=three, seat=1, reason=WHY)
    for game, seat in ((with_bot, bot), (three, 1), (three, 7), (three, -1)):
        with pytest.raises(ValidationError, match="as it stands"):
            resign_for(staff=sue, game=game, seat=seat, reason=WHY)
    with pytest.raises(ValidationError, match="say why"):
        resign_for(staff=sue, game=three, seat=2, reason=" ")
    assert again(three).departed == [1] and StaffAct.objects.count() == 1


# --- Ending it void


def test_a_running_game_ends_void_and_counts_for_nobody(
    sue: Player, running: Game, people: list[Player]
) -> None:
    decide_game(staff=sue, game=running, reason=WHY)
    game = again(running)
    assert (game.status, game.next_seat) == (Status.FINISHED, None)
    assert game.outcome == {"winners": [], "draw": False, "termination": "void"}
    assert results(game) == [SeatResult.VOID] * 2 and agrees(game)
    assert not PlayerTally.objects.exists() and not PairTally.objects.exists()
    for viewer in (None, people[0]):
        client = Client()
        if viewer:
            client.force_login(viewer)
        page = page_of(client.get(f"/games/{game.public_id}/")).one("main").text
        assert "This game is void: it counts for nobody." in page
        assert "The staff decided how the game ends." in page
        assert "You lost" not in page
    with pytest.raises(GameRefusal):
        services.take_turn(game_id=game.pk, player=people[1], answers=game.log_number, key="k", text="pass")


def test_the_result_of_a_finished_game_is_taken_back_with_all_that_followed(
    sue: Player, running: Game, people: list[Player]
) -> None:
    alice, bob = people[:2]
    services.resign(game_id=running.pk, player=bob, key="r", confirmed=True)
    ended = again(running).finished_at
    Mark.objects.create(game=running, number=1, kind=MarkKind.MISSED, seat=0, player=alice)
    assert played(alice) == {"won": 1, "lost": 0, "drawn": 0}
    decide_game(staff=sue, game=running, reason="Both were the same person.")
    assert played(alice) == played(bob) == {"won": 0, "lost": 0, "drawn": 0}
    assert PairTally.objects.get().one_won == 0 and not Mark.objects.exists()
    assert results_of(alice) == [] and meetings_of(alice, bob) is None
    assert again(running).finished_at == ended and agrees(running)
    decide_game(staff=sue, game=running, reason="They were not.", winners=[0])
    assert played(alice)["won"] == 1 and played(bob)["lost"] == 1 and agrees(running)
    assert [entry.kind for entry in running.log.order_by("number")][-3:] == [
        EntryKind.RESIGNATION,
        EntryKind.DECISION,
        EntryKind.DECISION,
    ]


# --- Another result


@pytest.mark.parametrize(
    "winners, draw, expected, sentence",
    [
        ([1], False, ["lost", "won", "lost"], "Bob won by a decision."),
        ([0, 2], False, ["shared", "lost", "shared"], "Alice, Carol won by a decision."),
        ([0, 1, 2], True, ["drawn", "drawn", "drawn"], "A draw by a decision."),
    ],
)
def test_the_result_is_as_staff_decide(
    sue: Player, three: Game, people: list[Player], winners, draw, expected, sentence
) -> None:
    for player in people[1:]:
        services.resign(game_id=three.pk, player=player, key=f"r{player.pk}", confirmed=True)
    assert results(three) == ["won", "lost", "lost"]
    decide_game(staff=sue, game=three, reason=WHY, winners=winners, draw=draw)
    assert results(three) == expected and agrees(three)
    page = page_of(Client().get(f"/games/{three.public_id}/")).one("main").text
    assert sentence in page and "The staff decided how the game ends." in page
    assert again(three).log.count() == three.log_number + 3


def test_what_cannot_be_decided_changes_nothing(sue: Player, running: Game, people: list[Player]) -> None:
    seats = [SeatWish(player=people[0]), SeatWish()]
    opened = create_game(creator=people[0], rules=RuleSet(), seats=seats)
    wrong = [
        (opened, [0], False),
        (running, [2], False),
        (running, [-1], False),
        (running, [0], True),
        (running, [], True),
    ]
    for game, winners, draw in wrong:
        with pytest.raises(ValidationError, match="as it stands"):
            decide_game(staff=sue, game=game, reason=WHY, winners=winners, draw=draw)
    decide_game(staff=sue, game=running, reason=WHY, winners=[0])
    with pytest.raises(ValidationError, match="as it stands"):
        decide_game(staff=sue, game=running, reason=WHY, winners=[0])
    with pytest.raises(ValidationError, match="say why"):
        decide_game(staff=sue, game=running, reason="", winners=[1])
    assert again(running).outcome["winners"] == [0] and StaffAct.objects.count() == 1


def test_the_library_gives_the_game_to_nobody_who_does_not_sit_there() -> None:
    state = start_game(RuleSet(), ["Ann", "Bob"])
    for winners, draw in (([2], False), ([-1], False), ([0], True)):
        with pytest.raises(ValueError):
            decide(state, winners, draw=draw)


def test_an_end_by_staff_reveals_the_alignments_as_any_other(sue: Player, people: list[Player]) -> None:
    game = table_of(*people, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    deal(game, "GEG")
    game = play_peaceful_turns(game, 3)
    assert game.revealed == []
    decide_game(staff=sue, game=game, reason=WHY)
    assert again(game).revealed == [[0, "G"], [1, "E"], [2, "G"]] and agrees(game)


# --- The pages of staff, and taking the game away


def test_staff_do_it_by_their_pages(client: Client, sue: Player, three: Game, people: list[Player]) -> None:
    Game.objects.filter(pk=three.pk).update(visibility=Visibility.PRIVATE)
    log_in_as_staff(client, sue)

    def act(name: str, **sent: object):
        return client.post(reverse("admin:games_game_act", args=[three.pk, name]), {"reason": WHY, **sent})

    page = page_of(client.get(reverse("admin:games_game_act", args=[three.pk, "resign-for"])))
    assert [each["value"] for each in page.select('input[name="seat"]')] == ["0", "1", "2"]
    assert act("resign-for").status_code == 422 and act("resign-for", seat="9").status_code == 422
    assert act("resign-for", seat="1").status_code == 302
    assert act("decide", winners=["0", "2"], draw="on").status_code == 302
    assert results(again(three)) == ["drawn", "lost", "drawn"]
    assert act("void").status_code == 302 and again(three).outcome["termination"] == "void"
    assert act("void").status_code == 422
    client.force_login(people[2])
    listed = page_of(client.get("/accounts/staff-acts/")).one("main").text
    assert listed.count("Staff have decided how a game of yours ends.") == 2
    assert "Staff have resigned for a player in a game of yours." in listed and WHY in listed


def log_of(game: Game) -> list[tuple[object, ...]]:
    return list(game.log.order_by("number").values_list("kind", "seat", "text", "data"))


def exported(game: Game, link: str) -> str:
    return json.dumps({**export_json(again(game)), "game": link}, default=str)


def test_a_game_that_staff_decided_is_exported_and_read_again(sue: Player, three: Game) -> None:
    resign_for(staff=sue, game=three, seat=1, reason=WHY)
    decide_game(staff=sue, game=three, reason=WHY)
    assert "decision (void)" in export_text(again(three)) and "Result: none (void)" in export_text(
        again(three)
    )
    decide_game(staff=sue, game=three, reason=WHY, winners=[0, 2], draw=True)
    assert "decision (draw by Alice, Carol)" in export_text(again(three))
    record = read_record(exported(three, "https://elsewhere.example/games/1/"))
    copy = import_game(record=record, accounts=ensure_record_players())
    assert copy.outcome == again(three).outcome and rebuilding.check(again(copy)) == []
    ours, theirs = [
        game.log.order_by("number").values_list("kind", "seat", "text", "data") for game in (three, copy)
    ]
    assert list(ours) == list(theirs)
    wrong = json.loads(exported(three, "https://elsewhere.example/games/2/"))
    wrong["log"][-1]["data"] = {"winners": [7], "draw": False}
    with pytest.raises(NotARecord, match="decision"):
        read_record(json.dumps(wrong))


def test_the_proof_of_all_games_is_a_file_away(tmp_path: Path, sue: Player, running: Game) -> None:
    """`import_record` reads what the site has written."""
    decide_game(staff=sue, game=running, reason=WHY, winners=[1])
    file = tmp_path / "game.json"
    file.write_text(exported(running, "https://elsewhere.example/games/3/"))
    call_command("import_record", str(file))
    assert Game.objects.exclude(pk=running.pk).get().outcome["winners"] == [1]
