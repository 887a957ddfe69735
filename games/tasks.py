"""Tasks: thin, over services; their arguments are ids and numbers, never anything secret."""

from celery import shared_task

from games import services
from games.notices.naming import name_games_of_notices
from games.wake import wake_bot
from notices import sending
from upkeep.sweep import sweep


@shared_task
def call_bot(game_id: int, number: int, slow: int) -> None:
    """The pause is over."""
    wake_bot(game_id=game_id, number=number, slow=bool(slow))


# Done before they are off the queue: who thinks keeps no further turn from those who do not.
@shared_task(acks_late=True)
def play_bot_turn(game_id: int, number: int) -> None:
    services.play_bot(game_id=game_id, number=number)


@shared_task(acks_late=True)
def play_slow_bot_turn(game_id: int, number: int) -> None:
    services.play_bot(game_id=game_id, number=number)


@shared_task
def play_among_bots(game_id: int, number: int) -> None:
    services.play_bot(game_id=game_id, number=number, seconds=services.SECONDS_ALONE)


@shared_task
def send_notice(notice_id: int, tries: int) -> None:
    """What the previous release calls `notices.tasks.send_notice`. It goes with the next release."""
    name_games_of_notices()
    sending.send_notice(notice_id=notice_id, tries=tries)


@shared_task
def settle_leaver(leaver_id: int) -> None:
    services.settle_leaver(leaver_id=leaver_id)


@shared_task
def follow_vacation(player_id: int) -> None:
    services.follow_vacation(player_id=player_id)


@shared_task
def mark_game(game_id: int, checked: int) -> None:
    services.mark_game(game_id=game_id, checked=checked)


@shared_task
def analyse_game(game_id: int, checked: int) -> None:
    services.analyse_game(game_id=game_id, checked=checked)


@shared_task(name="games.tasks.sweep")
def sweep_of_the_last_release() -> None:
    """What a beat that still runs the release before asks for during an upgrade; goes with the next one."""
    sweep()
