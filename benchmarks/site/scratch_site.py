"""A site of its own for a measurement: an empty database in a folder that goes when the measuring ends."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def scratch_site(*, packed: bool = False) -> Iterator[None]:
    """Sets Django up on it; once a process, before anything of the site is imported. `packed`: scripts and
    styles are sent compressed and under names of their own, as a site that is installed does."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            DJANGO_SETTINGS_MODULE="homeworlds_site.settings",
            SECRET_KEY="only-for-measuring-" * 3,
            ALLOWED_HOSTS="testserver",
            DATABASE_URL=f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            VAR_DIR=folder,
            LOG_LEVEL="ERROR",
            BROKER_URL="memory://",
            STATIC_MANIFEST=str(packed),
            STATIC_DIR=str(Path(folder) / "static"),
        )
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        if packed:
            call_command("collectstatic", verbosity=0, interactive=False)
        yield
