"""What pages show of addresses elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from django.http import Http404
from django.utils.translation import gettext

from accounts.models import Player
from notices.hooks.known import SERVICES
from notices.hooks.models import OWN, Hook, HookPost
from notices.hooks.places import post_kind
from notices.hooks.services import CHANNEL
from notices.hooks.standing import may_change
from notices.hooks.words import DROPPED, answer_words
from notices.kinds import registered
from notices.models import Delivery, Dropped
from notices.outbox import MOST_TRIES
from upkeep.dates import when

SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class Message:
    """One of the last that it was told, or was to be."""

    name: str
    """For `send_again`."""
    kind: str
    at: datetime
    state: str
    arrived: bool
    may_be_sent_again: bool


@dataclass(frozen=True, slots=True)
class Row:
    """An address as a list has it."""

    hook: Hook
    state: str
    is_well: bool


def hook_for(player: Player, hook_id: int) -> Hook:
    """Raises Http404, alike for one that is not and for one that is somebody else's."""
    hook = Hook.objects.select_related("player").filter(pk=hook_id).first()
    if hook is None or not may_change(player, hook):
        raise Http404
    return hook


def rows_of(player: Player) -> list[Row]:
    return [_row(hook) for hook in Hook.objects.filter(player=player).order_by("pk")]


def rows_about(about: str) -> list[Row]:
    return [_row(hook) for hook in Hook.objects.filter(about=about).order_by("pk")]


def _row(hook: Hook) -> Row:
    return Row(hook, state_of(hook), hook.failing_since is None)


def state_of(hook: Hook) -> str:
    """Whether it works, in words."""
    if hook.off_at is not None:
        return gettext("off since {when}: {why}").format(
            when=when(hook.off_at), why=answer_words(hook.last_answer)
        )
    if hook.failing_since is not None:
        return gettext("fails since {when}: {why}").format(
            when=when(hook.failing_since), why=answer_words(hook.last_answer)
        )
    if hook.tried_at is None:
        return gettext("was told nothing yet")
    return gettext("works, last {when}").format(when=when(hook.tried_at))


def title_of(hook: Hook) -> str:
    """The service, or the host of somebody's own server: all that is shown again of an address."""
    if hook.schema == OWN:
        return urlsplit(hook.address).hostname or ""
    return SERVICES[hook.schema].title if hook.schema in SERVICES else hook.schema


def last_messages(hook: Hook) -> list[Message]:
    """The last twenty, the newest first. Two queries."""
    posts = HookPost.objects.filter(target=hook.pk).order_by("-pk")[:SHOWN]
    deliveries = Delivery.objects.filter(channel=CHANNEL, target=hook.pk)
    found: list[HookPost | Delivery] = [*posts, *deliveries.select_related("notice").order_by("-pk")[:SHOWN]]
    found.sort(key=lambda each: each.created_at, reverse=True)
    return [_message(each, hook) for each in found[:SHOWN]]


def _message(message: HookPost | Delivery, hook: Hook) -> Message:
    is_post = isinstance(message, HookPost)
    return Message(
        name=f"{'post' if is_post else 'delivery'}-{message.pk}",
        kind=_kind_words(message),
        at=message.created_at,
        state=_became(message),
        arrived=message.sent_at is not None,
        may_be_sent_again=message.due_at is None and hook.off_at is None,
    )


def _kind_words(message: HookPost | Delivery) -> str:
    """As `docs/webhooks.md` names it; who reads this list writes programs."""
    if isinstance(message, Delivery):
        return message.notice.kind if message.notice.kind in registered() else "?"
    return message.kind if message.kind == HookPost.TEST or post_kind(message.kind) else "?"


def _became(message: HookPost | Delivery) -> str:
    if message.sent_at is not None:
        return gettext("It arrived.")
    why = answer_words(message.answer)
    if message.due_at is not None:
        if message.tries and why:
            return gettext("{why} Tried {tries} times; the next try is at {when}.").format(
                why=why, tries=message.tries, when=when(message.due_at)
            )
        return gettext("It is on its way.")
    if message.dropped == Dropped.TOO_MANY_TRIES:
        return gettext("{why} Given up after {tries} tries.").format(why=why, tries=MOST_TRIES).strip()
    return str(DROPPED.get(message.dropped) or why or gettext("It was not sent."))


def shown(messages: Sequence[Message]) -> bool:
    """Whether one of them is on its way, so that the page had better look again."""
    return any(not each.arrived and not each.may_be_sent_again for each in messages)
