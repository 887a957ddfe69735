"""What stands in the mails."""

from __future__ import annotations

import re

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import transaction

from accounts.models import Player
from accounts.tests.cast import person
from board.words.game import goal_sentence
from games.lobby.terms import GameTerms
from games.log.alignments import alignments_for_judge
from games.models import Game, Invitation, SeatOrder, Visibility
from games.notices.kinds import NoticeKind
from games.services import SeatWish, create_game, resign
from games.tests import mailbox
from games.tests.mailbox import as_lines
from games.tests.play import play_peaceful_turns, play_turn, table_of
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from notices.letters import compose
from notices.models import Notice

pytestmark = pytest.mark.django_db
known_address = mailbox.known_address
FIRST = "homeworld R1 B2 G3"
SECOND = "homeworld Y1 B3 G3"


@pytest.fixture
def game(alice, bob):
    """Three turns are made, it is Bob's turn."""
    game = table_of(alice, bob, rules=RuleSet())
    for text in (FIRST, SECOND, "build G1 Alice"):
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


def mail_of(kind: NoticeKind, player: Player) -> EmailMultiAlternatives:
    """The youngest of its kind."""
    notice = Notice.objects.filter(kind=kind, player=player).latest("pk")
    return compose(notice, f"{player.name.lower()}@example.com")


def html_of(mail: EmailMultiAlternatives) -> str:
    return str(mail.alternatives[0].content)


def test_a_turn_tells_in_words_what_happened_since_the_own_last_turn(game, bob):
    mail = mail_of(NoticeKind.TURN, bob)
    assert mail.subject == "Your turn: Alice – Bob"
    text = as_lines(mail.body)
    assert "It is your turn in the game Alice – Bob." in text
    assert "This happened since your last turn:" in text
    assert "Alice builds G1 at Alice." in text
    assert "sets up a homeworld" not in text
    assert f"https://homeworlds.example/games/{game.public_id}/" in text


def test_all_entries_since_are_told(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    play_turn(game, "homeworld R1 B2 G3")
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    text = as_lines(mail_of(NoticeKind.TURN, charlie).body)
    assert text.index("Alice sets up a homeworld") < text.rindex("Bob resigned.")


def test_both_forms_say_the_same(game, bob):
    mail = mail_of(NoticeKind.TURN, bob)
    html = html_of(mail)
    table = f"/games/{game.public_id}/"
    for part in ("Your turn: Alice – Bob", "Alice builds G1 at Alice.", table, "mail-off"):
        assert part in html
    assert not re.search(r"<(script|style|link|iframe)|url\(|src=\"(?!cid:)", html)


def test_times_are_those_of_the_reader(game, bob):
    Player.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    assert "(JST)" in mail_of(NoticeKind.TURN, Player.objects.get(pk=bob.pk)).body
    Player.objects.filter(pk=bob.pk).update(time_zone="")
    assert "(UTC)" in mail_of(NoticeKind.TURN, Player.objects.get(pk=bob.pk)).body


def test_the_language_is_that_of_the_reader(game, bob):
    Player.objects.filter(pk=bob.pk).update(language="fr")
    assert '<html lang="fr">' in html_of(mail_of(NoticeKind.TURN, Player.objects.get(pk=bob.pk)))


def test_the_headers_are_stable_and_offer_to_switch_off(game, bob):
    first, again = (mail_of(NoticeKind.TURN, bob).message() for _ in range(2))
    assert first["Message-ID"] == again["Message-ID"]
    assert first["Message-ID"] == f"<turn.{game.public_id}.3.{bob.public_id}@homeworlds.example>"
    assert first["Auto-Submitted"] == "auto-generated"
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<https://homeworlds\.example/accounts/mail-off/\S+/>", first["List-Unsubscribe"])


def test_the_link_of_the_header_switches_off(game, bob, client):
    header = mail_of(NoticeKind.TURN, bob).message()["List-Unsubscribe"]
    path = header.strip("<>").removeprefix("https://homeworlds.example")
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    bob.refresh_from_db()
    assert (bob.mail_turns, bob.mail_ends) == (False, True)


def test_a_start_says_who_begins(alice, bob):
    table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    mail = mail_of(NoticeKind.START, bob)
    assert mail.subject == "The game has begun: Alice – Bob"
    assert "Alice is to move." in as_lines(mail.body)


def test_a_start_says_that_it_is_your_turn(alice, bob):
    seats = [SeatWish(player=bob), SeatWish(player=alice)]
    create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
    assert "It is your turn." in as_lines(mail_of(NoticeKind.START, bob).body)


def test_an_end_says_the_result(game, alice, bob):
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    mail = mail_of(NoticeKind.END, bob)
    assert mail.subject == "The game is over: Alice – Bob"
    assert "Bob won: the last opponent resigned." in as_lines(mail.body)
    assert "Alice resigned." in as_lines(mail.body)


def test_an_invitation_says_from_whom_with_which_word_to_what(alice, bob):
    rules = preset_rules(Preset.BOOKLET, Variant.SINISTER)
    seats = [SeatWish(player=alice), SeatWish(invited=bob, word="<b>Come</b> & play"), SeatWish()]
    create_game(creator=alice, rules=rules, seats=seats, preset=Preset.BOOKLET)
    mail = mail_of(NoticeKind.INVITATION, bob)
    assert mail.subject == "Alice invites you to a game"
    text = as_lines(mail.body)
    assert "Alice says: “<b>Come</b> & play”" in text
    assert "for 3 players" in text
    assert "&lt;b&gt;Come&lt;/b&gt; &amp; play" in html_of(mail)
    assert f"https://homeworlds.example/games/join/{Invitation.objects.get().token}/" in mail.body


def test_the_link_to_a_private_game_leads_by_the_log_in(alice, bob, client):
    seats = [SeatWish(player=alice), SeatWish(player=bob)]
    terms = GameTerms(visibility=Visibility.PRIVATE)
    game = create_game(creator=alice, rules=RuleSet(), seats=seats, terms=terms)
    link = f"/accounts/login/?next=%2Fgames%2F{game.public_id}%2F"
    assert f"https://homeworlds.example{link}" in mail_of(NoticeKind.START, bob).body
    assert client.get(link).status_code == 200
    client.force_login(bob)
    assert client.get(link)["Location"] == f"/games/{game.public_id}/"


def test_no_mail_says_who_is_good_or_evil(alice, bob, charlie):
    dana = person("Dana")
    players = [alice, bob, charlie, dana]
    seats = [SeatWish(player=player) for player in players]
    rules = RuleSet(variant=Variant.GOOD_VS_EVIL)
    game = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    play_peaceful_turns(game, 6)
    said = [every_mail()]
    dealt = [str(alignment) for alignment in alignments_for_judge(game)]
    leaving = [dealt.index("G"), *[seat for seat, side in enumerate(dealt) if side == "E"]]
    for seat in leaving:
        resign(game_id=game.pk, player=players[seat], key="r", confirmed=True)
        said.append(every_mail())
    game.refresh_from_db()
    assert game.revealed
    assert game.outcome
    goal = goal_sentence(Variant.GOOD_VS_EVIL)
    for text in said:
        rest = text.replace(goal, "").replace("Good vs Evil", "")
        assert not re.search(r"\b(good|evil)\b", rest, re.IGNORECASE)
    assert "Won by: " in said[-1]


def every_mail() -> str:
    """All that was written so far, as one text; those of ended games still say what they said."""
    ended = Game.objects.get().outcome is not None
    notices = Notice.objects.exclude(kind="" if ended else NoticeKind.END)
    with transaction.atomic():
        mails = [compose(notice, "x@example.com") for notice in notices]
    return as_lines(" ".join([f"{mail.subject} {mail.body} {html_of(mail)}" for mail in mails]))
