"""Everything that changes a game. Each service is one transaction and locks the game's row first."""

from games.services.bot_turns import call_overdue_bots, play_bot
from games.services.seating import (
    SeatWish,
    cancel_game,
    create_game,
    join_game,
    leave_game,
)
from games.services.turns import TurnTaken, resign, take_turn

__all__ = [
    "SeatWish",
    "TurnTaken",
    "call_overdue_bots",
    "cancel_game",
    "create_game",
    "join_game",
    "leave_game",
    "play_bot",
    "resign",
    "take_turn",
]
