"""What workers are asked to do for notices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from notices.channels import registered
from upkeep.queue import wake

MAIL_BELL: Final = "notices.tasks.send_mails"
DIGEST_BELL: Final = "notices.tasks.digests"


def ring_for_mails() -> None:
    """Asks a worker, once the transaction is committed, to send what can go."""
    wake(MAIL_BELL)


def ring_for(channels: Iterable[str]) -> None:
    """The same by each of these channels."""
    for channel in dict.fromkeys(channels):
        wake(registered()[channel].task)
