"""The table by full requests: as player, watcher and anonymous, with and without HTMX."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.access import game_for_viewer
from games.log.alignments import alignment_of_viewer
from games.models import Game, LogEntry, Status
from games.services import SeatWish, create_game, join_game, resign
from games.table.view import table_for
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_peaceful_turns, play_turn, table_of
from games.tests.table_views import HOMES, START, address, order, put
from homeworlds.rules import EmptyHomeworld, OwnElimination, Passing, RuleSet, Variant
from upkeep.tests.elements import code_in, page_of

pytestmark = pytest.mark.django_db
ACTIONS = {
    "build": (START, ["Alice", "do-build", "build-g1"], "build G1 Alice"),
    "build at once": (START.replace("g3y1r2b1", "g3"), ["Alice", "do-build"], "build G1 Alice"),
    "trade": (START, ["Alice", "ship-g3", "do-trade", "trade-r3"], "trade G3 R3 Alice"),
    "trade, ship asked": (START, ["Alice", "do-trade", "ship-g3", "trade-r3"], "trade G3 R3 Alice"),
    "move": (START, ["Alice", "ship-y1", "do-move", "to-2"], "move Y1 Alice Vega"),
    "discover": (START, ["Alice", "ship-y1", "do-discover", "star-g3"], "discover Y1 Alice G3 Altair"),
    "move by the map": (START, ["Alice", "ship-y1", "Vega"], "move Y1 Alice Vega"),
    "attack": (START, ["Vega", "do-attack"], "attack R1 Vega"),
    "sacrifice": (START, ["Alice", "ship-y1", "do-sacrifice"], "sacrifice Y1 Alice"),
    "pass": (START, ["pass"], "pass"),
    "catastrophe": (f"<0> {HOMES}; Vega (r3) y1r2-r1r2", ["catastrophe-2-r"], "catastrophe Vega red"),
    "two steps": (
        START,
        ["Alice", "do-sacrifice", "ship-y1", "Alice", "ship-b1", "do-move", "to-2"],
        "sacrifice Y1 Alice; move B1 Alice Vega",
    ),
}


@pytest.fixture
def game(alice, bob):
    return table_of(alice, bob, rules=RuleSet())


def browser(player=None) -> Browser:
    return Browser(player)


def order_on(answer) -> str:
    return page_of(answer).by_id("order-text").value


def asks_for_news(answer) -> bool:
    return page_of(answer).select('[hx-get*="/news/"]') != []


def follow(surfer: Browser, game: Game, clicks: list[str]) -> Browser:
    """Clicks from the bare table on: systems by name, buttons by their id."""
    surfer.open(address(game))
    for click in clicks:
        page = page_of(surfer.page)
        cards = page.one("region", "Map").all("link", re.compile(rf"^{click},"))
        surfer.open((cards[0] if cards else page.by_id(f"choose-{click}"))["href"])
    return surfer


@pytest.mark.parametrize("name", ACTIONS)
def test_every_action_is_made_by_links_and_one_button(game, alice, name):
    position, clicks, text = ACTIONS[name]
    surfer = follow(browser(alice), put(game, position), clicks)
    form = surfer.form("turn", "key", action="/turn/")
    assert dict(form.fields)["turn"] == text
    answer = surfer.send(form)
    # Actions that could still be used are asked about.
    assert (answer.status_code == 422) == (name in ("sacrifice", "catastrophe"))
    if answer.status_code == 422:
        surfer.page = answer
        answer = surfer.send(surfer.form("confirmed"))
    assert (answer.status_code, answer.url) == (303, address(game))
    assert game.log.get().text == text


def test_where_nobody_may_pass_no_pass_is_offered_and_a_typed_one_refused(alice, bob):
    for passing, offered in ((Passing.ALLOWED, True), (Passing.FORBIDDEN, False)):
        game = put(table_of(alice, bob, rules=RuleSet(passing=passing)), START)
        page = page_of(browser(alice).open(address(game)).page)
        assert (page.find_id("choose-pass") is not None) == offered
    answer = browser(alice).client.post(address(game, "turn/"), order(game, "pass"))
    assert answer.status_code == 422
    assert "You may pass only when no other turn is possible." in page_of(answer).text


def test_a_homeworld_is_set_up_by_three_taps(game, alice):
    surfer = follow(browser(alice), game, ["star-b1", "star-y2", "ship-g3"])
    assert surfer.send(surfer.form("turn", "key")).status_code == 303
    assert game.log.get().text == "homeworld Y2 B1 G3"


def test_a_homeworld_of_one_star_needs_two_taps(game, alice):
    game = put(game, "<0 one-star 0>")
    surfer = follow(browser(alice), game, ["star-b1", "ship-g3"])
    assert dict(surfer.form("turn").fields)["turn"] == "homeworld B1 - G3"


def test_the_step_made_can_be_undone_and_all_of_it_started_over(game, alice):
    game = put(game, START)
    page = page_of(browser(alice).open(address(game, "?turn=sacrifice+Y1+Alice%3B+move+B1+Alice+Vega")).page)
    assert page.by_id("undo")["href"] == address(game, "?turn=sacrifice+Y1+Alice")
    assert page.by_id("start-over")["href"] == address(game, "?turn=")
    page = page_of(browser(alice).open(address(game, "?turn=sacrifice+Y1+Alice")).page)
    assert "1 move left" in page.by_id("turn-panel").text


def test_a_discovered_system_can_be_renamed(game, alice):
    game = put(game, START)
    surfer = follow(browser(alice), game, ["Alice", "ship-y1", "do-discover", "star-g3"])
    answer = surfer.send(surfer.form("name"), name="Home-2")
    assert order_on(answer) == "discover Y1 Alice G3 Home-2"
    assert surfer.send(surfer.form("name"), name="Bob").status_code == 422


def test_typed_turns_are_shown_like_clicked_ones(game, alice):
    game = put(game, START)
    surfer = browser(alice).open(address(game))
    answer = surfer.client.post(address(game, "show/"), {"turn": "s y1 alice\r\nm b1 alice vega"})
    assert (answer.status_code, answer.url) == (
        303,
        address(game, "?turn=s+y1+alice%0Am+b1+alice+vega"),
    )
    assert order_on(surfer.open(answer.url).page) == "sacrifice Y1 Alice; move B1 Alice Vega"


def test_an_illegal_turn_keeps_its_text_and_the_steps_before_the_mistake(game, alice):
    game = put(game, START)
    surfer = browser(alice).open(address(game))
    text = "sacrifice y1 alice; build g1 alice"
    for answer in (
        surfer.client.get(address(game), {"turn": text}),
        surfer.client.get(address(game, "table/"), {"turn": text}, headers=HTMX),
        surfer.client.post(address(game, "turn/"), order(game, text)),
        surfer.client.post(address(game, "table/turn/"), order(game, text), headers=HTMX),
    ):
        assert answer.status_code == 422
        field = page_of(answer).by_id("order-text")
        assert field.value == text
        assert field.description.startswith(
            "Step 2: The ship you sacrificed gives you yellow actions only; this needs green."
        )
        assert "Sacrificed Y1 at Alice" in page_of(answer).by_id("turn-panel").text
    assert not LogEntry.objects.exists()


def test_what_is_understood_is_shown_in_notation_before_it_counts(game, alice):
    game = put(game, START)
    surfer = browser(alice).open(address(game))
    typed = "1. Alice: move small blue from Alice to Vega (now!)"
    for path, headers in (("turn/", {}), ("table/turn/", HTMX)):
        answer = surfer.client.post(address(game, path), order(game, typed), headers=headers)
        assert answer.status_code == 422
        assert page_of(answer).by_id("order-text").value == "move B1 Alice Vega"
        assert "Your order is read as “move B1 Alice Vega”." in page_of(answer).by_id("turn-panel").text
    assert not LogEntry.objects.exists()
    assert surfer.client.post(address(game, "turn/"), order(game, "move b1 Alice Vega")).status_code == 303


def test_what_may_have_been_meant_is_one_tap_away(game, alice):
    game = put(game, START)
    surfer = browser(alice).open(address(game))
    answer = surfer.client.get(address(game), {"turn": "sacrifice y1 alice, move b1 alice Vgea"})
    page = page_of(answer)
    assert page.by_id("order-text").value == "sacrifice y1 alice, move b1 alice Vgea"
    assert "Did you mean Vega?" in page.by_id("order-error").text
    assert "turn=sacrifice+Y1+Alice%3B+move+b1+alice+Vega" in str(answer.content)
    resigning = page_of(surfer.client.get(address(game), {"turn": "resign"}))
    assert "Resign" in resigning.by_id("order-error").text


@pytest.mark.parametrize(
    "text",
    ["x" * 10_000, "x" * 10_001, "build \x00 Alice", "", "\u202e", "build G1 Alice;" * 50, "build G9 <b>"],
)
def test_no_order_is_a_server_error(game, alice, text):
    game = put(game, START)
    surfer = browser(alice).open(address(game))
    for place in ("turn/", "table/turn/"):
        answer = surfer.client.post(address(game, place), order(game, text))
        assert answer.status_code == 422
        assert page_of(answer).texts("alert") != []
    assert surfer.client.post(address(game, "show/"), {"turn": text}).status_code in (303, 422)
    assert surfer.client.get(address(game), {"turn": text}).status_code in (200, 422)
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"answers": ""},
        {"answers": "x"},
        {"answers": "-1"},
        {"answers": "9" * 30},
        {"key": ""},
        {"key": "k" * 65},
    ],
)
def test_impossible_form_values_get_the_form_again(game, alice, changes):
    game = put(game, START)
    answer = browser(alice).client.post(address(game, "turn/"), order(game, "pass") | changes)
    assert answer.status_code == 422
    assert order_on(answer) == "pass"


def test_impossible_choices_in_the_address_are_as_if_not_made(game, alice):
    game = put(game, START)
    query = "?at=Nowhere&ship=Q9&do=dance&size=7&star=x&star=b1&seat=9"
    assert browser(alice).client.get(address(game, query)).status_code == 200
    assert browser(alice).client.get(address(game, "?at=Vega&do=build&ship=G3")).status_code == 200


def test_a_stale_turn_gets_the_fresh_table_and_keeps_its_text(game, alice):
    game = put(game, START)
    data = order(game, "build G1 Alice")
    play_turn(game, "pass")
    for place in ("turn/", "table/turn/"):
        answer = browser(alice).client.post(address(game, place), data)
        assert answer.status_code == 409
        assert any(
            "Something has happened in this game since you looked." in alert
            for alert in page_of(answer).texts("alert")
        )
        assert "build G1 Alice" in [field.value for field in page_of(answer).select("textarea")]
        assert page_of(answer).by_id("turn-heading").text.startswith("Bob is to move.")
    assert game.log.count() == 1


def test_a_stale_turn_that_is_still_possible_stands_ready_to_be_ended(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    play_turn(game, "homeworld B1 Y2 G3")
    play_turn(game, "homeworld B1 Y2 G3")
    browser(alice).client.post(address(game, "resign/"), {"key": "r"})
    surfer = browser(charlie).open(address(game))
    answer = surfer.client.post(address(game, "turn/"), order(Game(log_number=2), "homeworld B1 Y3 G3"))
    assert answer.status_code == 409
    assert "Set up with the stars" in page_of(answer).by_id("turn-panel").text
    surfer.page = answer
    assert surfer.send(surfer.form("turn", "key")).status_code == 303


def test_a_turn_sent_twice_counts_once(game, alice):
    game = put(game, START)
    client = browser(alice).client
    for _ in range(2):
        assert client.post(address(game, "turn/"), order(game, "pass")).status_code == 303
    again = client.post(address(game, "table/turn/"), order(game, "pass"), headers=HTMX)
    assert (again.status_code, again["HX-Push-Url"]) == (200, address(game))
    assert game.log.count() == 1


def test_a_turn_that_eliminates_its_maker_asks_first_and_keeps_the_key(game, alice):
    game = put(game, START.replace("g3y1r2b1", "g3"))
    surfer = browser(alice).open(address(game))
    surfer.page = surfer.client.post(address(game, "turn/"), order(game, "sacrifice G3 Alice", key="mine"))
    panel = page_of(surfer.page).by_id("turn-panel")
    assert surfer.page.status_code == 422
    assert "This turn puts you out. No ship of yours is left at home. Bob wins." in panel.text
    form = surfer.form("confirmed")
    assert dict(form.fields)["key"] == "mine"
    assert surfer.send(form).status_code == 303
    game.refresh_from_db()
    assert (game.status, game.outcome["winners"]) == (Status.FINISHED, [1])


def test_a_forbidden_own_elimination_is_refused_with_its_reason(alice, bob):
    rules = RuleSet(own_elimination=OwnElimination.FORBIDDEN, empty_homeworld=EmptyHomeworld.STAYS)
    game = put(table_of(alice, bob, rules=rules), START.replace("g3y1r2b1", "g3"))
    page = page_of(browser(alice).open(address(game, "?turn=sacrifice+G3+Alice")).page)
    assert "By the rules of this game nobody puts himself out" in page.by_id("turn-panel").text
    assert "disabled" in page.by_id("end-turn")
    answer = browser(alice).client.post(address(game, "turn/"), order(game, "sacrifice G3 Alice"))
    assert answer.status_code == 422


def test_others_cannot_take_the_turn(game, bob, charlie):
    game = put(game, START)
    data = order(game, "pass")
    answer = browser(bob).client.post(address(game, "turn/"), data)
    assert answer.status_code == 409
    assert any("It is not your turn." in alert for alert in page_of(answer).texts("alert"))
    assert browser(charlie).client.post(address(game, "turn/"), data).status_code == 403
    answer = browser().client.post(address(game, "turn/"), data)
    assert (answer.status_code, "%3Fturn%3Dpass" in answer.url) == (302, True)
    answer = browser().client.post(address(game, "table/turn/"), data, headers=HTMX)
    assert "%3Fturn%3Dpass" in answer["HX-Redirect"]
    assert not LogEntry.objects.exists()


def test_a_finished_game_takes_no_turn_and_says_how_it_ended(game, alice, bob):
    game = put(game, START)
    assert asks_for_news(browser(alice).open(address(game)).page)
    assert browser(bob).client.post(address(game, "resign/"), {"key": "r"}).status_code == 303
    page = browser(alice).open(address(game)).page
    assert "Alice won: the last opponent resigned." in page_of(page).text
    assert not asks_for_news(page)
    game.refresh_from_db()
    answer = browser(alice).client.post(address(game, "turn/"), order(game, "pass"))
    assert answer.status_code == 409 and "This game is not running." in page_of(answer).text


def test_resigning_asks_first_and_counts_once(game, alice, charlie):
    game = put(game, START)
    surfer = browser(alice).open(address(game, "resign/"))
    form = surfer.form("key")
    for _ in range(2):
        assert surfer.send(form).status_code == 303
    assert game.log.count() == 1
    assert surfer.client.get(address(game, "resign/")).status_code == 409
    assert surfer.client.post(address(game, "resign/"), {"key": "other"}).status_code == 409
    assert browser(charlie).client.get(address(game, "resign/")).status_code == 403
    assert browser(charlie).client.post(address(game, "resign/"), {"key": "c"}).status_code == 403
    assert browser().client.get(address(game, "resign/")).status_code == 302


def test_a_page_holds_the_fragment_and_a_fragment_no_page(game, alice, bob, charlie):
    game = put(game, START)
    for player in (alice, bob, charlie, None):
        surfer = browser(player)
        whole = surfer.open(address(game)).page
        page, fragment = page_of(whole), page_of(surfer.open(address(game, "table/"), **HTMX).page)
        assert [root.tag.name for root in page.select(":root")] == ["html"]
        assert [root["id"] for root in fragment.select(":root")] == ["table"]
        assert page.ids.count("table") == 1
        assert (page.find_id("order-form") is not None) == (player == alice)
        assert asks_for_news(whole) and asks_for_news(surfer.page)


def test_every_id_stands_once_on_a_page(game, alice):
    game = put(game, START)
    for query in (
        "",
        "?at=Alice",
        "?at=Alice&do=trade",
        "?at=Alice&do=discover&ship=Y1",
        "?at=Vega&do=attack",
    ):
        answer = browser(alice).open(address(game, query)).page
        ids = page_of(answer).ids
        assert len(ids) == len(set(ids)), query
        assert code_in(page_of(answer)) == []


def test_a_spectator_may_look_from_any_side_and_a_player_from_his_own(game, alice, charlie):
    game = put(game, START)

    def bottom(player, query: str) -> str:
        (home,) = page_of(browser(player).open(address(game, query)).page).select(".home.below")
        return home["class"].split()[1].removeprefix("seat-")

    assert [bottom(charlie, query) for query in ("", "?seat=1", "?seat=5")] == ["0", "1", "0"]
    assert bottom(alice, "?seat=1") == "0"


def test_news_comes_once_something_has_happened(game, alice, bob, charlie):
    game = put(game, START)
    for player in (bob, charlie, None):
        assert browser(player).client.get(address(game, "news/?after=0"), headers=HTMX).status_code == 204
    play_turn(game, "pass")
    answer = browser(bob).client.get(address(game, "news/?after=0"), headers=HTMX)
    assert answer.status_code == 200
    assert page_of(answer).find_id("order-form")


def test_asking_for_news_takes_one_small_query(game, django_assert_num_queries):
    client = Client()
    with django_assert_num_queries(1):
        client.get(address(game, "news/?after=0"), headers=HTMX)


def test_the_table_after_every_turn_is_for_looking_only(game, alice):
    game = play_peaceful_turns(game, 6)
    for number in range(6):
        answer = browser(alice).open(address(game, f"turns/{number}/")).page
        assert page_of(answer).find_id("order-form") is None
        assert not asks_for_news(answer)
        assert page_of(answer).one("link", re.compile("To the present"))
    assert browser(alice).client.get(address(game, "turns/7/")).status_code == 404


def test_what_does_not_exist_is_not_found(db):
    for tail in ("", "table/", "news/", "turns/1/", "resign/"):
        assert Client().get(f"/games/zzzzzzzz/{tail}").status_code in (302 if tail == "resign/" else 404,)


def test_a_waiting_game_shows_its_seats_and_news_of_them(
    alice, bob, charlie, django_capture_on_commit_callbacks
):
    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    game = create_game(creator=alice, rules=rules, seats=[SeatWish(player=alice), SeatWish(), SeatWish()])
    surfer = browser(bob).open(address(game))
    page = page_of(surfer.page)
    assert "This game waits for players." in page.text
    assert address(game, "join/") in page.targets
    news = page.select('[hx-get*="/news/"]')[0]["hx-get"]
    assert surfer.client.get(news).status_code == 204
    with django_capture_on_commit_callbacks(execute=True):
        join_game(game_id=game.pk, player=charlie)
    assert "Charlie" in page_of(surfer.client.get(news)).text


def queries_of(game, player) -> int:
    client = browser(player).client
    client.get(address(game))
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address(game)).status_code == 200
    return len(seen)


def test_queries_grow_neither_with_turns_nor_with_players(game, alice, bob, charlie):
    others = [
        Player.objects.create_player(name=n, email=None, password=None, kind="guest")
        for n in ("Dora", "Emil", "Fay")
    ]
    six = table_of(alice, bob, charlie, *others, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    few = queries_of(play_peaceful_turns(game, 2), alice)
    many = queries_of(play_peaceful_turns(game, 58), alice)
    players = queries_of(play_peaceful_turns(six, 8), alice)
    assert few == many >= players


def test_an_alignment_is_on_its_owners_table_only(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    for player in (alice, bob, charlie):
        mine = alignment_of_viewer(game, player)
        said = page_of(browser(player).open(address(game)).page).text
        assert ("You are Evil" in said, "You are Good" in said) == (mine == "E", mine == "G")
    said = page_of(browser().open(address(game)).page).text
    assert "You are" not in said
    assert "1 Evil player is left." in said


def test_everything_since_the_own_last_turn_is_told_with_who_fell(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    start = "<0> Alice (0, b1y2) g3--; Bob (1, r1b3) -g3-; Charlie (2, g1b2) --g3"
    game = put(game, start)
    for turn in ("build G1 Alice", "pass", "sacrifice G3 Charlie"):
        play_turn(game, turn, confirmed=True)
    news = page_of(browser(alice).open(address(game)).page).by_id("since").text
    assert "passed" in news and "sacrificed G3 at Charlie" in news and "Out: Charlie." in news
    assert "built G1" not in news
    assert page_of(browser(charlie).open(address(game, "turns/2/")).page).find_id("since") is None


def test_a_past_table_shows_who_lived_and_had_the_move_then(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    game = put(game, "<0> Alice (0, b1y2) g3--; Bob (1, r1b3) -g3-; Charlie (2, g1b2) --g3")
    for turn in ("pass", "pass", "sacrifice G3 Charlie"):
        play_turn(game, turn, confirmed=True)
    then, now = [table_for(game_for_viewer(game.public_id, bob), bob, number=n).seats for n in (2, 3)]
    assert [seat.living for seat in then] == [True] * 3 and then[2].to_move
    assert [seat.living for seat in now] == [True, True, False] and now[0].to_move


def test_berths_to_discover_are_marked_only_where_a_discovery_is_offered(game, alice, bob):
    game = put(game, "<0> Alice (0, b1g2) g3-; Bob (1, r1b3) -g3")

    def berths(player):
        return page_of(browser(player).open(address(game, "?at=Alice")).page).select(".berth.open")

    assert berths(alice) == [] and berths(bob) != []
    game = put(game, "<0> Alice (0, b1g2) y3-; Bob (1, r1b3) -g3")
    page = page_of(browser(alice).open(address(game, "?at=Alice")).page)
    assert [berth.name.partition(":")[0] for berth in page.select(".berth.open")] == ["discover"]


def test_the_end_is_told_to_each_in_his_own_words(game, alice, bob):
    game = put(game, "<0> Alice (0, b1y2) g3-; Bob (1, r1b3) -g3")
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    for player, verdict in ((alice, "You won"), (bob, "You lost")):
        said = page_of(browser(player).open(address(game)).page).text
        assert verdict in said and "Rematch" in said and "the last opponent resigned" in said
    (told,) = page_of(browser().open(address(game)).page).select(".ended-result")
    assert "Alice won" in told.text and "You " not in told.text


IDS_ONCE = {
    "to look at": None,
    "to play": "",
    "a system chosen": "?at=Alice",
    "a ship chosen": "?at=Alice&ship=B1",
    "its move": "?at=Alice&ship=B1&do=move",
    "made": "?turn=build+G1+Alice",
    "given": "?turn=sacrifice+Y1+Alice",
    "a ship to go, given": "?turn=sacrifice+Y1+Alice&at=Alice&ship=B1",
}


@pytest.mark.parametrize("tail", IDS_ONCE.values(), ids=IDS_ONCE)
def test_every_id_is_once_on_a_page(game, alice, tail):
    put(game, START)
    page = page_of(Browser(None if tail is None else alice).open(address(game, tail or "")).page)
    assert page.repeated_ids() == []
