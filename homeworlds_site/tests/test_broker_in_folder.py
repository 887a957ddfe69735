"""The queue in a folder: nothing that is found in it stops a worker."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from celery import current_app
from kombu import Connection, Exchange, Queue
from kombu.transport.virtual import BrokerState
from kombu.utils.scheduling import cycle_by_name

import homeworlds_site.celery  # noqa: F401  the app's choice of transport is what is tried
from upkeep.brokers import in_folder
from upkeep.brokers.in_folder import Transport
from upkeep.brokers.turns import BY_URGENCY

Connect = Callable[[], Connection]


@pytest.fixture
def connect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Connect:
    monkeypatch.setattr(Transport, "global_state", BrokerState())  # remembers who listens in which folder
    folders = {"data_folder_in": "queue", "data_folder_out": "queue", "control_folder": "control"}
    options: dict[str, Any] = {name: str(tmp_path / folder) for name, folder in folders.items()}
    (tmp_path / "queue").mkdir()
    return lambda: Connection("filesystem://", transport_options={**options, "polling_interval": 0.01})


def test_the_site_uses_it(connect: Connect) -> None:
    with connect() as connection:
        assert isinstance(connection.transport, Transport)
    assert current_app.connection_for_write("filesystem://").transport_cls == "filesystem"


@pytest.mark.parametrize("spoilt", ["", '{"body": "cut o'])
def test_a_message_that_is_not_whole_is_passed_over(connect: Connect, tmp_path: Path, spoilt: str) -> None:
    with connect() as connection, connection.SimpleQueue("bots") as queue:
        queue.put("play")
        folder = tmp_path / "queue" / "bots"
        (folder / "00_before.msg").write_text(spoilt)
        message = queue.get(timeout=30)
        message.ack()
        assert message.payload == "play"
        (folder / "00_alone.msg").write_text(spoilt)
        with pytest.raises(Empty):
            queue.get_nowait()
    assert not list(folder.iterdir())


def test_an_empty_table_of_who_listens_is_made_anew(connect: Connect, tmp_path: Path) -> None:
    fanout = Exchange("pidbox", type="fanout")
    (tmp_path / "control").mkdir()
    (tmp_path / "control" / "pidbox.exchange").touch()
    with connect() as connection:
        listener = connection.SimpleQueue(Queue("default", fanout))
        connection.Producer(exchange=fanout).publish("ping")
        assert listener.get(timeout=30).payload == "ping"
        listener.close()


def test_many_who_put_bind_and_read_at_once_lose_nothing(connect: Connect) -> None:
    """Under load a reader met files that were opened and not yet written."""
    fanout = Exchange("pidbox", type="fanout")
    read: list[int] = []
    give_up = time.monotonic() + 90

    def put(number: int) -> None:
        with connect() as connection:
            for each in range(40):
                with connection.SimpleQueue(Queue(f"of-{number}", fanout)):
                    pass
                with connection.SimpleQueue("default") as queue:
                    queue.put(100 * number + each)

    def take() -> None:
        with connect() as connection, connection.SimpleQueue("default") as queue:
            while len(read) < 160 and time.monotonic() < give_up:
                try:
                    message = queue.get(timeout=0.2)
                except Empty:
                    continue
                message.ack()
                read.append(message.payload)

    with connect() as connection, connection.SimpleQueue("default"):
        pass  # the threads of one process share what they know of queues, and the first tells the folder
    with ThreadPoolExecutor(6) as threads:
        working = [threads.submit(put, number) for number in range(4)]
        working += [threads.submit(take) for _ in range(2)]
        for each in working:
            each.result(timeout=60)
    assert sorted(read) == sorted(100 * number + each for number in range(4) for each in range(40))


def counted(looks: list[Path]) -> Callable[[Path], list[str]]:
    """Each listing of a folder."""
    listed = in_folder._waiting

    def look(folder: Path) -> list[str]:
        looks.append(folder)
        return listed(folder)

    return look


def test_a_long_queue_is_taken_in_its_order_and_listed_once_for_all(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Path] = []
    with connect() as connection, connection.SimpleQueue("default") as queue, connect() as another:
        for number in range(50):
            queue.put(number)
        with another.SimpleQueue("default") as sharing:
            monkeypatch.setattr(in_folder, "_waiting", counted(looks))
            taken = []
            for reader in [queue, sharing] * 25:
                message = reader.get(timeout=30)
                message.ack()
                taken.append(message.payload)
    assert taken == list(range(50))
    assert len(looks) == 2, "one for each of the readers"


def test_a_message_is_found_in_a_folder_that_was_empty_for_long(
    connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_folder, "SETTLED_NS", 0)
    with connect() as connection, connection.SimpleQueue("default") as queue:
        queue.put("first")
        queue.get(timeout=30).ack()
        looks: list[Path] = []
        monkeypatch.setattr(in_folder, "_waiting", counted(looks))
        for _ in range(5):
            with pytest.raises(Empty):
                queue.get_nowait()
        assert len(looks) == 1
        time.sleep(0.05)  # the folder's time of change has its grain
        queue.put("second")
        assert queue.get(timeout=30).payload == "second"


def test_a_queue_waits_for_those_that_are_listened_to_before_it(connect: Connect) -> None:
    with connect() as connection:
        connection.transport_options["queue_order_strategy"] = BY_URGENCY
        channel = connection.channel()
        queues = [Queue(name, channel=channel) for name in ("first", "after")]
        for queue in queues:
            queue.declare()
        heard: list[str] = []
        producer = connection.Producer(channel)
        for name in ("after", "after", "first", "first"):
            producer.publish(name, routing_key=name)
        with connection.Consumer(queues, callbacks=[lambda body, message: heard.append(body)], no_ack=True):
            for _ in range(4):
                connection.drain_events(timeout=30)
    assert heard == ["first", "first", "after", "after"]


def test_queues_that_take_turns_wait_for_one_another_no_longer_than_a_task(
    connect: Connect, settings: Any
) -> None:
    settings.QUEUES_TAKING_TURNS = {"mails", "hooks"}
    with connect() as connection:
        connection.transport_options["queue_order_strategy"] = BY_URGENCY
        channel = connection.channel()
        queues = [Queue(name, channel=channel) for name in ("mails", "hooks", "last")]
        for queue in queues:
            queue.declare()
        heard: list[str] = []
        producer = connection.Producer(channel)
        for name in ("last", "mails", "mails", "mails", "hooks", "hooks"):
            producer.publish(name, routing_key=name)
        with connection.Consumer(queues, callbacks=[lambda body, message: heard.append(body)], no_ack=True):
            for _ in range(6):
                connection.drain_events(timeout=30)
    assert heard == ["mails", "hooks", "mails", "hooks", "mails", "last"]


def test_redis_is_asked_in_the_same_order(settings: Any) -> None:
    settings.QUEUES_TAKING_TURNS = {"mails", "hooks"}
    cycle = cycle_by_name(BY_URGENCY)()
    cycle.update(["mails", "hooks", "default", "last"])
    asked = []
    for taken in ("mails", "mails", "hooks", "default", "last"):
        cycle.rotate(taken)
        asked.append(" ".join(cycle.consume(4)))
    assert asked == [
        "hooks mails default last",
        "hooks mails default last",
        "mails hooks default last",
        "mails hooks default last",
        "mails hooks default last",
    ]
