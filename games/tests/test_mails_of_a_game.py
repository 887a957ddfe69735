"""Mails about one game: none to whoever looks at its table, none to whoever wants none."""

from __future__ import annotations

import re
import time
from html import unescape

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core import signing
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.lobby.terms import GameTerms
from games.models import Game, Visibility
from games.notices.kinds import NoticeKind
from games.notices.muting import mute_link
from games.services import SeatWish, create_game, resign
from games.tests import mailbox
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_peaceful_turns, play_turn, table_of
from homeworlds.rules import RuleSet
from notices import presence
from notices.letters import compose
from notices.models import Notice
from notices.presence import last_open
from notices.selectors import has_muted
from notices.sending import send_notice
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
known_address = mailbox.known_address
FIRST = "homeworld R1 B2 G3"


@pytest.fixture(autouse=True)
def nobody_looks():
    cache.clear()


@pytest.fixture
def game(alice, bob) -> Game:
    """Alice is to move."""
    return table_of(alice, bob, rules=RuleSet())


def table(game: Game) -> str:
    return reverse("games:table", args=[game.public_id])


def about(game: Game) -> str:
    return reverse("games:about", args=[game.public_id])


def news_of(page) -> str:
    found = re.search(r'hx-get="([^"]*/news/[^"]*)"', page.content.decode())
    assert found
    return unescape(found[1])


def has_open(player: Player, game: Game) -> bool:
    return last_open(player=player.public_id, key=game.public_id) is not None


def youngest(kind: NoticeKind) -> Notice:
    return Notice.objects.filter(kind=kind).latest("pk")


def try_all() -> None:
    for notice in Notice.objects.filter(due_at__isnull=False):
        send_notice(notice_id=notice.pk, tries=notice.tries)


# --- Whoever looks


def test_who_opens_the_table_has_it_open_and_strangers_have_not(game, alice, bob, charlie):
    Browser(alice).open(table(game))
    Browser(charlie).open(table(game))
    Browser().open(table(game))
    assert [has_open(player, game) for player in (alice, bob, charlie)] == [True, False, False]


@pytest.mark.parametrize("sees", [True, False])
def test_a_table_that_asks_is_open_as_long_as_somebody_sees_it(
    game, bob, sees, monkeypatch, django_assert_num_queries
):
    browser = Browser(bob).open(table(game))
    address = news_of(browser.page) + ("" if sees else "&hidden=1")
    assert browser.client.get(address, headers=HTMX).status_code == 204
    cache.delete(presence._name(bob.public_id, game.public_id))

    def forbidden(*arguments):
        raise AssertionError("a session was asked for")

    monkeypatch.setattr(SessionStore, "__init__", forbidden)
    with django_assert_num_queries(0):
        assert browser.client.get(address, headers=HTMX).status_code == 204
    assert has_open(bob, game) is sees


def test_nobody_can_say_that_somebody_else_has_it_open(game, alice, bob):
    browser = Browser(bob).open(table(game))
    cache.clear()
    forged = re.sub(r"by=\w+", f"by={alice.public_id}", news_of(browser.page))
    assert forged != news_of(browser.page)
    browser.client.get(forged, headers=HTMX)
    assert not has_open(alice, game)


def test_a_whole_game_at_two_open_tables_sends_no_mail(game, alice, bob, monkeypatch, mailoutbox):
    """In the issue's words: 371 mails came in 25 minutes of play."""
    clock = time.time()
    monkeypatch.setattr(presence.time, "time", lambda: clock)
    tables = [Browser(player).open(table(game)) for player in (alice, bob)]
    asks = [news_of(browser.page) for browser in tables]
    for turn in range(20):
        play_peaceful_turns(game, 1, seed=turn)
        try_all()
        for number, browser in enumerate(tables):
            answer = browser.client.get(asks[number], headers=HTMX)
            if answer.status_code == 200:
                asks[number] = news_of(browser.open(table(game)).page)
        clock += 30
        try_all()
    assert mailoutbox == []
    assert Notice.objects.filter(kind=NoticeKind.TURN).count() == 20
    assert set(Notice.objects.filter(due_at=None).values_list("dropped", flat=True)) <= {"stale", "seen"}


def test_who_closed_the_table_is_told_of_a_turn_that_it_never_showed(game, bob, monkeypatch, mailoutbox):
    clock = time.time()
    monkeypatch.setattr(presence.time, "time", lambda: clock)
    Browser(bob).open(table(game))
    play_turn(game, FIRST)
    try_all()
    assert mailoutbox == []
    clock += 135
    try_all()
    [mail] = mailoutbox
    assert mail.to == ["bob@example.com"]


# --- Whoever wants none


def test_the_link_in_the_mail_asks_and_mutes_without_logging_in(game, bob, mailoutbox):
    play_turn(game, FIRST)
    mail = compose(youngest(NoticeKind.TURN), "bob@example.com")
    [link] = set(re.findall(rf"{mailbox.SITE}(/games/mute/\S+/)", mail.body))
    assert link in str(mail.alternatives[0].content)
    stranger = Client(enforce_csrf_checks=True)
    page = page_of(stranger.get(link))
    assert "Bob gets e-mails about the game Alice – Bob." in page.text
    assert not has_muted(bob, game.public_id)
    assert "gets no e-mails about the game" in stranger.post(link).content.decode()
    assert has_muted(bob, game.public_id)
    try_all()
    assert mailoutbox == []
    assert youngest(NoticeKind.TURN).dropped == "muted"


def test_each_kind_of_a_game_that_goes_on_has_the_link_and_one_that_is_over_has_none(game, alice, bob):
    play_turn(game, FIRST)
    for kind in (NoticeKind.START, NoticeKind.TURN):
        assert "/games/mute/" in compose(youngest(kind), "bob@example.com").body
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    assert "/games/mute/" not in compose(youngest(NoticeKind.END), "bob@example.com").body


def test_a_link_that_was_tampered_with_leads_nowhere(game, alice, bob, client):
    link = mute_link(bob, game.public_id).removeprefix(mailbox.SITE)
    token = link.split("/")[-2]
    of_alice = mute_link(alice, game.public_id).split("/")[-2].split(":")[0]
    forged = signing.Signer(salt="another").sign_object([bob.public_id, game.public_id])
    for wrong in (token[:-1], f"{of_alice}:{token.split(':')[-1]}", forged, "x"):
        assert client.get(reverse("games:mute", args=[wrong])).status_code == 404
        assert client.post(reverse("games:mute", args=[wrong])).status_code == 404
    assert not has_muted(alice, game.public_id) and not has_muted(bob, game.public_id)


def test_the_link_shows_a_private_game_to_its_player_only_while_it_is_one(alice, bob, charlie, client):
    game = create_game(
        creator=alice,
        rules=RuleSet(),
        seats=[SeatWish(player=alice), SeatWish(player=bob)],
        terms=GameTerms(visibility=Visibility.PRIVATE),
    )
    for player, status in ((bob, 200), (charlie, 404)):
        link = mute_link(player, game.public_id).removeprefix(mailbox.SITE)
        assert client.get(link).status_code == status


def test_the_button_at_the_table_mutes_and_unmutes(game, bob):
    browser = Browser(bob, checks_csrf=True).open(about(game))
    assert browser.send(browser.form(action="/mails/")).status_code == 303
    assert has_muted(bob, game.public_id)
    browser.open(about(game))
    assert "You get none." in page_of(browser.page).by_id("mails").text
    assert browser.send(browser.form(action="/mails/"), "again").status_code == 303
    assert not has_muted(bob, game.public_id)
    assert "one an hour at most" in page_of(browser.open(about(game)).page).by_id("mails").text


def test_only_who_sits_there_and_gets_mails_has_the_button(game, alice, bob, charlie):
    def has_button(browser: Browser) -> bool:
        return bool(page_of(browser.open(about(game)).page).select("#mails"))

    assert has_button(Browser(alice))
    assert not has_button(Browser(charlie)) and not has_button(Browser())
    Player.objects.filter(pk=alice.pk).update(email=None)
    assert not has_button(Browser(alice))
    assert Browser(charlie).client.post(f"{table(game)}mails/").status_code == 403
    assert Client().post(f"{table(game)}mails/").status_code == 302
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    assert not has_button(Browser(bob))


def test_a_game_that_waits_for_players_can_be_muted_too(alice, bob):
    game = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish(invited=bob)])
    browser = Browser(alice).open(table(game))
    assert browser.send(browser.form(action="/mails/")).status_code == 303
    assert has_muted(alice, game.public_id)
