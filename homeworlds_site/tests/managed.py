"""Sites on which `manage.py` is called."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[2]


class Told(NamedTuple):
    code: int
    said: str
    """Its answer, or the sentence of its refusal; a traceback would raise."""


class Site:
    """`manage.py` on the database of the test."""

    def manage(self, *arguments: str | Path) -> Told:
        out = StringIO()
        try:
            call_command(*map(str, arguments), stdout=out)
        except CommandError as refusal:
            return Told(1, str(refusal))
        return Told(0, out.getvalue())


class AnotherSite(Site):
    """A site with a database of its own, reached as an administrator does."""

    def __init__(self, env: dict[str, str], url: str) -> None:
        self.env = {**env, "DATABASE_URL": url}

    def manage(self, *arguments: str | Path) -> Told:
        done = subprocess.run(
            [sys.executable, "manage.py", *map(str, arguments)],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
            timeout=200,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Told(done.returncode, done.stdout + done.stderr)
