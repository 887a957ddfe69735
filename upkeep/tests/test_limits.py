from multiprocessing import Process

import pytest
import time_machine
from django.core.cache import cache
from redis.exceptions import ConnectionError as RedisGone

from upkeep.answers import TooManyRequests
from upkeep.cache import CountingFileCache, DispensableRedisCache
from upkeep.limits import Limit, check_limit

THREE_A_MINUTE = Limit("test", most=3, seconds=60)


def test_the_limit_holds_for_each_one_by_itself():
    with time_machine.travel(1_800_000_010, tick=False):
        for _use in range(3):
            check_limit(THREE_A_MINUTE, "alice")
        with pytest.raises(TooManyRequests) as refusal:
            check_limit(THREE_A_MINUTE, "alice")
        check_limit(THREE_A_MINUTE, "bob")
    assert 0 < refusal.value.retry_after <= 61


def test_a_new_window_begins_anew():
    with time_machine.travel(1_800_000_010, tick=False) as clock:
        for _use in range(3):
            check_limit(THREE_A_MINUTE, "alice")
        clock.shift(60)
        check_limit(THREE_A_MINUTE, "alice")


def test_without_the_cache_the_door_stays_open(monkeypatch):
    def gone(*args, **kwargs):
        raise RedisGone

    monkeypatch.setattr(cache, "add", gone)
    for _use in range(5):
        check_limit(THREE_A_MINUTE, "alice")


def test_while_the_shared_cache_does_not_answer_each_process_counts_by_itself(monkeypatch):
    nobody_listens = DispensableRedisCache("redis://127.0.0.1:9/0", {})
    monkeypatch.setattr("upkeep.limits.cache", nobody_listens)
    for _use in range(THREE_A_MINUTE.most):
        check_limit(THREE_A_MINUTE, "alice-alone")
    with pytest.raises(TooManyRequests):
        check_limit(THREE_A_MINUTE, "alice-alone")


def test_processes_that_count_in_files_at_once_lose_nothing(tmp_path):
    children = [Process(target=count_in_files, args=(str(tmp_path), 50)) for _child in range(4)]
    for child in children:
        child.start()
    for child in children:
        child.join(timeout=60)
    assert [child.exitcode for child in children] == [0] * 4
    assert CountingFileCache(str(tmp_path), {}).get("limit:test") == 200


def count_in_files(folder, times):
    cache = CountingFileCache(folder, {})
    for _time in range(times):
        cache.add("limit:test", 0)
        cache.incr("limit:test")
