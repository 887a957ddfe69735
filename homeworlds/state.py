"""A game from turn to turn: all that is public about it and that the rules need to go on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from homeworlds.actions import Action, Turn
from homeworlds.names import check_name
from homeworlds.notation import parse_turn
from homeworlds.outcome import (
    CLAIMABLE,
    Alignment,
    Alignments,
    Departure,
    Judged,
    Outcome,
    Termination,
    evil_dealt,
    judge_departure,
    judge_turn,
    repetition,
)
from homeworlds.pieces import PIECES
from homeworlds.position import Position, next_living
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import RuleSet, Variant, check_players
from homeworlds.search import all_turns
from homeworlds.table import remove_seats
from homeworlds.turn import HalfTurn, TurnEnd, make_turn


class GameState(NamedTuple):
    """A game between two turns. Public: an alignment is here only once it is revealed.

    `start_game` makes the first one; a game that begins elsewhere needs rules and a position only:

    >>> from homeworlds import Preset, Variant, parse_position, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> position = parse_position("<0> Ann (0, r1b2) g3-; Bob (1, y1b3) -g3", rules, ["Ann", "Bob"])
    >>> state = GameState(rules, position)
    >>> state.position.mover, state.outcome
    (0, None)
    """

    rules: RuleSet
    position: Position
    departed: frozenset[int] = frozenset()
    """Seats that resigned or lost on time."""
    revealed: tuple[tuple[int, Alignment], ...] = ()
    """(seat, alignment as it stands now) by seat; a fallen Good player is Evil."""
    fallen: frozenset[int] = frozenset()
    """Good players turned Evil by the option `fallen_good`."""
    outcome: Outcome | None = None

    def __str__(self) -> str:
        """The board, and how it ended."""
        return f"{self.position}\n{self._ended()}" if self.outcome else str(self.position)

    def __repr__(self) -> str:
        ended = f", {self._ended()}" if self.outcome else ""
        # A copy made by `dataclasses.asdict` holds the rules as a dict.
        variant = getattr(self.rules, "variant", self.rules)
        return f"<GameState {variant}, {self.position!r}{ended}>"

    def _ended(self) -> str:
        if self.outcome is None:
            return ""
        who = ", ".join([self.position.names[seat] for seat in self.outcome.winners]) or "nobody"
        return f"{'drawn by' if self.outcome.draw else 'won by'} {who} ({self.outcome.termination})"

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def play(
        self, turn: str | Iterable[Action] | HalfTurn, alignments: Alignments | None = None
    ) -> GameState:
        """The game after a whole turn of the seat to move, given as text, as its steps or half-made.

        Raises Refusal with `step` set, input and position quoted; ValueError as `play`, which also tells
        what the turn did.

        >>> from homeworlds import Preset, Variant, preset_rules, start_game
        >>> state = start_game(preset_rules(Preset.MODERN, Variant.BINARY), ["Ann", "Bob"])
        >>> state.play("homeworld R1 B2 G3").play("homeworld Y1 B3 G3").play("build G1 Ann")
        <GameState binary, <Position <1> Ann (0, r1b2) g1g3-; Bob (1, y1b3) -g3>>
        """
        _require_running(self)
        if isinstance(turn, str):
            turn = parse_turn(turn, self.position.players)
        half = turn if isinstance(turn, HalfTurn) else make_turn(self.rules, self.position, turn)
        return play(self, half, alignments).state

    def turns(self) -> Iterator[Turn]:
        """Every turn that the seat to move has, as `all_turns` says; none when the game is over.

        >>> from homeworlds import Preset, Variant, preset_rules, start_game
        >>> state = start_game(preset_rules(Preset.MODERN, Variant.BINARY), ["Ann", "Bob"])
        >>> state.play(next(state.turns())).position.mover
        1
        """
        return iter(()) if self.is_over else all_turns(self)

    def evil_left(self) -> int:
        """How many living players are Evil: public, for everybody out is revealed (Good vs Evil)."""
        out = self.position.out
        gone = [s for s, side in self.revealed if side is Alignment.EVIL and s in out - self.fallen]
        return evil_dealt(self.position.players) - len(gone) + len(self.fallen - out)


class Played(NamedTuple):
    """What one entry of the log did."""

    state: GameState
    turn: Turn
    """Canonical; empty for anything but a turn."""
    eliminated: tuple[int, ...]
    newly_revealed: tuple[tuple[int, Alignment], ...]
    """Also a revealed seat whose alignment changed."""


def start_game(
    rules: RuleSet,
    names: Sequence[str],
    *,
    first: int = 0,
    timewarp: Mapping[int, int] | None = None,
    one_star: Iterable[int] = (),
) -> GameState:
    """The empty table; one name a seat, `first` the seat to begin, `timewarp` bonus actions by seat.

    Raises Refusal: a name that cannot be used, a number of players the variant is not for.

    >>> from homeworlds import Preset, preset_rules
    >>> state = start_game(preset_rules(Preset.BOOKLET, Variant.SINISTER), ["Ann", "Bob", "Cleo"], first=2)
    >>> state.position.names[state.position.mover]
    'Cleo'
    """
    players = len(names)
    check_players(players, rules.variant)
    for name in names:
        check_name(name)
        if sum(name.casefold() == other.casefold() for other in names) > 1:
            raise Refusal(RefusalCode.NAME_TAKEN, name=name)
    bank = (rules.pieces_of_each_kind(players),) * len(PIECES)
    warp = tuple(sorted((timewarp or {}).items()))
    return GameState(
        rules,
        Position(tuple(names), first, (), bank, timewarp=warp, one_star=frozenset(one_star)),
    )


def begin(state: GameState) -> HalfTurn:
    """The empty turn of the seat to move: `then` takes a step, `legal_actions` lists what may come next.

    Raises Refusal: the game is over.

    >>> from homeworlds import Preset, parse_position, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> position = parse_position("<0> Ann (0, r1b2) g3-; Bob (1, y1b3) -g3", rules, ["Ann", "Bob"])
    >>> half = begin(GameState(rules, position))
    >>> for action in half.legal_actions():
    ...     print(action)
    Sacrifice(ship=<G3>, system='Ann')
    Build(piece=<G1>, system='Ann')
    Trade(ship=<G3>, piece=<R3>, system='Ann')
    Trade(ship=<G3>, piece=<Y3>, system='Ann')
    Trade(ship=<G3>, piece=<B3>, system='Ann')
    Pass()
    """
    _require_running(state)
    return HalfTurn(state.rules, state.position)


def judge_end(state: GameState, end: TurnEnd, alignments: Alignments | None = None) -> Judged:
    """Of a turn of this state. Raises ValueError: Good vs Evil without alignments."""
    return judge_turn(
        state.rules,
        state.position,
        end.position,
        end.eliminated,
        departed=state.departed,
        alignments=alignments,
        fallen=state.fallen,
    )


def play(state: GameState, half: HalfTurn, alignments: Alignments | None = None) -> Played:
    """Ends a half-made turn of this state and judges it.

    Raises Refusal; ValueError: the half-made turn starts elsewhere, or Good vs Evil without alignments.

    >>> from homeworlds import Preset, parse_position, parse_turn, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> position = parse_position("<0> Ann (0, r1b2) g3-; Bob (1, y1b3) r3-g3", rules, ["Ann", "Bob"])
    >>> state = GameState(rules, position)
    >>> (attack,) = parse_turn("attack G3 Bob", players=2)
    >>> played = play(state, begin(state).then(attack))
    >>> played.eliminated, played.state.outcome.winners
    ((1,), (0,))
    """
    _require_running(state)
    if half.start != state.position:
        raise ValueError("the half-made turn starts from another position")
    end = half.end()
    judged = judge_end(state, end, alignments)
    after = state._replace(position=end.position, outcome=judged.outcome)
    if judged.falls is not None:
        after = after._replace(fallen=state.fallen | {judged.falls})
    shown = {*end.eliminated, half.mover} if end.eliminated else set()
    return _played(after, end.turn, end.eliminated, shown, state, alignments)


def depart(state: GameState, seat: int, cause: Departure, alignments: Alignments | None = None) -> Played:
    """A resignation or a loss on time, in or out of turn. Raises Refusal: over, or not living;
    ValueError: Good vs Evil without alignments.

    >>> from homeworlds import Preset, preset_rules
    >>> state = start_game(preset_rules(Preset.MODERN, Variant.BINARY), ["Ann", "Bob"])
    >>> depart(state, 0, Departure.RESIGNATION).state.outcome.winners
    (1,)
    """
    _require_running(state)
    if seat not in state.position.living:
        raise Refusal(RefusalCode.NOT_LIVING)
    position = remove_seats(state.position, [seat])
    if seat == position.mover:
        position = position._replace(mover=next_living(position, seat))
    departed = state.departed | {seat}
    outcome = judge_departure(
        state.rules,
        state.position,
        position,
        cause,
        departed=departed,
        alignments=alignments,
        fallen=state.fallen,
    )
    after = state._replace(position=position, departed=departed, outcome=outcome)
    return _played(after, (), (seat,), {seat}, state, alignments)


def agree_draw(state: GameState, alignments: Alignments | None = None) -> Played:
    """A draw that all the living agreed on. Raises Refusal: the game is over."""
    _require_running(state)
    return _drawn(state, Termination.AGREEMENT, alignments)


def repeat(
    state: GameState, occurrences: int, *, claimed: bool, alignments: Alignments | None = None
) -> Played | None:
    """A draw by repetition, in games of two seats: on a claim from the third occurrence of the
    position, by itself from the fifth (None before). Raises Refusal: an unfounded claim."""
    _require_running(state)
    if state.position.players != 2:
        if claimed:
            raise Refusal(RefusalCode.NOT_TWO_SEATS)
        return None
    if repetition(state.position, occurrences):
        return _drawn(state, Termination.FIFTH_OCCURRENCE, alignments)
    if not claimed:
        return None
    if occurrences < CLAIMABLE:
        raise Refusal(RefusalCode.NO_CLAIM)
    return _drawn(state, Termination.THIRD_OCCURRENCE, alignments)


def decide(
    state: GameState, winners: Collection[int], *, draw: bool, alignments: Alignments | None = None
) -> Played:
    """A game ended, or its result corrected, by whoever looks after the players; without winners it is void.

    Raises ValueError: no such seats, or a draw of fewer than two.

    >>> from homeworlds import Preset, Variant, preset_rules
    >>> state = start_game(preset_rules(Preset.MODERN, Variant.BINARY), ["Ann", "Bob"])
    >>> decide(state, [1], draw=False).state.outcome.winners
    (1,)
    """
    seats = tuple(sorted(set(winners)))
    if not set(seats) <= set(range(state.position.players)) or (draw and len(seats) < 2):
        raise ValueError(f"The seats {seats} cannot be given the game.")
    outcome = Outcome(seats, draw, Termination.DECISION if seats else Termination.VOID)
    return _played(state._replace(outcome=outcome), (), (), set(), state, alignments)


def _drawn(state: GameState, termination: Termination, alignments: Alignments | None) -> Played:
    outcome = Outcome(state.position.living, True, termination)
    return _played(state._replace(outcome=outcome), (), (), set(), state, alignments)


def _require_running(state: GameState) -> None:
    if state.outcome is not None:
        raise Refusal(RefusalCode.GAME_OVER)


def _played(
    after: GameState,
    turn: Turn,
    eliminated: tuple[int, ...],
    shown: set[int],
    before: GameState,
    alignments: Alignments | None,
) -> Played:
    """Reveals what this entry shows to all; everything when the game is over."""
    if after.rules.variant is not Variant.GOOD_VS_EVIL:
        return Played(after, turn, eliminated, ())
    if alignments is None:
        raise ValueError("Good vs Evil cannot go on without the alignments")
    if after.outcome is not None:
        shown = set(range(after.position.players))
    known = dict(before.revealed)
    for seat in shown:
        known[seat] = Alignment.EVIL if seat in after.fallen else alignments[seat]
    revealed = tuple(sorted(known.items()))
    newly = tuple([pair for pair in revealed if pair not in before.revealed])
    return Played(after._replace(revealed=revealed), turn, eliminated, newly)
