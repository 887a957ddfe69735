"""The units of systemd in `deploy/`, read so that their commands can be run where there is no systemd."""

from __future__ import annotations

import math
import shlex
import sys
from pathlib import Path
from typing import Final, NamedTuple

from proofs.kit.processes import ROOT
from upkeep.environment_file import read

UNITS: Final = ROOT / "deploy" / "systemd"
SERVICES: Final = ("web", "timekeeper", "worker", "bots", "beat")
VENV: Final = "/srv/homeworlds/site/.venv/bin/"
BIND: Final = "127.0.0.1:8000"
USUAL_WEIGHT: Final = 100


class Unit(NamedTuple):
    name: str
    command: list[str]
    directory: str
    environment: dict[str, str]
    environment_file: str
    user: str
    kill_mode: str
    weight: int
    """Its share of the processor, where all want it: of 100 for most."""

    @property
    def niceness(self) -> int:
        """What gives about this share where there are no control groups: each step takes a fifth."""
        return round(math.log(USUAL_WEIGHT / self.weight, 1.25))


def read_said(file: Path) -> dict[str, str]:
    """Each key with what was last said of it, whatever its section."""
    lines = [line.partition("=") for line in file.read_text().splitlines() if not line.startswith(("#", ";"))]
    return {key: value for key, equals, value in lines if equals}


def read_unit(file: Path) -> Unit:
    """What of a service file decides what runs; the rest is about the machine around it."""
    said = read_said(file)
    environment: dict[str, str] = {}
    for line in file.read_text().splitlines():
        if line.startswith("Environment="):
            pairs = shlex.split(line.partition("=")[2])
            environment |= dict(pair.split("=", 1) for pair in pairs)
    return Unit(
        file.stem,
        shlex.split(said["ExecStart"].replace("%%", "%")),
        said.get("WorkingDirectory", "/"),
        environment,
        said.get("EnvironmentFile", ""),
        said.get("User", "root"),
        said.get("KillMode", "control-group"),
        int(said.get("CPUWeight", USUAL_WEIGHT)),
    )


def read_environment_file(file: Path) -> dict[str, str]:
    return read(file.read_text())


def service(name: str, *, port: int = 8000) -> Unit:
    """One of the shipped services, to run with this Python, the pages on another port."""
    unit = read_unit(UNITS / f"homeworlds-{name}.service")
    command = [word.replace(VENV, f"{Path(sys.executable).parent}/") for word in unit.command]
    return unit._replace(command=[word.replace(BIND, f"127.0.0.1:{port}") for word in command])
