"""What workers are asked to do for games."""

from __future__ import annotations

from typing import Final

from upkeep.queue import wake

BOT_TASK: Final = "games.tasks.play_bot_turn"
LONELY_BOT_TASK: Final = "games.tasks.play_among_bots"
LEAVER_TASK: Final = "games.tasks.settle_leaver"
MARK_TASK: Final = "games.tasks.mark_game"
ANALYSIS_TASK: Final = "games.tasks.analyse_game"
VACATION_TASK: Final = "games.tasks.follow_vacation"


def wake_bot(*, game_id: int, number: int) -> None:
    """Asks a worker, once the transaction is committed, for the bot's turn that answers an entry."""
    wake(BOT_TASK, game_id, number)


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
