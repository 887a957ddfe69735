"""The referee: one JSON request a line in, one JSON answer a line out (rules.md 8)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, TextIO

from homeworlds.names import check_name
from homeworlds.notation import format_position, format_turn, parse_position, parse_turn
from homeworlds.outcome import Alignment
from homeworlds.position import Position, check_position
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import Preset, RuleSet, Variant, check_players, preset_rules, with_options
from homeworlds.search import count_ends
from homeworlds.state import GameState, begin, play, start_game
from homeworlds.threats import eliminating_turn, winning_turn


class _Request(NamedTuple):
    state: GameState
    alignments: list[Alignment] | None


def run(requests: TextIO, answers: TextIO) -> int:
    """Answers every line in order, flushed one by one; blank lines are passed over."""
    for line in requests:
        if line.strip():
            answers.write(json.dumps(answer(line), ensure_ascii=False) + "\n")
            answers.flush()
    return 0


def answer(line: str) -> dict[str, object]:
    """The answer to one request; a refusal is an answer too."""
    identity: object = None
    try:
        request = _read_json(line)
        identity = request.get("id")
        return {"id": identity, "ok": True, **_answer(request)}
    except Refusal as refusal:
        return {"id": identity, "ok": False, "code": refusal.code.value, "message": str(refusal)}


def _bad(detail: str) -> Refusal:
    return Refusal(RefusalCode.BAD_REQUEST, detail=detail)


def _read_json(line: str) -> Mapping[str, Any]:
    try:
        request = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise _bad("it is not one line of JSON") from error
    if not isinstance(request, dict):
        raise _bad("it is not a JSON object")
    return request


def _no_number(constant: str) -> None:
    raise ValueError(constant)


def _answer(fields: Mapping[str, Any]) -> dict[str, object]:
    request = _read_request(fields)
    asked = [name for name in ("turn", "count", "win_in_one") if name in fields]
    if len(asked) != 1:
        raise _bad("it must ask for exactly one of “turn”, “count” and “win_in_one”")
    match asked[0]:
        case "turn":
            return _answer_turn(request, fields["turn"])
        case "count":
            if fields["count"] is not True:
                raise _bad("“count” must be true")
            return {"ends": count_ends(request.state)}
        case _:
            return _answer_win(request, fields["win_in_one"])


def _answer_turn(request: _Request, text: object) -> dict[str, object]:
    if not isinstance(text, str):
        raise _bad("“turn” must be text")
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


def _answer_win(request: _Request, asked: object) -> dict[str, object]:
    state = request.state
    players = state.position.players
    match asked:
        case int(seat) if not isinstance(asked, bool):
            if seat != state.position.mover:
                raise _bad(f"seat {seat} is not to move")
            turn = winning_turn(state, request.alignments)
        case [int(seat), int(victim)]:
            if seat == victim or not {seat, victim} <= set(state.position.living):
                raise _bad("“win_in_one” needs two different living seats")
            turn = eliminating_turn(state, seat, victim)
        case _:
            raise _bad("“win_in_one” must be a seat or a pair of seats")
    return {"turn": None if turn is None else format_turn(turn, players)}


def _read_request(fields: Mapping[str, Any]) -> _Request:
    rules = _read_rules(fields.get("rules"), fields.get("variant"))
    players = fields.get("players")
    if not isinstance(players, int) or isinstance(players, bool):
        raise _bad("“players” must be the number of seats")
    check_players(players, rules.variant)
    names = _read_names(fields.get("names"), players)
    state = start_game(rules, names)
    text = fields.get("position")
    if text is not None:
        if not isinstance(text, str):
            raise _bad("“position” must be text")
        state = state._replace(position=_read_position(text, rules, names))
    if len(state.position.living) < 2:
        raise Refusal(RefusalCode.GAME_OVER)
    return _Request(state, _read_alignments(fields, rules, players))


def _read_position(text: str, rules: RuleSet, names: list[str]) -> Position:
    position = parse_position(text, rules, names)
    try:
        check_position(position)
    except Refusal as refusal:
        refusal.input = text
        raise
    return position


def _read_names(names: object, players: int) -> list[str]:
    if names is None:
        return [f"P{seat}" for seat in range(players)]
    if not isinstance(names, list) or len(names) != players:
        raise _bad(f"“names” must be a list of {players} names")
    for name in names:
        if not isinstance(name, str):
            raise _bad("a name must be text")
        check_name(name)
    return names


def _read_rules(given: object, variant_name: object) -> RuleSet:
    if not isinstance(variant_name, str) or variant_name not in list(Variant):
        raise Refusal(RefusalCode.UNKNOWN_VARIANT, variant=str(variant_name)[:40], known=", ".join(Variant))
    variant = Variant(variant_name)
    options = {"preset": given} if isinstance(given, str) else given
    if not isinstance(options, dict):
        raise _bad("“rules” must be a preset or an object of options")
    options = dict(options)
    preset = options.pop("preset", None)
    if not isinstance(preset, str) or preset not in list(Preset):
        raise Refusal(RefusalCode.UNKNOWN_PRESET, preset=str(preset)[:40], known=", ".join(Preset))
    return with_options(preset_rules(Preset(preset), variant), options)


def _read_alignments(fields: Mapping[str, Any], rules: RuleSet, players: int) -> list[Alignment] | None:
    """Needed in Good vs Evil unless only positions are asked for."""
    letters = fields.get("alignments")
    if rules.variant is not Variant.GOOD_VS_EVIL:
        return None
    if letters is None and ("count" in fields or isinstance(fields.get("win_in_one"), list)):
        return None
    if not isinstance(letters, str) or len(letters) != players or set(letters) - {"G", "E"}:
        raise Refusal(RefusalCode.BAD_ALIGNMENTS, players=players)
    return [Alignment(letter) for letter in letters]
