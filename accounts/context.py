from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    # Django's own list of languages would translate their names.
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "languages": settings.LANGUAGES,
    }
