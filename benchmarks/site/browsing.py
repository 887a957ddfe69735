"""A scratch site with a web server, and what a phone sees of it."""

from __future__ import annotations

import shutil
import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from typing import Final, NamedTuple
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

from homeworlds_site.wsgi import application

CHROMIUMS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOST: Final = "testserver"
PHONE: Final = {"width": 390, "height": 844}
SLOWER_PROCESSOR: Final = 4
LATENCY_MS: Final = 150
BYTES_PER_SECOND: Final = 1_600_000 / 8
LOOKS: Final = 5
"""At each page, each with an empty cache."""
SETTLED_MS: Final = 1500

WATCH: Final = """
window.shown = 0; window.shifted = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shown = one.startTime; })
  .observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });"""

CLOCK: Final = """() => {
  window.took = [];
  document.addEventListener("click", (event) => requestAnimationFrame(() => {
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => {
      const marked = document.querySelector(".pressed") !== null;
      window.took.push(marked ? performance.now() - event.timeStamp : Infinity);
    };
    drawn.port2.postMessage(0);
  }), true);
}"""
"""From the finger to the end of the next picture; endless when nothing is marked in it."""


class Look(NamedTuple):
    """Medians: milliseconds until the largest thing is seen, and by how much things were shifted."""

    seen: float
    shifted: float


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_request(self, *_said: object) -> None:
        pass


@contextmanager
def served() -> Iterator[str]:
    """The address at which the scratch site answers."""
    server = make_server("127.0.0.1", 0, application, _Server, _Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{HOST}:{server.server_port}"
    server.shutdown()


@contextmanager
def browser() -> Iterator[Browser]:
    """Raises LookupError: none is on this machine."""
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        raise LookupError(f"no Chromium was found (looked for {', '.join(CHROMIUMS)})")
    flags = ["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=path, args=flags)


def phone(browser: Browser, site: str, session: str) -> BrowserContext:
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")  # type: ignore[arg-type]
    context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    return context


def look(browser: Browser, site: str, session: str, path: str) -> Look:
    """With a slow processor and a slow line, never seen before."""
    seen, shifted = zip(*[_look_once(browser, site, session, path) for _ in range(LOOKS)], strict=True)
    return Look(statistics.median(seen), statistics.median(shifted))


def _look_once(browser: Browser, site: str, session: str, path: str) -> tuple[float, float]:
    context = phone(browser, site, session)
    page = context.new_page()
    page.add_init_script(WATCH)
    slow = context.new_cdp_session(page)
    slow.send("Network.enable")
    line = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
    slow.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **line})
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_PROCESSOR})
    page.goto(site + path, wait_until="load")
    page.wait_for_timeout(SETTLED_MS)
    shown, shifted = page.evaluate("[window.shown, window.shifted]")
    context.close()
    return shown, shifted


def taps(browser: Browser, site: str, session: str, path: str, times: int) -> list[float]:
    """Milliseconds from a tap on a card to the picture in which it is marked; the site never answers."""
    context = phone(browser, site, session)
    page = context.new_page()
    page.goto(site + path, wait_until="load")
    page.evaluate(CLOCK)
    held: list[Route] = []
    page.route("**/table/**", lambda route: held.append(route))
    for _ in range(times):
        _tap(page)
    for each in held:
        each.abort()
    took: list[float] = page.evaluate("window.took")
    context.close()
    return took


def _tap(page: Page) -> None:
    page.locator(".map a.home.below").tap()
    page.wait_for_timeout(60)
