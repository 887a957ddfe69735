"""Trying turns from every position, for every seat, with no effect on the game, where the terms allow it."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.http import urlencode

from games.lobby.terms import GameTerms
from games.models import Game, LogEntry, Seat, SeatOrder, Visibility
from games.services import SeatWish, create_game, resign, take_back
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_turn, table_of
from games.tests.table_views import put
from homeworlds.rules import RuleSet, Variant
from study.tests.sandbox import PLAYED, TEXT, address, heading_on, pasted, tried_on
from study.views import sandbox as views
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
NO_SANDBOX = GameTerms(sandbox_allowed=False)


@pytest.fixture
def game(alice, bob):
    return played(table_of(alice, bob, rules=RuleSet()))


@pytest.fixture
def three(alice, bob, charlie):
    """So many seats that no repetition ends what is tried."""
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.SINISTER))
    for text in (*PLAYED[:2], "homeworld G1 Y3 R3", "pass"):
        play_turn(game, text)
    return game


@pytest.fixture
def strict(alice, bob):
    """The players have agreed on no sandbox."""
    seats = [SeatWish(player=alice), SeatWish(player=bob)]
    return played(
        create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED, terms=NO_SANDBOX)
    )


def played(game: Game) -> Game:
    for text in PLAYED:
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


def order_on(answer) -> str:
    """What stands in the field for the order."""
    return page_of(answer).by_id("order-text").value


def try_link(answer) -> str | None:
    """Where the table leads to try turns, if it does."""
    link = page_of(answer).find_id("try-here")
    return link["href"] if link else None


# --- The ways in


def test_the_table_leads_there_with_the_turn_in_the_making(game, alice):
    answer = Browser(alice).open(f"/games/{game.public_id}/?turn=build+g1+alice").page
    assert try_link(answer) == address(game, turn="build G1 Alice")
    assert try_link(Browser(alice).open(f"/games/{game.public_id}/?turn=").page) == address(game)


@pytest.mark.parametrize(
    "tail, where",
    [
        ("turns/0/", (0, {})),
        ("turns/3/", (3, {})),
        ("turns/3/0/", (2, {})),
        ("turns/4/1/", (3, {"turn": "build G1 Bob"})),
        ("turns/3/?seat=1", (3, {"seat": 1})),
    ],
)
def test_every_replay_position_leads_there(game, tail, where):
    link = try_link(Browser().open(f"/games/{game.public_id}/{tail}").page)
    number, query = where
    assert link == address(game, number, **query)
    assert Client().get(link).status_code == 200


def test_there_is_nothing_to_try_before_the_start(alice):
    game = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
    assert try_link(Browser(alice).open(f"/games/{game.public_id}/").page) is None
    assert Browser(alice).client.get(address(game, 0)).status_code == 404


@pytest.mark.parametrize("number", [5, 99])
def test_a_position_that_never_was_is_not_found(game, alice, number):
    assert Browser(alice).client.get(address(game, number)).status_code == 404


def test_a_game_that_the_viewer_may_not_see_has_no_sandbox(game, charlie):
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.PRIVATE)
    for player in (None, charlie):
        assert Browser(player).client.get(address(game)).status_code == 404
        assert Browser(player).client.post(address(game, 4, "end/"), {"turn": "pass"}).status_code == 404


# --- Trying


def test_turns_of_both_seats_are_made_one_after_the_other_and_the_game_knows_nothing(game, charlie):
    before = Game.objects.values().get(pk=game.pk)
    surfer = Browser(charlie).open(address(game))
    for text, mover in (("build g1 alice", "Bob"), ("build g2 bob", "Alice")):
        answer = surfer.send(surfer.form("turn", action="/try/end/"), turn=text)
        assert answer.status_code == 303
        surfer.open(answer.url)
        assert heading_on(surfer.page).startswith(f"{mover} is to move.")
    assert surfer.url == address(game, t=["build G1 Alice", "build G2 Bob"])
    assert tried_on(surfer.page) == ["built G1 at Alice", "built G2 at Bob"]
    assert (Game.objects.values().get(pk=game.pk), LogEntry.objects.count()) == (before, 4)


def test_every_choice_is_a_link_that_keeps_what_was_tried(game, bob):
    surfer = Browser(bob).open(address(game, t="build G1 Alice"))
    card = page_of(surfer.page).one("region", "Map").one("link", re.compile("^Bob,"))
    assert card["href"] == address(game, t="build G1 Alice", at="Bob")
    surfer.open(card["href"])
    made = page_of(surfer.page).by_id("choose-do-build")["href"]
    assert made == address(game, t="build G1 Alice", turn="build G2 Bob")
    assert order_on(surfer.open(made).page) == "build G2 Bob"
    assert page_of(surfer.page).select("[hx-get]") == []


def test_a_new_system_can_be_renamed_without_losing_what_was_tried(game, alice):
    game = put(game, "<0> Alice (0, b1y2) g3y1-; Bob (1, r1b3) -g3")
    turn = "discover Y1 Alice G3 Altair"
    surfer = Browser(alice).open(address(game, t=["pass", "pass"], turn=turn))
    answer = surfer.send(surfer.form("name", "t"), name="Mine")
    assert order_on(answer) == "discover Y1 Alice G3 Mine"
    assert len(tried_on(answer)) == 2


def test_steps_lead_back_and_forth_and_another_turn_takes_the_place_of_what_followed(game, alice):
    both = ["build G1 Alice", "build G2 Bob"]
    surfer = Browser(alice).open(address(game, t=both))
    surfer.open(page_of(surfer.page).by_id("step-back")["href"])
    assert surfer.url == address(game, t=both, done=1)
    assert len(tried_on(surfer.page)) == 2
    same = surfer.send(surfer.form("turn", action="/end/"), turn="build g2 bob")
    assert same.url == address(game, t=both)
    other = surfer.send(surfer.form("turn", action="/end/"), turn="pass")
    assert other.url == address(game, t=["build G1 Alice", "pass"])
    page = page_of(surfer.page)
    assert page.by_id("step-first")["href"] == address(game, t=both, done=0)
    assert page.by_id("step-on")["href"] == page.by_id("step-last")["href"] == address(game, t=both)


def test_what_cannot_be_tried_is_refused_with_the_order_kept(game, alice):
    surfer = Browser(alice).open(address(game))
    for text, reason in (("dance", "dance"), ("build r1 alice", "R1"), ("", "")):
        answer = surfer.send(surfer.form("turn", action="/end/"), turn=text)
        assert answer.status_code == 422
        assert reason in page_of(answer).by_id("order-text").description
        assert order_on(answer) == text
        assert answer["HX-Replace-Url"] == "false"


def test_a_typed_order_is_shown_first(game, alice):
    surfer = Browser(alice)
    answer = surfer.client.post(address(game, 4, "show/", t="pass"), {"turn": "b g1 bob"})
    assert (answer.status_code, answer.url) == (303, address(game, t="pass", turn="b g1 bob"))
    assert order_on(surfer.open(answer.url).page) == "build G1 Bob"


@pytest.mark.parametrize(
    "query, tried, done",
    [
        ({"t": ["pass", "dance", "pass"]}, 1, 1),
        ({"t": ["pass", "pass"], "done": "x"}, 2, 2),
        ({"t": ["pass", "pass"], "done": "99"}, 2, 2),
        ({"t": ["pass"] * 80}, 60, 60),
    ],
)
def test_an_address_is_read_as_far_as_it_can_be(three, query, tried, done):
    page = Browser().open(address(three, **query)).page
    assert len(tried_on(page)) == tried
    assert f"Tried turn {done} of {tried}" in page_of(page).select(".sandbox-last")[0].text


def test_a_line_has_no_more_turns_than_an_address_can_hold(three):
    surfer = Browser()
    answer = surfer.client.post(address(three, 4, "end/", t=["pass"] * 60), {"turn": "pass"})
    assert answer.status_code == 422
    assert "60 turns at most" in page_of(answer).one("alert").text


def test_turns_that_do_not_fit_into_an_address_must_be_kept_first(game, alice, monkeypatch):
    monkeypatch.setattr(views, "LONGEST_ADDRESS", 30)
    surfer = Browser(alice)
    assert surfer.client.post(address(game, 4, "end/", t=["pass"] * 3), {"turn": "pass"}).status_code == 303
    answer = surfer.client.post(address(game, 4, "end/", t=["pass"] * 4), {"turn": "pass"})
    assert answer.status_code == 422
    assert "Keep the line first" in page_of(answer).one("alert").text


def test_the_win_ends_what_is_tried(game, alice):
    game = put(game, "<0> Alice (0, b1y2) g3-; Bob (1, r1b3) b1b2b2-b1")
    surfer = Browser(alice).open(address(game))
    assert page_of(surfer.page).find_id("order-text")
    answer = surfer.send(surfer.form("turn", action="/end/"), turn="catastrophe Bob blue")
    page = surfer.open(answer.url).page
    assert heading_on(page).startswith("Alice won")
    assert page_of(page).find_id("order-text") is None
    further = surfer.client.post(answer.url.replace("/try/", "/try/end/"), {"turn": "pass"})
    assert further.status_code == 422
    assert Game.objects.get(pk=game.pk).status == "running"


def test_the_end_of_a_finished_game_says_that_nothing_can_follow(game, alice, bob):
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    assert heading_on(Browser(alice).open(address(game, 5)).page) == "Only Alice is left: no turn can follow."
    assert heading_on(Browser(alice).open(address(game, 4)).page).startswith("Alice is to move.")


def test_in_good_vs_evil_nobody_wins(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    for text in (*PLAYED[:2], "homeworld G1 Y3 R3"):
        play_turn(game, text)
    put(game, "<0> Alice (0, b1y2) g3--; Bob (1, r1b3) b1b2b2-b1-; Charlie (2, g1y3) --r3")
    turns = ["catastrophe Bob blue"]
    page = Browser(alice).open(address(game, 3, t=turns)).page
    note = page_of(page).select(".sandbox-note")[0].text
    assert "Who is Good and who is Evil does not count here, so nobody wins." in note
    assert heading_on(page).startswith("Charlie is to move.")
    turns.append("sacrifice R3 Charlie")
    page = Browser(alice).open(address(game, 3, t=turns)).page
    assert heading_on(page) == "Only Alice is left: no turn can follow."


# --- The same position again

ROUND = ["trade G3 R3 Alice", "trade G3 R3 Bob", "trade R3 G3 Alice", "trade R3 G3 Bob"]
"""Leads back to where it began."""


def verdict_on(answer) -> str:
    said = page_of(answer).select(".verdict")
    return said[0].text if said else ""


def test_a_turn_that_would_draw_by_repetition_says_so_and_draws(game, alice):
    *before, last = ROUND
    for rounds, told in ((1, ""), (2, "The same position a third time"), (3, "a fourth time")):
        page = Browser(alice).open(address(game, t=[*ROUND * (rounds - 1), *before], turn=last)).page
        assert told in verdict_on(page) and bool(told) == bool(verdict_on(page))
    surfer = Browser(alice).open(address(game, t=[*ROUND * 3, *before], turn=last))
    assert "This turn ends in a draw" in verdict_on(surfer.page)
    assert "The position occurs for the fifth time." in verdict_on(surfer.page)
    answer = surfer.send(surfer.form("turn", action="/end/"), turn=last)
    page = surfer.open(answer.url).page
    assert heading_on(page) == "A draw: the position occurred for the fifth time."
    assert page_of(page).find_id("order-text") is None


def test_the_turns_of_the_game_before_it_are_counted_as_they_stood_then(game, bob):
    for text in ROUND * 2:
        play_turn(game, text)
    *before, last = ROUND
    at = {4: "", 8: "a third time", 12: "a fourth time"}
    for number, told in at.items():
        page = Browser().open(address(game, number, t=before, turn=last)).page
        assert told in verdict_on(page) and bool(told) == bool(verdict_on(page))
    take_back(game_id=game.pk, player=bob, answers=12, key="back")
    page = Browser().open(address(game, 11, turn=last)).page
    assert "a third time" in verdict_on(page)
    page = Browser().open(address(game, 13, turn=last)).page
    assert "a third time" in verdict_on(page)
    # What was taken back later still stood then.
    page = Browser().open(address(game, 12, t=before, turn=last)).page
    assert "a fourth time" in verdict_on(page)


def test_a_pasted_position_has_stood_once_and_hidden_sides_avert_no_repetition():
    for variant in ("binary", "good-vs-evil"):
        text = "<0> Alice (0, b1y2) g3-; Bob (1, r1b3) -g3"
        *before, last = ROUND
        page = Browser().open(pasted(text, variant, t=[*ROUND * 3, *before], turn=last)).page
        assert "for the fifth time" in verdict_on(page)
        page = Browser().open(pasted(text, variant, t=ROUND * 4)).page
        assert heading_on(page) == "A draw: the position occurred for the fifth time."


# --- The terms


def test_a_forbidden_sandbox_holds_for_those_who_sit_in_the_running_game(strict, alice, bob, charlie):
    for player in (alice, bob):
        surfer = Browser(player)
        for answer in (
            surfer.client.get(address(strict)),
            surfer.client.post(address(strict, 4, "show/"), {"turn": "pass"}),
            surfer.client.post(address(strict, 4, "end/"), {"turn": "pass"}),
        ):
            assert answer.status_code == 403
            assert "The players have agreed" in page_of(answer).one("main").text
        for tail in ("", "turns/2/"):
            assert try_link(surfer.open(f"/games/{strict.public_id}/{tail}").page) is None
    for player in (charlie, None):
        Browser(player).open(address(strict))
        assert try_link(Browser(player).open(f"/games/{strict.public_id}/").page)


def test_after_the_game_it_is_free_for_all(strict, alice, bob):
    resign(game_id=strict.pk, player=bob, key="r", confirmed=True)
    for player in (alice, bob):
        assert try_link(Browser(player).open(f"/games/{strict.public_id}/").page)
        Browser(player).open(address(strict))


def test_the_terms_say_it_before_and_at_the_table(strict, game, alice):
    sentences = {
        strict: "The players do not use the sandbox while the game runs.",
        game: "The players may try turns in the sandbox while the game runs.",
    }
    for each, sentence in sentences.items():
        said = page_of(Browser(alice).open(f"/games/{each.public_id}/about/").page).text
        assert [one for one in sentences.values() if one in said] == [sentence]
    form = page_of(Browser(alice).open("/games/new/").page).one("main").text
    assert all(sentence in form for sentence in sentences.values())


def test_the_creator_can_forbid_it(alice):
    game = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
    surfer = Browser(alice).open(f"/games/{game.public_id}/terms/")
    assert surfer.send(surfer.form("sandbox"), sandbox="no").status_code == 303
    assert Game.objects.get(pk=game.pk).sandbox_allowed is False
    assert "no sandbox" in page_of(surfer.open("/games/new/terms/?sandbox=no").page).text


def test_the_map_lies_as_its_viewer_has_tidied_it(game, alice, bob):
    game = put(game, "<0> Alice (0, b1y2) g3y1-; Bob (1, r1b3) -g3; Vega (r3) y1-r1")

    def map_of(player) -> str:
        page = page_of(Browser(player).open(address(game)).page)
        return str(page.one("region", "Map").tag)

    before = map_of(alice), map_of(bob)
    tidied = {"own": [[3, 2, 1, 0]] * 3, "rows": 4}
    Seat.objects.filter(game=game, player=alice).update(tidied=tidied)
    assert map_of(alice) != before[0]
    assert map_of(bob) == before[1]


def test_looking_at_the_sandbox_is_having_seen_the_turn(game, alice):
    Browser(alice).open(address(game))
    assert Seat.objects.get(game=game, player=alice).seen_number == 4


# --- Pasted positions


def test_a_position_is_pasted_and_turns_are_tried_from_it():
    surfer = Browser().open("/games/sandbox/")
    answer = surfer.send(surfer.form("position", "variant"), position=TEXT.replace("; ", ";\r\n "))
    assert answer.status_code == 200
    surfer.page, surfer.url = answer, pasted()
    assert heading_on(answer).startswith("Bea is to move.")
    tried = surfer.send(surfer.form("turn", action="/table/end/"), turn="build g1 bea")
    assert tried.status_code == 303
    assert heading_on(surfer.open(tried.url).page).startswith("Ada is to move.")


@pytest.mark.parametrize(
    "query, reason",
    [
        ({}, "Paste the text of a position."),
        ({"position": "hello", "variant": "binary"}, "The position cannot be read"),
        ({"position": "<0> Ada (0, b1y2) g3-; Bob", "variant": "binary"}, "“Bob” is not a system"),
        ({"position": TEXT, "variant": "sinister"}, "players"),
        ({"position": TEXT, "variant": "chess"}, "Select a valid choice"),
        ({"position": TEXT, "variant": "binary", "rules": "classic"}, "not played by that rule set"),
        ({"position": "<0> Ada (0, g3y2) g3g3g3-; Bea (1, r1b3) -g3", "variant": "binary"}, "pieces"),
        ({"position": "<0> Ada (0, b1y2) -g3; Bea (1, r1b3) -g2", "variant": "binary"}, "no ship at home"),
        ({"position": "<0> " + "x" * 2000, "variant": "binary"}, "too long"),
    ],
)
def test_what_is_no_position_is_told_in_a_sentence_and_kept(query, reason):
    answer = Client().get(f"/games/sandbox/table/?{urlencode(query)}")
    form = page_of(answer).one("main").select('form[action="/games/sandbox/table/"]')[0]
    assert answer.status_code == 422 and reason in form.text
    assert form.field("position").value.strip() == query.get("position", "").strip()


def test_the_rules_of_a_pasted_position_stay_those_it_was_pasted_with(game, alice):
    odd = RuleSet(variant=Variant.BINARY, fallen_good=True)
    Game.objects.filter(pk=game.pk).update(options={**odd.options(), "attack": "smaller"})
    page = page_of(Browser(alice).open(address(game, t="pass")).page)
    link = page.one("link", "A sandbox that begins here")["href"]
    assert "attack=smaller" in link
    assert page.by_id("position-copy").value == "<1> Alice (0, y2b1) g1g3-; Bob (1, r1b3) -g1g3"
    surfer = Browser(alice).open(link)
    answer = surfer.send(surfer.form("turn", action="/end/"), turn="pass")
    assert "attack=smaller" in answer.url


def test_a_seat_without_a_homeworld_is_numbered():
    page = Client().get(pasted("<1> Ada (0, b1y2) g3-"))
    assert heading_on(page).startswith("Seat-2 is to move.")
    assert Client().get(pasted("<0>", "sinister")).status_code == 200


def test_the_position_of_a_game_without_sandbox_cannot_be_pasted_by_its_players(strict, alice, charlie):
    text = Game.objects.get(pk=strict.pk).position
    assert Browser(alice).client.get(pasted(text)).status_code == 403
    assert Browser(alice).client.get(pasted(text.replace("Bob", "Bill"))).status_code == 403
    assert Browser(charlie).client.get(pasted(text)).status_code == 200
    assert Browser(alice).client.get(pasted()).status_code == 200


# --- Cost


def test_the_queries_do_not_grow_with_the_game_and_what_is_tried(game, alice):
    surfer, asked = Browser(alice), []
    surfer.open(address(game))
    for number, tried in ((1, []), (3, ["pass"] * 2), (3, ["pass"] * 20)):
        with CaptureQueriesContext(connection) as queries:
            surfer.open(address(game, number, t=tried))
        asked.append(len(queries))
    assert asked == [8, 8, 8]


def test_the_table_hardly_grows_by_the_link(game, alice):
    link = page_of(Browser(alice).open(f"/games/{game.public_id}/").page).by_id("try-here")
    assert len(str(link.tag)) < 150


def test_htmx_and_plain_requests_get_the_same_page(game, alice):
    surfer = Browser(alice)
    pages = [page_of(surfer.client.get(address(game, t="pass"), headers=each)) for each in ({}, HTMX)]
    for token in [each for page in pages for each in page.select("[name=csrfmiddlewaretoken]")]:
        token.tag.decompose()
    plain, htmx = [str(page.by_id("table").tag) for page in pages]
    assert plain == htmx
