"""The operator hears of what needs a hand: once, again each day, and when it is over."""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from proofs.kit.ears import Doorbell, doorbell
from upkeep.calling import look, telling
from upkeep.calling.look import NOTHING, Seen
from upkeep.calling.memory import DAY, WELL_SECONDS, Memory, Way, remember, remembered
from upkeep.calling.ping import ping

WORDS = "The queue is away."
RINGS = {"broker": WORDS}


def news(way: Way, ringing: dict[str, str], now: float, unknown: tuple[str, ...] = ()) -> Any:
    found = way.news(ringing, unknown, now)
    way.was_told(found, now)
    return (dict(found.begun), dict(found.again), list(found.over))


NO_NEWS: Any = ({}, {}, [])

# --- What there is to tell


def test_an_alarm_is_told_once_again_each_day_and_when_it_is_over():
    way = Way()
    assert news(way, RINGS, 0) == (RINGS, {}, [])
    assert news(way, RINGS, 30) == NO_NEWS
    assert news(way, RINGS, DAY - 1) == NO_NEWS
    assert news(way, RINGS, DAY) == ({}, RINGS, [])
    assert news(way, RINGS, DAY + 30) == NO_NEWS
    assert news(way, {}, DAY + 60) == NO_NEWS
    assert news(way, {}, DAY + 60 + WELL_SECONDS) == ({}, {}, ["broker"])
    assert news(way, {}, DAY + 1000) == NO_NEWS
    assert news(way, RINGS, DAY + 2000) == (RINGS, {}, [])


def test_an_alarm_that_comes_back_at_once_is_the_same():
    way = Way()
    for now in range(0, 1000, 60):
        found = news(way, RINGS if now % 120 == 0 else {}, now)
        assert found == ((RINGS, {}, []) if now == 0 else NO_NEWS)


def test_what_nobody_knows_is_not_over():
    way = Way()
    news(way, {"waiting": "Late."}, 0)
    found = [news(way, {"database": "Away."}, now, ("waiting",)) for now in (30, 600)]
    assert found == [({"database": "Away."}, {}, []), NO_NEWS]


def test_what_could_not_be_told_is_told_later_and_not_every_time():
    way, tries = Way(), []
    for now in range(0, 3600, 30):
        if way.news(RINGS, (), now):
            tries.append(now)
            way.failed(now)
    assert tries[:4] == [0, 30, 90, 210] and len(tries) < 12
    way.not_before = 0
    assert news(way, RINGS, 4000) == (RINGS, {}, [])


def test_a_memory_outlives_its_process_and_a_broken_one_tells_again(tmp_path):
    memory = Memory()
    news(memory.way("mail"), RINGS, 5.0)
    memory.pinged = 7.0
    remember(tmp_path / "called.json", memory)
    assert remembered(tmp_path / "called.json") == memory
    for text in ("", "[]", '{"ways": {"mail": {"nonsense": 1}}, "pinged": 0}', '{"ways": 3, "pinged": 1}'):
        (tmp_path / "called.json").write_text(text)
        assert remembered(tmp_path / "called.json") == Memory()


# --- How it is told


@pytest.fixture
def bell() -> Iterator[Doorbell]:
    with doorbell() as found:
        yield found


@pytest.fixture
def operator(settings: Any, tmp_path: Path, bell: Doorbell) -> Doorbell:
    settings.VAR_DIR = tmp_path
    settings.ADMINS = [("Homeworlds", "you@example.org")]
    settings.ALARM_URL = bell.address
    return bell


def test_news_go_by_mail_and_to_the_own_address_though_that_stands_inside(operator: Doorbell) -> None:
    said = telling.tell(RINGS, ())
    assert said == ["mail: Needs a hand: broker", "hook: Needs a hand: broker"]
    assert [each.subject for each in mail.outbox] == ["[Homeworlds] Needs a hand: broker"]
    assert f"broker: {WORDS}" in mail.outbox[0].body
    told = json.loads(operator.asked[0].body)
    assert told["alarms"] == RINGS and told["over"] == [] and told["site"].startswith("http")
    assert telling.tell(RINGS, ()) == [] and len(mail.outbox) == len(operator.asked) == 1


def test_one_way_that_fails_holds_up_no_other_and_is_tried_again(operator: Doorbell, tmp_path: Path) -> None:
    operator.status = 500
    assert telling.tell(RINGS, ())[1] == "hook: not told, and tried again: the answer was 500."
    operator.status = 200
    assert telling.tell(RINGS, ()) == []  # it waits
    memory = remembered(tmp_path / "called.json")
    memory.way("hook").not_before = 0
    remember(tmp_path / "called.json", memory)
    assert telling.tell(RINGS, ()) == ["hook: Needs a hand: broker"]
    assert len(mail.outbox) == 1


def test_no_line_shows_the_address(operator: Doorbell, settings: Any) -> None:
    settings.ALARM_URL = "http://127.0.0.1:1/a-secret"
    said = telling.tell(RINGS, ())
    assert "not told" in said[1] and "a-secret" not in said[1]


def test_who_is_pinged_hears_by_the_path_whether_it_is_well(operator: Doorbell, settings: Any) -> None:
    settings.ALARM_URL = f"ping+{operator.address}"
    telling.by_hook(telling.News(RINGS, {}, ()))
    telling.by_hook(telling.News({}, {}, ["broker"]))
    assert [each.path for each in operator.asked] == ["/told/fail", "/told"]
    assert WORDS in operator.asked[0].body


def test_services_are_told_in_their_own_language(operator: Doorbell, settings: Any) -> None:
    host = operator.address.removeprefix("http://").removesuffix("/told")
    settings.ALARM_URL = f"ntfy://{host}/my-topic"
    telling.by_hook(telling.News(RINGS, {}, ()))
    [asked] = operator.asked
    assert "my-topic" in asked.path + asked.body and WORDS in asked.body


@pytest.mark.parametrize(
    "address, name",
    [
        ("https://discord.com/api/webhooks/123456789012345678/" + "a" * 60, "NotifyDiscord"),
        ("https://ntfy.sh/topic", "NotifyNtfy"),
        ("tgram://123456789:abcdefg_hijklmnop/12315544/", "NotifyTelegram"),
        ("https://example.org/hook", "NoneType"),
    ],
)
def test_which_service_an_address_is_of(address: str, name: str) -> None:
    assert type(telling._sender(address)).__name__ == name


def test_a_trial_goes_every_way_and_says_which_failed(operator: Doorbell, capsys: Any) -> None:
    out = StringIO()
    call_command("call_operator", "--try", stdout=out)
    assert out.getvalue() == "mail: told.\nhook: told.\n"
    operator.status = 404
    with pytest.raises(SystemExit):
        call_command("call_operator", "--try", stdout=(out := StringIO()))
    assert "hook: not told: the answer was 404." in out.getvalue()


def test_without_anybody_to_tell_it_says_so(settings: Any) -> None:
    settings.ADMINS, settings.ALARM_URL = [], ""
    with pytest.raises(CommandError, match="ADMINS_EMAIL or ALARM_URL"):
        call_command("call_operator")


def test_what_was_seen_is_told(operator: Doorbell, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.METRICS_TOKEN = "open-sesame-1"
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(Seen(RINGS, []))))
    call_command("call_operator", "--seen", stdout=StringIO())
    assert f"broker: {WORDS}" in mail.outbox[0].body


@pytest.mark.parametrize("seen", [NOTHING, Seen({}, [])])
def test_where_the_pages_say_nothing_it_is_looked_anew(
    operator: Doorbell, settings: Any, monkeypatch: pytest.MonkeyPatch, seen: Seen
) -> None:
    settings.METRICS_TOKEN = ""
    monkeypatch.setattr("upkeep.management.commands.call_operator.states", list)
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(seen)))
    call_command("call_operator", "--seen", stdout=StringIO())
    assert [each.subject for each in mail.outbox] == (
        [] if seen.answers else ["[Homeworlds] Needs a hand: web"]
    )


# --- The look, which costs nothing while all is well


@pytest.fixture
def pages() -> Iterator[dict[str, Any]]:
    """Pages whose /alarms say what the test wants."""
    says: dict[str, Any] = {"status": 200, "alarms": {}, "unknown": [], "tokens": []}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            says["tokens"].append(self.headers["Authorization"])
            body = json.dumps({"alarms": says["alarms"], "unknown": says["unknown"]}).encode()
            self.send_response(says["status"])
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    says["address"] = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield says
    server.shutdown()
    server.server_close()


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bell: Doorbell) -> list[Seen]:
    """What the command that tells would have been given."""
    given: list[Seen] = []

    class Done:
        returncode = 0

    def run(command: list[str], **more: Any) -> Done:
        given.append(Seen(*json.loads(more["input"])))
        return Done()

    monkeypatch.setattr(look.subprocess, "run", run)
    monkeypatch.setattr(look, "SURE_SECONDS", 0.0)
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setenv("METRICS_TOKEN", "open-sesame-1")
    monkeypatch.setenv("ADMINS_EMAIL", "you@example.org")
    return given


def test_while_all_is_well_nothing_is_started(pages: dict[str, Any], ran: list[Seen]) -> None:
    assert look.look(pages["address"]) == 0
    assert ran == [] and pages["tokens"] == ["Bearer open-sesame-1"]


def test_what_rings_is_handed_on_once_it_was_seen_twice(pages: dict[str, Any], ran: list[Seen]) -> None:
    pages["alarms"], pages["status"] = RINGS, 503
    look.look(pages["address"])
    assert ran == [Seen(RINGS, [])] and len(pages["tokens"]) == 2


def test_what_was_told_starts_nothing_more(pages: dict[str, Any], ran: list[Seen], tmp_path: Path) -> None:
    memory = Memory()
    memory.way("mail").told = {"broker": time.time()}
    remember(tmp_path / "called.json", memory)
    pages["alarms"], pages["status"] = RINGS, 503
    look.look(pages["address"])
    assert ran == [] and len(pages["tokens"]) == 1
    pages["alarms"] = {}
    look.look(pages["address"])  # silent since now
    assert ran == []
    memory = remembered(tmp_path / "called.json")
    memory.way("mail").silent["broker"] -= WELL_SECONDS
    remember(tmp_path / "called.json", memory)
    look.look(pages["address"])
    assert ran == [Seen({}, [])]


def test_pages_that_do_not_answer_are_told_of(ran: list[Seen]) -> None:
    look.look("http://127.0.0.1:1")
    assert ran == [NOTHING]


def test_a_restart_is_no_alarm(
    ran: list[Seen], pages: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [NOTHING, Seen({}, [])]
    monkeypatch.setattr(look, "see", lambda address: answers.pop(0))
    look.look(pages["address"])
    assert ran == []


def test_the_sign_of_life_comes_once_a_minute_while_the_site_is_swept(
    pages: dict[str, Any], ran: list[Seen], bell: Doorbell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PING_URL", bell.address)
    look.look(pages["address"])
    look.look(pages["address"])
    assert [each.method for each in bell.asked] == ["GET"]
    memory = remembered(tmp_path / "called.json")
    memory.pinged = 0
    remember(tmp_path / "called.json", memory)
    for alarms, unknown in (({"sweep": "Late."}, []), ({}, ["sweep"])):
        pages["alarms"], pages["unknown"] = alarms, unknown
        look.look(pages["address"])
    look.look("http://127.0.0.1:1")
    assert len(bell.asked) == 1


def test_a_ping_that_is_not_heard_says_why_without_the_address(bell: Doorbell) -> None:
    assert ping(bell.address) == ""
    bell.status = 503
    assert ping(bell.address) == "it was answered with 503"
    assert ping("http://127.0.0.1:1/secret") == "there was no answer (ConnectionRefusedError)"
