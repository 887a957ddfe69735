"""What workers are asked to do for notices."""

from __future__ import annotations

from typing import Final

from upkeep.queue import wake

MAIL_BELL: Final = "notices.tasks.send_mails"


def ring_for_mails() -> None:
    """Asks a worker, once the transaction is committed, to send what can go."""
    wake(MAIL_BELL)
