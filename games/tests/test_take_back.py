"""Taking a turn back: the log goes on, and the game stands as it did before the turn."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from accounts.tests.cast import person
from games.access import game_for_viewer
from games.lobby.terms import GameTerms
from games.log import rebuilding
from games.log.moments import moment_of
from games.log.votes import occurrences
from games.models import (
    DrawVote,
    EntryKind,
    Game,
    LogEntry,
    Mark,
    MarkTally,
    Seat,
    SeatOrder,
    SecretAlignment,
)
from games.notices.kinds import NoticeKind
from games.refusals import GameRefusalCode, Stale
from games.services import (
    SeatWish,
    agree_to_draw,
    claim_repetition,
    create_game,
    mark_whole_game,
    open_table,
    play_bot,
    resign,
)
from games.table.view import table_for
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_turn, table_of
from games.tests.seating import refused
from games.tests.take_backs import SETUPS, after_setup, caches, now, taken
from homeworlds.outcome import Termination
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import OwnElimination, RuleSet, Variant
from notices.models import Dropped, Notice
from notices.sending import send_notice
from notices.tests.hours import an_hour_passes
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
DISCOVERY = "discover Y1 Alice G2 Vega"


@pytest.fixture
def alice(db):
    """With a confirmed address, as Bob: they get mails."""
    return person("Alice")


@pytest.fixture
def bob(db):
    return person("Bob")


@pytest.fixture
def game(alice, bob) -> Game:
    return after_setup(alice, bob)


@pytest.fixture
def later(game) -> Game:
    """Alice is to move and can discover a system."""
    play_turn(game, "build Y1 Alice")
    play_turn(game, "pass")
    return now(game)


def test_the_game_stands_as_before_and_the_log_goes_on(later, alice):
    game, before = later, caches(later)
    turn = play_turn(game, DISCOVERY).entry
    assert "Vega" in now(game).places["systems"]
    entry = taken(game, alice).entry
    assert caches(game) == before
    assert (entry.number, entry.answers, entry.kind, entry.seat) == (6, 5, EntryKind.TAKE_BACK, 0)
    assert (entry.player, entry.text, entry.data) == (alice, "", {})
    assert LogEntry.objects.get(pk=turn.pk).text == DISCOVERY
    assert now(game).log_number == 6
    play_turn(game, "pass")
    assert rebuilding.check(now(game)) == []
    assert now(game).turn_count == 5


def test_the_first_turn_of_all_can_be_taken_back_and_another_follows(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    before = caches(game)
    for text in SETUPS:
        play_turn(game, text)
        taken(game, alice)
        assert caches(game) == before
    play_turn(game, SETUPS[0])
    assert rebuilding.check(now(game)) == []
    assert list(now(game).log.standing_turns().values_list("number", flat=True)) == [5]


def test_the_same_key_takes_back_once(game, alice):
    play_turn(game, "pass")
    first = taken(game, alice, key="b")
    again = taken(game, alice, answers=3, key="b")
    assert (again.entry, again.repeated) == (first.entry, True)
    assert now(game).log_number == 4


def test_only_the_last_turn_and_only_by_who_made_it(game, alice, bob, charlie):
    with refused(GameRefusalCode.NOT_A_PLAYER):
        taken(game, charlie)
    with refused(GameRefusalCode.NO_TURN_TO_TAKE_BACK):
        taken(game, alice)
    play_turn(game, "pass")
    with refused(GameRefusalCode.NO_TURN_TO_TAKE_BACK):
        taken(game, bob)
    with pytest.raises(Stale):
        taken(game, alice, answers=2)
    taken(game, alice)
    for player in (alice, bob):
        with refused(GameRefusalCode.NO_TURN_TO_TAKE_BACK):
            taken(game, player)
    assert now(game).log_number == 4


def test_a_turn_that_the_next_player_has_seen_stands(game, alice, bob):
    open_table(game_id=game.pk, player=bob)
    play_turn(game, "pass")
    open_table(game_id=game.pk, player=alice)
    assert taken(game, alice).entry.number == 4
    play_turn(game, "pass")
    open_table(game_id=game.pk, player=bob)
    with refused(GameRefusalCode.TURN_SEEN) as refusal:
        taken(game, alice)
    assert refusal.value.params == {"player": "Bob"}


@pytest.mark.parametrize(("hidden", "stands"), [("", True), ("&hidden=1", False)])
def test_what_a_live_table_showed_the_next_player_stands_and_what_came_to_a_hidden_tab_does_not(
    game, alice, bob, hidden, stands
):
    live = Browser(bob).open(address(game))
    play_turn(game, "pass")
    shown = live.client.get(f"{address(game)}news/?after=2{hidden}", headers=HTMX)
    assert "Your turn" in shown.content.decode()
    if stands:
        with refused(GameRefusalCode.TURN_SEEN):
            taken(game, alice)
    else:
        assert taken(game, alice).entry.number == 4


def test_a_hidden_tab_that_is_looked_at_asks_once_more_and_has_seen_it_then(game, alice, bob):
    live = Browser(bob).open(address(game))
    play_turn(game, "pass")
    shown = live.client.get(f"{address(game)}news/?after=2&hidden=1", headers=HTMX)
    asks = news_address(shown)
    assert live.client.get(f"{asks}&hidden=1", headers=HTMX).status_code == 204
    assert Seat.objects.get(game=game, player=bob).seen_number == 2
    looked = live.client.get(asks, headers=HTMX)
    assert looked["HX-Retarget"] == "#news"
    assert Seat.objects.get(game=game, player=bob).seen_number == 3
    assert live.client.get(news_address(looked), headers=HTMX).status_code == 204
    with refused(GameRefusalCode.TURN_SEEN):
        taken(game, alice)


def news_address(page) -> str:
    found = re.search(r'hx-get="([^"]*/news/[^"]*)"', page.content.decode())
    assert found
    return unescape(found[1])


def test_who_is_not_next_may_look(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    play_turn(game, SETUPS[0])
    open_table(game_id=game.pk, player=charlie)
    taken(game, alice)
    play_turn(game, SETUPS[0])
    resign(game_id=game.pk, player=charlie, key="r", confirmed=True)
    with refused(GameRefusalCode.NO_TURN_TO_TAKE_BACK):
        taken(game, alice)


def test_the_terms_can_let_turns_stand(alice, bob):
    terms = GameTerms(take_back_allowed=False)
    seats = [SeatWish(player=alice), SeatWish(player=bob)]
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED, terms=terms)
    play_turn(game, SETUPS[0])
    with refused(GameRefusalCode.TURNS_STAND):
        taken(game, alice)
    assert not table_for(game_for_viewer(game.public_id, alice), alice).may_take_back


@pytest.mark.parametrize("variant", [Variant.LAST_CAPTAIN_STANDING, Variant.GOOD_VS_EVIL])
def test_a_turn_that_put_somebody_out_or_revealed_something_stands(alice, bob, charlie, variant):
    rules = RuleSet(variant=variant, own_elimination=OwnElimination.LOSES)
    game = table_of(alice, bob, charlie, rules=rules)
    for number, letter in enumerate("GEG"):
        SecretAlignment.objects.filter(seat__game=game, seat__number=number).update(alignment=letter)
    for text in ("homeworld G3 B1 Y3", "homeworld G2 B1 R3", "homeworld G2 B3 B3"):
        play_turn(game, text)
    entry = play_turn(game, "sacrifice Y3 Alice", confirmed=True).entry
    assert entry.eliminated == [0]
    assert entry.revealed == ([[0, "G"]] if variant is Variant.GOOD_VS_EVIL else [])
    with refused(GameRefusalCode.TURN_SETTLED):
        taken(game, alice)
    assert not table_for(game_for_viewer(game.public_id, alice), alice).may_take_back
    assert now(game).log_number == 4


def test_nothing_is_taken_back_once_the_game_is_over(game, alice, bob):
    for _ in range(7):
        play_turn(game, "pass")
    play_turn(game, "pass")
    assert now(game).outcome["draw"]
    with pytest.raises(Stale):
        taken(game, bob, answers=10)
    with refused(GameRefusalCode.NOT_RUNNING):
        taken(game, bob)


def test_a_turn_taken_back_was_no_occurrence_of_its_position(game, alice, bob):
    for _ in range(3):
        play_turn(game, "pass")
    # Bob would claim after this: it is the third time after a turn of Alice.
    for _ in range(3):
        play_turn(game, "pass")
        fresh = now(game)
        seen = occurrences(fresh, moment_of(fresh, list(fresh.seats.all())).state.position)
        taken(game, bob)
    assert seen == 3
    fresh = now(game)
    assert occurrences(fresh, moment_of(fresh, list(fresh.seats.all())).state.position) == 2
    with pytest.raises(Refusal) as refusal:
        claim_repetition(game_id=game.pk, player=bob, answers=fresh.log_number, key="claim")
    assert refusal.value.code is RefusalCode.NO_CLAIM
    play_turn(game, "pass")
    fresh = now(game)
    claim_repetition(game_id=game.pk, player=alice, answers=fresh.log_number, key="claim")
    assert now(game).outcome["termination"] == Termination.THIRD_OCCURRENCE
    assert rebuilding.check(now(game)) == []


def test_the_own_offer_of_a_draw_outlives_it(game, alice):
    agree_to_draw(game_id=game.pk, player=alice, answers=2, key="d")
    play_turn(game, "pass")
    taken(game, alice)
    assert DrawVote.objects.filter(game=game).count() == 1


def test_a_log_with_an_impossible_take_back_is_broken(game, alice):
    play_turn(game, "pass")
    taken(game, alice)
    entries = list(now(game).log.order_by("number"))
    seats = list(game.seats.all())
    entries[3].seat = 1
    with pytest.raises(rebuilding.LogBroken, match="entry 4"):
        list(rebuilding.replayed(game, seats, entries))
    entries[3].seat, entries[2].kind = 0, EntryKind.TAKE_BACK
    with pytest.raises(rebuilding.LogBroken, match="entry 3"):
        list(rebuilding.replayed(game, seats, entries))


def test_a_mail_not_sent_is_dropped_and_the_next_turn_is_told_anew(game, alice, bob, mailoutbox):
    play_turn(game, "pass")
    notice = Notice.objects.get(kind=NoticeKind.TURN, news=3)
    taken(game, alice)
    notice.refresh_from_db()
    assert (notice.due_at, notice.dropped) == (None, Dropped.TAKEN_BACK)
    assert not Notice.objects.filter(player=alice, kind=NoticeKind.TURN, news=4).exists()
    play_turn(game, "build Y1 Alice")
    assert not send_notice(notice_id=notice.pk, tries=0)
    assert send_notice(notice_id=Notice.objects.get(kind=NoticeKind.TURN, news=5).pk, tries=0)
    (mail,) = mailoutbox
    assert "Alice builds Y1" in mail.body
    assert "passes" not in mail.body and "took the turn back" not in mail.body


def test_who_was_told_too_soon_reads_that_the_turn_was_taken_back(game, alice, bob, mailoutbox):
    play_turn(game, "pass")
    assert send_notice(notice_id=Notice.objects.get(kind=NoticeKind.TURN, news=3).pk, tries=0)
    taken(game, alice)
    play_turn(game, "build Y1 Alice")
    an_hour_passes()
    assert send_notice(notice_id=Notice.objects.get(kind=NoticeKind.TURN, news=5).pk, tries=0)
    assert "Alice passes" in mailoutbox[0].body
    assert "Alice took the turn back" in mailoutbox[1].body
    assert "Alice passes" not in mailoutbox[1].body


def test_marks_and_tallies_are_of_turns_that_stand(game, alice, bob):
    play_turn(game, "pass")
    taken(game, alice)
    play_turn(game, "build Y1 Alice")
    play_turn(game, "pass")
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    mark_whole_game(game_id=game.pk)
    assert not Mark.objects.filter(game=game, number__in=[3, 4]).exists()
    turns = dict(MarkTally.objects.values_list("player__name", "turns"))
    assert turns == {"Alice": 2, "Bob": 2}


@pytest.fixture
def against_bot(alice, bots) -> Game:
    seats = [SeatWish(player=alice), SeatWish(bot_level="random")]
    return create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)


def test_a_bot_that_has_not_answered_yet_thinks_again(against_bot, alice):
    game = against_bot
    play_turn(game, SETUPS[0])
    assert now(game).bot_due_at is not None
    taken(game, alice)
    assert now(game).bot_due_at is None
    assert play_bot(game_id=game.pk, number=1) is None
    play_turn(game, SETUPS[0])
    answer = play_bot(game_id=game.pk, number=3)
    assert answer is not None and answer.entry.number == 4
    with pytest.raises(Stale):
        taken(game, alice, answers=3)
    with refused(GameRefusalCode.NO_TURN_TO_TAKE_BACK):
        taken(game, alice)
    assert rebuilding.check(now(game)) == []


# --- At the table


def address(game: Game) -> str:
    return reverse("games:table", args=[game.public_id])


def ended(game: Game, player, text: str) -> Browser:
    """After End turn, on the page that the player sees then."""
    browser = Browser(player).open(address(game))
    assert browser.send(browser.form("turn", action="/turn/"), turn=text).status_code == 303
    return browser.open(address(game))


@pytest.mark.parametrize("htmx", [False, True])
def test_the_button_brings_the_turn_back_into_the_making(later, alice, htmx):
    game, browser = later, ended(later, alice, DISCOVERY)
    assert "Until Bob looks at the game" in page_of(browser.page).by_id("take-back-words").text
    answer = browser.send(browser.form("answers", action="/take-back/"), htmx=htmx)
    where = answer["HX-Push-Url"] if htmx else answer["Location"]
    assert parse_qs(urlsplit(where).query) == {"turn": [DISCOVERY]}
    page = page_of(answer if htmx else browser.open(where).page)
    assert page.by_id("turn-heading").text.startswith("Your turn") and page.by_id("undo")
    latest = page.select("ol.log a")[1]
    assert latest.select("s") and [mark.text for mark in latest.select("em")] == ["taken back"]
    again = browser.open(where).form("turn", action="/turn/")
    assert browser.send(again).status_code == 303
    assert [entry.kind for entry in game.log.all()][4:] == ["turn", "take-back", "turn"]


def test_the_button_is_there_as_long_as_it_can_succeed(game, alice, bob, charlie):
    browser = ended(game, alice, "pass")
    form = browser.form("answers", action="/take-back/")
    for other in (Browser(bob), Browser(charlie), Browser()):
        news = page_of(other.client.get(f"{address(game)}news/?after=2"))
        assert news.by_id("turn-panel") and news.find_id("take-back") is None
        assert not [each for each in news.targets if "take-back" in each]
    Browser(bob).open(address(game))
    with pytest.raises(LookupError):
        browser.open(address(game)).form("answers", action="/take-back/")
    late = browser.send(form)
    assert late.status_code == 409
    assert "Your turn stands: Bob has looked at the game since." in page_of(late).texts("alert")
    assert now(game).log_number == 3


def test_a_broken_form_takes_nothing_back(game, alice):
    browser = ended(game, alice, "pass")
    for data in ({}, {"answers": "x", "key": "k"}, {"answers": "3"}):
        assert browser.client.post(f"{address(game)}take-back/", data).status_code == 409
    assert now(game).log_number == 3


def test_the_next_player_reads_what_happened(game, alice, bob):
    ended(game, alice, "pass")
    taken(game, alice)
    page = page_of(Browser(bob).open(address(game)).page)
    assert "Alice took the turn back." in page.one("main").text
    assert page.by_id("turn-heading").text.startswith("Alice is to move.")
    play_turn(game, "build Y1 Alice")
    view = table_for(game_for_viewer(game.public_id, bob), bob)
    assert [(entry.number, entry.taken_back) for entry in view.entries][2:] == [
        (3, True),
        (4, False),
        (5, False),
    ]
    since = page_of(Browser(bob).open(address(game)).page).by_id("since")
    assert "took the turn back" not in since.text and "passed" not in since.text
    (told,) = since.select("li:not(.since-ways)")
    assert "built Y1 at Alice" in told.text


def test_every_page_of_the_replay_shows_its_position(later, alice, charlie):
    play_turn(later, DISCOVERY)
    taken(later, alice)
    browser = Browser(charlie)
    for tail, vega in (("turns/4/", False), ("turns/5/", True), ("turns/5/1/", True), ("turns/6/", False)):
        map_ = page_of(browser.open(address(later) + tail).page).one("region", "Map")
        assert ("Vega" in map_.text) == vega, tail


def terms_on(browser: Browser) -> list[str]:
    return page_of(browser.page).by_id("about").texts("definition")


def test_the_terms_are_chosen_with_the_game_and_stand_at_the_table(alice):
    browser = Browser(alice).open(reverse("games:new"))
    answer = browser.send(browser.form("take_back", action="/games/new/"), take_back="no")
    assert answer.status_code == 303
    game = Game.objects.get()
    assert not game.take_back_allowed
    assert "A turn that has ended stands." in terms_on(browser.open(address(game)))
    browser.open(reverse("games:terms", args=[game.public_id]))
    form = browser.form("take_back", action="/terms/")
    assert dict(form.filled())["take_back"] == "no"
    assert browser.send(form, take_back="yes").status_code == 303
    assert now(game).take_back_allowed
    words = "A turn can be taken back until the next player has looked at the game."
    assert words in terms_on(browser.open(address(game)))


@pytest.mark.parametrize("number", [4, 5, 6, 7])
def test_pictures_and_the_living_table_know_turns_that_were_taken_back(
    later, alice, charlie, number, monkeypatch
):
    monkeypatch.setattr("records.lately.SYSTEMS", 2)
    play_turn(later, DISCOVERY)
    taken(later, alice)
    assert Browser(charlie).open(reverse("pages:living")).page.status_code == 200
    play_turn(later, "pass")
    picture = Browser(charlie).client.get(f"{address(later)}turns/{number}.svg")
    assert picture.status_code == 200
    assert ("Vega" in page_of(picture).text) == (number == 5)
