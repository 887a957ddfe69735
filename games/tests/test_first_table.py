"""The table of somebody's first games: the lesson at hand, the pieces named, dim buttons that say why."""

import pytest

from games.models import Game, Seat, Status
from games.tests.browsing import Browser
from games.tests.play import play_turn, table_of
from games.tests.table_views import START, address, put
from homeworlds.rules import DEFAULT_PRESET, RuleSet, Variant, preset_rules
from upkeep.tests.elements import Element, page_of

pytestmark = pytest.mark.django_db

USUAL = preset_rules(DEFAULT_PRESET, Variant.BINARY)
LESSON, STRONG, NAMED = "learn", "strong-start", "choose-star-g2"


def shown(game: Game, player, query: str = "") -> Element:
    return page_of(Browser(player).client.get(f"{address(game)}{query}"))


def test_on_the_first_table_lesson_and_strong_start_are_one_tap(alice, bob):
    game = table_of(alice, bob, rules=USUAL)
    page = shown(game, alice)
    assert {LESSON, STRONG, NAMED} <= set(page.ids)
    more = page.by_id("more")
    assert not set(more.ids) & {LESSON, STRONG}
    filled = shown(game, alice, "?" + page.by_id(STRONG)["href"].split("?")[1])
    assert "Two sizes of star: your home is harder to reach." in filled.by_id("turn-panel").text
    assert "disabled" not in filled.by_id("end-turn") and game.log.count() == 0


def test_what_is_chosen_shows_on_the_map_at_once(alice, bob):
    game = table_of(alice, bob, rules=USUAL)
    assert not shown(game, alice).by_id("home-0").select(".horizon")
    home = shown(game, alice, "?star=y1&star=b3").by_id("home-0")
    assert [lane.select("svg") != [] for lane in home.select(".horizon > span")] == [True, True, True]
    assert home["aria-label"].startswith("Chosen for the homeworld of Alice: ")
    assert not shown(game, alice, "?star=y1").by_id("home-1").select(".horizon")


def test_who_has_played_before_sets_up_as_ever(alice, bob):
    games = [table_of(alice, bob, rules=USUAL) for _ in range(4)]
    over = {"status": Status.FINISHED, "outcome": {}, "next_seat": None}
    Game.objects.filter(pk__in=[game.pk for game in games[:2]]).update(**over)
    assert STRONG in shown(games[3], alice).ids
    Game.objects.filter(pk=games[2].pk).update(**over)
    page = shown(games[3], alice)
    assert not {LESSON, STRONG} & set(page.ids) and NAMED in page.ids


def test_the_second_turn_is_like_any_other_but_to_a_guest(alice, bob):
    game = put(table_of(alice, bob, rules=RuleSet()), START)
    assert LESSON not in shown(game, alice).ids
    alice.kind, alice.email = alice.Kind.GUEST, ""
    alice.save(update_fields=["kind", "email"])
    page = shown(game, alice)
    assert LESSON in page.ids and "Tap a system with a ship of yours." in page.by_id("turn-panel").text
    play_turn(game, "build G1 Alice")
    # Also while the other one thinks; not for who looks on.
    assert LESSON in shown(game, alice).ids and LESSON not in shown(game, None).ids
    Game.objects.filter(pk=game.pk).update(turn_count=4)
    assert LESSON not in shown(game, alice).ids


def test_who_has_no_seat_is_no_newcomer(alice, bob, charlie):
    game = table_of(alice, bob, rules=USUAL)
    assert not Seat.objects.filter(player=charlie).exists()
    assert not {LESSON, STRONG} & set(shown(game, charlie).ids)


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("", "Nothing has been done yet. To do nothing, pass."),
        ("?turn=build+G1+Bob", "You have no ship at Bob, so you cannot act there."),
    ],
)
def test_an_end_that_is_dim_says_why(alice, bob, query, reason):
    page = shown(put(table_of(alice, bob, rules=RuleSet()), START), alice, query)
    assert "disabled" in page.by_id("end-turn") and reason in page.by_id("why-not-yet").text
    page = shown(table_of(alice, bob, rules=USUAL), alice)
    assert "Your first turn sets up your homeworld" in page.by_id("why-not-yet").text


def test_an_end_that_may_come_has_nothing_to_say(alice, bob):
    page = shown(put(table_of(alice, bob, rules=RuleSet()), START), alice, "?turn=build+G1+Alice")
    assert "why-not-yet" not in page.ids
