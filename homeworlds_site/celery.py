"""The task queue. Which broker it uses and what it does by the clock stands in the settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "homeworlds_site.settings")

app = Celery("homeworlds_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
