"""What is said of a Redis that is away or refuses: one sentence with what to do, once a minute.

The libraries write 5 kB of traceback each time that they try, and they try every two seconds.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext_noop as _
from kombu.exceptions import OperationalError
from redis.exceptions import AuthenticationError, RedisError
from redis.exceptions import ConnectionError as GoneError
from redis.exceptions import TimeoutError as LateError

PAUSE: Final = 60.0
SPEAKERS: Final = ("celery", "kombu", "redis", "amqp")
"""Whose lines these are; what our own code has to say of it stays as it is."""
RETRIES: Final = "consumer: Cannot connect to"
AWAY: Final = "Redis does not answer (BROKER_URL, REDIS_URL): start it again; nothing is lost meanwhile."
_PASSWORD: Final = _("Redis wants a password (NOAUTH): write it into BROKER_URL and REDIS_URL.")
_WRONG: Final = _("Redis refuses the user or the password (WRONGPASS): correct BROKER_URL and REDIS_URL.")
REFUSALS: Final = {
    "MISCONF": _(
        "Redis takes nothing (MISCONF), for it cannot save to its disk: make room there, then “redis-cli "
        "bgsave”; or let it save nothing: “redis-cli config set save ''”."
    ),
    "NOAUTH": _PASSWORD,
    "Authentication required": _PASSWORD,
    "WRONGPASS": _WRONG,
    "invalid username-password": _WRONG,
    "invalid password": _WRONG,
    "OOM": _("Redis has no memory left (OOM): raise its maxmemory, with the policy volatile-lru."),
    "READONLY": _(
        "Redis is a replica that takes nothing (READONLY): name its master in BROKER_URL and REDIS_URL."
    ),
    "LOADING": _("Redis is reading its data (LOADING) and answers in a moment."),
}
"""By what Redis, or its library, says."""


def sentence_of(error: BaseException | None) -> str:
    """What is to be done about it; empty when it is none of Redis'."""
    if refused := refusal(error):
        return refused
    gone = any(isinstance(each, GoneError | LateError | OperationalError) for each in _chain(error))
    return AWAY if gone else ""


def refusal(error: BaseException | None) -> str:
    """The same of a Redis that does answer, and takes nothing."""
    for each in _chain(error):
        if isinstance(each, RedisError | OperationalError):
            for code, sentence in REFUSALS.items():
                if code in str(each):
                    return sentence
        if isinstance(each, AuthenticationError):
            return _PASSWORD
    return ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


class RedisFilter(logging.Filter):
    """Puts the sentence in the place of the record, and lets the same one by once a minute."""

    def __init__(self, *, silent: bool = False) -> None:
        super().__init__()
        self.silent = silent
        """Says nothing at all, where the alarms tell."""
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.name.startswith(SPEAKERS):
            return True
        sentence = self._sentence(record)
        if not sentence:
            return True
        now = time.monotonic()
        if self.silent or now - self._said.get(sentence, -PAUSE) < PAUSE:
            return False
        self._said[sentence] = now
        record.msg, record.args, record.exc_info, record.exc_text = sentence, (), None, None
        return True

    def _sentence(self, record: logging.LogRecord) -> str:
        if record.exc_info and record.exc_info[1]:
            return sentence_of(record.exc_info[1])
        for each in record.args if isinstance(record.args, tuple) else ():
            if isinstance(each, BaseException) and (found := sentence_of(each)):
                return found
        message = record.getMessage()
        if RETRIES in message:
            return next((words for code, words in REFUSALS.items() if code in message), AWAY)
        return ""
