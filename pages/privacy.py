"""What the site keeps of whom, and how those who run it can be reached."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 3600),
        "notice_days": settings.NOTICES_KEPT_DAYS,
    }
    return render(request, "pages/privacy.html", context)
