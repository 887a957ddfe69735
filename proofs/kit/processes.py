"""Processes that a proof starts, kills and ends; database and Redis servers of its own."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from glob import glob
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
LONGEST: Final = 6 * 3600.0
"""Seconds: whatever a proof has begun and waits for hangs, where it takes longer."""
START_SECONDS: Final = 600.0
"""Whatever takes longer has failed: nothing is judged by it."""
STOP_SECONDS: Final = 15.0
KILL_SECONDS: Final = 300.0


class NotHere(Exception):
    """A program that a proof needs is not on this machine; the text is the whole sentence."""


def program(*names: str) -> str:
    """The path of the first of these programs; PostgreSQL's stand where Debian puts them."""
    for name in names:
        found = shutil.which(name) or next(
            iter(sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None
        )
        if found:
            return found
    raise NotHere(f"The program {names[0]} is needed for this proof, and it is not on this machine.")


def run(command: Sequence[str], **how: Any) -> subprocess.CompletedProcess[str]:
    """To its end. Raises CalledProcessError, but for `check=False`, and TimeoutExpired where it hangs."""
    given = {"check": True, "text": True, "timeout": LONGEST, **how}
    return subprocess.run(command, **given)


def apart(module: str, *arguments: object, **how: Any) -> subprocess.CompletedProcess[str]:
    """A proof, or a part of one, in a process of its own, for each is set up on one database."""
    command = [sys.executable, "-m", "proofs.kit", module, *map(str, arguments)]
    return run(command, cwd=ROOT, check=False, **how)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(what: str, ready: Callable[[], bool], seconds: float = START_SECONDS) -> None:
    if not becomes(ready, seconds):
        raise TimeoutError(f"{what}: not after {seconds:.0f} seconds.")


def becomes(ready: Callable[[], bool], seconds: float) -> bool:
    """Whether it is, within so many seconds; returns as soon as it is."""
    give_up = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.1)
    return True


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


class Process:
    """One process in a group of its own, with its log in a file."""

    def __init__(
        self,
        name: str,
        arguments: Sequence[str],
        env: Mapping[str, str],
        log: Path,
        *,
        cwd: Path = ROOT,
        user: str | None = None,
        niceness: int = 0,
    ) -> None:
        self.name, self.arguments, self.env, self.log = name, list(arguments), dict(env), log
        self.cwd, self.user, self.niceness = cwd, user, niceness
        self.process: subprocess.Popen[bytes] | None = None
        self._begins = 0

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._begins = log.tell()
            self.process = subprocess.Popen(
                self.arguments,
                cwd=self.cwd,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=self.user,
            )
        if self.niceness:
            self._give_way(self.process.pid)

    def _give_way(self, pid: int) -> None:
        # Whoever runs the proof may give way more than that.
        os.setpriority(os.PRIO_PROCESS, pid, max(self.niceness, os.getpriority(os.PRIO_PROCESS, pid)))
        # Linux may share the processor among sessions, and this process has begun one.
        with contextlib.suppress(FileNotFoundError):
            Path(f"/proc/{pid}/autogroup").write_text(f"{self.niceness}\n")

    def signal(self, sign: int) -> None:
        """To the whole group."""
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, sign)

    def kill(self) -> None:
        """As a crash of the machine would, without a last word."""
        self.signal(signal.SIGKILL)
        self.wait()

    def stop(self) -> None:
        if not self.process:
            return
        self.signal(signal.SIGCONT)
        self.signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=STOP_SECONDS)
        self.kill()

    def wait(self) -> None:
        if self.process:
            self.process.wait(timeout=KILL_SECONDS)

    @property
    def pid(self) -> int:
        if not self.process:
            raise RuntimeError(f"{self.name} was not started.")
        return self.process.pid

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def said(self) -> str:
        """Since it was last started."""
        return self.log.read_bytes()[self._begins :].decode(errors="replace")

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-1500:] if self.log.exists() else ""


class OwnRedis(Process):
    def __init__(self, folder: Path, env: Mapping[str, str]) -> None:
        self.port = free_port()
        words = f"--port {self.port} --bind 127.0.0.1 --appendonly no".split()
        self.folder = folder / "redis"
        """Where it would save to; it starts there."""
        command = [program("valkey-server", "redis-server"), *words, "--save", "", "--dir", str(self.folder)]
        super().__init__("redis", command, env, folder / "redis.log")

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        super().start()
        wait_for("Redis listens", lambda: listens(self.port))

    def url(self, number: int) -> str:
        return f"redis://127.0.0.1:{self.port}/{number}"


class OwnPostgres(Process):
    """A cluster of its own. PostgreSQL refuses to run as root: then the user `postgres` runs it."""

    def __init__(self, folder: Path, env: Mapping[str, str], *, superuser: str = "homeworlds") -> None:
        self.port, self.superuser = free_port(), superuser
        self.folder = folder / "postgres"
        user = "postgres" if os.geteuid() == 0 else None
        words = f"-p {self.port} -c listen_addresses=127.0.0.1 -c max_connections=150".split()
        command = [program("postgres"), "-D", str(self.folder), "-k", str(self.folder), *words]
        super().__init__("postgres", command, env, folder / "postgres.log", cwd=Path("/"), user=user)
        self._initdb()

    def _initdb(self) -> None:
        self.folder.mkdir(mode=0o700)
        if self.user:
            try:
                known = pwd.getpwnam(self.user)
            except KeyError as unknown:
                raise NotHere(f"Root needs the user {self.user} to run PostgreSQL.") from unknown
            os.chown(self.folder, known.pw_uid, known.pw_gid)
            for parent in self.folder.parents:
                if parent.owner() != self.user and not parent.stat().st_mode & 0o001:
                    parent.chmod(parent.stat().st_mode | 0o011)
        words = f"-U {self.superuser} -A trust --no-sync -E UTF8".split()
        command = [program("initdb"), "-D", str(self.folder), *words]
        run(command, cwd="/", user=self.user, stdout=subprocess.DEVNULL)

    def url(self, name: str) -> str:
        return f"postgresql://{self.superuser}@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        super().start()
        ready = [program("pg_isready"), *self._where, "-q"]
        wait_for("PostgreSQL answers", lambda: run(ready, check=False).returncode == 0)

    def kill(self) -> None:
        """All its processes at once, without a check-point: the next start recovers from the log."""
        self.signal(signal.SIGQUIT)
        self.wait()

    def create(self, name: str, template: str = "") -> str:
        """Like `template`, where there is one."""
        like = ["-T", template] if template else []
        run([program("createdb"), *self._where, "-U", self.superuser, *like, name])
        return self.url(name)

    def sql(self, command: str) -> None:
        """By its socket, which asks for no password."""
        where = ["-h", str(self.folder), "-p", str(self.port), "-U", self.superuser]
        words = [program("psql"), *where, "--quiet", "--set", "ON_ERROR_STOP=1", "--command", command]
        run([*words, "homeworlds"], capture_output=True)

    @property
    def _where(self) -> list[str]:
        return ["-h", "127.0.0.1", "-p", str(self.port)]


class OwnPooler(Process):
    """PgBouncer before a database server: a connection for each transaction, few in all. Like PostgreSQL it
    refuses to run as root."""

    def __init__(self, folder: Path, postgres: OwnPostgres, *, connections: int) -> None:
        self.port, self.folder, self.connections = free_port(), folder / "pgbouncer", connections
        self.superuser, self.server = postgres.superuser, postgres.port
        command = [program("pgbouncer"), str(self.folder / "pgbouncer.ini")]
        super().__init__("pgbouncer", command, postgres.env, folder / "pgbouncer.log", user=postgres.user)

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        (self.folder / "users").write_text(f'"{self.superuser}" ""\n', encoding="utf-8")
        (self.folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = host=127.0.0.1 port={self.server}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {self.port}\nunix_socket_dir =\nauth_type = trust\n"
            f"auth_file = {self.folder / 'users'}\npool_mode = transaction\nmax_client_conn = 1000\n"
            f"default_pool_size = {self.connections}\nadmin_users = {self.superuser}\n",
            encoding="utf-8",
        )
        super().start()
        wait_for("PgBouncer listens", lambda: listens(self.port))


def family_of(parent: int) -> list[int]:
    """The process and its children, in the order in which they were started."""
    listed = run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True)
    pairs = [tuple(map(int, line.split())) for line in listed.stdout.splitlines()]
    return [parent, *sorted(pid for pid, ppid in pairs if ppid == parent)]


def signal_all(pids: Iterable[int], sign: int) -> None:
    """Those that are still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, sign)


def _end(*_: object) -> None:
    sys.exit("Stopped.")


@contextlib.contextmanager
def ended_afterwards(processes: list[Process]) -> Iterator[None]:
    """Stops them in turn when the block ends, however it ends; the list may grow meanwhile."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _end)  # by itself it would leave them running
    try:
        yield
    finally:
        for process in reversed(processes):
            process.stop()
