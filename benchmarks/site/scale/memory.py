"""How much memory a command needs at most, in a process of its own."""

from __future__ import annotations

import resource
import subprocess
import sys
import time


def needed(name: str) -> tuple[bool, float, float]:
    """Of `manage.py NAME --check`: whether it finds nothing wrong, MiB at most, seconds."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.site.scale.memory", name],
        check=False,
        capture_output=True,
        text=True,
    )
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
        sys.stdout.write(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
