from celery import shared_task

from upkeep import sweep as steps
from upkeep.watching import fault_mail


@shared_task
def sweep() -> None:
    steps.sweep()


@shared_task
def report_faults() -> None:
    fault_mail.report_faults()
