"""The page of the bots: their levels, how they play, and how strong they are."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from board.words.rules import bot_level_name, bot_level_style
from bots.levels import OFFERED, seconds_of
from bots.ratings import measured
from games.forms.new_game import new_key
from upkeep.selectors import COMPILED, WORKER, seconds_since

SEEN_WITHIN: Final = 300.0
"""Seconds since a worker said that its bots search with the compiled core."""


class LevelCard(NamedTuple):
    level: str
    name: str
    style: str
    seconds: int
    """Of thinking, at most."""
    rating: int | None
    """None while nothing was measured."""
    key: str
    """For the form that begins a game."""


@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    strength = measured()
    context = {
        "levels": [_card(level, strength.ratings.get(level)) for level in OFFERED],
        "measured": strength,
        "compiled": _is_compiled(),
    }
    return render(request, "pages/bots.html", context)


def _card(level: str, rating: int | None) -> LevelCard:
    seconds = round(seconds_of(level))
    return LevelCard(level, bot_level_name(level), bot_level_style(level), seconds, rating, new_key())


def _is_compiled() -> bool:
    last = seconds_since(WORKER, label=COMPILED)
    return last is not None and last < SEEN_WITHIN
