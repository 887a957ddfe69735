"""What ends when and how: known results, and between them what their file does not hold."""

from __future__ import annotations

import enum
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeAlias

from homeworlds.outcome import evil_dealt
from homeworlds.rules import Variant

FIRST_DAY: Final = datetime(2005, 1, 1, tzinfo=UTC)
SECOND: Final = timedelta(seconds=1)
"""Between two events of the same day."""
TURNS: Final = 30
EVERY: Final = 10
SEEN: Final = 50
"""Other games are of players of so many results before."""
IN_A_ROW: Final = 12
"""So many games of one pair are lost on time on one day: more than count, and more than by chance."""
BACK: Final = 8
"""So many events later a result is undone."""


class End(enum.StrEnum):
    RESIGNATION = "resignation"
    """All but the winners resign."""
    TIME = "time"
    """The first of the losers loses on time; the others, if any, resign."""
    DRAW = "draw"
    """The winners agree to it; the others, if any, resign."""
    SUBSTITUTE = "substitute"
    """Who moves first leaves the seat to somebody else; then all but the winners resign."""
    SIDES = "sides"
    """Good vs Evil: either all Good ones win, or one Evil player."""
    VOID = "void"
    """Of two, by staff; at a table, because all stay away who do not resign."""


OTHERS: Final = (
    (End.DRAW, 2),
    (End.SIDES, 3),
    (End.SUBSTITUTE, 3),
    (End.DRAW, 4),
    (End.VOID, 2),
    (End.SIDES, 5),
    (End.SUBSTITUTE, 4),
    (End.VOID, 3),
)
"""Ways to end, each with so many seats."""


@dataclass(frozen=True, slots=True)
class Result:
    players: tuple[int, ...]
    """In the order of moves."""
    winners: tuple[int, ...]
    turns: int
    at: datetime
    end: End = End.RESIGNATION
    sinister: bool = False
    instead_of: int | None = None
    """The event of the timeline at which the same game had ended otherwise, which is undone."""

    @property
    def losers(self) -> tuple[int, ...]:
        return tuple(player for player in self.players if player not in self.winners)

    @property
    def variant(self) -> Variant:
        if self.end is End.SIDES:
            return Variant.GOOD_VS_EVIL
        if self.sinister:
            return Variant.SINISTER
        return Variant.BINARY if len(self.players) == 2 else Variant.LAST_CAPTAIN_STANDING


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Staff take the results of a player out, or let later ones count again."""

    player: int
    at: datetime
    over: bool = False


Event: TypeAlias = Result | Exclusion


class OneWinnerNeeded(ValueError):
    """A result that nobody's leaving can make."""


def read_all(file: Path) -> list[Result]:
    """Every line, in the order of days; also those that are too short to count. Raises OneWinnerNeeded."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return results_of(sorted(lines, key=lambda said: (said["day"], said["id"])))


def results_of(lines: Sequence[dict[str, Any]]) -> list[Result]:
    """In this order. Who left, as the file says, has run out of time; who lost on the board resigns."""
    found = []
    for turn, said in enumerate(lines):
        winners = [player for player, rank in zip(said["p"], said["rank"], strict=True) if rank == 0]
        if len(winners) != 1:
            raise OneWinnerNeeded(said)
        players = tuple(said["p"][said["first"] :] + said["p"][: said["first"]])
        at = FIRST_DAY + timedelta(days=said["day"]) + turn * SECOND
        end = End.TIME if said.get("end") == "left" else End.RESIGNATION
        found.append(Result(players, tuple(winners), said["turns"], at, end, said.get("var") == "sinister"))
    return found


def woven(results: Sequence[Result], *, every: int = EVERY, seed: int = 1) -> list[Event]:
    """All of them, after every so many a game that ends in another way, a result that is undone, an
    exclusion, or games in a row that somebody who is away loses."""
    dice, events = random.Random(seed), list[Event]()

    def add(event: Event | None) -> None:
        if event is not None:
            midnight = event.at.replace(hour=0, minute=0, second=0)
            events.append(replace(event, at=midnight + len(events) * SECOND))

    excluded = 0
    for turn, result in enumerate(results, start=1):
        add(result)
        if turn % every == 0:
            add(_other(turn // every, results[max(0, turn - SEEN) : turn], dice))
        if turn % (2 * every) == every // 2:
            add(_undone(events, result.at))
        if turn % (32 * every) == 4 * every:
            excluded = result.players[0]
            add(Exclusion(excluded, result.at))
        if turn % (32 * every) == 8 * every:
            add(Exclusion(excluded, result.at, over=True))
        if turn % (32 * every) == 16 * every:
            for _ in range(IN_A_ROW):
                add(Result(result.players[:2], result.players[:1], TURNS, result.at, End.TIME))
    return events


def _other(number: int, seen: Sequence[Result], dice: random.Random) -> Result | None:
    """Of players who have been seen; None: these are too few."""
    end, seats = OTHERS[number % len(OTHERS)]
    known = sorted({player for each in seen for player in each.players})
    if seats > len(known):
        return None
    many = {
        End.VOID: 0,
        End.SUBSTITUTE: 1,
        End.DRAW: dice.choice((2, seats)),
        End.SIDES: dice.choice((1, seats - evil_dealt(seats))),
    }
    players = tuple(dice.sample(known, seats))
    return Result(players, tuple(dice.sample(players, many[end])), TURNS, seen[-1].at, end)


def _undone(events: Sequence[Event], at: datetime) -> Result | None:
    """A game of two of some time ago goes on, and the other one wins; None: that was no such game."""
    number = len(events) - BACK
    before = events[number] if number >= 0 else None
    if not isinstance(before, Result) or before.instead_of is not None or len(before.players) > 2:
        return None
    if before.end not in (End.RESIGNATION, End.TIME):
        return None
    return replace(before, winners=before.losers, end=End.RESIGNATION, at=at, instead_of=number)
