"""What staff can read: what the pages show, and a game that is not for everybody only with a reason."""

import pytest
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.db.models import Field
from django.test import RequestFactory
from django.urls import reverse

from accounts.models import Player
from accounts.tests.cast import log_in_as_staff, person
from games.models import Game, LogEntry, Visibility
from games.tests.play import play_turn, table_of
from games.tests.seating import new_game
from homeworlds.rules import RuleSet
from upkeep.models import StaffAct
from upkeep.tests.elements import nowhere_in, page_of

SETUPS = ("homeworld G3 B1 Y3", "homeworld G2 B1 R3")


@pytest.fixture
def set_up(alice, bob, calls):
    """A game after both setups."""
    game = table_of(alice, bob, rules=RuleSet())
    for text in SETUPS:
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


pytestmark = pytest.mark.django_db
WHY = "A player asked about the second turn."
SHOWN = sorted(admin.site._registry, key=lambda model: model._meta.label)


@pytest.fixture
def staff(client):
    sue = person("Sue")
    Player.objects.filter(pk=sue.pk).update(is_staff=True)
    log_in_as_staff(client, sue)
    return client


def changelist(model):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


@pytest.mark.parametrize("model", SHOWN, ids=lambda model: model._meta.label)
def test_no_look_up_reads_what_no_filter_names(staff, model):
    fields = [each for each in model._meta.get_fields() if isinstance(each, Field)]
    secret = [f"{field.name}__startswith" for field in fields]
    for field in fields:
        if field.related_model:
            secret += [f"{field.name}__{far.name}__startswith" for far in field.related_model._meta.fields]
    named = {str(entry[0] if isinstance(entry, tuple) else entry) for entry in shown_by(model).list_filter}
    secret += [field.name for field in fields if field.name not in named]
    shown, asked = shown_by(model), RequestFactory()
    for look_up in secret:
        request = asked.get("/", {look_up: "1"})
        request.user = Player.objects.get(is_staff=True)
        with pytest.raises(DisallowedModelAdminLookup, match=look_up):
            shown.get_changelist_instance(request)
    assert staff.get(changelist(model), {secret[0]: "1"}).status_code == 400


@pytest.mark.parametrize("model", SHOWN, ids=lambda model: model._meta.label)
def test_the_filters_that_are_named_work(staff, model):
    page = staff.get(changelist(model))
    assert page.status_code == 200
    for spec in page.context["cl"].filter_specs:
        for choice in spec.choices(page.context["cl"]):
            address = changelist(model) + choice["query_string"]
            assert staff.get(address).status_code == 200, address


def shown_by(model):
    return admin.site._registry[model]


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED])
def test_looking_at_a_private_game_asks_why_each_time_and_leaves_an_act(staff, set_up, visibility):
    type(set_up).objects.filter(pk=set_up.pk).update(visibility=visibility)
    page = reverse("admin:games_game_change", args=[set_up.pk])
    for number in (1, 2):
        assert nowhere_in(staff.get(page), SETUPS[0])
        refused = staff.post(page, {"reason": " "})
        assert refused.status_code == 422 and nowhere_in(refused, SETUPS[0])
        assert nowhere_in(staff.get(page), SETUPS[0])
        shown = page_of(staff.post(page, {"reason": WHY}, follow=True)).by_id("content")
        assert SETUPS[0] in shown.text
        assert StaffAct.objects.count() == number
    act = StaffAct.objects.first()
    assert (act.act, act.object_kind, act.object_id) == ("look_as_staff", "game", set_up.public_id)
    assert (act.staff.name, act.reason) == ("Sue", WHY)


def test_a_reason_for_one_game_shows_no_other(staff, set_up, alice):
    other = new_game(alice)
    type(set_up).objects.update(visibility=Visibility.PRIVATE)
    staff.post(reverse("admin:games_game_change", args=[other.pk]), {"reason": WHY})
    page = staff.get(reverse("admin:games_game_change", args=[set_up.pk]))
    assert page_of(page).field("reason") and nowhere_in(page, SETUPS[0])


def test_a_public_game_is_looked_at_without_more_ado(staff, set_up):
    page = page_of(staff.get(reverse("admin:games_game_change", args=[set_up.pk])))
    assert SETUPS[0] in page.by_id("content").text
    assert not StaffAct.objects.exists()


def test_the_list_of_entries_keeps_to_games_that_everybody_may_watch(staff, set_up):
    entry = LogEntry.objects.first()
    page = reverse("admin:games_logentry_change", args=[entry.pk])
    assert any(SETUPS[0] in row for row in page_of(staff.get(changelist(LogEntry))).texts("row"))
    assert entry.key not in page_of(staff.get(page)).by_id("content").text.split()
    type(set_up).objects.filter(pk=set_up.pk).update(visibility=Visibility.PRIVATE)
    assert nowhere_in(staff.get(changelist(LogEntry)), SETUPS[0])
    assert staff.get(page).status_code == 302
