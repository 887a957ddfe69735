"""Clients that send their requests a byte at a time, through the proxies whose configurations are in
`deploy/`.

The shipped files are run as they are, but for TLS and the ports. Half of the clients never come to the end
of their headers, half never to the end of a form. They must not hold the threads of the site: pages are
answered, and the slowest twentieth of everybody else's, which is a time, may take twice as long as in quiet.
Without a proxy the same clients stop the site, by which one sees that they are what they should be.
"""

from __future__ import annotations

import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from proofs.kit.neighbours import in_time, is_alone, stretch
from proofs.kit.options import options
from proofs.kit.processes import ROOT, Process, free_port, listens, program, wait_for
from proofs.kit.site import Site, bare_environment, own_site
from proofs.kit.threads import meanwhile, together
from proofs.kit.visitor import Visitor

PROXIES: Final = ROOT / "deploy" / "proxies"
PAGE: Final = "/games/open/"
PAGES: Final = 300
AT_ONCE: Final = 4
"""People who read pages meanwhile, one after the other."""
MOST_TIMES: Final = 2.0
LEAST: Final = 0.005
"""Seconds: what is faster than this is not told apart from chance."""
PATIENCE: Final = 5.0
"""Seconds after which a page counts as not answered; more by the pace of the machine."""
DRIP: Final = 0.5
"""Seconds between two bytes."""
SETTLE: Final = 3.0
PATH: Final = b"/accounts/login/"
HEADERS: Final = b"GET %s HTTP/1.1\r\nHost: %s\r\nX-Slow: "
FORM: Final = (
    b"POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Cookie: csrftoken=" + 32 * b"a" + b"\r\nContent-Length: 100000\r\n\r\n"
)
"""With a token, whose like in the form the site looks for: it reads on."""


class Nginx(Process):
    def __init__(self, site: Site, port: int, upstream: str) -> None:
        folder = site.folder / "nginx"
        folder.mkdir()
        (folder / "nginx.conf").write_text(
            nginx_here((PROXIES / "nginx.conf").read_text(), port, upstream, folder)
        )
        command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
        super().__init__("nginx", command, bare_environment(), folder / "log")


class HAProxy(Process):
    def __init__(self, site: Site, port: int, upstream: str) -> None:
        file = site.folder / "haproxy.cfg"
        file.write_text(haproxy_here((PROXIES / "haproxy.cfg").read_text(), port, upstream))
        command = [program("haproxy"), "-db", "-f", str(file)]
        super().__init__("haproxy", command, bare_environment(), site.folder / "haproxy.log")


KINDS: Final[dict[str, Callable[[Site, int, str], Process]]] = {"nginx": Nginx, "haproxy": HAProxy}


def nginx_here(shipped: str, port: int, upstream: str, folder: Path) -> str:
    """The server that does TLS, without TLS, inside of what a distribution puts around it."""
    server = shipped[shipped.rindex("server {") :]
    server = re.sub(r"\n *listen \[::\][^;]*;", "", server)
    server = re.sub(r"listen 443[^;]*;", f"listen 127.0.0.1:{port};", server)
    server = re.sub(r"\n *ssl_[^\n]*", "", server).replace("127.0.0.1:8000", upstream)
    kept = "".join(
        f"    {name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"pid {folder}/pid;\nerror_log stderr;\nevents {{ worker_connections 512; }}\n"
        f"http {{\n    access_log off;\n{kept}{server}}}\n"
    )


def haproxy_here(shipped: str, port: int, upstream: str) -> str:
    lines = [
        line for line in shipped.splitlines() if "bind [::]:80 " not in line and "redirect scheme" not in line
    ]
    text = "\n".join(lines) + "\n"
    text = re.sub(r"bind \[::\]:443[^\n]*", f"bind 127.0.0.1:{port}", text)
    return text.replace("X-Forwarded-Proto https", "X-Forwarded-Proto http").replace(
        "127.0.0.1:8000", upstream
    )


@contextmanager
def dripping(address: str, host: str, number: int) -> Iterator[None]:
    """So many clients send a request a byte at a time, and begin anew when they are cut off."""
    at = urlsplit(address)
    place = at.hostname or "", at.port or 80

    def drip(begins: bytes, over: threading.Event) -> None:
        while not over.is_set():
            with contextlib.suppress(OSError), socket.create_connection(place, timeout=PATIENCE) as line:
                line.sendall(begins % (PATH, host.encode()))
                line.setblocking(False)
                while not over.wait(DRIP):
                    line.send(b"a")
                    with contextlib.suppress(BlockingIOError):
                        if not line.recv(4096):
                            break

    with meanwhile(*[partial(drip, (HEADERS, FORM)[each % 2]) for each in range(number)]):
        time.sleep(SETTLE)
        yield


def slowest_twentieth(address: str, public: str, patience: float, pages: int = PAGES) -> float:
    """Seconds within which nineteen of twenty pages were answered; all the patience where they were not."""
    taken: list[float] = []

    def read() -> None:
        visitor = Visitor(address, public=public, seconds=patience)
        for _ in range(pages // AT_ONCE):
            began = time.perf_counter()
            status = visitor.get(PAGE).status
            taken.append(time.perf_counter() - began if status == 200 else patience)
            if taken[-1] >= patience:
                return

    together(*[read] * AT_ONCE)
    return sorted(taken)[max(len(taken) * 19 // 20 - 1, 0)]


def show(site: Site, number: int) -> bool:
    public, patience = site.env["SITE_URL"], PATIENCE * stretch()
    host = urlsplit(public).netloc
    web, direct = site.run_web()
    upstream = urlsplit(direct).netloc
    times: dict[str, float] = {}
    answered = True
    for name, kind in KINDS.items():
        port = free_port()
        proxy = site.started(kind(site, port, upstream))
        wait_for(f"{name} listens", lambda port=port: listens(port))  # type: ignore[misc]
        address = f"http://127.0.0.1:{port}"
        slowest_twentieth(address, public, patience, 80)
        quiet = slowest_twentieth(address, public, patience)
        with dripping(address, host, number):
            slow = slowest_twentieth(address, public, patience)
            answered = answered and slow < patience
        proxy.stop()
        times[name] = max(slow, LEAST) / max(quiet, LEAST)
        in_quiet, meanwhile = f"{1000 * quiet:.0f} ms", f"{1000 * slow:.0f} ms"
        print(f"{name}: nineteen of twenty pages in {in_quiet}, with {number} dripping in {meanwhile}")
    with dripping(direct, host, number):
        bare = slowest_twentieth(direct, public, patience, 8)
    print(f"without a proxy: {'no answer' if bare >= patience else f'{1000 * bare:.0f} ms'}")
    web.stop()
    found = ", ".join(f"{name} {each:.1f} times" for name, each in times.items())
    held = bare >= patience
    if not is_alone():
        print("How long a page takes is told and not judged, beside busy processes.")
    print(f"proxies: {number} dripping clients, {found}; without one {'stopped' if held else 'NOT STOPPED'}")
    return held and answered and all(in_time(each, MOST_TIMES) for each in times.values())


def main() -> int:
    given = options("proxies", __doc__, clients=(64, "that send a byte at a time")).parse_args()
    for name in KINDS:
        program(name)
    with own_site() as site:
        return 0 if show(site, given.clients) else 1
