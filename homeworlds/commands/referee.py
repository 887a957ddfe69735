"""The referee: one JSON request a line in, one JSON answer a line out (rules.md 8)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TextIO

from homeworlds.commands.requests import bad, read_json, read_state
from homeworlds.notation import format_position, format_turn, parse_turn
from homeworlds.outcome import Alignment
from homeworlds.reading.turns import read_turn
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import RuleSet, Variant
from homeworlds.search import count_ends
from homeworlds.state import GameState, begin, play
from homeworlds.threats import eliminating_turn, winning_turn


class _Request(NamedTuple):
    state: GameState
    alignments: list[Alignment] | None


def run(requests: Iterable[str], answers: TextIO) -> int:
    """Answers every line in order, flushed one by one; blank lines are passed over."""
    for line in requests:
        if line.strip():
            answers.write(json.dumps(answer(line), ensure_ascii=False) + "\n")
            answers.flush()
    return 0


def answer(line: str) -> dict[str, object]:
    """The answer to one request; a refusal is an answer too."""
    identity: object = None
    asked: Mapping[str, Any] = {}
    try:
        asked = request = read_json(line)
        identity = request.get("id")
        return {"id": identity, "ok": True, **_answer(request)}
    except Refusal as refusal:
        refused = {"id": identity, "ok": False, "code": refusal.code.value, "message": str(refusal)}
        if "read" in asked:
            refused |= {"step": refusal.step, "suggestions": list(refusal.suggestions)}
        return refused


def _answer(fields: Mapping[str, Any]) -> dict[str, object]:
    request = _read_request(fields)
    asked = [name for name in ("turn", "read", "count", "win_in_one") if name in fields]
    if len(asked) != 1:
        raise bad("it must ask for exactly one of “turn”, “read”, “count” and “win_in_one”")
    match asked[0]:
        case "turn":
            return _answer_turn(request, fields["turn"])
        case "read":
            return _answer_read(request, fields["read"])
        case "count":
            if fields["count"] is not True:
                raise bad("“count” must be true")
            return {"ends": count_ends(request.state)}
        case _:
            return _answer_win(request, fields["win_in_one"])


def _answer_turn(request: _Request, text: object) -> dict[str, object]:
    if not isinstance(text, str):
        raise bad("“turn” must be text")
    half = begin(request.state)
    for step, action in enumerate(parse_turn(text, request.state.position.players)):
        try:
            half = half.then(action)
        except Refusal as refusal:
            refusal.step = step
            raise
    played = play(request.state, half, request.alignments)
    outcome = played.state.outcome
    return {
        "position": format_position(played.state.position),
        "eliminated": list(played.eliminated),
        "outcome": outcome
        and {
            "winners": list(outcome.winners),
            "draw": outcome.draw,
            "termination": outcome.termination.value,
        },
    }


def _answer_read(request: _Request, text: object) -> dict[str, object]:
    """The turn as people write it, in canonical form; it has to be one that may end there."""
    if not isinstance(text, str):
        raise bad("“read” must be text")
    turn = read_turn(text, request.state).end().turn
    return {"turn": format_turn(turn, request.state.position.players)}


def _answer_win(request: _Request, asked: object) -> dict[str, object]:
    state = request.state
    players = state.position.players
    match asked:
        case int(seat) if not isinstance(asked, bool):
            if seat != state.position.mover:
                raise bad(f"seat {seat} is not to move")
            turn = winning_turn(state, request.alignments)
        case [int(seat), int(victim)]:
            if seat == victim or not {seat, victim} <= set(state.position.living):
                raise bad("“win_in_one” needs two different living seats")
            turn = eliminating_turn(state, seat, victim)
        case _:
            raise bad("“win_in_one” must be a seat or a pair of seats")
    return {"turn": None if turn is None else format_turn(turn, players)}


def _read_request(fields: Mapping[str, Any]) -> _Request:
    state = read_state(fields)
    players = state.position.players
    return _Request(state, _read_alignments(fields, state.rules, players))


def _read_alignments(fields: Mapping[str, Any], rules: RuleSet, players: int) -> list[Alignment] | None:
    """Needed in Good vs Evil unless no turn is judged."""
    letters = fields.get("alignments")
    if rules.variant is not Variant.GOOD_VS_EVIL:
        return None
    no_end = "count" in fields or "read" in fields or isinstance(fields.get("win_in_one"), list)
    if letters is None and no_end:
        return None
    if not isinstance(letters, str) or len(letters) != players or set(letters) - {"G", "E"}:
        raise Refusal(RefusalCode.BAD_ALIGNMENTS, players=players)
    return [Alignment(letter) for letter in letters]
