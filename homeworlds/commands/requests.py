"""What a line of JSON says of a game (rules.md 8): for the referee, and for programs that choose turns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from homeworlds.names import check_name
from homeworlds.notation import parse_position
from homeworlds.position import Position, check_position
from homeworlds.reading.decoding import MARK
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import Preset, RuleSet, Variant, check_players, preset_rules, with_options
from homeworlds.state import GameState, start_game

__all__ = ["bad", "read_json", "read_position", "read_state"]


def bad(detail: str) -> Refusal:
    return Refusal(RefusalCode.BAD_REQUEST, detail=detail)


def read_json(line: str) -> Mapping[str, Any]:
    """Raises Refusal unless it is one JSON object."""
    try:
        request = json.loads(line.removeprefix(MARK), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise bad("it is not one line of JSON") from error
    if not isinstance(request, dict):
        raise bad("it is not a JSON object")
    return request


def _no_number(constant: str) -> None:
    raise ValueError(constant)


def read_state(fields: Mapping[str, Any]) -> GameState:
    """From `rules`, `variant`, `players`, and where given `names` and `position`. Raises Refusal, also when
    nobody can go on there."""
    rules = _read_rules(fields.get("rules"), fields.get("variant"))
    players = fields.get("players")
    if not isinstance(players, int) or isinstance(players, bool):
        raise bad("“players” must be the number of seats")
    check_players(players, rules.variant)
    names = _read_names(fields.get("names"), players)
    state = start_game(rules, names)
    text = fields.get("position")
    if text is not None:
        if not isinstance(text, str):
            raise bad("“position” must be text")
        state = state._replace(position=read_position(text, rules, names))
    if len(state.position.living) < 2:
        raise Refusal(RefusalCode.GAME_OVER)
    return state


def read_position(text: str, rules: RuleSet, names: tuple[str, ...] | list[str]) -> Position:
    """One between two turns. Raises Refusal."""
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
        raise bad(f"“names” must be a list of {players} names")
    for name in names:
        if not isinstance(name, str):
            raise bad("a name must be text")
        check_name(name)
    return names


def _read_rules(given: object, variant_name: object) -> RuleSet:
    if not isinstance(variant_name, str) or variant_name not in list(Variant):
        raise Refusal(RefusalCode.UNKNOWN_VARIANT, variant=str(variant_name)[:40], known=", ".join(Variant))
    variant = Variant(variant_name)
    options = {"preset": given} if isinstance(given, str) else given
    if not isinstance(options, dict):
        raise bad("“rules” must be a preset or an object of options")
    options = dict(options)
    preset = options.pop("preset", None)
    if not isinstance(preset, str) or preset not in list(Preset):
        raise Refusal(RefusalCode.UNKNOWN_PRESET, preset=str(preset)[:40], known=", ".join(Preset))
    return with_options(preset_rules(Preset(preset), variant), options)
