"""Friends: four people come to one table in four ways, play to the end, talk, and ask for a rematch."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import pytest
from django.core import mail

from accounts.models import Player
from accounts.tests.cast import PASSWORD, person
from accounts.tests.logging_in import code_in_last_mail
from games.log.alignments import alignments_for_judge
from games.models import Game, Status
from homeworlds.deal import complaint
from homeworlds.outcome import Alignment, Termination
from homeworlds_site.tests.browser.hands import game_on
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser

NARROW = {"has_touch": True, "is_mobile": True}
SETUP = {
    Alignment.GOOD: "homeworld Y3 G3 {colour}3",
    Alignment.EVIL: "homeworld {colour}1 {colour}2 {colour}3",
}
"""The Evil build a home of one colour: one more piece of it, and a catastrophe takes everything."""


@dataclass
class Friend:
    name: str
    visitor: Visitor
    seat: int = -1
    side: Alignment = Alignment.GOOD

    def reads(self) -> str:
        return self.visitor.page.locator("main").inner_text()

    def look(self, game: Game) -> None:
        self.visitor.open(f"/games/{game.public_id}/")
        assert self.visitor.wide_parts() == []

    def type_turn(self, game: Game, text: str) -> None:
        """As people do who know the notation: the order is typed, shown and ended."""
        self.look(game)
        page = self.visitor.page
        page.locator("#order-text").fill(text)
        self.visitor.press("#show-order")
        self.visitor.press("#end-turn")
        if self.visitor.page.locator("#confirm").count():
            self.visitor.press("#confirm")
        played = game.log_number
        game.refresh_from_db()
        assert game.log_number == played + 1, self.reads()

    def say(self, words: str) -> None:
        page = self.visitor.page
        self.visitor.open_panel("talk")
        page.locator("#talk-text").fill(words)
        with page.expect_response(re.compile("/table/say/")):
            page.locator("#talk-send").click()
        page.locator("#talk-said").get_by_text(words).wait_for()
        self.visitor.open_panel("turn")

    def press(self, name: str) -> None:
        main = self.visitor.page.get_by_role("main")
        self.visitor.press(main.get_by_role("button", name=name, exact=True))


@pytest.fixture
def friends(visit, log_in, alice, bob) -> list[Friend]:
    """Alice makes the game, Dora has no account yet, Bob comes from the lobby, Charlie is invited."""
    people = [Friend("Alice", visit(DESKTOP)), Friend("Dora", visit(PHONE, **NARROW))]
    people += [Friend("Bob", visit(DESKTOP)), Friend("Charlie", visit(PHONE, **NARROW))]
    for friend, player in ((people[0], alice), (people[2], bob), (people[3], person("Charlie"))):
        log_in(friend.visitor, player)
    return people


@pytest.fixture
def watcher(visit, log_in) -> Friend:
    friend = Friend("Wendy", visit(PHONE, **NARROW))
    log_in(friend.visitor, person("Wendy"))
    return friend


def test_four_friends_play_good_vs_evil_talk_and_ask_for_a_rematch(friends, watcher):
    alice, dora, bob, charlie = friends
    game = make_the_game(alice)
    come_by_the_link(dora, link_on(alice))
    come_from_the_lobby(bob, game)
    come_by_invitation(charlie)
    say_that_they_are_there(game, [alice, dora, bob])
    charlie.look(game)
    charlie.visitor.page.locator(".table-map").wait_for()
    charlie.visitor.picture("friends-started")
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    learn_the_deal(game, friends)
    see_that_it_is_sealed(game, friends)
    talk_in_two_rooms(game, friends, watcher)
    vote_for_a_draw_and_think_better_of_it(alice)
    play_to_a_reveal(game, friends)
    play_to_the_end(game, friends)
    check_the_deal(game, alice)
    read_what_the_watchers_said(game, alice, dora, watcher)
    ask_for_a_rematch(game, friends)


def make_the_game(alice: Friend) -> Game:
    page = alice.visitor.open("/")
    alice.visitor.press(page.get_by_role("link", name="New game").first)
    for name, value in (("variant", "good-vs-evil"), ("players", "4")):
        with page.expect_response(re.compile("/games/new/form/")):
            page.locator(f'input[name="{name}"][value="{value}"]').check()
    page.get_by_label("Seat 2", exact=True).select_option("link")
    alice.visitor.picture("friends-new-game")
    alice.press("Make the game")
    assert "This game waits for players." in alice.reads()
    invite = page.locator("#seat-4")
    page.locator("[href='#seat-4']").click()
    invite.get_by_label("Name of the player").fill("Charlie")
    invite.get_by_text("A word to go with it").first.click()
    invite.get_by_label("A word to go with it").fill("Come and save the galaxy!")
    alice.visitor.press(invite.get_by_role("button", name="Invite"))
    assert "Charlie is invited and has not answered yet." in alice.reads()
    alice.visitor.picture("friends-waiting")
    return game_on(alice.visitor)


def link_on(alice: Friend) -> str:
    """As she sends it: by the button that copies it."""
    page = alice.visitor.page
    alice.visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[href='#seat-2']").click()
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_role("button", name="Copied").wait_for()
    copied: str = page.evaluate("navigator.clipboard.readText()")
    return copied


def come_by_the_link(dora: Friend, link: str) -> None:
    """From the link to the seat: sign-up, and the code from the mail."""
    page = dora.visitor.page
    page.goto(link)
    for told in (
        "Alice invites you",
        "Good vs Evil, 4 players",
        "Everybody has 4 days at the start",
        "Rules",
    ):
        assert told in dora.reads()
    dora.visitor.picture("friends-link")
    dora.press("Sign up and take this seat")
    fields = {"Name": "Dora", "E-mail address": "dora@example.com", "Password": PASSWORD}
    for label, value in fields.items():
        page.get_by_label(label, exact=True).fill(value)
    dora.press("Sign up")
    page.get_by_label("Code").fill(code_in_last_mail())
    dora.press("Confirm")
    game = game_on(dora.visitor)
    assert game.seats.filter(player__name="Dora").exists()
    dora.visitor.picture("friends-seated")
    page.goto(link)
    assert game_on(dora.visitor) == game


def come_from_the_lobby(bob: Friend, game: Game) -> None:
    page = bob.visitor.open("/")
    bob.visitor.press(page.get_by_role("link", name="Open games").first)
    bob.visitor.picture("friends-lobby")
    bob.press("Join the game of Alice")
    assert game_on(bob.visitor) == game


def come_by_invitation(charlie: Friend) -> None:
    """The mail tells it, and so does the home page."""
    told = [each for each in mail.outbox if each.to == ["charlie@example.com"]]
    assert [each.subject for each in told] == ["Alice invites you to a game"]
    page = charlie.visitor.open("/")
    assert "You are invited" in charlie.reads()
    charlie.visitor.press(page.locator("section.waiting .game-row__link"))
    assert "Come and save the galaxy!" in charlie.reads()
    page.get_by_label("A word to go with it").first.fill("With pleasure, captain.")
    charlie.visitor.picture("friends-invitation")
    charlie.press("Take this seat")
    page.get_by_text("to confirm: Alice, Dora, Bob.").wait_for()
    charlie.visitor.picture("friends-full")


def say_that_they_are_there(game: Game, friends: list[Friend]) -> None:
    """The table is full; whoever made it full has said so."""
    for friend in friends:
        friend.look(game)
        assert "The table is full: who is there?" in friend.reads()
        friend.press("I am there: begin")


def learn_the_deal(game: Game, friends: list[Friend]) -> None:
    """Who is what; each is told that and nothing else."""
    dealt = alignments_for_judge(game)
    assert dealt is not None
    for friend in friends:
        friend.seat = game.seats.get(player__name=friend.name).number
        friend.side = dealt[friend.seat]
        friend.look(game)
        assert f"You are {friend.side.name.capitalize()}" in friend.reads()


def see_that_it_is_sealed(game: Game, friends: list[Friend]) -> None:
    """Each browser has contributed, and knows its own contribution again."""
    for friend in friends:
        page = friend.visitor.open(f"/games/{game.public_id}/deal/")
        known = page.locator(".deal-places li", has=page.locator(".deal-known:visible"))
        assert known.locator("h2").inner_text() == friend.name
        assert page.locator(".deal-other:visible").count() == 0 and "Salt" not in friend.reads()
        assert friend.visitor.wide_parts() == []
    friends[1].visitor.picture("friends-deal")
    for friend in friends:
        friend.look(game)


def check_the_deal(game: Game, alice: Friend) -> None:
    """The file that she takes away proves it."""
    page = alice.visitor.open(f"/games/{game.public_id}/deal/")
    alice.visitor.picture("friends-deal-open")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Take the file away").click()
    file = json.loads(taken.value.path().read_text())
    assert complaint(file) == "" and file["fingerprint"] in alice.reads()
    alice.look(game)


def talk_in_two_rooms(game: Game, friends: list[Friend], watcher: Friend) -> None:
    alice, dora, _bob, _charlie = friends
    alice.say("I am Good, I swear. See https://example.com/rules!")
    watcher.look(game)
    watcher.say("Alice is bluffing.")
    dora.look(game)
    assert "With pleasure, captain." in dora.reads()
    link = dora.visitor.page.locator("#talk-said").get_by_role("link", name="https://example.com/rules")
    assert link.get_attribute("href") == "https://example.com/rules"
    assert "bluffing" not in dora.reads()
    watcher.look(game)
    assert "I am Good, I swear" not in watcher.reads()
    dora.visitor.picture("friends-talk")
    watcher.visitor.picture("friends-watcher")


def vote_for_a_draw_and_think_better_of_it(alice: Friend) -> None:
    page = alice.visitor.page
    page.locator("#draw-heading").click()
    alice.press("Vote for a draw")
    assert "1 of 4 has voted." in alice.reads()
    alice.press("Take my vote back")
    assert "has voted" not in alice.reads()


def play_to_a_reveal(game: Game, friends: list[Friend]) -> None:
    """Each Good player hunts an Evil one; the first of them shoots."""
    good = [friend for friend in friends if friend.side is Alignment.GOOD]
    evil = [friend for friend in friends if friend.side is Alignment.EVIL]
    for number in range(8):
        friend = whose_turn(game, friends)
        index = (good if friend in good else evil).index(friend)
        colour = "RB"[index]
        if number < 4:
            text = SETUP[friend.side].format(colour=colour)
            friend.type_turn(game, f"{text} {friend.name}")
        else:
            friend.type_turn(game, f"build {colour}1 {friend.name}" if friend in good else "pass")
    while not game.revealed:
        strike_or_pass(game, friends, good, evil)
    hunter = next(friend for friend in good if friend.seat in dict(game.revealed))
    prey = evil[good.index(hunter)]
    for friend in friends:
        friend.look(game)
        assert told_sides(friend) == {hunter.name: "Good", prey.name: "Evil"}
        assert f"{prey.name} is Evil." in friend.reads() or friend is hunter
        friend.visitor.picture(f"friends-reveal-{friends.index(friend)}")


def whose_turn(game: Game, friends: list[Friend]) -> Friend:
    return next(friend for friend in friends if friend.seat == game.next_seat)


def strike_or_pass(game: Game, friends: list[Friend], good: list[Friend], evil: list[Friend]) -> None:
    friend = whose_turn(game, friends)
    if friend in evil:
        friend.type_turn(game, "pass")
        return
    prey, colour = evil[good.index(friend)], "RB"[good.index(friend)]
    word = {"R": "red", "B": "blue"}[colour]
    friend.type_turn(game, f"move {colour}1 {friend.name} {prey.name}\ncatastrophe {prey.name} {word}")


def told_sides(friend: Friend) -> dict[str, str]:
    """By name, what the list of players says of the alignments."""
    told = {}
    for line in friend.visitor.page.locator(".seat-list li").all():
        if found := re.search(r"\b(Good|Evil)\b", line.locator(".clock").inner_text()):
            told[line.locator("bdi").inner_text()] = found[1]
    return told


def play_to_the_end(game: Game, friends: list[Friend]) -> None:
    good = [friend for friend in friends if friend.side is Alignment.GOOD]
    evil = [friend for friend in friends if friend.side is Alignment.EVIL]
    while game.status == Status.RUNNING:
        strike_or_pass(game, friends, good, evil)
    assert game.outcome["termination"] == Termination.NO_EVIL_LEFT
    for friend in friends:
        friend.look(game)
        assert "Good has won: no Evil player is left." in friend.reads()
        assert ("You share the win" if friend in good else "You lost") in friend.reads()
        assert friend.reads().count("You are ") == 1
        assert set(told_sides(friend)) == {each.name for each in friends}
        friend.visitor.picture(f"friends-end-{friends.index(friend)}")


def read_what_the_watchers_said(game: Game, alice: Friend, dora: Friend, watcher: Friend) -> None:
    assert "Alice is bluffing." in alice.reads()
    assert "Alice is bluffing." in dora.reads()
    watcher.look(game)
    assert "I am Good, I swear" in watcher.reads()
    dora.say("Well played, all.")


def ask_for_a_rematch(game: Game, friends: list[Friend]) -> None:
    alice, *others = friends
    alice.press("Rematch")
    rematch = game_on(alice.visitor)
    assert rematch.rematch_of == game
    alice.visitor.picture("friends-rematch")
    for friend in others:
        friend.look(game)
        friend.press("Accept the rematch")
        assert game_on(friend.visitor) == rematch
    say_that_they_are_there(rematch, friends[:-1])
    rematch.refresh_from_db()
    assert rematch.status == Status.RUNNING
    assert (rematch.variant, rematch.players, rematch.options) == (game.variant, game.players, game.options)
    seated = set(rematch.seats.values_list("player", flat=True))
    assert seated == set(
        Player.objects.filter(name__in=[f.name for f in friends]).values_list("pk", flat=True)
    )
    assert len(alignments_for_judge(rematch) or ()) == 4
    alice.visitor.page.locator(".table-map").wait_for()
    alice.visitor.picture("friends-rematch-started")
