"""Tasks: thin, over what sends; their arguments are ids and numbers, never anything secret."""

from celery import shared_task

from notices import sending
from notices.hooks.services import HOOK_BELL
from notices.push import sending as pushing
from notices.push.services import TEST_BELL
from notices.wake import DIGEST_BELL, MAIL_BELL
from upkeep import due
from upkeep.queue import Bell


@shared_task(base=Bell, name=MAIL_BELL)
def send_mails() -> None:
    due.answer(MAIL_BELL)


@shared_task(base=Bell, name=HOOK_BELL)
def hooks() -> None:
    due.answer(HOOK_BELL)


@shared_task(base=Bell, name=pushing.BELL)
def push() -> None:
    due.answer(pushing.BELL)


@shared_task(name=TEST_BELL)
def send_push_test(device_id: int) -> None:
    """What goes wrong with it is told by its not arriving."""
    pushing.send_test(device_id)


@shared_task(base=Bell, name=DIGEST_BELL)
def digests() -> None:
    due.answer(DIGEST_BELL)


@shared_task
def send_notice(notice_id: int, tries: int) -> None:
    """The release before asks for each mail. It goes with the next one, as the one below."""
    sending.send_notice(notice_id=notice_id, tries=tries)


@shared_task
def send_account_mail(mail_id: int, tries: int) -> None:
    sending.send_account_mail(mail_id=mail_id, tries=tries)
