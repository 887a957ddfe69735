"""Whether push shall be on is asked once, after a turn was ended, in the place of what stands there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from notices.push.services import CHANNEL
from notices.push.vapid import is_offered, public_key


def may_be_asked(user: AbstractBaseUser | AnonymousUser) -> bool:
    return (
        isinstance(user, Player)
        and is_offered()
        and not user.asked_about_push
        and CHANNEL not in user.told_by
    )


def asking(user: AbstractBaseUser | AnonymousUser, now_who: Callable[[], str]) -> dict[str, Any]:
    """For the answer to a turn: what `notices/_push_hint.html` needs, which a script shows where the browser
    can be called; nothing for who has been asked. `now_who`: a sentence that says who is to move, and how
    long."""
    if not may_be_asked(user):
        return {}

    return {"asks_push": {"key": public_key(settings.VAPID_PRIVATE_KEY), "now_who": now_who()}}
