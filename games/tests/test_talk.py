"""Who hears and says what at a table."""

from __future__ import annotations

import random
from functools import partial
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.models import Player, Quiet
from accounts.quiet import end_quiet, quiet
from accounts.services import create_guest
from accounts.tests.cast import person
from games.access import game_for_viewer
from games.lobby.terms import GameTerms
from games.models import Game, Report, Room, Status, TalkMessage, TalkSeen, Visibility
from games.refusals import GameRefusalCode
from games.services import SeatWish, create_game, join_game, report_message, resign, say
from games.services.talk import hide_message, see_talk, settle_reports, show_message
from games.talk.text import markup, tidy_talk
from games.talk.view import rooms_read, talk_for, unread_talk
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_turn, table_of
from games.tests.seating import refused
from homeworlds.rules import RuleSet, Variant
from upkeep.models import StaffAct
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = pytest.mark.django_db
PLAYERS, WATCHERS = Room.PLAYERS, Room.WATCHERS
NOBODY = AnonymousUser()


@pytest.fixture(autouse=True)
def no_limits_left_over():
    cache.clear()


@pytest.fixture
def game(alice, bob):
    return table_of(alice, bob, rules=RuleSet())


def seen_by(game, viewer):
    return game_for_viewer(game.public_id, viewer)


def rooms(game, viewer):
    return rooms_read(seen_by(game, viewer), viewer)


def speak(game, player, text, room=PLAYERS, key=None):
    key = key or f"k{TalkMessage.objects.count()}"
    return say(game_id=game.pk, player=player, room=room, text=text, key=key)


def heard(game, viewer):
    talk = talk_for(seen_by(game, viewer), viewer)
    return [str(message.said) for room in talk.rooms for message in room.messages] if talk else []


def end(game, player):
    resign(game_id=game.pk, player=player, key="end", confirmed=True)


def test_players_and_watchers_talk_apart_until_the_end(game, alice, bob, charlie):
    assert rooms(game, alice) == (PLAYERS,)
    assert rooms(game, charlie) == rooms(game, NOBODY) == (WATCHERS,)
    speak(game, alice, "to Bob")
    speak(game, charlie, "to those who watch", WATCHERS)
    assert heard(game, bob) == ["to Bob"]
    assert heard(game, charlie) == heard(game, NOBODY) == ["to those who watch"]
    end(game, alice)
    for viewer in (alice, bob, charlie, NOBODY):
        assert heard(game, viewer) == ["to Bob", "to those who watch"]
    speak(game, alice, "good game")
    speak(game, charlie, "well played", WATCHERS)


def test_nobody_speaks_in_the_room_of_the_others(game, alice, charlie):
    for player, room in ((alice, WATCHERS), (charlie, PLAYERS)):
        with refused(GameRefusalCode.OTHER_ROOM):
            speak(game, player, "hello", room)
    assert not TalkMessage.objects.exists()


def test_guests_and_bots_do_not_talk_and_one_person_has_nobody_to_talk_to(alice, bob, bots):
    game = create_game(
        creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish(bot_level="random")]
    )
    assert rooms(game, alice) == ()
    guest = Player.objects.create_player(name="Guest-2", email=None, password=None, kind="guest")
    with refused(GameRefusalCode.NO_TALK):
        speak(game, guest, "hello", WATCHERS)


def test_a_guest_talks_where_he_sits(alice):
    guest = Player.objects.create_player(name="Guest-2", email=None, password=None, kind="guest")
    game = table_of(alice, guest, rules=RuleSet())
    speak(game, guest, "hello")
    assert heard(game, alice) == ["hello"]
    assert talk_for(seen_by(game, guest), guest).writes is PLAYERS


def test_a_game_without_talk_has_none(alice, bob, charlie):
    seats = [SeatWish(player=alice), SeatWish(player=bob)]
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, terms=GameTerms(talk_allowed=False))
    for player in (alice, charlie):
        assert rooms(game, player) == ()
        assert talk_for(seen_by(game, player), player) is None
    with refused(GameRefusalCode.NO_TALK):
        speak(game, alice, "hello")


def test_nobody_watches_a_private_game(alice, bob):
    seats = [SeatWish(player=alice), SeatWish(player=bob)]
    terms = GameTerms(visibility=Visibility.PRIVATE)
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, terms=terms)
    end(game, alice)
    assert rooms(game, alice) == (PLAYERS,)


def test_those_who_wait_talk_before_the_start(alice, bob, charlie):
    game = create_game(
        creator=alice,
        rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING),
        seats=[SeatWish(player=alice), SeatWish(), SeatWish()],
    )
    join_game(game_id=game.pk, player=bob)
    speak(game, bob, "who else?")
    assert heard(game, alice) == ["who else?"]
    assert rooms(game, charlie) == ()


@pytest.mark.parametrize("variant", [Variant.LAST_CAPTAIN_STANDING, Variant.GOOD_VS_EVIL])
def test_players_who_are_out_read_on_and_only_in_good_vs_evil_fall_silent(alice, bob, charlie, variant):
    game = table_of(alice, bob, charlie, person("Dora"), rules=RuleSet(variant=variant))
    end(game, alice)
    # Two of four are Evil, so no deal ends the game by this.
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING
    speak(game, bob, "one less")
    assert heard(game, alice) == ["one less"]
    if variant is Variant.GOOD_VS_EVIL:
        with refused(GameRefusalCode.SILENT_WHILE_OUT):
            speak(game, alice, "Bob did it")
        talk = talk_for(seen_by(game, alice), alice)
        assert talk.writes is None
        assert talk.why_not
    else:
        speak(game, alice, "farewell")


def test_the_same_key_says_it_once(game, alice):
    for _ in range(2):
        speak(game, alice, "hello", key="once")
    assert TalkMessage.objects.count() == 1


def test_words_must_be_some_and_not_too_many(game, alice):
    for empty in ("", "  \r\n ", "\u202e\u200b\x00"):
        with refused(GameRefusalCode.NOTHING_SAID):
            speak(game, alice, empty)
    with refused(GameRefusalCode.SAID_TOO_MUCH):
        speak(game, alice, "x" * 2001)
    speak(game, alice, "x" * 2000)


def test_the_muted_and_the_blocked_are_not_heard_and_say_what_they_like(game, alice, bob):
    speak(game, bob, "nasty")
    for kind in Quiet.Kind:
        quiet(player=alice, other=bob, kind=kind)
        assert heard(game, alice) == []
        assert unread_talk(alice, [game]) == {}
        assert heard(game, bob) == ["nasty"]
    speak(game, bob, "still here")
    speak(game, alice, "not answering")
    assert heard(game, bob) == ["nasty", "still here", "not answering"]
    end_quiet(player=alice, other=bob)
    assert heard(game, alice) == ["nasty", "still here", "not answering"]


def test_only_people_are_muted_and_nobody_mutes_himself(alice, bots):
    bot = Player.objects.filter(kind=Player.Kind.BOT).first()
    for other in (alice, bot):
        with pytest.raises(ValidationError):
            quiet(player=alice, other=other, kind=Quiet.Kind.MUTE)


def test_what_is_new_is_counted_and_marked_until_it_is_seen(game, alice, bob, charlie):
    def new_talk(player):
        talk = page_of(Browser(player).open(url("table", game)).page).by_id("talk")
        assert len(talk.select(".talk-message")) == 3
        return [each.text for each in talk.select(".talk-message--new .tag")]

    speak(game, alice, "one")
    speak(game, alice, "two")
    speak(game, bob, "three")
    assert unread_talk(bob, [game]) == {game.pk: 2}
    assert unread_talk(alice, [game]) == {game.pk: 1}
    assert new_talk(bob) == ["new", "new"]
    assert unread_talk(bob, [game]) == {}
    assert new_talk(bob) == []
    assert not TalkSeen.objects.filter(player=alice).exists()


def url(name, game, *more):
    return reverse(f"games:{name}", args=[game.public_id, *more])


def test_talking_without_javascript_and_with_it(game, alice, bob):
    browser = Browser(alice)
    form = browser.open(url("table", game)).form("text", "room", action="/talk/say/")
    answer = browser.send(form, text="plain")
    assert (answer.status_code, answer.url) == (303, url("table", game) + "?panel=talk#talk")
    form = browser.open(url("table", game)).form("text", "room", action="/talk/say/")
    answer = browser.send(form, htmx=True, text="with htmx")
    assert answer.status_code == 200
    page = page_of(answer)
    assert page.select("html") == [] and "with htmx" in page.text and page.field("key").value
    assert heard(game, bob) == ["plain", "with htmx"]


def test_the_oldest_stands_first_the_place_to_write_last_and_the_report_is_folded(game, alice, bob):
    for words in ("first", "second"):
        speak(game, bob, words)
    talk = page_of(Browser(alice).open(url("table", game)).page).by_id("talk")
    assert [each.text for each in talk.select(".talk-words")] == ["first", "second"]
    assert talk.text.index("second") < talk.text.index("Send")
    for message in talk.select(".talk-message"):
        (more,) = message.select("details:not([open])")
        assert "More about what Bob said" in more.text and more.one("link", "Report")
        assert len(message.all("link", "Report")) == 1


def test_refused_words_stay_in_the_form(game, alice):
    browser = Browser(alice)
    form = browser.open(url("table", game)).form("text", "room", action="/talk/say/")
    for htmx in (False, True):
        answer = browser.send(form, htmx=htmx, text="y" * 2003)
        assert answer.status_code == 422
        assert page_of(answer).field("text").value == "y" * 2003
        assert "too long by 3 characters" in page_of(answer).by_id("talk-error").text


@pytest.mark.parametrize("name", ["say", "say_fragment"])
def test_whoever_has_no_talk_here_is_refused_and_a_player_is_not(game, alice, name):
    words = {"key": "k", "room": "players", "text": "Hello"}
    assert Browser(alice).client.post(url(name, game), words).status_code in (200, 303)
    refused = Browser(create_guest()).client.post(url(name, game), words)
    assert refused.status_code == 403
    assert "You cannot talk at this table." in page_of(refused).text


def test_news_of_the_talk(game, alice, bob, charlie):
    def news(player, after):
        return Browser(player).client.get(url("talk_said", game), {"after": after}, headers=HTMX)

    version = talk_for(seen_by(game, bob), bob).version
    assert news(bob, version).status_code == 204
    speak(game, alice, "psst")
    answer = page_of(news(bob, version))
    assert "psst" in answer.text
    assert answer.all("form") == []
    assert nowhere_in(news(charlie, "x"), "psst")


def test_a_swapped_table_leaves_the_talk_alone(game, alice, bob):
    speak(game, bob, "hello")
    fragment = Browser(alice).open(url("table_fragment", game), **HTMX).page
    talk = page_of(fragment).by_id("talk")
    assert talk["hx-preserve"] == "true" and list(talk.tag.children) == []
    assert nowhere_in(fragment, "hello")


def test_strangers_to_a_private_game_find_no_talk(alice, bob, charlie):
    seats = [SeatWish(player=alice), SeatWish(player=bob)]
    terms = GameTerms(visibility=Visibility.PRIVATE)
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, terms=terms)
    said = speak(game, alice, "secret")
    client = Browser(charlie).client
    for name in ("talk", "talk_said"):
        assert client.get(url(name, game)).status_code == 404
    for name in ("say", "say_fragment"):
        assert client.post(url(name, game), {"text": "x", "key": "k", "room": "players"}).status_code == 404
    assert client.get(url("report", game, said.pk)).status_code == 404


def test_there_is_a_limit(game, alice):
    client = Browser(alice).client
    answers = [
        client.post(url("say", game), {"text": "spam", "key": f"s{n}", "room": "players"}).status_code
        for n in range(22)
    ]
    assert set(answers) == {303, 429}
    assert answers.count(303) <= 20


def test_visitors_log_in_to_talk(game):
    answer = Browser().client.post(url("say", game), {"text": "x"})
    assert (answer.status_code, answer.url) == (302, f"/accounts/login/?next={url('table', game)}")


def test_earlier_talk_has_a_page(game, alice, bob):
    TalkMessage.objects.bulk_create(
        TalkMessage(
            game=game, room=PLAYERS, author=bob, text=f"word {n}.", key=f"{n}", log_number=0,
            created_at=game.created_at,
        )
        for n in range(60)
    )  # fmt: skip
    talk = page_of(Browser(alice).open(url("table", game)).page).by_id("talk")
    assert "word 59." in talk.text and "word 9." not in talk.text
    (earlier,) = talk.select('a[href*="?before="]')
    page = page_of(Browser(alice).open(earlier["href"]).page).one("main")
    assert "word 9." in page.text and "word 10." not in page.text
    for junk in ("x", "-1", "9" * 30, "²"):
        Browser(alice).open(f"{url('talk', game)}?before={junk}")


def test_queries_do_not_grow_with_words_and_voices(game, alice, bob, charlie, django_assert_max_num_queries):
    for n in range(40):
        speak(game, (alice, bob)[n % 2], f"word {n}")
    mine = seen_by(game, alice)
    with django_assert_max_num_queries(5):
        talk_for(mine, alice, most=20)


def test_a_message_is_reported_hidden_and_shown_again(game, alice, bob, charlie):
    said = speak(game, bob, "rude words")
    browser = Browser(alice)
    form = browser.open(url("report", game, said.pk)).form("reason")
    assert browser.send(form, reason="Not nice").status_code == 303
    browser.client.post(url("report", game, said.pk), {"reason": "again"})
    report = Report.objects.get()
    assert (report.message, report.reporter, report.reason) == (said, alice, "Not nice")
    assert Browser(charlie).client.get(url("report", game, said.pk)).status_code == 404

    staff = person("Stella")
    with pytest.raises(ValidationError):
        hide_message(staff=staff, message_id=said.pk, reason=" ")
    hide_message(staff=staff, message_id=said.pk, reason="Insult")
    assert heard(game, alice) == heard(game, bob) == [""]
    page = Browser(alice).open(url("table", game)).page
    assert nowhere_in(page, "rude words")
    assert "Staff has taken this away." in page_of(page).by_id("talk").text
    report.refresh_from_db()
    assert report.settled_at
    show_message(staff=staff, message_id=said.pk, reason="A quotation")
    assert heard(game, alice) == ["rude words"]
    settle_reports(staff=staff, message_id=said.pk, reason="Fine")
    acts = StaffAct.objects.values_list("act", "object_id")
    assert sorted(acts) == sorted(
        (act, str(said.pk)) for act in ("hide_message", "show_message", "settle_reports")
    )


@pytest.mark.parametrize("act", [hide_message, settle_reports])
def test_an_act_of_staff_answers_the_reports_of_its_message_that_wait_and_no_others(game, alice, bob, act):
    said, other = speak(game, bob, "rude words"), speak(game, bob, "others")
    reported = partial(report_message, game=seen_by(game, alice), player=alice, reason="Rude")
    report, waits = reported(message_id=said.pk), reported(message_id=other.pk)
    staff = person("Stella")
    act(staff=staff, message_id=said.pk, reason="Seen")
    report.refresh_from_db()
    answered = report.settled_at
    act(staff=staff, message_id=said.pk, reason="Seen again")
    for each in (report, waits):
        each.refresh_from_db()
    assert answered is not None and report.settled_at == answered and waits.settled_at is None


def test_what_was_read_stays_read(game, alice, bob):
    first, second = [speak(game, bob, text) for text in ("one", "two")]
    for said in (second, first):
        see_talk(game=game, player=alice, last_seen={PLAYERS: said.pk})
    assert TalkSeen.objects.get(player=alice, room=PLAYERS).last_message == second.pk


def test_own_words_and_words_out_of_hearing_are_not_reported(game, alice, charlie):
    said = speak(game, alice, "mine")
    for method in ("get", "post"):
        assert getattr(Browser(alice).client, method)(url("report", game, said.pk)).status_code == 403
    for player, code in ((alice, GameRefusalCode.OWN_WORDS), (charlie, GameRefusalCode.NO_TALK)):
        with refused(code):
            report_message(game=seen_by(game, player), message_id=said.pk, player=player, reason="")


def test_muting_from_the_table_and_back_in_the_settings(game, alice, bob):
    speak(game, bob, "hello")
    browser = Browser(alice)
    link = reverse("account_quiet", args=[bob.public_id])
    offered = page_of(browser.open(url("table", game)).page).by_id("talk").one("link", "Mute or block")
    assert offered["href"] == f"{link}?next={url('table', game)}"
    form = browser.open(f"{link}?next={url('table', game)}").form("next")
    form.action = link
    answer = browser.client.post(link, {"kind": "mute", "next": url("table", game)})
    assert (answer.status_code, answer.url) == (303, url("table", game))
    assert heard(game, alice) == []
    page = page_of(browser.open(reverse("account_quiets")).page).one("main")
    assert page.texts("term") == ["Bob"] and page.texts("definition")[0] == "Muted"
    answer = browser.client.post(link, {"kind": "none", "next": "https://evil.example/"})
    assert answer.url == reverse("account_quiets")
    assert heard(game, alice) == ["hello"]
    for junk in ({"kind": "x"}, {}):
        assert browser.client.post(link, junk).status_code == 409
    assert browser.client.get(reverse("account_quiet", args=[alice.public_id])).status_code == 409
    assert Browser().client.get(link).status_code == 302


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


PARTS = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"', "'", "&", "&lt;", "<", ">", "\\", "`",
    "http://", "https://", "javascript:alert(1)", "HTTPS://EXAMPLE.ORG/a?b=1&c=<b>",
    "http://a/\" onclick=\"x",
    "https://x.y/(z)", "data:text/html,<b>", "\u202e", "\x00", "\n", " ", "mailto:a@b.c", "//evil.example",
    "http://ex\u202eample.org", "https://é.example/ü", "&#106;", "]]>", "{{ x }}", "{% load %}", "{0}", "%s",
)  # fmt: skip


def test_nothing_but_links_is_ever_marked_up():
    lots = random.Random(7)
    for _ in range(4000):
        text = tidy_talk("".join(lots.choices(PARTS, k=lots.randint(1, 8))))
        reader = Reader()
        reader.feed(str(markup(text)))
        reader.close()
        assert reader.text == text
        for tag, given in reader.tags:
            assert tag == "a"
            assert set(given) == {"href", "rel"}
            assert given["href"].lower().startswith(("http://", "https://"))
            assert given["rel"] == "nofollow noopener ugc"


def test_links_end_where_the_sentence_goes_on():
    for text, link in (
        ("see https://example.org/a.", "https://example.org/a"),
        ("(https://example.org)", "https://example.org"),
        ("https://en.example.org/Star_(game), ok", "https://en.example.org/Star_(game)"),
        ("“http://example.org/x?y=1&z=2”", "http://example.org/x?y=1&z=2"),
    ):
        reader = Reader()
        reader.feed(str(markup(text)))
        assert [given["href"] for _, given in reader.tags] == [link]
    for plain in ("http://", "https://...", "ftp://example.org", "www.example.org", "javascript:alert(1)"):
        assert "<a" not in markup(plain)


@pytest.mark.parametrize(
    "text, linked",
    [
        ("Why turn 2?", {"turn 2": 2}),
        ("Turn 1, then TURN\u00a03: wow", {"Turn 1": 1, "TURN\u00a03": 3}),
        ("au tour 2", {"tour 2": 2}),
        ("turn #2", {"turn #2": 2}),
        ("<b>turn 2</b>", {"turn 2": 2}),
        ("turn 0, turn 4, turn 99999, turn 9999999", {}),
        ("return 2, turn2, turn 2nd, turn two, detour 1, turn -1, turn ٢", {}),
        ("https://example.org/turn 2", {"https://example.org/turn": None}),
    ],
)
def test_a_turn_that_there_is_is_a_link_to_it(alice, bob, text, linked):
    game = table_of(alice, bob, rules=RuleSet())
    for turn in ("homeworld R1 B2 G3", "homeworld Y1 B3 G3", "build G1 Alice"):
        play_turn(game, turn)
    said = say(game_id=game.pk, player=alice, room=Room.PLAYERS, text=text, key="k")
    page = page_of(Browser(bob).client.get(url("table", game)))
    words = page.by_id("talk").select(".talk-words")[0]
    assert words.text == " ".join(said.text.replace("\u00a0", " ").split())
    links = {each.tag.get_text(): each["href"] for each in words.all("link")}
    assert links == {
        name: name if number is None else url("position", game, number) for name, number in linked.items()
    }
    assert page.by_id("talk").one("link", "turn 3", **{"class": "aside talk-turn"})["href"] == url(
        "position", game, 3
    )
    for number in filter(None, linked.values()):
        assert Browser(bob).client.get(url("position", game, number)).status_code == 200
