"""A listener finds out that Redis is gone, however busy it was when that happened."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from kombu import Consumer, Exchange, Queue

from homeworlds_site.celery import app
from proofs.kit.processes import OwnRedis
from upkeep.brokers.on_redis import Transport

pytestmark = [
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.programs("redis-server", "valkey-server"),
]


@pytest.mark.parametrize("answer", ["ack", "reject", "requeue"])
def test_who_cannot_acknowledge_is_told_that_the_connection_is_gone(tmp_path: Path, answer: str) -> None:
    redis = OwnRedis(tmp_path, dict(os.environ))
    redis.start()
    try:
        with app.connection_for_read(redis.url(0), transport_options={"socket_timeout": 5}) as listener:
            assert isinstance(listener.transport, Transport)
            queue, taken = Queue("bells", Exchange("bells"), routing_key="bells"), []
            consumer = Consumer(listener, [queue], callbacks=[lambda _body, message: taken.append(message)])
            consumer.qos(prefetch_count=1)
            with consumer:
                listener.Producer().publish("one", exchange="bells", routing_key="bells")
                listener.drain_events(timeout=5)
                redis.kill()
                with pytest.raises(listener.connection_errors):
                    getattr(taken[0], answer)()
                with pytest.raises(listener.connection_errors) as gone:
                    listener.drain_events(timeout=1)
                assert not isinstance(gone.value, socket.timeout)
    finally:
        redis.stop()
