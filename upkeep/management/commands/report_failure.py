"""Tells staff, as of any error of the site, that a part of it has failed: for `OnFailure=` of systemd, and
for the service of the backups."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from upkeep.watching.faults import Seen, keep
from upkeep.watching.run_by import log


class Command(BaseCommand):
    help = "Writes down that a part of the site has failed; the sweep mails it to ADMINS_EMAIL."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("unit", help="its name, such as homeworlds-backup")

    def handle(self, *args: Any, unit: str, **options: Any) -> None:
        words = _("The unit %(unit)s has failed.") % {"unit": unit}
        how = _("“%(log)s” shows the reason; docs/operations.md says what to do.")
        how %= {"log": log(unit.removeprefix("homeworlds-"))}
        key = hashlib.sha256(f"unit {unit}".encode()).hexdigest()
        keep(key, Seen(words, f"{words}\n{how}", settings.RUN_BY, count=1))
        self.stdout.write(words)
