"""Sessions that have expired are cleared away, some at once; guests with nothing go, others are closed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import clearing
from accounts.clearing import clear_expired_sessions, forget_guest, gone_guests
from accounts.models import Player
from accounts.services import create_guest
from accounts.tests.cast import person
from accounts.tests.logging_in import log_in
from upkeep.services import write_down_act

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def session(name: str, *, days: float) -> Session:
    return Session.objects.create(session_key=name, session_data="x", expire_date=timezone.now() + days * DAY)


def keys() -> set[str]:
    return set(Session.objects.values_list("session_key", flat=True))


def test_expired_sessions_go_the_oldest_first_and_no_more_than_a_batch_at_once(monkeypatch):
    monkeypatch.setattr(clearing, "AT_ONCE", 2)
    for name, days in {"living": 1, "newer": -1, "oldest": -9, "older": -5}.items():
        session(name, days=days)
    assert (clear_expired_sessions(), keys()) == (2, {"living", "newer"})
    assert (clear_expired_sessions(), keys()) == (1, {"living"})
    assert (clear_expired_sessions(), keys()) == (0, {"living"})


def test_what_is_listed_of_sessions_that_have_ended_goes_too_and_the_others_stay(alice, client):
    log_in(client)
    [listed] = UserSession.objects.all()
    long_ago = timezone.now() - 2 * clearing.LISTED_FOR
    for name in ("ended", "just-listed"):
        session_of = {"user": alice, "ip": "127.0.0.1", "user_agent": "x", "session_key": name}
        at = long_ago if name == "ended" else timezone.now()
        UserSession.objects.create(created_at=at, last_seen_at=at, **session_of)
    UserSession.objects.filter(pk=listed.pk).update(created_at=long_ago, last_seen_at=long_ago)
    assert clear_expired_sessions() == 1
    assert set(UserSession.objects.values_list("session_key", flat=True)) == {
        listed.session_key,
        "just-listed",
    }


def away(guest: Player, settings, *, days: float = 1) -> Player:
    last = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE) - days * DAY
    Player.objects.filter(pk=guest.pk).update(last_login=last, date_joined=last)
    return guest


def test_a_guest_is_gone_once_the_session_has_run_out_and_people_never_are(settings):
    gone, never_in, here = create_guest(), create_guest(), create_guest()
    away(gone, settings)
    away(never_in, settings)
    Player.objects.filter(pk=never_in.pk).update(last_login=None)
    away(here, settings, days=-1)
    away(person("Alice"), settings)
    assert set(gone_guests()) == {gone, never_in}


def test_a_guest_with_nothing_is_deleted_and_one_with_something_is_closed(alice):
    nothing, something = create_guest(), create_guest()
    write_down_act(staff=something, act="x", done_to=alice, public_id=alice.public_id, reason="Why.")
    for guest in (nothing, something):
        forget_guest(guest=guest)
    assert not Player.objects.filter(pk=nothing.pk).exists()
    something.refresh_from_db()
    assert not something.is_active


def test_who_has_signed_up_meanwhile_stays(alice):
    guest = create_guest()
    Player.objects.filter(pk=guest.pk).update(kind=Player.Kind.HUMAN)
    forget_guest(guest=guest)
    assert Player.objects.get(pk=guest.pk).is_active


def test_the_browser_of_a_guest_who_is_closed_is_nobodys(alice):
    guest, client = create_guest(), Client()
    client.force_login(guest)
    write_down_act(staff=guest, act="x", done_to=alice, public_id=alice.public_id, reason="Why.")
    forget_guest(guest=guest)
    assert client.get("/games/mine/").status_code == 302
