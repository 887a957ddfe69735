"""Powers, pieces, marks and warnings explain themselves where they stand, without a script."""

import pytest
from django.test import Client

from board.map.legend import TITLES, Topic, explain, marks_on
from games.models import Game, Seat
from games.tests.play import play_turn, table_of
from homeworlds.notation import parse_position
from homeworlds.position import OVERPOPULATION
from homeworlds.rules import OPTIONS, RuleSet, option_values, with_options
from upkeep.tests.elements import Element, page_of

NAMES = ("Alice", "Bob")
SETUPS = ("homeworld G1 B2 Y3", "homeworld R2 B3 G3")


@pytest.mark.parametrize("topic", Topic)
@pytest.mark.parametrize(
    "option, value",
    [(o, str(v)) for o in OPTIONS for v in option_values(o) if v is not True and v is not False],
)
def test_every_topic_has_words_under_every_rule(topic, option, value):
    words = explain(topic, with_options(RuleSet(), {option: value}))
    assert words.title and words.text.endswith((".", "!")) and "%" not in words.title + words.text


def test_what_depends_on_the_rules_follows_them():
    for topic, option, other in (
        (Topic.ATTACK, "attack", "smaller"),
        (Topic.CATASTROPHE, "catastrophes", "after-actions"),
        (Topic.OUT, "own_elimination", "forbidden"),
    ):
        rules = with_options(RuleSet(), {option: other})
        assert explain(topic, RuleSet()).text != explain(topic, rules).text
        assert explain(topic).text in explain(topic, rules).text
    assert "4 or more" in explain(Topic.CATASTROPHE).text and "3" in explain(Topic.CROWD).title


@pytest.mark.parametrize(
    "systems, marks",
    [
        ("Vega (b2) g1-", set()),
        ("Vega (b2) g2g2g2-", {Topic.CROWD}),
        ("Vega (b2) b1b1-b2", {Topic.OVERPOPULATED}),
        ("Vega (b2) b1b1g1-b2g2g2", {Topic.OVERPOPULATED, Topic.CROWD}),
    ],
)
def test_the_marks_of_a_system_are_those_it_has(systems, marks):
    position = parse_position(f"<0> Alice (0, g1y2) y3-; Bob (1, r2b3) -g3; {systems}", RuleSet(), NAMES)
    assert marks_on(position, [position.systems[-1]]) == marks
    assert marks_on(position, position.systems) == marks | {Topic.GATE}


def test_ships_of_those_who_are_out_are_explained():
    position = parse_position(
        "<0 out 2> A (0, g1y2) y3--; B (1, r2b3) -g3-; Vega (b2) --g1", RuleSet(), "ABC"
    )
    assert Topic.DERELICT in marks_on(position, position.systems)


@pytest.fixture
def game(alice, bob) -> Game:
    game = table_of(alice, bob, rules=RuleSet())
    for setup in SETUPS:
        play_turn(game, setup)
    return game


def explained(page: Element, id_: str) -> list[str]:
    """The titles in a `<details>`, which opens without a script and by keyboard."""
    found = page.find_id(id_)
    if found is None:
        return []
    assert found.tag.name == "details" and found.select("summary") and "open" not in found
    return found.texts("term")


def seen(game: Game, player=None, *, tail: str = "", **query: str) -> Element:
    client = Client()
    if player:
        client.force_login(player)
    return page_of(client.get(f"/games/{game.public_id}/{tail}", query))


def test_the_turn_explains_what_can_be_chosen_and_nothing_else(game, alice):
    titles = {topic: str(TITLES[topic]) for topic in Topic}
    actions = ["Build", "Trade", "Move", "Discover", "Attack", "Sacrifice"]
    assert explained(seen(game, alice), "explained") == [*actions, titles[Topic.PASS]]
    here = explained(seen(game, alice, at="Alice"), "explained")
    assert here == ["Build", "Trade", "Discover", "Sacrifice"]
    assert explained(seen(game, alice, at="Alice", do="discover"), "explained") == ["Discover"]
    assert explained(seen(game, alice, turn="build Y1 Alice"), "explained") == []


def test_a_turn_that_puts_somebody_out_says_what_that_means(game, alice):
    for query in ({"turn": "discover Y3 Alice B3 Far"}, {"turn": "sacrifice Y3 Alice"}):
        assert "Out of the game" in explained(seen(game, alice, **query), "explained")


def test_the_map_explains_its_marks_to_everybody(game, bob):
    marks = [
        "Dashed ring",
        f"Sign with {OVERPOPULATION - 1}",
        "Sign with “!”",
        "Pale ships",
        "Badge with numbers",
    ]
    for player in (None, bob):
        (address,) = seen(game, player).by_id("about").targets
        assert address == f"/games/{game.public_id}/about/"
        for tail in ("about/", "table/about/"):
            assert seen(game, player, tail=tail).by_id("marks").texts("term") == marks
    assert seen(game).one("region", "Map").select('[title^="Here the last turn happened"]')


def test_the_bank_tells_what_each_colour_does(game):
    bank = seen(game).by_id("bank").text
    for words in ("red attacks", "yellow moves and discovers", "green builds", "blue trades"):
        assert words in bank


def test_handicaps_explain_themselves_in_the_terms(game):
    assert explain(Topic.TIMEWARP).text not in seen(game).text
    Seat.objects.filter(game=game, number=0).update(timewarp=2, one_star=True)
    terms = seen(game, tail="about/").by_id("about").text
    for topic in (Topic.TIMEWARP, Topic.ONE_STAR):
        assert explain(topic).text in terms


def test_all_the_explanations_weigh_little(game, alice):
    """Kilobytes on a table that shall stay light."""
    assert len(str(seen(game, alice).by_id("explained").tag)) < 2_500
