"""What a device would be told of a notice now."""

from __future__ import annotations

from functools import partial

from notices.hours import preferences_of
from notices.judging import Try
from notices.kinds import kind_named
from notices.models import Notice
from notices.push.words import Message, message_of
from upkeep.clock import database_now


def message_now(notice: Notice, device: int) -> Message:
    """Whether or not the notice is still true; in the language that is active."""
    kind = kind_named(notice.kind)
    made = Try(database_now(), kind, preferences_of(notice.player), partial(kind.letter, notice))
    return message_of(notice, device, made)
