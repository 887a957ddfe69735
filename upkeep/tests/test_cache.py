"""The cache that pages can do without."""

from upkeep.cache import DispensableRedisCache


def test_a_client_is_made_once_for_each_server():
    clients = DispensableRedisCache("redis://127.0.0.1:1,redis://127.0.0.1:2", {})._cache
    assert clients.get_client(write=True) is clients.get_client(write=True)
    assert clients.get_client(write=True) is not clients.get_client()
    assert clients.get_client() is clients.get_client()


def test_without_a_server_nothing_is_kept_and_nothing_raised():
    cache = DispensableRedisCache("redis://127.0.0.1:1", {"OPTIONS": {"socket_connect_timeout": 0.2}})
    cache.set("name", "value", 20)
    assert cache.get("name", "nothing") == "nothing"
    assert cache.add("name", "value") is True
    assert not cache.has_key("name")
