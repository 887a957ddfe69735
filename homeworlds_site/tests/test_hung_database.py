"""PostgreSQL stops or hangs: who looks after the site hears of it within a second, and pages give up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from proofs.alarms import hanging
from proofs.kit.processes import wait_for
from proofs.kit.site import Site, own_site
from proofs.kit.watcher import BEARER, PAGE, PROBES, TOKEN, Times, ask, crowd, probe

pytestmark = [
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.programs("initdb"),
    pytest.mark.programs("redis-server", "valkey-server"),
]
VISITORS = 16
AWAY = 8.0
IN_TIME = 1.2
"""For a probe; it is the limit of one second and what a busy machine adds."""
PAGE_IN_TIME = 12.0


@pytest.fixture
def site() -> Iterator[Site]:
    with own_site() as site:
        site.env |= {"METRICS_TOKEN": TOKEN}
        yield site


def measured(address: str, leave: Callable[[], object], back: Callable[[], object]) -> tuple[Times, str]:
    """The longest answers meanwhile, and what was said in the end."""
    times = Times()
    with crowd(address, VISITORS, times):
        time.sleep(0.5)
        leave()
        began = time.monotonic()
        try:
            probe(address, times, lambda: time.monotonic() - began > AWAY)
            said = ask(address, "/alarms", BEARER).text
        finally:
            back()
    wait_for("pages are there again", lambda: ask(address, "/", {}).status == 200, 15)
    return times, said


def test_probes_answer_in_a_second_and_pages_give_up(site: Site) -> None:
    address = site.run_web()[1]
    postgres = site.postgres
    for away, words in (
        ((postgres.kill, postgres.start), "Nothing answers"),
        (hanging(postgres), "does not answer"),
    ):
        times, said = measured(address, *away)
        assert words in said
        assert times.answers > VISITORS
        late = {path: times.longest[path] for path in PROBES if times.longest[path] > IN_TIME}
        assert not late, times.line()
        assert times.longest[PAGE] < PAGE_IN_TIME, times.line()
