"""The ratings of a player: curve, opponents, homeworlds; by full requests."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.services import rename
from games.services import resign
from games.tests.play import play_peaceful_turns, table_of
from homeworlds.rules import RuleSet
from pages.tests.visits import browser
from ratings.arithmetic.rating_list import Pool
from ratings.models import RatingChange
from ratings.presenters.course import course_of
from ratings.tests.rows import changed, rated
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


def page(player, query="", viewer=None):
    response = browser(viewer).get(f"/players/{player.name}/ratings/{query}")
    assert response.status_code == 200
    return page_of(response)


def finished(first, *others):
    """The first wins."""
    game = table_of(first, *others, rules=RuleSet())
    play_peaceful_turns(game, len(others) + 3)
    for loser in others:
        resign(game_id=game.pk, player=loser, key=f"r{loser.pk}", confirmed=True)
    return game


@pytest.fixture
def course(alice, bob):
    game = finished(alice, bob)
    rated(alice, 1552.0, games=3, listed=False, deviation=160)
    changed(alice, game, 1500.0, 1560.0, number=101, opponents=[bob], games=1)
    changed(alice, game, 1560.0, 1540.0, number=102, why="lost", opponents=[bob], games=2)
    changed(alice, game, 1540.0, 1552.0, number=103, why="drew", opponents=[bob], games=3)
    return game


def chosen(alice, query=""):
    return page(alice, query).select(".curve-chosen p")[0].text


def test_the_curve_has_a_sign_and_a_way_for_each_game(course, alice):
    found = page(alice)
    wide = found.select(".drawing--wide svg.curve")[0].tag
    assert len(wide.select("circle[stroke='var(--card)']")) == 1
    assert len(wide.select("path[stroke='var(--hot)']")) == 1
    assert len(wide.select("rect[fill='var(--text)']")) == 1
    assert [way["href"] for way in wide.select(".ways a")[1:]] == [
        f"?pool=two&change={number}#curve" for number in (101, 102, 103)
    ]


def test_the_chosen_game_is_ringed_and_said_and_the_last_one_is_chosen_unless_asked(course, alice):
    assert chosen(alice) == "Game 3 · Drew with Bob · 1540 → 1552 · Why? · The game"
    found = page(alice, "?change=102")
    assert found.select(".curve-chosen p")[0].text.startswith("Game 2 · Lost to Bob · 1560 → 1540")
    assert len(found.select(".drawing--wide circle[stroke='var(--gold)']")) == 1
    assert f"/games/{course.public_id}/rating/" in found.targets
    assert chosen(alice, "?change=x") == chosen(alice)


def test_each_game_is_reached_by_keys_one_after_the_other(course, alice):
    assert "?pool=two&change=102#curve" in page(alice).targets
    found = page(alice, "?change=102")
    assert {"?pool=two&change=101#curve", "?pool=two&change=103#curve"} <= set(found.targets)
    ways = found.select(".drawing--wide .ways a")
    assert {way["tabindex"] for way in ways} == {"-1"}


def test_the_table_behind_it_says_the_same(course, alice):
    rows = [row.text.split() for row in page(alice).select(".curve-table tbody tr")]
    assert [row[:6] for row in rows] == [
        ["1", "Won", "against", "Bob", "1500", "1560"],
        ["2", "Lost", "to", "Bob", "1560", "1540"],
        ["3", "Drew", "with", "Bob", "1540", "1552"],
    ]


def test_what_stands_now_and_the_best_so_far(course, alice):
    facts = [fact.text for fact in page(alice).select(".rated-facts > div")]
    assert facts[0].startswith("1552?") and "3 rated games" in facts[0]
    assert facts[1].startswith("1552")  # among the first two games nothing is a best


def test_moving_first_and_later_and_the_homeworlds_are_of_the_latest_games(alice, bob):
    finished(alice, bob), finished(alice, bob), finished(bob, alice)
    found = page(alice)
    facts = [" ".join(fact.text.split()) for fact in found.select(".rated-facts > div")]
    assert facts[2:] == ["100 % moving first, 2 games", "0 % moving later, 1 game"]
    cells = [cell.text for cell in found.select(".home-cell b")]
    assert cells and all(cell in ("67", "100", "0", "50") for cell in cells)
    games = sum(int(cell.text) for cell in found.select(".home-cell small"))
    assert games == 6  # three games, in both grids


def test_opponents_stand_with_what_was_won(alice, bob, charlie):
    finished(alice, bob), finished(bob, alice), finished(alice, charlie)
    rows = [" ".join(row.text.split()) for row in page(alice).select(".against tbody tr")]
    assert rows == ["Bob 1 of 2", "Charlie 1 of 1"]


def test_a_pool_has_its_own_curve_and_none_without_a_game(course, alice):
    assert not page(alice, f"?pool={Pool.TABLES}").select("svg.curve")


def test_the_profile_shows_each_rating_and_leads_there(course, alice, bob):
    profile = page_of(browser().get("/players/Alice/"))
    assert "1552?" in profile.one("region", "Where this player stands").text
    assert "/players/Alice/ratings/?pool=two" in profile.targets
    bobs = page_of(browser().get("/players/Bob/"))
    assert "?pool=" not in " ".join(bobs.targets)


def test_a_former_name_leads_to_the_present_one_and_nobody_to_nothing(alice):
    rename(player=alice, name="Alicia")
    assert browser().get("/players/Alice/ratings/")["Location"] == "/players/Alicia/ratings/"
    assert browser().get("/players/Nobodyhere/ratings/").status_code == 404


def test_it_asks_as_often_for_many_games_as_for_few(alice, bob, charlie):
    def asked():
        with CaptureQueriesContext(connection) as captured:
            page(alice)
        return len(captured)

    game = finished(alice, bob)
    rated(alice, 1552.0)
    changed(alice, game, 1500.0, 1510.0, number=101, opponents=[bob])
    few = asked()
    for number in range(102, 330):
        changed(alice, game, 1500.0, 1510.0, number=number, opponents=[bob, charlie])
    finished(alice, charlie), finished(bob, alice)
    assert asked() == few <= 12
    assert len(page(alice).select(".curve-table tbody tr")) == 200


@pytest.mark.parametrize("why", RatingChange.Why)
def test_whatever_changed_a_rating_is_told(alice, bob, why):
    game = table_of(alice, bob, rules=RuleSet())
    changed(alice, game, 1500.0, 1510.0, number=1, why=why)
    [step] = course_of(alice, Pool.TWO)
    assert step.words.strip()
