"""Django's own, which leaves a database alone that is still to be taken over."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from upkeep.growing.taking_over import refuse_before


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        refuse_before(connections[options["database"]])
        super().handle(*args, **options)
