"""The ladder of our levels: each against the next lower one, the top one against the study's recipe and
against itself with fewer nodes; and what ratings follow from."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from bots.arena.games import Choose, play_between
from bots.arena.match import Terms, in_turn, line_of, sum_up
from bots.arena.recipe import Recipe
from bots.arena.scores import Summary
from bots.thinking import LEVEL_IDS, STRENGTHS, Asked, Info, think
from homeworlds.notation import format_turn
from homeworlds.position import Position
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState

RULES: Final = preset_rules(Preset.MODERN, Variant.BINARY)
MOST_TURNS: Final = 200
TOP: Final = max(STRENGTHS)
NEIGHBOURS, RECIPE, FEWER = 0.70, 0.95, 0.75
"""What the upper one has to score."""


class Side(NamedTuple):
    """One of our levels with its limits, or the recipe."""

    level: int | None
    nodes: int = 0
    seconds: float = 0.0

    @property
    def name(self) -> str:
        return "the recipe" if self.level is None else f"level {self.level}"

    @property
    def limits(self) -> str:
        return "" if self.level is None else f"nodes {self.nodes} seconds {self.seconds:g}"


class Match(NamedTuple):
    key: str
    """By which it is asked for."""
    first: Side
    second: Side
    games: int
    aim: float


class Task(NamedTuple):
    """A game that is still to be played."""

    match: Match
    terms: Terms
    number: int
    opening: Position


def side(level: int, share: float, nodes_share: float = 1.0) -> Side:
    """A level with a share of both its budgets; of its nodes there may be less again."""
    _thinker, nodes, seconds = STRENGTHS[level]
    return Side(level, max(1, round(nodes * share * nodes_share)), seconds * share)


def matches(share: float, games: int, top_games: int) -> list[Match]:
    found = [
        Match(f"{level}-{level - 1}", side(level, share), side(level - 1, share), games, NEIGHBOURS)
        for level in sorted(STRENGTHS)[1:]
    ]
    top = side(TOP, share)
    found.append(Match(f"{TOP}-recipe", top, Side(None), top_games, RECIPE))
    found.append(Match(f"{TOP}-tenth", top, side(TOP, share, 0.1), top_games, FEWER))
    return found


def terms_of(match: Match, openings: str, seed: int, edition: str) -> Terms:
    return Terms(
        f"{match.first.name} of {edition}",
        f"{match.second.name} of {edition}",
        match.first.limits,
        match.second.limits,
        openings,
        RULES.options(),
        seed,
        MOST_TURNS,
    )


def play_task(task: Task) -> dict[str, Any]:
    """The line to keep of it, with the processor's seconds for each turn of both."""
    spent = [_Spent(), _Spent()]
    sides = (task.match.first, task.match.second)
    both = [_timed(_choosing(each, task.number), spent[at]) for at, each in enumerate(sides)]
    game = play_between(RULES, task.opening, in_turn(both, task.number), MOST_TURNS)
    line = line_of(task.terms, task.number, task.opening, game)
    return line | {"spent": [[each.turns, round(each.seconds, 3)] for each in spent]}


class _Spent:
    turns = 0
    seconds = 0.0


def _timed(choose: Choose, spent: _Spent) -> Choose:
    def timed(state: GameState, before: Sequence[Position]) -> str:
        began = time.process_time()
        text = choose(state, before)
        spent.turns += 1
        spent.seconds += time.process_time() - began
        return text

    return timed


def _choosing(played: Side, seed: int) -> Choose:
    """Its own seed in each game, so that no two are alike."""

    def choose(state: GameState, before: Sequence[Position]) -> str:
        if played.level is None:
            turn = _recipe().turn(state, seed)
        else:
            asked = Asked(state, None, tuple(before), seed=seed, nodes=played.nodes, seconds=played.seconds)
            turn = think(played.level, asked, _say_nothing)
        return format_turn(turn, 2)

    return choose


@cache
def _recipe() -> Recipe:
    return Recipe()


def _say_nothing(info: Info) -> None:
    pass


class Score(NamedTuple):
    """What a match has come to."""

    match: Match
    summary: Summary
    seconds: tuple[float, float]
    """Of a turn of the first and of the second."""

    @property
    def good(self) -> bool:
        """All its games are played and the first has scored what it has to."""
        return self._whole and self.summary.score >= self.match.aim

    @property
    def _whole(self) -> bool:
        return self.summary.games >= self.match.games

    def __str__(self) -> str:
        first, second = self.match.first, self.match.second
        verdict = "PASS" if self.good else "FAIL" if self._whole else "so far"
        return (
            f"{first.name} ({first.limits}) against {second.name} ({second.limits or 'no limit'}): "
            f"{self.summary}; {self.match.aim:.0%} wanted: {verdict}; "
            f"a turn takes {self.seconds[0]:.3f} s and {self.seconds[1]:.3f} s"
        )


def score_of(match: Match, lines: Sequence[Mapping[str, Any]]) -> Score | None:
    """Of those of its games that are played; None: of none."""
    points = {line["game"]: float(line["points"]) for line in lines if line["game"] < match.games}
    if not points:
        return None
    times = []
    for at in range(2):
        turns = sum([line["spent"][at][0] for line in lines])
        times.append(sum([line["spent"][at][1] for line in lines]) / max(1, turns))
    return Score(match, sum_up(points), (times[0], times[1]))


def kept_of(scores: Sequence[Score], share: float, how: str) -> dict[str, Any]:
    """What the file of ratings holds: the matches of neighbours."""
    by_key = {score.match.key: score.summary for score in scores}
    played = [(level, by_key.get(f"{level}-{level - 1}")) for level in sorted(STRENGTHS)[1:]]
    matches = [
        {
            "stronger": LEVEL_IDS[level - 1],
            "weaker": LEVEL_IDS[level - 2],
            "games": summary.games,
            "score": summary.score * summary.games,
        }
        for level, summary in played
        if summary is not None
    ]
    return {"how": how, "budget": f"1/{1 / share:g}", "matches": matches}
