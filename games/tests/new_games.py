"""The page where a game is opened, and its form as it stands then."""

from django.test import Client

from accounts.models import Player
from games.forms.new_game import SEATS
from homeworlds.rules import Preset, Variant, preset_rules

NEW, FORM, PLAY_BOT = "/games/new/", "/games/new/form/", "/games/play-a-bot/"


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player:
        client.force_login(player)
    return client


def wish(**choices) -> dict[str, str]:
    """The form as it stands when the page opens, but for some choices."""
    opened = {
        "variant": "binary",
        "players": "2",
        "rule_set": "booklet",
        "seat_order": "lot",
        "novice": "",
        "seat_1": "me",
        **dict.fromkeys(SEATS[1:], "open"),
        **{
            option: str(value).lower()
            for option, value in preset_rules(Preset.BOOKLET, Variant.BINARY).options().items()
        },
        "drawn_for": "binary booklet",
        "key": "a-key",
    }
    return {**opened, **choices}
