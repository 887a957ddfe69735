from celery import shared_task

from upkeep import sweep as steps
from upkeep.queue import Bell
from upkeep.watching import fault_mail


@shared_task(base=Bell)
def sweep() -> None:
    steps.sweep()


@shared_task(base=Bell)
def report_faults() -> None:
    fault_mail.report_faults()
