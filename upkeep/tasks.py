from celery import shared_task

from upkeep import sweep as steps


@shared_task
def sweep() -> None:
    steps.sweep()
