"""The people of the tests: Alice and Bob play, Charlie may only watch."""

from allauth.account.models import EmailAddress

from accounts.models import Player

PASSWORD = "nine large pyramids"


def person(name: str) -> Player:
    """A player with a confirmed address, who logs in with PASSWORD."""
    email = f"{name.lower()}@example.com"
    player = Player.objects.create_player(name=name, email=email, password=PASSWORD)
    EmailAddress.objects.create(user=player, email=email, verified=True, primary=True)
    return player
