"""Everything the site needs, started on one machine and stopped again: `bin/serve`.

The web and the three workers, one for each queue, are processes of their own; this one only watches them.
"""

import contextlib
import errno
import fcntl
import ipaddress
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

from homeworlds_site.given import WRONG_SETTING, shown

ROOT = Path(__file__).resolve().parent.parent
STOP_SECONDS = 6
START_SECONDS = 60
QUIET_SECONDS = 60
"""For which the site is open before anything is done besides."""
MAX_DEATHS, DEATHS_WITHIN = 5, 60
STEPS = 3
BOTS = "worker of the bots"
NOTED = "serve.json"
NAMING = (
    "SITE_URL", "ALLOWED_HOSTS", "EMAIL_URL", "DATABASE_URL", "DATABASE_PASSWORD", "REDIS_URL", "BROKER_URL",
)  # fmt: skip
"""Which site it is and where its data lie; of each there may be a `…_FILE` instead."""


class Child:
    """One process with its own group and log, started again when it dies."""

    def __init__(self, name: str, arguments: list[str], env: dict[str, str], log: Path) -> None:
        self.name, self.arguments, self.env, self.log = name, arguments, env, log
        self.deaths: list[float] = []
        self.start_at = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        log.unlink(missing_ok=True)

    def watch(self) -> None:
        """Starts the process when it is due. Ends everything when it cannot be kept alive."""
        now = time.monotonic()
        if self.process and self.process.poll() is not None:
            stop_groups([self.process.pid])  # what the dead one may have left behind
            self.process = None
            self.deaths = [death for death in self.deaths if now - death < DEATHS_WITHIN] + [now]
            if len(self.deaths) >= MAX_DEATHS:
                sys.exit(f"The {self.name} keeps stopping; the reason stands at the end of {self.log}.")
            self.start_at = now + 2 ** len(self.deaths) / 4
        if self.process is None and now >= self.start_at:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [sys.executable, "-m", *self.arguments],
                    cwd=ROOT,
                    env=self.env,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )


class FasterBots:
    """Has numba fetched and the search of the bots compiled, once the site has been open for a while; then
    their worker starts again, when it has no turn in hand, and searches with that. Without a network all
    stays as it is."""

    def __init__(self, bots: Child, log: Path) -> None:
        self.bots, self.log = bots, log
        self.process: subprocess.Popen[bytes] | None = None
        self.start_at: float | None = time.monotonic() + QUIET_SECONDS

    def watch(self) -> None:
        if self.start_at is not None and time.monotonic() >= self.start_at:
            self.start_at = None
            with self.log.open("wb") as log:
                self.process = subprocess.Popen(
                    [sys.executable, "-m", "homeworlds_site.faster_bots"],
                    cwd=ROOT,
                    env=self.bots.env,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
        elif self.process and self.process.poll() is not None:
            if self.process.returncode == 0:
                self.bots.env["COMPILED_SEARCH"] = "true"
                if self.bots.process:
                    self.bots.process.terminate()
            self.process = None


def stop_groups(groups: list[int]) -> None:
    """Asks whole process groups to end, and ends those that have not after a few seconds."""
    for sign, seconds in ((signal.SIGTERM, STOP_SECONDS), (signal.SIGKILL, 2)):
        give_up = time.monotonic() + seconds
        for group in groups:
            _signal(group, sign)
        while groups and time.monotonic() < give_up:
            groups = [group for group in groups if _lives(group)]
            time.sleep(0.05)


def _signal(group: int, sign: int) -> bool:
    try:
        os.killpg(group, sign)
    except (ProcessLookupError, PermissionError):  # macOS answers the second for a group of zombies
        return False
    return True


def _lives(group: int) -> bool:
    with contextlib.suppress(ChildProcessError):
        os.waitpid(group, os.WNOHANG)  # a child of ours stays in its group until it is waited for
    return _signal(group, 0)


def stop_leftovers(pid_file: Path) -> None:
    """Ends what an earlier run left when it was killed itself; only processes that are still ours."""
    if not pid_file.exists():
        return
    ours = []
    for pid in pid_file.read_text().split():
        seen = subprocess.run(
            ["ps", "-o", "command=", "-p", pid], capture_output=True, text=True, check=False
        )
        if "homeworlds_site" in seen.stdout:
            ours.append(int(pid))
    stop_groups(ours)


def main() -> None:
    host, port = os.environ.get("HOST") or "127.0.0.1", _port()
    var = (ROOT / os.environ.get("VAR_DIR", "var")).resolve()
    for folder in (var, var / "broker", var / "logs", var / "mail"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (var / "serve.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"The site of {var} is running already; stop it first, or choose another VAR_DIR.")
        stop_leftovers(var / "serve.pids")
        # What an earlier run, or release, left in the queue is in nobody's way here: the sweep finds it all.
        shutil.rmtree(var / "broker" / "queue", ignore_errors=True)
        _check_free(host, port)
        stopping = threading.Event()
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(sign, lambda *_: stopping.set())
        env = environment(host, port, var)
        _note_down(env, var)
        _make_secret(var / "secret_key", 50)
        _make_push_key(env, var / "vapid_key")
        password = _make_secret(var / "demo_password", 9)
        step(1, "the tables")
        _manage(env, "migrate_when_ready", "--seconds", "0")
        step(2, "the pages")
        processes = children(host, port, var, env)
        run(
            processes,
            lambda: _answers(host, port),
            partial(_furnished, env, var, password),
            var,
            stopping,
            # Who has decided on it need not be helped.
            faster_bots=None
            if env.get("COMPILED_SEARCH")
            else partial(FasterBots, _bots_of(processes), var / "logs" / "faster_bots.log"),
        )


def step(number: int, what: str) -> None:
    """Says what is done now, with a bar, for who waits for the first page."""
    print(f"[{'#' * number}{'.' * (STEPS - number)}] {number} of {STEPS}: {what}", flush=True)


def _furnished(env: dict[str, str], var: Path, password: str) -> str:
    """What nobody needs who looks at the first page, done once that is there; what is said then."""
    step(3, f"{env['SITE_URL']} is open already; demo players and workers come")
    # Everybody on the machine can read a command line.
    _manage(env, "demo_accounts", "--password-file", str(var / "demo_password"))
    return (
        f"Homeworlds is open at {env['SITE_URL']}\n"
        f"Log in as alice@example.com or bob@example.com with the password {password}\n"
        f"Mail it sends is put into {var / 'mail'}. Ctrl-C stops it."
    )


def run(
    processes: list[Child],
    answers: Callable[[], bool],
    furnished: Callable[[], str],
    var: Path,
    stopping: threading.Event,
    *,
    faster_bots: Callable[[], FasterBots] | None = None,
) -> None:
    """Keeps the processes alive until it is told to stop: the first alone until the site answers, then all.
    What `furnished` has done is said then."""
    welcomed, give_up = False, time.monotonic() + START_SECONDS
    besides: list[FasterBots] = []
    pids: list[str] = []
    try:
        while not stopping.is_set():
            for child in processes if welcomed else processes[:1]:
                child.watch()
            for each in besides:
                each.watch()
            if _groups([*processes, *besides]) != pids:
                pids = _note_groups([*processes, *besides], var)
            if not welcomed and answers():
                welcomed = True
                said = furnished()
                besides += [faster_bots()] if faster_bots else []
                for child in processes:
                    child.watch()
                pids = _note_groups([*processes, *besides], var)
                print(said, flush=True)
            elif not welcomed and time.monotonic() > give_up:
                sys.exit(
                    f"The site did not answer; the reason stands at the end of {var / 'logs' / 'web.log'}."
                )
            stopping.wait(0.2)
    finally:
        stop_groups([child.process.pid for child in (*processes, *besides) if child.process])
        (var / "serve.pids").unlink(missing_ok=True)
    print("Homeworlds has stopped.", flush=True)


def _groups(started: Sequence[Child | FasterBots]) -> list[str]:
    return [str(each.process.pid) for each in started if each.process]


def _note_groups(started: Sequence[Child | FasterBots], var: Path) -> list[str]:
    """For the next run, should this one be killed."""
    groups = _groups(started)
    (var / "serve.pids").write_text("\n".join(groups))
    return groups


def _bots_of(processes: list[Child]) -> Child:
    return next(child for child in processes if child.name == BOTS)


def environment(host: str, port: int, var: Path) -> dict[str, str]:
    shown = socket.gethostname() if _is_any(host) else host
    ours = {
        "SITE_URL": f"http://{f'[{shown}]' if ':' in shown else shown}:{port}",
        "EMAIL_URL": f"file:///{var / 'mail'}",
        "RUN_BY": "serve",
        **({} if _is_loopback(host) else {"ALLOWED_HOSTS": "*"}),
    }
    return {
        **ours,
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "homeworlds_site.settings",
        "VAR_DIR": str(var),
        "PYTHONUNBUFFERED": "1",
    }


def _note_down(env: dict[str, str], var: Path) -> None:
    """For `manage.py` by hand; it holds what is secret."""
    with open(os.open(var / NOTED, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as noted:
        names = [each for name in NAMING for each in (name, f"{name}_FILE")]
        json.dump({name: env[name] for name in names if env.get(name)}, noted)


def is_told(env: Mapping[str, str]) -> bool:
    """Whether somebody has said which site it is."""
    return any(env.get(name) for name in ("SITE_URL", "ALLOWED_HOSTS", "DEBUG"))


def remember(env: MutableMapping[str, str]) -> None:
    """Adds what names the site of the last bin/serve in this VAR_DIR, for a command that is told of none."""
    if is_told(env):
        return
    file = ROOT / env.get("VAR_DIR", "var") / NOTED
    try:
        noted = json.loads(file.read_text())
    except FileNotFoundError:
        return
    for name, value in noted.items():
        stem = name.removesuffix("_FILE")
        if not (env.get(stem) or env.get(f"{stem}_FILE")):
            env[name] = value


def children(host: str, port: int, var: Path, env: dict[str, str]) -> list[Child]:
    bind = f"{f'[{host}]' if ':' in host else host}:{port}"
    web = ["gunicorn", "homeworlds_site.wsgi:application", "--bind", bind, "--worker-class", "gthread"]
    web += ["--workers", "2", "--threads", "8", "--graceful-timeout", "3", "--no-control-socket"]
    worker = ["celery", "--app", "homeworlds_site", "worker", "--pool", "solo", "--loglevel", "INFO"]
    worker += ["--without-gossip", "--without-mingle", "--heartbeat-interval", "10"]
    beat = ["--beat", "--scheduler", "upkeep.timekeeping.schedulers:InPlace"]
    web_env, worker_env = {**env, "PROCESS_ROLE": "web"}, {**env, "PROCESS_ROLE": "worker"}
    logs = var / "logs"

    def listening(queues: str, *more: str) -> list[str]:
        return [*worker, "-Q", queues, "-n", f"{queues.partition(',')[0]}@%h", *more]

    return [
        Child("web server", web, web_env, logs / "web.log"),
        Child("timekeeper", listening("timekeeper", *beat), worker_env, logs / "timekeeper.log"),
        Child(BOTS, listening("bots"), {**worker_env}, logs / "bots.log"),
        Child("worker", listening("default,alone"), worker_env, logs / "worker.log"),
    ]


def _refuse(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    raise SystemExit(WRONG_SETTING)


def _port() -> int:
    text = os.environ.get("PORT") or "8000"
    if not (text.isascii() and text.isdecimal()) or not 0 < int(text) < 65536:
        _refuse(f"PORT is a number from 1 to 65535, not “{shown(text)}”.")
    return int(text)


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_loopback(host: str) -> bool:
    address = _address(host)
    return address.is_loopback if address else host == "localhost"


def _is_any(host: str) -> bool:
    address = _address(host)
    return bool(address and address.is_unspecified)


def _check_free(host: str, port: int) -> None:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror:
        _refuse(f"HOST “{shown(host)}” is not an address of this machine.")
    except PermissionError:
        sys.exit(f"Port {port} is not for everybody; choose one above 1023: PORT=8000 bin/serve")
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            _refuse(f"HOST “{host}” is not an address of this machine.")
        sys.exit(
            f"Port {port} on {host} is in use or not to be had; choose another: PORT={port + 1} bin/serve"
        )


def _make_secret(file: Path, length: int) -> str:
    """The secret in the file, made the first time; nobody else can read it."""
    if not file.exists() or not file.read_text():
        with open(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w") as made:
            made.write(secrets.token_urlsafe(length))
    return file.read_text()


def _make_push_key(env: dict[str, str], file: Path) -> None:
    """The key of web push, made the first time; nobody else can read it."""
    if env.get("VAPID_PRIVATE_KEY") or env.get("VAPID_PRIVATE_KEY_FILE"):
        return
    # 256 bits by lot are such a key, but once in four thousand million times.
    _make_secret(file, 32)
    env["VAPID_PRIVATE_KEY_FILE"] = str(file)


def _manage(env: dict[str, str], *arguments: str) -> str:
    """What it has printed."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode == WRONG_SETTING:
        _refuse(done.stdout.strip())
    if done.returncode:
        sys.exit(f"{done.stdout}\nThe site could not be prepared: manage.py {arguments[0]} failed.")
    return done.stdout


def _answers(host: str, port: int) -> bool:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False


if __name__ == "__main__":
    main()
