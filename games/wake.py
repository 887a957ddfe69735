"""What workers are asked to do for games."""

from __future__ import annotations

from typing import Final

from upkeep.queue import wake, wake_after

BOT_BELL: Final = "games.tasks.play_bot_turns"
SPARE_BELL: Final = "games.tasks.use_spare_time"
CALL_TASK: Final = "games.tasks.call_bots"
LEAVER_TASK: Final = "games.tasks.settle_leaver"
VACATION_TASK: Final = "games.tasks.follow_vacation"


def ring_for_bots(*, pause: float = 0.0) -> None:
    """Asks a worker, once the transaction is committed, for the turns of bots for whom somebody waits. The
    `pause` is kept by who keeps time, so that nobody thinks meanwhile."""
    if pause > 0:
        wake_after(pause, CALL_TASK)
    else:
        wake(BOT_BELL)


def ring_for_spare_time() -> None:
    """Asks a worker, once the transaction is committed, for what nobody waits for, behind all else: turns of
    bots among themselves, and looks at finished games."""
    wake(SPARE_BELL)


def wake_leaver(*, leaver_id: int) -> None:
    """Asks a worker, once the transaction is committed, to settle the games of a deleted player."""
    wake(LEAVER_TASK, leaver_id)


def wake_vacation(*, player_id: int) -> None:
    """Asks a worker, once the transaction is committed, to have the clocks follow a player's vacation."""
    wake(VACATION_TASK, player_id)
