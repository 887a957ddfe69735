"""Everything that changes a game. Each service is one transaction and locks the game's row first.

Whom staff have suspended is refused by all that go on with a game or into one (SUSPENDED), whom they have
muted by all that say something (SILENCED); leaving and resigning are open to everybody.
"""

from games.services.bot_turns import SECONDS_ALONE, play_bot
from games.services.clocks.absence import come_back, substitute
from games.services.clocks.agreements import consent, dissent
from games.services.clocks.giving import give_time
from games.services.clocks.pausing import pause_game, resume_game
from games.services.clocks.playing_on import play_on
from games.services.clocks.vacation import (
    end_own_vacation,
    follow_vacation,
    follow_vacations,
    go_on_vacation,
)
from games.services.draws import agree_to_draw, claim_repetition, withdraw_draw
from games.services.hindsight.analysis import (
    analyse_game,
    analyse_whole_game,
    ask_for_analysis,
)
from games.services.hindsight.marks import mark_game, mark_whole_game
from games.services.invitations import (
    accept_invitation,
    decline_invitation,
    invite,
    withdraw_invitation,
)
from games.services.leaving import settle_leaver, settle_overdue_leavers
from games.services.looking import keep_half_made, open_table, tidy_map, undo_tidying
from games.services.notes import write_note
from games.services.rematch import ask_rematch
from games.services.seating import (
    Origin,
    SeatWish,
    cancel_game,
    create_game,
    give_up_expired_games,
    join_game,
    leave_game,
    remove_player,
)
from games.services.sending_away import send_bot_away
from games.services.sitting_in import let_bot_sit_in
from games.services.talk import report_message, say, see_talk
from games.services.terms import agree_to_terms, change_terms
from games.services.turns import TurnTaken, resign, take_back, take_turn

__all__ = [
    "SECONDS_ALONE",
    "Origin",
    "SeatWish",
    "TurnTaken",
    "accept_invitation",
    "agree_to_draw",
    "agree_to_terms",
    "analyse_game",
    "analyse_whole_game",
    "ask_for_analysis",
    "ask_rematch",
    "cancel_game",
    "change_terms",
    "claim_repetition",
    "come_back",
    "consent",
    "create_game",
    "decline_invitation",
    "dissent",
    "end_own_vacation",
    "follow_vacation",
    "follow_vacations",
    "give_time",
    "give_up_expired_games",
    "go_on_vacation",
    "invite",
    "join_game",
    "keep_half_made",
    "leave_game",
    "let_bot_sit_in",
    "mark_game",
    "mark_whole_game",
    "open_table",
    "pause_game",
    "play_bot",
    "play_on",
    "remove_player",
    "report_message",
    "resign",
    "resume_game",
    "say",
    "see_talk",
    "send_bot_away",
    "settle_leaver",
    "settle_overdue_leavers",
    "substitute",
    "take_back",
    "take_turn",
    "tidy_map",
    "undo_tidying",
    "withdraw_draw",
    "withdraw_invitation",
    "write_note",
]
