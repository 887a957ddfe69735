"""How long ago something was."""

from datetime import datetime, timedelta

from django import template
from django.utils.timesince import timesince
from django.utils.translation import gettext

from upkeep.clock import local_now

register = template.Library()


def _is_fresh(moment: datetime) -> bool:
    return local_now() - moment < timedelta(minutes=1)


@register.filter
def ago(moment: datetime) -> str:
    return (
        gettext("just now")
        if _is_fresh(moment)
        else gettext("{time} ago").format(time=timesince(moment, depth=1))
    )


@register.filter
def short_ago(moment: datetime) -> str:
    """In the largest unit that is whole, days at most."""
    minutes = int((local_now() - moment).total_seconds()) // 60
    if minutes < 1:
        return gettext("just now")
    if minutes < 60:
        return gettext("{number} min ago").format(number=minutes)
    if minutes < 24 * 60:
        return gettext("{number} h ago").format(number=minutes // 60)
    return gettext("{number} d ago").format(number=minutes // (24 * 60))
