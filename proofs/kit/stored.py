"""What the site has stored, as the reckoning wants it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from accounts.models import Player
from games.log import rebuilding
from games.models import EntryKind, Game, LogEntry, Status
from notices.models import Notice
from notices.selectors import by_mail
from proofs.kit.ledger import Ending, Found, Kept, Ledger, Log, News, Stored, reckon


def turns_of() -> tuple[list[Stored], list[Stored]]:
    """Of people, and of bots."""
    people, bots = [], []
    entries = LogEntry.objects.filter(kind=EntryKind.TURN).select_related("game", "player")
    for entry in entries.iterator():
        player = entry.player
        if player is None:
            raise LookupError(f"nobody has made {entry}")
        kept = bots if player.kind == Player.Kind.BOT else people
        kept.append(
            Stored(str(entry.game.public_id), str(player.public_id), entry.number, entry.key, entry.text)
        )
    return people, bots


@transaction.atomic
def _log(game_id: int) -> tuple[str, Log]:
    """Locks the game, for bots may still be playing."""
    game = Game.objects.select_for_update().get(pk=game_id)
    numbers = list(game.log.order_by("number").values_list("number", flat=True))
    return str(game.public_id), Log(game.log_number, numbers, not rebuilding.check(game))


def logs() -> dict[str, Log]:
    started = Game.objects.filter(started_at__isnull=False).values_list("pk", flat=True)
    return dict(map(_log, list(started)))


def kept() -> Kept:
    return Kept(*turns_of(), logs())


def held_to_logs(ledger: Ledger) -> Found:
    """What people were told, against what is stored of their turns."""
    return reckon(ledger.sent, kept())


def endings() -> dict[str, Ending]:
    """Of the games that are over; here each has ended by a turn."""
    finished = LogEntry.objects.filter(game__status=Status.FINISHED, kind=EntryKind.TURN)
    rows = finished.values_list("game__public_id", "game__log_number").annotate(last=Max("number"))
    return {str(game): Ending(last, log_number) for game, log_number, last in rows.order_by()}


def outbox() -> list[News]:
    """What goes by mail; bells show the rest."""
    rows = by_mail(Notice.objects.select_related("player"))
    return [News(row.kind, row.key or "", str(row.player.public_id), row.news) for row in rows]
