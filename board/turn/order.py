"""A typed order as it is understood, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from board.turn.naming import NameRefusal, hidden_mark, wrong_name
from board.words.refusals import sentence
from homeworlds.notation import format_turn
from homeworlds.reading.plain import cleaned
from homeworlds.reading.steps import steps_of
from homeworlds.reading.turns import read_so_far
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.state import GameState, begin
from homeworlds.turn import HalfTurn


class ReadTurn(NamedTuple):
    """A typed turn as far as it is legal."""

    half: HalfTurn
    text: str
    """Canonical; as it was typed when something is wrong with it."""
    error: str
    """Why not all of it is legal; empty when it is."""
    steps: tuple[TypedStep, ...] = ()
    """As they were typed, when one of them is wrong."""
    meant: tuple[Meant, ...] = ()
    """What may have been meant."""
    is_other: bool = False
    """Something was asked for that is no step: to resign, a draw."""


class TypedStep(NamedTuple):
    """A step of a typed turn; all after the wrong one are not read."""

    text: str
    is_wrong: bool


class Meant(NamedTuple):
    """A step or a name that may have been meant, and the whole order with it."""

    label: str
    order: str


def tidy(text: str) -> str:
    """Line ends as the notation knows them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def read_turn(state: GameState, text: str) -> ReadTurn:
    """As people write it; what stands before a mistake is kept."""
    if not text:
        return ReadTurn(begin(state), "", "")
    half, steps, refusal = read_so_far(text, state)
    if misread := wrong_name(half):
        while len(half.turn) > misread.step and half.previous:
            half = half.previous
        return _refused(text, half, steps or steps_of(text, begin(state)), misread, misread.step)
    if refusal is not None:
        hidden = hidden_mark(cleaned(text), state.position)
        return _refused(text, half, steps, hidden or refusal, refusal.step)
    return ReadTurn(half, text_of(half), "")


def _refused(
    text: str, half: HalfTurn, steps: Sequence[str], refusal: NameRefusal | Refusal, number: int | None
) -> ReadTurn:
    """`number` None: the order is refused as a whole."""
    if number is None:
        return ReadTurn(half, text, sentence(refusal))
    return ReadTurn(
        half,
        text,
        _mistake(refusal, number, len(steps)),
        tuple([TypedStep(step, at == number) for at, step in enumerate(steps)]),
        _meant(half, steps, refusal) if isinstance(refusal, Refusal) else (),
        refusal.code is RefusalCode.NOT_A_STEP,
    )


def _mistake(refusal: NameRefusal | Refusal, number: int, steps: int) -> str:
    reason = sentence(refusal)
    if steps == 1:
        return reason
    return gettext("Step {number}: {reason}").format(number=number + 1, reason=reason)


def _meant(half: HalfTurn, steps: Sequence[str], refusal: Refusal) -> tuple[Meant, ...]:
    """The whole order, with what may have been meant in the place of what was typed."""
    _done, wrong, *after = steps[len(half.turn) - 1 :] if half.turn else ["", *steps]
    meant = []
    for suggestion in refusal.suggestions:
        if refusal.code is RefusalCode.NAME_MEANT:
            order = [text_of(half), _renamed(wrong, str(refusal.params["system"]), suggestion), *after]
        elif refusal.code is RefusalCode.SEVERAL_READINGS:
            order = [text_of(half), suggestion, *after]
        else:
            continue
        meant.append(Meant(suggestion, "; ".join([step for step in order if step])))
    return tuple(meant)


def _renamed(step: str, written: str, name: str) -> str:
    return re.sub(rf"(?<!\S){re.escape(written)}(?!\w)", lambda _found: name, step, flags=re.IGNORECASE)


def text_of(half: HalfTurn) -> str:
    return format_turn(half.turn, half.start.players)
