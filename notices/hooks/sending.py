"""One try to tell one address, and what its answer means."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from django.utils.crypto import salted_hmac
from standardwebhooks import Webhook

from notices.channels import Failed, Gone, Later
from notices.hooks import known
from notices.hooks.models import OWN, Hook
from notices.hooks.standing import failed, is_gone, works
from notices.kinds import Letter
from notices.models import Outgoing
from upkeep import outside

LONGEST_BODY: Final = 1500
"""Of a message to a service, in characters: Discord takes 2000."""
SOONEST: Final = timedelta(seconds=30)
LATEST: Final = timedelta(hours=1)
PUT_OFF: Final = timedelta(days=1)
"""Who asks for more time for so long takes nothing."""


class News(NamedTuple):
    """What a message is about, for programs."""

    kind: str
    about: str
    news: int


def tell_hook(hook: Hook, message: Outgoing, letter: Letter, news: News, now: datetime) -> None:
    """Makes the try. Raises Later, Failed and Gone, as a channel does."""
    if hook.off_at is not None:
        raise Gone("off")
    try:
        answer = _asked(hook, message, letter, news)
    except outside.Closed as closed:
        raise _failure(hook, closed.code, now) from None
    except outside.NoAnswer:
        raise _failure(hook, "no-answer", now) from None
    except known.NotSent:
        raise _failure(hook, "not-sent", now) from None
    said = str(answer.status)
    if answer.status == 410:
        is_gone(hook, said, now)
        raise Gone(said)
    if answer.status == 429 and now - message.created_at < PUT_OFF:
        asked = answer.headers.get("retry-after", "")
        raise Later(outside.pause_asked_for(asked, now, least=SOONEST, most=LATEST))
    if not 200 <= answer.status < 300:
        raise _failure(hook, said, now)
    works(hook, said, now)


def message_id(message: Outgoing) -> str:
    """The same for each try, by which whoever gets it twice knows."""
    named = f"{message._meta.model_name}.{message.pk}"
    return f"msg_{salted_hmac('notices.hooks', named).hexdigest()[:24]}"


def payload(letter: Letter, more: Mapping[str, Any], kind: str, at: datetime) -> dict[str, Any]:
    """As `docs/webhooks.md` says. What opens anything by itself stays out: the links of mails by which they
    are switched off."""
    return {
        "type": kind,
        "timestamp": at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "data": {
            **more,
            "subject": letter.subject,
            "paragraphs": list(letter.paragraphs),
            "told": [{"heading": each.heading, "sentences": list(each.sentences)} for each in letter.told],
            "aside": letter.aside,
            "link": letter.link.address,
            "picture": letter.picture.address if letter.picture else None,
        },
    }


def _asked(hook: Hook, message: Outgoing, letter: Letter, news: News) -> outside.Answer:
    if hook.schema != OWN:
        return known.tell(hook.schema, hook.address, title=letter.subject, body=_words(letter))
    more = {"about": news.about, "news": news.news}
    body = json.dumps(payload(letter, more, news.kind, message.created_at), ensure_ascii=False)
    name = message_id(message)
    # The time of the world, not of the site: who checks the signature looks at another clock.
    signed_at = datetime.now(UTC)
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Homeworlds",
        "webhook-id": name,
        "webhook-timestamp": str(int(signed_at.timestamp())),
        "webhook-signature": Webhook(hook.secret).sign(name, signed_at, body),
    }
    return outside.ask("POST", hook.address, body=body.encode(), headers=headers)


def _words(letter: Letter) -> str:
    said = "\n".join(letter.paragraphs)
    if len(said) > LONGEST_BODY:
        said = said[: LONGEST_BODY - 1] + "…"
    return f"{said}\n{letter.link.address}"


def _failure(hook: Hook, said: str, now: datetime) -> Failed | Gone:
    return Gone(said) if failed(hook, said, now) else Failed(said)
