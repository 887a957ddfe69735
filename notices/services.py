"""Writing to the outbox, in the transaction that makes the news."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from accounts.models import Player
from accounts.selectors import confirmed_addresses
from notices.kinds import Kind, kind_named
from notices.models import AccountMail, Dropped, Notice, Thread
from notices.wake import ring_for_mails
from upkeep.clock import database_now

_KEY: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
"""It stands in the Message-ID of mails."""


def tell(
    *,
    kind: str,
    key: str,
    news: int,
    players: Iterable[Player | None],
    by: Player | None,
    now: datetime,
    reachable: Collection[int] | None = None,
) -> set[int]:
    """The ids of those who get a notice: people with a confirmed address and the switch on, but not `by`.

    `reachable`: the ids of those among the players who have such an address; None: it is asked here. To be
    called in the transaction that makes the news. Without such people it takes no query. The same news
    written twice is one notice. Raises UnknownKind, and ValueError for a key that no mail could name.
    """
    registered = kind_named(kind)
    if not _KEY.fullmatch(key):
        raise ValueError(f"“{key}” cannot be the key of a notice: use 1 to 64 letters, digits and hyphens.")
    wanted = [player for player in players if player and player != by and _wants(player, registered)]
    rows = [
        Notice(player_id=player_id, kind=kind, key=key, news=news, created_at=now, due_at=now)
        for player_id in _told(wanted, reachable)
    ]
    if not rows:
        return set()
    Notice.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["key", "player", "kind", "news"],
        update_fields=["news"],  # which is as it was
    )
    ring_for_mails()
    return {row.player_id for row in rows}


def _told(wanted: list[Player], reachable: Collection[int] | None) -> Iterable[int]:
    if reachable is None:
        return confirmed_addresses(wanted) if wanted else ()
    return dict.fromkeys(player.pk for player in wanted if player.pk in reachable)


def _wants(player: Player, kind: Kind) -> bool:
    return player.is_human and bool(player.email) and bool(getattr(player, kind.switch))


def withdraw(*, kind: str, key: str, news: int, players: Collection[int] | None = None) -> None:
    """What this tells of is taken back: who was not told yet will not be; `players`, by their ids: these
    alone, who are told by another notice."""
    unsent = Notice.objects.filter(key=key, kind=kind, news=news, due_at__isnull=False)
    if players is not None:
        unsent = unsent.filter(player__in=players)
    unsent.update(due_at=None, dropped=Dropped.TAKEN_BACK)


@transaction.atomic
def mute(*, player: Player, key: str, muted: bool = True) -> None:
    """The player wants no mails about this, or wants them again."""
    Thread.objects.update_or_create(player=player, key=key, defaults={"muted": muted})


def on_account_mail(
    sender: object,
    *,
    player: Player | None,
    address: str,
    kind: str,
    subject: str,
    body: str,
    good_for: timedelta | None,
    **more: Any,
) -> None:
    """The accounts have written to somebody; a worker sends it: no request waits for a mail server."""
    now = database_now()
    AccountMail.objects.create(
        player=player,
        address=address,
        kind=kind,
        subject=subject,
        body=body,
        created_at=now,
        due_at=now,
        good_until=now + good_for if good_for else None,
    )
    ring_for_mails()


def player_leaves(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that an account is deleted, in the deletion's transaction."""
    Notice.objects.filter(player=player).delete()
    AccountMail.objects.filter(player=player).delete()
    Thread.objects.filter(player=player).delete()
