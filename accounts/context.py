from django.conf import settings
from django.http import HttpRequest

from homeworlds import __version__


def site(request: HttpRequest) -> dict[str, object]:
    # Django's own list of languages would translate their names.
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "site_version": __version__,
        "languages": settings.LANGUAGES,
        "contact": contact,  # worked out by the few pages that say it
    }


def contact() -> dict[str, str]:
    """How the people who run the site can be reached, and a link if it is one; empty if they do not say."""
    words = settings.CONTACT
    if words.startswith(("https://", "http://")):
        return {"words": words, "link": words}
    return {"words": words, "link": f"mailto:{words}" if "@" in words and " " not in words else ""}
