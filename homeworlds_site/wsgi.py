import gc
import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "homeworlds_site.settings")
os.environ.setdefault("PROCESS_ROLE", "web")

application = get_wsgi_application()
if settings.TRACES_URL:
    from upkeep.watching.tracing import know_tasks

    know_tasks()

# What is loaded by now stays for good: the collector need not walk through it again and again.
gc.collect()
gc.freeze()
