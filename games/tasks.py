"""Tasks: thin, over services; their arguments are ids and numbers, never anything secret."""

from celery import shared_task

from games import services
from games.notices.naming import name_games_of_notices
from games.wake import BOT_BELL, SPARE_BELL, ring_for_bots
from notices import sending
from upkeep import due
from upkeep.queue import Bell
from upkeep.sweep import sweep


@shared_task(base=Bell, name=BOT_BELL)
def play_bot_turns() -> None:
    due.answer(BOT_BELL)


@shared_task(base=Bell, name=SPARE_BELL)
def use_spare_time() -> None:
    due.answer(SPARE_BELL, seconds=0)


@shared_task
def call_bots() -> None:
    """The pause of one of them is over."""
    ring_for_bots()


@shared_task
def settle_leaver(leaver_id: int) -> None:
    services.settle_leaver(leaver_id=leaver_id)


@shared_task
def follow_vacation(player_id: int) -> None:
    services.follow_vacation(player_id=player_id)


# --- What the release before asks for while a site is upgraded; it goes with the next one.


@shared_task
def call_bot(game_id: int, number: int, slow: int) -> None:
    ring_for_bots()


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
    name_games_of_notices()
    sending.send_notice(notice_id=notice_id, tries=tries)


@shared_task
def mark_game(game_id: int, checked: int) -> None:
    services.mark_game(game_id=game_id, checked=checked)


@shared_task
def analyse_game(game_id: int, checked: int) -> None:
    services.analyse_game(game_id=game_id, checked=checked)


@shared_task(name="games.tasks.sweep")
def sweep_of_the_last_release() -> None:
    sweep()
