import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "homeworlds_site.settings")
os.environ.setdefault("PROCESS_ROLE", "web")

application = get_wsgi_application()

# What is loaded by now stays for good: the collector need not walk through it again and again.
gc.collect()
gc.freeze()
