"""The people of the tests: Alice and Bob play, Charlie may only watch."""

from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.http import HttpRequest
from django.test import Client

from accounts.models import Player

PASSWORD = "nine large pyramids"


def person(name: str) -> Player:
    """A player with a confirmed address, who logs in with PASSWORD."""
    email = f"{name.lower()}@example.com"
    player = Player.objects.create_player(name=name, email=email, password=PASSWORD)
    EmailAddress.objects.create(user=player, email=email, verified=True, primary=True)
    return player


def log_in_as_staff(client: Client, player: Player) -> None:
    """A session that has shown its second factor, as the admin asks of staff."""
    factor = Authenticator.objects.filter(user=player, type=Authenticator.Type.TOTP).first()
    factor = factor or TOTP.activate(player, generate_totp_secret()).instance
    client.force_login(player, backend="accounts.backends.PeopleBackend")
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, player, "mfa", id=factor.pk, type=factor.type)
    request.session.save()
