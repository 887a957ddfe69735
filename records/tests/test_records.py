"""Games leave as notation and as JSON, and come back as finished games."""

from __future__ import annotations

import gzip
import json
import re
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Player
from accounts.services import RECORD_NAMES, ensure_record_players
from accounts.tests.cast import person
from games.log import rebuilding
from games.log.moments import after_agreement, after_departure, moment_of
from games.models import Game, LogEntry, Seat, SeatOrder, Status
from games.services import (
    SeatWish,
    agree_to_draw,
    come_back,
    create_game,
    play_bot,
    resign,
    substitute,
    take_back,
)
from games.services.draws import claim_repetition
from games.services.log import append_entry, lock_game, save_moment
from games.tests.clocks import open_no_more, set_up, time_runs_out, timed_table
from games.tests.play import play_peaceful_turns, play_turn, table_of
from homeworlds.outcome import Departure
from homeworlds.refusals import SENTENCES, RefusalCode
from homeworlds.rules import LATER_OPTIONS, RuleSet, Variant
from records.reading import read_lines, read_record
from records.reading_text import export_of_text
from records.refusals import NotARecord
from records.services import AlreadyImported, ImportRefused, import_game
from records.tests.round_trips import assert_same, brought_back, log_of, through_json, through_text, with_all
from records.writing import export_json, export_text
from upkeep.tests.elements import as_sent, page_of

pytestmark = pytest.mark.django_db


def give_up(game: Game, *numbers: int) -> Game:
    for number in numbers:
        player = game.seats.get(number=number).player
        resign(game_id=game.pk, player=player, key=f"leave{number}", confirmed=True)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def finished(alice, bob) -> Game:
    return give_up(play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 9), 1)


@pytest.fixture
def unmasked(alice, bob, charlie) -> Game:
    """Good vs Evil for three, played to its end, with handicaps."""
    rules = RuleSet(variant=Variant.GOOD_VS_EVIL)
    seats = [
        SeatWish(player=alice, timewarp=2),
        SeatWish(player=bob, one_star=True),
        SeatWish(player=charlie),
    ]
    game = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    play_turn(game, "homeworld y2 b1 g3")
    play_turn(game, "homeworld r1 - g3")
    game = play_peaceful_turns(game, 10)
    for number in range(3):
        if game.status == Status.RUNNING:
            game = give_up(game, number)
    return game


# --- What leaves


def test_the_notation_has_one_numbered_line_for_each_entry_under_its_headers(finished):
    headers, lines = export_text(finished).rstrip("\n").split("\n\n")
    entries = list(finished.log.all())
    assert lines.split("\n")[0] == f"1. Alice: {entries[0].text}"
    assert lines.split("\n")[-1] == "10. Bob resigns"
    assert len(lines.split("\n")) == len(entries)
    assert "Variant: binary" in headers and "Seat 1: Bob" in headers
    assert "Result: won by Alice (resignation)" in headers


def test_a_running_game_keeps_its_secrets(alice, bob, charlie):
    rules = RuleSet(variant=Variant.GOOD_VS_EVIL)
    game = play_peaceful_turns(table_of(alice, bob, charlie, rules=rules), 5)
    assert "alignment" not in through_json(game)
    assert "evil" not in export_text(game).replace("good-vs-evil", "")
    game = give_up(game, 1)
    if game.status == Status.RUNNING:
        seats = export_json(game)["seats"]
        assert ["alignment" in seat for seat in seats] == [False, True, False]


def test_all_alignments_are_there_once_the_game_is_over(unmasked):
    assert sorted(seat["alignment"] for seat in export_json(unmasked)["seats"]) == ["E", "G", "G"]


def test_who_fell_to_evil_was_dealt_good(unmasked):
    good = next(seat for seat, side in unmasked.revealed if side == "G")
    revealed = [[seat, "E" if seat == good else side] for seat, side in unmasked.revealed]
    Game.objects.filter(pk=unmasked.pk).update(revealed=revealed, fallen=[good])
    assert export_json(with_all(unmasked))["seats"] == export_json(unmasked)["seats"]


def test_the_pages_give_both_forms_and_the_table_links_to_them(finished):
    address = f"/games/{finished.public_id}/"
    text, record = Client().get(f"{address}record.txt"), Client().get(f"{address}record.json")
    assert text.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert as_sent(text) == export_text(finished)
    assert record.json() == export_json(finished)
    targets = page_of(Client().get(address)).targets
    assert f"{address}record.txt" in targets and f"{address}record.json" in targets


def test_before_the_start_there_is_nothing_to_take_away(alice):
    game = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
    assert Client().get(f"/games/{game.public_id}/record.json").status_code == 404
    targets = page_of(Client().get(f"/games/{game.public_id}/")).targets
    assert not [target for target in targets if "/record." in target]


# --- What comes back


def test_a_game_comes_back_with_the_same_log_and_positions(finished):
    copy = brought_back(finished)
    assert_same(finished, copy)
    assert copy.origin_kind == "record" and copy.origin_link.endswith(f"/tables/{finished.public_id}/")


def test_good_vs_evil_comes_back_with_its_alignments_and_handicaps(unmasked):
    copy = brought_back(unmasked)
    assert_same(unmasked, copy)
    assert export_json(copy)["seats"] == export_json(unmasked)["seats"]


def without_turn(game: Game, kind: str, cause: Departure | None = None) -> Game:
    """A loss on time, or an agreed draw."""
    game, seats = lock_game(game.pk)
    moment = moment_of(game, seats)
    if cause is None:
        moment, played = after_agreement(moment, None)
    else:
        moment, played = after_departure(moment, 0, cause, None)
    data = {"termination": "agreement"} if cause is None else {}
    seat = None if cause is None else seats[0]
    append_entry(game, kind, moment, played, now=game.changed_at, seat=seat, data=data)
    save_moment(game, seats, moment, game.changed_at)
    return with_all(game)


@pytest.mark.parametrize("kind, cause", [("draw", None), ("time", Departure.TIME)])
def test_draws_and_losses_on_time_come_back(alice, bob, kind, cause):
    game = play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 6)
    game = without_turn(game, kind, cause)
    assert_same(game, brought_back(game))


def test_seats_adrift_and_void_games_come_back():
    players = [person(name) for name in ("Ann", "Ben", "Cleo")]
    game = set_up(timed_table(*players))
    game = time_runs_out(game)  # excused
    game = time_runs_out(game)  # adrift
    come_back(game_id=game.pk, player=players[0], key="back")
    game = time_runs_out(game)
    substitute(game_id=game.pk, seat=0, player=person("Dan"), key="take")
    Seat.objects.filter(game=game).update(excuses_left=0)
    while with_all(game).status == Status.RUNNING:
        game = time_runs_out(game) if with_all(game).due_at else with_all(game)
        open_no_more(game)
        play_bot(game_id=game.pk, number=game.log_number)
    game = with_all(game)
    copy = brought_back(game)
    assert [row[:4] for row in log_of(copy)] == [row[:4] for row in log_of(game)]
    whats = [entry.data.get("what", "") for entry in game.log.all()]
    assert {"excused", "adrift", "back", "substitute"} <= set(whats)
    assert [entry.data.get("what", "") for entry in copy.log.all()] == whats
    assert copy.outcome == game.outcome and copy.outcome["termination"] == "void"
    assert rebuilding.check(with_all(copy)) == []
    read = export_of_text(through_text(game))
    assert [(each["kind"], each["seat"]) for each in read["log"]] == [row[1:3] for row in log_of(game)]


def repeat_the_position(game: Game) -> Game:
    """Both build once, then both pass: a position of two passes returns every two turns."""
    play_turn(game, "homeworld y2 b1 g3")
    play_turn(game, "homeworld r1 b3 g3")
    while with_all(game).status == Status.RUNNING:
        play_turn(game, "pass")
    return with_all(game)


def test_the_draw_of_the_fifth_occurrence_comes_back_by_itself(alice, bob):
    game = repeat_the_position(table_of(alice, bob, rules=RuleSet()))
    assert game.outcome["termination"] == "fifth-occurrence"
    assert_same(game, brought_back(game))


def test_a_claimed_draw_comes_back(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    for text in ("homeworld y2 b1 g3", "homeworld r1 b3 g3", *["pass"] * 4):
        play_turn(game, text)
    claim_repetition(game_id=game.pk, player=alice, answers=6, key="claim")
    game = with_all(game)
    assert game.outcome["termination"] == "third-occurrence"
    assert_same(game, brought_back(game))


def test_a_record_is_imported_once(finished):
    copy = brought_back(finished)
    with pytest.raises(AlreadyImported) as caught:
        brought_back(finished)
    assert caught.value.game == copy


def test_nobody_can_log_in_to_the_accounts_of_records():
    players = ensure_record_players()
    assert [player.name for player in players] == list(RECORD_NAMES)
    assert not any(player.is_active or player.has_usable_password() or player.email for player in players)
    assert ensure_record_players() == players


def test_a_name_that_somebody_has_is_not_taken_from_him(finished, tmp_path):
    Player.objects.create_player(name=RECORD_NAMES[0], email="one@example.org", password=None)
    with pytest.raises(CommandError, match="cannot be made"):
        run(tmp_path, through_json(finished))


@pytest.mark.parametrize("through", [through_json, through_text])
def test_a_record_from_before_there_was_an_option_has_it_as_it_was(finished, through):
    record = through(finished)
    if through is through_json:
        options = json.loads(record)["options"]
        older = changed(record, options={k: v for k, v in options.items() if k not in LATER_OPTIONS})
    else:
        older = re.sub(r"^Option: passing .*\n", "", record, flags=re.MULTILINE)
    assert older != record and read_record(older).rules == read_record(record).rules


# --- What does not


def changed(record: str, **changes) -> str:
    return json.dumps({**json.loads(record), **changes})


def in_log(record: str, number: int, **changes) -> str:
    data = json.loads(record)
    data["log"][number - 1].update(changes)
    return json.dumps(data)


BAD = {
    "no JSON": lambda r: r[:-5],
    "no object": lambda r: "[]",
    "no record": lambda r: '{"a": 1}',
    "too deep": lambda r: "[" * 100_000,
    "unknown format": lambda r: changed(r, format=2),
    "a truth for the format": lambda r: changed(r, format=True),
    "running": lambda r: changed(r, status="running"),
    "no address": lambda r: changed(r, game=""),
    "another version": lambda r: changed(r, rules_version=99),
    "unknown variant": lambda r: changed(r, variant="chess"),
    "missing options": lambda r: changed(r, options={}),
    "unknown value": lambda r: changed(r, options={**json.loads(r)["options"], "bank": "lots"}),
    "one seat": lambda r: changed(r, seats=json.loads(r)["seats"][:1]),
    "a seat that is none": lambda r: changed(r, seats=["Alice", "Bob"]),
    "a bad name": lambda r: changed(r, seats=[{"name": "A B"}, {"name": "Bob"}]),
    "one name twice": lambda r: changed(r, seats=[{"name": "BOB"}, {"name": "Bob"}]),
    "Timewarp for ever": lambda r: changed(r, seats=[{"name": "Al", "timewarp": 9}, {"name": "Bob"}]),
    "an alignment": lambda r: changed(r, seats=[{"name": "Al", "alignment": "E"}, {"name": "Bob"}]),
    "no log": lambda r: changed(r, log={}),
    "an unknown kind": lambda r: in_log(r, 1, kind="dance"),
    "a seat too many": lambda r: in_log(r, 1, seat=2),
    "no turn": lambda r: in_log(r, 1, text=""),
    "no result": lambda r: changed(r, result=None),
    "an unknown end": lambda r: changed(r, result={"winners": [0], "draw": False, "termination": "luck"}),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_record_is_refused_with_a_sentence(finished, name):
    with pytest.raises(NotARecord, match=r"^[A-Z“].*\.$"):
        read_record(BAD[name](through_json(finished)))


WRONG = {
    "an impossible turn": (lambda r: in_log(r, 3, text="build R3 Alice"), "Entry 3: "),
    "a name that cannot be read": (lambda r: in_log(r, 3, text="dance"), "Entry 3: "),
    "somebody else's turn": (lambda r: in_log(r, 3, seat=1), "Entry 3: It is not your turn."),
    "an end that is none": (lambda r: changed(r, log=json.loads(r)["log"][:-1]), "not over"),
    "turns after the end": (
        lambda r: changed(r, log=[*json.loads(r)["log"], json.loads(r)["log"][0]]),
        "Entry 11: ",
    ),
    "another result": (
        lambda r: changed(r, result={"winners": [1], "draw": False, "termination": "resignation"}),
        "otherwise",
    ),
    "a claim without ground": (
        lambda r: in_log(r, 10, kind="draw", seat=None, data={"termination": "third-occurrence"}),
        "Entry 10: ",
    ),
    "a void game of somebody": (lambda r: in_log(r, 10, kind="void"), "Entry 10: "),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_the_rules_refuse_leaves_nothing_behind(finished, name):
    change, reason = WRONG[name]
    record = read_record(change(through_json(finished)))
    accounts = ensure_record_players()
    games, entries = Game.objects.count(), LogEntry.objects.count()
    with pytest.raises(ImportRefused, match=reason):
        import_game(record=record, accounts=accounts)
    assert (Game.objects.count(), LogEntry.objects.count()) == (games, entries)


# --- The command


def run(folder: Path, *lines: str, zipped: bool = False, **options) -> str:
    file = folder / "records.jsonl"
    content = "".join(f"{line}\n" for line in lines).encode()
    file.write_bytes(gzip.compress(content) if zipped else content)
    return run_file(file, **options)


def run_file(file: Path, **options) -> str:
    told = StringIO()
    try:
        call_command("import_record", str(file), stdout=told, stderr=told, **options)
    except SystemExit as end:
        told.write(f"exit {end.code}\n")
    return told.getvalue()


@pytest.mark.parametrize("zipped", [False, True])
def test_the_command_imports_once_and_says_so(finished, unmasked, tmp_path, zipped):
    records = [through_json(finished), through_json(unmasked)]
    assert run(tmp_path, *records, zipped=zipped) == "2 imported, 0 refused of 2\n"
    again = run(tmp_path, *records, zipped=zipped)
    assert again == "2 are here already\n0 imported, 0 refused of 2\n"
    assert Game.objects.filter(origin_kind="record").count() == 2


def test_a_game_of_this_site_is_known_when_it_is_read_here_again(finished, unmasked, tmp_path, settings):
    records = [json.dumps(export_json(finished)), json.dumps(export_json(unmasked))]
    assert run(tmp_path, *records) == "2 are here already\n0 imported, 0 refused of 2\n"
    assert run(tmp_path, export_text(finished), export_text(unmasked)).startswith("2 are here already\n")
    copy = brought_back(finished)
    assert run(tmp_path, json.dumps(export_json(copy))).startswith("1 are here already\n")
    settings.SITE_URL = "https://moved.example"
    assert run(tmp_path, *records).startswith("2 are here already\n")
    assert Game.objects.count() == 3


def test_another_sites_game_of_the_same_id_is_another_game(finished, alice, bob, tmp_path):
    other = give_up(play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 9, seed=2), 1)
    record = {**export_json(other), "game": f"https://elsewhere.example/games/{finished.public_id}/"}
    assert run(tmp_path, json.dumps(record)) == "1 imported, 0 refused of 1\n"


# --- Notation


def test_the_notation_says_what_the_json_says(finished, unmasked):
    for game in (finished, unmasked):
        told, read = json.loads(json.dumps(export_json(game))), export_of_text(export_text(game))
        for times in ("created_at", "started_at", "finished_at"):
            del told[times]
        told["log"] = [{k: v for k, v in entry.items() if k != "created_at"} for entry in told["log"]]
        for seat in told["seats"]:
            del seat["kind"]
        for seat in read["seats"]:
            for handicap, none in (("novice", False), ("one_star", False), ("timewarp", 0)):
                seat.setdefault(handicap, none)
        read["log"] = [{"data": {}, **entry} for entry in read["log"]]
        assert read == told


@pytest.mark.parametrize("zipped", [False, True])
def test_games_in_notation_come_back(finished, unmasked, tmp_path, zipped):
    told = run(tmp_path, through_text(finished), through_text(unmasked), zipped=zipped)
    assert told == "2 imported, 0 refused of 2\n"
    copies = Game.objects.filter(origin_kind="record").order_by("pk")
    for game, copy in zip((finished, unmasked), copies, strict=True):
        assert_same(game, copy)


def test_drawn_taken_back_and_timed_out_games_come_back_in_notation(alice, bob):
    def game(*turns: str) -> Game:
        game = table_of(alice, bob, rules=RuleSet())
        for turn in ("homeworld r1 b2 g3", "homeworld y1 b3 g3", *turns):
            play_turn(game, turn)
        return game

    agreed, back, repeated = game(), game("build g1 Alice"), game(*["pass"] * 8)
    for player in (alice, bob):
        agree_to_draw(game_id=agreed.pk, player=player, answers=2, key=f"draw{player}")
    take_back(game_id=back.pk, player=alice, answers=3, key="back")
    give_up(back, 1)
    for played in (agreed, back, repeated):
        copy = import_game(record=read_record(through_text(played)), accounts=ensure_record_players())
        assert_same(with_all(played), copy)


@pytest.mark.parametrize(
    "was, becomes, says",
    [
        ("Seat 1: Bob", "Seat 2: Bob", "The seats must stand in their order"),
        ("Seat 0: Alice", "Seat 0: Alice (blindfold)", "There is no handicap “blindfold”."),
        ("Rules: version 1", "Rules: as ever", "“Rules” must be the version of the rules"),
        ("\n2. Bob:", "\n3. Bob:", "Entry 2 is missing."),
        ("\n2. Bob:", "\nBob:", "Entry 2 must begin with its number"),
        ("2. Bob:", "2. Carol:", "Nobody here can have done this"),
        ("Result: won by Alice", "Result: won by Carol", "No seat is called “Carol”."),
        ("Result: won by Alice (resignation)", "Result: running", "Only finished games can be imported"),
        ("Variant: binary", "Variant", "A header has a name and a value"),
        ("Variant: binary", "Variant: chess", "There is no variant “chess”."),
        ("Option: attack", "Option: defence", "“options” must have each of"),
    ],
)
def test_what_is_wrong_with_a_record_in_notation_is_a_sentence(finished, was, becomes, says):
    text = through_text(finished)
    assert was in text
    with pytest.raises(NotARecord) as refusal:
        read_record(text.replace(was, becomes, 1))
    assert says in str(refusal.value)


def test_one_object_may_stand_on_several_lines(finished, tmp_path):
    record = json.dumps(json.loads(through_json(finished)), indent=2)
    assert run(tmp_path, record) == "1 imported, 0 refused of 1\n"


def test_a_bad_line_is_named_and_the_others_import(finished, tmp_path):
    told = run(tmp_path, "nonsense", through_json(finished))
    assert "records.jsonl:1: This is not JSON." in told
    assert "1 imported, 1 refused of 2\nexit 1" in told


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path):
    assert "exit 1" in run_file(tmp_path / "missing.json")
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    assert "neither text" in run_file(tmp_path / "picture")
    (tmp_path / "half.gz").write_bytes(gzip.compress(b'{"a": 1}\n' * 99)[:-9])
    assert "exit 1" in run_file(tmp_path / "half.gz")


def test_no_more_than_the_limit_is_read(finished, unmasked, tmp_path):
    told = run(tmp_path, through_json(finished), through_json(unmasked), limit=1)
    assert told == "1 imported, 0 refused of 1\n"


def archived(shared: Path, wanted, number: int) -> list[str]:
    lines = read_lines(shared / "archive" / "games.jsonl.gz")
    return list(islice((line for line in lines if wanted(json.loads(line))), number))


KINDS = {
    "two": (lambda g: g["n"] == 2 and len(g["t"]) < 30 and g["t"][0] != "N p", 20),
    "three": (lambda g: g["n"] == 3 and "var" not in g and len(g["t"]) < 50, 14),
    "four": (lambda g: g["n"] == 4 and "var" not in g and len(g["t"]) < 60, 10),
    "Sinister": (lambda g: "var" in g and len(g["t"]) < 60, 13),
    "pass before setup": (lambda g: " p" in g["t"][0], 2),
    "one star": (lambda g: g["id"] == 36791, 1),
}


@pytest.mark.archive
@pytest.mark.parametrize("kind", KINDS)
def test_recorded_games_import_and_come_back_or_are_named(kind, shared, tmp_path):
    wanted, number = KINDS[kind]
    lines = archived(shared, wanted, number)
    assert len(lines) == number
    told = run(tmp_path, *lines).splitlines()
    refused = [line for line in told if "Recorded game" in line]
    games = list(Game.objects.filter(origin_kind="record"))
    assert told[-1] == f"{len(games)} imported, {len(refused)} refused of {number}"
    reasons = {line.rpartition(": ")[2] for line in refused}
    assert reasons <= {"It is not your turn.", SENTENCES[RefusalCode.SET_UP_FIRST]}
    assert (len(refused) == number) == (kind == "pass before setup")
    for game in games:
        assert_same(game, brought_back(game))


def test_sixty_recorded_games_are_tried():
    assert sum(number for _, number in KINDS.values()) == 60


FOREIGN = """Homeworlds Online (SDG# 7)
Started: 2009.1.2, Ended: 2009.3.4
Participants: Bob (S), Ann (N)
Winner: Ann

1) Ann: homeworld r1 b2 g3 *
2) Bob: hom y1 b3 g3
3) Ann: grow green
\tgood luck
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_game_of_another_site_is_imported(tmp_path, encoding):
    file = tmp_path / "game.txt"
    file.write_bytes(FOREIGN.encode(encoding))
    assert "1 imported, 0 refused of 1" in run_file(file)
    game = Game.objects.get(imported=True)
    assert [seat.name for seat in game.seats.all()] == ["Ann", "Bob"]
    assert [entry.text for entry in game.log.all()][2:] == ["build G1 Ann", ""]
    assert game.outcome["winners"] == [0]


def test_what_cannot_be_read_of_another_sites_game_is_named(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(FOREIGN.replace("grow green", "build g2 Ann"))
    assert "Line 8: You must build the smallest green piece in the bank: G1, not G2." in run_file(file)
    file.write_text(FOREIGN.replace("Winner: Ann", "Winner: ??"))
    assert "Only finished games can be imported" in run_file(file)
