"""Variants and rule sets in words, for templates that list games."""

from django import template

from games import option_words

register = template.Library()
register.filter("variant_name", option_words.variant_name)
register.filter("seat_order_sentence", option_words.seat_order_sentence)
register.filter("differences", option_words.differences)
register.filter("describe_rules", option_words.describe_rules)
