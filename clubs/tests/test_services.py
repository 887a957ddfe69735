"""Founding, joining, asking in, leaving, closing; and every refusal in its words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import Player, Quiet
from accounts.quiet import quiet
from accounts.services import create_guest
from accounts.tests.cast import person
from board.words.refusals import sentence
from clubs import limits
from clubs.models import Club, ClubAnswer, ClubInvitation, Joining, Membership, Role
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.services import (
    accept_club_invitation,
    change_club,
    close_club,
    decline_club_invitation,
    end_officer,
    found_club,
    hand_over,
    invite_to_club,
    join_club,
    leave_club,
    make_officer,
    remove_member,
    report_club,
    why_not_join,
    withdraw_club_invitation,
    write_news,
)
from clubs.services.members import leave_all_clubs
from clubs.signals import club_closed, member_left
from clubs.tests.clubhouse import club_of, fill

pytestmark = pytest.mark.django_db
Code = ClubRefusalCode


@pytest.fixture
def dora(db: None) -> Player:
    return person("Dora")


def roles(club: Club) -> dict[str, str]:
    return dict(club.memberships.values_list("player__name", "role"))


def waiting(club: Club, player: Player) -> bool:
    return ClubInvitation.objects.filter(club=club, player=player, answer=ClubAnswer.WAITING).exists()


def assert_size_is_true() -> None:
    for club in Club.objects.all():
        assert club.size == club.memberships.count()


def test_a_club_begins_with_its_founder(alice):
    club = found_club(player=alice, name="  Fleet   of\tfools ", about=" We play. ", joining=Joining.INVITED)
    assert (club.name, club.about, club.joining, club.hidden) == (
        "Fleet of fools",
        "We play.",
        "invited",
        False,
    )
    assert roles(club) == {"Alice": Role.FOUNDER}
    assert_size_is_true()


def test_names_that_look_alike_are_one_name_but_a_hidden_club_holds_none(alice, bob):
    club_of(alice, name="Orion")
    for name in ("orion", "O R I O N", "Оrion", "Orion!"[:5]):
        with pytest.raises((ClubRefusal, ValidationError)):
            found_club(player=bob, name=name)
    hidden = found_club(player=bob, name="Orion", hidden=True)
    assert found_club(player=alice, name="Secret Seven", hidden=True)
    assert found_club(player=bob, name="Secret Seven")  # nothing tells that there is another one
    assert hidden.joining == Joining.INVITED


def test_a_closed_club_leaves_its_name_to_others(alice, bob):
    club = club_of(alice)
    close_club(club_id=club.pk, player=alice)
    assert found_club(player=bob, name="Orion")


def test_whoever_is_invited_comes_in_or_stays_out(alice, bob, charlie):
    club = found_club(player=alice, name="Orion", joining=Joining.INVITED)
    invite_to_club(club_id=club.pk, player=alice, invited=bob)
    invite_to_club(club_id=club.pk, player=alice, invited=charlie)
    accept_club_invitation(club_id=club.pk, player=bob)
    decline_club_invitation(club_id=club.pk, player=charlie)
    assert roles(club) == {"Alice": Role.FOUNDER, "Bob": Role.MEMBER}
    assert_size_is_true()
    ClubInvitation.objects.filter(player=charlie).update(answered_at=timezone.now() - timedelta(days=31))
    invite_to_club(club_id=club.pk, player=alice, invited=charlie)
    assert ClubInvitation.objects.filter(club=club, player=charlie).count() == 1


def test_who_joins_an_open_club_needs_no_answer_to_an_invitation_any_more(alice, bob):
    club = club_of(alice)
    invite_to_club(club_id=club.pk, player=alice, invited=bob)
    join_club(club_id=club.pk, player=bob)
    assert not waiting(club, bob)


def test_an_invitation_can_be_withdrawn(alice, bob):
    club = club_of(alice, hidden=True)
    asked = invite_to_club(club_id=club.pk, player=alice, invited=bob)
    withdraw_club_invitation(club_id=club.pk, player=alice, invitation_id=asked.pk)
    assert not waiting(club, bob)


def test_the_longest_serving_officer_follows_a_founder_who_leaves_else_the_longest_serving_member(
    alice, bob, charlie, dora
):
    club = club_of(alice, bob, charlie, dora)
    make_officer(club_id=club.pk, player=alice, member=dora)
    make_officer(club_id=club.pk, player=alice, member=charlie)
    leave_club(club_id=club.pk, player=alice)
    assert roles(club) == {"Bob": Role.MEMBER, "Charlie": Role.OFFICER, "Dora": Role.FOUNDER}
    end_officer(club_id=club.pk, player=dora, member=charlie)
    leave_club(club_id=club.pk, player=dora)
    assert roles(club) == {"Bob": Role.FOUNDER, "Charlie": Role.MEMBER}
    assert_size_is_true()


def test_with_its_last_member_a_club_closes(alice, bob):
    club = club_of(alice)
    invite_to_club(club_id=club.pk, player=alice, invited=bob)
    leave_club(club_id=club.pk, player=alice)
    club.refresh_from_db()
    assert club.is_closed and not waiting(club, bob)
    assert_size_is_true()


def test_a_founder_can_hand_over_and_stays_an_officer(alice, bob):
    club = club_of(alice, bob)
    hand_over(club_id=club.pk, player=alice, member=bob)
    assert roles(club) == {"Alice": Role.OFFICER, "Bob": Role.FOUNDER}


def test_whoever_is_removed_comes_back_by_invitation_only(alice, bob):
    club = club_of(alice, bob)
    remove_member(club_id=club.pk, player=alice, member=bob)
    with pytest.raises(ClubRefusal) as refused:
        join_club(club_id=club.pk, player=bob)
    assert refused.value.code == Code.REMOVED_BEFORE
    invite_to_club(club_id=club.pk, player=alice, invited=bob)
    join_club(club_id=club.pk, player=bob)
    leave_club(club_id=club.pk, player=bob)
    assert why_not_join(club, bob) is None
    assert_size_is_true()


def test_those_above_hear_who_left_and_what_closed(alice, bob, charlie):
    heard: list[object] = []

    def left(sender, *, club, player, **more):
        heard.append((club.name, player.name))

    def closed(sender, *, club, **more):
        heard.append((club.name, club.memberships.count()))

    member_left.connect(left)
    club_closed.connect(closed)
    try:
        club = club_of(alice, bob, charlie)
        leave_club(club_id=club.pk, player=bob)
        remove_member(club_id=club.pk, player=alice, member=charlie)
        close_club(club_id=club.pk, player=alice)
    finally:
        member_left.disconnect(left)
        club_closed.disconnect(closed)
    assert heard == [("Orion", "Bob"), ("Orion", "Charlie"), ("Orion", 0)]


def test_a_deleted_account_leaves_its_clubs_and_somebody_follows(alice, bob, charlie):
    club, alone = club_of(alice, bob), club_of(alice, name="Vega")
    invite_to_club(club_id=alone.pk, player=alice, invited=charlie)
    invite_to_club(club_id=club_of(bob, hidden=True, name="Altair").pk, player=bob, invited=alice)
    delete_account(player=alice)
    assert not ClubInvitation.objects.filter(player=alice).exists()
    leave_all_clubs(player=alice)
    assert roles(club) == {"Bob": Role.FOUNDER}
    alone.refresh_from_db()
    assert alone.is_closed
    assert_size_is_true()


def test_officers_say_what_the_club_is_and_what_is_new(alice, bob):
    club = club_of(alice, bob)
    make_officer(club_id=club.pk, player=alice, member=bob)
    change_club(club_id=club.pk, player=bob, name="Vega", about="Quick games", joining=Joining.INVITED)
    write_news(club_id=club.pk, player=bob, news=" A cup \n begins. ")
    club.refresh_from_db()
    assert (club.name, club.about, club.joining, club.news) == (
        "Vega", "Quick games", Joining.INVITED, "A cup begins.",
    )  # fmt: skip
    assert club.news_at
    write_news(club_id=club.pk, player=bob, news="")
    club.refresh_from_db()
    assert club.news_at is None


def test_a_hidden_club_stays_by_invitation_whatever_is_asked(alice):
    club = club_of(alice, hidden=True)
    change_club(club_id=club.pk, player=alice, name="Orion", about="", joining=Joining.OPEN)
    club.refresh_from_db()
    assert club.joining == Joining.INVITED


# --- Every refusal


def found(player: Player, name: str = "Vega") -> None:
    found_club(player=player, name=name)


def lay_down(player: Player, **until: object) -> Player:
    Player.objects.filter(pk=player.pk).update(**until)
    player.refresh_from_db()
    return player


def guest_founds(a: Player, b: Player, c: Player) -> None:
    found(create_guest())


def suspended_joins(a: Player, b: Player, c: Player) -> None:
    lay_down(b, suspended_until=timezone.now() + timedelta(days=1))
    join_club(club_id=club_of(a).pk, player=b)


def muted_writes(a: Player, b: Player, c: Player) -> None:
    club = club_of(a)
    write_news(
        club_id=club.pk, player=lay_down(a, silenced_until=timezone.now() + timedelta(days=1)), news="x"
    )


def joins_a_closed_one(a: Player, b: Player, c: Player) -> None:
    club = club_of(a)
    close_club(club_id=club.pk, player=a)
    join_club(club_id=club.pk, player=b)


def founds_too_many(a: Player, b: Player, c: Player) -> None:
    for number in range(limits.MOST_FOUNDED + 1):
        found(a, f"Club number {'abcd'[number]}")


def takes_a_name(a: Player, b: Player, c: Player) -> None:
    club_of(a)
    found(b, "orion")


def is_everywhere(a: Player, b: Player, c: Player) -> None:
    for number in range(limits.MOST_CLUBS + 1):
        club = Club.objects.create(name=f"Club {number * 111}", created_at=timezone.now())
        join_club(club_id=club.pk, player=a)


def joins_a_full_one(a: Player, b: Player, c: Player) -> None:
    club = club_of(a)
    fill(club, limits.MOST_MEMBERS)
    join_club(club_id=club.pk, player=b)


def joins_twice(a: Player, b: Player, c: Player) -> None:
    join_club(club_id=club_of(a, b).pk, player=b)


def joins_unasked(a: Player, b: Player, c: Player) -> None:
    join_club(club_id=club_of(a, hidden=True).pk, player=b)


def comes_back_after_removal(a: Player, b: Player, c: Player) -> None:
    club = club_of(a, b)
    remove_member(club_id=club.pk, player=a, member=b)
    join_club(club_id=club.pk, player=b)


def answers_twice(a: Player, b: Player, c: Player) -> None:
    club = club_of(a)
    invite_to_club(club_id=club.pk, player=a, invited=b)
    decline_club_invitation(club_id=club.pk, player=b)
    accept_club_invitation(club_id=club.pk, player=b)


def asks_who_has_blocked_him(a: Player, b: Player, c: Player) -> None:
    quiet(player=b, other=a, kind=Quiet.Kind.BLOCK)
    invite_to_club(club_id=club_of(a).pk, player=a, invited=b)


def asks_who_is_blocked_by_a_member(a: Player, b: Player, c: Player) -> None:
    club = club_of(a, c)
    quiet(player=c, other=b, kind=Quiet.Kind.BLOCK)
    invite_to_club(club_id=club.pk, player=a, invited=b)


def asks_twice(a: Player, b: Player, c: Player) -> None:
    club = club_of(a)
    for _ in range(2):
        invite_to_club(club_id=club.pk, player=a, invited=b)


def asks_a_member(a: Player, b: Player, c: Player) -> None:
    invite_to_club(club_id=club_of(a, b).pk, player=a, invited=b)


def asks_who_has_declined(a: Player, b: Player, c: Player) -> None:
    club = club_of(a)
    invite_to_club(club_id=club.pk, player=a, invited=b)
    decline_club_invitation(club_id=club.pk, player=b)
    invite_to_club(club_id=club.pk, player=a, invited=b)


def asks_a_crowd(a: Player, b: Player, c: Player) -> None:
    club, other = club_of(a), club_of(c, name="Vega")
    fill(other, limits.MOST_ASKED + 1)
    now = timezone.now()
    ClubInvitation.objects.bulk_create(
        [
            ClubInvitation(club=club, player=each.player, by=a, created_at=now)
            for each in Membership.objects.filter(club=other).exclude(player=c)
        ]
    )
    invite_to_club(club_id=club.pk, player=a, invited=b)


def stranger_writes(a: Player, b: Player, c: Player) -> None:
    write_news(club_id=club_of(a).pk, player=b, news="x")


def removes_who_is_gone(a: Player, b: Player, c: Player) -> None:
    remove_member(club_id=club_of(a).pk, player=a, member=b)


def member_writes(a: Player, b: Player, c: Player) -> None:
    write_news(club_id=club_of(a, b).pk, player=b, news="x")


def officer_removes_the_founder(a: Player, b: Player, c: Player) -> None:
    club = club_of(a, b)
    make_officer(club_id=club.pk, player=a, member=b)
    remove_member(club_id=club.pk, player=b, member=a)


def member_closes(a: Player, b: Player, c: Player) -> None:
    close_club(club_id=club_of(a, b).pk, player=b)


def removes_himself(a: Player, b: Player, c: Player) -> None:
    remove_member(club_id=club_of(a).pk, player=a, member=a)


def makes_everybody_an_officer(a: Player, b: Player, c: Player) -> None:
    club = club_of(a, b)
    fill(club, limits.MOST_OFFICERS + 2)
    for each in club.memberships.exclude(player=a).select_related("player"):
        make_officer(club_id=club.pk, player=a, member=each.player)


def founder_reports(a: Player, b: Player, c: Player) -> None:
    report_club(club=club_of(a), player=a, reason="Rude.")


REFUSED: list[tuple[Callable[[Player, Player, Player], None], Code]] = [
    (guest_founds, Code.CLUBS_ARE_FOR_PEOPLE),
    (suspended_joins, Code.SUSPENDED),
    (muted_writes, Code.SILENCED),
    (joins_a_closed_one, Code.CLUB_CLOSED),
    (founds_too_many, Code.FOUNDED_ENOUGH),
    (takes_a_name, Code.CLUB_NAME_TAKEN),
    (is_everywhere, Code.IN_ENOUGH_CLUBS),
    (joins_a_full_one, Code.CLUB_FULL),
    (joins_twice, Code.MEMBER_ALREADY),
    (joins_unasked, Code.BY_INVITATION),
    (comes_back_after_removal, Code.REMOVED_BEFORE),
    (answers_twice, Code.CLUB_INVITATION_GONE),
    (asks_who_has_blocked_him, Code.CANNOT_BE_ASKED),
    (asks_who_is_blocked_by_a_member, Code.CANNOT_BE_ASKED),
    (asks_twice, Code.ASKED_ALREADY),
    (asks_a_member, Code.IS_MEMBER_ALREADY),
    (asks_who_has_declined, Code.DECLINED_LATELY),
    (asks_a_crowd, Code.TOO_MANY_ASKED),
    (stranger_writes, Code.NOT_A_MEMBER),
    (removes_who_is_gone, Code.NO_SUCH_MEMBER),
    (member_writes, Code.OFFICERS_ONLY),
    (officer_removes_the_founder, Code.FOUNDER_ONLY),
    (member_closes, Code.FOUNDER_ONLY),
    (removes_himself, Code.NOT_TO_ONESELF),
    (makes_everybody_an_officer, Code.ENOUGH_OFFICERS),
    (founder_reports, Code.OWN_WORDS),
]


@pytest.mark.parametrize(("does", "code"), REFUSED)
def test_it_is_refused_in_words(does, code, alice, bob, charlie):
    with pytest.raises(ClubRefusal) as refused:
        does(alice, bob, charlie)
    assert refused.value.code == code
    assert sentence(refused.value)
    assert_size_is_true()


def test_every_refusal_is_reached():
    of_apps_above = {Code.OWN_CONCERN}  # ladders/tests/test_own_concerns.py
    assert {code for _does, code in REFUSED} == set(Code) - of_apps_above


def test_who_is_suspended_can_still_leave(alice, bob):
    club = club_of(alice, bob)
    leave_club(club_id=club.pk, player=lay_down(bob, suspended_until=timezone.now() + timedelta(days=1)))
    assert roles(club) == {"Alice": Role.FOUNDER}
