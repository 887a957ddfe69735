"""What a turn does to a game, before it counts: it is played, and judged as far as everybody can see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from homeworlds.outcome import Alignment, Alignments, Outcome, evil_dealt, repetition
from homeworlds.position import Position
from homeworlds.rules import Variant
from homeworlds.state import GameState, judge_end
from homeworlds.turn import HalfTurn


class Prospect(NamedTuple):
    """The game after a turn."""

    position: Position
    eliminated: tuple[int, ...]
    possible: tuple[tuple[Alignment | None, Outcome | None], ...]
    """How the turn can be judged, each with the side that its maker is on in that case: one without a side,
    but where hidden alignments decide. An outcome of None: the game goes on."""

    def outcomes(self, side: Alignment | None = None) -> tuple[Outcome | None, ...]:
        """Those that can be, each once; `side`: if its maker is on it."""
        found = [out for maker, out in self.possible if side is None or maker in (None, side)]
        return tuple(dict.fromkeys(found))

    def sides(self) -> frozenset[Alignment]:
        """Those that its maker can be on, for all that everybody knows; empty where it does not matter."""
        return frozenset([maker for maker, _outcome in self.possible if maker is not None])


def foresee(state: GameState, half: HalfTurn, stood: int = 1) -> Prospect:
    """What the half-made turn does if it ends now; of alignments only what is revealed is asked.

    `stood` is how often the position that it leads to has stood by then, this time counted (`position_key`).
    Raises Refusal: it may not end here.

    >>> from homeworlds import Preset, Variant, begin, parse_position, parse_turn, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> position = parse_position("<0> Ann (0, r1b2) g3-; Bob (1, y1b3) r3-g3", rules, ["Ann", "Bob"])
    >>> state = GameState(rules, position)
    >>> (attack,) = parse_turn("attack G3 Bob", players=2)
    >>> prospect = foresee(state, begin(state).then(attack))
    >>> prospect.eliminated, prospect.outcomes()[0].winners
    ((1,), (0,))
    """
    end = half.end()
    dealings: list[Alignments | None] = [None]
    if state.rules.variant is Variant.GOOD_VS_EVIL:
        # Nobody wins there while nobody falls.
        dealings = list(_dealings(state)) if end.eliminated else []
    judged: list[tuple[Alignment | None, Outcome | None]] = []
    for alignments in dealings:
        found = judge_end(state, end, alignments)
        maker = None if alignments is None else _side(state, half.mover, alignments)
        judged.append((maker, found.outcome))
    drawn = repetition(end.position, stood)
    possible = [(maker, outcome or drawn) for maker, outcome in judged or [(None, None)]]
    return Prospect(end.position, end.eliminated, tuple(dict.fromkeys(possible)))


def _side(state: GameState, seat: int, alignments: Alignments) -> Alignment:
    return Alignment.EVIL if seat in state.fallen else alignments[seat]


def _dealings(state: GameState) -> Iterator[Alignments]:
    """The alignments as they can have been dealt, for all that is revealed."""
    players = state.position.players
    dealt = {
        seat: Alignment.GOOD if seat in state.fallen else side for seat, side in dict(state.revealed).items()
    }
    hidden = [seat for seat in range(players) if seat not in dealt]
    left = evil_dealt(players) - sum(side is Alignment.EVIL for side in dealt.values())
    for evil in combinations(hidden, left):
        dark = {seat: Alignment.EVIL if seat in evil else Alignment.GOOD for seat in hidden}
        yield [{**dealt, **dark}[seat] for seat in range(players)]
