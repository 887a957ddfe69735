"""Abstract Play: a game's state, a finished game's report, or a list of moves. Steps are separated by commas,
homeworlds are called by the compass."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from homeworlds.foreign.own import read_object
from homeworlds.foreign.table import COMPASS, ForeignGame, Table, departure_of, old_rules
from homeworlds.records import RecordError
from homeworlds.refusals import Refusal

NAME: Final = "abstract-play"

_SETUP: Final = re.compile(
    r"(?im)^\s*(?:\d+[.)]\s*)?homeworld [rygb][123] (?:[rygb][123]|-) [rygb][123](?: \*)?\s*$"
)
_OURS: Final = re.compile(r'(?i)"(game|name|uid|metaGame)"\s*:\s*\{?\s*("name"\s*:\s*)?"homeworlds"')
_BY_COMPASS: Final = re.compile(r"(?i)\b(build|trade|sacrifice) [rygb][123] .*\b(North|South|East|West)\b")


def sniff(beginning: str) -> float:
    if beginning.lstrip().startswith(("{", "[")):
        return 0.95 if _OURS.search(beginning) else 0.3 if '"homeworld ' in beginning else 0.0
    return 0.6 if _SETUP.search(beginning) and _BY_COMPASS.search(beginning) else 0.0


def read(text: str) -> Iterator[ForeignGame]:
    if not text.lstrip().startswith(("{", "[")):
        moves = [re.sub(r"^\s*\d+[.)]\s*", "", line).strip() for line in text.split("\n")]
        yield _game([move for move in moves if move], [], "", ())
        return
    data = (
        read_object(text) if text.lstrip().startswith("{") else {"moves": read_object(f'{{"m":{text}}}')["m"]}
    )
    stack, header = data.get("stack"), data.get("header")
    if isinstance(stack, list):
        yield _of_state(data, stack)
    else:
        yield _of_report(data, header if isinstance(header, dict) else {})


def _of_state(data: Mapping[str, Any], stack: Sequence[Any]) -> ForeignGame:
    moves = [str(state["lastmove"]) for state in stack if isinstance(state, dict) and state.get("lastmove")]
    players = data.get("numplayers")
    variants = data.get("variants")
    winner = data.get("winner")
    return _game(
        moves,
        [""] * players if isinstance(players, int) and 2 <= players <= 4 else [],
        " ".join(map(str, variants)) if isinstance(variants, list) else "",
        [seat - 1 for seat in winner if isinstance(seat, int)] if isinstance(winner, list) else (),
    )


def _of_report(data: Mapping[str, Any], header: Mapping[str, Any]) -> ForeignGame:
    moves = list(_flat(data.get("moves")))
    players = header.get("players")
    names: list[str] = []
    winners: list[int] = []
    if isinstance(players, list):
        results = [each.get("result") if isinstance(each, dict) else None for each in players]
        names = [str(each.get("name", "")) if isinstance(each, dict) else str(each) for each in players]
        best = max([result for result in results if isinstance(result, int | float)], default=None)
        winners = [seat for seat, result in enumerate(results) if best is not None and result == best]
    game = header.get("game")
    variants = game.get("variants", "") if isinstance(game, dict) else ""
    return _game(moves, names, str(variants), winners)


def _flat(moves: object) -> Iterator[str]:
    """Rounds of moves, a list each, or one list of all; an object where a move has notes."""
    if isinstance(moves, str):
        yield moves
    elif isinstance(moves, dict):
        yield from _flat(moves.get("move"))
    elif isinstance(moves, list):
        for each in moves:
            yield from _flat(each)


def _game(moves: Sequence[str], names: Sequence[str], variants: str, winners: Sequence[int]) -> ForeignGame:
    setups = sum(move.lstrip().lower().startswith("home") for move in moves)
    players = len(names) if len(names) > 1 else setups
    if players not in COMPASS:
        raise RecordError("The record does not show two to four players")
    compass = COMPASS[players]
    called = [name or compass[seat] for seat, name in enumerate(names or compass)]
    table = Table(NAME, called, rules=old_rules(players, sinister=players > 2 or "inister" in variants))
    for name, word in zip(table.game.names, compass, strict=True):
        table.call(word, name)
    for number, move in enumerate(moves, start=1):
        try:
            _play(table, move, number)
        except (Refusal, RecordError) as why:
            return table.stop(number, move, why, len(moves) - number)
    table.claim(list(winners), draw=len(winners) == players)
    return table.game


def _play(table: Table, move: str, number: int) -> None:
    departure = departure_of(move)
    if departure is not None:
        table.depart(table.mover, departure, number)
        return
    steps = [re.sub(r"[\s*]+$", "", step).strip() for step in re.split(r"[,;\n]", move)]
    passes = "; ".join([each for step in steps if step for each in _passed(step)])
    table.turn(passes, number)


def _passed(step: str) -> list[str]:
    """`pass *` gives all actions up that are left, which we do without a word."""
    return ["pass"] if re.fullmatch(r"(?i)pass(\s+\S+)?", step) else [step]
