"""The units of systemd in `deploy/`, read so that their commands can be run where there is no systemd."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Final, NamedTuple

from proofs.processes import ROOT

UNITS: Final = ROOT / "deploy" / "systemd"
SERVICES: Final = ("web", "worker", "bots", "beat")
VENV: Final = "/srv/homeworlds/site/.venv/bin/"
BIND: Final = "127.0.0.1:8000"


class Unit(NamedTuple):
    name: str
    command: list[str]
    directory: str
    environment: dict[str, str]
    environment_file: str
    user: str
    kill_mode: str


def read_unit(file: Path) -> Unit:
    """What of a service file decides what runs; the rest is about the machine around it."""
    environment: dict[str, str] = {}
    said: dict[str, str] = {}
    for line in file.read_text().splitlines():
        key, equals, value = line.partition("=")
        if not equals or line.startswith(("#", ";")):
            continue
        if key == "Environment":
            environment |= dict(pair.split("=", 1) for pair in shlex.split(value))
        else:
            said[key] = value
    return Unit(
        file.stem,
        shlex.split(said["ExecStart"].replace("%%", "%")),
        said.get("WorkingDirectory", "/"),
        environment,
        said.get("EnvironmentFile", ""),
        said.get("User", "root"),
        said.get("KillMode", "control-group"),
    )


def read_environment_file(file: Path) -> dict[str, str]:
    lines = [line.strip() for line in file.read_text().splitlines()]
    pairs = [line.partition("=") for line in lines if "=" in line and not line.startswith("#")]
    return {name.strip(): value.strip().strip('"') for name, _, value in pairs}


def service(name: str, *, port: int = 8000) -> Unit:
    """One of the shipped services, to run with this Python, the pages on another port."""
    unit = read_unit(UNITS / f"homeworlds-{name}.service")
    command = [word.replace(VENV, f"{Path(sys.executable).parent}/") for word in unit.command]
    return unit._replace(command=[word.replace(BIND, f"127.0.0.1:{port}") for word in command])
