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
from upkeep.admin import ActsWithReason
from upkeep.models import StaffAct

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
    for act in acts[1:]:
        assert staff.post(act, {"reason": "Looked again"}).status_code == 302
    assert list(StaffAct.objects.values_list("act", "reason", "staff__name")) == [
        ("settle_reports", "Looked again", "Sue"),
        ("show_message", "Looked again", "Sue"),
        ("hide_message", "Insult", "Sue"),
    ]
    assert staff.get(reverse("admin:games_report_act", args=[report.pk, "eat"])).status_code == 404


def test_every_act_of_every_page_for_staff_demands_a_reason_before_it_changes_anything(staff, alice, bob):
    table = table_of(alice, bob, rules=RuleSet())
    said = say(game_id=table.pk, player=bob, room=Room.PLAYERS, text="words", key="k")
    report = report_message(game=table, message_id=said.pk, player=alice, reason="")
    shown = {"player": alice.pk, "report": report.pk}
    with_acts = [each for each in admin.site._registry.values() if isinstance(each, ActsWithReason)]
    assert {each.opts.model_name for each in with_acts} == shown.keys()
    for page in with_acts:
        assert page.acts.keys() == page.labels.keys()
        for act in page.acts:
            url = reverse(
                f"admin:{page.opts.app_label}_{page.opts.model_name}_act",
                args=[shown[page.opts.model_name], act],
            )
            for reason in ("", " "):
                assert staff.post(url, {"reason": reason}).status_code == 422
    assert not StaffAct.objects.exists()
    said.refresh_from_db()
    assert said.hidden_at is None
