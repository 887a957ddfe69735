"""Who is told of what happens around the turns: draws, changed terms, lost seats, games given up."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.lobby.terms import GameTerms, Handicap
from games.models import Game, Invitation, SeatKind, Status, Visibility
from games.notices.kinds import NoticeKind
from games.refusals import GameRefusal, GameRefusalCode
from games.services import (
    SeatWish,
    agree_to_draw,
    agree_to_terms,
    cancel_game,
    change_terms,
    create_game,
    give_up_expired_games,
    join_game,
    remove_player,
    withdraw_draw,
)
from games.tests import mailbox
from games.tests.mailbox import as_lines, by_mail
from games.tests.play import play_turn, table_of
from games.tests.seating import all_confirm
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from notices.letters import compose
from notices.models import Notice
from notices.sending import send_notice
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
known_address = mailbox.known_address
LAST_CAPTAIN = preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING)


@pytest.fixture
def open_game(alice, bob):
    """Alice's, with Bob and an open seat."""
    game = create_game(creator=alice, rules=LAST_CAPTAIN, seats=[SeatWish(player=alice), *[SeatWish()] * 2])
    return join_game(game_id=game.pk, player=bob)


def told(kind: NoticeKind) -> list[str]:
    return list(by_mail().filter(kind=kind).order_by("pk").values_list("player__name", flat=True))


def offer(game: Game, player) -> Game:
    game.refresh_from_db()
    key = f"{player.name}-{game.log_number}"
    return agree_to_draw(game_id=game.pk, player=player, answers=game.log_number, key=key)


def words_of(kind: NoticeKind) -> str:
    mail = compose(Notice.objects.filter(kind=kind).latest("pk"), "x@example.com")
    return as_lines(f"{mail.subject} {mail.body}")


def is_sent(kind: NoticeKind, mailoutbox) -> bool:
    notice = Notice.objects.filter(kind=kind).latest("pk")
    sent = send_notice(notice_id=notice.pk, tries=notice.tries)
    notice.refresh_from_db()
    assert (notice.dropped == "stale") is not sent
    return sent


def refreshed_terms(game: Game, player, **terms) -> Game:
    handicaps = [Handicap.of(seat) for seat in game.seats.all()]
    game.refresh_from_db()
    return change_terms(
        game_id=game.pk, player=player, shown=game.terms_number, terms=GameTerms(**terms), handicaps=handicaps
    )


# --- Draws


def test_an_offer_is_told_to_the_other_once_for_each_position(alice, bob, mailoutbox):
    game = table_of(alice, bob, rules=RuleSet())
    offer(game, alice)
    withdraw_draw(game_id=game.pk, player=alice)
    offer(game, alice)
    assert told(NoticeKind.DRAW) == ["Bob"]
    assert "Alice offers you a draw in the game Alice – Bob." in words_of(NoticeKind.DRAW)
    assert is_sent(NoticeKind.DRAW, mailoutbox)
    for text in ("homeworld R1 B2 G3", "homeworld Y1 B3 G3"):
        play_turn(game, text)
    offer(game, bob)
    assert told(NoticeKind.DRAW) == ["Bob", "Alice"]


def test_an_offer_taken_back_is_not_sent(alice, bob, mailoutbox):
    game = table_of(alice, bob, rules=RuleSet())
    offer(game, alice)
    withdraw_draw(game_id=game.pk, player=alice)
    assert not is_sent(NoticeKind.DRAW, mailoutbox)


def test_a_vote_is_told_to_whose_vote_is_missing_without_a_name(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=LAST_CAPTAIN)
    offer(game, bob)
    assert told(NoticeKind.DRAW) == ["Alice", "Charlie"]
    assert "Somebody wants a draw" in words_of(NoticeKind.DRAW)
    assert "Bob offers" not in words_of(NoticeKind.DRAW)


def test_the_last_vote_ends_the_game_and_asks_nobody(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    offer(game, alice)
    assert offer(game, bob).status == Status.FINISHED
    assert told(NoticeKind.DRAW) == ["Bob"]


def test_whoever_wants_no_mail_of_turns_gets_none_of_draws(alice, bob):
    type(bob).objects.filter(pk=bob.pk).update(mail_turns=False)
    offer(table_of(alice, bob, rules=RuleSet()), alice)
    assert told(NoticeKind.DRAW) == []


# --- Before the start


def test_changed_terms_are_told_to_those_who_must_agree(open_game, alice, bob, mailoutbox):
    refreshed_terms(open_game, alice, days_per_turn=3)
    assert told(NoticeKind.TERMS) == ["Bob"]
    assert "a turn in about 3 days" in words_of(NoticeKind.TERMS)
    assert is_sent(NoticeKind.TERMS, mailoutbox)
    refreshed_terms(open_game, alice, days_per_turn=5)
    agree_to_terms(game_id=open_game.pk, player=bob, terms=3)
    assert told(NoticeKind.TERMS) == ["Bob", "Bob"]
    assert not is_sent(NoticeKind.TERMS, mailoutbox)


def test_the_creator_takes_a_seat_back_and_its_player_is_told(open_game, alice, bob, charlie, mailoutbox):
    seat = open_game.seats.get(player=bob)
    remove_player(game_id=open_game.pk, player=alice, seat_id=seat.pk)
    seat.refresh_from_db()
    assert (seat.kind, seat.player) == (SeatKind.OPEN, None)
    assert told(NoticeKind.REMOVED) == ["Bob"]
    assert "Alice has given your seat" in words_of(NoticeKind.REMOVED)
    assert is_sent(NoticeKind.REMOVED, mailoutbox)
    join_game(game_id=open_game.pk, player=charlie)
    assert all_confirm(join_game(game_id=open_game.pk, player=bob)).status == Status.RUNNING


def test_only_the_creator_removes_and_only_other_people_before_the_start(open_game, alice, bob, charlie):
    own, taken, free = open_game.seats.all()

    def refused(player, seat) -> GameRefusalCode:
        with pytest.raises(GameRefusal) as refusal:
            remove_player(game_id=open_game.pk, player=player, seat_id=seat.pk)
        return refusal.value.code

    assert refused(bob, own) == GameRefusalCode.NOT_THE_CREATOR
    assert refused(alice, own) == refused(alice, free) == GameRefusalCode.NOBODY_TO_REMOVE
    all_confirm(join_game(game_id=open_game.pk, player=charlie))
    assert refused(alice, taken) == GameRefusalCode.GAME_NOT_OPEN
    assert told(NoticeKind.REMOVED) == []


def test_the_creator_removes_by_a_button_that_nobody_else_sees(open_game, alice, bob, client):
    table = f"/games/{open_game.public_id}/"
    place = 1 + [seat.player_id for seat in open_game.seats.all()].index(bob.pk)
    button = f"{table}seats/{place}/remove/"
    client.force_login(bob)
    assert button not in page_of(client.get(table)).targets
    client.force_login(alice)
    assert button in page_of(client.get(table)).by_id("remove-from-table").targets
    assert client.post(button).status_code == 303
    assert not open_game.seats.filter(player=bob).exists()


@pytest.mark.parametrize("expires", [True, False])
def test_a_game_given_up_is_told_to_those_who_sat_there(open_game, alice, expires, mailoutbox):
    if expires:
        Game.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert give_up_expired_games() == 1
    else:
        cancel_game(game_id=open_game.pk, player=alice)
    assert told(NoticeKind.CANCELLED) == (["Alice", "Bob"] if expires else ["Bob"])
    assert "will not begin" in words_of(NoticeKind.CANCELLED)
    assert is_sent(NoticeKind.CANCELLED, mailoutbox)


# --- What the mails lead to


def test_an_invitation_leads_to_its_own_page(alice, bob, client):
    terms = GameTerms(visibility=Visibility.PRIVATE)
    create_game(
        creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish(invited=bob)], terms=terms
    )
    token = Invitation.objects.get().token
    found = re.search(
        r"https://homeworlds\.example(/accounts/login/\?next=\S+)", words_of(NoticeKind.INVITATION)
    )
    assert found
    client.force_login(bob)
    assert client.get(found[1])["Location"] == f"/games/join/{token}/"
    assert page_of(client.get(f"/games/join/{token}/")).one("button", "Take this seat")


def test_a_turn_leads_to_the_position_that_it_tells_of(alice, bob, client):
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld R1 B2 G3")
    picture = f"/games/{game.public_id}/turns/1.png"
    assert f"https://homeworlds.example{picture}" in words_of(NoticeKind.TURN)
    assert client.get(picture)["Content-Type"] == "image/png"
