"""Ways by which an address that somebody types in would lead the site to itself, or to its neighbours."""

from __future__ import annotations

PUBLIC = "93.184.215.14"
ELSEWHERE = "https://hooks.example.org/x"
INSIDE = (
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.254", "100.64.0.1", "100.127.255.254", "127.0.0.1",  # noqa: S104
    "127.1.2.3", "169.254.169.254", "172.16.0.1", "172.31.255.254", "192.0.0.1", "192.0.2.1",
    "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1",
    "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
    "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "fe80::1", "fec0::1", "fc00::1",
    "fd12:3456::1", "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "2002:a00:1::",
    "2002:c0a8:101::", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "100::1", "5f00::1",
    "2600::5efe:127.0.0.1", "3fff::1",
)  # fmt: skip
"""Addresses that names may lead to."""
SPELLED = (
    "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://10.0.0.1:8443/",
    "https://169.254.169.254/latest/meta-data/", "https://[fe80::1%25eth0]/", "https://[64:ff9b::7f00:1]/",
    "http://hooks.example.org/", "ftp://hooks.example.org/", "file:///etc/passwd", "gopher://x.example/",
    "https://me@hooks.example.org/", "https://me:secret@hooks.example.org/",
    "https://hooks.example.org@127.0.0.1/", "https://hooks.example.org:80/", "https://hooks.example.org:22/",
    "https://hooks.example.org:6379/", "https://hooks.example.org:99999/", "https:///x", "https://",
    "https://hooks.example.org\\@127.0.0.1/", "https://hooks.example.org /x", "//127.0.0.1/",
    "https://hooks.example.org/\r\nHost: 127.0.0.1", "https://ⓛocalhost/",
    "https://2130706433/", "https://0x7f000001/", "https://0x7f.1/", "https://0177.0.0.1/", "https://127.1/",
    "https://localhost/", "https://127.0.0.1./", "https://127。0。0。1/", "https://１２７.0.0.1/",
    "https://[::]/", "https://[0:0:0:0:0:ffff:7f00:1]/", "https://[2002:7f00:1::]/",
)  # fmt: skip
"""Whole addresses that say it themselves."""
