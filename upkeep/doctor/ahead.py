"""What the next upgrade needs."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings

from homeworlds import __version__
from upkeep.doctor.findings import Asked, Finding, good, look, unknown
from upkeep.watching.run_by import ENGINES

SECONDS: Final = 60.0
LEAST_ROOM: Final = 2_000_000_000
"""Bytes, for a folder with its packages and for what pip unpacks meanwhile."""
SECTION: Final = re.compile(r"^## (\d[\w.]*)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
TO_DO: Final = re.compile(r"^### What the operator does\n(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
ITEM: Final = re.compile(r"^(?:\d+\.|-) ", re.MULTILINE)


def of_upgrade(asked: Asked) -> Iterator[Finding]:
    left = shutil.disk_usage(settings.BASE_DIR).free
    if left < LEAST_ROOM:
        yield look(
            f"An upgrade needs 2 GB where the releases are, and {left / 1e9:.1f} GB are left: make room."
        )
    source = _source()
    if source is None:
        if settings.RUN_BY in ENGINES:
            yield unknown(
                "Whether there is a newer release: “git fetch --tags && git tag” on the machine tells."
            )
        else:
            yield unknown(
                "Whether there is a newer release: the site was not installed by “homeworlds install”."
            )
        return
    fetched = _git(source, "fetch", "--quiet", "--tags")
    tags = (_git(source, "tag", "--list", "[0-9]*", "--sort=-version:refname") or "").split()
    newer = [tag for tag in tags if _order(tag) > _order(__version__)]
    if not newer:
        if fetched is None:
            yield unknown(
                "Whether there is a newer release: the place that the code comes from does not answer."
            )
        elif left >= LEAST_ROOM:
            yield good(f"{__version__} is the newest release.")
        return
    yield from _of_newer(_git(source, "show", f"{newer[0]}:CHANGELOG.md") or "", newer[0])


def _of_newer(text: str, tag: str) -> Iterator[Finding]:
    sections = {
        number: held for number, held in SECTION.findall(text) if _order(number) > _order(__version__)
    }
    if not sections:
        yield look(f"{tag} is there: “homeworlds upgrade”. Its CHANGELOG.md says nothing of what it needs.")
        return
    things = [(number, _count(held)) for number, held in sections.items()]
    asks = [f"{count} for {number}" for number, count in things if count]
    besides = (
        f"CHANGELOG.md names what you do besides ({', '.join(asks)})" if asks else "it needs nothing besides"
    )
    yield look(f"{tag} is there: “homeworlds upgrade”; {besides}.")


def _count(section: str) -> int:
    found = TO_DO.search(section)
    return len(ITEM.findall(found[1])) if found else 0


def _source() -> Path | None:
    for folder in (settings.BASE_DIR.parent.parent / "source", settings.BASE_DIR.parent / "source"):
        if (folder / ".git").exists():
            return folder
    return None


def _git(folder: Path, *arguments: str) -> str | None:
    """What it says; None when it fails."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", number))
