"""Tasks: thin, over services; their arguments are ids and numbers, never anything secret."""

from celery import shared_task

from games import services
from upkeep.selectors import SWEEP
from upkeep.services import timed


@shared_task
def play_bot_turn(game_id: int, number: int) -> None:
    services.play_bot(game_id=game_id, number=number)


@shared_task
def send_notice(notice_id: int, tries: int) -> None:
    services.send_notice(notice_id=notice_id, tries=tries)


@shared_task
def sweep() -> None:
    with timed(SWEEP):
        services.call_overdue_bots()
        services.wake_overdue_notices()
        services.give_up_expired_games()
