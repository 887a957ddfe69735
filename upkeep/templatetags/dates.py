"""The filters by which templates say dates; no other are used (`homeworlds_site/tests/test_dates.py`)."""

from django.template import Library

from upkeep import dates

register = Library()
for said in (dates.when, dates.exact, dates.day, dates.whole, dates.month, dates.machine, dates.clock):
    register.filter(said.__name__, said)
register.simple_tag(dates.zone, name="time_zone")
