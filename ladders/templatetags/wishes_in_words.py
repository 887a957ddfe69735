"""A wish for a game in words."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.translation import gettext, ngettext

from ladders.models import Rated, Wish
from ladders.wishes.looking import clocks_in_words, variants_in_words, who_is_wanted
from ladders.wishes.waits import usual_wait_in_words
from upkeep.clock import local_now

register = template.Library()


@register.simple_tag
def usual_wait() -> str:
    """How long one waits for an opponent; empty where nobody knows."""
    return usual_wait_in_words(local_now())


@register.filter
def wanted(wish: Wish) -> str:
    """How many, and of which strength."""
    return who_is_wanted(wish)


@register.filter
def terms(wish: Wish) -> str:
    """What they would play, with which clock, rated or not."""
    parts = [variants_in_words(wish.players, wish.variants)] if wish.players > 2 else []
    return " · ".join([*parts, clocks_in_words(wish.clocks), str(Rated(wish.rated).label)])


@register.filter
def bot_meanwhile(wish: Wish) -> str:
    """When a bot sits in where nobody comes, or that it has; empty where it does not."""
    if not settings.WISH_BOT_HOURS or not wish.wants_bot:
        return ""
    if wish.bot_came_at is not None and wish.bot_came_at >= wish.waits_since:
        if wish.players > 2:
            return gettext("Bots have sat in. The wish goes on waiting for people.")
        return gettext("A bot has sat in. The wish goes on waiting for a person.")
    hours = settings.WISH_BOT_HOURS
    if wish.players > 2:
        words = ngettext(
            "If too few come within {number} hour, bots play with you until enough do.",
            "If too few come within {number} hours, bots play with you until enough do.",
            hours,
        )
        return words.format(number=hours)
    words = ngettext(
        "If nobody comes within {number} hour, a bot plays with you until somebody does.",
        "If nobody comes within {number} hours, a bot plays with you until somebody does.",
        hours,
    )
    return words.format(number=hours)
