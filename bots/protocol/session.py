"""One talk with a bot, without pipes: lines in, lines out."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from bots.thinking import Asked, Info, think
from homeworlds.commands.requests import bad, read_json, read_position, read_state
from homeworlds.notation import format_turn
from homeworlds.outcome import Alignment
from homeworlds.position import Position
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import RuleSet, Variant

LONGEST_LINE: Final = 1_000_000
"""Characters; a position of six with all positions before it is far below."""
MOST_NODES: Final = 10**15
MOST_SECONDS: Final = 10**6


class Session:
    """What was said last is what `go` is about."""

    def __init__(self, level: int, seed: int) -> None:
        self.level = level
        self.seed = seed
        self.asked: Asked | None = None

    def hear(self, line: str, say: Callable[[str], None]) -> bool:
        """Answers one line; False when it was the last. What cannot be used changes nothing."""
        order, _, rest = line.strip().partition(" ")
        if order == "quit":
            return False
        try:
            match order:
                case "":
                    pass
                case "position" if len(line) <= LONGEST_LINE:
                    self.asked = self._read(rest)
                case "position":
                    raise bad("the line is too long")
                case "go":
                    self._go(rest, say)
                case _:
                    raise bad("an order is “position”, “go” or “quit”")
        except Refusal as refusal:
            say("error " + " ".join(str(refusal).split()))
        return True

    def _read(self, text: str) -> Asked:
        fields = read_json(text)
        state = read_state(fields)
        variant = state.rules.variant
        alignment = _alignment(fields.get("alignment"), state.position.players, variant)
        if (text_of_revealed := fields.get("revealed")) is not None:
            state = state._replace(revealed=_revealed(text_of_revealed, state.position.players))
        return Asked(state, alignment, _before(fields, state.rules, state.position.names))

    def _go(self, text: str, say: Callable[[str], None]) -> None:
        if self.asked is None:
            raise bad("no position was given")
        nodes, seconds = _limits(text.split())
        asked = self.asked._replace(seed=self.seed, nodes=nodes, seconds=seconds)
        began = time.process_time()

        def report(info: Info) -> None:
            spent = time.process_time() - began
            say(f"info depth {info.depth} value {info.value} nodes {info.nodes} seconds {spent:.3f}")

        turn = think(self.level, asked, report)
        say("turn " + format_turn(turn, asked.state.position.players))


def _limits(words: list[str]) -> tuple[int | None, float | None]:
    """Nodes and seconds."""
    given: dict[str, str] = {}
    while words:
        if len(words) < 2 or words[0] not in ("nodes", "seconds") or words[0] in given:
            raise bad("it must read “go”, “nodes” with a number, “seconds” with a number")
        given[words[0]] = words[1]
        words = words[2:]
    nodes = _positive(given["nodes"], MOST_NODES) if "nodes" in given else None
    seconds = _positive(given["seconds"], MOST_SECONDS) if "seconds" in given else None
    if nodes is not None and nodes != int(nodes):
        raise bad("nodes are whole")
    return None if nodes is None else int(nodes), seconds


def _positive(text: str, most: int) -> float:
    try:
        number = float(text)
    except ValueError:
        raise bad("a limit must be a number") from None
    if not math.isfinite(number) or not 0 < number <= most:
        raise bad(f"a limit must be above 0 and at most {most}")
    return number


def _alignment(letter: object, players: int, variant: Variant) -> Alignment | None:
    if letter is None or variant is not Variant.GOOD_VS_EVIL:
        if variant is Variant.GOOD_VS_EVIL:
            raise Refusal(RefusalCode.BAD_ALIGNMENTS, players=players)
        return None
    if letter not in ("G", "E"):
        raise bad("“alignment” must be “G” or “E”, the mover’s own")
    return Alignment(letter)


def _revealed(letters: object, players: int) -> tuple[tuple[int, Alignment], ...]:
    if not isinstance(letters, str) or len(letters) != players or set(letters) - set("GE-"):
        raise bad("“revealed” must have “G”, “E” or “-” for every seat")
    return tuple([(seat, Alignment(letter)) for seat, letter in enumerate(letters) if letter != "-"])


def _before(fields: Mapping[str, Any], rules: RuleSet, names: tuple[str, ...]) -> tuple[Position, ...]:
    texts = fields.get("before", [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise bad("“before” must be a list of position texts")
    return tuple([_once(text, rules, names) for text in texts])


@lru_cache(maxsize=4096)
def _once(text: str, rules: RuleSet, names: tuple[str, ...]) -> Position:
    """A program that is asked turn after turn is told the same positions again."""
    return read_position(text, rules, names)
