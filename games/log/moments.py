"""Between the log, its caches in the database, and the library's states."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from board.map.places import Places, place_turn, settle
from games.models import Game, Seat, Status
from homeworlds.notation import format_position, parse_position, parse_turn
from homeworlds.outcome import Alignment, Alignments, Departure, Outcome, Termination
from homeworlds.position import Position, position_key
from homeworlds.state import GameState, Played, agree_draw, decide, depart, play, repeat, start_game
from homeworlds.turn import HalfTurn, make_turn


class Moment(NamedTuple):
    """A game after some entry of its log."""

    state: GameState
    places: Places
    number: int = 0
    turns: int = 0


def state_of(game: Game, seats: Sequence[Seat] | None = None) -> GameState:
    """The state that the caches describe, of a game that has started."""
    rules = game.rules()
    names = [seat.name for seat in (game.seats.all() if seats is None else seats)]
    return GameState(
        rules=rules,
        position=parse_position(game.position, rules, names),
        departed=frozenset(game.departed),
        revealed=tuple((seat, Alignment(alignment)) for seat, alignment in game.revealed),
        fallen=frozenset(game.fallen),
        outcome=outcome_of(game),
    )


def outcome_of(game: Game) -> Outcome | None:
    if game.outcome is None:
        return None
    return Outcome(
        winners=tuple(game.outcome["winners"]),
        draw=game.outcome["draw"],
        termination=Termination(game.outcome["termination"]),
    )


def moment_of(game: Game, seats: Sequence[Seat]) -> Moment:
    """The present of a game that has started, from the caches."""
    return Moment(state_of(game, seats), Places.from_json(game.places), game.log_number, game.turn_count)


def first_moment(game: Game, seats: Sequence[Seat]) -> Moment:
    """The empty table. Raises Refusal: a name that cannot be used."""
    state = start_game(
        game.rules(),
        [seat.name for seat in seats],
        timewarp={n: seat.timewarp for n, seat in enumerate(seats) if seat.timewarp},
        one_star=[n for n, seat in enumerate(seats) if seat.one_star],
    )
    return Moment(state, settle(Places(), state.position))


def half_turn_of(state: GameState, text: str) -> HalfTurn:
    """The turn that a text describes, in the making. Raises Refusal."""
    position = state.position
    return make_turn(state.rules, position, parse_turn(text, position.players))


def after_turn(moment: Moment, half: HalfTurn, alignments: Alignments | None) -> tuple[Moment, Played]:
    """Raises Refusal: the turn cannot end here."""
    played = play(moment.state, half, alignments)
    places = settle(place_turn(moment.places, half), played.state.position)
    return Moment(played.state, places, moment.number + 1, moment.turns + 1), played


def after_departure(
    moment: Moment, seat: int, cause: Departure, alignments: Alignments | None
) -> tuple[Moment, Played]:
    """Raises Refusal: over, or not living."""
    played = depart(moment.state, seat, cause, alignments)
    return _without_turn(moment, played), played


def after_repetition(
    moment: Moment, occurrences: int, alignments: Alignments | None, *, claimed: bool = False
) -> tuple[Moment, Played] | None:
    """The draw that nobody need claim; None before it comes, and with more than two seats.

    Raises Refusal: an unfounded claim.
    """
    played = repeat(moment.state, occurrences, claimed=claimed, alignments=alignments)
    return None if played is None else (_without_turn(moment, played), played)


def after_agreement(moment: Moment, alignments: Alignments | None) -> tuple[Moment, Played]:
    """The draw that all the living agreed on."""
    played = agree_draw(moment.state, alignments)
    return _without_turn(moment, played), played


def after_decision(
    moment: Moment, data: Mapping[str, Any], alignments: Alignments | None
) -> tuple[Moment, Played]:
    """What staff decided, also of a game that was over. Raises ValueError: no such seats."""
    played = decide(moment.state, data["winners"], draw=data["draw"], alignments=alignments)
    return _without_turn(moment, played), played


def after_undoing(moment: Moment, before: Moment) -> tuple[Moment, Played]:
    """A turn has been taken back, or the game reopened: it stands as it did `before`; the log goes on."""
    return before._replace(number=moment.number + 1), Played(before.state, (), (), ())


def after_note(moment: Moment) -> tuple[Moment, Played]:
    """An entry about the clock or about who sits where: the position stays."""
    return moment._replace(number=moment.number + 1), Played(moment.state, (), (), ())


def after_void(moment: Moment, alignments: Alignments | None) -> tuple[Moment, Played]:
    """Nobody plays any more; it counts for nobody."""
    played = decide(moment.state, (), draw=False, alignments=alignments)
    return _without_turn(moment, played), played


def _without_turn(moment: Moment, played: Played) -> Moment:
    places = settle(moment.places, played.state.position)
    return Moment(played.state, places, moment.number + 1, moment.turns)


def game_caches(moment: Moment) -> dict[str, Any]:
    """What the fields of a started game hold when its log has come to a moment."""
    state = moment.state
    over = state.outcome
    return {
        "status": Status.FINISHED if over else Status.RUNNING,
        "position": format_position(state.position),
        "places": moment.places.to_json(),
        "log_number": moment.number,
        "turn_count": moment.turns,
        "next_seat": None if over else state.position.mover,
        "departed": sorted(state.departed),
        "revealed": _pairs(state.revealed),
        "fallen": sorted(state.fallen),
        "outcome": over
        and {
            "winners": list(over.winners),
            "draw": over.draw,
            "termination": str(over.termination),
        },
    }


def entry_caches(moment: Moment, played: Played) -> dict[str, Any]:
    """What the cache fields of the entry hold that led to a moment."""
    return {
        "position": format_position(moment.state.position),
        "position_hash": hash_of(moment.state.position),
        "places": moment.places.to_json(),
        "eliminated": list(played.eliminated),
        "revealed": _pairs(played.newly_revealed),
    }


def differences(stored: object, caches: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The fields of a row that do not hold their cache: name to (stored, rebuilt)."""
    return {
        name: (getattr(stored, name), value)
        for name, value in caches.items()
        if getattr(stored, name) != value
    }


def hash_of(position: Position) -> str:
    """Equal for positions that count as repeated."""
    return hashlib.blake2b(position_key(position).encode(), digest_size=16).hexdigest()


def _pairs(revealed: Sequence[tuple[int, Alignment]]) -> list[list[int | str]]:
    return [[seat, str(alignment)] for seat, alignment in revealed]
