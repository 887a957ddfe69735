"""Who hunts whom in Sinister: in a few words with badges, and as a ring of the living."""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterable
from math import pi
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.charts.lettering import badge, written
from board.map.symbols import render_badge
from board.words.game import hunt_of
from homeworlds.state import GameState

BADGE: Final = 18.0


def hunt_in_short(state: GameState, seat: int | None) -> SafeString | str:
    """Whom this seat hunts and who hunts it; empty where nobody is hunted, and after the end."""
    hunt = None if state.outcome is not None else hunt_of(state, seat)
    if hunt is None:
        return ""
    names, told = state.position.names, []
    for sentence, place, who in (
        (gettext("Goal: eliminate {target}"), "{target}", hunt.target),
        (gettext("{hunter} hunts you"), "{hunter}", hunt.hunter),
    ):
        before, after = sentence.split(place)
        badge = render_badge(who, names[who])
        told.append(format_html("<i>{}</i>{} <b>{}</b><i>{}</i>", before, badge, names[who], after))
    if hunt.target == hunt.hunter:
        return told[0]
    return format_html('{} <span class="hunt-dot">·</span> {}', *told)


def hunt_ring(
    names: tuple[str, ...], living: tuple[int, ...], me: int | None, words: tuple[str, ...] = ()
) -> SafeString:
    """An SVG with the seat `me` at the bottom, whose own arrow is gold; empty when nobody is hunted. Lines of
    `words` stand in the middle."""
    if len(living) < 2:
        return SafeString("")
    side = 112 if len(names) < 6 else 128
    radius, middle = side / 2 - BADGE / 2 - 3, complex(side / 2, side / 2)
    first = living.index(me) if me in living else 0
    around = [*living[first:], *living[:first]]
    places = {
        seat: middle + rect(radius, pi / 2 + 2 * pi * step / len(around)) for step, seat in enumerate(around)
    }
    arrows: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for seat in living:
        target = living[(living.index(seat) + 1) % len(living)]
        arrows[seat == me].append(_arrow(places[seat], places[target], middle))
    # The own arrow last, so that it lies on the others.
    drawn = "".join([_together(ways, own) for own, ways in arrows.items() if ways])
    for seat, place in places.items():
        drawn += badge(place.real, place.imag, seat, names[seat], BADGE)
    for line, text in enumerate(words):
        y = side / 2 + 3.5 + 11 * (line - (len(words) - 1) / 2)
        drawn += written(side / 2, y, text, 9.5, fill="var(--dim)", anchor="middle")
    return SafeString(
        f'<svg class="hunt-ring" viewBox="0 0 {side} {side}" width="{side}" height="{side}" '
        f'aria-hidden="true" focusable="false">{drawn}</svg>'
    )


def _arrow(start: complex, end: complex, middle: complex) -> tuple[str, str]:
    """Its line and its tip. Bent outwards, from the edge of one badge to that of the other."""
    out, along = (start + end) / 2 - middle, end - start
    if abs(out) < 1:
        # Of two, each hunts the other: their ways part to their own sides.
        out = along * -1j
    bent = (start + end) / 2 + out / abs(out) * 0.21 * abs(along)
    first = start + (bent - start) / abs(bent - start) * (BADGE / 2 + 3)
    last = end + (bent - end) / abs(bent - end) * (BADGE / 2 + 4)
    back = (bent - last) / abs(bent - last)
    tips = [last + back * complex(6, side) for side in (4, -4)]
    return (
        f"M{_at(first)}Q{_at(bent)} {_at(last)}",
        f"M{_at(last)}L{_at(tips[0])} {_at(tips[1])}z",
    )


def _at(place: complex) -> str:
    return f"{place.real:.1f} {place.imag:.1f}"


def _together(arrows: Iterable[tuple[str, str]], own: bool) -> str:
    lines, tips = ["".join(parts) for parts in zip(*arrows, strict=True)]
    colour, width = ("var(--gold)", 2.4) if own else ("var(--dim)", 1.4)
    return (
        f'<path d="{lines}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        f'<path d="{tips}" fill="{colour}"/>'
    )
