import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "homeworlds_site.settings")
os.environ.setdefault("PROCESS_ROLE", "web")

application = get_asgi_application()
