"""A wish was met: those whom it brings together are told that their game begins, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import Game
from games.notices import letters, still_true
from ladders.begun import notify_begun
from notices.kinds import Kind, Letter, said
from notices.models import Notice

MET: Final = "wish_met"
BOT_CAME: Final = "wish_bot_came"
SWITCH: Final = "mail_starts"


def notify_met(game: Game, players: Iterable[Player], *, now: datetime, by: Player | None = None) -> None:
    notify_begun(MET, game, players, now=now, by=by)


def notify_bot_came(game: Game, player: Player, *, now: datetime) -> None:
    notify_begun(BOT_CAME, game, [player], now=now)


def is_met(notice: Notice) -> bool:
    return still_true.has_begun(notice)


def met_letter(notice: Notice) -> Letter:
    begun = letters.start(notice)
    said = gettext("Your standing wish for a game is met. It stays until you withdraw it.")
    return replace(begun, paragraphs=(said, *begun.paragraphs))


def bot_came_letter(notice: Notice) -> Letter:
    begun = letters.start(notice)
    alone = gettext(
        "Nobody has come yet, so a bot plays with you. Your wish stands: if somebody comes before the third "
        "turn, the bot leaves and you play with them."
    )
    too_few = gettext(
        "Too few have come yet, so bots play with you. Your wish stands: if enough come before the first "
        "turn after the set-up, the bots leave and you play with them."
    )
    is_duel = Game.objects.filter(public_id=notice.key, players=2).exists()
    said = alone if is_duel else too_few
    return replace(begun, paragraphs=(said, *begun.paragraphs))


KINDS: Final = (
    Kind(MET, SWITCH, is_met, met_letter, line=said(_("Your standing wish for a game is met."))),
    Kind(
        BOT_CAME, SWITCH, is_met, bot_came_letter, line=said(_("A bot plays with you until somebody comes."))
    ),
)
