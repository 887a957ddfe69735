"""Trying turns for all seats, from a position on, with no effect on any game.

What is tried stands in the address: the turns after the position, and how many of them are made just now.
Nothing here asks for more than the position, which everybody may know; so in Good vs Evil no turn is ever
judged, and nobody wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from django.http import Http404, QueryDict
from django.urls import reverse

from board.map.places import Arrangement, Places, place_turn, settle
from board.rules_address import rules_query
from board.turn.making import query_of
from games.access import Viewer, seat_of
from games.log.moments import half_turn_of, hash_of, state_of
from games.log.votes import stood_by
from games.models import Game, Status
from games.table.view import position_after
from homeworlds.notation import format_position
from homeworlds.outcome import repetition
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import Variant
from homeworlds.state import GameState, play
from homeworlds.turn import HalfTurn
from study.models import SandboxLine

MOST_TURNS: Final = 60
"""Of one line; more are not read."""

Pairs = list[tuple[str, str]]


def may_try(game: Game, viewer: Viewer) -> bool:
    """Whether the terms let this viewer try turns now: they bind those who sit in the running game."""
    return not (bound_by_terms(game) and seat_of(game, viewer) is not None)


def bound_by_terms(game: Game) -> bool:
    return game.status == Status.RUNNING and not game.sandbox_allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """The position that turns are tried from."""

    state: GameState
    """Without outcome: after the end of a game turns can still be tried."""
    places: Places
    game: Game | None
    """None: the position was pasted."""
    number: int = 0
    """The entry of the game's log that led to it."""
    side: int = 0
    """The seat it is looked at from."""
    seated: bool = False
    arrangement: Arrangement | None = None
    """The viewer's own of the map, as at the table."""
    carried: tuple[tuple[str, str], ...] = ()
    """What each address of this sandbox says."""
    stood: Mapping[str, int] = field(default_factory=dict)
    """How often each position has stood up to here, by its hash; where repetition draws."""

    def address(self, name: str) -> str:
        """One of the addresses of this sandbox: page, show, end or keep."""
        kind = "sandbox" if self.game else "pasted"
        tail = "" if name == "page" else f"_{name}"
        return reverse(f"study:{kind}{tail}", args=[self.game.public_id, self.number] if self.game else [])


def game_root(game: Game, viewer: Viewer, number: int, *, from_seat: int | None = None) -> Root:
    """After entry `number` of a game of `game_for_viewer`. Two queries more.

    `from_seat` is the side a spectator looks from. Raises Http404: there is no such entry.
    """
    if game.started_at is None or not 0 <= number <= game.log_number:
        raise Http404
    seats = list(game.seats.all())
    state = state_of(game, seats)
    position, places = position_after(game, seats, state, number)
    own = seat_of(game, viewer)
    side = own.number if own else from_seat
    return Root(
        state=GameState(state.rules, position),
        places=places,
        game=game,
        number=number,
        side=side if side is not None and side < position.players else 0,
        seated=own is not None,
        arrangement=Arrangement.from_json(own.tidied) if own and own.tidied else None,
        carried=() if own or from_seat is None else (("seat", str(from_seat)),),
        stood=stood_by(game, number) if position.players == 2 else {},
    )


@dataclass(frozen=True, slots=True)
class Trail:
    """The turns that are tried, in notation, and how many of them are made."""

    turns: tuple[str, ...] = ()
    done: int = 0
    line: SandboxLine | None = None
    """The line they follow, as far as `kept`."""
    kept: int = 0
    shared: bool = False
    """The line is somebody's who has shared it."""

    def pairs(self) -> Pairs:
        """As an address says it."""
        said: Pairs = []
        if self.line is not None:
            said.append(self._line_pair(self.line))
            if self.kept < len(self.line.texts()) or self.is_new:
                said.append(("from", str(self.kept)))
        said += [("t", text) for text in self.turns[self.kept :]]
        if self.done < len(self.turns):
            said.append(("done", str(self.done)))
        return said

    def _line_pair(self, line: SandboxLine) -> tuple[str, str]:
        return ("shared", line.share_token) if self.shared else ("line", str(line.pk))

    @property
    def is_new(self) -> bool:
        """There are turns that no line has."""
        return self.kept < len(self.turns)

    def at(self, done: int) -> Trail:
        return replace(self, done=done)

    def after(self, text: str) -> Trail:
        """With one turn more: the next one that was tried already, or another one in its place."""
        if self.done < len(self.turns) and self.turns[self.done] == text:
            return self.at(self.done + 1)
        turns = (*self.turns[: self.done], text)
        return replace(self, turns=turns, done=len(turns), kept=min(self.kept, self.done))


def trail_of(query: QueryDict, line: SandboxLine | None, *, shared: bool = False) -> Trail:
    """Reads leniently: what cannot be is as if it had not been said."""
    added = tuple(query.getlist("t"))
    texts = line.texts() if line else ()
    kept = len(texts)
    if line and "from" in query:
        kept = min(_number(query["from"], 0), kept)
    turns = (*texts[:kept], *added)[:MOST_TURNS]
    done = min(_number(query.get("done", ""), len(turns)), len(turns))
    return Trail(turns, done, line, min(kept, len(turns)), shared)


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else otherwise


class Moment(NamedTuple):
    """The sandbox after some of its turns."""

    state: GameState
    places: Places
    half: HalfTurn | None = None
    """The turn that led here; None at the root."""
    eliminated: tuple[int, ...] = ()
    stood: Mapping[str, int] = {}
    """How often each position has stood by now, by its hash."""

    def stands(self, half: HalfTurn) -> int:
        """How often the position that this turn leads to has stood with it. Raises Refusal."""
        return self.stood.get(hash_of(half.end().position), 0) + 1

    @property
    def is_over(self) -> bool:
        """No turn can follow."""
        return self.state.outcome is not None or len(self.state.position.living) < 2


def tried(root: Root, turns: Iterable[str]) -> list[Moment]:
    """The moments from the root on; they stop before the first turn that cannot be made."""
    moments = [Moment(root.state, root.places, stood=root.stood)]
    for text in turns:
        try:
            moments.append(after(moments[-1], text))
        except Refusal:
            break
    return moments


def after(moment: Moment, text: str) -> Moment:
    """A turn later. Raises Refusal: it cannot be made, or nothing can follow."""
    if moment.is_over:
        raise Refusal(RefusalCode.GAME_OVER)
    half = half_turn_of(moment.state, text)
    times = moment.stands(half)
    state, eliminated = _ended(moment.state, half)
    if state.outcome is None:
        state = state._replace(outcome=repetition(state.position, times))
    places = settle(place_turn(moment.places, half), state.position)
    return Moment(state, places, half, eliminated, {**moment.stood, hash_of(state.position): times})


def _ended(state: GameState, half: HalfTurn) -> tuple[GameState, tuple[int, ...]]:
    """Who wins in Good vs Evil would tell who is what, so there a turn only changes the board."""
    if state.rules.variant is Variant.GOOD_VS_EVIL:
        end = half.end()
        return state._replace(position=end.position), end.eliminated
    played = play(state, half)
    return played.state, played.eliminated


def cut(trail: Trail, moments: Sequence[Moment]) -> Trail:
    """Without the turns that could not be made."""
    made = len(moments) - 1
    return replace(trail, turns=trail.turns[:made], done=min(trail.done, made), kept=min(trail.kept, made))


def position_text(moment: Moment) -> str:
    """As it can be pasted."""
    return format_position(moment.state.position)


def pasted_address(moment: Moment) -> str:
    """Where a sandbox opens that begins at this moment."""
    rules = moment.state.rules
    asked = rules_query(rules).removeprefix("?")
    pairs = [("position", position_text(moment)), ("variant", rules.variant.value)]
    return reverse("study:pasted") + query_of(pairs) + (f"&{asked}" if asked else "")


def sandbox_address(public_id: str, number: int, *, turn: str = "", from_seat: int | None = None) -> str:
    """The sandbox at a position of a game, with a turn in the making."""
    pairs = [("turn", turn)] if turn else []
    if from_seat is not None:
        pairs.append(("seat", str(from_seat)))
    return reverse("study:sandbox", args=[public_id, number]) + query_of(pairs)
