"""The admin looks and changes nothing, and has no secrets."""

import pytest
from django.contrib import admin
from django.urls import reverse

from accounts.models import Player
from accounts.tests.cast import log_in_as_staff
from games.models import Game, LogEntry, SecretAlignment
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
