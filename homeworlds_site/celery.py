"""The task queue. Which broker it uses and what it does by the clock stands in the settings."""

import logging
import os
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from celery import Celery, beat
from celery.signals import (
    beat_init,
    celeryd_after_setup,
    heartbeat_sent,
    setup_logging,
    task_postrun,
    task_prerun,
)
from django.conf import settings
from django.db import close_old_connections
from kombu.transport import TRANSPORT_ALIASES

from bots import searching, thinking
from bots.core.compiling import compile_apart
from homeworlds_site.given import WrongSetting, end_with, settings_or_end

logger = logging.getLogger(__name__)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "homeworlds_site.settings")

# A URL's scheme decides in kombu, whatever transport the settings name.
TRANSPORT_ALIASES["filesystem"] = "upkeep.brokers.in_folder:Transport"
TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = "upkeep.brokers.on_redis:Transport"

# With `--beat` the clock is a thread of its worker: a process of its own would be as large as the worker.
beat.EmbeddedService = partial(beat.EmbeddedService, thread=True)

app = Celery("homeworlds_site")


@app.on_configure.connect(weak=False)
def settings_are_right(**_more: Any) -> None:
    settings_or_end()


app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Celery would close connections before and after each task, whatever the settings say of their age.
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize


@task_prerun.connect
@task_postrun.connect
def keep_connections(task: Any, **_more: Any) -> None:
    """As Django does before and after a request: what is too old, or has failed, is closed."""
    if not task.request.is_eager:
        close_old_connections()


@setup_logging.connect
def leave_logging_alone(**_more: Any) -> None:
    """Django has set it up, for workers as for the web. Celery leaves it alone when somebody listens here."""


@celeryd_after_setup.connect
def listen_to_bells(instance: Any, **_more: Any) -> None:
    """Whatever the file of its service names, a worker listens to all queues of its kind, and takes from them
    in the order of their urgency."""
    queues = instance.app.amqp.queues
    named = list(queues.consume_from)
    wanted = [queue for name in named for queue in settings.QUEUES_OF_WORKERS.get(name, ())]
    for queue in wanted:
        queues.select_add(queue)
    queues.select(list(dict.fromkeys([*wanted, *named])))


@celeryd_after_setup.connect
def prepare_for_bots(instance: Any, **_more: Any) -> None:
    """For a worker of the bots. It has not forked yet: its processes share what is loaded here."""
    if settings.BOT_QUEUE in instance.app.amqp.queues.consume_from:
        choose_search()


def choose_search() -> None:
    if not settings.COMPILED_SEARCH:
        logger.info("Bots search with the library: COMPILED_SEARCH is off.")
        return
    began = time.monotonic()
    try:
        compile_apart()
        searching.use_core()
        thinking.load()
    except (ImportError, OSError) as error:
        searching.use_core(False)
        logger.warning("Bots search with the library: the compiled core cannot be used. %s", error)
    else:
        logger.info("Bots search with the compiled core, ready after %.1f s.", time.monotonic() - began)


def _to_be_touched(name: str) -> Path:
    """In VAR_DIR. Ends the process where nothing can be written there: it would look dead while it works."""
    folder: Path = settings.VAR_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder / name
    except OSError as error:
        end_with(
            WrongSetting(
                f"VAR_DIR: this user cannot write in {folder} ({error.strerror}): give it to the user."
            )
        )


@celeryd_after_setup.connect
def show_life(sender: str, instance: Any, **_more: Any) -> None:
    """While the worker listens to the queue a file is touched, for who looks after this worker, and now and
    then its queues are written down as heard, for who looks after the site."""
    from upkeep.selectors import COMPILED
    from upkeep.watching.listening import Listening
    from upkeep.watching.shared_folder import tidy

    file = _to_be_touched(f"{sender.partition('@')[0]}.alive")
    named = [each for each in instance.app.amqp.queues.consume_from if each in settings.QUEUES_OF_WORKERS]
    signs = [*named, *([COMPILED] if searching.uses_core() else [])]
    listening = Listening(signs)

    def show(**_more: Any) -> None:
        file.touch()
        listening.heard()
        # One of its processes may have ended, however it did.
        tidy()

    heartbeat_sent.connect(show, weak=False, dispatch_uid="homeworlds_site.show_life")


@beat_init.connect
def show_beats(sender: Any, **_more: Any) -> None:
    """The same of beat, whenever what it sends has gone out."""
    sender.scheduler.alive = _to_be_touched("beat.alive")
