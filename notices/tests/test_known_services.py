"""Services that apprise knows are asked by the one client for what stands outside, at their own hosts."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest

from notices.hooks import known
from notices.hooks.known import SERVICES, NotSent, is_understood, service_of, tell
from upkeep import outside
from upkeep.outside import Answer, Closed

WEBHOOK = (
    "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
)
ADDRESSES = {
    "discord": (WEBHOOK, "discord.com"),
    "slack": (
        "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
        "hooks.slack.com",
    ),
    "tgram": ("tgram://123456789:abcdefg_hijklmnop/12315544/", "api.telegram.org"),
    "ntfy": ("https://ntfy.sh/homeworlds-of-alice", "ntfy.sh"),
    "t2bot": (f"https://webhooks.t2bot.io/api/v1/matrix/hook/{'a' * 64}", "webhooks.t2bot.io"),
    "gchat": (
        "https://chat.googleapis.com/v1/spaces/abc/messages?key=def&token=ghi",
        "chat.googleapis.com",
    ),
    "pover": (f"pover://{'u' * 30}@{'a' * 30}/", "api.pushover.net"),
    "pbul": (f"pbul://{'a' * 32}/", "api.pushbullet.com"),
}


@dataclass
class World:
    asked: list[tuple[str, str, bytes]] = field(default_factory=list)
    hosts: list[tuple[str, ...]] = field(default_factory=list)
    status: int = 200

    def ask(self, method: str, address: str, **more: Any) -> Answer:
        self.asked.append((method, address, more["body"] or b""))
        self.hosts.append(tuple(more["hosts"]))
        assert 0 < more["seconds"] <= outside.SECONDS
        return Answer(self.status, {}, b'{"ok": true}')


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """Nobody connects to anything."""

    def nobody(*_: Any, **__: Any) -> None:
        raise AssertionError("somebody was asked past the one client")

    world = World()
    monkeypatch.setattr(outside, "ask", world.ask)
    monkeypatch.setattr(socket, "create_connection", nobody)
    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    return world


@pytest.mark.parametrize("schema", SERVICES)
def test_each_service_is_asked_at_its_own_host(world: World, schema: str) -> None:
    address, host = ADDRESSES[schema]
    assert service_of(address) == schema
    assert is_understood(schema, address)
    assert tell(schema, address, title="Your turn", body="It is your turn.").status == 200
    assert world.asked
    for (_method, asked, _body), hosts in zip(world.asked, world.hosts, strict=True):
        assert urlsplit(asked).hostname == host
        assert host in hosts
        assert hosts == SERVICES[schema].hosts


@pytest.mark.parametrize("schema", SERVICES)
def test_what_a_service_refuses_is_asked_once_and_said(world: World, schema: str) -> None:
    world.status = 429
    assert tell(schema, ADDRESSES[schema][0], title="x", body="y").status == 429
    assert len(world.asked) == 1


def test_discord_is_told_the_words(world: World) -> None:
    tell("discord", WEBHOOK, title="Your turn", body="Alice – Bob\nhttps://homeworlds.example/games/x/")
    said = json.dumps(json.loads(world.asked[0][2]), ensure_ascii=False)
    assert "Your turn" in said
    assert "https://homeworlds.example/games/x/" in said


def test_what_stands_in_a_text_is_no_markup_at_telegram(world: World) -> None:
    tell("tgram", ADDRESSES["tgram"][0], title="<b>", body="<a href='https://x.example'>click</a>")
    assert "<a href" not in json.loads(world.asked[0][2])["text"]


@pytest.mark.parametrize("schema", ["discord", "slack", "gchat", "t2bot"])
def test_the_title_of_an_event_calls_nobody(world: World, schema: str) -> None:
    tell(schema, ADDRESSES[schema][0], title="@everyone", body="<!channel> <@U123> <users/all> @here")
    said = world.asked[0][2].decode()
    for call in ("@everyone", "@here", "<!", "<@", "<users"):
        assert call not in said


@pytest.mark.parametrize(
    "address",
    [
        f"{WEBHOOK}?template=/etc/passwd",
        f"{WEBHOOK}?verify=no",
        f"{WEBHOOK}?redirect=yes",
        f"{WEBHOOK}#x",
        "discord://127.0.0.1/",
        "ntfys://127.0.0.1/topic",
        "ntfy://me:pw@ntfy.example.org/topic",
        "ntfy://ntfy.example.org/topic?mode=private",
        "slack://127.0.0.1",
        "tgram://127.0.0.1/",
    ],
)
def test_what_would_read_a_file_or_ask_elsewhere_is_not_understood(world: World, address: str) -> None:
    schema = service_of(address)
    assert schema
    assert not is_understood(schema, address)
    with pytest.raises(NotSent):
        tell(schema, address, title="x", body="y")
    assert world.asked == []


@pytest.mark.parametrize(
    "address",
    [
        "json://127.0.0.1/", "xml://127.0.0.1/", "matrixs://user:pw@127.0.0.1/#room", "mailto://me:pw@x.example",
        "file:///etc/passwd", "syslog://", "exec://x", "gotify://127.0.0.1/x", "https://discord.com.evil.example/",
    ],
)  # fmt: skip
def test_schemas_whose_host_somebody_chooses_belong_to_no_service(address: str) -> None:
    assert service_of(address) == ""


def test_a_plugin_has_no_other_way_out_than_the_one_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it should ask an address of its own."""
    asked: list[str] = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *host, **_: asked.append(str(host)))
    module = known._module(SERVICES["discord"])
    with pytest.raises(module.requests.RequestException):
        module.requests.post("https://discord.com/")  # while nobody is to be told anything
    with pytest.raises(AttributeError):
        module.requests.Session  # noqa: B018
    monkeypatch.setattr(module.NotifyDiscord, "notify_url", "https://127.0.0.1/api")
    with pytest.raises(Closed):
        tell("discord", WEBHOOK, title="x", body="y")
    monkeypatch.setattr(module.NotifyDiscord, "notify_url", "https://elsewhere.example/api")
    with pytest.raises(Closed, match="host"):
        tell("discord", WEBHOOK, title="x", body="y")
    assert asked == []
