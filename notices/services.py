"""Writing to the outbox, in the transaction that makes the news."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from accounts.models import Player
from accounts.selectors import confirmed_addresses
from notices.channels import wanted_by
from notices.judging import wants_by_mail
from notices.kinds import Kind, kind_named
from notices.models import AccountMail, Delivery, Digest, Dropped, Notice, Preferences, Thread
from notices.wake import ring_for, ring_for_mails
from upkeep.clock import database_now, local_now

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
    """Writes a notice for each of these people, but not for `by`, which their bells show at once; the ids of
    those whom it reaches by mail, for they have a confirmed address and want it so.

    `reachable`: the ids of those among the players who have such an address; None: it is asked here. To be
    called in the transaction that makes the news: one statement, and one more where somebody wants it by
    another channel; none without people. The same news written twice is one notice. Raises UnknownKind, and
    ValueError for a key that no mail could name.
    """
    registered = kind_named(kind)
    if not _KEY.fullmatch(key):
        raise ValueError(f"“{key}” cannot be the key of a notice: use 1 to 64 letters, digits and hyphens.")
    people = {player.pk: player for player in players if player and player != by and _is_there(player)}
    if not people:
        return set()
    wanted = [player for player in people.values() if player.email and wants_by_mail(player, registered)]
    mailed = _reached(wanted, reachable)
    notices = [
        Notice(player=player, kind=kind, key=key, news=news, created_at=now, **_by_mail(player, now, mailed))
        for player in people.values()
    ]
    Notice.objects.bulk_create(
        notices,
        update_conflicts=True,
        unique_fields=["key", "player", "kind", "news"],
        update_fields=["news"],  # which is as it was
    )
    if mailed:
        ring_for_mails()
    _deliver_otherwise(notices, registered, now)
    return mailed


def _is_there(player: Player) -> bool:
    return player.is_active and not player.is_bot and not player.is_former


def _reached(wanted: list[Player], reachable: Collection[int] | None) -> set[int]:
    if reachable is None:
        return set(confirmed_addresses(wanted)) if wanted else set()
    return {player.pk for player in wanted if player.pk in reachable}


def _by_mail(player: Player, now: datetime, mailed: Collection[int]) -> dict[str, Any]:
    if player.pk in mailed:
        return {"due_at": now}
    return {"dropped": Dropped.SWITCHED_OFF if player.email else Dropped.NO_ADDRESS}


def _deliver_otherwise(notices: list[Notice], kind: Kind, now: datetime) -> None:
    """By the channels besides mail that their players want it by."""
    deliveries = [
        Delivery(notice=notice, channel=channel, created_at=now, due_at=now)
        for notice in notices
        for channel in wanted_by(notice.player, kind.topic)
    ]
    if deliveries:
        Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
        ring_for(each.channel for each in deliveries)


def channels_for(player: Player, kind: str) -> list[str]:
    """Those besides mail by which the player wants notices of this kind. Raises UnknownKind."""
    return wanted_by(player, kind_named(kind).topic)


def withdraw(*, kind: str, key: str, news: int, players: Collection[int] | None = None) -> None:
    """What this tells of is taken back: who was not told yet will not be, and no bell shows it; `players`, by
    their ids: these alone, who are told by another notice."""
    unsent = Notice.objects.filter(key=key, kind=kind, news=news, sent_at__isnull=True)
    if players is not None:
        unsent = unsent.filter(player__in=players)
    unsent.update(due_at=None, dropped=Dropped.TAKEN_BACK)


def see(*, player: Player, key: str | None = None, kind: str | None = None, up_to: int | None = None) -> int:
    """The player has seen what there is to see of this, of this kind, up to this notice (its id), or all that
    is new; how many notices. One statement."""
    wanted = {"key": key, "kind": kind, "pk__lte": up_to}
    only = {name: value for name, value in wanted.items() if value is not None}
    return Notice.objects.filter(player=player, seen_at__isnull=True, **only).update(seen_at=local_now())


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
    Notice.objects.filter(player=player).delete()  # and their deliveries
    Preferences.objects.filter(player=player).delete()
    Digest.objects.filter(player=player).delete()
    AccountMail.objects.filter(player=player).delete()
    Thread.objects.filter(player=player).delete()
