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
def settle_leaver(leaver_id: int) -> None:
    services.settle_leaver(leaver_id=leaver_id)


@shared_task
def mark_game(game_id: int, checked: int) -> None:
    services.mark_game(game_id=game_id, checked=checked)


@shared_task
def sweep() -> None:
    with timed(SWEEP):
        services.call_overdue_bots()
        services.wake_overdue_notices()
        services.give_up_expired_games()
        services.settle_overdue_leavers()
        services.wake_overdue_markings()
        services.forget_old_notices()
