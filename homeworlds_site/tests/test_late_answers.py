"""What a provider says later of a mail comes by its webhook."""

from __future__ import annotations

import base64
import json

import pytest
from django.test import Client, override_settings
from django.urls import include, path

from accounts.models import Player
from homeworlds_site.urls import urlpatterns as of_site

pytestmark = pytest.mark.django_db
urlpatterns = [*of_site, path("mail-events/", include("anymail.urls"))]
SECRET = "provider:of mails"


def tell_site(kind: str, address: str, secret: str = SECRET, **more: str) -> int:
    """As Postmark does."""
    event = {"RecordType": kind, "Email": address, "Recipient": address, "MessageID": "1", **more}
    login = base64.b64encode(secret.encode()).decode()
    with override_settings(ROOT_URLCONF=__name__, ANYMAIL={"WEBHOOK_SECRET": SECRET}):
        return (
            Client(headers={"Authorization": f"Basic {login}"})
            .post("/mail-events/postmark/tracking/", json.dumps(event), content_type="application/json")
            .status_code
        )


def standing(player: Player) -> tuple[str, bool]:
    player.refresh_from_db()
    return player.refused_address, player.mail_at_all


def test_an_address_that_does_not_exist_is_shown_to_its_player_and_a_full_mailbox_is_not(bob, alice):
    assert tell_site("Bounce", bob.email, Type="Transient") == 200
    assert standing(bob) == ("", True)
    for kind, player in (("HardBounce", bob), ("BadEmailAddress", alice)):
        assert tell_site("Bounce", player.email, Type=kind) == 200
        assert standing(player) == (player.email, True)


def test_who_complains_gets_no_more_mails(bob):
    for _ in range(2):
        assert tell_site("SpamComplaint", bob.email, Type="SpamComplaint") == 200
    assert standing(bob) == ("", False)


def test_a_stranger_address_and_a_wrong_secret_change_nothing(bob):
    assert tell_site("Bounce", "nobody@example.com", Type="HardBounce") == 200
    assert tell_site("Bounce", bob.email, "provider:guess", Type="HardBounce") == 400
    assert standing(bob) == ("", True)


def test_without_a_secret_there_is_no_such_address(client):
    assert client.post("/mail-events/postmark/tracking/").status_code == 404
