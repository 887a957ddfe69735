"""Keeping addresses elsewhere, and writing news for them in the transaction that makes these."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from accounts.locking import lock_player
from accounts.models import Player
from notices.hooks import known
from notices.hooks.models import OWN, Hook, HookPost
from notices.hooks.places import leads, place_of
from notices.hooks.refusals import HookRefusal
from notices.hooks.standing import may_change
from notices.models import Delivery
from notices.switches.services import switch_channel
from upkeep import outside
from upkeep.clock import database_now
from upkeep.queue import wake

CHANNEL: Final = "hook"
HOOK_BELL: Final = "notices.tasks.hooks"
MOST: Final = 10
"""Addresses of one player, or of one club."""
FORGOTTEN_AT_ONCE: Final = 500
DAY: Final = timedelta(days=1)


@transaction.atomic
def add_hook(*, player: Player, name: str, address: str, about: str = "") -> Hook:
    """A player's own, or of what `about` names. Locks the player. Raises HookRefusal (those of the address,
    "not-yours", "too-many")."""
    if about and not leads(player, about):
        raise HookRefusal("not-yours")
    schema = schema_of(address)
    player = lock_player(player)
    beside = Hook.objects.filter(about=about) if about else Hook.objects.filter(player=player)
    if beside.count() >= MOST:
        raise HookRefusal("too-many")
    hook = Hook.objects.create(
        player=None if about else player,
        about=about,
        name=name,
        schema=schema,
        address=address,
        secret=new_secret() if schema == OWN else "",
        created_at=database_now(),
    )
    if about:
        _mark(about, True)
    elif CHANNEL not in player.told_by:
        switch_channel(player=player, channel=CHANNEL, on=True)
    return hook


@transaction.atomic
def change_hook(*, player: Player, hook_id: int, name: str, address: str = "") -> Hook:
    """Another name or address; without one that of before stays. It is told again if it was switched off.
    Locks the hook. Raises HookRefusal (those of the address, "not-yours")."""
    hook = _locked(player, hook_id)
    hook.name = name
    if address:
        hook.schema, hook.address = schema_of(address), address
        hook.secret = (hook.secret or new_secret()) if hook.schema == OWN else ""
    hook.failing_since = hook.off_at = None
    hook.last_answer = ""
    hook.save(update_fields=["name", "schema", "address", "secret", "failing_since", "off_at", "last_answer"])
    return hook


@transaction.atomic
def remove_hook(*, player: Player, hook_id: int) -> None:
    """Locks the player, then the hook. Raises HookRefusal ("not-yours")."""
    player = lock_player(player)
    hook = _locked(player, hook_id)
    HookPost.objects.filter(target=hook.pk).delete()
    hook.delete()
    if hook.about:
        if not Hook.objects.filter(about=hook.about).exists():
            _mark(hook.about, False)
    elif not Hook.objects.filter(player=player).exists() and CHANNEL in player.told_by:
        # So that its turns write nothing for this channel any more.
        switch_channel(player=player, channel=CHANNEL, on=False)


@transaction.atomic
def try_hook(*, player: Player, hook_id: int) -> HookPost:
    """Sends it a message that says nothing but that it arrives. Raises HookRefusal ("not-yours", "off")."""
    hook = _locked(player, hook_id)
    if hook.off_at is not None:
        raise HookRefusal("off")
    now = database_now()
    number = HookPost.objects.filter(target=hook.pk, kind=HookPost.TEST).count() + 1
    news = int(now.timestamp()) * 1000 + number % 1000
    post = HookPost.objects.create(
        kind=HookPost.TEST, about="", news=news, target=hook.pk, created_at=now, due_at=now
    )
    wake(HOOK_BELL)
    return post


@transaction.atomic
def send_again(*, player: Player, hook_id: int, message: str) -> None:
    """What has been settled is due again, with the id that it had; `message` is the name that the list of the
    last ones has for it. Locks the hook. Raises HookRefusal ("not-yours", "off", "not-there")."""
    hook = _locked(player, hook_id)
    if hook.off_at is not None:
        raise HookRefusal("off")
    table, _, number = message.partition("-")
    if not (number.isascii() and number.isdigit()):
        raise HookRefusal("not-there")
    messages = {
        "post": HookPost.objects.filter(target=hook.pk),
        "delivery": Delivery.objects.filter(channel=CHANNEL, target=hook.pk),
    }.get(table)
    again = {"due_at": database_now(), "tries": 0, "sent_at": None, "dropped": ""}
    if messages is None or not messages.filter(pk=int(number), due_at=None).update(**again):
        raise HookRefusal("not-there")
    wake(HOOK_BELL)


def post_news(*, kind: str, about: Collection[str], news: int, now: datetime) -> None:
    """For the addresses of what these keys name, each of which has any. In the transaction that makes the
    news: one statement. Written twice it is one."""
    posts = [HookPost(kind=kind, about=key, news=news, created_at=now, due_at=now) for key in about]
    if posts:
        HookPost.objects.bulk_create(posts, ignore_conflicts=True)
        wake(HOOK_BELL)


def forget_hooks(*, about: str) -> None:
    """What they belong to is no more."""
    hooks = Hook.objects.filter(about=about)
    HookPost.objects.filter(target__in=list(hooks.values_list("pk", flat=True))).delete()
    HookPost.objects.filter(about=about).delete()
    hooks.delete()


def player_leaves(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that an account is deleted, in the deletion's transaction."""
    hooks = Hook.objects.filter(player=player)
    HookPost.objects.filter(target__in=list(hooks.values_list("pk", flat=True))).delete()
    hooks.delete()


def forget_old_posts() -> int:
    """Deletes settled ones older than NOTICES_KEPT_DAYS, so many at once; how many."""
    old = database_now() - settings.NOTICES_KEPT_DAYS * DAY
    rows = HookPost.objects.filter(due_at=None, created_at__lt=old).order_by("created_at")
    found = list(rows.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
    return HookPost.objects.filter(pk__in=found).delete()[0] if found else 0


def schema_of(address: str) -> str:
    """Raises HookRefusal where nothing could be told there."""
    if schema := known.service_of(address):
        if len(address) > outside.LONGEST_ADDRESS or not address.isascii():
            raise HookRefusal("form")
        if not known.is_understood(schema, address):
            raise HookRefusal("not-sent")
        return schema
    try:
        outside.checked(address)
    except outside.Closed as closed:
        raise HookRefusal(closed.code) from None
    return OWN


def new_secret() -> str:
    """As Standard Webhooks has it."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


def _locked(player: Player, hook_id: int) -> Hook:
    hook = Hook.objects.select_for_update(no_key=True, of=("self",)).filter(pk=hook_id).first()
    if hook is None or not may_change(player, hook):
        raise HookRefusal("not-yours")
    return hook


def _mark(about: str, has_any: bool) -> None:
    place = place_of(about)
    if place is not None:
        place.mark(about, has_any)
