"""What a provider of mail says later of a mail it took at first: no such address, or its reader complains.

Comes by the webhooks of django-anymail, where the operator has such a provider (`ANYMAIL_WEBHOOK_SECRET`).
"""

from __future__ import annotations

import logging
from typing import Any, Final

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason

from accounts.addresses import address_refused
from accounts.mail import AT_ALL
from accounts.selectors import reader_of
from accounts.services import switch_mail_off

logger = logging.getLogger(__name__)
FOR_GOOD: Final = frozenset({RejectReason.INVALID, RejectReason.BOUNCED})
"""Most report a full mailbox as deferred; where one does not, the next mail that arrives mends it."""
REFUSED: Final = frozenset({EventType.BOUNCED, EventType.REJECTED})
UNWANTED: Final = frozenset({EventType.COMPLAINED, EventType.UNSUBSCRIBED})


def on_late_answer(sender: object, *, event: AnymailTrackingEvent, esp_name: str, **more: Any) -> None:
    """Hears of one, maybe again. Whoever has confirmed the address is told on the site that it is refused, or
    gets no more mails but those about the account."""
    reader = reader_of(event.recipient or "")
    if reader is None:
        return
    if event.event_type in UNWANTED:
        switch_mail_off(player=reader, switch=AT_ALL)
    elif event.event_type in REFUSED and event.reject_reason in FOR_GOOD:
        address_refused(player=reader, address=event.recipient)
    else:
        return
    logger.info("%s says of a mail: %s, %s.", esp_name, event.event_type, event.reject_reason)
