"""The task queue. Which broker it uses and what it does by the clock stands in the settings."""

import logging
import os
import time
from typing import Any

from celery import Celery
from celery.signals import celeryd_after_setup, heartbeat_sent, setup_logging
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

from bots import searching, thinking
from bots.core.compiling import compile_apart

logger = logging.getLogger(__name__)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "homeworlds_site.settings")

# A URL's scheme decides in kombu, whatever transport the settings name.
TRANSPORT_ALIASES["filesystem"] = "upkeep.home_broker:Transport"

app = Celery("homeworlds_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def leave_logging_alone(**_more: Any) -> None:
    """Django has set it up, for workers as for the web. Celery leaves it alone when somebody listens here."""


@celeryd_after_setup.connect
def prepare_for_bots(instance: Any, **_more: Any) -> None:
    """For a worker of the bots: those who think long come after the others, on a queue of their own. It has
    not forked yet: its processes share what is loaded here."""
    queues = instance.app.amqp.queues
    if settings.BOT_QUEUE not in queues.consume_from:
        return
    queues.select_add(settings.SLOW_BOT_QUEUE)
    # By their names: with this one `bots` comes before `bots-slow`.
    instance.app.conf.broker_transport_options["queue_order_strategy"] = "sorted"
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


@celeryd_after_setup.connect
def show_life(sender: str, instance: Any, **_more: Any) -> None:
    """While the worker listens to the queue a file is touched, for who looks after this worker, and now and
    then its queues are written down as heard, for who looks after the site."""
    from upkeep.selectors import COMPILED
    from upkeep.watching.listening import Listening

    file = settings.VAR_DIR / f"{sender.partition('@')[0]}.alive"
    file.parent.mkdir(parents=True, exist_ok=True)
    signs = [*instance.app.amqp.queues.consume_from, *([COMPILED] if searching.uses_core() else [])]
    listening = Listening(signs)

    def beat(**_more: Any) -> None:
        file.touch()
        listening.heard()

    heartbeat_sent.connect(beat, weak=False, dispatch_uid="homeworlds_site.show_life")
