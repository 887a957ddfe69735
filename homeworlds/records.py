"""Reading the recorded games of 2005-2020 (JSON lines, moves only)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    Turn,
)
from homeworlds.notation import format_position
from homeworlds.outcome import Alignments, Departure, Termination
from homeworlds.pieces import Colour, Piece, Pieces, find_piece
from homeworlds.position import Position, next_living
from homeworlds.refusals import Refusal
from homeworlds.rules import FirstShip, OwnElimination, Preset, RuleSet, Variant, preset_rules, with_options
from homeworlds.state import GameState, begin, depart, play, start_game

SEAT_LETTERS: Final = {2: "NS", 3: "NES", 4: "NESW"}

JsonRecord: TypeAlias = Mapping[str, object]


class RecordError(ValueError):
    """A record that cannot be replayed; the text says where and why."""


class Step(NamedTuple):
    """One entry of a record, in order: a departure before a turn, or a turn."""

    seat: int
    departs: bool
    turn: Turn


class Record(NamedTuple):
    """One recorded game, read. `steps` holds every turn and departure."""

    id: int
    letters: str
    rules: RuleSet
    steps: tuple[Step, ...]
    one_star: frozenset[int]
    """Seats that set up with a single star."""
    winner: int
    on_board: bool
    """Decided by elimination on the last turn; if not, everybody but the winner resigned or lost on time."""
    final: str
    """The `fin` text."""


def read_record(record: JsonRecord) -> Record:
    """Reads one JSON line. Raises RecordError, Refusal, or KeyError for what is not a record."""
    letters = SEAT_LETTERS[_number(record["n"])]
    drops: dict[int, list[int]] = {}
    for drop in _sequence(record.get("drop", [])):
        turn_number, letter = _sequence(drop)
        drops.setdefault(_number(turn_number), []).append(letters.index(str(letter)))
    steps: list[Step] = []
    turns = _sequence(record["t"])
    for number, text in enumerate(turns):
        steps += [Step(seat, True, ()) for seat in drops.get(number, [])]
        letter, _, actions = str(text).partition(" ")
        turn = tuple(_action(part.split(), letters) for part in actions.split(";"))
        steps.append(Step(letters.index(letter), False, turn))
    steps += [Step(seat, True, ()) for seat in drops.get(len(turns), [])]
    return Record(
        _number(record["id"]),
        letters,
        _rules(len(letters), str(record.get("var", ""))),
        tuple(steps),
        frozenset(step.seat for step in steps if _sets_up_with_one_star(step.turn)),
        letters.index(str(record["w"])),
        _on_board(record["end"]),
        str(record["fin"]),
    )


def _sets_up_with_one_star(turn: Turn) -> bool:
    return any(isinstance(action, Homeworld) and len(action.stars) == 1 for action in turn)


def _on_board(end: object) -> bool:
    if end not in ("board", "left"):
        raise RecordError(f"{end!r} is not an end: it is “board” or “left”")
    return end == "board"


def _rules(players: int, variant: str) -> RuleSet:
    if players == 2:
        played = Variant.BINARY
    else:
        played = Variant.SINISTER if variant == "Sinister" else Variant.LAST_CAPTAIN_STANDING
    return with_options(
        preset_rules(Preset.BOOKLET, played),
        {"first_ship": FirstShip.ANY.value, "own_elimination": OwnElimination.LOSES.value},
    )


def replay_states(record: Record) -> Iterator[tuple[Step, GameState]]:
    """The state after each step.

    As the old server had it: a seat may pass before it sets up, the mover is the recorded one, a
    seat may leave that was out already, and the last player may go on after the others have left.

    Raises Refusal (`step` is the number in `record.steps`).
    """
    state = start_game(record.rules, tuple(record.letters), one_star=record.one_star)
    for number, step in enumerate(record.steps):
        try:
            state = replay_step(state, step)
        except Refusal as refusal:
            refusal.step = number
            raise
        yield step, state


def replay_step(state: GameState, step: Step, alignments: Alignments | None = None) -> GameState:
    """The state after a step, as `replay_states` has it. Raises Refusal."""
    if step.departs:
        if step.seat in state.position.out or state.outcome is not None:
            return state
        return depart(state, step.seat, Departure.RESIGNATION, alignments).state
    if state.outcome is not None and state.outcome.termination is Termination.RESIGNATION:
        state = state._replace(outcome=None)
    position = state.position
    if position.mover != step.seat:
        position = position._replace(mover=step.seat)
        state = state._replace(position=position)
    if step.turn == (Pass(),) and position.homeworld(step.seat) is None:
        return state._replace(position=position._replace(mover=next_living(position, step.seat)))
    half = begin(state)
    for action in step.turn:
        half = half.then(action)
    return play(state, half, alignments).state


def check_record(record: Record) -> None:
    """Replays a game to its end. Raises RecordError when the final position or the winner differs, Refusal
    when a turn is refused.

    The record of a game that was left stops before the last one leaves: the winner cannot follow from it, but
    has to be alive.
    """
    states = [state for _step, state in replay_states(record)]
    if not states:
        raise RecordError("it has no turns")
    state = states[-1]
    if not is_final(state.position, record):
        raise RecordError(f"it ends in {format_position(state.position)}, not in {record.final}")
    decided = record.on_board or state.outcome is not None
    if decided and (state.outcome is None or state.outcome.winners != (record.winner,)):
        raise RecordError(f"the outcome is {state.outcome}, not a win of seat {record.winner}")
    if record.winner in state.position.out:
        raise RecordError(f"seat {record.winner} is recorded as the winner, but is out")


def is_final(position: Position, record: Record) -> bool:
    """Whether a game has come to its recorded final position."""
    return final_key(position, record.letters) == _fin_key(record.final)


def final_key(position: Position, letters: str) -> str:
    """The position as `fin` compares it: systems by homeworld, stars and ships, in any order."""
    systems = []
    for system in position.systems:
        home = "" if system.home is None else letters[system.home] + "!"
        ships = sorted(f"{ship.text}{letters[owner]}" for owner, ship in system.ships())
        systems.append(f"{home}{''.join(star.text for star in system.stars)} {''.join(ships)}")
    return "; ".join(sorted(systems))


def _fin_key(final: str) -> str:
    systems = []
    for part in filter(None, final.split("; ")):
        head, ships = part.split(" ")
        home, _, stars = head.rpartition("!")
        pairs = sorted(stars[i : i + 2] for i in range(0, len(stars), 2))
        order = {letter: place for place, letter in enumerate("rygb")}
        pairs.sort(key=lambda star: (order[star[0]], star))
        fleet = sorted(ships[i : i + 3] for i in range(0, len(ships), 3))
        systems.append(f"{home}{'!' if home else ''}{''.join(pairs)} {''.join(fleet)}")
    return "; ".join(sorted(systems))


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise RecordError(f"{value!r} is not a number")
    return value


def _sequence(value: object) -> Sequence[object]:
    if not isinstance(value, list):
        raise RecordError(f"{value!r} is not a list")
    return value


def _piece(text: str) -> Piece:
    piece = find_piece(text)
    if piece is None:
        raise RecordError(f"{text!r} is not a piece")
    return piece


def _stars(text: str) -> Pieces:
    return tuple(_piece(text[i : i + 2]) for i in range(0, len(text), 2))


def _colour(letter: str) -> Colour:
    return Colour("rygb".index(letter))


def _action(words: list[str], letters: str) -> Action:
    match words:
        case ["h", stars, ship]:
            return Homeworld(_stars(stars), _piece(ship))
        case ["b", piece, system]:
            return Build(_piece(piece), system)
        case ["t", old, new, system]:
            return Trade(_piece(old), _piece(new), system)
        case ["d", ship, origin, star, name]:
            return Discover(_piece(ship), origin, _piece(star), name)
        case ["m", ship, origin, destination]:
            return Move(_piece(ship), origin, destination)
        case ["a", ship, owner, system]:
            return Attack(_piece(ship), system, letters.index(owner))
        case ["s", ship, system]:
            return Sacrifice(_piece(ship), system)
        case ["c", colour, system]:
            return Catastrophe(system, _colour(colour))
        case ["p"]:
            return Pass()
    raise RecordError(f"{' '.join(words)!r} is not an action")
