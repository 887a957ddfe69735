"""Of a Redis that is away or refuses there is one sentence a minute, and no traceback."""

from __future__ import annotations

import logging
import sys
from typing import Any

import pytest
from kombu.exceptions import OperationalError
from redis.exceptions import AuthenticationError, ResponseError
from redis.exceptions import ConnectionError as GoneError

from upkeep.watching import redis_lines
from upkeep.watching.redis_lines import AWAY, RedisFilter, refusal, sentence_of
from upkeep.watching.standing import OF_BROKER, of_broker

MISCONF = ResponseError(
    "MISCONF Redis is configured to save RDB snapshots, but it's unable to persist to disk."
)


def record(
    name: str, error: Exception | None, message: str = "It failed: %s", *args: Any
) -> logging.LogRecord:
    info: Any = None
    if error is not None:
        try:
            raise error
        except Exception:  # noqa: BLE001  for its traceback
            info = sys.exc_info()
    return logging.LogRecord(name, logging.ERROR, "", 0, message, args or ("x",), info)


def raised_from(cause: Exception) -> Exception:
    try:
        raise RuntimeError("Couldn't apply scheduled task") from cause
    except RuntimeError as error:
        return error


@pytest.mark.parametrize(
    "error, word",
    [
        (GoneError("Error 111 connecting to 127.0.0.1:6379."), "does not answer"),
        (OperationalError("away"), "does not answer"),
        (raised_from(GoneError("gone")), "does not answer"),
        (MISCONF, "MISCONF"),
        (OperationalError(str(MISCONF)), "MISCONF"),
        (AuthenticationError("Authentication required."), "NOAUTH"),
        (AuthenticationError("HELLO must be called with the client already authenticated"), "NOAUTH"),
        (ResponseError("NOAUTH Authentication required."), "NOAUTH"),
        (ResponseError("WRONGPASS invalid username-password pair"), "WRONGPASS"),
        (ResponseError("OOM command not allowed when used memory > 'maxmemory'."), "OOM"),
        (ResponseError("READONLY You can't write against a read only replica."), "READONLY"),
    ],
)
def test_each_gets_a_sentence_with_what_to_do(error: Exception, word: str) -> None:
    sentence = sentence_of(error)
    assert word in sentence and sentence.endswith(".") and "\n" not in sentence
    line = record("celery.beat", error)
    assert RedisFilter().filter(line)
    assert (line.getMessage(), line.exc_info) == (sentence, None)


def test_the_same_is_said_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(redis_lines.time, "monotonic", lambda: now[0])
    sieve, passed = RedisFilter(), 0
    for _each in range(90):
        passed += sieve.filter(record("celery.beat", GoneError("gone")))
        now[0] += 2
    assert passed == 3
    assert sieve.filter(record("celery.beat", MISCONF))  # another sentence


def test_a_line_without_traceback_is_known_by_its_words() -> None:
    line = record(
        "celery.worker.consumer", None, "consumer: Cannot connect to %s: %s.\n%s\n", "redis://", "111", ""
    )
    assert RedisFilter().filter(line) and line.getMessage() == AWAY


def test_other_lines_stay_as_they_are() -> None:
    for line in (record("celery.beat", ValueError("no")), record("upkeep.queue", GoneError("ours"))):
        before = line.getMessage()
        assert RedisFilter(silent=True).filter(line)
        assert line.getMessage() == before and line.exc_info


def test_among_the_errors_of_the_site_there_is_none() -> None:
    assert not RedisFilter(silent=True).filter(record("celery.beat", GoneError("gone")))


def test_the_alarm_says_what_redis_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(error: Exception) -> Any:
        def asked() -> Any:
            raise error

        return asked

    monkeypatch.setattr("upkeep.watching.health.ask_broker", ask(MISCONF))
    assert str(of_broker()) == refusal(MISCONF)
    monkeypatch.setattr("upkeep.watching.health.ask_broker", ask(GoneError("gone")))
    assert str(of_broker()) == str(OF_BROKER)
