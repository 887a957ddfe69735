"""The shared cache on Redis, which pages can do without."""

from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

from upkeep.breaker import Breaker

GONE: Final = (RedisError, OSError)
NOTHING_STORED: Final = object()


class KeptClients(RedisCacheClient):
    """Makes one client for each pool of connections and keeps it: making one costs more than a request."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kept: dict[int, Any] = {}

    def get_client(self, key: str | None = None, *, write: bool = False) -> Any:
        pool = self._get_connection_pool(write)
        client = self._kept.get(id(pool))
        if client is None:
            client = self._kept[id(pool)] = self._client(connection_pool=pool)
        return client


class DispensableRedisCache(RedisCache):
    """An empty cache that keeps nothing while Redis does not answer.

    Nothing may be stored here that must not be lost or must not reappear: a value that could not be deleted
    meanwhile is there again afterwards. Hence no sessions; only counts of what is limited, and for seconds
    the versions of games.
    """

    breaker = Breaker("cache")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._class = KeptClients

    def _try(self, asked: Callable[[], Any], otherwise: Any) -> Any:
        if not self.breaker.closed():
            return otherwise
        try:
            answer = asked()
        except GONE as error:
            self.breaker.trip(error)
            return otherwise
        self.breaker.worked()
        return answer

    def ping(self) -> None:
        """Asks the server itself. Raises what the client raises."""
        client = self._cache.get_client(write=True)
        try:
            client.ping()
        finally:
            client.connection_pool.disconnect()

    def add(self, *args: Any, **kwargs: Any) -> bool:
        stored: bool = self._try(lambda: super(DispensableRedisCache, self).add(*args, **kwargs), True)
        return stored

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._try(lambda: super(DispensableRedisCache, self).get(key, default, version), default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._try(lambda: super(DispensableRedisCache, self).set(*args, **kwargs), None)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        touched: bool = self._try(lambda: super(DispensableRedisCache, self).touch(*args, **kwargs), False)
        return touched

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        deleted: bool = self._try(lambda: super(DispensableRedisCache, self).delete(*args, **kwargs), False)
        return deleted

    def get_many(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        found: dict[str, Any] = self._try(
            lambda: super(DispensableRedisCache, self).get_many(*args, **kwargs), {}
        )
        return found

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        has: bool = self._try(lambda: super(DispensableRedisCache, self).has_key(*args, **kwargs), False)
        return has

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Raises ValueError, as for a key that is not there, when there is no cache to count in."""
        count: Any = self._try(
            lambda: super(DispensableRedisCache, self).incr(key, delta, version), NOTHING_STORED
        )
        if count is NOTHING_STORED:
            raise ValueError("Nothing is stored.")
        return int(count)

    def set_many(self, data: dict[str, Any], *args: Any, **kwargs: Any) -> list[str]:
        failed: list[str] = self._try(
            lambda: super(DispensableRedisCache, self).set_many(data, *args, **kwargs), list(data)
        )
        return failed

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._try(lambda: super(DispensableRedisCache, self).delete_many(*args, **kwargs), None)

    def clear(self) -> None:
        self._try(super().clear, None)
