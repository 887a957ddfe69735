"""The queue on Redis: kombu's, with a worker that does not go deaf when Redis goes while it is busy.

kombu keeps the place of a message that it cannot acknowledge. A worker all of whose places were taken when
Redis went has none left then: it asks Redis for nothing any more, and so never finds that its connection is
gone.
"""

from __future__ import annotations

from kombu.transport import redis, virtual
from redis.exceptions import ResponseError


class QoS(redis.QoS):  # type: ignore[misc]
    def ack(self, delivery_tag: str) -> None:
        """Raises what Redis raises; the place is free all the same. The message comes again, as any that is
        not acknowledged."""
        try:
            super().ack(delivery_tag)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """The same of a message that is not taken."""
        try:
            super().reject(delivery_tag, requeue)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Channel(redis.Channel):  # type: ignore[misc]
    QoS = QoS


class Transport(redis.Transport):  # type: ignore[misc]
    Channel = Channel
    # A Redis that takes nothing for a while (MISCONF, OOM, READONLY) is as good as away: a worker waits
    # for it, where it would end.
    connection_errors = (*redis.Transport.connection_errors, ResponseError)
