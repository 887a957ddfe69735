"""The half-made turn between the address and the page."""

import functools
import random
import re
from html import unescape

import pytest
from django.http import QueryDict

from board.tests.half_made import LINKS, START, state
from board.turn.choices import choices_of
from board.turn.making import Choosing, Verb, make, text_with
from board.turn.order import read_turn, text_of
from board.turn.screen import map_link
from homeworlds.actions import Action, Pass
from homeworlds.notation import parse_turn
from homeworlds.pieces import find_piece
from homeworlds.rules import RuleSet, Variant
from homeworlds.state import begin, play, start_game
from homeworlds.turn import HalfTurn


def ids(text: str = "", start: str = START, **chosen) -> list[str]:
    """Of the buttons offered."""
    half = read_turn(state(start), text).half
    offered = choices_of(half, Choosing(text=text, **chosen), LINKS)
    return [choice.id for row in offered.rows for choice in row.choices]


def test_an_address_says_again_what_was_read_from_it():
    query = "turn=sacrifice+Y1+Alice&at=Alice&do=move&ship=B1&size=2"
    assert Choosing.from_query(QueryDict(query)).query() == f"?{query}"
    assert Choosing.from_query(QueryDict("star=b1&star=y2&star=g3")).query() == "?star=B1&star=Y2"
    assert Choosing.from_query(QueryDict("")).query() == ""


def test_what_cannot_be_chosen_is_as_if_not_chosen():
    assert Choosing.from_query(QueryDict("do=dance&ship=Q7&size=9&star=zz")) == Choosing()


def test_a_turn_is_read_leniently_and_written_canonically():
    read = read_turn(state(), "s y1 alice\r\nm b1 alice vega".replace("\r", ""))
    assert (read.text, read.error) == ("sacrifice Y1 Alice; move B1 Alice Vega", "")


@pytest.mark.parametrize(
    "text", ["build g1 alice; dance", "build g1 alice; build g1 alice", "b g1 alice;; b"]
)
def test_what_stands_before_a_mistake_is_kept(text):
    read = read_turn(state(), text)
    assert len(read.half.turn) == 1
    assert read.text == text
    assert read.error.startswith("Step 2: ")


def test_a_text_beyond_measure_is_refused_as_a_whole():
    read = read_turn(state(), "build G1 Alice;" * 1000)
    assert read.half.turn == ()
    assert "too long" in read.error


def test_actions_left_are_told_in_words():
    def told(text: str) -> str:
        return make(read_turn(state(), text), LINKS).actions

    assert told("") == "1 action"
    assert told("sacrifice G3 Alice") == "3 builds left"
    assert told("sacrifice Y1 Alice") == "1 move left"
    assert told("pass") == "No action left."


def test_what_is_wrong_is_told_with_its_step_and_who_falls_is_left_to_the_verdict():
    text = "<0> Alice (0, b1y2) r3-; Bob (1, b3) y1-y2"
    making = make(read_turn(state(text), "sacrifice R3 Alice; attack Y2 Bob"), LINKS)
    assert making.effects == ()
    assert making.error.startswith("Step 2: ")


def test_a_ship_shows_what_it_can_do():
    assert ids(at="Alice", ship=find_piece("g3")) == [
        *["ship-g3", "ship-r2", "ship-y1", "ship-b1"],
        *["do-build", "do-trade", "do-move", "do-discover", "do-sacrifice"],
    ]
    assert ids(at="Vega") == ["ship-y1", "do-move", "do-discover", "do-attack", "do-sacrifice"]


def test_after_a_sacrifice_only_its_power_is_offered():
    assert ids("sacrifice Y1 Alice", at="Vega") == ["ship-y1", "do-move", "do-discover"]
    assert ids("sacrifice G3 Alice", at="Vega") == ["ship-y1", "do-build"]


def test_nothing_is_offered_where_the_player_has_no_ship():
    assert ids(at="Bob") == []
    assert ids(at="Nowhere") == []


def test_the_size_of_a_free_berth_narrows_the_stars():
    stars = ids(at="Vega", verb=Verb.DISCOVER, ship=find_piece("y1"), size=2)
    assert stars == ["star-r2", "star-y2", "star-g2", "star-b2"]


def test_the_cards_of_the_map_are_the_targets_of_a_move():
    half = begin(state())
    choosing = Choosing(at="Alice", verb=Verb.MOVE, ship=find_piece("y1"))
    choices = choices_of(half, choosing, LINKS)
    assert map_link(choices, choosing, LINKS, "Vega")["href"].endswith("?turn=move+Y1+Alice+Vega")
    assert map_link(choices, choosing, LINKS, "Bob")["href"].endswith("?at=Bob")
    assert map_link(choices, choosing, LINKS, "Alice")["href"] == "/t/"


def test_a_ship_that_is_chosen_goes_where_the_map_is_tapped():
    half = begin(state())
    choosing = Choosing(at="Alice", ship=find_piece("y1"))
    choices = choices_of(half, choosing, LINKS)
    assert map_link(choices, choosing, LINKS, "Vega")["href"].endswith("?turn=move+Y1+Alice+Vega")
    # The star is asked for where there are several.
    assert {size: berth.target for size, berth in choices.berths.items()} == {
        3: Choosing(at="Alice", ship=find_piece("y1"), verb=Verb.DISCOVER, size=3)
    }
    # Without a ship chosen a card shows what is there.
    looking = Choosing(at="Alice")
    assert map_link(choices_of(half, looking, LINKS), looking, LINKS, "Vega")["href"] == "/t/?at=Vega"


def test_a_target_may_be_chosen_before_the_ship():
    assert ids(at="Alice", verb=Verb.MOVE, to="Vega") == ["ship-g3", "ship-r2", "ship-y1", "ship-b1"]
    choosing = Choosing(at="Alice", verb=Verb.MOVE, to="Vega")
    (row,) = choices_of(begin(state()), choosing, LINKS).rows
    assert "turn=move+B1+Alice+Vega" in row.choices[-1].link
    offered = choices_of(begin(state()), Choosing(at="Alice", verb=Verb.MOVE), LINKS)
    assert offered.moves["Vega"] == choosing


def test_a_discovery_with_one_star_and_one_ship_is_made_at_once():
    start = "<0> Alice (0, b1g2) y3-; Bob (1, r1b3) -g3"
    bank = "<0> Alice (0, b1g2) y1-; Bob (1, r1b3) -g3r3r3y3y3y3g3g3b3b3"
    assert choices_of(begin(state(start)), Choosing(at="Alice"), LINKS).berths[3].target.verb is Verb.DISCOVER
    berth = choices_of(begin(state(bank)), Choosing(at="Alice"), LINKS).berths[3]
    assert berth.target.text.startswith("discover Y1 Alice R3 ")
    assert berth.stars == (find_piece("r3"),)


def test_after_a_sacrifice_the_systems_that_can_act_are_lit_and_a_single_one_is_chosen():
    start = "<0> Alice (0, b1y2) g3y2-; Bob (1, r1b3) -g3; Vega (r3) g1-"
    half = read_turn(state(start), "sacrifice Y2 Alice").half
    choices = choices_of(half, Choosing(text=text_of(half)), LINKS)
    assert (choices.acting, choices.at, choices.moves) == ({"Alice", "Vega"}, "", {})
    half = half.then(parse_turn("move G3 Alice Vega", 2)[0])
    choices = choices_of(half, Choosing(text=text_of(half)), LINKS)
    assert (choices.acting, choices.at) == (frozenset(), "Vega")


def test_a_glance_at_the_map_and_a_step_back_keep_the_stars_of_a_homeworld():
    stars = (find_piece("b1"), find_piece("y2"))
    choosing = Choosing(stars=stars)
    choices = choices_of(begin(state("<0>")), choosing, LINKS)
    assert f'href="/t/{Choosing(stars=stars[:1]).query()}"' in choices.back
    half = begin(state("<0> Bob (1, r1b3) -g3"))
    assert map_link(choices_of(half, choosing, LINKS), choosing, LINKS, "Bob")["href"] == (
        "/t/?star=B1&star=Y2&at=Bob"
    )


def test_a_catastrophe_is_offered_wherever_it_is_possible():
    start = "<0> Alice (0, b1y2) g3-; Bob (1, r1b3) -r2r3r2"
    offered = choices_of(begin(state(start)), Choosing(), LINKS)
    assert [choice.spoken for choice in offered.elsewhere] == ["Bob (red): catastrophe"]
    offered = choices_of(begin(state(start)), Choosing(at="Bob"), LINKS)
    assert [choice.label for choice in offered.catastrophes] == ["Red catastrophe at Bob"]


def test_ships_to_attack_are_offered_by_owner():
    names = ("Alice", "Bob", "Cleo")
    start = "<0> Alice (0, b1y2) r3--; Bob (1, r1b3) -g3-; Cleo (2, g1b2) --g3; Vega (r3) y2-g1-g1"
    half = begin(state(start, *names, variant=Variant.LAST_CAPTAIN_STANDING))
    offered = choices_of(half, Choosing(at="Vega", verb=Verb.ATTACK), LINKS)
    assert [choice.label for row in offered.rows for choice in row.choices] == ["Bob", "Cleo"]


def test_only_stars_and_ships_that_the_rules_allow_are_offered_for_a_homeworld():
    assert len(ids(start="<0>")) == 12
    assert ids(start="<0>", stars=(find_piece("b1"), find_piece("y2"))) == [
        *["ship-r3", "ship-y3", "ship-g3", "ship-b3"]
    ]


def reached_by_links(half: HalfTurn, text: str) -> set[str]:
    """The turns of one step more that links lead to, without a word typed."""
    turns: set[str] = set()
    waiting, seen = [Choosing(text=text)], set()
    while waiting:
        choosing = waiting.pop()
        if choosing in seen:
            continue
        seen.add(choosing)
        if choosing.text != text:
            turns.add(choosing.text)
            continue
        choices = choices_of(half, choosing, LINKS)
        buttons = [choice for row in choices.rows for choice in row.choices] + [
            *choices.catastrophes,
            *choices.elsewhere,
        ]
        buttons += [choices.passing] if choices.passing else []
        links = [unescape(re.search(r'href="([^"]*)"', button.link)[1]) for button in buttons]
        links += [map_link(choices, choosing, LINKS, s.name)["href"] for s in half.position.systems]
        waiting += [Choosing.from_query(QueryDict(link.partition("?")[2])) for link in links]
    return turns


@pytest.fixture
def listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What may come next is listed once for each half-made turn, not for each of hundreds of addresses: two
    stars and a ship can be chosen in thousands of ways."""
    legal_actions = HalfTurn.legal_actions

    @functools.lru_cache(8)
    def listed(half: HalfTurn, kind: type[Action] | None = None) -> tuple[Action, ...]:
        return tuple(legal_actions(half, kind))

    monkeypatch.setattr(HalfTurn, "legal_actions", lambda half, kind=None: iter(listed(half, kind)))


@pytest.mark.usefixtures("listed_once")
@pytest.mark.parametrize("seed", range(6))
def test_links_lead_to_every_legal_step_and_to_no_other(seed):
    rng = random.Random(seed)
    names = ("Alice", "Bob", "Cleo")[: 2 + seed % 2]
    variant = Variant.BINARY if len(names) == 2 else Variant.LAST_CAPTAIN_STANDING
    game = start_game(RuleSet(variant=variant), names)
    for _ in range(20):
        half = begin(game)
        while half.why_not_end() or (rng.random() < 0.4 and not half.must_end()):
            legal = list(half.legal_actions())
            if half.turn:
                # Giving up what is left is ending the turn: no button is needed for it.
                legal = [action for action in legal if not isinstance(action, Pass)]
            if len(half.turn) < 3:
                expected = {text_with(half, action) for action in legal}
                assert reached_by_links(half, text_of(half)) == expected
            if not legal:
                break
            half = half.then(rng.choice(legal))
        if half.why_not_end() or half.effects().would_fall:
            continue
        game = play(game, half).state


def test_a_numbered_and_commented_order_is_read_step_by_step():
    read = read_turn(state(), "1. build G1 Alice # cheap; quick\n2. fly (away)")
    assert (text_of(read.half), read.error[:7]) == ("build G1 Alice", "Step 2:")
