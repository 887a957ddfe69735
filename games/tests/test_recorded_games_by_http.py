"""Recorded games played through the site: one browser a seat, the forms a person fills in."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from django.core.cache import cache as counts
from django.core.management import call_command
from django.urls import reverse

from accounts.tests.cast import person
from board.words.rules import CUSTOM
from games.forms.new_game import OPEN, SEATS
from games.forms.rules import option_text
from games.log.moments import state_of
from games.models import Game, SeatOrder, Status
from games.tests.browsing import Browser
from homeworlds.actions import Pass, Turn
from homeworlds.notation import format_turn
from homeworlds.outcome import Departure
from homeworlds.position import position_key
from homeworlds.records import Record, final_key, read_record
from homeworlds.state import begin, depart, play, start_game
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.archive, pytest.mark.django_db]

NAMES: Final[Mapping[str, str]] = {"N": "Nora", "E": "Emil", "S": "Sofia", "W": "Wanda"}


class Kind(NamedTuple):
    """A kind of recorded game, and how many of it are played."""

    players: int
    variant: str
    end: str
    shortest: int
    """Turns."""
    longest: int
    games: int

    def __str__(self) -> str:
        return f"{self.players} {self.variant or 'plain'} {self.end} {self.shortest}-{self.longest}"


KINDS: Final = (
    Kind(2, "", "board", shortest=8, longest=17, games=12),
    Kind(2, "", "board", shortest=18, longest=26, games=9),
    Kind(2, "", "left", shortest=6, longest=20, games=16),
    Kind(3, "", "board", shortest=30, longest=64, games=3),
    Kind(3, "", "left", shortest=2, longest=40, games=6),
    Kind(3, "Sinister", "board", shortest=40, longest=58, games=3),
    Kind(3, "Sinister", "left", shortest=3, longest=31, games=4),
    Kind(4, "", "board", shortest=60, longest=68, games=1),
    Kind(4, "", "left", shortest=10, longest=43, games=2),
    Kind(4, "Sinister", "board", shortest=30, longest=57, games=3),
    Kind(4, "Sinister", "left", shortest=30, longest=37, games=1),
)


def test_at_least_sixty_games_are_played() -> None:
    assert sum(kind.games for kind in KINDS) >= 60


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_recorded_games_come_to_their_recorded_end_by_the_forms(kind: Kind, shared: Path) -> None:
    browsers = {letter: Browser(person(name), checks_csrf=True) for letter, name in NAMES.items()}
    games = list(chosen(kind, shared))
    assert len(games) == kind.games
    for number, record in enumerate(games):
        counts.clear()
        seats = [browsers[letter] for letter in record.letters]
        Play(record, seats, htmx=number % 2 == 1).through()
    told = StringIO()
    call_command("replay_games", "--check", stdout=told)
    assert told.getvalue().strip() == f"{kind.games} of {kind.games} games agree"


# --- Which games


@cache
def lines(shared: Path) -> tuple[str, ...]:
    with gzip.open(shared / "archive" / "games.jsonl.gz", "rt") as file:
        return tuple(file)


def chosen(kind: Kind, shared: Path) -> Iterator[Record]:
    """The first ones of a kind, by their numbers, that keep to the rules of the site in everything."""
    found = 0
    for line in lines(shared):
        data: dict[str, Any] = json.loads(line)
        turns = len(data["t"])
        fits = (data["n"], data.get("var", ""), data["end"]) == kind[:3]
        if not fits or not kind.shortest <= turns <= kind.longest:
            continue
        record = read_record(data)
        if found < kind.games and keeps_to_our_rules(record):
            found += 1
            yield record


def keeps_to_our_rules(record: Record) -> bool:
    """The old server let players pass before setting up, gave one a homeworld of one star, sometimes lost
    the order of turns, let a game go on when one was left, and knew no draw by repetition."""
    if record.one_star:
        return False
    state = start_game(record.rules, tuple(record.letters))
    seen: Counter[str] = Counter()
    for step in record.steps:
        if state.outcome is not None:
            return False
        position = state.position
        if step.departs:
            if step.seat in position.out:
                return False
            state = depart(state, step.seat, Departure.RESIGNATION).state
            continue
        if step.seat != position.mover or (step.turn == (Pass(),) and position.homeworld(step.seat) is None):
            return False
        half = begin(state)
        for action in step.turn:
            half = half.then(action)
        state = play(state, half).state
        seen[position_key(state.position)] += 1
    return len(record.letters) > 2 or max(seen.values()) < 5


# --- Playing them


class Play:
    """One recorded game on the site. With `htmx` turns go the way the page's script sends them."""

    def __init__(self, record: Record, seats: list[Browser], *, htmx: bool) -> None:
        self.record = record
        self.seats = seats
        self.htmx = htmx
        self.names = [NAMES[letter] for letter in record.letters]
        self.public_id = ""

    def through(self) -> None:
        self.make_the_game()
        record, board = self.record, ""
        for step in record.steps:
            if step.departs:
                # The recorded end is the position before the last one left.
                board = self.board()
                self.resign(step.seat)
            else:
                self.take_turn(step.seat, step.turn)
                board = self.board()
        for seat in sorted(state_of(self.game()).position.living):
            if not record.on_board and seat != record.winner and self.game().status == Status.RUNNING:
                self.resign(seat)
        game = self.game()
        assert systems(board) == systems(record.final), f"game {record.id}"
        assert game.status == Status.FINISHED, f"game {record.id}"
        assert game.outcome["winners"] == [record.winner], f"game {record.id}"

    def game(self) -> Game:
        return Game.objects.get(public_id=self.public_id)

    def board(self) -> str:
        return final_key(state_of(self.game()).position, self.record.letters)

    def url(self, name: str) -> str:
        return reverse(f"games:{name}", args=[self.public_id])

    def make_the_game(self) -> None:
        rules = self.record.rules
        creator, *others = self.seats
        players = len(self.seats)
        form = creator.open(reverse("games:new")).form("variant", "seat_1")
        answer = creator.send(
            form,
            variant=str(rules.variant),
            players=str(players),
            rule_set=CUSTOM,
            seat_order=str(SeatOrder.FIXED),
            **{option: option_text(value) for option, value in rules.options().items()},
            **dict.fromkeys(SEATS[1:players], OPEN),
        )
        assert answer.status_code == 303
        self.public_id = answer.url.rstrip("/").rpartition("/")[2]
        for browser in others:
            form = browser.open(answer.url).form(action="/join/")
            assert browser.send(form).status_code == 303
        for browser in self.seats[:-1] if players > 2 else ():  # whoever came last has confirmed by that
            form = browser.open(answer.url).form(action="/agree/")
            assert browser.send(form).status_code == 303
        assert self.game().rules() == rules
        assert [seat.name for seat in self.game().seats.all()] == self.names

    def take_turn(self, seat: int, turn: Turn) -> None:
        browser = self.seats[seat]
        text = format_turn(tuple(self.named(turn)), len(self.seats))
        form = browser.open(self.url("table")).form("answers", "key", "turn")
        answer = browser.send(form, htmx=self.htmx, turn=text)
        if answer.status_code == 422 and page_of(answer).select("[name=confirmed]"):
            browser.page = answer
            answer = browser.send(browser.form("confirmed"), htmx=self.htmx)
        assert answer.status_code == (200 if self.htmx else 303), f"game {self.record.id}, {text}"

    def named(self, turn: Turn) -> Iterable[Any]:
        """The homeworlds are called by the players' names instead of by letters."""
        for action in turn:
            named = {
                place: NAMES[getattr(action, place)]
                for place in ("system", "origin", "destination")
                if getattr(action, place, None) in NAMES
            }
            yield replace(action, **named)

    def resign(self, seat: int) -> None:
        browser = self.seats[seat]
        form = browser.open(self.url("resign")).form("key")
        assert browser.send(form).status_code == 303


def systems(text: str) -> Counter[tuple[str, str, str]]:
    """A board as recorded, whatever the order of systems, stars and ships."""
    found: Counter[tuple[str, str, str]] = Counter()
    for part in filter(None, text.split("; ")):
        head, _, ships = part.partition(" ")
        home, _, stars = head.rpartition("!")
        found[home, _in_order(stars, 2), _in_order(ships, 3)] += 1
    return found


def _in_order(text: str, size: int) -> str:
    return "".join(sorted(text[at : at + size] for at in range(0, len(text), size)))
