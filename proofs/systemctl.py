"""Stands in for `systemctl` in `bin/prove operations`: runs the commands of units, keeps nothing alive.

The socket of a unit is held by a process of its own, which hands it to each start of the service.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from proofs.kit.units import read_environment_file, read_said, read_unit

STOP_SECONDS = 120.0
HANDED_ON = 3
"""The number that systemd gives the first socket."""
AS_PID = 'export LISTEN_PID=$$; exec "$@"'


def main(arguments: list[str]) -> None:
    root = Path(os.environ["PROOF_ROOT"])
    verb, *rest = arguments
    if verb == "hold":
        hold(*rest)
    names = [name for name in rest if not name.startswith("-") and not name.endswith(".timer")]
    if verb in ("stop", "restart"):
        for name in names:
            stop(root / "run" / name)
    if verb in ("start", "restart") or "--now" in rest:
        for name in names:
            (open_socket if name.endswith(".socket") else start)(root, name)


def open_socket(root: Path, name: str) -> None:
    """By a process that stays: who connects before a service is there waits."""
    pid_file = root / "run" / name
    if pid_file.exists():
        return
    address = read_said(units(root) / name)["ListenStream"]
    held = subprocess.Popen(
        [sys.executable, "-m", __spec__.name, "hold", address, f"{pid_file}.door"],
        stdin=subprocess.DEVNULL,
        # Who waits for this command reads what it says until nobody holds the pipe any more.
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    give_up = time.monotonic() + STOP_SECONDS
    while not Path(f"{pid_file}.door").exists() and time.monotonic() < give_up:
        time.sleep(0.05)
    pid_file.write_text(f"{held.pid} control-group")


def hold(address: str, door: str) -> None:
    """Keeps the socket open, and hands it to whoever knocks."""
    host, port = address.split(":")
    asked = socket.create_server((host, int(port)), backlog=512)
    with socket.socket(socket.AF_UNIX) as knocked:
        knocked.bind(f"{door}.new")
        knocked.listen()
        os.rename(f"{door}.new", door)
        while True:
            line, _address = knocked.accept()
            with line:
                socket.send_fds(line, [b"1"], [asked.fileno()])


def handed_on(root: Path, name: str) -> int | None:
    """The socket of the service's unit, if it is open."""
    door = root / "run" / f"{name}.socket.door"
    if not door.exists():
        return None
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(door))
        _said, [number], *_rest = socket.recv_fds(line, 1, 1)
    return number


def units(root: Path) -> Path:
    return root / "etc" / "systemd" / "system"


def start(root: Path, name: str) -> None:
    unit = read_unit(units(root) / f"{name}.service")
    needed = read_said(units(root) / f"{name}.service").get("Requires", "")
    if needed.endswith(".socket"):
        open_socket(root, needed)
    env = {key: os.environ[key] for key in ("PATH", "HOME", "PGHOST", "PGPORT") if key in os.environ}
    env |= read_environment_file(Path(unit.environment_file)) | unit.environment | {"PGUSER": unit.user}
    command, door = unit.command, handed_on(root, name)
    if door is not None:
        os.dup2(door, HANDED_ON, inheritable=True)
        command, env = ["/bin/sh", "-c", AS_PID, "sh", *command], {**env, "LISTEN_FDS": "1"}
    with (root / "run" / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            cwd=unit.directory,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=() if door is None else (HANDED_ON,),
        )
    (root / "run" / name).write_text(f"{process.pid} {unit.kill_mode}")


def stop(pid_file: Path) -> None:
    if not pid_file.exists():
        return
    pid, kill_mode = int(pid_file.read_text().split()[0]), pid_file.read_text().split()[1]
    give_up = time.monotonic() + STOP_SECONDS
    with contextlib.suppress(ProcessLookupError):
        # As systemd does: by its default to every process of the unit at once.
        (os.kill if kill_mode == "mixed" else os.killpg)(pid, signal.SIGTERM)
        while time.monotonic() < give_up:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)  # a child of this process is there until it was asked for
            os.killpg(pid, 0)
            time.sleep(0.1)
        os.killpg(pid, signal.SIGKILL)
    pid_file.unlink()
    Path(f"{pid_file}.door").unlink(missing_ok=True)


if __name__ == "__main__":
    main(sys.argv[1:])
