"""What nobody will look at again is cleared away: games of guests who are gone, old answers, empty notes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from accounts.services import create_guest, ensure_bots
from accounts.tests.cast import person
from games import services
from games.log import rebuilding
from games.models import Answer, Game, GameNote, Invitation, LogEntry, SeatOrder, Status
from games.services import SeatWish, clearing, create_game
from games.services.clearing import clear_empty_notes, clear_gone_guests, clear_invitations
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet, Variant

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
LONG_AGO = timezone.now() - timedelta(days=400)


@pytest.fixture
def guest(db) -> Player:
    ensure_bots()
    return create_guest()


def goes(*guests: Player) -> None:
    Player.objects.filter(pk__in=[each.pk for each in guests]).update(
        last_login=LONG_AGO, date_joined=LONG_AGO
    )


def with_bot(guest: Player) -> Game:
    seats = [SeatWish(player=guest), SeatWish(bot_level="random")]
    return create_game(creator=guest, rules=RuleSet(), seats=seats)


def status_of(game: Game) -> str:
    return Game.objects.get(pk=game.pk).status


def test_games_with_bots_end_and_the_guest_is_closed(guest):
    running = with_bot(guest)
    services.write_note(game=running, player=guest, text="Mine.", answers=0)
    assert clear_gone_guests() == 0
    goes(guest)
    assert clear_gone_guests() == 1
    running.refresh_from_db()
    assert running.status == Status.FINISHED and rebuilding.check(running) == []
    [last] = LogEntry.objects.filter(game=running, kind="resignation")
    assert last.player == guest
    guest.refresh_from_db()
    assert not guest.is_active
    assert not GameNote.objects.exists()
    assert clear_gone_guests() == 0


def test_whom_somebody_still_plays_with_stays_and_goes_when_that_game_is_over(guest):
    bob = person("Bob")
    shared, alone = table_of(bob, guest, rules=RuleSet()), with_bot(guest)
    goes(guest)
    assert clear_gone_guests() == 0
    assert (status_of(shared), status_of(alone)) == (Status.RUNNING, Status.RUNNING)
    services.resign(game_id=shared.pk, player=bob, key="r", confirmed=True)
    assert clear_gone_guests() == 1
    assert status_of(alone) == Status.FINISHED


def test_two_guests_who_are_gone_keep_nobody(guest):
    other = create_guest()
    seats = [SeatWish(player=guest), SeatWish(player=other)]
    game = create_game(creator=person("Bob"), rules=RuleSet(), seats=seats)
    goes(guest)
    assert clear_gone_guests() == 0
    goes(other)
    assert clear_gone_guests() == 2
    assert status_of(game) == Status.FINISHED


def test_a_seat_in_an_open_game_is_free_again_and_an_own_open_game_is_cancelled(guest):
    bob = person("Bob")
    three = RuleSet(variant=Variant.SINISTER)
    seats = [SeatWish(player=bob), SeatWish(player=guest), SeatWish()]
    opened = create_game(creator=bob, rules=three, seats=seats)
    own = create_game(creator=bob, rules=three, seats=seats)
    Game.objects.filter(pk=own.pk).update(creator=guest)
    goes(guest)
    assert clear_gone_guests() == 1
    assert status_of(opened) == Status.OPEN and not opened.seats.filter(player=guest).exists()
    assert status_of(own) == Status.CANCELLED


def test_a_guest_who_has_played_lately_is_not_gone(guest):
    seats = [SeatWish(player=guest), SeatWish(bot_level="random")]
    game = create_game(creator=guest, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
    play_turn(game, "homeworld G3 B1 Y3")
    goes(guest)
    assert clear_gone_guests() == 0


def test_no_more_guests_than_a_batch_at_once(monkeypatch):
    monkeypatch.setattr(clearing, "GUESTS_AT_ONCE", 2)
    goes(create_guest(), create_guest(), create_guest())
    assert [clear_gone_guests() for _ in range(3)] == [2, 1, 0]


def test_old_answers_to_games_that_wait_for_nobody_go(monkeypatch):
    alice, bob = person("Alice"), person("Bob")

    def invited(status: Status, answer: Answer, *, old: bool = True) -> Invitation:
        seats = [SeatWish(player=alice), SeatWish(invited=bob)]
        game = create_game(creator=alice, rules=RuleSet(), seats=seats)
        Game.objects.filter(pk=game.pk).update(status=status)
        found = Invitation.objects.filter(seat__game=game)
        found.update(answer=answer, answered_at=LONG_AGO if old else timezone.now())
        return found.get()

    kept = {
        invited(Status.OPEN, Answer.DECLINED),
        invited(Status.OPEN, Answer.WAITING),
        invited(Status.CANCELLED, Answer.WITHDRAWN, old=False),
    }
    for answer in (Answer.DECLINED, Answer.WITHDRAWN, Answer.ACCEPTED):
        invited(Status.CANCELLED, answer)
    monkeypatch.setattr(clearing, "AT_ONCE", 2)
    assert [clear_invitations() for _ in range(3)] == [2, 1, 0]
    assert set(Invitation.objects.all()) == kept


def test_empty_notes_of_long_ago_go():
    alice, bob = person("Alice"), person("Bob")
    game = table_of(alice, bob, rules=RuleSet())
    services.write_note(game=game, player=alice, text="Mine.", answers=0)
    services.write_note(game=game, player=bob, text="Mine.", answers=0)
    services.write_note(game=game, player=bob, text="", answers=1)
    assert clear_empty_notes() == 0
    GameNote.objects.update(changed_at=LONG_AGO)
    assert clear_empty_notes() == 1
    assert GameNote.objects.get().player == alice
