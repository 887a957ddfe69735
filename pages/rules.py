"""The pages of rules: all variants and rule sets, and one for each."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from board.rules_address import players_of_query, rules_of_query
from games.forms.new_game import new_key
from games.lobby.words import about_absence
from homeworlds.rules import Variant
from pages.rule_words import rule_set_cards, rules_page, variant_cards


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
