"""How much memory a command needs at most, in a process of its own."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from proofs.kit.processes import run


def needed(name: str) -> tuple[bool, float, float]:
    """Of `manage.py NAME --check`: whether it finds nothing wrong, MiB at most, seconds."""
    began = time.monotonic()
    done = run([sys.executable, "-m", "benchmarks.site.scale.memory", name], capture_output=True, check=False)
    sys.stderr.write(done.stderr)
    return done.returncode == 0, float(done.stdout.split()[-1]), time.monotonic() - began


def main(name: str) -> int:
    import django
    from django.core.management import call_command

    django.setup()
    try:
        call_command(name, "--check", stdout=sys.stderr)
        return 0
    except SystemExit as wrong:
        return int(wrong.code or 0)
    finally:
        sys.stdout.write(f"{_most()}\n")


def _most() -> float:
    """MiB that this program has held at most; what getrusage says counts the process that began it too."""
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
