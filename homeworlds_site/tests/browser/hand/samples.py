"""Recorded turns of each kind, and the games put where these were taken."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import NamedTuple

from accounts.models import Player
from board.map.places import Places, place_turn, settle
from board.tests.positions import passed_before_setup, recorded_games
from board.tests.taps import offered_names
from board.turn.cautions import question_before
from games.log.moments import state_of
from games.models import Game
from games.tests.play import table_of
from homeworlds.actions import Homeworld, Move, Sacrifice, Turn
from homeworlds.notation import format_position, format_turn, parse_turn
from homeworlds.records import Record, Step, read_record, replay_states
from homeworlds.rules import RuleSet
from homeworlds.state import GameState, begin, start_game

SET_UP = "Homeworld"
KINDS = ("Build", "Move", "Trade", "Discover", "Attack", "Sacrifice+Move+Move")
PEOPLE = {"N": "Nadia", "E": "Edgar", "S": "Selma", "W": "Wanda"}
"""Who plays, by the letter of the seat in the records."""
CROWDED = 5
"""Turns each, before those in the middle of a game."""


class Sample(NamedTuple):
    """A recorded turn, and the table before it. Who plays has the names above."""

    kind: str
    game: int
    rules: RuleSet
    names: tuple[str, ...]
    mover: int
    position: str
    places: str
    """JSON."""
    turn: str

    def put(self, people: Sequence[Player]) -> tuple[Game, GameState, Turn]:
        """A running game of theirs at this moment, and the turn with the name that is offered."""
        game = table_of(*people, rules=self.rules)
        where = {"position": self.position, "places": json.loads(self.places), "next_seat": self.mover}
        Game.objects.filter(pk=game.pk).update(**where, turn_count=CROWDED * len(people))
        game = Game.objects.get(pk=game.pk)
        state = state_of(game)
        return game, state, offered_names(state, parse_turn(self.turn, len(people)))


def kind_of(turn: Turn) -> str:
    return "+".join([type(action).__name__ for action in turn])


@cache
def samples(shared: Path, of_each: int, kinds: tuple[str, ...] = KINDS) -> tuple[Sample, ...]:
    """So many of each kind, in the order of the kinds: of games of two and of more in turns, none twice from
    a game, and such as the site does not ask about."""
    found: dict[str, list[Sample]] = {kind: [] for kind in kinds}
    for recorded in _in_turns(shared):
        wanted = {kind for kind, those in found.items() if len(those) < of_each}
        if not wanted:
            break
        record = read_record(recorded)
        if not record.one_star:
            for sample in _of_a_game(record, wanted):
                found[sample.kind].append(sample)
    return tuple(chain(*found.values()))


def _in_turns(shared: Path) -> Iterator[dict[str, object]]:
    everything = list(recorded_games(shared, 10_000))
    by_size = [[each for each in everything if each["n"] == players] for players in (4, 2, 3)]
    return (each for row in zip_longest(*by_size) for each in row if each is not None)


def _of_a_game(record: Record, wanted: set[str]) -> Iterator[Sample]:
    before = start_game(record.rules, tuple(record.letters))
    places = Places()
    for number, (step, after) in enumerate(replay_states(record)):
        state = before._replace(position=before.position._replace(mover=step.seat))
        kind = kind_of(step.turn)
        if step.departs or state.position.out or before.outcome is not None:
            return
        if passed_before_setup(step, state.position):
            before = after
            continue
        if kind in wanted and _fits(record, number, state, step):
            wanted = wanted - {kind}
            yield _sample(record, kind, state, step, places)
        half = begin(state)
        for action in step.turn:
            half = half.then(action)
        places = settle(place_turn(places, half), after.position)
        before = after


def _fits(record: Record, number: int, state: GameState, step: Step) -> bool:
    """In the middle of the game, nothing left undone and nothing to ask."""
    first, *rest = step.turn
    if isinstance(first, Sacrifice) and (
        first.ship.size != len(rest) or not all(isinstance(each, Move) for each in rest)
    ):
        return False
    if number < (1 if isinstance(first, Homeworld) else CROWDED * len(record.letters)):
        return False
    half = begin(state)
    for action in step.turn:
        half = half.then(action)
    return question_before(state, half, alerted=False) is None


def _sample(record: Record, kind: str, state: GameState, step: Step, places: Places) -> Sample:
    settled = settle(places, state.position).to_json()
    return Sample(
        kind=kind,
        game=record.id,
        rules=record.rules,
        names=tuple([PEOPLE[letter] for letter in record.letters]),
        mover=step.seat,
        position=_with_names(format_position(state.position)),
        places=json.dumps(
            {
                **settled,
                "systems": {_with_names(name): place for name, place in settled["systems"].items()},
                "homes": {_with_names(name): seat for name, seat in settled["homes"].items()},
            }
        ),
        turn=_with_names(format_turn(step.turn, len(record.letters))),
    )


def _with_names(text: str) -> str:
    """The homeworlds are called after the players."""
    return re.sub(r"(?<!\w)[NESW](?!\w)", lambda letter: PEOPLE[letter[0]], text)
