"""Variants and rule sets in words, for templates that list games."""

from django import template
from django.urls import reverse

from board.rules_address import rules_query
from board.words import rules as option_words
from games.lobby.words import seat_order_sentence
from homeworlds.rules import RuleSet

register = template.Library()
register.filter("variant_name", option_words.variant_name)
register.filter("variant_short_name", option_words.variant_short_name)
register.filter("seat_order_sentence", seat_order_sentence)
register.filter("differences", option_words.differences)
register.filter("describe_rules", option_words.describe_rules)


@register.filter
def rules_address(rules: RuleSet, players: int | None = None) -> str:
    """The page of exactly these rules, for so many players."""
    return reverse("pages:rules_of", args=[rules.variant.value]) + rules_query(rules, players)
