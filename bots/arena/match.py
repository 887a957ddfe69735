"""A match: games in pairs, each written down when it is over, so that it can be gone on with."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from bots.arena.games import Ask, play_game
from bots.arena.openings import Openings
from bots.arena.scores import Summary, summary
from homeworlds.notation import format_position


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
    done = _played(terms, results) if results else {}
    for number in range(games):
        if number in done:
            continue
        seat = number % 2
        opening = openings.opening(number // 2)
        seats = [engines[seat], engines[1 - seat]]
        game = play_game(openings.rules, opening, seats, terms.most_turns)
        points = 0.5 if game.winner is None else float(game.winner == seat)
        done[number] = points
        if results:
            line = {
                "terms": terms._asdict(),
                "game": number,
                "seat": seat,
                "points": points,
                "why": game.why,
                "opening": format_position(opening),
                "turns": game.turns,
            }
            _append(results, json.dumps(line, ensure_ascii=False))
        report.write(f"game {number + 1}: {points:g} in {len(game.turns)} turns, {game.why}\n")
        report.flush()
    return _sum({number: points for number, points in done.items() if number < games})


def _sum(done: Mapping[int, float]) -> Summary:
    pairs = [(done[n] + done[n + 1]) / 2 for n in sorted(done) if n % 2 == 0 and n + 1 in done]
    return summary([done[number] for number in sorted(done)], pairs)


def _played(terms: Terms, results: Path) -> dict[int, float]:
    """The points of the first engine in each game of this match that the file has."""
    wanted = json.loads(json.dumps(terms._asdict()))
    done = {}
    if results.exists():
        for text in results.read_text(encoding="utf-8").splitlines():
            line = _line(text)
            if line is not None and line.get("terms") == wanted:
                done[int(line["game"])] = float(line["points"])
    return done


def _line(text: str) -> dict[str, Any] | None:
    """None: it was not written to its end."""
    try:
        line = json.loads(text)
    except ValueError:
        return None
    return line if isinstance(line, dict) else None


def _append(results: Path, line: str) -> None:
    """On a line of its own, also behind one that was cut short."""
    with results.open("a+b") as file:
        if file.tell():
            file.seek(-1, 2)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(line.encode() + b"\n")
