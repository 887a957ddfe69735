"""What workers are asked to do for notices."""

from __future__ import annotations

from typing import Final

from upkeep.queue import wake

NOTICE_TASK: Final = "notices.tasks.send_notice"
ACCOUNT_MAIL_TASK: Final = "notices.tasks.send_account_mail"


def wake_notice(*, notice_id: int, tries: int) -> None:
    """Asks a worker, once the transaction is committed, for the try that follows `tries` others."""
    wake(NOTICE_TASK, notice_id, tries)


def wake_account_mail(*, mail_id: int, tries: int) -> None:
    """Likewise."""
    wake(ACCOUNT_MAIL_TASK, mail_id, tries)
