"""Seats kept for friends, terms until the start, and games that never fill: by the services."""

from datetime import timedelta

import pytest

from accounts.models import Quiet
from accounts.services import create_guest, ensure_bots
from accounts.tests.cast import person
from games.access import game_for_viewer
from games.clocks.paces import PACES, USUAL
from games.lobby.terms import GameTerms, Handicap, terms_of
from games.lobby.waiting import invitations_for
from games.log.moments import state_of
from games.models import Answer, Game, Invitation, SeatKind, Status, Visibility
from games.refusals import GameRefusalCode, TermsChanged
from games.services import (
    SeatWish,
    accept_invitation,
    agree_to_terms,
    cancel_game,
    change_terms,
    create_game,
    decline_invitation,
    give_up_expired_games,
    invite,
    join_game,
    leave_game,
    resign,
    take_turn,
    withdraw_invitation,
)
from games.services.starting import GAMES_OF_A_GUEST
from games.table.pictures import caption_of
from games.table.view import table_for
from games.tests.browsing import Browser
from games.tests.seating import BINARY, all_confirm, new_game, refused
from homeworlds.rules import Preset, Variant, preset_rules
from upkeep.clock import database_now
from upkeep.sweep import sweep
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
LINK = SeatWish(by_link=True)
SINISTER = preset_rules(Preset.BOOKLET, Variant.SINISTER)


def kept(game: Game) -> Invitation:
    return Invitation.objects.get(seat__game=game, answer=Answer.WAITING)


def block(owner, other):
    Quiet.objects.create(owner=owner, other=other, kind=Quiet.Kind.BLOCK)


def open_seat(game: Game) -> int:
    return game.seats.filter(kind=SeatKind.OPEN).first().pk


# --- Keeping and taking


def test_a_link_seats_its_friend_once_and_starts_the_game(alice, bob, charlie):
    game = new_game(alice, LINK)
    invitation = kept(game)
    game = accept_invitation(invitation_id=invitation.pk, player=bob, terms=1)
    assert game.status == Status.RUNNING and game.seats.filter(player=bob).exists()
    with refused(GameRefusalCode.INVITATION_GONE):
        accept_invitation(invitation_id=invitation.pk, player=charlie, terms=1)


def test_nobody_takes_a_kept_seat_from_the_lobby(alice, bob, charlie):
    game = new_game(alice, LINK)
    with refused(GameRefusalCode.SEATS_KEPT):
        join_game(game_id=game.pk, player=bob)
    game = new_game(alice, LINK, SeatWish(), rules=SINISTER)
    join_game(game_id=game.pk, player=bob)
    assert kept(game).seat.player is None
    with refused(GameRefusalCode.SEATS_KEPT):
        join_game(game_id=game.pk, player=charlie)


def test_the_invited_may_join_like_everybody_and_get_their_own_seat(alice, bob):
    game = new_game(alice, SeatWish(invited=bob, word="Shall we?"))
    assert [row.word for row in invitations_for(bob)] == ["Shall we?"]
    game = join_game(game_id=game.pk, player=bob)
    assert game.status == Status.RUNNING and invitations_for(bob) == []
    assert Invitation.objects.get(seat__game=game).answer == Answer.ACCEPTED


def test_who_comes_by_a_link_needs_the_seat_kept_by_name_no_more(alice, bob):
    game = new_game(alice, LINK, SeatWish(invited=bob), rules=SINISTER)
    link = Invitation.objects.get(player=None)
    accept_invitation(invitation_id=link.pk, player=bob, terms=1)
    assert Invitation.objects.get(player=bob).answer == Answer.WITHDRAWN
    assert game.seats.filter(kind=SeatKind.OPEN).count() == 1


def test_an_invitation_is_for_one_player_only(alice, bob, charlie):
    game = new_game(alice, SeatWish(invited=bob))
    for answer in (lambda **who: accept_invitation(terms=1, **who), decline_invitation):
        with refused(GameRefusalCode.INVITATION_GONE):
            answer(invitation_id=kept(game).pk, player=charlie)


def test_declining_with_a_word_opens_the_seat(alice, bob, charlie):
    game = new_game(alice, SeatWish(invited=bob))
    invitation = kept(game)
    decline_invitation(invitation_id=invitation.pk, player=bob, word="No time.")
    invitation.refresh_from_db()
    assert (invitation.answer, invitation.answer_word) == (Answer.DECLINED, "No time.")
    assert join_game(game_id=game.pk, player=charlie).status == Status.RUNNING


def test_nobody_declines_for_whoever_has_the_link(alice, bob):
    game = new_game(alice, LINK)
    with refused(GameRefusalCode.INVITATION_GONE):
        decline_invitation(invitation_id=kept(game).pk, player=bob)


def test_a_withdrawn_link_leads_nowhere_and_a_new_one_may_follow(alice, bob):
    game = new_game(alice, LINK)
    old = kept(game)
    withdraw_invitation(game_id=game.pk, player=alice, seat_id=old.seat_id)
    with refused(GameRefusalCode.INVITATION_GONE):
        accept_invitation(invitation_id=old.pk, player=bob, terms=1)
    with refused(GameRefusalCode.INVITATION_GONE):
        withdraw_invitation(game_id=game.pk, player=alice, seat_id=old.seat_id)
    new = invite(game_id=game.pk, player=alice, seat_id=old.seat_id)
    assert new.token != old.token
    assert accept_invitation(invitation_id=new.pk, player=bob, terms=1).status == Status.RUNNING


def test_only_the_creator_invites_and_only_to_free_seats(alice, bob, charlie):
    game = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER)
    join_game(game_id=game.pk, player=bob)
    with refused(GameRefusalCode.NOT_THE_CREATOR):
        invite(game_id=game.pk, player=bob, seat_id=open_seat(game))
    taken = game.seats.get(player=bob).pk
    for seat_id in (taken, 0):
        with refused(GameRefusalCode.SEAT_NOT_FREE):
            invite(game_id=game.pk, player=alice, seat_id=seat_id)
    invite(game_id=game.pk, player=alice, seat_id=open_seat(game), invited=charlie)
    with refused(GameRefusalCode.SEAT_NOT_FREE):
        invite(game_id=game.pk, player=alice, seat_id=open_seat(game))
    with refused(GameRefusalCode.NOT_THE_CREATOR):
        withdraw_invitation(game_id=game.pk, player=bob, seat_id=open_seat(game))


def test_a_player_is_invited_once_and_not_to_a_game_of_his_own(alice, bob):
    game = new_game(alice, SeatWish(invited=bob), SeatWish(), rules=SINISTER)
    free = game.seats.filter(kind=SeatKind.OPEN).last().pk
    with refused(GameRefusalCode.INVITED_ALREADY):
        invite(game_id=game.pk, player=alice, seat_id=free, invited=bob)
    with refused(GameRefusalCode.CANNOT_BE_INVITED):
        invite(game_id=game.pk, player=alice, seat_id=free, invited=alice)
    join_game(game_id=game.pk, player=bob)
    with refused(GameRefusalCode.ALREADY_SEATED):
        invite(game_id=game.pk, player=alice, seat_id=free, invited=bob)


def test_bots_guests_and_the_deleted_cannot_be_invited(alice, bob, bots):
    bob.is_active = False
    bob.save()
    bot = type(bob).objects.filter(kind="bot").first()
    for nobody in (bob, bot, create_guest()):
        with refused(GameRefusalCode.CANNOT_BE_INVITED):
            new_game(alice, SeatWish(invited=nobody))
    assert not Game.objects.exists()


def test_guests_do_not_invite_and_come_by_a_link_where_nothing_is_rated(alice):
    guest = create_guest()
    rated_terms = GameTerms(rated=True, clock=PACES[USUAL])
    for wish, terms in ((SeatWish(invited=alice), None), (SeatWish(), None), (LINK, rated_terms)):
        with refused(GameRefusalCode.GUESTS_PLAY_BOTS):
            new_game(guest, wish, **({"terms": terms} if terms else {}))
    with refused(GameRefusalCode.GUESTS_PLAY_BOTS):
        rated = new_game(alice, LINK, terms=GameTerms(rated=True, clock=PACES[USUAL]))
        accept_invitation(invitation_id=kept(rated).pk, player=guest, terms=1)
    game = new_game(alice, LINK)
    accept_invitation(invitation_id=kept(game).pk, player=guest, terms=1)
    assert game.seats.get(player=guest).agreed_terms == 1


def test_a_guest_keeps_seats_by_links_for_so_many_friends_at_once(alice):
    guest = create_guest()
    games = [new_game(guest, LINK) for _ in range(GAMES_OF_A_GUEST)]
    ensure_bots()
    # Games with bots are no games with people.
    new_game(guest, SeatWish(bot_level="cadet"))
    with refused(GameRefusalCode.GUEST_PLAYS_ENOUGH):
        new_game(guest, LINK)
    accept_invitation(invitation_id=kept(games[0]).pk, player=alice, terms=1)
    with refused(GameRefusalCode.GUEST_PLAYS_ENOUGH):
        new_game(guest, LINK)
    resign(game_id=games[0].pk, player=alice, key="r", confirmed=True)
    new_game(guest, LINK)


def test_a_guest_plays_so_many_games_with_people_at_once_and_no_more(alice):
    guest = create_guest()
    games = [new_game(alice, LINK) for _ in range(GAMES_OF_A_GUEST + 1)]
    for game in games[:-1]:
        accept_invitation(invitation_id=kept(game).pk, player=guest, terms=1)
    with refused(GameRefusalCode.GUEST_PLAYS_ENOUGH):
        accept_invitation(invitation_id=kept(games[-1]).pk, player=guest, terms=1)
    resign(game_id=games[0].pk, player=alice, key="r", confirmed=True)
    accept_invitation(invitation_id=kept(games[-1]).pk, player=guest, terms=1)


def test_a_game_with_a_guest_is_not_rated_afterwards(alice):
    guest, game = create_guest(), new_game(alice, LINK, SeatWish(), rules=SINISTER)
    accept_invitation(invitation_id=kept(game).pk, player=guest, terms=1)
    with refused(GameRefusalCode.GUEST_AT_TABLE):
        change_terms(
            game_id=game.pk,
            player=alice,
            shown=1,
            terms=GameTerms(rated=True, clock=PACES[USUAL]),
            handicaps=[Handicap()] * 3,
        )


@pytest.mark.parametrize("alice_blocks", [True, False])
def test_the_blocked_are_not_invited_and_do_not_join(alice, bob, alice_blocks):
    block(*(alice, bob) if alice_blocks else (bob, alice))
    with refused(GameRefusalCode.CANNOT_BE_INVITED):
        new_game(alice, SeatWish(invited=bob))
    with refused(GameRefusalCode.NOT_WELCOME):
        join_game(game_id=new_game(alice).pk, player=bob)
    with refused(GameRefusalCode.NOT_WELCOME):
        accept_invitation(invitation_id=kept(new_game(alice, LINK)).pk, player=bob, terms=1)


@pytest.mark.parametrize("bob_blocks", [True, False])
def test_a_block_keeps_two_people_from_one_table_but_breaks_no_game(alice, bob, charlie, bob_blocks):
    seats = [SeatWish(player=alice), *[SeatWish()] * 2]
    game, other = [create_game(creator=alice, rules=SINISTER, seats=seats) for _ in range(2)]
    for player in (bob, charlie):
        join_game(game_id=other.pk, player=player)
    all_confirm(other)
    join_game(game_id=game.pk, player=bob)
    block(*(bob, charlie) if bob_blocks else (charlie, bob))
    with refused(GameRefusalCode.NOT_WELCOME):
        join_game(game_id=game.pk, player=charlie)
    with refused(GameRefusalCode.CANNOT_BE_INVITED):
        invite(game_id=game.pk, player=alice, seat_id=open_seat(game), invited=charlie)
    link = invite(game_id=game.pk, player=alice, seat_id=open_seat(game))
    with refused(GameRefusalCode.NOT_WELCOME):
        accept_invitation(invitation_id=link.pk, player=charlie, terms=1)
    other.refresh_from_db()
    assert other.status == Status.RUNNING
    mover = other.seats.get(number=other.next_seat).player
    take_turn(game_id=other.pk, player=mover, answers=0, key="k", text="homeworld G1 B2 Y3")


def test_a_block_hides_what_was_asked_before(alice, bob):
    new_game(alice, SeatWish(invited=bob))
    assert len(invitations_for(bob)) == 1
    block(bob, alice)
    assert invitations_for(bob) == []


def test_a_cancelled_game_keeps_nothing(alice, bob):
    game = new_game(alice, SeatWish(invited=bob))
    cancel_game(game_id=game.pk, player=alice)
    assert invitations_for(bob) == []
    invitation = Invitation.objects.get()
    assert invitation.answer == Answer.WITHDRAWN
    with refused(GameRefusalCode.INVITATION_GONE):
        accept_invitation(invitation_id=invitation.pk, player=bob, terms=1)


# --- Terms


def changed(
    game: Game, terms: GameTerms | None = None, *handicaps: Handicap, shown: int | None = None
) -> Game:
    game.refresh_from_db()
    return change_terms(
        game_id=game.pk,
        player=game.creator,
        shown=shown or game.terms_number,
        terms=terms or GameTerms.of(game),
        handicaps=handicaps or [Handicap()] * game.players,
    )


def test_terms_are_stored_and_the_usual_ones_are_the_default(alice):
    assert GameTerms.of(new_game(alice)) == GameTerms()
    terms = GameTerms(visibility=Visibility.PRIVATE, days_per_turn=3, talk_allowed=False)
    assert GameTerms.of(new_game(alice, terms=terms)) == terms


def test_handicaps_reach_the_rules(alice, bob):
    wishes = [SeatWish(player=alice), SeatWish(player=bob, timewarp=2, one_star=True)]
    game = create_game(creator=alice, rules=BINARY, seats=wishes)
    number = game.seats.get(player=bob).number
    position = state_of(game).position
    assert (position.timewarp, position.one_star) == (((number, 2),), frozenset({number}))


@pytest.mark.parametrize(
    "named, words",
    [
        ((), "Nobody is warned by the site."),
        ((0,), "The site warns Alice when one turn of an opponent could eliminate this player."),
        ((0, 2), "The site warns Alice, Seat 3 when one turn of an opponent could eliminate one of them."),
        ((0, 1, 2), "The site warns every player whom one turn of an opponent could eliminate."),
    ],
)
def test_the_terms_tell_whom_the_site_warns(alice, named, words):
    game = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER)
    changed(game, None, *[Handicap(red_alert=number in named) for number in range(3)])
    seats = list(game.seats.all())
    assert [seat.red_alert for seat in seats] == [number in named for number in range(3)]
    told = {term.title: term for term in terms_of(game, seats)}
    assert (told["Red Alert"].sentence, told["Red Alert"].differs) == (words, bool(named))


def test_nobody_is_warned_in_a_rated_game(alice):
    game = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER)
    changed(game, None, *[Handicap(red_alert=True)] * 3)
    game.rated = True
    told = {term.title: term.sentence for term in terms_of(game, game.seats.all())}
    assert told["Red Alert"] == "Nobody is warned by the site."


def test_whoever_was_shown_other_terms_does_not_sit_down(alice, bob):
    game = new_game(alice, LINK, SeatWish(), rules=SINISTER)
    changed(game, GameTerms(talk_allowed=False))
    with pytest.raises(TermsChanged):
        join_game(game_id=game.pk, player=bob, terms=1)
    with pytest.raises(TermsChanged):
        accept_invitation(invitation_id=kept(game).pk, player=bob, terms=1)
    join_game(game_id=game.pk, player=bob, terms=2)
    assert game.seats.get(player=bob).agreed_terms == 2


def test_the_game_starts_only_when_all_have_agreed(alice, bob, charlie):
    game = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER)
    join_game(game_id=game.pk, player=bob)
    changed(game, GameTerms(days_per_turn=3))
    game = join_game(game_id=game.pk, player=charlie, terms=2)
    assert game.status == Status.OPEN and not game.seats.filter(kind=SeatKind.OPEN).exists()
    with pytest.raises(TermsChanged):
        agree_to_terms(game_id=game.pk, player=bob, terms=1)
    assert agree_to_terms(game_id=game.pk, player=bob, terms=2).status == Status.OPEN
    assert agree_to_terms(game_id=game.pk, player=alice, terms=2).status == Status.RUNNING


def test_who_does_not_agree_may_leave(alice, bob, charlie):
    game = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER)
    join_game(game_id=game.pk, player=bob)
    changed(game, None, Handicap(timewarp=3), Handicap(), Handicap())
    leave_game(game_id=game.pk, player=bob)
    join_game(game_id=game.pk, player=charlie, terms=2)
    assert all_confirm(join_game(game_id=game.pk, player=bob, terms=2)).status == Status.RUNNING


def test_terms_that_stay_ask_nobody(alice, bob):
    game = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER)
    join_game(game_id=game.pk, player=bob)
    assert changed(game).terms_number == 1


def test_only_the_creator_changes_terms_and_only_those_that_stand(alice, bob):
    game = new_game(alice, SeatWish(), SeatWish(), rules=SINISTER)
    join_game(game_id=game.pk, player=bob)
    with refused(GameRefusalCode.NOT_THE_CREATOR):
        change_terms(
            game_id=game.pk, player=bob, shown=1, terms=GameTerms(), handicaps=[Handicap()] * game.players
        )
    changed(game, GameTerms(days_per_turn=1))
    with pytest.raises(TermsChanged):
        changed(game, GameTerms(), shown=1)
    with refused(GameRefusalCode.NOT_SEATED):
        agree_to_terms(game_id=game.pk, player=person("Dora"), terms=2)


def test_nothing_changes_once_it_runs(alice, bob):
    game = join_game(game_id=new_game(alice).pk, player=bob)
    with refused(GameRefusalCode.GAME_NOT_OPEN):
        changed(game, GameTerms(talk_allowed=False))
    with refused(GameRefusalCode.GAME_NOT_OPEN):
        agree_to_terms(game_id=game.pk, player=bob, terms=1)
    with refused(GameRefusalCode.GAME_NOT_OPEN):
        invite(game_id=game.pk, player=alice, seat_id=game.seats.first().pk)
    with refused(GameRefusalCode.GAME_NOT_OPEN):
        withdraw_invitation(game_id=game.pk, player=alice, seat_id=game.seats.first().pk)


# --- Games that never fill


@pytest.mark.parametrize("players, days", [(2, 7), (3, 10.5), (6, 21)])
def test_an_unfilled_game_is_given_up(alice, bob, players, days):
    rules = BINARY if players == 2 else preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING)
    game = new_game(alice, SeatWish(invited=bob), *[SeatWish()] * (players - 2), rules=rules)
    assert game.expires_at - game.created_at == timedelta(days=days)
    assert give_up_expired_games() == 0
    Game.objects.update(expires_at=database_now() - timedelta(seconds=1))
    sweep()
    game.refresh_from_db()
    assert game.status == Status.CANCELLED and invitations_for(bob) == []


def test_a_game_that_began_in_time_goes_on(alice, bob):
    game = join_game(game_id=new_game(alice).pk, player=bob)
    Game.objects.update(expires_at=database_now() - timedelta(days=1))
    assert give_up_expired_games() == 0
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_an_expired_game_says_that_it_expired_and_a_cancelled_one_that_it_was_cancelled(alice, bob):
    seats = SeatWish(invited=bob), SeatWish()
    expired, cancelled = [new_game(alice, *seats, rules=SINISTER) for _ in range(2)]
    Game.objects.filter(pk=expired.pk).update(expires_at=database_now() - timedelta(seconds=1))
    sweep()
    cancel_game(game_id=cancelled.pk, player=alice)
    late = "This game has expired: its seats did not fill in time."
    for game, sentence, row, code in (
        (expired, late, "Expired: ", GameRefusalCode.GAME_EXPIRED),
        (cancelled, "This game was cancelled.", "Cancelled before", GameRefusalCode.GAME_NOT_OPEN),
    ):
        browser = Browser(alice)
        assert sentence in page_of(browser.client.get(f"/games/{game.public_id}/")).texts("heading")
        mine = page_of(browser.client.get("/games/mine/?state=cancelled")).select(".game-row")
        lines = [each.text for each in mine if any(game.public_id in link for link in each.targets)]
        assert len(lines) == 1 and row in lines[0]
        with refused(code):
            join_game(game_id=game.pk, player=bob)
        token = Invitation.objects.get(seat__game=game).token
        answer = Browser(bob).client.get(f"/games/join/{token}/")
        assert answer.status_code == 410 and sentence in page_of(answer).text
        assert caption_of(table_for(game_for_viewer(game.public_id, bob), bob)).status == sentence
