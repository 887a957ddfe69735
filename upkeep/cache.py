"""The shared cache: on Redis, which pages can do without, or in files where there is none."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis
from redis.exceptions import RedisError

from upkeep.breaker import Breaker

GONE: Final = (RedisError, OSError)
NOTHING_STORED: Final = object()
COUNTS: Final = ("limit:", "allauth:rl:")
"""How the keys of counts begin: those of `upkeep.limits` and of the account library."""


class CountingFileCache(FileBasedCache):
    """Files that several processes count in at once: each count is read and written under one lock."""

    def __init__(self, folder: str | Path, params: dict[str, Any]) -> None:
        super().__init__(folder, params)
        self.folder = Path(folder)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        with self._lock():
            stored: bool = super().add(*args, **kwargs)
        return stored

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        with self._lock():
            count: int = super().incr(key, delta, version)
        return count

    @contextmanager
    def _lock(self) -> Iterator[None]:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it may be deleted at any time
        with (self.folder / "lock").open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield


class KeptClients(RedisCacheClient):
    """Makes one client to write by, and one to read by, and keeps them: making one costs more than a
    request."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kept: dict[bool, Any] = {}

    def get_client(self, key: str | None = None, *, write: bool = False) -> Any:
        client = self._kept.get(write)
        if client is None:
            client = self._kept[write] = super().get_client(key, write=write)
        return client


class DispensableRedisCache(RedisCache):
    """While Redis does not answer, a cache that keeps nothing but counts, in each process by itself.

    Nothing may be stored here that must not be lost or must not reappear: a value that could not be deleted
    meanwhile is there again afterwards. Hence no sessions; only counts of what is limited, and for seconds
    the versions of games and who thinks about them.
    """

    breaker = Breaker("cache")

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeptClients
        self._asker = partial(Redis.from_url, server, **params.get("OPTIONS", {}))
        self._counts_here = LocMemCache("counts while Redis is away", {"MAX_ENTRIES": 10_000})

    def _try(self, asked: Callable[[], Any], otherwise: Any, instead: Callable[[], Any] | None = None) -> Any:
        """What Redis says; while it is away `instead()`, or else `otherwise`."""
        if self.breaker.closed():
            try:
                answer = asked()
            except GONE as error:
                self.breaker.trip(error)
            else:
                self.breaker.worked()
                return answer
        return instead() if instead else otherwise

    def _here(self, method: str, key: str, *args: Any, **kwargs: Any) -> Callable[[], Any] | None:
        """The same in this process, for a count; None for anything else."""
        return (
            partial(getattr(self._counts_here, method), key, *args, **kwargs)
            if key.startswith(COUNTS)
            else None
        )

    def ping(self) -> None:
        """Asks the server itself. Raises what the client raises."""
        with self._asker() as client:
            client.ping()

    def add(self, key: str, *args: Any, **kwargs: Any) -> bool:
        stored: bool = self._try(
            lambda: super(DispensableRedisCache, self).add(key, *args, **kwargs),
            True,
            self._here("add", key, *args, **kwargs),
        )
        return stored

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._try(
            lambda: super(DispensableRedisCache, self).get(key, default, version),
            default,
            self._here("get", key, default, version),
        )

    def set(self, key: str, *args: Any, **kwargs: Any) -> None:
        self._try(
            lambda: super(DispensableRedisCache, self).set(key, *args, **kwargs),
            None,
            self._here("set", key, *args, **kwargs),
        )

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        touched: bool = self._try(lambda: super(DispensableRedisCache, self).touch(*args, **kwargs), False)
        return touched

    def delete(self, key: str, *args: Any, **kwargs: Any) -> bool:
        deleted: bool = self._try(
            lambda: super(DispensableRedisCache, self).delete(key, *args, **kwargs),
            False,
            self._here("delete", key, *args, **kwargs),
        )
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
            lambda: super(DispensableRedisCache, self).incr(key, delta, version),
            NOTHING_STORED,
            self._here("incr", key, delta, version),
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
