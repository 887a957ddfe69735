"""Tasks: thin, over what sends; their arguments are ids and numbers, never anything secret."""

from celery import shared_task

from notices import sending


@shared_task
def send_notice(notice_id: int, tries: int) -> None:
    sending.send_notice(notice_id=notice_id, tries=tries)


@shared_task
def send_account_mail(mail_id: int, tries: int) -> None:
    sending.send_account_mail(mail_id=mail_id, tries=tries)
