"""The task queue. Which broker it uses and what it does by the clock stands in the settings."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "homeworlds_site.settings")

app = Celery("homeworlds_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def leave_logging_alone(**_more: Any) -> None:
    """Django has set it up, for workers as for the web. Celery leaves it alone when somebody listens here."""
