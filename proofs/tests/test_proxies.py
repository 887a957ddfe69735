"""The shipped configurations of proxies, without the proxies."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from proofs.wire.proxies import PROXIES, haproxy_here, nginx_here

NGINX, HAPROXY = [(PROXIES / name).read_text() for name in ("nginx.conf", "haproxy.cfg")]


def test_as_shipped_but_for_tls_and_ports() -> None:
    here = nginx_here(NGINX, 9001, "127.0.0.1:9000", Path("/folder"))
    assert "listen 127.0.0.1:9001;" in here and "proxy_pass http://127.0.0.1:9000;" in here
    assert "ssl" not in here and here.count("{") == here.count("}") and "return 301" not in here
    assert "proxy_request_buffering on;" in here and "client_header_timeout" in here
    there = haproxy_here(HAPROXY, 9001, "127.0.0.1:9000")
    assert "bind 127.0.0.1:9001\n" in there and "server web 127.0.0.1:9000\n" in there
    assert "[::]" not in here and "[::]" not in there
    assert "ssl" not in there and "option http-buffer-request" in there


def test_both_versions_of_the_internet_are_let_in() -> None:
    for port in (80, 443):
        assert f"listen {port}" in NGINX and f"listen [::]:{port}" in NGINX
        assert f"bind [::]:{port} v4v6" in HAPROXY


def test_the_longest_form_that_the_site_takes_has_room() -> None:
    longest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body = re.search(r"client_max_body_size (\d+)k;", NGINX)
    buffer = re.search(r"tune\.bufsize (\d+)", HAPROXY)
    assert body and int(body[1]) * 1024 >= 2 * longest
    assert buffer and int(buffer[1]) >= longest + 8192
