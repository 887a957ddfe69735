"""How long something has lasted, and how long ago it was."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext

register = template.Library()


def _is_fresh(moment: datetime) -> bool:
    return timezone.now() - moment < timedelta(minutes=1)


@register.filter
def lasting(moment: datetime) -> str:
    """Empty in the first minute."""
    return "" if _is_fresh(moment) else gettext("for {time}").format(time=timesince(moment, depth=1))


@register.filter
def ago(moment: datetime) -> str:
    return (
        gettext("just now")
        if _is_fresh(moment)
        else gettext("{time} ago").format(time=timesince(moment, depth=1))
    )
