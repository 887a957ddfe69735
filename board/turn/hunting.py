"""Sinister's goal in a few words, with the badges of those it is about."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.page import render_badge
from board.words.game import hunt_of
from homeworlds.state import GameState


def hunt_in_short(state: GameState, seat: int | None) -> SafeString | str:
    """Whom this seat hunts and who hunts it; empty where nobody is hunted, and after the end."""
    hunt = None if state.outcome is not None else hunt_of(state, seat)
    if hunt is None:
        return ""
    names = state.position.names
    target, hunter = [format_html("{} <b>{}</b>", render_badge(who, names[who]), names[who]) for who in hunt]
    aim = format_html(gettext("Goal: eliminate {target}"), target=target)
    if hunt.target == hunt.hunter:
        return aim
    return format_html("{} · {}", aim, format_html(gettext("{hunter} hunts you"), hunter=hunter))
