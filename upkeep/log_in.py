"""Links for whoever may not be logged in."""

from urllib.parse import urlencode

from django.urls import reverse


def by_log_in(path: str) -> str:
    """Leads there once its reader has logged in; for pages that are not there for anybody else."""
    return f"{reverse('account_login')}?{urlencode({'next': path})}"
