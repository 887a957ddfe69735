"""What workers are asked to do for notices."""

from __future__ import annotations

from typing import Final

from upkeep.queue import wake

NOTICE_TASK: Final = "notices.tasks.send_notice"


def wake_notice(*, notice_id: int, tries: int) -> None:
    """Asks a worker, once the transaction is committed, for the try that follows `tries` others."""
    wake(NOTICE_TASK, notice_id, tries)
