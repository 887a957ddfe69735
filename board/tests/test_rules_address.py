"""A rule set in an address: nothing is lost on the way there and back."""

import pytest
from django.http import QueryDict

from board.rules_address import players_of_query, preset_of, rules_of_query, rules_query
from board.tests.rule_sets import ALL
from homeworlds.rules import (
    OFFERED_VARIANTS,
    Preset,
    RuleSet,
    Variant,
    preset_rules,
    with_options,
)

BOOKLET = RuleSet()


def query(text: str) -> QueryDict:
    return QueryDict(text.removeprefix("?"))


def test_every_rule_set_comes_back_from_its_address():
    assert len(set(ALL)) > 50
    for rules in ALL:
        assert rules_of_query(rules.variant, query(rules_query(rules, 4))) == rules


def test_the_address_names_a_preset_where_there_is_one():
    assert rules_query(BOOKLET) == "" and rules_query(BOOKLET, 2) == "?players=2"
    for preset, variants in OFFERED_VARIANTS.items():
        for variant in variants:
            rules = preset_rules(preset, variant)
            assert preset_of(rules) == preset
            assert rules_query(rules) == ("" if preset is Preset.BOOKLET else f"?rules={preset}")
    own = with_options(BOOKLET, {"attack": "smaller", "fallen_good": True})
    assert rules_query(own) == "?attack=smaller&fallen_good=true" and preset_of(own) is None


@pytest.mark.parametrize("text", ["rules=x", "rules=classic", "rules=", "attack=x", "bank=", "fallen_good=1"])
def test_what_there_is_not_has_no_rules(text):
    assert rules_of_query(Variant.BINARY, query(text)) is None
    assert rules_of_query(Variant.BINARY, query("")) == BOOKLET


@pytest.mark.parametrize(
    "text, players",
    [("players=2", 2), ("players=3", None), ("players=x", None), ("players=", None), ("", None)],
)
def test_only_a_number_that_can_play_counts(text, players):
    assert players_of_query(BOOKLET, query(text)) == players
