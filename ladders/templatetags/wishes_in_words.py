"""A wish for a game in words."""

from __future__ import annotations

from django import template

from ladders.models import Rated, Wish
from ladders.wishes.looking import clocks_in_words, variants_in_words, who_is_wanted

register = template.Library()


@register.filter
def wanted(wish: Wish) -> str:
    """How many, and of which strength."""
    return who_is_wanted(wish)


@register.filter
def terms(wish: Wish) -> str:
    """What they would play, with which clock, rated or not."""
    parts = [variants_in_words(wish.players, wish.variants)] if wish.players > 2 else []
    return " · ".join([*parts, clocks_in_words(wish.clocks), str(Rated(wish.rated).label)])
