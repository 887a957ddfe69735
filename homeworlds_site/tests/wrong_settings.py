"""Every setting, wrong in five ways or more, and what the site says to each.

A process that knows the code but no settings is forked for each of them: to start one anew would take a
second, and there are hundreds.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
MARK: Final = "pa55word"
"""In whatever may be a secret: no sentence shows it."""
RIGHT: Final = {"SITE_URL": "https://homeworlds.example", "SECRET_KEY": "k3y-of-the-tests-" * 4}
WRONG_SETTING: Final = 78

FLAG: Final = ("ja", "2", "tru", "true false", "-")
FOLDER: Final = ("/etc/passwd", "/etc/passwd/var", "~/var", "$HOME/var", "/", "a\nb")


def whole(least: int, most: int) -> tuple[str, ...]:
    return ("ten", "1.5", str(least - 1), str(most + 1), "1e3", "10 MB")


def number(least: float, most: float) -> tuple[str, ...]:
    return ("ten", "1,5", str(least - 1), str(most + 1), "nan", "inf")


VALUES: Final[Mapping[str, Sequence[str]]] = {
    "SITE_URL": (
        "homeworlds.example", "ftp://homeworlds.example", "https://", f"https://me:{MARK}@homeworlds.example",
        "https://homeworlds.example/games", "https://homeworlds.example:port", "https://home worlds.example",
    ),
    "ALLOWED_HOSTS": (
        "https://homeworlds.example", "homeworlds.example:8000", "homeworlds.example/", "a b", "*.example",
        "a.example,https://b.example",
    ),
    "SECRET_KEY": (
        f"{MARK}", f"{MARK}" * 6 + "\nmore", "a" * 60, f"django-insecure-{MARK}-{'12345' * 10}",
        f'"{MARK * 8}"', f" {MARK * 8}",
    ),
    "SECRET_KEY_FALLBACKS": (
        RIGHT["SECRET_KEY"], f"{MARK}-one {MARK}-one", f"SECRET_KEY={MARK}",
        f'"{MARK}", "other-{MARK}"', "abc",
    ),
    "DEBUG": FLAG,
    "VAR_DIR": FOLDER,
    "RUN_BY": ("Docker", "docker compose", "systemd,docker", "1", "hand"),
    "PROCESS_ROLE": ("Web", "worker ", "beat", "web,worker", "1"),
    "TRUSTED_PROXIES": whole(0, 10),
    "PROXY_SSL_HEADER": (
        "X Forwarded Proto", "X-Forwarded-Proto: https", "HTTP_X_FORWARDED_PROTO",
        "X-Forwarded-Proto=https", "é",
    ),
    "SSL_REDIRECT": FLAG,
    "HSTS_SECONDS": whole(0, 315_360_000),
    "HSTS_SUBDOMAINS": FLAG,
    "HSTS_PRELOAD": FLAG,
    "SESSION_DAYS": whole(1, 400),
    "DATABASE_URL": (
        "127.0.0.1:5432/homeworlds", f"mysql://me:{MARK}@host/homeworlds",
        f"postgresql://me:{MARK}@host:port/x",
        f"postgresql://me:{MARK}@host", f"postgresql://me:{MARK}/{MARK}@host/homeworlds",
        f"postgresql://me:{MARK}#{MARK}@host/homeworlds", "sqlite://",
    ),
    "DATABASE_PASSWORD": (
        f"{MARK}\n{MARK}", f"{MARK}\x07", f'"{MARK}"', f" {MARK} ", f"{MARK}",  # the last without PostgreSQL
    ),
    "DATABASE_POOL": FLAG,
    "DATABASE_POOLER": (
        "pooler", "pooler:port", "postgresql://pooler:6432", "pooler:6432/x", "a b:6432",
        "127.0.0.1:6432",  # the last without PostgreSQL
    ),
    "DATABASE_POOL_SIZE": whole(1, 1000),
    "DATABASE_SECONDS": number(0.1, 600),
    "REDIS_URL": (
        "127.0.0.1:6379", "http://127.0.0.1:6379/1", f"redis://:{MARK}/{MARK}@host:6379/1", "redis://",
        "redis://host/cache", f"redis://:{MARK}#@host/1",
    ),
    "BROKER_URL": (
        "127.0.0.1:6379", "http://127.0.0.1:6379/0", f"redis://:{MARK}/{MARK}@host:6379/0", "redis://",
        "redis://host/queue", "amqp://",
    ),
    "TASKS_EAGER": FLAG,
    "PROCESS_MEMORY_MB": whole(50, 1_000_000),
    "SWEEP_SECONDS": number(0.05, 60),
    "BOTS_ALONE_SECONDS": number(0, 86_400),
    "CLOCK_BREAKER": FLAG,
    "SWEEP_LATE_SECONDS": number(1, 86_400),
    "COMPILED_SEARCH": FLAG,
    "BOT_PAUSE": number(0, 3600),
    "EMAIL_URL": (
        f"submission://me:{MARK}/{MARK}@mail.example:587", f"me:{MARK}@mail.example", "mail.example",
        f"submission://me:{MARK}@mail.example:port", f"smtp://:{MARK}@mail.example", "smtps://", "file:",
        f"imap://me:{MARK}@mail.example", f"smtp://me:{MARK}@mail.example:25/folder",
    ),
    "EMAIL_TIMEOUT": whole(1, 300),
    "EMAIL_SECONDS": number(1, 600),
    "MAIL_RETRY_SECONDS": number(3, 86_400),
    "OUTSIDE_LOCAL": ("127.0.0.1", "http://127.0.0.1:8900", "127.0.0.1:port", "127.0.0.1:8900/x", "a b:80"),
    "VAPID_PRIVATE_KEY": (
        f"{MARK}", f"{MARK * 6}", "A" * 43, "-----BEGIN PRIVATE KEY-----", f"{MARK} {MARK}",
    ),
    "PUSH_HOSTS": (
        "https://push.example", "push.example:443", "*", "push.example/x", "*.*.example", ".example",
    ),
    "PUSH_LOCAL_SERVICE": (
        "127.0.0.1:8900", "ftp://127.0.0.1:8900", "http://127.0.0.1", "http://127.0.0.1:8900/",
        "http://a b:1",
    ),
    "NOTICES_KEPT_DAYS": whole(1, 3650),
    "DEFAULT_FROM_EMAIL": (
        "homeworlds", "@homeworlds.example", "a@", "a@b@c.example", "a b@c d", "a@b\nBcc: c@d",
    ),
    "MAIL_WEBHOOK_SECRET": (f"{MARK}", "me:short", f":{MARK}", f"me:{MARK} {MARK}", f'"me:{MARK}"'),
    "MAIL_PROVIDER_KEYS": (
        f"{MARK}", f"={MARK}", f"name={MARK}", "NAME=", f"A={MARK},A={MARK}", f"A: {MARK}",
    ),
    "ADMINS_EMAIL": ("you", "you@", "You <you@homeworlds.example>", "a@b.example;c@d.example", "@b.example"),
    "SITE_LANGUAGE": ("de", "EN", "fr_FR", "english", "en,fr"),
    "TIME_ZONE": ("Paris", "+02:00", "Europe/", "CET+1", "/etc/localtime", "../UTC"),
    "CONTACT": (
        "javascript:alert(1)", "http://", "two\nlines", "you@", "x" * 201, " ", "https://a b",
        "mailto:a@b.example",
    ),
    "GUESTS_PER_HOUR": whole(0, 1_000_000),
    "GAMES_PER_HOUR": whole(0, 1_000_000),
    "WISH_BOT_HOURS": whole(0, 1000),
    "MAILS_PER_DAY": whole(1, 1000),
    "RENAMES_PER_DAY": whole(0, 1000),
    "AUTOMATIC_EVENTS": (
        "swiss", "chess@mon 18:00", "swiss@mon 24:00", "swiss@29 18:00", "swiss@18:00", "swiss@mon 18",
    ),
    "MAX_FORM_BYTES": whole(16_384, 100_000_000),
    "LOG_FORMAT": ("xml", "JSON", "line,json", "text", "1"),
    "LOG_LEVEL": ("debug", "TRACE", "10", "INFO,DEBUG", "WARN"),
    "ALARM_URL": (
        f"{MARK}", f"ftp://{MARK}", f"ping+{MARK}", "ntfy://", f"https:///{MARK}",
        f"https://host/{MARK} {MARK}",
    ),
    "PING_URL": (
        f"{MARK}", f"ping+https://host/{MARK}", f"ftp://host/{MARK}", "https://", f"https://me:{MARK}@host/",
    ),
    "BACKUP_PING_URL": (
        f"{MARK}", f"udp://host/{MARK}", f"//host/{MARK}", "http://", f"https://host:x/{MARK}",
    ),
    "METRICS_TOKEN": ("short", f"{MARK} {MARK}", f"{MARK}\n{MARK}", f'"{MARK}{MARK}"', f"{MARK}-é-{MARK}"),
    "METRICS_DIR": FOLDER,
    "SLOW_REQUEST_MS": whole(0, 600_000),
    "SLOW_STATEMENT_MS": whole(0, 600_000),
    "TRACES_URL": (
        "127.0.0.1:4318", "grpc://127.0.0.1:4317", "http://", "http://a b:4318", "https://host:port",
        f"https://me:{MARK}@host:4318", "http://host:4318/?key=1",
    ),
    "WATCHED_FOLDERS": ("var", "~/var", "$HOME/var", "/etc/passwd", "/var,backups", "/a\n/b"),
    "DISK_FREE_PERCENT": number(0, 90),
    "BACKUP_LATE_HOURS": number(0.1, 10_000),
    "SENTRY_DSN": (
        f"{MARK}", "https://sentry.example/1", f"https://{MARK}@sentry.example", f"https://{MARK}@/1",
        f"ftp://{MARK}@sentry.example/1",
    ),
    "STATIC_MANIFEST": FLAG,
    "STATIC_DIR": FOLDER,
    "HOST": ("http://127.0.0.1", "127.0.0.1:8000", "no such host", "300.1.1.1", "203.0.113.7"),
    "PORT": ("http", "0", "65536", "80.5", "-1", "٨٠٠٠"),
    "HOMEWORLDS_VENV": (*FOLDER, "/etc"),
    "HOMEWORLDS_SHARED": (*FOLDER, "/no/such/folder"),
    "REQUIRE_ALL": ("yes", "true", "all", "2", "1 "),
    "TEST_DATABASE_URL": (
        "127.0.0.1:5432", "mysql://host/x", f"postgresql://me:{MARK}@host:port/x", "postgresql://",
        f"postgresql://me:{MARK} @host/x",
    ),
    "TEST_REDIS_URL": ("127.0.0.1:6379", "http://host", "redis://", "redis://host:port", "redis://a b"),
}  # fmt: skip
"""Of each setting five values or more that it must not have."""
OF_COMMANDS: Final = (
    "HOMEWORLDS_VENV",
    "HOMEWORLDS_SHARED",
    "REQUIRE_ALL",
    "TEST_DATABASE_URL",
    "TEST_REDIS_URL",
)
LOADED_AHEAD: Final = ("csp.constants", "dj_database_url", "dj_email_url", "homeworlds_site.serve")
SHOWN_BY_NAME: Final = frozenset({"SITE_URL"})
"""May hold a password by mistake, and is no secret otherwise."""
OF_FILES: Final = (
    "is not there",
    "is a folder",
    "is empty",
    "holds no text",
    "beside the setting",
    "is wrong inside",
)
"""How the file of a secret is wrong."""


def documented() -> dict[str, str]:
    """Each variable with the cell of its default; a second name in a row is the file of the first."""
    tables, found = (ROOT / "docs" / "settings.md").read_text(), {}
    for names, default in re.findall(r"^\| (`[A-Z].*?) \| (.*?) \| .+ \|$", tables, re.MULTILINE):
        for name in re.findall(r"`(\w+)`", names):
            assert name not in found, f"{name} stands there twice"
            found[name] = default
    return found


class Case(NamedTuple):
    setting: str
    value: str
    env: Mapping[str, str]


class Answer(NamedTuple):
    status: int
    said: str


def cases(folder: Path, documented: Iterable[str]) -> Iterator[Case]:
    """For each setting that the tables name. Raises KeyError for one that is not known here."""
    for name in documented:
        if name.endswith("_FILE"):
            yield from _of_file(folder, name)
            continue
        for value in VALUES[name]:
            yield Case(name, value, {**RIGHT, name: value})


def _of_file(folder: Path, name: str) -> Iterator[Case]:
    setting = name.removesuffix("_FILE")
    files = {
        "is not there": str(folder / "none"),
        "is a folder": str(folder),
        "is empty": _file(folder / "empty", b"\n"),
        "holds no text": _file(folder / "binary", b"\xff\xfe\x00" + MARK.encode()),
        "beside the setting": _file(folder / "value", f"{MARK}-{setting}".encode()),
        "is wrong inside": _file(folder / f"{setting}.wrong", VALUES[setting][0].encode()),
    }
    for how in OF_FILES:
        env = {each: said for each, said in RIGHT.items() if each != setting}
        beside = {setting: VALUES[setting][0]} if how == "beside the setting" else {}
        yield Case(name, how, {**env, **beside, name: files[how]})


def _file(path: Path, held: bytes) -> str:
    path.write_bytes(held)
    return str(path)


def asked(every: Sequence[Case], folder: Path) -> list[Answer]:
    """What the site says to each."""
    lines = "".join(json.dumps({**case.env, "": case.setting}) + "\n" for case in every)
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "VAR_DIR": str(folder / "var")}
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=lines,
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    return [Answer(*json.loads(line)) for line in done.stdout.splitlines()]


def faults(case: Case, answer: Answer) -> Iterator[str]:
    """What is wrong with how the site answers."""
    name = case.setting
    if answer.status != WRONG_SETTING:
        yield f"ends with {answer.status} instead of {WRONG_SETTING}"
    lines = answer.said.strip().splitlines()
    if len(lines) != 1 or not answer.said.strip().endswith((".", "!")):
        yield f"says {len(lines)} lines instead of a sentence: {answer.said[-300:]!r}"
    if name not in answer.said and name.removesuffix("_FILE") not in answer.said:
        yield f"does not name {name}: {answer.said!r}"
    if MARK in answer.said and name not in SHOWN_BY_NAME:
        yield "shows a secret"


# --- Inside the process that is forked


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "homeworlds_site.settings"
    for module in LOADED_AHEAD:
        import_module(module)
    for line in sys.stdin:
        given: dict[str, str] = json.loads(line)
        setting = given.pop("")
        sys.stdout.write(json.dumps(_answer_of_a_child(setting, given)) + "\n")
        sys.stdout.flush()


def _answer_of_a_child(setting: str, given: dict[str, str]) -> tuple[int, str]:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        os.environ.update(given)
        _start(setting)
    os.close(writing)
    with open(reading, errors="replace") as said:
        text = said.read()
    _pid, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), text


def _start(setting: str) -> None:
    """As far as settings are read; never returns."""
    status: Any = 1
    try:
        _begin(setting)
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
        if not isinstance(ended.code, int):
            sys.stderr.write(f"{ended.code}\n")
    except BaseException:  # noqa: BLE001  it is what is asked for
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _begin(setting: str) -> None:
    if setting in ("HOST", "PORT"):
        from homeworlds_site import serve

        serve.main()
    elif setting in OF_COMMANDS:
        sys.path.insert(0, str(ROOT / "bin"))
        import environment

        environment.check_given()
    else:
        from homeworlds_site.given import settings_or_end

        settings_or_end()


if __name__ == "__main__":
    main()
