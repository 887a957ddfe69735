"""The pages of rules: every number and option from the rule set, and what differs elsewhere is marked."""

import pytest
from django.http import HttpResponse
from django.test import Client

from board.tests.rule_sets import ALL
from board.words.options import option_sentence
from board.words.rules import VARIANT_NAMES
from games.models import Game
from games.services import SeatWish, create_game, invite
from games.templatetags.rules_in_words import rules_address
from homeworlds.rules import (
    OFFERED_VARIANTS,
    OPTIONS,
    Preset,
    RuleSet,
    Variant,
    option_values,
    player_numbers,
    preset_rules,
    with_options,
)
from pages.rule_words import said_of
from upkeep.tests.elements import Element, as_sent, code_in, page_of

OWN = with_options(preset_rules(Preset.BOOKLET, Variant.SINISTER), {"attack": "smaller", "bank": "five"})
GOOD = {"good_share", "fallen_good"}


def answer_at(address: str, client: Client | None = None) -> HttpResponse:
    response = (client or Client()).get(address)
    assert response.status_code == 200, address
    return response


def page_at(address: str, client: Client | None = None) -> Element:
    return page_of(answer_at(address, client))


def own_words(page: Element) -> str:
    """Without what is said of other rule sets."""
    own = page_of(str(page.tag))
    for otherwise in own.select("details.otherwise"):
        otherwise.tag.decompose()
    return own.text


def texts(page: Element, selector: str) -> list[str]:
    return [each.text for each in page.select(selector)]


@pytest.mark.parametrize("preset, variant", [(p, v) for p in Preset for v in OFFERED_VARIANTS[p]])
def test_a_page_says_its_options_and_no_other(preset, variant):
    rules = preset_rules(preset, variant)
    page = page_at(rules_address(rules))
    options = [option for option in OPTIONS if option not in GOOD or variant is Variant.GOOD_VS_EVIL]
    said = {str(option_sentence(option, getattr(rules, option))) for option in options}
    assert set(texts(page, ".option > p")) == said
    words = own_words(page)
    for option in OPTIONS:
        for value in option_values(option):
            sentence = option_sentence(option, value)
            assert (sentence in words) == (option in options and value == getattr(rules, option)), sentence


@pytest.mark.parametrize("option, value", [(o, v) for o in OPTIONS for v in option_values(o)])
def test_another_option_makes_another_page(option, value):
    usual = preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL)
    changed = with_options(usual, {option: value})
    page = page_at(rules_address(changed))
    assert option_sentence(option, value) in own_words(page)
    before = getattr(usual, option)
    others = [each.replace("Booklet, Classic:", "Booklet:") for each in texts(page, "details.otherwise p")]
    differs = f"Booklet: {option_sentence(option, before)}" in others
    assert differs == (value != before)


@pytest.mark.parametrize(
    "rules",
    [preset_rules(Preset.BOOKLET, v) for v in Variant]
    + [OWN, preset_rules(Preset.CLASSIC, Variant.GOOD_VS_EVIL)],
    ids=str,
)
def test_the_number_of_pieces_is_that_of_the_rule_set(rules):
    address = rules_address(rules)
    preset = Preset.CLASSIC if "classic" in address else None if "attack" in address else Preset.BOOKLET
    amounts = texts(page_at(address), ".amounts li")
    for players in player_numbers(rules.variant, preset):
        each = rules.pieces_of_each_kind(players)
        line = f"{players} players: {each} of each, {12 * each} pieces in all"
        assert line in amounts
        exact = page_at(rules_address(rules, players))
        assert texts(exact, ".amounts li") == [line]
        stacks = [stack.name for stack in exact.select(".example__bank [role=img]")]
        assert len(stacks) == 12 and all(f": {each} in the bank" in stack for stack in stacks)


def test_what_the_others_have_otherwise_is_marked_with_their_names():
    modern = preset_rules(Preset.MODERN, Variant.BINARY)
    assert said_of("first_ship", modern).mark == "Booklet"
    assert said_of("first_ship", RuleSet()).mark == "Two-player summary, Modern"
    assert said_of("attack", modern).mark == "Two-player summary"
    assert said_of("own_elimination", RuleSet()).mark == "Sinister, Good vs Evil"
    assert said_of("bank", preset_rules(Preset.BOOKLET, Variant.SINISTER)).mark == ""
    assert said_of("bank", OWN).mark == "Booklet"
    page = page_at(rules_address(modern))
    marked = texts(page, "details.otherwise")
    assert len(marked) == sum(bool(said_of(option, modern).mark) for option in OPTIONS if option not in GOOD)
    assert "Otherwise in Booklet Booklet: You begin with a large ship." in marked


def test_the_goal_is_marked_as_the_variants_own():
    for variant, name in VARIANT_NAMES.items():
        page = page_at(f"/rules/{variant}/")
        assert texts(page, ".otherwise--only") == [f"only in {name}"]


@pytest.mark.parametrize("address", ["/rules/x/", "/rules/binary/?rules=classic", "/rules/sinister/?bank=x"])
@pytest.mark.django_db
def test_rules_that_there_are_not_are_not_found(address):
    assert Client().get(address).status_code == 404


def test_the_first_page_leads_to_every_rule_set():
    page = page_at("/rules/")
    for preset, variants in OFFERED_VARIANTS.items():
        for variant in variants:
            assert rules_address(preset_rules(preset, variant)) in page.one("main").targets
    assert page.one("button", "Play a bot now")


def test_the_pages_are_well_made_and_light():
    """An id once, every picture's symbol defined, every jump with an aim."""
    for rules in sorted(set(ALL), key=str)[::7]:
        answer = answer_at(rules_address(rules))
        page = page_of(answer)
        ids = page.ids
        assert len(ids) == len(set(ids))
        assert {each["href"][1:] for each in page.select('[href^="#"]')} <= set(ids)
        assert len(as_sent(answer)) < 75_000 and code_in(page) == []


def test_the_pages_ask_no_queries(django_assert_num_queries, db):
    for address in ("/rules/", "/rules/binary/", rules_address(OWN, 5)):
        with django_assert_num_queries(0):
            answer_at(address)


# --- Links


@pytest.fixture
def own_game(alice) -> Game:
    seats = [SeatWish(player=alice), *[SeatWish()] * 3]
    return create_game(creator=alice, rules=OWN, seats=seats)


def test_every_page_of_a_game_leads_to_its_own_rules(own_game, alice):
    client = Client()
    client.force_login(alice)
    seat = own_game.seats.filter(player=None).first()
    token = invite(game_id=own_game.pk, player=alice, seat_id=seat.pk).token
    link = "/rules/sinister/?bank=five&attack=smaller&players=4"
    table = f"/games/{own_game.public_id}/"
    for address, who in [
        (table, client),
        (f"{table}terms/", client),
        ("/games/open/", None),
        (f"/games/join/{token}/", None),
    ]:
        assert link in page_at(address, who).one("main").targets, address
    assert rules_address(own_game.rules(), 4) == link


def test_the_form_leads_to_the_rules_of_what_is_chosen(alice):
    client = Client()
    client.force_login(alice)
    chosen = "variant=good-vs-evil&players=5&rule_set=classic"
    own = "variant=binary&players=2&rule_set=custom&attack=smaller"
    for address, rules in (
        ("/games/new/", "/rules/binary/?players=2"),
        (f"/games/new/form/?{chosen}", "/rules/good-vs-evil/?rules=classic&players=5"),
        (f"/games/new/form/?{own}", "/rules/binary/?attack=smaller&players=2"),
    ):
        assert rules in page_at(address, client).targets
