#!/usr/bin/env python
import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
OF_THE_CODE = {"makemigrations", "makemessages", "compilemessages"}
"""Commands that need no site: without one they run as in development."""
NEEDS_NOTHING = {"help", "--help", "-h"}
BY_ITSELF = "Once bin/serve has run here, manage.py knows its site."


def version() -> str:
    """Of the site, and of what it runs on."""
    import platform

    import django

    from homeworlds import __version__

    return f"Homeworlds {__version__} (Django {django.get_version()}, Python {platform.python_version()})"


def main() -> None:
    if importlib.util.find_spec("django") is None:
        _go_on_in_the_environment()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "homeworlds_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from homeworlds_site.given import end_with, settings_or_end
    from homeworlds_site.serve import is_told, remember

    remember(os.environ)
    if OF_THE_CODE.intersection(sys.argv[1:2]):
        os.environ.setdefault("DEBUG", "1")
    if sys.argv[1:] in (["version"], ["--version"]):
        sys.stdout.write(f"{version()}\n")
        return
    if not NEEDS_NOTHING.intersection(sys.argv[1:2]):
        settings_or_end(if_missing="" if is_told(os.environ) else BY_ITSELF)
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        end_with(error)


def _go_on_in_the_environment() -> None:
    """What is needed stands in the virtual environment that bin/serve and bin/test make."""
    sys.path.insert(0, str(ROOT / "bin"))
    from environment import venv_python

    python = venv_python()
    if not Path(python).exists() or Path(sys.executable) == Path(python):
        sys.exit("Django is not installed for this Python. bin/serve installs all that is needed.")
    os.execv(python, [python, *sys.argv])


if __name__ == "__main__":
    main()
