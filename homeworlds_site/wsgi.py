import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "homeworlds_site.settings")
os.environ.setdefault("PROCESS_ROLE", "web")

application = get_wsgi_application()
