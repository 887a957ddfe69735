"""A game as others take it: canonical text with tags, JSON, Abstract Play's moves, the text of a forum."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from homeworlds.actions import Action, Attack
from homeworlds.foreign.table import COMPASS, ForeignGame
from homeworlds.notation import format_action, format_position, parse_turn
from homeworlds.outcome import Departure
from homeworlds.records import RecordError
from homeworlds.renaming import renamed_turn
from homeworlds.rules import OPTIONS

NO_LINE: Final = "\n\n"
_SAID: Final = {Departure.RESIGNATION: "resigns", Departure.TIME: "loses on time"}


def to_text(game: ForeignGame) -> str:
    """Tags in brackets, then a line for each turn: `homeworlds.read_records` reads it back.

    >>> from homeworlds import read_records
    >>> (game,) = read_records("1. Ann: hw r1 b2 g3\\n2. Bob: hw y1 b3 g3\\n3. Bob resigns")
    >>> print(to_text(game).splitlines()[-1])
    3. Bob resigns
    """
    tags = [("Game", game.title or "?"), ("Source", game.format)]
    tags += [(f"Seat {number}", name) for number, name in enumerate(game.names)]
    options = " ".join([f"{name}={_written(getattr(game.rules, name))}" for name in OPTIONS])
    tags += [("Variant", game.rules.variant.value), ("Options", options), ("Result", _result(game))]
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags]
    moves = [
        f"{number}. {game.names[move.seat]}: {move.text}"
        if move.departure is None
        else f"{number}. {game.names[move.seat]} {_SAID[move.departure]}"
        for number, move in enumerate(game.moves, start=1)
    ]
    return "\n".join([*lines, "", *moves]) + "\n"


def to_json(game: ForeignGame) -> str:
    """One object on one line."""
    log = [
        {
            "kind": "turn" if move.departure is None else str(move.departure),
            "seat": move.seat,
            "text": move.text,
        }
        for move in game.moves
    ]
    data: Mapping[str, object] = {
        "title": game.title,
        "source": game.format,
        "variant": game.rules.variant.value,
        "options": {name: getattr(game.rules, name) for name in OPTIONS},
        "seats": [{"name": name} for name in game.names],
        "log": log,
        "winners": list(game.winners),
        "draw": game.draw,
        "position": format_position(game.state.position),
        "unread": [unread._asdict() for unread in game.unread],
    }
    return json.dumps(data, ensure_ascii=False) + "\n"


def to_abstract_play(game: ForeignGame) -> str:
    """A move a line, homeworlds called by the compass. Raises RecordError: it has seats for two to four."""
    compass = COMPASS.get(len(game.names))
    if compass is None:
        raise RecordError("Abstract Play has seats for two to four players")
    names = dict(zip(game.names, compass, strict=True))
    lines = []
    for move in game.moves:
        if move.departure is not None:
            lines.append("resign" if move.departure is Departure.RESIGNATION else "timeout")
            continue
        turn = renamed_turn(parse_turn(move.text, len(names)), names)
        lines.append(", ".join([_compass_step(step, compass) for step in turn]))
    return "\n".join(lines) + "\n"


def _compass_step(step: Action, compass: Sequence[str]) -> str:
    if isinstance(step, Attack) and step.owner is not None and len(compass) > 2:
        return f"attack {step.ship}{compass[step.owner][0]} {step.system}"
    return format_action(step, len(compass))


def to_markdown(game: ForeignGame) -> str:
    """For a forum: the players, the turns, and the position drawn by characters."""
    return f"**{' – '.join(game.names)}** ({_result(game)})\n\n```\n{_turns_and_board(game)}\n```\n"


def to_bbcode(game: ForeignGame) -> str:
    return f"[b]{' – '.join(game.names)}[/b] ({_result(game)})\n[code]\n{_turns_and_board(game)}\n[/code]\n"


def _turns_and_board(game: ForeignGame) -> str:
    return f"{to_text(game).partition(NO_LINE)[2].rstrip()}\n\n{game.state.position}"


def _result(game: ForeignGame) -> str:
    names = ", ".join([game.names[seat] for seat in game.winners])
    return f"{'drawn by' if game.draw else 'won by'} {names}" if names else "*"


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


WRITERS: Final[Mapping[str, Callable[[ForeignGame], str]]] = {
    "text": to_text,
    "json": to_json,
    "abstract-play": to_abstract_play,
    "markdown": to_markdown,
    "bbcode": to_bbcode,
}
