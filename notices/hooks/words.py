"""What is said of addresses elsewhere, and of what became of messages to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from notices.models import Dropped

ANSWERS: Final[Mapping[str, Promise]] = {
    "no-answer": _("Its server did not answer in time, or not at all."),
    "not-sent": _("The service makes nothing of this address."),
    "off": _("It was switched off by then."),
    "form": _("This is no address that the site can tell anything."),
    "https": _("Its address must begin with https://."),
    "credentials": _("Its address may hold no name and password."),
    "port": _("Only the ports 443 and 8443 are open to the site."),
    "host": _("The service has sent the site to another server."),
    "inside": _("Its name leads to an address that is not on the internet."),
}
DROPPED: Final[Mapping[str, Promise]] = {
    Dropped.STALE: _("It was not true any more, so nothing was sent."),
    Dropped.SEEN: _("You had the page open that shows it, so nothing was sent."),
    Dropped.MUTED: _("You want to hear no more about the same, so nothing was sent."),
    Dropped.TAKEN_BACK: _("What it told of was taken back, so nothing was sent."),
    Dropped.SWITCHED_OFF: _("You do not have this told elsewhere any more, so nothing was sent."),
}


def answer_words(said: str) -> str:
    """Of a status of HTTP, or one of the words that stand for what comes before any."""
    if said.isdigit():
        return gettext("Its server answered {status}.").format(status=said)
    return str(ANSWERS.get(said, ""))
