"""A French reader among English ones: pages and mails are French, orders and records as everywhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.core.cache import cache
from django.utils import translation

from accounts.models import Player
from board.words.refusals import sentence
from games.models import Game, LogEntry
from games.notices.kinds import NoticeKind
from games.tests.browsing import Browser
from games.tests.play import play_turn, table_of
from homeworlds.notation import parse_position
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import RuleSet
from homeworlds_site.tests.house import DATA, Visitor, table
from homeworlds_site.tests.matrix import GET, POST
from notices.letters import compose
from notices.models import Notice
from upkeep.tests.elements import as_sent, page_of

pytestmark = pytest.mark.django_db
FIRST, SECOND = "homeworld R1 B2 G3", "homeworld Y1 B3 G3"
FRENCH = {"accept-language": "fr"}


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    """It is the turn of Bob, who reads French."""
    Player.objects.filter(pk=bob.pk).update(language="fr")
    game = table_of(alice, bob, rules=RuleSet())
    for text in (FIRST, SECOND, "build G1 Alice"):
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


def test_each_player_reads_the_same_table_in_the_own_language(game, alice, bob):
    french = page_of(Browser(Player.objects.get(pk=bob.pk)).open(f"/games/{game.public_id}/").page)
    assert french.by_id("turn-heading").text.startswith("Votre tour")
    assert "construit G1 à Alice" in french.select("ol.log a")[0].text
    assert french.by_id("end-turn").name == "Finir le tour"
    assert "End turn" not in french.text
    english = page_of(Browser(alice).open(f"/games/{game.public_id}/").page)
    assert english.by_id("turn-heading").text.startswith("Bob is to move.")
    assert "built G1 at Alice" in english.select("ol.log a")[0].text


def test_orders_are_typed_alike_in_every_language(game, bob):
    browser = Browser(Player.objects.get(pk=bob.pk)).open(f"/games/{game.public_id}/")
    order = browser.form("turn", action="turn")
    refused = browser.send(order, turn="bricoler G1 Bob")
    assert refused.status_code == 422
    assert "« bricoler » n’est pas une action." in page_of(refused).by_id("order-error").text
    browser.open(f"/games/{game.public_id}/")
    understood = browser.send(browser.form("turn", action="turn"), turn="construire G1 Bob")
    assert understood.status_code == 422 and page_of(understood).by_id("order-text").text == "build G1 Bob"
    assert not LogEntry.objects.filter(game=game, number=4).exists()
    browser.open(f"/games/{game.public_id}/")
    browser.send(browser.form("turn", action="turn"), turn="build G1 Bob")
    assert LogEntry.objects.get(game=game, number=4).text == "build G1 Bob"


def test_the_library_names_colours_in_english_and_the_reader_reads_them_in_french():
    refusal = Refusal(RefusalCode.NO_POWER, colour="green", system="Vega")
    assert "no green at Vega" in sentence(refusal)
    with translation.override("fr"):
        assert "pas de vert à Vega" in sentence(refusal)


def test_what_is_wrong_with_a_pasted_position_is_said_in_french_too():
    with pytest.raises(Refusal) as caught:
        parse_position("<5> Ada (0, r1b2) g3-", RuleSet(), ["Ada", "Grace"])
    assert sentence(caught.value) == "The position cannot be read: there is no seat 5."
    assert str(caught.value).startswith(sentence(caught.value).rstrip("."))
    with translation.override("fr"):
        assert "il n’y a pas de place 5." in sentence(caught.value)


def test_a_mail_is_in_the_language_of_its_reader_whoever_made_the_turn(game, alice, bob):
    notice = Notice.objects.filter(kind=NoticeKind.TURN, player=bob).latest("pk")
    mail = compose(notice, "bob@example.com")
    assert mail.subject.replace("\u202f", " ") == "Votre tour : Alice – Bob"
    assert "Alice construit G1 à Alice." in mail.body
    assert "By this link" not in mail.body
    with translation.override("fr"):
        notice = Notice.objects.filter(kind=NoticeKind.TURN, player=alice).latest("pk")
        assert compose(notice, "alice@example.com").subject == "Your turn: Alice – Bob"


@pytest.mark.parametrize(
    "address, role, words",
    [
        ("/", "heading", "Jouez à Homeworlds, un tour à la fois"),
        ("/games/open/", "heading", "Parties ouvertes"),
        ("/rules/", "heading", "Règlements"),
        ("/rules/sinister/", "paragraph", "Votre cible est le prochain joueur en jeu"),
        ("/learn/1/", "paragraph", "Créez votre monde d’origine"),
        ("/accounts/signup/", "paragraph", "Nous envoyons un code à votre adresse e-mail"),
    ],
)
def test_a_visitor_whose_browser_asks_for_french_gets_it(address, role, words):
    browser = Browser().open(address, **FRENCH)
    assert any(each.startswith(words) for each in page_of(browser.page).texts(role))
    assert browser.page["Content-Language"] == "fr"


def test_the_living_table_is_kept_for_each_language(game, monkeypatch):
    monkeypatch.setattr("records.lately.SYSTEMS", 2)
    cache.clear()
    for asked, words in ((FRENCH, "C’est à Bob de jouer."), ({}, "Bob is to move.")) * 2:
        living = page_of(Browser().open("/", **asked).page).by_id("living")
        assert living.text.endswith(words)


def test_a_page_that_is_missing_says_so_in_french(client):
    page = client.get("/games/zzzzzzzz/", headers=FRENCH)
    assert page.status_code == 404
    assert page_of(page).names("heading") == ["Il n’y a rien ici"]


ENGLISH = re.compile(
    r"\b(the|and|your|you|with|this|that|not|has|have|been|are|from|which|game|games|turn|ship|player|who)\b",
    re.IGNORECASE,
)
"""Words that no French sentence needs."""
NO_SENTENCE = re.compile(r"https?://\S+|Former-player")
SPOKEN = (
    "title",
    "alt",
    "placeholder",
    "aria-label",
    "content",
    "data-failed",
    "data-broken",
    "data-offline",
    "data-late",
    "data-slow",
    "data-asking",
    "data-again",
)


class _TextReader(HTMLParser):
    """All that a reader sees or is told; not notation, and not what stands in another language on purpose."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._skipping = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if not self._skipping and (
            tag in ("code", "textarea", "script", "style", "svg") or given.get("lang") == "en"
        ):
            self._skipping = tag
        if tag != "meta" or given.get("name") == "description":
            self.words += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        if tag == self._skipping:
            self._skipping = ""

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self.words.append(data.strip())


def english_in(page: str) -> list[str]:
    reader = _TextReader()
    reader.feed(page)
    return [words for words in reader.words if ENGLISH.search(NO_SENTENCE.sub("", words))]


@pytest.mark.parametrize(
    "role, method", [("anonymous", "get"), ("guest", "get"), ("creator", "get"), ("creator", "post")]
)
def test_no_page_in_french_has_an_english_word(house, role, method):
    player = house.people[role]
    if player is not None:
        Player.objects.filter(pk=player.pk).update(language="fr")
    visitor, found = Visitor(player), {}
    for row in table(GET if method == "get" else POST):
        name = row.partition(" ")[0]
        if name.startswith("admin:") or name == "account_language":
            continue
        answer = visitor.answer(method, house.url(row), DATA.get(name), **FRENCH)
        if answer.headers.get("Content-Type", "").startswith("text/html") and (
            english := english_in(as_sent(answer))
        ):
            found[row] = english
    assert found == {}


def test_english_words_are_found_where_they_are_seen_or_spoken():
    page = '<p lang="en">the</p><code>the</code><p title="Who has">Rien</p><img alt="Votre tour">'
    assert english_in(page + "<b>Your turn</b>") == ["Who has", "Your turn"]
