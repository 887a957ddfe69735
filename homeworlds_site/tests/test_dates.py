"""Dates and hours are said by one module, in one style, and each page names their zone once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import base
from django.utils import timezone, translation

from accounts.models import Player
from homeworlds_site.tests.house import House, Visitor, table
from homeworlds_site.tests.matrix import GET
from upkeep import dates
from upkeep.tests.elements import as_sent

ROOT = Path(settings.BASE_DIR)
NOW = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
"""A Thursday."""
OTHERWISE = re.compile(r"\|\s*(date|time)\s*[:}|]|\bstrftime\(|\b(date|time)_format\b|\bDATE(TIME)?_FORMAT\b")
"""How else a date could be said."""
STORED = re.compile(r"(?:\{\{ ?|\w=)([a-z_.]*(?:\.at|_at|_until|\.until|\.since|\.seen))(?= ?\}\}| |%)")
"""A moment in a template, by its name, that goes through no filter."""
WORDS = {"progress.seen", "replay.at", "clocks.until", "event.started_at", "facts.looked_at", "form.at"}
"""What has such a name and is a number, a sentence already, or asked for only."""
EXCEPT = {"upkeep/dates.py", "upkeep/management/commands/backup.py"}
"""The module itself, and names of files."""
ROOMS = (
    "accounts board bots clubs games homeworlds_site ladders notices pages ratings records study tournaments "
    "upkeep templates"
).split()


@pytest.fixture
def thursday(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("upkeep.dates.local_now", lambda: NOW)
    with timezone.override("Europe/Paris"):
        yield


def said_otherwise(name: str, text: str) -> list[str]:
    found = list(OTHERWISE.finditer(text))
    if not name.endswith(".py"):
        found += [each for each in STORED.finditer(text) if each[1] not in WORDS]
    return [f"{name}:{text.count(chr(10), 0, each.start()) + 1}: {each[0]}" for each in found]


def test_no_date_is_said_by_anything_else():
    found = []
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*")):
            name = str(file.relative_to(ROOT))
            if file.suffix in (".py", ".html", ".txt") and "/tests/" not in name and name not in EXCEPT:
                found += said_otherwise(name, file.read_text())
    assert not found, found


@pytest.mark.parametrize(
    "text",
    [
        '{{ a.at|date:"j M" }}',
        "{{ a.at|time }}",
        "at.strftime('%H')",
        'date_format(at, "DATE_FORMAT")',
        "{{ a.at }}",
        "{% blocktranslate with since=a.created_at %}",
    ],
)
def test_a_date_said_otherwise_is_found(text):
    assert said_otherwise("here", f"\n{text}")[0].startswith("here:2: ")


@pytest.mark.parametrize("role", ["anonymous", "creator"])
def test_no_page_shows_a_date_as_it_is_stored_and_each_names_the_zone_once(db, monkeypatch, role):
    house, shown = House(), []
    plain = base.render_value_in_context

    def rendered(value: Any, context: Any) -> str:
        if isinstance(value, date):
            shown.append(f"{context.template.name if context.template else ''}: {value!r}")
        return plain(value, context)

    monkeypatch.setattr("django.template.base.render_value_in_context", rendered)
    monkeypatch.setattr("django.templatetags.i18n.render_value_in_context", rendered)
    person = house.people[role]
    if person is not None:
        Player.objects.filter(pk=person.pk).update(time_zone="Asia/Kathmandu")
    visitor, zones = Visitor(person), {}
    for row in table(GET):
        if row.startswith("admin:"):
            continue
        page = visitor.answer("get", house.url(row))
        if page.headers.get("Content-Type", "").startswith("text/html") and "<html" in as_sent(page):
            zones[row] = as_sent(page).count("Times: ")
    assert not shown, shown
    assert len(zones) > 15 and set(zones.values()) <= {0, 1}
    without = ("games:", "study:", "pages:learn", "pages:offline")
    assert [row for row, number in zones.items() if not number and not row.startswith(without)] == []


@pytest.mark.usefixtures("thursday")
def test_what_is_near_is_said_by_its_day_and_hour_and_what_is_far_by_its_date():
    said = {
        NOW: "today 13:00",
        NOW + timedelta(hours=11): "Fri 00:00",
        NOW + timedelta(days=6): "Wed 13:00",
        NOW + timedelta(days=7): "3 Dec",
        NOW - timedelta(days=6): "Fri 13:00",
        NOW - timedelta(days=7): "19 Nov",
        NOW + timedelta(days=40): "5 Jan 2027",
    }
    assert {at: dates.when(at) for at in said} == said
    assert dates.exact(NOW) == "Thu 13:00"
    assert dates.exact(NOW + timedelta(days=7)) == "3 Dec 13:00"
    assert dates.whole(NOW) == "Thu 26 Nov 2026, 13:00"
    assert dates.in_mail(NOW) == "Thu 26 Nov 2026, 13:00 (CET)"
    assert (dates.day(NOW), dates.day(date(2025, 2, 1)), dates.month(NOW)) == (
        "26 Nov",
        "1 Feb 2025",
        "November 2026",
    )
    assert dates.when(None) == dates.exact(None) == dates.day(None) == dates.whole(None) == ""
    with translation.override("fr"):
        assert dates.when(NOW) == "aujourd’hui 13:00"
        assert dates.exact(NOW + timedelta(days=1)) == "ven 13:00"
        assert dates.exact(NOW + timedelta(days=7)) == "3 déc 13:00"
        assert dates.whole(NOW) == "jeu 26 nov 2026, 13:00"
        assert dates.day(date(2025, 2, 1)) == "1 fév 2025"
