"""What a lock screen says of games, and what its buttons do there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Player
from accounts.reading import as_read_by
from accounts.tests.cast import person
from games.models import Game, Room, TalkSeen
from games.notices.kinds import NoticeKind
from games.services import say
from games.tests.clocks import now, set_up, time_passes, timed_table
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from notices.models import Notice, Preferences
from notices.push.acts import act_by
from notices.push.models import PushDevice
from notices.push.tests.messages import message_now
from notices.push.vapid import new_private_key
from notices.push.words import Message
from notices.services import tell
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture(autouse=True)
def no_limits_left_over() -> None:
    cache.clear()


@pytest.fixture
def phone(bob: Player) -> int:
    endpoint = "https://fcm.googleapis.com/a"
    return PushDevice.objects.create(player=bob, endpoint=endpoint, name="P", created_at=database_now()).pk


def message(kind: str, player: Player, device: int = 1) -> Message:
    notice = Notice.objects.filter(kind=kind, player=player).latest("pk")
    with as_read_by(notice.player):
        return message_now(notice, device)


def short_of_time(game: Game, **left: float) -> Game:
    """So much is left of the clock that runs."""
    game = now(game)
    assert game.due_at
    time_passes(game, game.due_at - timezone.now() - timedelta(seconds=30, **left))
    return now(game)


def test_a_turn_says_with_whom_what_was_done_and_how_long_there_is(alice, bob, charlie):
    game = set_up(timed_table(alice, bob, charlie))
    play_turn(game, "build Y1 Alice")
    short_of_time(game, days=2, hours=11)
    said = message(NoticeKind.TURN, bob)
    assert said.title == "Your turn: Alice, Charlie"
    assert said.body == "Alice builds Y1 at Alice. 2 d 11 h left."
    assert said.url.endswith(f"/games/{game.public_id}/") and said.tag == game.public_id
    assert said.picture.endswith(f"/games/{game.public_id}/turns/4.png?lang=en")
    assert said.actions[0].title == "Make your turn"
    assert {each.action for each in said.actions} - {"evening"} == {"open", "mute"}


def test_a_game_without_a_clock_says_nothing_of_time(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld R1 B2 G3")
    said = message(NoticeKind.TURN, bob)
    assert said.body.startswith("Alice sets up a homeworld") and "left" not in said.body


def test_a_warning_says_how_long_there_is_and_until_when(alice, bob):
    bob.time_zone = "Europe/Paris"
    bob.save()
    game = short_of_time(set_up(timed_table(bob, alice)), hours=5)
    tell(kind="warning", key=game.public_id, news=2, players=[bob], by=None, now=database_now())
    said = message(NoticeKind.WARNING, bob)
    assert said.title == "5 h left: Alice"
    assert said.body.startswith("Your clock runs out ")
    assert [each.action for each in said.actions] == ["open"]


def test_talk_says_who_and_what_and_is_marked_as_read(alice, bob, phone):
    game = table_of(alice, bob, rules=RuleSet())
    say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="Well seen. Peace until turn 40?", key="1")
    said = message(NoticeKind.TALK, bob, phone)
    assert (said.title, said.body) == ("Alice writes", "“Well seen. Peace until turn 40?”")
    assert [(each.action, each.title) for each in said.actions] == [
        ("open", "Answer"),
        ("read", "Mark as read"),
    ]
    assert "panel=talk" in said.actions[0].address
    assert act_by(said.actions[1].address.split("/")[-2])
    assert Notice.objects.get(kind=NoticeKind.TALK).seen_at and TalkSeen.objects.get(player=bob).last_message
    say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="Hello?", key="2")
    assert Notice.objects.filter(kind=NoticeKind.TALK, seen_at=None).count() == 1, "it is told anew"


def test_marked_as_read_is_what_the_message_could_tell_of_and_nothing_later(alice, bob, phone):
    game = table_of(alice, bob, rules=RuleSet())
    first = say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="Peace?", key="1")
    said = message(NoticeKind.TALK, bob, phone)
    later = say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="War!", key="2")
    type(later).objects.filter(pk=later.pk).update(created_at=timezone.now() + timedelta(minutes=5))
    assert act_by(said.actions[1].address.split("/")[-2])
    assert TalkSeen.objects.get(player=bob).last_message == first.pk


def test_where_sides_are_secret_talk_says_that_somebody_wrote_and_no_word_of_it(alice, bob, charlie):
    rules = preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL)
    game = table_of(alice, bob, charlie, person("Dana"), rules=rules)
    say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="I am Good.", key="1")
    said = message(NoticeKind.TALK, bob)
    assert said.title.startswith("Somebody writes to you") and said.body == ""
    assert "Good" not in str(said)


def test_without_words_it_says_how_long_the_first_has_and_of_talk_that_there_is_some(alice, bob):
    game = set_up(timed_table(bob, alice))
    tell(kind="turn", key=game.public_id, news=2, players=[bob], by=None, now=database_now())
    short_of_time(game, hours=5)
    say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="Grmbl", key="1")
    Preferences.objects.create(player=bob, words_shown=False)
    turn, talk = message(NoticeKind.TURN, bob), message(NoticeKind.TALK, bob)
    assert (turn.title, turn.body) == (
        "It is your turn in 1 game",
        "The first has 5\N{NO-BREAK SPACE}h left.",
    )
    assert (talk.title, talk.body) == ("Something new in a talk", "")
    for each in (turn, talk):
        assert [button.title for button in each.actions] == ["Open"]
        assert "Alice" not in str(each) and game.public_id not in str(each) and "Grmbl" not in str(each)


def test_a_reader_of_french_is_told_in_french(alice, bob):
    bob.language = "fr"
    bob.save()
    game = short_of_time(set_up(timed_table(bob, alice)), days=1, hours=2)
    tell(kind="turn", key=game.public_id, news=2, players=[bob], by=None, now=database_now())
    with translation.override("en"):
        said = message(NoticeKind.TURN, bob)
    assert said.lang == "fr" and "Il reste 1 j 2 h." in said.body
    assert said.actions[0].title == "Jouez votre tour"


@pytest.mark.parametrize("asked", [False, True])
def test_after_a_first_turn_it_is_asked_once_and_said_how_long_the_other_has(
    alice, bob, client, settings, asked
):
    settings.VAPID_PRIVATE_KEY = new_private_key()
    Player.objects.filter(pk=alice.pk).update(asked_about_push=asked)
    game = timed_table(alice, bob, clock="normal")
    client.force_login(alice)
    answer = client.post(
        reverse("games:turn_fragment", args=[game.public_id]),
        {"turn": "homeworld R1 B2 G3", "answers": "0", "key": "1"},
        headers={"HX-Request": "true"},
    )
    left: Any = timedelta(milliseconds=Game.objects.get(pk=game.pk).clock_left[1])
    assert answer.status_code == 200 and left.days
    assert (f"Your turn is sent. Bob has {left.days} days." in answer.text) is not asked
