"""Two people at one club at the same moment, on two connections of PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.tests.cast import person
from clubs import limits
from clubs.models import Club, Membership, Role
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.services import found_club, join_club, leave_club
from clubs.tests.clubhouse import club_of, fill

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("calls")]
ROUNDS = 10


def answer(service: Callable[..., Any], **wish: Any) -> str:
    try:
        service(**wish)
    except ClubRefusal as refusal:
        return refusal.code
    return "done"


def test_two_who_join_the_last_place_get_one_place(alice, bob, charlie, at_once):
    club = club_of(alice)
    fill(club, limits.MOST_MEMBERS - 1)
    for _ in range(ROUNDS):
        answers = at_once(
            lambda: answer(join_club, club_id=club.pk, player=bob),
            lambda: answer(join_club, club_id=club.pk, player=charlie),
        )
        assert sorted(answers) == sorted(["done", ClubRefusalCode.CLUB_FULL])
        club.refresh_from_db()
        assert club.size == club.memberships.count() == limits.MOST_MEMBERS
        leave_club(club_id=club.pk, player=bob if answers[0] == "done" else charlie)


def test_nobody_is_in_too_many_clubs_by_joining_two_at_once(alice, bob, at_once, monkeypatch):
    monkeypatch.setattr("clubs.services.joining.MOST_CLUBS", 1)
    first, second = club_of(alice), club_of(person("Dora"), name="Vega")
    for _ in range(ROUNDS):
        answers = at_once(
            lambda: answer(join_club, club_id=first.pk, player=bob),
            lambda: answer(join_club, club_id=second.pk, player=bob),
        )
        assert sorted(answers) == sorted(["done", ClubRefusalCode.IN_ENOUGH_CLUBS])
        leave_club(club_id=Membership.objects.get(player=bob).club_id, player=bob)


def test_two_clubs_of_one_name_founded_at_once_are_one_club(alice, bob, at_once):
    for _ in range(ROUNDS):
        answers = at_once(
            lambda: answer(found_club, player=alice, name="Orion"),
            lambda: answer(found_club, player=bob, name="orion"),
        )
        assert sorted(answers) == sorted(["done", ClubRefusalCode.CLUB_NAME_TAKEN])
        Club.objects.all().delete()


def test_a_club_whose_founder_and_heir_leave_at_once_has_one_founder(alice, bob, charlie, at_once):
    for _ in range(ROUNDS):
        club = club_of(alice, bob, charlie)
        answers = at_once(
            lambda: answer(leave_club, club_id=club.pk, player=alice),
            lambda: answer(leave_club, club_id=club.pk, player=bob),
        )
        assert answers == ["done", "done"]
        assert list(club.memberships.values_list("player__name", "role")) == [("Charlie", Role.FOUNDER)]
        Club.objects.all().delete()
