"""What processes take: their time of the processor, with all they have begun, and their memory."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from proofs.kit.processes import NotHere, Process, family_of


def processor_time(processes: Iterable[Process]) -> dict[str, float]:
    """Seconds, by the name of the process."""
    return {process.name: sum(map(spent_by, family_of(process.pid))) for process in processes}


def spent_by(pid: int) -> float:
    """Its own, and of its children that have ended. Raises NotHere where the system does not tell."""
    file = Path(f"/proc/{pid}/stat")
    if not Path("/proc/self/stat").exists():
        raise NotHere("Only Linux tells the processor time of a process.")
    try:
        fields = file.read_text().rpartition(")")[2].split()
    except FileNotFoundError:  # it has ended since it was listed; its parent counts it
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def pss(pid: int) -> float:
    """Its proportional share of memory, in MB."""
    file = Path(f"/proc/{pid}/smaps_rollup")
    if not file.exists():
        raise NotHere("Only Linux tells the share of memory of a process.")
    line = next(line for line in file.read_text().splitlines() if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024
