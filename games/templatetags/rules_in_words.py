"""Variants and rule sets in words, for templates that list games."""

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString

from board.map.symbols import render_badge
from board.rules_address import rules_query
from board.words import rules as option_words
from games.clocks.words import clock_in_list
from games.lobby.rating_range import ratings_asked
from games.lobby.seats import SeatView
from homeworlds.rules import RuleSet

register = template.Library()
register.filter("variant_name", option_words.variant_name)
register.filter("variant_short_name", option_words.variant_short_name)
register.filter("clock_in_list", clock_in_list)
register.filter("ratings_asked", ratings_asked)
register.filter("differences", option_words.differences)
register.filter("describe_rules", option_words.describe_rules)


@register.filter
def rules_address(rules: RuleSet, players: int | None = None) -> str:
    """The page of exactly these rules, for so many players."""
    return reverse("pages:rules_of", args=[rules.variant.value]) + rules_query(rules, players)


@register.filter
def badge(seat: SeatView) -> SafeString:
    """The sign of a seat with the initial of who sits there."""
    return render_badge(seat.number, seat.name)
