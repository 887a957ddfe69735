"""Games from elsewhere: recorded games in every style come to the same turns; nothing breaks the reader."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from homeworlds.actions import Homeworld
from homeworlds.foreign.reading import read_records
from homeworlds.foreign.table import ForeignGame
from homeworlds.foreign.writing import WRITERS
from homeworlds.notation import format_turn, parse_turn
from homeworlds.outcome import Departure
from homeworlds.records import Record, RecordError, replay_states
from homeworlds.renaming import renamed_turn
from homeworlds.tests import foreign_samples
from homeworlds.tests.foreign_samples import Told
from homeworlds.tests.samples import records

STYLES = {
    "superdupergames": foreign_samples.sdg,
    "abstract-play": foreign_samples.abstract_play,
    "board-game-arena": foreign_samples.arena,
    "homeworlds-live": foreign_samples.live,
    "numbered": foreign_samples.numbered,
    "bare": foreign_samples.bare,
    "several": foreign_samples.several,
    "discord": foreign_samples.discord,
}
OF_TWO = ("board-game-arena", "homeworlds-live")
SILENT = ("bare", "several")
"""Say nothing of who left."""


def games_in(text: str) -> list[ForeignGame]:
    return list(read_records(text))


def fits(record: Record, name: str) -> bool:
    """Elsewhere everybody sets up in his first turn, with two stars, and whose turn it is follows."""
    if name == "superdupergames":
        return True
    players = len(record.letters)
    first = [step.turn for step in record.steps[:players]]
    if sum(bool(turn) and isinstance(turn[0], Homeworld) for turn in first) < players or record.one_star:
        return False
    if name in SILENT and any(step.departs for step in record.steps):
        return False
    before = None
    for step, state in replay_states(record):
        if before is not None and not step.departs and before.position.mover != step.seat:
            return False
        before = state
    return name not in OF_TWO or players == 2


def sampled(name: str, count: int) -> list[Record]:
    every = Random(name).sample(records(), 3 * count)
    return [record for record in every if fits(record, name)][:count]


def plainly(text: str) -> str:
    """Case does not matter to names, nor what was given up at the end to a turn."""
    return text.casefold().replace("; pass", "").removeprefix("pass; ")


def wrong_with(record: Record, style: Callable[[Record], Told], name: str) -> str:
    told = style(record)
    games = games_in(told.text)
    if len(games) != 1:
        return f"{len(games)} games"
    (game,) = games
    if game.unread:
        return f"unread: {game.unread[0]}"
    read = [(move.seat, plainly(move.text)) for move in game.moves if move.departure is None]
    meant = [(seat, plainly(text)) for seat, text in told.turns]
    if read != meant:
        at = next((n for n, (a, b) in enumerate(zip(read, meant, strict=False)) if a != b), len(read))
        return f"turn {at}: {read[at : at + 1]} for {meant[at : at + 1]}"
    if name in STYLES and game.format not in (name, "plain"):
        return f"taken for {game.format}"
    return ""


@pytest.mark.archive
@pytest.mark.parametrize("name", STYLES)
def test_recorded_games_in_the_style_of_others_come_to_the_same_turns(name: str) -> None:
    wrong = {
        record.id: found for record in sampled(name, 40) if (found := wrong_with(record, STYLES[name], name))
    }
    assert not wrong


# --- what does not stand in the archive

LIVE = "Players: Ann,Bob\nWinner: Ann\nh,b1A,r2A,g3A\nh,y1A,b3A,g3B\nb,g1A,1\nb,g1B,2\n"
SDG = """Homeworlds Online (SDG# 7)
Variants: "Nothing special"
Started: 2009.1.2, Ended: 2009.3.4
Participants: Bob (S), Ann (N)
Winner: Ann

1) Ann: homeworld r1 b2 g3 Annsworld *
2) Bob: hom y1 b3 g3
\tgood luck
and have fun; build g1
3) Ann: build g1. Annsworld
4) Bob: b g1 bob as I said
5) Ann: t g1 y1 ann
6) Bob: ~resigns~
"""


REPORT = json.dumps(
    {
        "header": {
            "game": {"name": "Homeworlds"},
            "players": [{"name": "Ann", "result": 1}, {"name": "Bob", "result": 0}],
        },
        "moves": [
            ["homeworld g3 b2 r3", "homeworld g1 y3 b3"],
            [{"move": "build r1 North"}, "build b1 South"],
        ],
    }
)


def read_one(text: str) -> ForeignGame:
    (game,) = games_in(text)
    return game


def test_the_old_archive_is_read_with_its_signs_and_talk() -> None:
    game = read_one(SDG)
    assert (game.format, game.names, game.unread) == ("superdupergames", ("Ann", "Bob"), [])
    assert game.turns[2:] == ["build G1 Ann", "build G1 Bob", "trade G1 Y1 Ann"]
    assert (game.winners, game.moves[-1].departure) == ((0,), Departure.RESIGNATION)


def test_owners_are_named_by_the_compass_or_after_a_tilde() -> None:
    text = SDG.replace("Bob (S), Ann (N)", "Bob (E), Ann (N), Cleo (S)").partition("3)")[0]
    text += "3) Cleo: h g1 y3 r3\n4) Ann: b g1 ann\n5) Bob: d g3 bob g2 mid\n6) Cleo: d r3 cleo b2 far\n"
    assert not read_one(text).unread
    for written in ("r3~E mid", "r3 mid (E)", "r3 mid east", "R3E mid"):
        more = text + f"7) Ann: a {written}\n"
        assert read_one(more).unread[0].text.startswith("a "), "there is no such ship, but the owner is read"


def test_serial_numbers_are_followed() -> None:
    game = read_one(LIVE + "t,g1A,y1B\nd,g1B,y2A;...\nc,r,1")
    assert game.turns[4:] == ["trade G1 Y1 Ann", "discover G1 Bob Y2 S3"]
    assert game.unread[0].line == 9
    assert "catastrophe" in game.unread[0].why


@pytest.mark.parametrize(
    "text, format_, turns",
    [
        ('["homeworld g3 b2 r3", "homeworld g1 y3 b3", "build r1 North"]', "abstract-play", 3),
        (REPORT, "abstract-play", 4),
        ("h r1 b2 g3 Ann\nh y1 b3 g3 Bob\nb g1 Ann\nb g1 Bob\ns g1 Ann\nb g1 Ann\nt g1 y1 Bob", "plain", 6),
        (
            "[12:01] <Ann> hw r1 b2 g3\n[12:05] <Bob> hw y1 b3 g3\n[12:06] <Ann> lol\n[12:07] <Ann> grow g",
            "plain",
            3,
        ),
    ],
)
def test_other_forms_are_read(text: str, format_: str, turns: int) -> None:
    game = read_one(text)
    assert (game.format, len(game.turns), game.unread) == (format_, turns, [])


def test_what_is_not_understood_is_named_with_its_line_and_what_waits() -> None:
    game = read_one(
        "1. Ann: hw r1 b2 g3\n2. Bob: hw y1 b3 g3\n3. Ann: t g3 Ann\n4. Bob: b g1 Bob\n5. Ann: pass"
    )
    assert len(game.turns) == 2
    assert [unread.line for unread in game.unread] == [3, 4]
    assert "can mean several steps" in game.unread[0].why
    assert game.unread[1].why == "2 more wait for line 3."


@pytest.mark.parametrize("mark", ["\ufeff", "\u200b"])
@pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028"])
def test_marks_and_line_ends_of_all_systems_do_no_harm(mark: str, end: str) -> None:
    assert read_one(mark + SDG.replace("\n", end)).turns == read_one(SDG).turns


BOMBS = {
    "nesting": "[" * 1_000_000,
    "nested-object": '{"moves":' * 200_000,
    "one-line": "build g1 Ann; " * 750_000,
    "one-line-of-json": '{"format":1,"game":"' + "x" * 10_000_000,
    "turns": "h r1 b2 g3 Ann\nh y1 b3 g3 Bob\n" + "pass\n" * 100_000,
    "turns-of-the-archive": SDG + "\n".join(f"{7 + number}) Ann: pass" for number in range(50_000)),
    "live": LIVE + "pass\n" * 50_000,
    "state": '{"game":"homeworlds","numplayers":2,"stack":['
    + ",".join(['{"lastmove":"pass"}'] * 50_000)
    + "]}",
    "numbers": "1.1.1.1." * 2_400,
    "blanks": " " * 19_000 + "1.",
    "parentheses": "(" * 19_000,
    "zeros": "\x00" * 19_000,
    "tabs": "h r1 b2 g3\nh r1 b2 g3\n" + "\t" * 19_000 + "x",
    "dashes": "h r1 b2 g3\nh r1 b2 g3\n" + "-" * 19_000,
    "stars": "h r1 b2 g3\nh r1 b2 g3\n" + "b g1 " + "*" * 19_000,
    "ships": "h r1 b2 g3\nh r1 b2 g3\n" + "trade " + "g1 y1 " * 3_000,
    "empty": "",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_in_a_sentence_within_two_seconds(name: str) -> None:
    began = time.process_time()
    try:
        games = games_in(BOMBS[name])
    except RecordError as error:
        sentences = [f"{error}"]
    else:
        sentences = [game.unread[0].why if game.unread else "All was read." for game in games]
    assert time.process_time() - began < 2
    assert sentences
    assert all(0 < len(sentence) < 400 for sentence in sentences)


@pytest.mark.archive
@pytest.mark.parametrize("form", ["text", "json", "abstract-play"])
def test_what_is_written_is_read_back(form: str) -> None:
    for record in sampled("numbered", 25):
        (game,) = games_in(foreign_samples.numbered(record).text)
        (again,) = games_in(WRITERS[form](game))
        assert not again.unread
        names = dict(zip(game.names, again.names, strict=True))
        turns = [renamed_turn(parse_turn(text, len(names)), names) for text in game.turns]
        assert again.turns == [format_turn(turn, len(names)) for turn in turns]
        assert [move.seat for move in again.moves] == [move.seat for move in game.moves]
        assert form == "abstract-play" or again.rules == game.rules
        assert form == "abstract-play" or again.winners == game.winners


def test_a_forum_gets_the_turns_and_the_board() -> None:
    game = read_one(SDG)
    for form in ("markdown", "bbcode"):
        text = WRITERS[form](game)
        assert "3. Ann: build G1 Ann" in text
        assert "> Ann" in text or "  Ann" in text


def test_the_command_converts_and_tells_what_was_not_read(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for encoding in ("utf-8-sig", "utf-16"):
        file.write_bytes(SDG.encode(encoding))
        done = _convert(str(file))
        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "6. Bob resigns")
    file.write_text(SDG.replace("b g1 bob as I said", "b g2 bob"))
    done = _convert(str(file))
    assert done.returncode == 1
    assert "line 12: You must build the smallest green piece" in done.stderr
    file.write_text("nothing of the kind")
    assert "no game begins here" in _convert(str(file)).stderr
    assert "cannot be read" in _convert(str(tmp_path / "missing")).stderr


def _convert(file: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "homeworlds", "convert", file, "--to", "text"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
