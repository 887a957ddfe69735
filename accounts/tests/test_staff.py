"""Staff: two factors, nothing to change but by services, and every act written down with its reason."""

import time
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.services import create_guest, ensure_bots
from accounts.staff import acts
from accounts.tests.cast import PASSWORD, log_in_as_staff, person
from accounts.tests.device import Device, add_passkey, log_in_with, show_passkey
from accounts.tests.logging_in import log_in, show_password
from upkeep.models import IsAppendOnly, StaffAct
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = pytest.mark.django_db
WHY = "Asked for it by mail."


@pytest.fixture
def sue(db):
    sue = person("Sue")
    Player.objects.filter(pk=sue.pk).update(is_staff=True)
    sue.refresh_from_db()
    return sue


@pytest.fixture
def root(db):
    root = person("Ruth")
    Player.objects.filter(pk=root.pk).update(is_staff=True, is_superuser=True)
    root.refresh_from_db()
    return root


def code_of(secret):
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


# --- The door


def set_up_an_app(client):
    """As the pages ask for it; returns the page with the key, and the key."""
    asked = client.get(reverse("mfa_activate_totp"))["Location"]
    page = client.post(asked, {"password": PASSWORD, "next": reverse("mfa_activate_totp")}, follow=True)
    secret = client.session["mfa.totp.secret"]
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    return page_of(page).one("main"), secret


def test_staff_without_a_second_factor_are_sent_to_set_one_up(client, sue):
    client.post(reverse("account_login"), {"login": sue.email, "password": PASSWORD})
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0] == reverse("mfa_index")
    offered = page_of(response).one("main").targets
    assert {reverse("mfa_activate_totp"), reverse("mfa_add_webauthn")} <= set(offered)
    assert "Staff log in with a second factor" in page_of(response).by_id("messages").text
    page, secret = set_up_an_app(client)
    assert f"The key: {secret}" in page.texts("paragraph")
    assert page.select("[style]") == []
    assert Authenticator.objects.filter(user=sue).count() == 2  # with recovery codes

    # To have one is not enough: this session has not shown it yet.
    response = client.get("/admin/accounts/player/", follow=True)
    asked, _status = response.redirect_chain[-1]
    assert asked.startswith(reverse("mfa_reauthenticate"))
    response = client.post(asked, {"code": code_of(secret), "next": "/admin/accounts/player/"}, follow=True)
    assert response.status_code == 200
    assert response.redirect_chain[-1][0] == "/admin/accounts/player/"


def test_a_passkey_is_a_second_factor_of_staff_alone_and_beside_the_password(client, sue):
    log_in(client, sue.email)
    show_password(client)
    device = Device()
    add_passkey(client, device)
    asked = client.get("/admin/", follow=True).redirect_chain[-1][0]
    page, _question, _next = asked.partition("?")
    assert page == reverse("mfa_reauthenticate_webauthn")
    assert client.get("/admin/").status_code == 302
    assert show_passkey(client, device, page, next="/admin/")["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200
    alone, beside = Client(), Client()
    log_in_with(alone, device)
    show_passkey(beside, device, log_in(beside, sue.email)["Location"])
    for visitor in (alone, beside):
        assert visitor.get("/admin/").status_code == 200
    Authenticator.objects.filter(type="webauthn").delete()
    assert client.get("/admin/").status_code == 302


def test_logging_in_with_the_second_factor_opens_the_admin(client, sue):
    log_in_as_staff(client, sue)
    client.logout()
    secret = Authenticator.objects.get(user=sue).data["secret"]
    response = client.post(reverse("account_login"), {"login": sue.email, "password": PASSWORD})
    assert response["Location"] == reverse("mfa_authenticate")
    assert client.get("/admin/").status_code == 302
    asked = page_of(client.get(reverse("mfa_authenticate")))
    assert asked.one("heading").text == "Your code" and asked.field("code")
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert client.get("/admin/").status_code == 200


def test_a_session_older_than_the_second_factor_does_not_count(client, sue):
    log_in_as_staff(client, sue)
    assert client.get("/admin/").status_code == 200
    Authenticator.objects.all().delete()
    assert client.get("/admin/").status_code == 302


def test_players_do_not_get_in(client, alice):
    log_in_as_staff(client, alice)
    assert client.get("/admin/", follow=True).status_code == 403


@pytest.mark.parametrize(
    "name", ["mfa_index", "mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_deactivate_totp"]
)
def test_the_pages_of_the_second_factor_are_the_houses(client, sue, name):
    client.post(reverse("account_login"), {"login": sue.email, "password": PASSWORD})
    set_up_an_app(client)
    page = page_of(client.get(reverse(name)))
    assert page.one("main")["class"] == "page page--narrow"
    assert page.select("[style]") == []


# --- The acts


def test_staff_close_and_reopen_accounts_with_a_reason(sue, alice):
    acts.close_account(staff=sue, player=alice, reason=WHY)
    alice.refresh_from_db()
    assert not alice.is_active
    acts.reopen_account(staff=sue, player=alice, reason="A mistake.")
    alice.refresh_from_db()
    assert alice.is_active
    assert list(StaffAct.objects.values_list("staff", "act", "object_kind", "object_id", "reason")) == [
        (sue.pk, "reopen_account", "player", alice.public_id, "A mistake."),
        (sue.pk, "close_account", "player", alice.public_id, WHY),
    ]


def test_a_closed_account_is_out_at_once(client, sue, alice):
    client.force_login(alice, backend="accounts.backends.PeopleBackend")
    acts.close_account(staff=sue, player=alice, reason=WHY)
    assert client.get(reverse("account_preferences")).status_code == 302


def test_superusers_make_staff_and_end_it_and_help_who_lost_a_phone(client, root, alice):
    acts.make_staff(staff=root, player=alice, reason=WHY)
    alice.refresh_from_db()
    log_in_as_staff(client, alice)
    assert client.get("/admin/").status_code == 200
    acts.remove_second_factor(staff=root, player=alice, reason=WHY)
    assert not Authenticator.objects.filter(user=alice).exists()
    acts.end_staff(staff=root, player=alice, reason=WHY)
    assert not Player.objects.get(pk=alice.pk).is_staff
    assert StaffAct.objects.count() == 3


def test_at_the_machine_the_last_superuser_gets_in_again_and_that_is_written_down(client, root):
    log_in_as_staff(client, root)
    with pytest.raises(CommandError, match="why"):
        call_command("remove_second_factor", root.email, reason=" ")
    assert Authenticator.objects.filter(user=root).exists()
    out = StringIO()
    call_command(
        "remove_second_factor", root.email.upper(), reason="The phone fell into the sea.", stdout=out
    )
    assert not Authenticator.objects.filter(user=root).exists()
    act = StaffAct.objects.get()
    assert (act.staff, act.act, act.reason) == (root, "remove_second_factor", "The phone fell into the sea.")
    for address in (root.email, "nobody@example.org"):
        with pytest.raises(CommandError):
            call_command("remove_second_factor", address, reason=WHY)
    assert StaffAct.objects.count() == 1


def players(sue, root, alice):
    ensure_bots()
    bot = Player.objects.filter(kind=Player.Kind.BOT).first()
    return {"sue": sue, "root": root, "alice": alice, "guest": create_guest(), "bot": bot}


@pytest.mark.parametrize(
    "act, staff, player, reason, code",
    [
        ("close", "sue", "alice", " ", "no_reason"),
        ("close", "sue", "root", WHY, "not_for_you"),
        ("close", "sue", "sue", WHY, "not_for_you"),
        ("close", "sue", "bot", WHY, "not_for_you"),
        ("reopen", "sue", "alice", WHY, "nothing_to_do"),
        ("make-staff", "sue", "alice", WHY, "not_for_you"),
        ("make-staff", "root", "guest", WHY, "not_for_you"),
        ("make-staff", "root", "sue", WHY, "nothing_to_do"),
        ("make-staff", "root", "alice", "", "no_reason"),
        ("end-staff", "sue", "root", WHY, "not_for_you"),
        ("end-staff", "root", "root", WHY, "not_for_you"),
        ("end-staff", "root", "alice", WHY, "nothing_to_do"),
        ("remove-second-factor", "sue", "root", WHY, "not_for_you"),
        ("remove-second-factor", "root", "alice", WHY, "nothing_to_do"),
    ],
)
def test_what_may_not_be_done_changes_nothing_and_is_not_written_down(
    sue, root, alice, act, staff, player, reason, code
):
    cast = players(sue, root, alice)
    before = list(Player.objects.order_by("pk").values("is_active", "is_staff"))
    with pytest.raises(ValidationError) as refused:
        acts.ACTS[act](staff=cast[staff], player=cast[player], reason=reason)
    assert refused.value.code == code
    assert list(Player.objects.order_by("pk").values("is_active", "is_staff")) == before
    assert not StaffAct.objects.exists()


def test_what_is_written_down_stays(sue, alice):
    acts.close_account(staff=sue, player=alice, reason=WHY)
    act = StaffAct.objects.get()
    for change in (
        act.save,
        act.delete,
        StaffAct.objects.all().delete,
        lambda: StaffAct.objects.update(reason="x"),
    ):
        with pytest.raises(IsAppendOnly):
            change()


# --- The pages


def test_the_page_of_an_act_asks_for_the_reason(client, sue, alice):
    log_in_as_staff(client, sue)
    page = reverse("admin:accounts_player_act", args=[alice.pk, "close"])
    assert page in page_of(client.get(reverse("admin:accounts_player_change", args=[alice.pk]))).targets
    assert client.get(page).status_code == 200
    assert client.post(page, {"reason": "  "}).status_code == 422
    assert Player.objects.get(pk=alice.pk).is_active
    assert client.post(page, {"reason": WHY}).status_code == 302
    assert not Player.objects.get(pk=alice.pk).is_active
    again = client.post(page, {"reason": WHY})
    assert again.status_code == 422 and "done already" in page_of(again).select("form")[-1].text
    assert StaffAct.objects.count() == 1
    rows = page_of(client.get(reverse("admin:upkeep_staffact_changelist"))).by_id("result_list").texts("row")
    assert [alice.public_id in row and WHY in row for row in rows[1:]] == [True]


def test_the_page_of_an_act_is_for_staff_only(client, alice):
    client.force_login(alice, backend="accounts.backends.PeopleBackend")
    page = reverse("admin:accounts_player_act", args=[alice.pk, "close"])
    assert client.post(page, {"reason": WHY}).status_code == 302
    assert Player.objects.get(pk=alice.pk).is_active


def test_there_is_no_act_but_those(client, sue, alice):
    log_in_as_staff(client, sue)
    assert client.get(f"/admin/accounts/player/{alice.pk}/act/promote/").status_code == 404


def test_nothing_can_be_changed_in_the_admin_itself(client, root):
    """By nobody: whatever staff do goes through a service."""
    log_in_as_staff(client, root)
    request = client.get("/admin/").wsgi_request
    request.user = root
    for model, shown in admin.site._registry.items():
        assert not shown.has_add_permission(request), model
        assert not shown.has_change_permission(request), model
        assert not shown.has_delete_permission(request), model
        assert (
            client.get(reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist")).status_code
            == 200
        )


def test_no_page_of_the_admin_shows_a_key_of_a_second_factor(client, root):
    log_in_as_staff(client, root)
    assert Authenticator not in admin.site._registry
    secret = Authenticator.objects.get(user=root).data["secret"]
    page = client.get(reverse("admin:accounts_player_change", args=[root.pk]))
    assert page_of(page).one("heading", "Ruth")
    assert nowhere_in(page, secret) and nowhere_in(page, root.password)
