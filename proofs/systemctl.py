"""Stands in for `systemctl` in `bin/prove operations`: runs the commands of units, keeps nothing alive."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from proofs.kit.units import read_environment_file, read_unit

STOP_SECONDS = 120.0


def main(arguments: list[str]) -> None:
    root = Path(os.environ["PROOF_ROOT"])
    verb, *rest = arguments
    names = [name for name in rest if not name.startswith("-") and not name.endswith(".timer")]
    if verb in ("stop", "restart"):
        for name in names:
            stop(root / "run" / name)
    if verb in ("start", "restart") or "--now" in rest:
        for name in names:
            start(root, name)


def start(root: Path, name: str) -> None:
    unit = read_unit(root / "etc" / "systemd" / "system" / f"{name}.service")
    env = {key: os.environ[key] for key in ("PATH", "HOME", "PGHOST", "PGPORT") if key in os.environ}
    env |= read_environment_file(Path(unit.environment_file)) | unit.environment | {"PGUSER": unit.user}
    with (root / "run" / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            unit.command,
            cwd=unit.directory,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
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


if __name__ == "__main__":
    main(sys.argv[1:])
