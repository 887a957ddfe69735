"""The table page of the most crowded recorded games: its size, the time of a step."""

from __future__ import annotations

import gzip
import statistics
from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from django.test import Client
from django.urls import reverse

from accounts.models import Player
from benchmarks.site.measuring import by_turns, client_of
from games.log.moments import state_of
from games.models import Game
from homeworlds.actions import Action
from homeworlds.notation import format_turn
from homeworlds.position import Position
from homeworlds.records import SEAT_LETTERS, Record, Step, replay_states
from homeworlds.state import begin
from homeworlds.tests.samples import records
from proofs.kit.cast import new_game, person, play

PLAYERS: Final = (2, 3, 4)
RUNS: Final = 60
"""Requests of each kind, taken in turns with those they are compared to."""
LARGEST_PAGE: Final = 50_000
LARGEST_SENT: Final = 12_000


class Crowd(NamedTuple):
    """A recorded game up to the moment when most pieces lie on the table."""

    record: Record
    steps: list[Step]
    pieces: int


def run() -> int:
    """Prints a line for each figure; the exit code says whether the sizes keep to their limits."""
    small_enough, players = True, cast_of(PLAYERS)
    for number in PLAYERS:
        crowd = most_crowded(number)
        game = played(crowd, players)
        print(f"{number} players, {crowd.pieces} pieces, {len(crowd.steps)} turns:")
        client = client_of(mover(game, players))
        for line, fits in _sizes(client, game):
            print(f"  {line}")
            small_enough = small_enough and fits
        print(f"  {_step_times(client, game)}")
    return 0 if small_enough else 1


def cast_of(sizes: Iterable[int]) -> dict[str, Player]:
    """The records name homeworlds after the seats' letters, as ours are named after the players."""
    letters = sorted(set("".join(SEAT_LETTERS[players] for players in sizes)))
    return {name: person(name) for name in letters}


def mover(game: Game, players: dict[str, Player]) -> Player:
    return players[SEAT_LETTERS[game.players][game.next_seat or 0]]


def most_crowded(players: int) -> Crowd:
    """Of the recorded games that keep to the order of turns from the first to this moment."""
    best: Crowd | None = None
    for record in records():
        if len(record.letters) != players or record.one_star:
            continue
        steps: list[Step] = []
        for step, state in replay_states(record):
            steps.append(step)
            if step.departs or state.outcome is not None or state.position.out:
                break
            if len(steps) < players or any(a.seat == b.seat for a, b in pairwise(steps)):
                continue
            pieces = _pieces(state.position)
            if best is None or pieces > best.pieces:
                best = Crowd(record, steps.copy(), pieces)
    if best is None:
        raise LookupError(players)
    return best


def _pieces(position: Position) -> int:
    return sum(len(system.stars) + sum(map(len, system.fleets)) for system in position.systems)


def played(crowd: Crowd, players: dict[str, Player]) -> Game:
    people = [players[letter] for letter in crowd.record.letters]
    game = new_game(*people, rules=crowd.record.rules)
    for step in crowd.steps:
        play(game, people[step.seat], format_turn(step.turn, len(people)))
        game.refresh_from_db()
    return game


def _sizes(client: Client, game: Game) -> list[tuple[str, bool]]:
    address = reverse("games:table", args=[game.public_id])
    at = {"at": own_busiest_system(game)}
    found = []
    for what, query in {"page": {}, "page with a system chosen": at}.items():
        html = client.get(address, query).content
        sent = len(gzip.compress(html, 6))
        fits = len(html) <= LARGEST_PAGE and sent <= LARGEST_SENT
        verdict = "" if fits else f" (more than {LARGEST_PAGE:,} or {LARGEST_SENT:,})"
        found.append((f"{what}: {len(html):,} bytes, {sent:,} compressed{verdict}", fits))
    return found


def own_busiest_system(game: Game) -> str:
    position = state_of(game).position
    busiest = max(position.systems, key=lambda system: len(system.fleets[position.mover]))
    return busiest.name


def _step_times(client: Client, game: Game) -> str:
    """One step of a turn by the page's script, with what every answer of the site costs beside it."""
    action: Action = next(iter(begin(state_of(game)).legal_actions()))
    step = {"turn": format_turn((action,), game.players)}
    fragment = reverse("games:table_fragment", args=[game.public_id])
    empty = reverse("robots")

    def one_step() -> object:
        return client.get(fragment, step, headers={"HX-Request": "true"})

    def nothing() -> object:
        return client.get(empty)

    # On a shared machine the clock on the wall also counts what others do.
    own, idle = [statistics.median(each) for each in by_turns(one_step, nothing, times=RUNS)]
    return f"a step of a turn: {own:.1f} ms of the processor in the median, {own / idle:.0f} empty views"
