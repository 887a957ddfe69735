"""The admin looks and changes nothing, and has no secrets."""

import pytest
from django.contrib import admin
from django.urls import reverse

from accounts.models import Player
from accounts.tests.cast import log_in_as_staff
from games.models import Game, LogEntry, Room, SecretAlignment
from games.services import report_message, say
from games.tests.play import play_peaceful_turns, table_of
from homeworlds.rules import RuleSet, Variant

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    player = Player.objects.create_player(
        name="Sue", email="sue@example.org", password=None, is_staff=True, is_superuser=True
    )
    log_in_as_staff(client, player)
    return client


@pytest.fixture
def game(alice, bob, charlie):
    return play_peaceful_turns(table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL)), 3)


def test_it_shows_games_and_logs(staff, game):
    for url in (
        reverse("admin:games_game_changelist"),
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:games_logentry_changelist"),
        reverse("admin:games_logentry_change", args=[game.log.first().pk]),
    ):
        assert staff.get(url).status_code == 200


def test_it_changes_nothing(staff, game):
    entry = game.log.first()
    for url in (
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:games_game_delete", args=[game.pk]),
        reverse("admin:games_game_add"),
        reverse("admin:games_logentry_change", args=[entry.pk]),
        reverse("admin:games_logentry_delete", args=[entry.pk]),
        reverse("admin:games_logentry_add"),
    ):
        assert staff.post(url, {"post": "yes", "text": "pass"}).status_code == 403
    assert Game.objects.count() == 1
    assert LogEntry.objects.count() == 3


def test_it_does_not_know_the_secrets():
    assert SecretAlignment not in admin.site._registry


def test_reported_talk_is_looked_at_and_taken_away_with_a_reason(staff, alice, bob):
    table = table_of(alice, bob, rules=RuleSet())
    said = say(game_id=table.pk, player=bob, room=Room.PLAYERS, text="rude <b>words</b>", key="k")
    report = report_message(game=table, message_id=said.pk, player=alice, reason="Not nice")
    look = reverse("admin:games_report_change", args=[report.pk])
    for url in (reverse("admin:games_report_changelist"), look):
        page = staff.get(url).content.decode()
        assert "rude &lt;b&gt;words" in page
    acts = [reverse("admin:games_report_act", args=[report.pk, act]) for act in ("hide", "show", "settle")]
    for act in acts:
        assert act in page
        assert staff.get(act).status_code == 200
        assert staff.post(act, {"reason": " "}).status_code == 422
    assert staff.post(acts[0], {"reason": "Insult"}).status_code == 302
    said.refresh_from_db()
    report.refresh_from_db()
    assert said.hidden_at and report.settled_at
    assert staff.get(reverse("admin:games_report_act", args=[report.pk, "eat"])).status_code == 404
