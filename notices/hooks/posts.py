"""Sending what stands in the outbox for addresses elsewhere: deliveries of a player's notices, by the channel
that is registered here, and news of what several people share."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Min, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.reading import as_read_by
from notices.channels import Channel, Failed, Gone, Later, register
from notices.hooks.models import Hook, HookPost
from notices.hooks.places import post_kind
from notices.hooks.sending import News, tell_hook
from notices.hooks.services import CHANNEL, HOOK_BELL
from notices.judging import Try
from notices.kinds import Letter, Link
from notices.models import Delivery, Dropped
from notices.outbox import claimed, give_back, given_up, keep_answer, put_off, settle
from upkeep.clock import database_now
from upkeep.due import Work, add_work
from upkeep.kept.compiled_query import CompiledQuery

WORK: Final = "hook posts"


def register_channel() -> None:
    register(Channel(CHANNEL, _("Other addresses"), task=HOOK_BELL, targets=hooks_of, send=send))


def register_work() -> None:
    add_work(
        Work(
            WORK,
            _("News told elsewhere"),
            HOOK_BELL,
            due=(due_posts,),
            since=oldest_due,
            claim=next_posts,
            do=send_post,
            late=600.0,
            part="worker",
            give_back=give_back,
        )
    )


def hooks_of(player: Player) -> Collection[int]:
    return [pk for (pk,) in _ON(player.pk)]


_ON: Final = CompiledQuery(
    lambda player: Hook.objects.filter(player=player, off_at=None).values_list("pk"), int
)


def send(delivery: Delivery, made: Try) -> None:
    """A player's notice to one address (`notices.channels.Channel.send`)."""
    notice = delivery.notice
    hook = next(iter(_OWN(delivery.target, notice.player_id)), None)
    if hook is None:
        raise Gone("off")
    news = News(notice.kind, notice.key or "", notice.news)
    tell_hook(hook, delivery, made.write(), news, made.now)


_OWN: Final = CompiledQuery(lambda pk, player: Hook.objects.filter(pk=pk, player=player), int, int)


def due_posts(now: datetime) -> QuerySet[HookPost]:
    return HookPost.objects.filter(due_at__isnull=False, due_at__lte=now)


def oldest_due(now: datetime) -> datetime | None:
    found: datetime | None = due_posts(now).aggregate(first=Min("due_at"))["first"]
    return found


def next_posts() -> list[HookPost]:
    """The caller's from now on. Tests go first: somebody looks at the page."""
    now = database_now()
    ready = due_posts(now)
    return claimed(ready.filter(kind=HookPost.TEST), now) or claimed(ready.exclude(kind=HookPost.TEST), now)


def send_post(post: HookPost) -> bool:
    """Makes the try that was claimed; whether it has arrived."""
    if given_up(post):
        return False
    if post.target == Delivery.TO_ALL:
        _spread(post)
        return False
    hook = Hook.objects.select_related("player").filter(pk=post.target).first()
    if hook is None:
        settle(post, dropped=Dropped.NO_TARGET)
        return False
    with _read_there(hook):
        letter = _letter(post, hook)
        if letter is None:
            settle(post, dropped=Dropped.STALE)
            return False
        return _told(post, hook, letter)


def _read_there(hook: Hook) -> translation.override:
    """In the language of its player; else in that of the site."""
    if hook.player is not None:
        return as_read_by(hook.player)  # type: ignore[return-value]  # another context manager
    return translation.override(settings.LANGUAGE_CODE)


def _letter(post: HookPost, hook: Hook) -> Letter | None:
    """None: it is not so any more, or nobody knows its kind."""
    if post.kind == HookPost.TEST:
        said = gettext("The site can tell “{name}” what is new.").format(name=hook.name)
        path = reverse("notices:hook", args=[hook.pk])
        return Letter(
            subject=gettext("It works"),
            paragraphs=(said,),
            link=Link(gettext("Its settings"), settings.SITE_URL + path),
        )
    kind = post_kind(post.kind)
    return kind.letter(post) if kind is not None and kind.is_still_true(post) else None


def _told(post: HookPost, hook: Hook, letter: Letter) -> bool:
    now = database_now()
    try:
        tell_hook(hook, post, letter, News(post.kind, post.about, post.news), now)
    except Later as later:
        put_off(post, max(now + later.after, post.due_at or now))
    except Gone as gone:
        settle(post, dropped=Dropped.REFUSED, answer=str(gone))
    except Failed as failed:
        _keep_or_give_up(post, failed)
    else:
        settle(post, sent_at=now)
        return True
    return False


def _keep_or_give_up(post: HookPost, failed: Failed) -> None:
    """A try that somebody watches is made once."""
    if post.kind == HookPost.TEST:
        settle(post, dropped=Dropped.REFUSED, answer=str(failed))
    else:
        keep_answer(post, str(failed))


@transaction.atomic
def _spread(post: HookPost) -> None:
    """One for each address there is now; written again, it stays one."""
    now = database_now()
    hooks = list(Hook.objects.filter(about=post.about, off_at=None).values_list("pk", flat=True))
    named = {"about": post.about, "kind": post.kind, "news": post.news}
    HookPost.objects.bulk_create(
        [HookPost(**named, target=hook, created_at=post.created_at, due_at=now) for hook in hooks],
        ignore_conflicts=True,
    )
    settle(post, dropped=Dropped.SPREAD if hooks else Dropped.NO_TARGET)
