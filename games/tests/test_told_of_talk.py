"""Who is told that somebody has written at a table, once a room until it is seen, and in which words."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from accounts.services import create_guest
from accounts.tests.cast import person
from games.models import Game, Room, TalkMessage
from games.notices.kinds import NoticeKind
from games.services import resign, say
from games.services.talk import hide_message, see_talk
from games.talk.telling import line
from games.tests import mailbox
from games.tests.mailbox import as_lines
from games.tests.play import table_of
from homeworlds.rules import RuleSet, Variant
from notices.kinds import kind_named
from notices.letters import compose
from notices.models import Notice
from notices.services import mute, see

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
known_address = mailbox.known_address
SIDES = RuleSet(variant=Variant.GOOD_VS_EVIL)
LAST_CAPTAIN = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)


@pytest.fixture(autouse=True)
def no_limits_left_over() -> None:
    cache.clear()


@pytest.fixture
def game(alice, bob, charlie) -> Game:
    return table_of(alice, bob, charlie, rules=LAST_CAPTAIN)


def speak(game, player, text="Hello", room=Room.PLAYERS) -> TalkMessage:
    return say(game_id=game.pk, player=player, room=room, text=text, key=f"k{TalkMessage.objects.count()}")


def told(**only) -> list[str]:
    found = Notice.objects.filter(kind=NoticeKind.TALK, **only)
    return sorted(found.values_list("player__name", flat=True))


def notice_of(player) -> Notice:
    return Notice.objects.filter(kind=NoticeKind.TALK, player=player).latest("pk")


def is_news(notice) -> bool:
    return kind_named(NoticeKind.TALK).is_still_true(notice)


def hears(game, player, message) -> None:
    see_talk(game=game, player=player, last_seen={Room(message.room): message.pk})


def test_the_others_at_the_table_are_told_and_not_the_writer(game, alice):
    speak(game, alice)
    assert told() == ["Bob", "Charlie"]


def test_said_twice_by_the_same_key_it_is_told_once(game, alice):
    for _ in range(2):
        say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="Hello", key="same")
    assert told() == ["Bob", "Charlie"]


def test_by_mail_it_comes_only_to_who_wants_it_so(game, alice, bob):
    Player.objects.filter(pk=bob.pk).update(mail_talk=True)
    speak(game, alice)
    assert told(due_at__isnull=False) == ["Bob"]
    assert told(seen_at=None) == ["Bob", "Charlie"]


def test_one_notice_stands_until_the_talk_is_seen(game, alice, bob):
    speak(game, alice, "One")
    second = speak(game, alice, "Two")
    assert told() == ["Bob", "Charlie"]
    hears(game, bob, second)
    assert told(seen_at=None) == ["Charlie"]
    speak(game, alice, "Three")
    assert told() == ["Bob", "Bob", "Charlie"]
    assert notice_of(bob).news == TalkMessage.objects.latest("pk").pk


def test_who_has_seen_all_in_the_bell_is_told_of_the_next_word(game, alice, bob):
    speak(game, alice)
    see(player=bob)
    speak(game, alice)
    assert told(player=bob) == ["Bob", "Bob"]


def test_who_has_muted_the_writer_or_the_game_hears_nothing(game, alice, bob, charlie):
    quiet(player=bob, other=alice, kind=Quiet.Kind.MUTE)
    mute(player=charlie, key=game.public_id)
    speak(game, alice)
    assert told() == []
    speak(game, charlie)
    assert told() == ["Alice", "Bob"]


def test_those_who_watch_are_another_room_until_the_game_is_over(alice, bob, charlie):
    game = table_of(alice, bob, rules=RuleSet())
    speak(game, charlie, "Fine game", Room.WATCHERS)
    assert told() == []
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    speak(game, charlie, "That was that", Room.WATCHERS)
    assert told() == ["Alice", "Bob"]
    speak(game, alice, "Thank you", Room.PLAYERS)
    assert told(player=bob) == ["Bob", "Bob"], "the two rooms are two things to tell of"


def test_a_guest_is_told_where_he_sits(alice):
    guest = create_guest()
    game = table_of(alice, guest, rules=RuleSet())
    speak(game, alice)
    assert told() == [guest.name]


def test_the_mail_has_the_words_that_wait(game, alice, bob):
    speak(game, alice, "Peace until turn 40?")
    speak(game, alice, "Or 50")
    mail = compose(notice_of(bob), "bob@example.com")
    assert mail.subject == "Alice writes to you: Alice – Bob – Charlie"
    text = as_lines(mail.body)
    assert "Peace until turn 40?" in text and "Or 50" in text
    assert f"/games/{game.public_id}/?panel=talk#talk" in text
    assert line(notice_of(bob)) == "Alice writes: “Peace until turn 40?”"


def test_where_sides_are_secret_it_says_only_that_somebody_wrote(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=SIDES)
    speak(game, alice, "Bob is Evil, I am sure")
    notice = notice_of(bob)
    mail = compose(notice, "bob@example.com")
    said = as_lines(mail.subject + mail.body + str(mail.alternatives[0].content) + line(notice))
    assert "Evil" not in said and "Alice writes" not in said
    assert "Somebody writes to you: Alice – Bob – Charlie" in said
    assert "Somebody has written at this table." in said


def test_it_is_no_news_once_it_is_read_hidden_or_its_writer_is_muted(game, alice, bob, charlie):
    message = speak(game, alice)
    (of_bob, of_charlie) = (notice_of(bob), notice_of(charlie))
    assert is_news(of_bob) and is_news(of_charlie)
    hears(game, bob, message)
    assert not is_news(of_bob) and is_news(of_charlie)
    quiet(player=charlie, other=alice, kind=Quiet.Kind.MUTE)
    assert not is_news(of_charlie)
    sue = person("Sue")
    Player.objects.filter(pk=sue.pk).update(is_staff=True)
    spoken = speak(game, charlie, "Rude")
    assert is_news(notice_of(alice))
    hide_message(staff=sue, message_id=spoken.pk, reason="Rude.")
    assert not is_news(notice_of(alice))
    assert "Rude" not in line(notice_of(alice))


def test_who_sits_there_no_more_is_told_nothing_of_it(game, alice, bob):
    speak(game, alice)
    notice = notice_of(bob)
    assert is_news(notice)
    game.seats.filter(player=bob).update(player=person("Dana"))
    assert not is_news(notice)
    assert "Hello" not in line(notice)


def test_the_statements_do_not_grow_with_the_readers(alice, bob, charlie):
    small, large = table_of(alice, bob, rules=RuleSet()), table_of(alice, bob, charlie, rules=LAST_CAPTAIN)
    with CaptureQueriesContext(connection) as few:
        speak(small, alice)
    with CaptureQueriesContext(connection) as more:
        speak(large, alice)
    assert len(more) == len(few)
