"""What staff do to clubs is written down, and those who lead the club are told."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.models import Player
from accounts.staff.words import acts_with_words
from accounts.tests.cast import log_in_as_staff, person
from clubs.models import Club
from clubs.services import make_officer, write_news
from clubs.services.staff import WORDS_OF_ACTS, clear_club, close_club_as_staff, rename_club
from clubs.tests.clubhouse import club_of
from notices.models import Notice
from upkeep.models import StaffAct

pytestmark = pytest.mark.django_db


@pytest.fixture
def stan(db: None) -> Player:
    stan = person("Stan")
    stan.is_staff = True
    stan.save(update_fields=["is_staff"])
    return stan


def test_an_offensive_name_is_taken_away_and_the_reason_told(stan, alice, bob, charlie):
    club = club_of(alice, bob, charlie)
    make_officer(club_id=club.pk, player=alice, member=bob)
    rename_club(staff=stan, club=club, reason="Rude.", name="Vega")
    assert Club.objects.get().name == "Vega"
    act = StaffAct.objects.get()
    assert (act.act, act.object_id, act.reason) == ("rename_club", club.public_id, "Rude.")
    assert set(act.concerns.all()) == {alice, bob}
    assert set(Notice.objects.values_list("player__name", flat=True)) == {"Alice", "Bob"}


def test_what_a_club_says_of_itself_is_taken_away(stan, alice):
    club = club_of(alice)
    write_news(club_id=club.pk, player=alice, news="Something rude")
    clear_club(staff=stan, club=club, reason="Rude.")
    assert (Club.objects.get().about, Club.objects.get().news) == ("", "")


def test_a_club_closed_by_staff_is_closed_and_its_founder_told(stan, alice):
    club = club_of(alice)
    close_club_as_staff(staff=stan, club=club, reason="Rude.")
    assert Club.objects.get().is_closed
    assert list(StaffAct.objects.get().concerns.all()) == [alice]
    with pytest.raises(ValidationError, match="closed"):
        close_club_as_staff(staff=stan, club=club, reason="Again.")


def test_nothing_is_done_without_a_reason_or_with_a_name_that_is_taken(stan, alice, bob):
    club, _other = club_of(alice), club_of(bob, name="Vega")
    with pytest.raises(ValidationError):
        close_club_as_staff(staff=stan, club=club, reason=" ")
    with pytest.raises(ValidationError, match="There is a club of this name"):
        rename_club(staff=stan, club=club, reason="Rude.", name="VEGA")
    club.refresh_from_db()
    assert (club.name, club.is_closed) == ("Orion", False)


def test_the_admin_does_it_and_says_why_not(stan, alice, bob, client):
    club, _other = club_of(alice), club_of(bob, name="Vega")
    log_in_as_staff(client, stan)
    act = reverse("admin:clubs_club_act", args=[club.pk, "rename"])
    assert client.post(act, {"name": "Vega", "reason": "Rude."}).status_code == 422
    assert client.post(act, {"name": "Rigel", "reason": "Rude."}).status_code == 302
    assert Club.objects.get(pk=club.pk).name == "Rigel"
    for page in ("changelist",):
        assert client.get(reverse(f"admin:clubs_club_{page}")).status_code == 200
    assert client.get(reverse("admin:clubs_club_change", args=[club.pk])).status_code == 200


def test_each_act_has_its_words():
    assert set(WORDS_OF_ACTS) <= acts_with_words()
