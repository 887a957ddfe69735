"""Who is told what: rows of the outbox, written in the commit that makes the news."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.services import create_guest, ensure_bots
from games.models import Invitation, SeatOrder
from games.notices.enqueueing import notify_invitation, notify_turn
from games.notices.kinds import NoticeKind
from games.services import SeatWish, create_game, decline_invitation, invite, join_game, resign
from games.services.log import lock_game
from games.tests.mailbox import by_mail
from games.tests.play import play_turn, table_of
from games.tests.seating import all_confirm
from homeworlds.rules import RuleSet, Variant
from notices import channels
from notices.channels import Channel
from notices.models import Notice
from notices.wake import MAIL_BELL
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
LAST_CAPTAIN = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
FIRST = "homeworld R1 B2 G3"
SECOND = "homeworld Y1 B3 G3"


@pytest.fixture
def game(alice, bob):
    """Alice made it and begins: she knows, Bob is told of the start."""
    return table_of(alice, bob, rules=RuleSet())


def outbox(**only):
    """The notices so far, in their order: name, kind and number of the news."""
    rows = by_mail().filter(**only).order_by("pk").values_list("player__name", "kind", "news")
    return [tuple(row) for row in rows]


def test_a_turn_is_told_to_the_next_player(game):
    play_turn(game, FIRST)
    assert outbox(kind=NoticeKind.TURN) == [("Bob", "turn", 1)]
    play_turn(game, SECOND)
    assert outbox(kind=NoticeKind.TURN) == [("Bob", "turn", 1), ("Alice", "turn", 2)]


def test_a_start_is_told_to_all_but_the_one_who_filled_the_table(alice, bob, charlie):
    seats = [SeatWish(player=alice), SeatWish(), SeatWish()]
    game = create_game(creator=alice, rules=LAST_CAPTAIN, seats=seats, seat_order=SeatOrder.FIXED)
    join_game(game_id=game.pk, player=bob)
    assert outbox() == []
    join_game(game_id=game.pk, player=charlie)
    asked = [("Alice", "muster", 1), ("Bob", "muster", 1)]
    assert outbox() == asked
    all_confirm(game)  # Bob is the last
    assert outbox() == [*asked, ("Alice", "start", 0), ("Charlie", "start", 0)]


def test_who_begins_and_wants_no_mail_of_starts_gets_the_one_of_turns(alice, bob):
    Player.objects.filter(pk=alice.pk).update(mail_starts=False)
    game = create_game(
        creator=alice,
        rules=RuleSet(),
        seats=[SeatWish(player=alice), SeatWish()],
        seat_order=SeatOrder.FIXED,
    )
    join_game(game_id=game.pk, player=bob)
    assert outbox() == [("Alice", "turn", 0)]


def test_an_end_is_told_to_all_but_the_one_who_made_it(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=LAST_CAPTAIN)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    resign(game_id=game.pk, player=charlie, key="r", confirmed=True)
    assert outbox(kind=NoticeKind.END) == [("Alice", "end", 2), ("Bob", "end", 2)]


def test_who_still_is_to_move_is_not_told_again(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=LAST_CAPTAIN)
    resign(game_id=game.pk, player=charlie, key="r", confirmed=True)
    assert outbox(kind=NoticeKind.TURN) == []
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    assert outbox(kind=NoticeKind.TURN) == []
    assert outbox(kind=NoticeKind.END) == [("Bob", "end", 2), ("Charlie", "end", 2)]


def test_a_resignation_passes_the_turn_on(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=LAST_CAPTAIN)
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    assert outbox(kind=NoticeKind.TURN) == [("Bob", "turn", 1)]


def test_an_invitation_by_name_is_told_and_a_link_is_not(alice, bob):
    seats = [SeatWish(player=alice), SeatWish(invited=bob, word="Come!"), SeatWish(by_link=True)]
    create_game(creator=alice, rules=LAST_CAPTAIN, seats=seats)
    invitation = Invitation.objects.get(player=bob)
    assert outbox() == [("Bob", "invitation", invitation.pk)]


def test_who_is_invited_again_is_told_again(alice, bob):
    game = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish(invited=bob)])
    first = Invitation.objects.get()
    decline_invitation(invitation_id=first.pk, player=bob)
    again = invite(game_id=game.pk, player=alice, seat_id=first.seat_id, invited=bob)
    assert outbox() == [("Bob", "invitation", first.pk), ("Bob", "invitation", again.pk)]


@pytest.mark.parametrize(
    "switch, kind",
    [
        ("mail_turns", "turn"),
        ("mail_starts", "start"),
        ("mail_ends", "end"),
        ("mail_invitations", "invitation"),
    ],
)
def test_each_switch_ends_its_own_kind_only(alice, bob, switch, kind):
    Player.objects.filter(pk=bob.pk).update(**{switch: False})
    bob = Player.objects.get(pk=bob.pk)
    create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish(invited=bob)])
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, FIRST)
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    told = {of for _name, of, _news in outbox()}
    assert told == {"turn", "start", "end", "invitation"} - {kind}


def test_bots_get_nothing_and_guests_and_unconfirmed_addresses_no_mail(alice):
    ensure_bots()
    guest = create_guest()
    create_game(creator=guest, rules=RuleSet(), seats=[SeatWish(player=guest), SeatWish(bot_level="random")])
    hasty = Player.objects.create_player(name="Hasty", email="hasty@example.com", password=None)
    play_turn(table_of(alice, hasty, rules=RuleSet()), FIRST)
    assert outbox() == []
    told = Notice.objects.values_list("player__kind", "player__name", "kind")
    assert ("human", "Hasty", "turn") in told, "the bell shows it"
    assert not told.filter(player__kind=Player.Kind.BOT)


def test_the_same_news_is_told_once(game, calls):
    with transaction.atomic():
        locked, seats = lock_game(game.pk)
        locked.next_seat = 1
        for _ in range(2):
            notify_turn(locked, seats, by=None, now=database_now())
    assert outbox(kind=NoticeKind.TURN) == [("Bob", "turn", 0)]


def test_an_invitation_told_twice_is_one_notice(alice, bob):
    create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish(invited=bob)])
    notify_invitation(Invitation.objects.get())
    assert len(outbox()) == 1


def test_what_is_rolled_back_tells_nobody(game, calls, django_capture_on_commit_callbacks):
    before = outbox()
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        play_turn(game, FIRST)
        transaction.set_rollback(True)
    assert outbox() == before
    assert calls == []


def test_the_commit_only_wakes_the_worker(game, calls, django_capture_on_commit_callbacks, mailoutbox):
    with django_capture_on_commit_callbacks(execute=True):
        play_turn(game, FIRST)
        assert calls == []
    assert Notice.objects.filter(kind=NoticeKind.TURN).count() == 1
    assert calls == [(MAIL_BELL,)]
    assert mailoutbox == []


def test_a_turn_takes_as_many_queries_for_who_has_mail_alone_as_without_and_one_more_for_a_channel(
    alice, bob, monkeypatch
):
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, FIRST)
    play_turn(game, SECOND)
    with CaptureQueriesContext(connection) as with_mail:
        play_turn(game, "build G1 Alice")
    Player.objects.update(email=None)
    with CaptureQueriesContext(connection) as without:
        play_turn(game, "build G1 Bob")
    drums = Channel("drum", "Drums", MAIL_BELL, lambda player: [], lambda delivery: None)
    monkeypatch.setattr(channels, "_channels", {"drum": drums})
    Player.objects.update(told_by={"drum": ["turns"]})
    with CaptureQueriesContext(connection) as with_drums:
        play_turn(game, "build G1 Alice")
    assert len(with_mail) == len(without) == len(with_drums) - 1
