import pytest

from upkeep import breaker as module
from upkeep.breaker import Breaker
from upkeep.cache import DispensableRedisCache


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


def test_after_a_failure_it_is_left_alone_and_then_tried_by_one(clock):
    breaker = Breaker("thing", seconds=10)
    assert breaker.closed()
    breaker.trip(OSError())
    assert not breaker.closed()
    clock.now += 10
    assert breaker.closed()
    assert not breaker.closed()  # the one that tries is not back yet
    breaker.worked()
    assert breaker.closed()
    assert breaker.closed()


def test_one_that_never_comes_back_does_not_keep_it_open(clock):
    breaker = Breaker("thing", seconds=10)
    breaker.trip(OSError())
    clock.now += 10
    assert breaker.closed()
    clock.now += 10
    assert breaker.closed()


def test_answers_that_are_slow_one_after_the_other_open_it_too(clock):
    breaker = Breaker("thing", seconds=10, slow=5)
    for took in (6, 6, 4, 6, 6):
        breaker.worked(took)
        assert breaker.closed()
    breaker.worked(6)
    assert not breaker.closed()
    clock.now += 10
    assert breaker.closed()
    breaker.worked(6)  # slow still, but it answers: one after the other may try
    assert breaker.closed() and breaker.closed()


@pytest.fixture
def cache():
    """Nothing listens there."""
    cache = DispensableRedisCache("redis://127.0.0.1:9/0", {"OPTIONS": {"socket_connect_timeout": 0.2}})
    cache.breaker = Breaker("cache")
    return cache


def test_without_redis_the_cache_is_empty_and_keeps_nothing(cache):
    for _again in range(2):
        cache.set("a", 1)
        assert cache.get("a", "nothing") == "nothing"
        assert cache.add("a", 1) is True
        assert cache.has_key("a") is False
        assert cache.get_many(["a"]) == {}
        assert cache.delete("a") is False
        assert cache.touch("a") is False
        assert cache.set_many({"a": 1}) == ["a"]
        cache.delete_many(["a"])
        cache.clear()
        with pytest.raises(ValueError):
            cache.incr("a")
