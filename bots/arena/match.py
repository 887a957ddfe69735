"""A match: games in pairs, each written down when it is over, so that it can be gone on with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO, TypeVar

from bots.arena.games import Ask, Game, play_game
from bots.arena.openings import Openings
from bots.arena.results import append, read_lines
from bots.arena.scores import Summary, summary
from homeworlds.notation import format_position
from homeworlds.position import Position

Player = TypeVar("Player")


class Terms(NamedTuple):
    """What makes two matches the same: their games are counted together."""

    first: str
    second: str
    """What starts the engines."""
    first_limits: str
    second_limits: str
    openings: str
    rules: Mapping[str, str | bool]
    seed: int
    most_turns: int


def run(
    terms: Terms,
    openings: Openings,
    engines: Sequence[Ask],
    games: int,
    results: Path | None,
    report: TextIO,
) -> Summary:
    """Plays what is not yet played of so many games. Game 2 k and 2 k + 1 have the same opening; in the first
    of them the first engine has seat 0."""
    done = _played(terms, results)
    for number in range(games):
        if number in done:
            continue
        opening = openings.opening(number // 2)
        game = play_game(openings.rules, opening, in_turn(engines, number), terms.most_turns)
        line = line_of(terms, number, opening, game)
        append(results, line)
        done[number] = line["points"]
        report.write(f"game {number + 1}: {done[number]:g} in {len(game.turns)} turns, {game.why}\n")
        report.flush()
    return sum_up({number: points for number, points in done.items() if number < games})


def in_turn(both: Sequence[Player], number: int) -> list[Player]:
    """Who plays each seat in a game of this number."""
    seat = number % 2
    return [both[seat], both[1 - seat]]


def line_of(terms: Terms, number: int, opening: Position, game: Game) -> dict[str, Any]:
    """What is kept of a game."""
    seat = number % 2
    return {
        "terms": terms._asdict(),
        "game": number,
        "seat": seat,
        "points": 0.5 if game.winner is None else float(game.winner == seat),
        "why": game.why,
        "opening": format_position(opening),
        "turns": game.turns,
    }


def sum_up(done: Mapping[int, float]) -> Summary:
    pairs = [(done[n] + done[n + 1]) / 2 for n in sorted(done) if n % 2 == 0 and n + 1 in done]
    return summary([done[number] for number in sorted(done)], pairs)


def _played(terms: Terms, results: Path | None) -> dict[int, float]:
    """The points of the first engine in each game of this match that the file has."""
    return {int(line["game"]): float(line["points"]) for line in read_lines(results, terms._asdict())}
