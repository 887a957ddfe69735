"""How this site is run, for sentences that say what to do: who runs it reads commands to be typed as they
stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.conf import settings

SYSTEMD: Final = "systemd"
DOCKER: Final = "docker"
PODMAN: Final = "podman"
SERVE: Final = "serve"
WAYS: Final = (SYSTEMD, DOCKER, PODMAN, SERVE)
ENGINES: Final = (DOCKER, PODMAN)
SERVICES: Final[Mapping[str, str]] = {"bots": "bot-worker", "backup": "backups"}
"""What the compose file calls otherwise than the units are called."""


class Commands(NamedTuple):
    """A format each, of the parts' names where it is about some."""

    manage: str
    restart: str
    log: str
    back_up: str
    every_night: str
    static: str


_OF_SYSTEMD: Final = Commands(
    manage="homeworlds",
    restart="sudo systemctl restart {}",
    log="journalctl -u {}",
    back_up="homeworlds backup /srv/homeworlds/backups --keep 14",
    every_night="sudo systemctl enable --now homeworlds-backup.timer",
    static="homeworlds collectstatic --no-input && sudo systemctl restart homeworlds-web",
)
_OF_CONTAINERS: Final = Commands(
    manage="compose run --rm tools python manage.py",
    restart="compose restart {}",
    log="compose logs {}",
    back_up="compose run --rm tools python manage.py backup /backups --keep 14",
    every_night="compose up --detach backups",
    static="compose up --detach --build web",
)
_OF_SERVE: Final = Commands(
    manage="python manage.py",
    restart="bin/serve",
    log="tail -n 50 var/logs/{}.log",
    back_up="python manage.py backup var",
    every_night="crontab -e",
    static="python manage.py collectstatic --no-input",
)


def commands() -> Commands:
    if settings.RUN_BY in ENGINES:
        return Commands(*(f"{settings.RUN_BY} {each}" for each in _OF_CONTAINERS))
    return _OF_SERVE if settings.RUN_BY == SERVE else _OF_SYSTEMD


def backups_folder() -> str:
    """Where backups are, unless somebody says otherwise."""
    return "/backups" if settings.RUN_BY in ENGINES else "/srv/homeworlds/backups"


def manage(words: str) -> str:
    """A command of manage.py with its arguments."""
    return f"{commands().manage} {words}"


def restart(*parts: str) -> str:
    return commands().restart.format(" ".join(map(_name, parts)))


def log(part: str) -> str:
    return commands().log.format(_name(part))


def _name(part: str) -> str:
    """As units of systemd are called, without what they all begin with."""
    if settings.RUN_BY in ENGINES:
        return SERVICES.get(part, part)
    return part if settings.RUN_BY == SERVE else f"homeworlds-{part}"
