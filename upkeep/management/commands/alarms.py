"""What needs a hand, for who sits at the machine: also while the pages cannot be reached."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from upkeep.watching.alarms import states


class Command(BaseCommand):
    help = "Says what needs a hand, one sentence each; exits with 1 if anything does."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        known = states()
        for state in known:
            if state.trouble:
                self.stdout.write(f"{state.name}: {state.says}")
        if unknown := [state.name for state in known if not state.known]:
            self.stdout.write(f"Not known while the database is away: {', '.join(unknown)}.")
        if any(state.trouble for state in known):
            sys.exit(1)
        self.stdout.write("All is well.")
