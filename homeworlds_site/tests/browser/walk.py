"""All whole pages of the site for one role, by the names of the addresses."""

from __future__ import annotations

from django.test import Client

from homeworlds_site.tests.house import ROLES, House, table
from homeworlds_site.tests.matrix import GET


def pages_of(house: House, role: str) -> list[str]:
    """The whole pages that a role can look at: whatever has an address stands in the matrix, so a new page is
    walked by itself."""
    client = Client()
    if (person := house.people[role]) is not None:
        client.force_login(person)
    rows = [row for row, statuses in table(GET).items() if statuses[ROLES.index(role)] == 200]
    paths = [house.url(row) for row in rows if not row.startswith("admin:")]
    return [path for path in paths if b"<!doctype html>" in client.get(path).content[:100]]
