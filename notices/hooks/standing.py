"""Whether an address takes what it is told: kept with it, and after three days of nothing but failures it is
switched off, which its people are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.mail import register_switch
from accounts.models import Player
from notices.bell.subjects import Subject, add_subjects
from notices.channels import WRITTEN_EVERY
from notices.hooks.models import Hook
from notices.hooks.places import leads, place_of
from notices.hooks.words import answer_words
from notices.kinds import Kind, Letter, Link, register, said
from notices.models import Notice
from notices.services import tell

OFF: Final = "hook-off"
"""Its key names the hook, its news the minute in which that was switched off."""
PATIENCE: Final = timedelta(days=3)


def register_kind() -> None:
    register_switch("mail_hooks", _("when another address of mine takes nothing any more"), is_seldom=True)
    register(kind_of_off())
    add_subjects(subjects)


def kind_of_off() -> Kind:
    line = said(_("It is switched off."))
    return Kind(OFF, switch="mail_hooks", is_still_true=is_off, letter=letter, line=line)


def subjects(player: Player, notices: Sequence[Notice]) -> Mapping[str, Subject]:
    """Of the addresses among what these tell of, as the bell has them. One query, and those of places."""
    numbers = {
        str(each.key): int(str(each.key).removeprefix("hook-")) for each in notices if each.kind == OFF
    }
    hooks = Hook.objects.in_bulk(set(numbers.values()))
    return {
        key: Subject(
            hooks[number].name, reverse("notices:hook", args=[number]), state=gettext("Another address")
        )
        for key, number in numbers.items()
        if number in hooks and may_change(player, hooks[number])
    }


def works(hook: Hook, said: str, now: datetime) -> None:
    """Its page says so by the minute: what was known a moment ago is not written again."""
    if hook.last_answer == said and hook.tried_at is not None and now - hook.tried_at < WRITTEN_EVERY:
        return
    Hook.objects.filter(pk=hook.pk).update(tried_at=now, last_answer=said, failing_since=None)


def failed(hook: Hook, said: str, now: datetime) -> bool:
    """Whether it is switched off by that."""
    own = Hook.objects.filter(pk=hook.pk)
    own.update(tried_at=now, last_answer=said, failing_since=Coalesce("failing_since", now))
    if own.filter(failing_since__gt=now - PATIENCE).exists():
        return False
    _switch_off(hook, now)
    return True


def is_gone(hook: Hook, said: str, now: datetime) -> None:
    """Its server says that nothing will ever arrive there."""
    Hook.objects.filter(pk=hook.pk).update(
        tried_at=now, last_answer=said, failing_since=Coalesce("failing_since", now)
    )
    _switch_off(hook, now)


@transaction.atomic
def _switch_off(hook: Hook, now: datetime) -> None:
    """Of two workers one tells it."""
    if Hook.objects.filter(pk=hook.pk, off_at=None).update(off_at=now):
        minutes = int(now.timestamp()) // 60
        tell(kind=OFF, key=f"hook-{hook.pk}", news=minutes, players=people_of(hook), by=None, now=now)


def people_of(hook: Hook) -> list[Player]:
    """Who can do something about it."""
    if hook.player is not None:
        return [hook.player]
    place = place_of(hook.about)
    return list(place.leaders(hook.about)) if place else []


def may_change(player: Player, hook: Hook) -> bool:
    return hook.player_id == player.pk if hook.player_id else leads(player, hook.about)


def _hook_of(notice: Notice) -> Hook | None:
    found = Hook.objects.filter(pk=int(str(notice.key).removeprefix("hook-"))).first()
    return found if found is not None and may_change(notice.player, found) else None


def is_off(notice: Notice) -> bool:
    hook = _hook_of(notice)
    return hook is not None and hook.off_at is not None


def letter(notice: Notice) -> Letter:
    hook = _hook_of(notice)
    if hook is None:
        raise ValueError(f"nothing is switched off for {notice}")
    words = gettext("The site has told “{name}” nothing any more since it took nothing for three days.")
    if hook.last_answer == "410":
        words = gettext("The site tells “{name}” nothing any more: its server says that it is gone for good.")
    return Letter(
        subject=gettext("“{name}” is switched off").format(name=hook.name),
        paragraphs=(words.format(name=hook.name), answer_words(hook.last_answer)),
        link=Link(
            gettext("Change it, or switch it on again"),
            settings.SITE_URL + reverse("notices:hook", args=[hook.pk]),
        ),
    )
