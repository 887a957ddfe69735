"""A page for developers of an embedded site: the mails that it has put into its folder."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages.mail_folder import FILE_BACKEND, last_mails, may_read_mails


@require_safe
def mails(request: HttpRequest) -> HttpResponse:
    """To everybody else the page does not exist."""
    if not may_read_mails(request):
        raise Http404
    in_folder = settings.EMAIL_BACKEND == FILE_BACKEND
    return render(request, "pages/developers_mail.html", {"mails": last_mails(), "folder": in_folder})
