"""What every web server of the site has in common, however it is started; gunicorn reads it by itself."""

import os
import resource
import sys
from typing import Any

# By its whole name: what is loaded later is of the release that was started, wherever the link leads then.
chdir = os.path.dirname(os.path.realpath(__file__))
logger_class = "upkeep.watching.web_log.WebLog"


SWITCH_SECONDS = 0.001
"""So long a thread goes on while another one wants to. A turn asks the database ten times, and each answer
would wait 5 ms, as Python has it, behind a page that is being written."""


def on_starting(server: object) -> None:
    """Wrong settings are told once, by the process that watches the others, and not by each of them."""
    from homeworlds_site.given import settings_or_end

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "homeworlds_site.settings")
    os.environ.setdefault("PROCESS_ROLE", "web")
    settings_or_end()


def post_worker_init(worker: Any) -> None:
    """All threads but a few are for pages: who asks whether the site is well never waits behind them."""
    from upkeep.away.bulkhead import bulkhead

    bulkhead.for_threads(worker.cfg.threads)
    sys.setswitchinterval(SWITCH_SECONDS)


def child_exit(server: object, worker: object) -> None:
    """What a process that has ended had counted is added up, however it ended."""
    from upkeep.watching.shared_folder import tidy

    tidy()


def post_request(worker: Any, req: object, environ: object, resp: object) -> None:
    """A process that has grown too large answers what it has begun, and another takes its place."""
    from django.conf import settings

    if _most_memory() > settings.PROCESS_MEMORY_MB * 1e6 and worker.alive:
        worker.log.info("This process has grown beyond PROCESS_MEMORY_MB and makes room for another.")
        worker.alive = False


def _most_memory() -> float:
    """In bytes. Linux counts in kilobytes, macOS does not."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
