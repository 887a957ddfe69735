"""The pages of rules: all variants and rule sets, and one for each; and that of the bots who play them."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from board.rules_address import players_of_query, rules_of_query
from board.words.rules import bot_level_name, bot_level_style
from bots.levels import OFFERED, seconds_of
from bots.ratings import measured
from games.forms.new_game import new_key
from games.lobby.words import about_absence
from homeworlds.rules import Variant
from pages.rule_words import rule_set_cards, rules_page, variant_cards
from upkeep.selectors import COMPILED, WORKER, seconds_since

SEEN_WITHIN: Final = 300.0
"""Seconds since a worker said that its bots search with the compiled core."""


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Which games there are."""
    context = {
        "variants": variant_cards(),
        "rule_sets": rule_set_cards(),
        "absence": about_absence(),
        "key": new_key(),
    }
    return render(request, "pages/rules.html", context)


@require_safe
def rules_of(request: HttpRequest, variant: Variant) -> HttpResponse:
    """The rules of exactly the rule set that the address holds."""
    shown = rules_of_query(variant, request.GET)
    if shown is None:
        raise Http404
    page = rules_page(shown, players_of_query(shown, request.GET))
    return render(request, "pages/rules_of.html", {"page": page, "key": new_key()})


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
