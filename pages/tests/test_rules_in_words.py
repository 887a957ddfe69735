"""What the site says of a rule, beside what the rule does: a test a phrase, words and library together."""

from __future__ import annotations

from itertools import product

import pytest
from bs4 import BeautifulSoup, Tag
from django.test import Client

from board.map.legend import Topic, explain
from board.map.places import Places, settle
from board.tests.map_reading import mapped
from board.words.game import goal_of_viewer
from board.words.options import option_sentence
from board.words.rules import resignation_sentence
from games.templatetags.rules_in_words import rules_address
from homeworlds.notation import parse_position, parse_turn
from homeworlds.outcome import Alignment, Departure, Termination
from homeworlds.position import Position
from homeworlds.refusals import Refusal
from homeworlds.rules import (
    OFFERED_VARIANTS,
    AttackSize,
    Catastrophes,
    EmptyHomeworld,
    GoodShare,
    OwnElimination,
    Preset,
    RuleSet,
    Variant,
    preset_rules,
    with_options,
)
from homeworlds.state import GameState, begin, depart, play
from homeworlds.threats import red_alert
from homeworlds.turn import HalfTurn, make_turn
from upkeep.tests.elements import Element, page_of

GOOD, EVIL = Alignment.GOOD, Alignment.EVIL
NAMES = ("Alice", "Bob", "Cleo", "Dora", "Emil", "Fay")


def rules_of(variant: Variant, **options: str) -> RuleSet:
    return with_options(preset_rules(Preset.BOOKLET, variant), options)


def state_at(text: str, rules: RuleSet, players: int) -> GameState:
    return GameState(rules, parse_position(text, rules, NAMES[:players]))


def made(state: GameState, text: str) -> HalfTurn:
    return make_turn(state.rules, state.position, parse_turn(text, state.position.players))


def page_at(rules: RuleSet) -> Element:
    return page_of(Client().get(rules_address(rules)))


def own_words(rules: RuleSet) -> str:
    """Of the page of rules, without what is said of other rule sets."""
    page = page_at(rules)
    for aside in page.select("details.otherwise"):
        aside.tag.decompose()
    return page.text


# --- attacks


@pytest.mark.parametrize("size, equal", [(AttackSize.SAME_OR_SMALLER, True), (AttackSize.SMALLER, False)])
def test_an_attack_goes_by_the_largest_ship_there_and_both_places_say_so(size, equal):
    """A small red ship with a large green one beside it."""
    rules = rules_of(Variant.BINARY, attack=size)
    state = state_at("<0> Alice (0, b1y2) r1g3-y2y3; Bob (1, b1b3) -g3", rules, 2)
    assert made(state, "attack Y2 Alice")
    if equal:
        assert made(state, "attack Y3 Alice")
    else:
        with pytest.raises(Refusal):
            made(state, "attack Y3 Alice")
    sentence = option_sentence("attack", size)
    assert "your largest ship there, of whatever colour" in sentence
    assert sentence in explain(Topic.ATTACK, rules).text
    assert sentence in own_words(rules)


def test_one_attack_takes_one_ship():
    state = state_at("<0> Alice (0, b1y2) r1g3-y2y3; Bob (1, b1b3) -g3", rules_of(Variant.BINARY), 2)
    assert len(made(state, "attack Y2 Alice").effects().ships_captured) == 1
    assert "Each attack takes one ship." in explain(Topic.ATTACK, state.rules).text
    assert "Each attack takes one ship." in own_words(state.rules)


# --- catastrophes


def test_where_a_catastrophe_ends_the_actions_the_page_says_what_it_takes():
    position = "<0> Alice (0, b1y2) g3g1-; Bob (1, r1b3) -g3; Vega (g3) g1g1g2-r2"
    takes = "It takes the actions that are left"
    for when in Catastrophes:
        rules = rules_of(Variant.BINARY, catastrophes=when)
        half = made(state_at(position, rules, 2), "sacrifice G3 Alice; catastrophe Vega green")
        assert (half.actions_left == 0) == (takes in own_words(rules))
        assert (takes in explain(Topic.CATASTROPHE, rules).text) == (when is Catastrophes.AFTER_ACTIONS)


# --- who is out, and who wins


@pytest.mark.parametrize("variant, own", list(product(Variant, OwnElimination)))
def test_a_draw_of_all_who_fall_is_said_only_where_it_can_happen(variant, own):
    rules = rules_of(variant, own_elimination=own)
    said = page_at(rules).find_id("all-fall")
    state = (
        state_at("<1> Alice (0, y1b2) y3-; Bob (1, g3y3) -y1y2", rules, 2)
        if variant is Variant.BINARY
        else state_at("<1 out 2> Alice (0, y1b2) y3--; Bob (1, g3y3) -y1y2-", rules, 3)
    )
    # Bob leaves home with his last ship.
    half = made(state, "sacrifice Y2 Bob; move Y1 Bob Alice")
    falls = half.why_not_end() is None
    assert falls == (own is OwnElimination.LOSES) == (said is not None)


@pytest.mark.parametrize("own", OwnElimination)
def test_who_falls_in_the_own_turn_does_not_win_good_vs_evil(own):
    """Alice is Evil, and her last ship at home goes together with Bob."""
    rules = rules_of(Variant.GOOD_VS_EVIL, own_elimination=own)
    state = state_at("<0> Alice (0, g3b1) y1--; Bob (1, b2r2) r2y1y1-y3-; Cleo (2, b1g2) --g3", rules, 3)
    half = made(state, "move Y1 Alice Bob; catastrophe Bob yellow")
    assert (half.why_not_end() is None) == (page_at(rules).find_id("own-fall") is not None)
    if own is OwnElimination.LOSES:
        outcome = play(state, half, [EVIL, GOOD, GOOD]).state.outcome
        assert outcome is not None and 0 not in outcome.winners
        assert "somebody else" in goal_of_viewer(state, 0, EVIL)


@pytest.mark.parametrize("share", GoodShare)
def test_a_good_player_reads_who_shares_the_win(share):
    """Cleo is Evil; Bob, who is Good, is out already."""
    rules = rules_of(Variant.GOOD_VS_EVIL, good_share=share)
    state = state_at(
        "<0 out 1> Alice (0, g3b1) r3---; Cleo (2, b1y2) r3--y1-; Dora (3, b1g2) ---g3", rules, 4
    )
    played = play(state, made(state, "attack Y1@2 Cleo"), [GOOD, GOOD, EVIL, GOOD])
    goal = goal_of_viewer(state, 0, GOOD)
    assert ("with all the Good, also those eliminated," in goal) == (1 in played.state.outcome.winners)
    assert ("with the Good who are still alive" in goal) == (1 not in played.state.outcome.winners)


@pytest.mark.parametrize("empty", EmptyHomeworld)
def test_the_empty_homeworld_of_another_player_is_spoken_of_too(empty):
    """A catastrophe leaves no ship at Bob's home while Alice's turn goes on."""
    rules = rules_of(Variant.BINARY, empty_homeworld=empty)
    state = state_at("<0> Alice (0, b1y2) g3-; Bob (1, b1r3) g1g1g2-g2", rules, 2)
    half = made(state, "catastrophe Bob green")
    assert (half.position.find("Bob") is not None) == (empty is EmptyHomeworld.STAYS)
    sentence = option_sentence("empty_homeworld", empty)
    assert sentence in own_words(rules)
    assert ("yours or another player’s" in sentence) == (empty is EmptyHomeworld.STAYS)


# --- resignations


def after_resignation(variant: Variant, position: str, seat: int, players: int, sides=None):
    state = state_at(position, rules_of(variant), players)
    return depart(state, seat, Departure.RESIGNATION, sides).state


THREE = "<0> Alice (0, g3b1) r3--; Bob (1, b2r3) -y3-; Cleo (2, b1g2) --g3"
FOUR = "<0> Alice (0, g3b1) r3---; Bob (1, b2r3) -y3--; Cleo (2, b1g2) --g3-; Dora (3, r1y2) ---b3"


@pytest.mark.parametrize("preset, variant", [(p, v) for p in Preset for v in OFFERED_VARIANTS[p]])
def test_every_page_says_what_a_resignation_means(preset, variant):
    assert page_at(preset_rules(preset, variant)).by_id("resigning").text == resignation_sentence(variant)


def test_in_binary_a_resignation_loses():
    state = after_resignation(Variant.BINARY, "<0> Alice (0, g3b1) r3-; Bob (1, b2r3) -y3", 0, 2)
    assert (state.outcome.winners, state.outcome.draw) == ((1,), False)
    assert "the other player wins" in resignation_sentence(Variant.BINARY)


def test_in_sinister_nobody_wins_by_a_resignation_while_two_others_are_left():
    state = after_resignation(Variant.SINISTER, THREE, 1, 3)
    assert state.outcome is None
    assert "Cleo" in goal_of_viewer(state, 0, None), "the hunter’s target is the next one"
    words = resignation_sentence(Variant.SINISTER)
    assert "nobody wins by it while two others are left" in words and "next living player" in words


def test_in_good_vs_evil_who_resigns_is_shown_and_shares_nothing():
    sides = [GOOD, EVIL, GOOD, GOOD]
    state = after_resignation(Variant.GOOD_VS_EVIL, FOUR, 0, 4, [GOOD, EVIL, EVIL, GOOD])
    assert state.revealed == ((0, GOOD),) and state.outcome is None
    state = after_resignation(Variant.GOOD_VS_EVIL, FOUR, 1, 4, sides)
    assert (state.outcome.winners, state.outcome.termination) == ((0, 2, 3), Termination.NO_EVIL_LEFT)
    words = resignation_sentence(Variant.GOOD_VS_EVIL)
    assert "is shown to be Good or Evil, and never shares a win" in words
    assert "If no living player is Evil then, the Good win" in words


def test_in_last_captain_standing_the_others_play_on():
    state = after_resignation(Variant.LAST_CAPTAIN_STANDING, THREE, 1, 3)
    assert state.outcome is None
    assert depart(state, 2, Departure.RESIGNATION).state.outcome.winners == (0,)
    assert "the others play on; a single player who is left wins" in resignation_sentence(
        Variant.LAST_CAPTAIN_STANDING
    )


# --- hunts


def test_the_page_says_whom_a_hunter_hunts_after_a_fall():
    said = (
        "When your target falls by another player’s turn or resigns, your target is the next living player."
    )
    assert said in own_words(rules_of(Variant.SINISTER))
    state = state_at(
        "<2> Alice (0, g3b1) r3---; Bob (1, b2g3) -y1-r3-; Cleo (2, b1g2) --g3-; Dora (3, r1y2) ---b3",
        rules_of(Variant.SINISTER),
        4,
    )
    assert "Bob" in goal_of_viewer(state, 0, None)
    played = play(state, made(state, "attack Y1@1 Bob"))
    assert played.eliminated == (1,) and played.state.outcome is None
    assert "Cleo" in goal_of_viewer(played.state, 0, None)


# --- handicaps


def test_a_red_alert_asks_every_opponent():
    """Cleo could take Alice's last ship at home; Bob, who moves next, could not."""
    state = state_at(
        "<1> Alice (0, g3b1) y1--r2; Bob (1, b2r3) -y3-; Cleo (2, b1g2) --g3",
        rules_of(Variant.LAST_CAPTAIN_STANDING),
        3,
    )
    found = red_alert(state, 0)
    assert found.threat is not None and found.threat[0] == 2
    words = explain(Topic.RED_ALERT).text
    assert "any opponent, not only the next one" in words
    assert words in own_words(state.rules)


def test_a_pass_among_the_bonus_actions_gives_up_one_and_a_sacrifice_all():
    state = state_at("<0 warp 0:2> Alice (0, g3b1) y1y2-; Bob (1, b2r3) -y3", rules_of(Variant.BINARY), 2)
    half = begin(state)
    assert half.actions_left == 3
    (passing,) = parse_turn("pass", 2)
    (sacrifice,) = parse_turn("sacrifice Y1 Alice", 2)
    assert half.then(passing).actions_left == 2
    assert half.then(sacrifice).actions_left == 1
    words = explain(Topic.TIMEWARP).text
    assert words.endswith("A sacrifice gives up those that are left, a pass one of them.")
    assert words in own_words(state.rules)


# --- the map


def map_of(position: Position, places: Places) -> BeautifulSoup:
    return BeautifulSoup(mapped(position, places), "html.parser")


def stars_and_rings(home: Tag) -> list[tuple[int, int]]:
    """At each size."""
    lanes = home.select(".lanes > span")
    return [(len(lane.select('[href^="#star"]')), len(lane.select('[href^="#gate"]'))) for lane in lanes]


MAP = (
    "A homeworld has a place for each size, where its stars stand, two of one size side by side; through a "
    "dashed ring ships go. The home of a player who is out stays there while it has ships."
)


def test_twin_stars_stand_side_by_side_and_two_rings_are_open():
    position = state_at("<0> Alice (0, g2b2) y1-; Bob (1, b1r3) -y3", rules_of(Variant.BINARY), 2).position
    page = map_of(position, settle(Places(), position))
    alice, bob = (stars_and_rings(page.select(f"#home-{seat}")[0]) for seat in (0, 1))
    assert alice == [(0, 1), (2, 0), (0, 1)]
    assert bob == [(1, 0), (0, 1), (1, 0)]
    assert MAP in own_words(rules_of(Variant.BINARY))


def test_the_home_of_who_is_out_stays_in_its_place():
    rules = rules_of(Variant.SINISTER)
    homes = "Alice (0, g3b1) y1--; {bob}; Cleo (2, b1g2) --g3"
    before = state_at(f"<0> {homes.format(bob='Bob (1, b2r3) y3-y1-')}", rules, 3).position
    after = state_at(f"<0 out 1> {homes.format(bob='Bob (b2r3) y3y1--')}", rules, 3).position
    places = settle(settle(Places(), before), after)
    assert stars_and_rings(map_of(after, places).select("#home-1")[0]) == [(0, 1), (1, 0), (1, 0)]
    assert MAP in own_words(rules)


# --- links


def test_a_card_says_as_many_players_as_the_page_it_leads_to():
    cards = page_of(Client().get("/rules/")).select(".rule-card")
    assert len(cards) == len(Variant)
    for card in cards:
        (link,) = card.all("link")
        said = page_of(Client().get(link["href"])).select(".rules__facts dd")[0].text
        assert card.one("heading").text == f"{link.text} {said}"
