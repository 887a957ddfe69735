"""For tests of what is written to people."""

from __future__ import annotations

import re

import pytest
from django.db.models import QuerySet

from notices import selectors
from notices.models import Notice

SITE = "https://homeworlds.example"


@pytest.fixture(autouse=True)
def known_address(settings):
    """The site knows where it is, for the links in its mails."""
    settings.SITE_URL = SITE


def as_lines(text: str) -> str:
    """Without the breaks of the lines."""
    return re.sub(r"\s+", " ", text)


def by_mail() -> QuerySet[Notice]:
    return selectors.by_mail(Notice.objects.all())
