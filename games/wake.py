"""What workers are asked to do for games."""

from __future__ import annotations

from typing import Final

from upkeep.queue import wake, wake_after

BOT_TASK: Final = "games.tasks.play_bot_turn"
SLOW_BOT_TASK: Final = "games.tasks.play_slow_bot_turn"
CALL_TASK: Final = "games.tasks.call_bot"
LONELY_BOT_TASK: Final = "games.tasks.play_among_bots"
LEAVER_TASK: Final = "games.tasks.settle_leaver"
MARK_TASK: Final = "games.tasks.mark_game"
ANALYSIS_TASK: Final = "games.tasks.analyse_game"
VACATION_TASK: Final = "games.tasks.follow_vacation"


def wake_bot(*, game_id: int, number: int, slow: bool = False, pause: float = 0.0) -> None:
    """Asks a worker, once the transaction is committed, for the bot's turn that answers an entry: after the
    turns of others if it is `slow`. The `pause` is kept by who keeps time, so that
    nobody thinks meanwhile."""
    if pause > 0:
        wake_after(pause, CALL_TASK, game_id, number, int(slow))
    else:
        wake(SLOW_BOT_TASK if slow else BOT_TASK, game_id, number)


def wake_lonely_bot(*, game_id: int, number: int) -> None:
    """The same where nobody waits for it: behind whatever else is to be done."""
    wake(LONELY_BOT_TASK, game_id, number)


def wake_leaver(*, leaver_id: int) -> None:
    """Asks a worker, once the transaction is committed, to settle the games of a deleted player."""
    wake(LEAVER_TASK, leaver_id)


def wake_marker(*, game_id: int, checked: int) -> None:
    """Asks a worker, once the transaction is committed, to look at what follows `checked` entries."""
    wake(MARK_TASK, game_id, checked)


def wake_analyst(*, game_id: int, checked: int) -> None:
    """Asks a worker, once the transaction is committed, to read the positions that follow the first
    `checked`: behind whatever else is to be done."""
    wake(ANALYSIS_TASK, game_id, checked)


def wake_vacation(*, player_id: int) -> None:
    """Asks a worker, once the transaction is committed, to have the clocks follow a player's vacation."""
    wake(VACATION_TASK, player_id)
